import type { REST } from 'discord.js';
import type { Answer } from '../../../../core/answering/question.ts';
import type { Core } from '../../../../core/core.ts';
import { claimTopicCall, giveTopicCallBack } from '../../../../core/learning/surge.ts';
import { claimCall, giveCallBack, type Place } from '../../../../core/members/message-claims.ts';
import type { Language } from '../../../../domain/types.ts';
import { toFields } from '../../errors.ts';
import { PHRASES } from '../../text/phrases.ts';
import type { Policies } from '../policies.ts';
import { sendPost, UndeliverableError } from './send.ts';

export interface TeamCall {
  /** What the person who waits reads; mentions the role that is pinged. */
  line: string;
  /** null: no role is set, or it was pinged less than 10 minutes ago, here or for the same question. */
  pingRoleId: string | null;
  /** The message with the line was not delivered. Never rejects. */
  giveBack(): Promise<void>;
}

/** The answer that is handed over because the knowledge holds none, by its id; null for any other. */
export function topicOf({ id, teamReason }: Pick<Answer, 'id' | 'teamReason'>): string | null {
  return teamReason === 'not_in_knowledge' ? id : null;
}

/**
 * Prepares the visible line of a hand-over, with the one ping if it is due.
 * @param call.topicId of an answer that others may have asked for too; null: only the place counts.
 */
export async function prepareTeamCall(
  deps: { core: Core; policies: Policies },
  call: { place: Place; topicId: string | null; language: Language },
): Promise<TeamCall> {
  const { place, topicId, language } = call;
  const { handOverRole } = await deps.policies.of(place.serverId);
  const giveBack = async () => undefined;
  if (handOverRole === null)
    return { line: `📣 ${PHRASES.teamCalled[language]}`, pingRoleId: null, giveBack };
  const claim = await claimFor(deps.core, place, topicId);
  if (claim !== 'due') {
    const phrase = claim === 'topic_called' ? PHRASES.teamKnowsTopic : PHRASES.teamKnows;
    return { line: `📣 ${phrase[language]}`, pingRoleId: null, giveBack };
  }
  return {
    line: `📣 <@&${handOverRole}> ${PHRASES.teamCalled[language]}`,
    pingRoleId: handOverRole,
    giveBack: () =>
      (topicId === null
        ? giveCallBack(deps.core, place)
        : giveTopicCallBack(deps.core, place, topicId)
      ).catch((error: unknown) =>
        deps.core.log.warn({ err: error, server: place.serverId }, 'call of the team not given back'),
      ),
  };
}

async function claimFor(core: Core, place: Place, topicId: string | null) {
  if (topicId !== null) return claimTopicCall(core, place, topicId);
  return (await claimCall(core, place)) ? 'due' : 'called_here';
}

/** What became of a call. `forbidden`: the bot may not write there; `failed`: another try may help. */
export type CallOutcome = 'called' | 'forbidden' | 'failed';

/** A call of the team under a message. */
export interface CallRequest {
  serverId: string;
  channelId: string;
  /** A thread or a ticket, which is one place whoever asks. */
  isOnePlace: boolean;
  askerId: string | null;
  messageId: string;
  language: Language;
  /** As of `prepareTeamCall`; left out where somebody wished for the team. */
  topicId?: string | null;
}

/** Calls the team under a message that stands already; nothing is noted of a call that does not stand. Never throws. */
export async function callTeamIn(
  deps: { core: Core; rest: REST; policies: Policies },
  call: CallRequest,
): Promise<CallOutcome> {
  const { serverId, channelId, messageId, language, topicId = null } = call;
  const place = { serverId, channelId, memberId: call.isOnePlace ? '' : (call.askerId ?? '') };
  let prepared: TeamCall | null = null;
  try {
    prepared = await prepareTeamCall(deps, { place, topicId, language });
    const post = {
      channelId,
      nonce: `t${messageId}`,
      card: { text: prepared.line },
      pingRoleId: prepared.pingRoleId,
    };
    await sendPost(deps.rest, { ...post, replyToId: messageId }).catch((error: unknown) => {
      if (!(error instanceof UndeliverableError) || error.reason !== 'gone') throw error;
      return sendPost(deps.rest, { ...post, replyToId: null });
    });
    return 'called';
  } catch (error) {
    await prepared?.giveBack();
    deps.core.log.warn({ ...toFields(error), server: serverId }, 'team not called');
    const isForbidden = error instanceof UndeliverableError && error.reason === 'forbidden';
    return isForbidden ? 'forbidden' : 'failed';
  }
}
