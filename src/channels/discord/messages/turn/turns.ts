import { type REST, Routes } from 'discord.js';
import type { Incoming } from '../incoming.ts';
import type { Pending } from '../message-state.ts';

/**
 * `stopping`: another process will answer; `deleted`: the asker took the question away; `nothing_asked`: it was talk
 * among members.
 */
export class TurnEndedError extends Error {
  readonly reason: 'team_spoke' | 'stopping' | 'deleted' | 'nothing_asked';

  constructor(reason: TurnEndedError['reason']) {
    super(`turn ended: ${reason}`);
    this.name = 'TurnEndedError';
    this.reason = reason;
  }
}

/** Discord shows it for 10 s. */
const REPEAT_MS = 8_000;

/** The messages of one member in one go, and the typing that shows that they are being answered. */
export class Turn {
  readonly messages: Pending[] = [];
  readonly ending = new AbortController();
  #typing: { timer: NodeJS.Timeout; stopping: AbortController; last: Promise<unknown> } | null = null;

  end(reason: TurnEndedError['reason']): void {
    this.ending.abort(new TurnEndedError(reason));
  }

  has(isMeant: (message: Incoming) => boolean): boolean {
    return this.messages.some(({ message }) => isMeant(message));
  }

  /** Begins at once, and adds nothing where it is shown already. */
  showTyping(rest: REST): void {
    const channelId = this.messages[0]?.message.channelId;
    if (this.#typing || this.ending.signal.aborted || !channelId) return;
    const stopping = new AbortController();
    // Only a courtesy: where it is not allowed, the answer itself will say so.
    const show = () =>
      rest.post(Routes.channelTyping(channelId), { signal: stopping.signal }).catch(() => undefined);
    const typing = { stopping, last: show(), timer: setInterval(() => (typing.last = show()), REPEAT_MS) };
    this.#typing = typing;
  }

  /** Resolves when no request about it is under way, so that none follows the answer. */
  stopTyping = async (): Promise<void> => {
    const typing = this.#typing;
    if (!typing) return;
    this.#typing = null;
    clearInterval(typing.timer);
    typing.stopping.abort();
    await typing.last;
  };
}

/** One member in one channel: at most one turn that is being answered, and one that gathers. */
interface TurnQueue {
  open: Turn | null;
  timer: NodeJS.Timeout | undefined;
  isDue: boolean;
  running: { turn: Turn; done: Promise<void> } | null;
}

const MAX_MESSAGES = 10;
/** Later turns see typing until they are due, instead of a backend that refuses. */
const MAX_RUNNING = 50;

/**
 * Gathers the messages that one member writes within `burstMs` of each other. The turns of a member in a channel are
 * answered one after another, so that the second can know the answer to the first.
 */
export class Turns {
  readonly #burstMs: number;
  readonly #answer: (turn: Turn) => Promise<void>;
  readonly #lines = new Map<string, TurnQueue>();
  readonly #waiting = new Map<string, TurnQueue>();
  #running = 0;
  #state: 'open' | 'finishing' | 'closed' = 'open';

  /** @param answer never rejects. */
  constructor(burstMs: number, answer: (turn: Turn) => Promise<void>) {
    this.#burstMs = burstMs;
    this.#answer = answer;
  }

  /** Whether the author of a message has a turn open that it would join. */
  isGathering(message: Incoming): boolean {
    return this.#lines.get(keyOf(message))?.open != null;
  }

  /** Begins a turn or adds to the one that is open. */
  add(pending: Pending): Turn {
    const key = keyOf(pending.message);
    const line = this.#lines.get(key) ?? { open: null, timer: undefined, isDue: false, running: null };
    const turn = line.open ?? new Turn();
    turn.messages.push(pending);
    if (this.#state === 'closed') {
      turn.end('stopping');
      return turn;
    }
    this.#lines.set(key, line);
    line.open = turn;
    clearTimeout(line.timer);
    if (line.isDue) return turn;
    if (this.#state === 'finishing' || turn.messages.length >= MAX_MESSAGES) this.#close(key, line);
    else line.timer = setTimeout(() => this.#close(key, line), this.#burstMs);
    return turn;
  }

  #close(key: string, line: TurnQueue): void {
    clearTimeout(line.timer);
    line.isDue = line.open !== null;
    if (!line.isDue || line.running) return;
    this.#waiting.set(key, line);
    this.#startDue();
  }

  #startDue(): void {
    for (const [key, line] of this.#waiting) {
      if (this.#running >= MAX_RUNNING) return;
      const turn = this.#take(key, line);
      if (!turn) continue;
      this.#running += 1;
      line.running = { turn, done: this.#answer(turn).then(() => this.#goOn(key, line)) };
    }
  }

  #goOn(key: string, line: TurnQueue): void {
    this.#running -= 1;
    line.running = null;
    if (!line.open) this.#lines.delete(key);
    else if (line.isDue) this.#waiting.set(key, line);
    this.#startDue();
  }

  #take(key: string, line: TurnQueue): Turn | null {
    clearTimeout(line.timer);
    this.#waiting.delete(key);
    const turn = line.open;
    Object.assign(line, { open: null, isDue: false });
    return turn;
  }

  #forget(key: string, line: TurnQueue): Turn | null {
    if (!line.running) this.#lines.delete(key);
    return this.#take(key, line);
  }

  /** The team takes over: ends turns that are being answered and forgets open ones. @returns the latter. */
  leave(isMeant: (message: Incoming) => boolean): Turn[] {
    const all = [...this.#lines];
    for (const [, { running }] of all) if (running?.turn.has(isMeant)) running.turn.end('team_spoke');
    return all.flatMap(([key, line]) => (line.open?.has(isMeant) ? (this.#forget(key, line) ?? []) : []));
  }

  /** Ends turns that are being answered and of which no message is left. */
  withdraw(isGone: (message: Incoming) => boolean): void {
    const stands = (message: Incoming) => !isGone(message);
    for (const { running } of this.#lines.values())
      if (running && !running.turn.has(stands)) running.turn.end('deleted');
  }

  /** Closes open turns at once and resolves when all are answered, also those that come meanwhile. */
  async finish(): Promise<void> {
    this.#state = 'finishing';
    while (this.#lines.size > 0) {
      for (const [key, line] of this.#lines) this.#close(key, line);
      await Promise.all([...this.#lines.values()].map((line) => line.running?.done));
    }
  }

  /** Ends everything; nothing is begun any more. */
  async abandon(): Promise<void> {
    this.#state = 'closed';
    const all = [...this.#lines].map(([key, line]) => ({
      running: line.running,
      open: this.#forget(key, line),
    }));
    for (const { running, open } of all) for (const turn of [running?.turn, open]) turn?.end('stopping');
    await Promise.all(all.flatMap(({ running, open }) => [running?.done, open?.stopTyping()]));
  }
}

function keyOf({ channelId, author }: Incoming): string {
  return `${channelId}:${author.id}`;
}
