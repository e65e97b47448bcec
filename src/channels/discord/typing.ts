import { type REST, Routes } from 'discord.js';

/** Discord shows it for 10 s. */
const REPEAT_MS = 8_000;

/**
 * Shows that an answer is being made until it is stopped.
 * @returns stops it; resolves when no request about it is under way, so that none follows the answer.
 */
export function startTyping(rest: REST, channelId: string): () => Promise<void> {
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
