import { z } from 'zod';
import type { TokenUsage } from '../../../domain/types.ts';
import { BackendFault } from '../fault.ts';
import { tokenCount } from './completion.ts';

const embeddingsBody = z.object({
  data: z.array(z.object({ index: z.int().nonnegative().nullish(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: tokenCount }).nullish().catch(null),
});

/**
 * Vectors in the order of the texts: by `index`, or by position if no item has one.
 * @throws ZodError; BackendFault when a vector is missing, of another size than the rest or not finite.
 */
export function readEmbeddings(
  body: unknown,
  count: number,
): { vectors: Float32Array[]; usage: TokenUsage | null } {
  const { data, usage } = embeddingsBody.parse(body);
  const isNumbered = data.some(({ index }) => typeof index === 'number');
  const ordered = isNumbered ? data.toSorted((a, b) => (a.index ?? -1) - (b.index ?? -1)) : data;
  const fault = (what: string) => new BackendFault(`AI backend ${what}`, 'unreadable');
  if (isNumbered && ordered.some(({ index }, place) => index !== place))
    throw fault('numbered its embeddings wrongly');
  if (ordered.length !== count) throw fault('sent another number of embeddings');
  const vectors = ordered.map(({ embedding }) => Float32Array.from(embedding));
  const size = vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== size)) throw fault('sent embeddings of different sizes');
  // 1e39 is a finite JSON number but not a finite 32-bit one.
  if (!vectors.every((vector) => vector.every(Number.isFinite)))
    throw fault('sent an embedding that is not finite');
  return { vectors, usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: 0 } : null };
}
