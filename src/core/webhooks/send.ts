import type { Webhook } from '../../adapters/db/webhooks/webhooks.ts';
import type { OutboundAnswer } from '../../adapters/outbound/outbound.ts';
import type { DeliveryFault } from '../../domain/errors.ts';
import { WEBHOOK_TIMEOUT_SECONDS } from '../../domain/limits.ts';
import type { Core } from '../core.ts';
import { faultOf, sign } from '../receivers/receivers.ts';
import { describeEvent, type EventSubject } from './brief.ts';

export function placeOf(serverId: string): string {
  return `webhook:${serverId}`;
}

export interface Message extends EventSubject {
  /** The same for each try. */
  id: string;
  createdAt: Date;
}

/** Without a fault something was answered. */
export interface Attempt {
  status: number | null;
  fault: DeliveryFault | null;
  /** The receiver's pause before the next try. */
  retryAfterMs: number | null;
}

const failed = (fault: DeliveryFault): Attempt => ({ status: null, fault, retryAfterMs: null });

export function isTaken({ status }: Pick<Attempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

type ReceivingWebhook = Pick<Webhook, 'url' | 'secret' | 'formerSecret' | 'formerUntil'>;

/** Signs as of now. @throws the reason of `signal` */
export async function attempt(
  core: Core,
  message: Message,
  receiver: ReceivingWebhook,
  signal = new AbortController().signal,
): Promise<Attempt> {
  const keys = openSecrets(core, message.serverId, receiver);
  if (keys === null) return failed('secret_lost');
  const data = await describeEvent(core, message, signal);
  if (data === null) return failed('gone');
  const { id, type, createdAt } = message;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const headers = { 'content-type': 'application/json', ...sign(keys, { id, body, now: core.clock() }) };
  const timeoutMs = WEBHOOK_TIMEOUT_SECONDS * 1000;
  try {
    const answer = await core.outbound.post({ url: receiver.url, headers, body, timeoutMs, signal });
    return { status: answer.status, fault: null, retryAfterMs: readRetryAfter(answer, core.clock()) };
  } catch (error) {
    signal.throwIfAborted();
    return failed(faultOf(error));
  }
}

/** The secrets that sign now, the present one first; null where that cannot be opened. */
function openSecrets(core: Core, serverId: string, { secret, formerSecret, formerUntil }: ReceivingWebhook) {
  const place = placeOf(serverId);
  const present = core.seal.open(secret, place);
  if (present === null) return null;
  const isFormerValid = formerSecret && formerUntil && formerUntil.getTime() > core.clock();
  const former = isFormerValid ? core.seal.open(formerSecret, place) : null;
  return former === null ? [present] : [present, former];
}

const BUSY = [429, 503];

/** In milliseconds, from seconds or a date (RFC 9110, 10.2.3) of a busy receiver. */
function readRetryAfter({ status, headers }: OutboundAnswer, now: number): number | null {
  const field = headers.get('retry-after') ?? '';
  if (!BUSY.includes(status)) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  // A date begins with the day's name; `-5` would be read as one in 2001.
  const at = /^[A-Za-z]{3}/.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
