import type { REST } from 'discord.js';
import type { Answer } from '../../../../core/answering/question.ts';
import type { Core } from '../../../../core/core.ts';
import { claimTopicCall, giveTopicCallBack } from '../../../../core/learning/surge.ts';
import { claimCall, giveCallBack, type Place } from '../../../../core/members/message-claims.ts';
import { findAbsence } from '../../../../core/owners/hours.ts';
import { handoverRoleIn, hoursIn } from '../../../../core/owners/settings.ts';
import type { Language } from '../../../../domain/types.ts';
import { toFields } from '../../errors.ts';
import { describeAbsence, PHRASES } from '../../text/phrases.ts';
import { dropHandover, noteStanding, openHandover } from '../handovers/card.ts';
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

/** Where and why the team is called, which decides on the role. */
export type CallReason = Parameters<typeof handoverRoleIn>[1];

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
 * @param call.asked where the question stands, whose hours count; a draft's card stands elsewhere.
 * @param call.topicId others may have asked the same; null: only the place counts
 */
export async function prepareTeamCall(
  deps: { core: Core; policies: Policies },
  call: {
    place: Place;
    about: CallReason;
    topicId: string | null;
    language: Language;
    isUrgent?: boolean;
  },
): Promise<TeamCall> {
  const { place, topicId, language, isUrgent = false } = call;
  const { roles, limits } = await deps.policies.of(place.serverId);
  const handOverRole = handoverRoleIn(roles, call.about);
  const hours = hoursIn(limits, call.about.path);
  const absence = findAbsence({ hours }, deps.core.clock());
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
        deps.core.log.warn(
          { err: error, server: place.serverId },
          'team not called, and the failed call could not be taken back',
        ),
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
  answerId: string;
  channelId: string;
  about: CallReason;
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
  const { serverId, answerId, channelId, messageId, language, about, topicId = null, isUrgent } = call;
  const place = { serverId, channelId, memberId: call.isOnePlace ? '' : (call.askerId ?? '') };
  let prepared: TeamCall | null = null;
  try {
    const urgency = isUrgent ? { isUrgent } : {};
    prepared = await prepareTeamCall(deps, { place, about, topicId, language, ...urgency });
    const rows = [await openHandover(deps, { place, answerId, language })];
    const post = {
      channelId,
      nonce: `t${messageId}`,
      card: { text: prepared.line, rows },
      pingRoleId: prepared.pingRoleId,
    };
    const { ids } = await sendPost(deps.rest, { ...post, replyToId: messageId }).catch((error: unknown) => {
      if (!(error instanceof UndeliverableError) || error.reason !== 'gone') throw error;
      return sendPost(deps.rest, { ...post, replyToId: null });
    });
    await noteStanding(deps, { serverId, answerId }, ids);
    return 'called';
  } catch (error) {
    await prepared?.giveBack();
    await dropHandover(deps, { serverId, answerId });
    deps.core.log.warn({ ...toFields(error), server: serverId }, 'team not called');
    const isForbidden = error instanceof UndeliverableError && error.reason === 'forbidden';
    return isForbidden ? 'forbidden' : 'failed';
  }
}
