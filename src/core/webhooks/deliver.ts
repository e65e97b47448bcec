import { setTimeout as delay } from 'node:timers/promises';
import * as queue from '../../adapters/db/webhooks/queue.ts';
import { WEBHOOK_FAILING_DAYS } from '../../domain/limits.ts';
import { tellWebhookOff } from '../alerts/alerts.ts';
import type { Core } from '../core.ts';
import { type Attempt, attempt, isTaken } from './send.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Before the second to the eighth try, which comes 23 hours and 35 minutes after the first. */
const PAUSES_MS = [
  ...[30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 11 * HOUR_MS],
];

const QUEUES_AT_ONCE = 8;
/** Far longer than one try: by then the process is dead, and its event is sent again. */
const CLAIM_MS = MINUTE_MS;
/** Lets other webhooks go before the rest of a long queue. */
const TURN_MS = 10 * SECOND_MS;
const LOOK_AGAIN_MS = SECOND_MS;
/** For the delivery under way when the process stops. */
const STOP_MS = 5 * SECOND_MS;

/**
 * Sends due events, in order for each webhook in the whole installation. At least once: a process may die before it
 * notes a delivery.
 * @param signal ends it after the delivery under way.
 */
export async function deliverDue(core: Core, signal: AbortSignal): Promise<void> {
  const leaving = new AbortController();
  const leave = () => void setTimeout(() => leaving.abort(), STOP_MS).unref();
  signal.addEventListener('abort', leave, { once: true });
  const working = new Set<Promise<void>>();
  for (;;) {
    for (const claim of await claimQueues(core, QUEUES_AT_ONCE - working.size, signal)) {
      const work = sendQueue(core, claim, { stop: signal, leave: leaving.signal }).catch((error: unknown) =>
        core.log.warn({ err: error, server: claim.serverId }, 'events not sent'),
      );
      working.add(work);
      void work.then(() => working.delete(work));
    }
    if (working.size === 0) break;
    await Promise.race([...working, delay(LOOK_AGAIN_MS, undefined, { ref: false })]);
  }
  signal.removeEventListener('abort', leave);
}

async function claimQueues(core: Core, limit: number, signal: AbortSignal): Promise<queue.QueueClaim[]> {
  if (signal.aborted || limit === 0) return [];
  const now = core.clock();
  return queue.claimQueues(core.database, { now: new Date(now), until: new Date(now + CLAIM_MS), limit });
}

/**
 * Until no event is due, the webhook's turn is over, or the claim is lost. A fault of ours keeps the claim, which then
 * has to expire.
 */
async function sendQueue(
  core: Core,
  claimed: queue.QueueClaim,
  { stop, leave }: { stop: AbortSignal; leave: AbortSignal },
): Promise<void> {
  const { serverId, webhookId } = claimed;
  const endsAt = core.clock() + TURN_MS;
  let claim = claimed;
  while (!stop.aborted && core.clock() <= endsAt) {
    const now = core.clock();
    const until = new Date(now + CLAIM_MS);
    const event = await queue.takeFirst(core.database, claim, { now: new Date(now), extended: until });
    claim = { serverId, webhookId, until };
    if (!event) break;
    const tried = await attempt(core, { serverId, ...event }, event, leave).catch((error: unknown) => {
      if (leave.aborted) return null;
      throw error;
    });
    // Its outcome is unknown, so the next process sends it again.
    if (!tried) break;
    const note = toNote(event, tried, core.clock());
    if (!(await queue.noteTry(core.database, claim, event.id, note))) return;
    await reportTry(core, claim, event, note);
  }
  await queue.releaseQueue(core.database, claim, new Date(core.clock()));
}

/** @param now in milliseconds */
function toNote(event: queue.NextEvent, tried: Attempt, now: number): queue.TryNote {
  const { status, fault } = tried;
  const tries = event.tries + 1;
  const at = new Date(now);
  const ended = { tries, dueAt: at, status, fault, endedAt: at };
  if (isTaken(tried))
    return {
      delivery: { ...ended, state: 'delivered' },
      webhook: { failingSince: null, disabledAt: null },
    };
  // Deleted words are no fault of the receiver.
  if (fault === 'gone')
    return {
      delivery: { ...ended, state: 'failed' },
      webhook: { failingSince: event.failingSince, disabledAt: null },
    };
  const failingSince = event.failingSince ?? at;
  const isOver = now - failingSince.getTime() >= WEBHOOK_FAILING_DAYS * DAY_MS;
  // A single try may fail by chance after days without an event.
  const disabledAt = status === 410 || (isOver && tries > 1) ? at : null;
  const pauseMs = PAUSES_MS[event.tries];
  const webhook = { failingSince, disabledAt };
  if (pauseMs === undefined || status === 410) return { delivery: { ...ended, state: 'failed' }, webhook };
  const askedMs = (tried.retryAfterMs ?? 0) <= DAY_MS ? (tried.retryAfterMs ?? 0) : 0;
  const dueAt = new Date(now + Math.max(pauseMs, askedMs));
  return { delivery: { ...ended, state: 'waiting', dueAt, endedAt: null }, webhook };
}

async function reportTry(
  core: Core,
  { serverId, webhookId }: queue.QueueClaim,
  event: queue.NextEvent,
  note: queue.TryNote,
) {
  const about = { server: serverId, webhook: webhookId };
  const { delivery, webhook } = note;
  const { state, tries, status, fault } = delivery;
  core.meters.webhookTried(state === 'delivered' ? 'delivered' : 'failed');
  if (state !== 'delivered')
    core.log.info({ ...about, event: event.id, state, tries, status, fault }, 'event not delivered');
  if (!webhook.disabledAt) return;
  core.log.warn({ ...about, status, fault }, 'webhook switched off: its receiver takes no events');
  await tellWebhookOff(core, serverId, webhook.disabledAt);
}
