import { EventEmitter, once } from 'node:events';

/** A request as its client saw it. */
export interface Seen {
  /** A unique text in every request, so that its charge can be found. */
  question: string;
  /** 0: no answer, the connection broke. */
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
  /** When it was sent and when the whole answer was there, in milliseconds of performance.now(). */
  sentAt: number;
  answeredAt: number;
}

export interface Load {
  /** Oldest answer first. */
  readonly seen: readonly Seen[];
  /** Resolves when `count` answers of this status have come from now on. @throws when they take over 15 s. */
  sees(status: number, count: number): Promise<void>;
  /** Resolves when every client has its last answer. */
  stop(): Promise<readonly Seen[]>;
}

const PATIENCE_MS = 15_000;

let questions = 0;

/** Clients that ask without a pause, each waiting for its answer. @param options.once with an Idempotency-Key */
export function startLoad(
  target: { url: string; key: string },
  options: { clients: number; once?: boolean },
): Load {
  const seen: Seen[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  let isStopping = false;
  async function askOn(): Promise<void> {
    while (!isStopping) {
      seen.push(await askOne(target, options.once ? { onceAs: `load-${questions}` } : {}));
      events.emit('seen');
    }
  }
  const clients = Array.from({ length: options.clients }, askOn);
  return {
    seen,
    sees: async (status, count) => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      for (let [place, found] = [seen.length, 0]; found < count; place++) {
        while (place >= seen.length && !signal.aborted)
          await once(events, 'seen', { signal }).catch(() => null);
        if (signal.aborted) throw new Error(`saw ${found} of ${count} answers with status ${status}`);
        if (seen[place]?.status === status) found += 1;
      }
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(clients);
      return seen;
    },
  };
}

/** A new question. */
function thinkOfQuestion(): string {
  questions += 1;
  return `When do you open door ${questions}?`;
}

/**
 * One request; never throws.
 * @param options.question a new one unless given. @param options.onceAs the Idempotency-Key.
 */
export async function askOne(
  { url, key }: { url: string; key: string },
  { question = thinkOfQuestion(), onceAs }: { question?: string; onceAs?: string } = {},
): Promise<Seen> {
  const sentAt = performance.now();
  try {
    const response = await fetch(`${url}/api/v1/chat`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        ...(onceAs ? { 'Idempotency-Key': onceAs } : {}),
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
    });
    const body = parseOrKeep(await response.text());
    const answeredAt = performance.now();
    return { question, status: response.status, headers: response.headers, body, sentAt, answeredAt };
  } catch (error) {
    const answeredAt = performance.now();
    return { question, status: 0, headers: new Headers(), body: String(error), sentAt, answeredAt };
  }
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
