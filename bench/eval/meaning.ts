import { createAiBackend } from '../../src/adapters/ai/ai.ts';
import { createEmbedder, type Embedder } from '../../src/adapters/ai/embedder.ts';
import { findDirection, listTexts } from '../../src/core/search/embeddings.ts';
import { type Meaning, queriesOf } from '../../src/core/search/search.ts';
import { buildVectorMatrix, compareDirections } from '../../src/core/search/vectors.ts';
import { runAtOnce } from '../../src/core/slices.ts';
import { startEncoder } from './encoder.ts';
import type { Chunk, Message } from './files.ts';

const TEXTS_PER_CALL = 64;
const NEVER = new AbortController().signal;
const MAX_RESPONSE_BYTES = 50_000_000;

/** How near each chunk is in meaning to a conversation. */
export type MeaningOf = (messages: readonly Message[]) => Promise<Meaning | null>;

export interface OpenEmbedder extends AsyncDisposable {
  embedder: Embedder;
}

/** The embedder that the EMBEDDING_ settings name; without an address, the English one that ships for measuring. */
export async function openEmbedder(settings: Record<string, string | undefined>): Promise<OpenEmbedder> {
  const { EMBEDDING_MODEL: model = 'encoder', EMBEDDING_API_KEY: apiKey = '' } = settings;
  const { EMBEDDING_QUERY_PREFIX: queryPrefix = '', EMBEDDING_PASSAGE_PREFIX: passagePrefix = '' } = settings;
  const encoder = settings.EMBEDDING_BASE_URL ? null : await startEncoder();
  const baseUrl = settings.EMBEDDING_BASE_URL ?? encoder?.url ?? '';
  const backend = createAiBackend({ apiKey, baseUrl, maxResponseBytes: MAX_RESPONSE_BYTES });
  return {
    embedder: createEmbedder(backend, { baseUrl, model, queryPrefix, passagePrefix }),
    async [Symbol.asyncDispose]() {
      await backend.close();
      await encoder?.[Symbol.asyncDispose]();
    },
  };
}

/** Embeds chunks as the product embeds its passages. */
export async function embedChunks(embedder: Embedder, chunks: readonly Chunk[]): Promise<MeaningOf> {
  const rows = listTexts(chunks.map((chunk) => ({ ...chunk, entryId: chunk.id })));
  const vectors: Float32Array[] = [];
  for (let at = 0; at < rows.length; at += TEXTS_PER_CALL) {
    const texts = rows.slice(at, at + TEXTS_PER_CALL).map(({ text }) => text);
    vectors.push(...(await embedder.embedPassages(texts, NEVER)).vectors);
  }
  const matrix = buildVectorMatrix(
    rows.map(({ document }, row) => ({ document, vector: vectors[row] ?? [] })),
  );
  return async (messages) => {
    const { direction } = await findDirection(embedder, queriesOf(messages), NEVER);
    return runAtOnce(compareDirections(matrix, chunks.length, direction));
  };
}
