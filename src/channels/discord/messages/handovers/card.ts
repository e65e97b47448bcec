import { type APIMessage, type REST, Routes } from 'discord.js';
import { type ActionRow, escapeMarkdown } from '../../../../../commands/reply.ts';
import { neutraliseMentions } from '../../../../core/answering/sanitise/sanitise.ts';
import type { Core } from '../../../../core/core.ts';
import type { Handover, HandoverKey } from '../../../../core/members/handovers.ts';
import {
  findHandover,
  forgetHandover,
  keepHandover,
  noteHandoverMessage,
  noteShown,
} from '../../../../core/members/handovers.ts';
import type { Place } from '../../../../core/members/message-claims.ts';
import { type InterfaceLanguage, interfaceLanguageOf, type Language } from '../../../../domain/types.ts';
import { findCause, isOutOfReach, toFields } from '../../errors.ts';
import { HAND_OVER } from '../../text/answer-text.ts';
import { MAX_MESSAGE_CHARACTERS, renderRows } from '../../text/render.ts';
import type { Policies } from '../policies.ts';
import { toShortName } from '../reading/markup.ts';

interface CardDeps {
  core: Core;
  policies: Policies;
}

const TEXTS = {
  de: { claim: 'Übernehmen', solve: 'Erledigt', claimed: 'Übernommen', by: 'von', solved: 'Erledigt' },
  en: { claim: 'Claim', solve: 'Solved', claimed: 'Claimed', by: 'by', solved: 'Solved' },
} satisfies Record<InterfaceLanguage, Record<string, string>>;

/** Keeps a hand-over whose message is sent next. @returns its buttons. @throws AppError('service_unavailable') */
export async function openHandover(
  deps: CardDeps,
  handover: { place: Place; answerId: string; language: Language },
): Promise<ActionRow> {
  await keepHandover(deps.core, handover);
  const { language } = await deps.policies.of(handover.place.serverId);
  return buttonsOf(handover.answerId, 'open', interfaceLanguageOf(language));
}

function buttonsOf(answerId: string, state: Handover['state'], language: InterfaceLanguage): ActionRow {
  const { claim, solve } = TEXTS[language];
  const claiming = {
    kind: 'button',
    id: `handover:claim:${answerId}`,
    label: claim,
    style: 'primary',
  } as const;
  const solving = {
    kind: 'button',
    id: `handover:solve:${answerId}`,
    label: solve,
    style: 'success',
  } as const;
  return state === 'open' ? [claiming, solving] : [solving];
}

/** @param ids of the messages that stand; the last one has the buttons. Never rejects */
export async function noteStanding(deps: CardDeps, key: HandoverKey, ids: readonly string[]): Promise<void> {
  const messageId = ids.at(-1);
  if (messageId !== undefined) await attempt(deps, key, () => noteHandoverMessage(deps.core, key, messageId));
}

/** The message could not be sent. Never rejects. */
export function dropHandover(deps: CardDeps, key: HandoverKey): Promise<void> {
  return attempt(deps, key, () => forgetHandover(deps.core, key));
}

async function attempt({ core }: CardDeps, key: HandoverKey, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) =>
    core.log.warn({ err: error, server: key.serverId, answer: key.answerId }, 'hand-over not recorded'),
  );
}

/**
 * Shows on its message who has a hand-over or that it is solved; what could not be shown stays due. Never rejects.
 * @param pressedId the message whose button was pressed, perhaps before it was noted
 */
export async function showHandover(deps: ShowDeps, key: HandoverKey, pressedId?: string): Promise<void> {
  try {
    // Somebody else may press meanwhile.
    for (let isShown = false; !isShown; ) {
      const handover = await findHandover(deps.core, key);
      if (!handover || handover.isShown) return;
      const messageId = handover.messageId ?? pressedId;
      if (messageId !== undefined) await editMessage(deps, { ...handover, messageId });
      const isUnknown = handover.state === 'solved' && handover.solvedId === null;
      const solvedId = isUnknown ? await findLatest(deps, handover) : handover.solvedId;
      isShown = await noteShown(deps.core, handover, solvedId);
    }
  } catch (error) {
    deps.core.log.warn({ ...toFields(error), server: key.serverId }, 'hand-over not shown yet');
  }
}

type ShowDeps = CardDeps & { rest: REST };

/** @throws whatever may pass; nobody reads a message that is gone or out of reach. */
async function editMessage(
  { rest, policies }: ShowDeps,
  { serverId, channelId, messageId, answerId, state, claimedName }: Handover & { messageId: string },
): Promise<void> {
  const language = interfaceLanguageOf((await policies.of(serverId)).language);
  const route = Routes.channelMessage(channelId, messageId);
  try {
    const { content } = (await rest.get(route)) as APIMessage;
    const row = state === 'solved' ? [] : renderRows([buttonsOf(answerId, state, language)]);
    const body = { content: withState(content, describeState(state, claimedName, language)) };
    await rest.patch(route, { body: { ...body, components: row, allowed_mentions: { parse: [] } } });
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}

const STATE = / · (?:🙋|✅) \*\*.*$/u;

/** Stands at the end of the line that calls the team, in place of an earlier state. */
function withState(content: string, state: string): string {
  const lines = content.split('\n');
  const at = lines.findLastIndex((line) => line.startsWith(HAND_OVER));
  if (at === -1) return content;
  lines[at] = `${lines[at]?.replace(STATE, '')} · ${state}`;
  const text = lines.join('\n');
  return text.length > MAX_MESSAGE_CHARACTERS ? content : text;
}

function describeState(state: Handover['state'], name: string | null, language: InterfaceLanguage): string {
  const { claimed, solved, by } = TEXTS[language];
  const who = name === null ? '' : ` ${by} ${escapeMarkdown(neutraliseMentions(toShortName(name)))}`;
  return state === 'solved' ? `✅ **${solved}**` : `🙋 **${claimed}**${who}`;
}

/** The last message of a place that can be read: all until then is over. */
async function findLatest({ rest }: ShowDeps, { channelId, messageId }: Handover): Promise<string | null> {
  const query = new URLSearchParams({ limit: '1' });
  const read = rest.get(Routes.channelMessages(channelId), { query }) as Promise<APIMessage[]>;
  const [latest] = await read.catch((error: unknown) => {
    if (findCause(error)?.kind !== 'refused') throw error;
    return [];
  });
  return latest?.id ?? messageId;
}
