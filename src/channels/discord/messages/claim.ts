import type { Guild } from 'discord.js';
import { countQuestion, giveTellingBack } from '../../../core/members/member-limit.ts';
import { type Claims, dropMessages, isQuiet } from '../../../core/members/message-claims.ts';
import { hasOptedOut } from '../../../core/members/privacy.ts';
import { isObservedIn, questionsOf } from '../../../core/owners/settings.ts';
import type { Language } from '../../../domain/types.ts';
import { describeErrorTo, guessLanguageOf, isDatabaseAway, toFields } from '../errors.ts';
import { describeLimit } from '../text/phrases.ts';
import { type Incoming, placeOf } from './incoming.ts';
import type { Pending } from './message-state.ts';
import { isTeam } from './policies.ts';
import type { BotDeps } from './tickets/tickets.ts';
import { type Patience, persist, sendPost } from './turn/send.ts';

/** A failover takes seconds; after that time people hear that they have to ask again. */
const OUTAGE_MS = 60_000;

export interface ClaimDeps extends BotDeps {
  claims: Claims;
  ensureServer(guild: Guild): Promise<void>;
  stopping: AbortSignal;
}

export interface Arrival {
  /** It goes on with a turn that is open. */
  isMore?: boolean;
  newIn?: Guild | null;
}

/**
 * Whether a message is ours to answer: no other process has it, the team does not speak here, and its author has
 * neither opted out without addressing the bot nor asked too much. Never rejects.
 * @param arrival.earlier messages of the same turn.
 */
export async function claimMessage(
  deps: ClaimDeps,
  pending: Pending,
  arrival: Arrival & { earlier: readonly Pending[] },
): Promise<boolean> {
  const { claims, core } = deps;
  const { message, isTakenOver } = pending;
  const { serverId, id: messageId } = message;
  try {
    pending.isObserved = isObservedIn(await deps.policies.of(serverId), message);
    if (isTakenOver) claims.keep({ serverId, messageId });
    else if (!(await claimRow(deps, message, arrival.newIn ?? null))) return false;
    if (message.isForm && !(await isFirstForm(deps, pending))) return await drop(deps, message);
    const isAddressed = arrival.isMore === true || message.isForBot;
    return (await mayAnswer(deps, pending, { ...arrival, isAddressed })) || (await drop(deps, message));
  } catch (error) {
    const isClaimed = claims.has(messageId);
    claims.letGo([messageId]);
    const fields = { ...toFields(error), server: serverId, message: messageId };
    // Its claim is stored: it is taken over once that has run out.
    if (isTakenOver) core.log.debug({ ...fields, err: error }, 'message not taken up again');
    else if (isClaimed && isDatabaseAway(error))
      core.log.info(fields, 'question left until the database is back');
    else if (!pending.isObserved) await apologise(deps, message, error);
    return false;
  }
}

/** Nobody else would answer a message that is not claimed yet, so an outage of the database is waited out. */
function claimRow(deps: ClaimDeps, message: Incoming, newIn: Guild | null): Promise<boolean> {
  const { serverId, id: messageId, channelId } = message;
  const claim = async () => {
    if (newIn) {
      await deps.ensureServer(newIn);
      deps.policies.forget(serverId);
    }
    return deps.claims.claim({ serverId, messageId, channelId });
  };
  return persist(claim, outagePatience(deps, message));
}

/**
 * Whether a form opens a ticket whose form nobody has taken. A ticket has one, whatever its bot posts again: the
 * channel's id is claimed like a message; in a forum post that is the id of the form itself.
 */
async function isFirstForm(deps: ClaimDeps, { message: form, isTakenOver }: Pending): Promise<boolean> {
  const { serverId, channelId } = form;
  if (!(await deps.tickets.isOpening(form))) return false;
  if (isTakenOver || form.id === channelId) return true;
  if (!(await deps.claims.claim({ serverId, messageId: channelId, channelId }))) return false;
  await drop(deps, { ...form, id: channelId });
  return true;
}

async function mayAnswer(
  deps: ClaimDeps,
  pending: Pending,
  { isAddressed, earlier }: { isAddressed: boolean; earlier: readonly Pending[] },
): Promise<boolean> {
  const { message } = pending;
  const [isSilent, isOptedOut] = await Promise.all([
    isQuiet(deps.core, placeOf(message)),
    hasOptedOut(deps.core, message.author.id),
  ]);
  pending.isOptedOut = isOptedOut;
  if (!isAddressed && (isSilent || isOptedOut)) return false;
  return isWithinLimit(deps, pending, earlier);
}

async function drop({ core, claims }: ClaimDeps, { serverId, id, channelId }: Incoming): Promise<false> {
  await dropMessages(core, { serverId, messageIds: [id], channelId });
  claims.letGo([id]);
  return false;
}

/** Counts a message towards the limit of its author. A turn counts once, and is left as a whole. */
async function isWithinLimit(
  deps: ClaimDeps,
  pending: Pending,
  earlier: readonly Pending[],
): Promise<boolean> {
  const { serverId, author, id: questionId } = pending.message;
  const policy = await deps.policies.of(serverId);
  const limit = isTeam(policy, author.roleIds) ? 0 : questionsOf(policy.limits, author.roleIds);
  if (limit === 0 || author.id === '') return true;
  await Promise.all(earlier.map(({ claimed }) => claimed));
  pending.isOverLimit = earlier.some(({ isOverLimit }) => isOverLimit);
  pending.counted = earlier.find(({ counted }) => counted)?.counted ?? null;
  if (pending.isOverLimit || pending.counted) return !pending.isOverLimit;
  const asked = { serverId, memberId: author.id, questionId, limit, tells: true };
  const check = await countQuestion(deps.core, asked);
  pending.isOverLimit = check.isOver;
  if (!check.isOver) {
    pending.counted = check.counted;
    return true;
  }
  deps.core.log.info(
    { server: serverId, message: questionId },
    'question not answered: member limit reached',
  );
  if (check.isToBeTold && !pending.isObserved)
    await tellLimit(deps, pending.message, { ...check, language: policy.language });
  return false;
}

/** The one line of the hour; where it does not get through, the next question brings it. Never rejects. */
async function tellLimit(
  { core, rest }: BotDeps,
  { id, serverId, channelId, text }: Incoming,
  over: { againAt: Date; question: Parameters<typeof giveTellingBack>[1]; language: Language },
): Promise<void> {
  const card = { text: describeLimit(guessLanguageOf(text) ?? over.language, over.againAt) };
  try {
    await sendPost(rest, { channelId, replyToId: id, nonce: id, card });
  } catch (error) {
    await giveTellingBack(core, over.question);
    core.log.warn({ ...toFields(error), server: serverId, message: id }, 'member not told of their limit');
  }
}

/** Tells somebody who addressed the bot that it cannot work now; the nonce keeps it to one line. Never rejects. */
export async function apologise({ core, rest }: BotDeps, message: Incoming, error: unknown): Promise<void> {
  const { id, serverId, channelId } = message;
  const at = { server: serverId, message: id };
  // Talk among members is too much for a line each.
  core.log[message.isForBot ? 'warn' : 'debug']({ ...toFields(error), ...at }, 'message not taken up');
  if (!message.isForBot) return;
  const card = { text: describeErrorTo(message.text, error) };
  await sendPost(rest, { channelId, replyToId: id, nonce: id, card }).catch((fault: unknown) =>
    core.log.warn({ ...toFields(fault), ...at }, 'error not reported to the asker'),
  );
}

export function outagePatience(
  { core, stopping }: Pick<ClaimDeps, 'core' | 'stopping'>,
  message: Incoming,
): Patience {
  const { clock, log } = core;
  const at = { server: message.serverId, message: message.id };
  const level = message.isForBot ? 'info' : 'debug';
  return {
    ...{ until: clock() + OUTAGE_MS, clock, signal: stopping },
    onWait: (error) => log[level]({ ...toFields(error), ...at }, 'message kept until the database is back'),
  };
}
