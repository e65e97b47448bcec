import type { Client } from 'discord.js';
import type { Card } from '../../../../../commands/reply.ts';
import type { AnswerDraft, DraftKey } from '../../../../core/answering/drafts.ts';
import {
  endDraft,
  findDraft,
  forgetDraft,
  keepDraft,
  takeDueDrafts,
} from '../../../../core/answering/drafts.ts';
import { teamNotice } from '../../../../core/answering/notices.ts';
import type { Answer } from '../../../../core/answering/question.ts';
import type { Core } from '../../../../core/core.ts';
import { noteTeamCall } from '../../../../core/learning/feedback.ts';
import { type Absence, findAbsence } from '../../../../core/owners/hours.ts';
import { getServer } from '../../../../core/owners/servers.ts';
import { hoursIn, parseSettings } from '../../../../core/owners/settings.ts';
import { toFields } from '../../errors.ts';
import { LOOKED_AT } from '../../text/answer-text.ts';
import { describeAbsence, PHRASES } from '../../text/phrases.ts';
import { placesAbove } from '../incoming.ts';
import { listMissingToWrite } from '../policies.ts';
import type { BotDeps } from '../tickets/tickets.ts';
import { callTeamIn, isUrgent } from '../turn/hand-over.ts';
import { UndeliverableError } from '../turn/send.ts';
import { completeCard, postCard, reasonOf, remindTeam, removeCard } from './card.ts';
import { carryOut } from './decision.ts';

export interface Held {
  callsTeam: boolean;
  render(handOverLine: string | null): Card;
  /** Follows once the line stands and is recorded. Never rejects. */
  follow(): Promise<void>;
}

interface AskedAt {
  serverId: string;
  channelId: string;
  above: readonly string[];
  /** The asker opted out: nothing may be kept that somebody could look at later. */
  isUnrecorded: boolean;
  /** Without a card, nobody hears of it. */
  isObserved?: boolean;
}

/**
 * Keeps a draft from the asker, who reads that the team has a look, and prepares its card in the team's place. Without
 * such a place the question is handed over.
 */
export async function holdBack(deps: BotDeps, asked: AskedAt, answer: Answer): Promise<Held> {
  const { core } = deps;
  const { id: answerId } = answer;
  const key = { serverId: asked.serverId, answerId };
  const isKept = !asked.isUnrecorded && !answer.isPrivate;
  const cardChannelId = isKept ? await findTeamChannel(deps, asked) : null;
  if (cardChannelId === null && asked.isObserved) {
    return { callsTeam: false, render: () => ({ text: '' }), follow: async () => undefined };
  }
  if (cardChannelId === null) {
    const follow = () => attempt(core, key, async () => void (await noteTeamCall(core, key)));
    return { callsTeam: true, render: (line) => ({ text: handOverText(answer, line) }), follow };
  }
  await keepDraft(core, { ...key, cardChannelId });
  const { limits } = await deps.policies.of(asked.serverId);
  const absence = findAbsence({ hours: hoursIn(limits, asked) }, core.clock());
  return {
    callsTeam: false,
    render: () => ({ text: waitingText(answer, absence) }),
    follow: () => attempt(core, key, () => presentDraft(deps, key)),
  };
}

/** A channel that the team reads and the asker does not; null: there is none. */
async function findTeamChannel({ core, findGuild }: BotDeps, asked: AskedAt): Promise<string | null> {
  const { serverId, channelId, above } = asked;
  const { alerts_channel: teamId } = parseSettings((await getServer(core, serverId)).settings);
  const channel = findGuild(serverId)?.channels.cache.get(teamId ?? '');
  if (!channel?.isSendable() || listMissingToWrite(channel).length > 0) return null;
  // Readers of a channel read its threads too.
  const isSame = [channelId, ...above].includes(channel.id) || placesAbove(channel).includes(channelId);
  return isSame ? null : channel.id;
}

/** People in danger read at once whom to call. */
function handOverText({ language, teamReason }: Answer, line: string | null): string {
  const notice = teamReason === 'safety' || line === null ? teamNotice(language, teamReason ?? 'model') : '';
  return [notice, line].filter(Boolean).join('\n\n');
}

function waitingText({ language, teamReason, needsTeam }: Answer, absence: Absence | null): string {
  const phrase = needsTeam ? PHRASES.teamKnows[language] : PHRASES.lookedAt[language];
  const line = absence ? describeAbsence(language, absence) : phrase;
  const notice = teamReason === 'safety' ? `${teamNotice(language, teamReason)}\n\n` : '';
  return `${notice}${LOOKED_AT}${line}`;
}

/** A fault leaves the draft due. */
async function attempt(core: Core, key: DraftKey, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) =>
    core.log.warn(
      { ...toFields(error), server: key.serverId, answer: key.answerId },
      'draft not presented yet',
    ),
  );
}

async function presentDraft(deps: BotDeps, key: DraftKey): Promise<void> {
  const draft = await findDraft(deps.core, key);
  if (draft?.said) await present(deps, draft);
}

/** Shows a draft to the team; where that is not possible any more, the team is called to the question. @throws */
async function present(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  await postCard(deps, draft).catch(async (error: unknown) => {
    if (!(error instanceof UndeliverableError) || error.reason === 'failed') throw error;
    deps.core.log.warn(
      { ...toFields(error), server: draft.serverId },
      'draft could not be shown, handed over to the team',
    );
    await handOverDraft(deps, draft);
  });
}

/** The team's place is gone, so the team is called where the asker waits. @throws when that fails too */
async function handOverDraft(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  const { serverId, channelId, messageId, isCommand, replyIds, askerId, said } = draft;
  const lineId = isCommand ? replyIds?.at(-1) : messageId;
  if (channelId && lineId && said) {
    const channel = deps.findGuild(serverId)?.channels.cache.get(channelId) ?? null;
    const call = {
      ...{ serverId, answerId: draft.answerId, channelId, askerId, messageId: lineId },
      ...{ language: said.language, about: reasonOf(deps, draft) },
      isOnePlace: await deps.tickets.isOnePlace(channel),
      isUrgent: isUrgent({ teamReason: draft.reason }),
    };
    if ((await callTeamIn(deps, call)) === 'failed') throw new Error('team not called');
    await noteTeamCall(deps.core, draft);
  }
  await forgetDraft(deps.core, draft);
}

/**
 * Sends decisions of a dead process, posts missing cards, reminds the team after a day, and removes cards whose text
 * was deleted. Each by one process at a time.
 */
export async function tendDrafts(deps: BotDeps, client: Client<true>): Promise<void> {
  const serverIds = client.guilds.cache.filter(({ available }) => available).map(({ id }) => id);
  let due: readonly AnswerDraft[];
  do {
    due = await takeDueDrafts(deps.core, serverIds);
    for (const draft of due) {
      // The others are due again in a minute.
      if (!client.isReady()) return;
      await tend(deps, draft).catch((error: unknown) =>
        deps.core.log.warn(
          { ...toFields(error), server: draft.serverId, answer: draft.answerId },
          'draft left for later',
        ),
      );
    }
  } while (due.length > 0);
}

async function tend(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  if (draft.said === null) {
    await removeCard(deps, draft);
    return forgetDraft(deps.core, draft);
  }
  if (draft.state !== 'open') return finish(deps, draft);
  // Nobody was told that the team has a look: the question was dropped, or is answered anew.
  if (draft.askedState === null) return forgetDraft(deps.core, draft);
  if (draft.cardIds.length > 0) return remind(deps, draft);
  if (draft.askedState === 'answered') await present(deps, draft);
}

async function finish(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  const outcome = await carryOut(deps, draft, { isRetry: true });
  if (outcome === 'later' || outcome === 'forbidden') return;
  const isMarked = await completeCard(deps, outcome === 'done' ? draft : { ...draft, state: 'discarded' });
  if (outcome === 'done' && isMarked) await endDraft(deps.core, draft);
}

async function remind(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  await remindTeam(deps, draft).catch((error: unknown) => {
    // Nobody sees the card any more.
    if (error instanceof UndeliverableError && error.reason !== 'failed') return handOverDraft(deps, draft);
    throw error;
  });
}
