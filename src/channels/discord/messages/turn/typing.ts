import { type REST, Routes } from 'discord.js';
import type { Incoming } from '../incoming.ts';

/** Discord shows it for 10 s. */
const REPEAT_MS = 8_000;

/** Shows in a channel that somebody's question is being answered. */
export interface Typing {
  /** Begins at once; a second message of the same member adds nothing. */
  start(message: Incoming): void;
  /**
   * Hands over what these messages started.
   * @returns ends it; resolves when no request about it is under way, so that none follows the answer.
   */
  take(messages: readonly Incoming[]): () => Promise<void>;
  /** Ends what nobody has taken. */
  stop(): void;
}

export function createTyping(rest: REST): Typing {
  const shown = new Map<string, () => Promise<void>>();
  return {
    stop: () => {
      for (const stop of shown.values()) void stop();
      shown.clear();
    },
    start: (message) => {
      const key = keyOf(message);
      if (!shown.has(key)) shown.set(key, showTyping(rest, message.channelId));
    },
    take: (messages) => {
      const keys = new Set(messages.map(keyOf));
      const stops = [...keys].flatMap((key) => shown.get(key) ?? []);
      for (const key of keys) shown.delete(key);
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}

function showTyping(rest: REST, channelId: string): () => Promise<void> {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const show = () => {
    // Only a courtesy: where it is not allowed, the answer itself will say so.
    last = rest.post(Routes.channelTyping(channelId), { signal: stopping.signal }).catch(() => undefined);
  };
  show();
  const timer = setInterval(show, REPEAT_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await last;
  };
}

function keyOf({ channelId, author }: Incoming): string {
  return `${channelId}:${author.id}`;
}
