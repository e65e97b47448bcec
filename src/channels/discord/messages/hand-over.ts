import type { REST } from 'discord.js';
import { claimCall, giveCallBack, type Place } from '../../../core/conversations.ts';
import type { Core } from '../../../core/core.ts';
import type { Language } from '../../../domain/types.ts';
import { PHRASES } from '../text/phrases.ts';
import type { Policies } from './policies.ts';
import { sendPost, UndeliverableError } from './send.ts';

export interface TeamCall {
  /** What the person who waits reads; mentions the role that is pinged. */
  line: string;
  /** null: no role is set, or it was pinged here less than 10 minutes ago. */
  pingRoleId: string | null;
  /** The message with the line was not delivered. Never rejects. */
  giveBack(): Promise<void>;
}

/** Prepares the visible line of a hand-over, with the one ping if it is due. */
export async function prepareTeamCall(
  deps: { core: Core; policies: Policies },
  place: Place,
  language: Language,
): Promise<TeamCall> {
  const { handOverRole } = await deps.policies.of(place.serverId);
  const isDue = handOverRole !== null && (await claimCall(deps.core, place));
  if (!isDue) {
    const line = (handOverRole === null ? PHRASES.teamCalled : PHRASES.teamKnows)[language];
    return { line: `📣 ${line}`, pingRoleId: null, giveBack: async () => undefined };
  }
  return {
    line: `📣 <@&${handOverRole}> ${PHRASES.teamCalled[language]}`,
    pingRoleId: handOverRole,
    giveBack: () =>
      giveCallBack(deps.core, place).catch((error: unknown) =>
        deps.core.log.warn({ err: error, server: place.serverId }, 'call of the team not given back'),
      ),
  };
}

/** Calls the team under a message that stands already. Never throws: who waits has an answer. */
export async function callTeamIn(
  deps: { core: Core; rest: REST; policies: Policies },
  call: {
    serverId: string;
    channelId: string;
    isThread: boolean;
    askerId: string | null;
    messageId: string;
    language: Language;
  },
): Promise<void> {
  const { serverId, channelId, messageId, language } = call;
  const place = { serverId, channelId, memberId: call.isThread ? '' : (call.askerId ?? '') };
  let prepared: TeamCall | null = null;
  try {
    prepared = await prepareTeamCall(deps, place, language);
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
  } catch (error) {
    await prepared?.giveBack();
    deps.core.log.warn({ err: error, server: serverId }, 'team not called');
  }
}
