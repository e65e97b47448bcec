import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { grantCredit, unitsOfHundredPercent } from '../../src/core/quota/usage.ts';
import { askOne, type Seen } from '../../test/support/load.ts';
import type { Stage } from './stage.ts';

/** The machine is to be busy with the failover, not with as many questions as it can answer. */
const PAUSE_MS = 250;
const PAUSE_AFTER_REFUSAL_MS = 250;
/** Clients with an Idempotency-Key ask until they are answered, for so long at most. */
const PATIENCE_MS = 90_000;
/** Every so many of their answers is asked for again. */
const REPEAT_EVERY = 5;
const PAY_EVERY_MS = 200;
/** Enough for three answers or so. */
const UNITS_PER_PAYMENT = 6_000;

/** A question of a client, and how it went. */
interface Ask {
  text: string;
  serverId: string;
  isKeyed: boolean;
  /** The id of its answer; null: it was refused. */
  answerId: string | null;
  lastOutcome: string;
  /** A later answer of the same Idempotency-Key was another one. */
  isAnsweredTwice: boolean;
}

/** An HTTP request. */
interface Attempt {
  /** Status and code, `200` or `503 service_unavailable`. */
  outcome: string;
  mayRetry: boolean;
  sentAt: number;
  answeredAt: number;
}

export interface Clients {
  asks: Ask[];
  attempts: Attempt[];
  /** Payments that were acknowledged. */
  payments: number;
  /** Resolves when every client has asked its last question. */
  stop(): Promise<void>;
}

/**
 * Each asks one question after another, of either process in turn. A quarter asks for the server that lives on
 * credit; a third sends an Idempotency-Key and repeats what was refused.
 */
export function startClients(stage: Stage, { count, name }: { count: number; name: string }): Clients {
  const work = { stage, name, asks: [] as Ask[], attempts: [] as Attempt[], payments: 0, isOver: false };
  const clients = Array.from({ length: count }, (_, number) => converse(work, number));
  const paying = pay(work);
  return {
    asks: work.asks,
    attempts: work.attempts,
    get payments() {
      return work.payments;
    },
    stop: async () => {
      work.isOver = true;
      await Promise.all([...clients, paying]);
    },
  };
}

interface Work extends Pick<Clients, 'asks' | 'attempts' | 'payments'> {
  stage: Stage;
  name: string;
  isOver: boolean;
}

async function converse(work: Work, number: number): Promise<void> {
  const customer = number % 4 === 3 ? work.stage.tight : work.stage.ample;
  while (!work.isOver) {
    const text = `Question ${work.asks.length} of ${work.name}: where do I find the mod list?`;
    const isKeyed = number % 3 === 0;
    const ask: Ask = {
      text,
      serverId: customer.id,
      isKeyed,
      answerId: null,
      lastOutcome: '',
      isAnsweredTwice: false,
    };
    work.asks.push(ask);
    await pursue(work, ask, customer.key);
    await delay(PAUSE_MS);
  }
}

async function pursue(work: Work, ask: Ask, key: string): Promise<void> {
  const onceAs = ask.isKeyed ? { onceAs: hash('sha256', ask.text) } : {};
  const until = performance.now() + PATIENCE_MS;
  let isRepeating = ask.isKeyed && work.asks.length % REPEAT_EVERY === 0;
  for (;;) {
    const seen = await askOne({ url: originOf(work), key }, { question: ask.text, ...onceAs });
    const made = toAttempt(seen);
    work.attempts.push(made);
    ask.lastOutcome = made.outcome;
    if (seen.status === 200) {
      const { id } = seen.body as { id: string };
      ask.isAnsweredTwice ||= ask.answerId !== null && ask.answerId !== id;
      ask.answerId = id;
      if (!isRepeating) return;
      isRepeating = false;
      continue;
    }
    await delay(PAUSE_AFTER_REFUSAL_MS);
    const isWorthIt = seen.status === 503 || seen.status === 409;
    if (!ask.isKeyed || !isWorthIt || performance.now() > until) return;
  }
}

function originOf({ attempts, stage: { origins } }: Work): string {
  return origins[attempts.length % origins.length] ?? '';
}

function toAttempt({ status, body, headers, sentAt, answeredAt }: Seen): Attempt {
  const code = (body as { error?: { code?: string } } | null)?.error?.code;
  const outcome = code ? `${status} ${code}` : String(status || `no answer: ${String(body)}`);
  return { outcome, mayRetry: headers.get('retry-after') !== null, sentAt, answeredAt };
}

/** Pays for a few answers whenever somebody was refused for want of units; a payment that failed is reported again, as payment providers do. */
async function pay(work: Work): Promise<void> {
  const { core, tight } = work.stage;
  const percent = (100 * UNITS_PER_PAYMENT) / unitsOfHundredPercent(core);
  let seen = 0;
  while (!work.isOver) {
    await delay(PAY_EVERY_MS);
    const isWanting = work.attempts.slice(seen).some(({ outcome }) => outcome.startsWith('402'));
    seen = work.attempts.length;
    if (!isWanting) continue;
    const reference = `payment ${work.payments} of ${work.name}`;
    const grant = () => grantCredit(core, { serverId: tight.id, percent, reference }).then(() => true);
    while (!(await grant().catch(() => false))) await delay(PAUSE_AFTER_REFUSAL_MS);
    work.payments += 1;
  }
}
