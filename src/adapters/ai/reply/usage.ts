import { z } from 'zod';
import type { TokenUsage } from '../../../domain/types.ts';

/** More than any context window is nonsense, and would not fit into the ledger's columns. */
const tokens = z.int().nonnegative().max(100_000_000);
/** `completion_tokens_details.reasoning_tokens` is part of `completion_tokens`. */
const cachedUsage = z.object({ prompt_tokens_details: z.object({ cached_tokens: tokens }) });
const completionUsage = z.object({ prompt_tokens: tokens, completion_tokens: tokens });
const embeddingsUsage = z.object({ prompt_tokens: tokens });
const thinkingUsage = z.object({
  completion_tokens_details: z.object({ reasoning_tokens: z.number().positive() }),
});

/** What a call used, by the backend's word; null where it says nothing, nonsense, or that nothing was used. */
export function readUsage(usage: unknown): TokenUsage | null {
  const { data } = completionUsage.safeParse(usage);
  if (!data || data.prompt_tokens === 0) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = data;
  const cached = cachedUsage.safeParse(usage).data?.prompt_tokens_details.cached_tokens ?? 0;
  return { promptTokens, completionTokens, cachedTokens: Math.min(cached, promptTokens) };
}

/** The same for embeddings, which complete nothing. */
export function readEmbeddingUsage(usage: unknown): TokenUsage | null {
  const { data } = embeddingsUsage.safeParse(usage);
  return data ? { promptTokens: data.prompt_tokens, completionTokens: 0 } : null;
}

/** Whether the backend counted tokens that the model thought with. */
export function countsThinking(usage: unknown): boolean {
  return thinkingUsage.safeParse(usage).success;
}
