import { type APIMessage, Routes } from 'discord.js';
import { type Button, type Card, escapeMarkdown } from '../../../../../commands/reply.ts';
import type { AnswerDraft } from '../../../../core/answering/drafts.ts';
import {
  findDecision,
  isSilent,
  nonceOf,
  noteCard,
  noteReminder,
  teamLanguageOf,
} from '../../../../core/answering/drafts.ts';
import { neutraliseMentions } from '../../../../core/answering/sanitise/sanitise.ts';
import type { Core } from '../../../../core/core.ts';
import { truncate } from '../../../../domain/text.ts';
import type { AuditAction, InterfaceLanguage } from '../../../../domain/types.ts';
import { REASONS } from '../../../../domain/words.ts';
import { findCause, isOutOfReach, toFields } from '../../errors.ts';
import { quoteQuestion, renderBody } from '../../text/answer-text.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../text/render.ts';
import { placesAbove } from '../incoming.ts';
import { toShortName } from '../reading/markup.ts';
import type { BotDeps } from '../tickets/tickets.ts';
import { type CallReason, isUrgent, prepareTeamCall, type TeamCall } from '../turn/hand-over.ts';
import { sendPost } from '../turn/send.ts';

const LABELS: Record<InterfaceLanguage, { send: string; edit: string; discard: string }> = {
  de: { send: 'Senden', edit: 'Bearbeiten', discard: 'Verwerfen' },
  en: { send: 'Send', edit: 'Edit', discard: 'Discard' },
};

const HEAD_MARK = '📝 **';

/** The ping stands last, below all that a long draft is split into. */
function renderDraftCard(core: Core, draft: AnswerDraft, pingRoleId: string | null): Card {
  const language = teamLanguageOf(draft);
  const call = pingRoleId === null ? '' : `<@&${pingRoleId}> `;
  const texts = {
    de: {
      head: 'Entwurf: Wer gefragt hat, sieht ihn noch nicht',
      link: 'Zur Frage',
      ask: 'Bitte ansehen und entscheiden.',
    },
    en: {
      head: 'Draft: the asker does not see it yet',
      link: 'Go to the question',
      ask: 'Please check it and decide.',
    },
  }[language];
  const text = [
    `${HEAD_MARK}${texts.head}**`,
    `${quoteQuestion(draft.question ?? '')} [${texts.link}](<${addressOf(core, draft)}>)`,
    '',
    draft.said ? renderBody(draft.said).trimEnd() : '',
    '',
    `-# ${describeWhy(draft, language)}`,
    `${call}${texts.ask}`,
  ].join('\n');
  return { text, rows: [buttonsOf(draft.answerId, language)] };
}

function buttonsOf(answerId: string, language: InterfaceLanguage): Button[] {
  const labels = LABELS[language];
  return [
    { kind: 'button', id: `draft:send:${answerId}`, label: labels.send, style: 'success' },
    { kind: 'button', id: `draft:edit:${answerId}`, label: labels.edit, style: 'secondary' },
    { kind: 'button', id: `draft:discard:${answerId}`, label: labels.discard, style: 'danger' },
  ];
}

function describeWhy(
  { confidence, needsTeam, reason, settings }: AnswerDraft,
  language: InterfaceLanguage,
): string {
  const number = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 2 });
  const [sure, below] = [number(confidence), number(settings.draft_below)];
  const isUnsure = settings.drafts === 'unsure' && confidence < settings.draft_below;
  const cause = isUnsure
    ? { de: `, unter ${below}`, en: `, below ${below}` }
    : settings.drafts === 'all'
      ? { de: '; jede Antwort ist ein Entwurf', en: '; every answer is a draft' }
      : { de: '; ich beobachte hier nur', en: '; I only observe here' };
  const why = `${{ de: 'Sicherheit', en: 'Confidence' }[language]} ${sure}${cause[language]}`;
  if (!needsTeam || reason === null) return why;
  const team = { de: 'Ein Mensch wird gebraucht', en: 'A person is needed' }[language];
  return `${why} · ${team}: ${REASONS[reason][language]}`;
}

function addressOf(
  { config }: Core,
  { serverId, channelId, messageId, isCommand, replyIds }: AnswerDraft,
): string {
  const id = isCommand ? replyIds?.at(-1) : messageId;
  return `${config.DISCORD_WEB_URL}/channels/${serverId}/${channelId}/${id}`;
}

/** Where a draft was asked, and why the team must see it. */
export function reasonOf({ findGuild }: BotDeps, draft: AnswerDraft): CallReason {
  const channelId = draft.channelId ?? '';
  const above = placesAbove(findGuild(draft.serverId)?.channels.cache.get(channelId) ?? null);
  return { path: { channelId, above }, reason: draft.reason };
}

/** The team's place is called at most once in ten minutes, for any reason; not to what nobody waits for. */
async function prepareCall(deps: BotDeps, draft: AnswerDraft): Promise<TeamCall> {
  if (isSilent(draft)) return { line: '', pingRoleId: null, giveBack: async () => undefined };
  const place = { serverId: draft.serverId, channelId: draft.cardChannelId, memberId: '' };
  const about = reasonOf(deps, draft);
  const urgency = { topicId: null, isUrgent: isUrgent({ teamReason: draft.reason }) };
  return prepareTeamCall(deps, { place, about, ...urgency, language: teamLanguageOf(draft) });
}

/** Posts the card of a draft. @throws UndeliverableError; nobody is called then. */
export async function postCard(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  const call = await prepareCall(deps, draft);
  const { pingRoleId } = call;
  try {
    const card = renderDraftCard(deps.core, draft, pingRoleId);
    const nonce = nonceOf('card', draft.answerId);
    const { ids, fault } = await sendPost(deps.rest, {
      ...{ channelId: draft.cardChannelId, replyToId: null, nonce, card, pingRoleId },
    });
    if (fault) throw fault;
    await noteCard(deps.core, draft, ids);
  } catch (error) {
    await call.giveBack();
    throw error;
  }
}

export async function remindTeam(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  const call = await prepareCall(deps, draft);
  const { pingRoleId } = call;
  const who = pingRoleId === null ? '' : `<@&${pingRoleId}> `;
  const text = {
    de: `⏰ ${who}Dieser Entwurf wartet seit einem Tag. Wer gefragt hat, wartet mit.`,
    en: `⏰ ${who}This draft has been waiting for a day, and so has the asker.`,
  }[teamLanguageOf(draft)];
  try {
    await sendPost(deps.rest, {
      ...{ channelId: draft.cardChannelId, replyToId: draft.cardIds.at(-1) ?? null },
      ...{ nonce: nonceOf('remind', draft.answerId), card: { text }, pingRoleId },
    });
  } catch (error) {
    await call.giveBack();
    throw error;
  }
  await noteReminder(deps.core, draft);
}

/** Begins the line of a decision that could not be carried out yet. */
export const PENDING = '⏳ ';

/**
 * Replaces the buttons and all that says that a card waits by the decision; the first final one stays, for the process
 * that took over may have been faster. Never throws.
 * @returns whether the card says so now, or is gone
 */
export async function markCard(deps: BotDeps, draft: AnswerDraft, line: string): Promise<boolean> {
  const cardId = draft.cardIds.at(-1);
  if (cardId === undefined) return true;
  try {
    const { content, components = [] } = await readCard(deps, draft, cardId);
    // It asks for a decision, or tells of one that could not be carried out.
    const [before, last] = [toLines(content).slice(0, -1), toLines(content).at(-1)];
    if (components.length === 0 && !last?.startsWith(PENDING)) return true;
    const isFinal = !line.startsWith(PENDING);
    const [firstId] = draft.cardIds;
    if (isFinal && firstId !== undefined && firstId !== cardId) {
      const first = await readCard(deps, draft, firstId);
      await changeCard(deps, draft, firstId, withoutHead(toLines(first.content)).join('\n'));
    }
    const kept = isFinal && firstId === cardId ? withoutHead(before) : before;
    const shown = truncate(kept.join('\n'), MAX_MESSAGE_CHARACTERS - line.length - 1);
    await changeCard(deps, draft, cardId, `${shown}\n${line}`);
    return true;
  } catch (error) {
    deps.core.log.warn({ ...toFields(error), server: draft.serverId }, 'card of a draft not changed');
    return findCause(error)?.kind === 'refused';
  }
}

type DraftPlace = Pick<AnswerDraft, 'cardChannelId'>;

async function readCard({ rest }: BotDeps, { cardChannelId }: DraftPlace, id: string): Promise<APIMessage> {
  return (await rest.get(Routes.channelMessage(cardChannelId, id))) as APIMessage;
}

async function changeCard({ rest }: BotDeps, { cardChannelId }: DraftPlace, id: string, content: string) {
  const body = { content, components: [], allowed_mentions: { parse: [] } };
  await rest.patch(Routes.channelMessage(cardChannelId, id), { body });
}

const toLines = (content: string) => content.split('\n');

function withoutHead(lines: readonly string[]): string[] {
  const [first = '', ...rest] = lines;
  return first.startsWith(HEAD_MARK) ? rest : [first, ...rest];
}

export async function completeCard(deps: BotDeps, draft: AnswerDraft): Promise<boolean> {
  const decision = await findDecision(deps.core, draft);
  const action = decision?.action ?? (draft.state === 'sent' ? 'drafts.sent' : 'drafts.discarded');
  return markCard(deps, draft, describeDecision(action, decision?.memberName ?? null, teamLanguageOf(draft)));
}

const DECISIONS = {
  'drafts.discarded': { mark: '🗑️', de: 'Verworfen', en: 'Discarded' },
  'drafts.edited': { mark: '✏️', de: 'Bearbeitet und gesendet', en: 'Edited and sent' },
  'drafts.sent': { mark: '✅', de: 'Gesendet', en: 'Sent' },
};

/** @param name null: nobody may tell who decided */
export function describeDecision(
  action: AuditAction,
  name: string | null,
  language: InterfaceLanguage,
): string {
  const isKnown = action === 'drafts.discarded' || action === 'drafts.edited';
  const { mark, ...texts } = DECISIONS[isKnown ? action : 'drafts.sent'];
  if (name === null) return `${mark} **${texts[language]}.**`;
  const who = escapeMarkdown(neutraliseMentions(toShortName(name)));
  return `${mark} **${texts[language]}** ${{ de: 'von', en: 'by' }[language]} ${who}.`;
}

/** Removes a card whose words were deleted. @throws DiscordAPIError unless it is gone or out of reach */
export async function removeCard({ rest }: BotDeps, { cardChannelId, cardIds }: AnswerDraft): Promise<void> {
  for (const id of cardIds) {
    await rest.delete(Routes.channelMessage(cardChannelId, id)).catch((error: unknown) => {
      if (!isOutOfReach(error)) throw error;
    });
  }
}
