import { setTimeout as delay } from 'node:timers/promises';
import type { Follow } from '../../../../commands/reply.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';
import { renderCard } from '../text/render.ts';
import type { Responder } from './respond.ts';

/** The platform takes edits for 15 minutes. */
const WITHIN_MS = 14 * 60_000;

/**
 * Shows how something goes on in the place of a reply, until it is over or nobody can be shown it any more.
 * @throws DiscordAPIError, or what looking throws, but not the abort of `signal`
 */
export async function followUp(
  { look }: Follow,
  use: { responder: Responder; language: InterfaceLanguage },
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  let shown: string | null = null;
  for (let isOver = false; !isOver; ) {
    await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const seen = await look();
    isOver = seen.isOver;
    const [message] = renderCard({ text: seen.text }, use.language);
    if (message && seen.text !== shown) await use.responder.revise(message);
    shown = seen.text;
  }
}
