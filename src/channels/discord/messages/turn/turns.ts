import type { Incoming } from '../incoming.ts';

/** What one member wrote in one go, oldest first. */
export type Turn = readonly Incoming[];

/**
 * Why a turn that is being answered has to end. `stopping`: this process goes, another one will answer; `deleted`:
 * whoever asked took the question away; `nothing_asked`: it was talk among members.
 */
export class TurnEndedError extends Error {
  readonly reason: 'team_spoke' | 'stopping' | 'deleted' | 'nothing_asked';

  constructor(reason: TurnEndedError['reason']) {
    super(`turn ended: ${reason}`);
    this.name = 'TurnEndedError';
    this.reason = reason;
  }
}

export interface Turns {
  /** Begins a turn or adds to the one that is still open. */
  add(message: Incoming): void;
  /** What this member has written so far of a turn that is still open here; empty where none is. */
  open(message: Incoming): Turn;
  /** The team takes over: ends turns that are being answered and forgets open ones. @returns messages of the latter. */
  leave(isMeant: (message: Incoming) => boolean): Incoming[];
  /** Ends turns that are being answered and of which no message is left. */
  withdraw(isGone: (message: Incoming) => boolean): void;
  /** Closes open turns at once and resolves when all are answered, also those that come meanwhile. */
  finish(): Promise<void>;
  /** Ends everything; nothing is begun any more. */
  abandon(): Promise<void>;
}

/** One member in one channel: at most one turn that is being answered, and one that gathers. */
interface TurnQueue {
  open: Incoming[];
  timer: NodeJS.Timeout | undefined;
  /** Nothing more is waited for but the answer before. */
  isDue: boolean;
  running: { turn: Turn; abort: AbortController; done: Promise<void> } | null;
}

/** A burst without end is answered all the same. */
const MAX_MESSAGES = 10;
/** Answers at once; who comes after sees typing until it is their turn, instead of a backend that refuses. */
const MAX_RUNNING = 50;

/**
 * Takes messages that one member writes within `burstMs` of each other as one turn. Turns of a member in a
 * channel are answered one after another, so that the second can know the answer to the first; what comes
 * during an answer gathers to one turn. So there is one AI call a member at a time, and 50 in all.
 * @param answer never rejects. Its signal aborts with a TurnEndedError.
 */
export function createTurns(
  burstMs: number,
  answer: (turn: Turn, signal: AbortSignal) => Promise<void>,
): Turns {
  const lines = new Map<string, TurnQueue>();
  /** Lines that are due, in the order in which there is room for them. */
  const waiting = new Map<string, TurnQueue>();
  let running = 0;
  let state: 'open' | 'finishing' | 'closed' = 'open';

  function close(key: string, line: TurnQueue): void {
    clearTimeout(line.timer);
    line.isDue = line.open.length > 0;
    if (line.running || !line.isDue) return;
    if (running < MAX_RUNNING) start(key, line);
    else waiting.set(key, line);
  }

  function start(key: string, line: TurnQueue): void {
    const [turn, abort] = [line.open, new AbortController()];
    Object.assign(line, { open: [], isDue: false });
    running += 1;
    const done = answer(turn, abort.signal).then(() => {
      running -= 1;
      line.running = null;
      if (line.open.length === 0) lines.delete(key);
      else if (line.isDue) waiting.set(key, line);
      for (const [next, due] of waiting) {
        if (running >= MAX_RUNNING) return;
        waiting.delete(next);
        start(next, due);
      }
    });
    line.running = { turn, abort, done };
  }

  function forget(key: string, line: TurnQueue): Incoming[] {
    clearTimeout(line.timer);
    waiting.delete(key);
    const forgotten = line.open;
    Object.assign(line, { open: [], isDue: false });
    if (!line.running) lines.delete(key);
    return forgotten;
  }

  return {
    open: (message) => lines.get(keyOf(message))?.open ?? [],
    add: (message) => {
      if (state === 'closed') return;
      const key = keyOf(message);
      const line = lines.get(key) ?? { open: [], timer: undefined, isDue: false, running: null };
      lines.set(key, line);
      line.open.push(message);
      clearTimeout(line.timer);
      if (line.isDue) return;
      if (state === 'finishing' || line.open.length >= MAX_MESSAGES) close(key, line);
      else line.timer = setTimeout(() => close(key, line), burstMs);
    },
    leave: (isMeant) => {
      const all = [...lines];
      for (const [, line] of all)
        if (line.running?.turn.some(isMeant)) line.running.abort.abort(new TurnEndedError('team_spoke'));
      return all.flatMap(([key, line]) => (line.open.some(isMeant) ? forget(key, line) : []));
    },
    withdraw: (isGone) => endGone(lines.values(), isGone),
    finish: async () => {
      state = 'finishing';
      while (lines.size > 0) {
        for (const [key, line] of lines) close(key, line);
        await Promise.all([...lines.values()].map((line) => line.running?.done));
      }
    },
    abandon: async () => {
      state = 'closed';
      const ending = [...lines.values()].flatMap((line) => line.running ?? []);
      for (const { abort } of ending) abort.abort(new TurnEndedError('stopping'));
      for (const [key, line] of lines) forget(key, line);
      await Promise.all(ending.map(({ done }) => done));
    },
  };
}

function endGone(lines: Iterable<TurnQueue>, isGone: (message: Incoming) => boolean): void {
  for (const { running } of lines)
    if (running?.turn.every(isGone)) running.abort.abort(new TurnEndedError('deleted'));
}

/** One member in one channel. */
export function keyOf({ channelId, author }: Incoming): string {
  return `${channelId}:${author.id}`;
}
