import { z } from 'zod';
import { BackendFault } from './fault.ts';

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

/** More than any context window is nonsense, and would not fit into the ledger's columns. */
const tokens = z.int().nonnegative().max(100_000_000);
const chatUsage = z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null);
const chatBody = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: chatUsage,
});
const embeddingsBody = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: tokens }).nullish().catch(null),
});

/** The JSON value inside a chat completion, and what it cost. Throws ZodError or BackendFault. */
export function readCompletion(body: unknown): { content: unknown; usage: TokenUsage | null } {
  const { choices, usage } = chatBody.parse(body);
  const choice = choices[0];
  if (choice?.message.refusal) throw new BackendFault('AI model refused to answer');
  const text = stripFences(choice?.message.content ?? '');
  if (text === '') throw new BackendFault('AI backend sent an empty answer');
  return {
    content: parseContent(text, choice?.finish_reason === 'length'),
    usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : null,
  };
}

function parseContent(text: string, cut: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackendFault(cut ? 'AI answer was cut at the output limit' : 'AI answer is not JSON');
  }
}

// By hand: a pattern with two open ends takes quadratic time on a megabyte of blanks.
function stripFences(content: string): string {
  const text = content.trim();
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text;
  return text.slice(3, -3).replace(/^json/i, '').trim();
}

/** Vectors in the order of the texts. Throws ZodError or BackendFault when one is missing or differs in size. */
export function readEmbeddings(
  body: unknown,
  count: number,
): { vectors: Float32Array[]; usage: TokenUsage | null } {
  const { data, usage } = embeddingsBody.parse(body);
  const vectors: Float32Array[] = data
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, embedding }, position) => {
      if (index !== position) throw new BackendFault('AI backend numbered its embeddings wrongly');
      return Float32Array.from(embedding);
    });
  if (vectors.length !== count) throw new BackendFault('AI backend sent another number of embeddings');
  const size = vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== size)) {
    throw new BackendFault('AI backend sent embeddings of different sizes');
  }
  // 1e39 is a finite JSON number but not a finite 32-bit one.
  if (!vectors.every((vector) => vector.every(Number.isFinite))) {
    throw new BackendFault('AI backend sent an embedding that is not finite');
  }
  return { vectors, usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: 0 } : null };
}
