import type { REST } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import { type CountedQuestion, countQuestion, giveTellingBack } from '../../../core/members/member-limit.ts';
import { guessLanguage } from '../../../core/reading/language.ts';
import { words } from '../../../core/search/words/analyse.ts';
import type { Language } from '../../../domain/types.ts';
import { toFields } from '../errors.ts';
import { describeLimit } from '../text/timed.ts';
import type { Incoming } from './incoming.ts';
import { isTeam, type Policies } from './policies.ts';
import { sendPost } from './turn/send.ts';

/** A message that is ours to answer. */
export interface TakenMessage {
  isOptedOut: boolean;
  /** What is given back where its turn gets no answer. */
  counted: CountedQuestion;
  /** An answer may have been begun before, and nobody has seen it. */
  isTakenOver: boolean;
}

/** What became of a message that came; null: not ours to answer, `over_limit`: left, for its author asked too much. */
export type Taking = TakenMessage | 'over_limit' | null;

/** The messages that are ours to answer, and what they count for, if they do. */
export function listTaken(messages: readonly Incoming[], takings: readonly (Taking | undefined)[]) {
  const taken = takings.map((taking) => (typeof taking === 'object' ? taking : null));
  return {
    ours: messages.filter((_, index) => taken[index]),
    isOptedOut: taken.some((one) => one?.isOptedOut),
    isTakenOver: taken.some((one) => one?.isTakenOver),
    counted: taken.find((one) => one?.counted)?.counted ?? null,
  };
}

interface LimitDeps {
  core: Core;
  policies: Policies;
  rest: REST;
}

/**
 * Counts a message towards the limit of its author. A turn of several messages counts once, and is left as a whole.
 * @param earlier what becomes of the messages before it in its turn.
 * @throws AppError('service_unavailable')
 */
export async function countTowardsLimit(
  deps: LimitDeps,
  message: Incoming,
  earlier: readonly (Promise<Taking> | undefined)[],
): Promise<'over_limit' | CountedQuestion> {
  const { serverId, author, id: questionId } = message;
  const policy = await deps.policies.of(serverId);
  const limit = isTeam(policy, author.roleIds) ? 0 : policy.limits.member_questions;
  // Of a ticket's form it may not be known who asks.
  if (limit === 0 || author.id === '') return null;
  const before = await Promise.all(earlier);
  if (before.includes('over_limit')) return 'over_limit';
  const { counted } = listTaken([], before);
  if (counted) return counted;
  const asked = { serverId, memberId: author.id, questionId, limit, tells: true };
  const check = await countQuestion(deps.core, asked);
  if (!check.isOver) return check.counted;
  deps.core.log.info({ server: serverId, message: questionId }, 'question left: limit of a member');
  if (check.isToBeTold) await tell(deps, message, { ...check, language: policy.language });
  return 'over_limit';
}

/** The one line of the hour; where it does not get through, the next question brings it. Never rejects. */
async function tell(
  { core, rest }: LimitDeps,
  { id, serverId, channelId, text }: Incoming,
  told: { againAt: Date; question: NonNullable<CountedQuestion>; language: Language },
): Promise<void> {
  const language = guessLanguage(words(text)) ?? told.language;
  const card = { text: describeLimit(language, told.againAt) };
  try {
    await sendPost(rest, { channelId, replyToId: id, nonce: id, card });
  } catch (error) {
    await giveTellingBack(core, told.question);
    core.log.warn({ ...toFields(error), server: serverId, message: id }, 'limit of a member not told');
  }
}
