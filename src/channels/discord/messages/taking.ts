import type { Guild } from 'discord.js';
import { dropMessages, isQuiet } from '../../../core/members/message-claims.ts';
import { hasOptedOut } from '../../../core/members/privacy.ts';
import { isDatabaseAway, toFields } from '../errors.ts';
import { apologise, type DeliveryContext } from './delivery-context.ts';
import type { Incoming } from './incoming.ts';
import { countTowardsLimit, type Taking } from './member-limit.ts';
import { placeOf } from './turn/answer-turn.ts';
import { type Patience, persist } from './turn/send.ts';

/** A failover takes seconds; whoever waited for longer hears that they have to ask again. */
const OUTAGE_MS = 60_000;

/**
 * Claims a message and shows that it is being answered.
 * @param options.isMore it belongs to a turn that is open.
 * @param options.newIn the server, where nothing is stored of it yet.
 * @returns null: another process has it, the team speaks here, or whoever wrote it opted out and did not
 * address the bot; `over_limit`: they asked too much within the hour. Never rejects.
 */
export async function takeMessage(
  delivery: DeliveryContext,
  message: Incoming,
  { isMore, newIn }: { isMore: boolean; newIn: Guild | null },
): Promise<Taking> {
  const { serverId, id: messageId, channelId } = message;
  const earlier = takingsBefore(delivery, message);
  const claim = async () => {
    if (newIn) {
      await delivery.ensureServer(newIn);
      delivery.policies.forget(serverId);
    }
    return delivery.claims.claim({ serverId, messageId, channelId });
  };
  try {
    if (!(await persist(claim, outagePatience(delivery, message)))) return null;
    if (message.isForm && !(await claimTicket(delivery, message))) return await drop(delivery, message);
    const isAddressed = isMore || message.isForBot;
    return await lookAround(delivery, message, { isAddressed, isTakenOver: false, earlier });
  } catch (error) {
    const isClaimed = delivery.claims.has(messageId);
    delivery.claims.letGo([messageId]);
    if (isClaimed && isDatabaseAway(error)) leaveUntilBack(delivery, message, error);
    else await apologise(delivery, message, error);
    return null;
  }
}

/** The same for a message whose claim was taken over; on a failure it is left to the next look. Never rejects. */
export async function takeOver(delivery: DeliveryContext, message: Incoming): Promise<Taking> {
  const { serverId, id: messageId } = message;
  const earlier = takingsBefore(delivery, message);
  delivery.claims.keep({ serverId, messageId });
  try {
    if (message.isForm && !(await delivery.tickets.isOpening(message))) return await drop(delivery, message);
    const isAddressed = message.isForBot;
    return await lookAround(delivery, message, { isAddressed, isTakenOver: true, earlier });
  } catch (error) {
    delivery.claims.letGo([messageId]);
    delivery.core.log.debug({ err: error, server: serverId, message: messageId }, 'message not taken up');
    return null;
  }
}

/** What becomes of those before it in its turn; asked at once, before it is one of them. */
function takingsBefore({ turns, taking }: DeliveryContext, message: Incoming) {
  return turns.open(message).map((one) => taking.get(one));
}

interface Circumstances {
  isAddressed: boolean;
  isTakenOver: boolean;
  earlier: ReturnType<typeof takingsBefore>;
}

async function lookAround(
  delivery: DeliveryContext,
  message: Incoming,
  { isAddressed, isTakenOver, earlier }: Circumstances,
): Promise<Taking> {
  const [isSilent, isOptedOut] = await Promise.all([
    isQuiet(delivery.core, placeOf(message)),
    hasOptedOut(delivery.core, message.author.id),
  ]);
  const isUnasked = !isAddressed && (isSilent || isOptedOut);
  const counted = isUnasked ? null : await countTowardsLimit(delivery, message, earlier);
  if (isUnasked || counted === 'over_limit') {
    await drop(delivery, message);
    return counted === 'over_limit' ? counted : null;
  }
  delivery.typing.start(message);
  return { isOptedOut, counted, isTakenOver };
}

/** Leaves a claimed message unanswered. */
async function drop(delivery: DeliveryContext, { serverId, id, channelId }: Incoming): Promise<null> {
  await dropMessages(delivery.core, { serverId, messageIds: [id], channelId });
  delivery.claims.letGo([id]);
  return null;
}

/**
 * Whether a form opens a ticket whose form nobody has taken. A ticket has one, whatever its bot posts again: the
 * channel's id is claimed like a message; in a forum post that is the id of the form itself.
 */
async function claimTicket(delivery: DeliveryContext, form: Incoming): Promise<boolean> {
  if (!(await delivery.tickets.isOpening(form))) return false;
  const { serverId, id, channelId } = form;
  if (id === channelId) return true;
  const ticket = { serverId, messageId: channelId, channelId };
  if (!(await delivery.claims.claim(ticket))) return false;
  await drop(delivery, { ...form, id: channelId });
  return true;
}

/** What was not claimed yet, nobody else would answer. */
export function outagePatience(delivery: DeliveryContext, message: Incoming): Patience {
  const { clock, log } = delivery.core;
  const at = { server: message.serverId, message: message.id };
  // Of talk among members there is too much for a line each.
  const level = message.isForBot ? 'info' : 'debug';
  return {
    ...{ until: clock() + OUTAGE_MS, clock, signal: delivery.outage.signal },
    onWait: (error) => log[level]({ ...toFields(error), ...at }, 'message kept until the database is back'),
  };
}

/** Its claim is stored: it is taken over once that has run out. */
function leaveUntilBack({ core }: DeliveryContext, { serverId, id }: Incoming, error: unknown): void {
  const at = { server: serverId, message: id };
  core.log.info({ ...toFields(error), ...at }, 'question left until the database is back');
}
