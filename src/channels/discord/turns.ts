import type { Incoming } from './incoming.ts';

/** What one member wrote in one go, oldest first. */
export type Turn = readonly Incoming[];

export interface Turns {
  /** Begins a turn or adds to the one that is still open. */
  add(message: Incoming): void;
  /** Whether this member is in the middle of a turn here. */
  isOpen(message: Incoming): boolean;
  /** Forgets turns that are still open. @returns their messages. */
  drop(isMeant: (message: Incoming) => boolean): Incoming[];
  /** Closes open turns at once and resolves when all are answered. */
  finish(): Promise<void>;
}

interface OpenTurn {
  messages: Incoming[];
  timer: NodeJS.Timeout;
}

/** A burst without end is answered all the same. */
const MAX_MESSAGES = 10;

/**
 * Takes messages that one member writes within `burstMs` of each other as one turn, and hands turns over one
 * after another for each member and channel, so that the second can know the answer to the first.
 * @param answer never rejects.
 */
export function createTurns(burstMs: number, answer: (turn: Turn) => Promise<void>): Turns {
  const open = new Map<string, OpenTurn>();
  const running = new Map<string, Promise<void>>();

  function close(key: string): void {
    const turn = open.get(key);
    if (!turn) return;
    clearTimeout(turn.timer);
    open.delete(key);
    const before = running.get(key) ?? Promise.resolve();
    const run = before.then(() => answer(turn.messages));
    running.set(key, run);
    void run.finally(() => {
      if (running.get(key) === run) running.delete(key);
    });
  }

  return {
    isOpen: (message) => open.has(keyOf(message)),
    add: (message) => {
      const key = keyOf(message);
      const turn = open.get(key);
      if (turn) clearTimeout(turn.timer);
      const messages = [...(turn?.messages ?? []), message];
      open.set(key, { messages, timer: setTimeout(() => close(key), burstMs) });
      if (messages.length >= MAX_MESSAGES) close(key);
    },
    drop: (isMeant) => {
      const meant = [...open].filter(([, { messages }]) => messages.some(isMeant));
      for (const [key, { timer }] of meant) {
        clearTimeout(timer);
        open.delete(key);
      }
      return meant.flatMap(([, { messages }]) => messages);
    },
    finish: async () => {
      for (const key of [...open.keys()]) close(key);
      await Promise.all(running.values());
    },
  };
}

function keyOf({ channelId, author }: Incoming): string {
  return `${channelId}:${author.id}`;
}
