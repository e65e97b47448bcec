import { findBackendFault } from '../../../adapters/ai/fault.ts';
import type { EngineReply } from '../extractive.ts';
import type { Prompt } from '../prompt.ts';
import type { Sent } from '../question.ts';
import { askForAnswer, type Session } from './model-call.ts';

/** With less than a quarter of its prompt an answer is worth nothing. */
const MOST_TRIES = 3;

/**
 * Asks with the whole prompt, and with less of what is known and said where the model's window is smaller than the
 * level's: half of it, then a quarter. Such a refusal costs nothing and comes at once; `doctor` names it.
 */
export async function askInWindow(
  session: Session,
  build: (maxTokens: number) => Promise<Prompt>,
  maxTokens: number,
  outputTokens: number,
): Promise<{ reply: EngineReply; sent: Sent }> {
  let tokens = maxTokens;
  for (let tries = 1; ; tries += 1) {
    const prompt = await build(Math.floor(tokens));
    try {
      return { reply: await askForAnswer(session, prompt, outputTokens), sent: prompt };
    } catch (error) {
      const isTooLong = findBackendFault(error)?.reason === 'too_long';
      if (!isTooLong || tries === MOST_TRIES) throw error;
      const { leastTokens } = prompt;
      const half = Math.min(tokens / 2, (leastTokens + prompt.tokens) / 2);
      tokens = Math.max(leastTokens, half);
    }
  }
}
