import type { REST } from 'discord.js';
import type { Answer } from '../../../../core/answering/question.ts';
import type { Core } from '../../../../core/core.ts';
import { claimTopicCall, giveTopicCallBack } from '../../../../core/learning/surge.ts';
import { claimCall, giveCallBack, type Place } from '../../../../core/members/message-claims.ts';
import { findAbsence } from '../../../../core/owners/hours.ts';
import type { Language } from '../../../../domain/types.ts';
import { toFields } from '../../errors.ts';
import { describeAbsence, PHRASES } from '../../text/phrases.ts';
import type { Policies } from '../policies.ts';
import { sendPost, UndeliverableError } from './send.ts';

export interface TeamCall {
  /** Mentions the role that is pinged. */
  line: string;
  /**
   * null: no role is set, it was pinged less than 10 minutes ago here or for the same question, or the team is away.
   */
  pingRoleId: string | null;
  /** Undoes the call where the line was not delivered. Never rejects. */
  giveBack(): Promise<void>;
}

/** The id of an answer that the knowledge lacks; null for any other. */
export function topicOf({ id, teamReason }: Pick<Answer, 'id' | 'teamReason'>): string | null {
  return teamReason === 'not_in_knowledge' ? id : null;
}

export function isUrgent({ teamReason }: Pick<Answer, 'teamReason'>): boolean {
  return teamReason === 'safety';
}

/**
 * Prepares the visible line of a hand-over, with the one ping if it is due. An absent team is called only where
 * somebody may be in danger.
 * @param call.topicId others may have asked the same; null: only the place counts
 */
export async function prepareTeamCall(
  deps: { core: Core; policies: Policies },
  call: { place: Place; topicId: string | null; language: Language; isUrgent?: boolean },
): Promise<TeamCall> {
  const { place, topicId, language, isUrgent = false } = call;
  const { handOverRole, limits } = await deps.policies.of(place.serverId);
  const absence = findAbsence(limits, deps.core.clock());
  const giveBack = async () => undefined;
  if (absence && !isUrgent)
    return { line: `📣 ${describeAbsence(language, absence)}`, pingRoleId: null, giveBack };
  const later = absence ? ` ${describeAbsence(language, absence)}` : '';
  if (handOverRole === null)
    return { line: `📣 ${PHRASES.teamCalled[language]}${later}`, pingRoleId: null, giveBack };
  const claim = await claimFor(deps.core, place, topicId);
  if (claim !== 'due') {
    const phrase = claim === 'topic_called' ? PHRASES.teamKnowsTopic : PHRASES.teamKnows;
    return { line: `📣 ${phrase[language]}${later}`, pingRoleId: null, giveBack };
  }
  return {
    line: `📣 <@&${handOverRole}> ${PHRASES.teamCalled[language]}${later}`,
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

/** `forbidden`: the bot may not write there; `failed`: another try may help. */
export type CallOutcome = 'called' | 'forbidden' | 'failed';

export interface CallRequest {
  serverId: string;
  channelId: string;
  isOnePlace: boolean;
  askerId: string | null;
  messageId: string;
  language: Language;
  topicId?: string | null;
  isUrgent?: boolean;
}

/** Calls the team under a message that stands already. Never throws. */
export async function callTeamIn(
  deps: { core: Core; rest: REST; policies: Policies },
  call: CallRequest,
): Promise<CallOutcome> {
  const { serverId, channelId, messageId, language, topicId = null, isUrgent } = call;
  const place = { serverId, channelId, memberId: call.isOnePlace ? '' : (call.askerId ?? '') };
  let prepared: TeamCall | null = null;
  try {
    prepared = await prepareTeamCall(deps, { place, topicId, language, ...(isUrgent ? { isUrgent } : {}) });
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
