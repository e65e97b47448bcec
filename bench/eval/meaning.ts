import { env } from 'node:process';
import { createAiBackend, createEmbedder, type Embedder } from '../../src/adapters/ai/ai.ts';
import { parseConfig } from '../../src/config.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { findDirection, listTexts } from '../../src/core/search/embeddings.ts';
import { type Meaning, queriesOf } from '../../src/core/search/search.ts';
import { buildVectorMatrix, compareDirections } from '../../src/core/search/vectors.ts';
import { startEncoder } from './encoder.ts';
import type { Chunk, Message } from './files.ts';

/** Vectors of 512 numbers as JSON are 10 kB each. */
const TEXTS_PER_CALL = 64;
const MAX_RESPONSE_BYTES = 10_000_000;
const OWN_MODEL = 'universal-sentence-encoder-lite';

/** What turns texts into vectors while something is measured, and the settings with which a service uses it too. */
export interface OpenEmbedder extends AsyncDisposable {
  embedder: Embedder;
  settings: Record<string, string>;
}

/** The embedder of the environment, or a small English one on this machine. */
export async function openEmbedder(): Promise<OpenEmbedder> {
  const given = parseConfig(env);
  const encoder = given.EMBEDDING_MODEL ? null : await startEncoder();
  const settings = {
    EMBEDDING_BASE_URL: encoder?.url ?? given.EMBEDDING_BASE_URL ?? given.OPENAI_BASE_URL ?? '',
    EMBEDDING_API_KEY: given.EMBEDDING_API_KEY ?? given.OPENAI_API_KEY ?? 'none',
    EMBEDDING_MODEL: given.EMBEDDING_MODEL ?? OWN_MODEL,
    EMBEDDING_QUERY_PREFIX: given.EMBEDDING_QUERY_PREFIX,
    EMBEDDING_PASSAGE_PREFIX: given.EMBEDDING_PASSAGE_PREFIX,
    // A busy machine may take long for a vector; nothing here should be found by words alone for that.
    AI_TIMEOUT_MS: '600000',
  };
  const { EMBEDDING_BASE_URL: baseUrl, EMBEDDING_API_KEY: apiKey } = settings;
  const backend = createAiBackend({ baseUrl, apiKey, maxResponseBytes: MAX_RESPONSE_BYTES });
  const embedder = createEmbedder(backend, {
    ...{ baseUrl, model: settings.EMBEDDING_MODEL },
    ...{ queryPrefix: settings.EMBEDDING_QUERY_PREFIX, passagePrefix: settings.EMBEDDING_PASSAGE_PREFIX },
  });
  return {
    ...{ embedder, settings },
    async [Symbol.asyncDispose]() {
      await backend.close();
      await encoder?.[Symbol.asyncDispose]();
    },
  };
}

/** How near each chunk is in meaning to a conversation. */
export type MeaningOf = (messages: readonly Message[]) => Promise<Meaning | null>;

/** Embeds chunks as the service embeds its passages. */
export async function embedChunks(embedder: Embedder, chunks: readonly Chunk[]): Promise<MeaningOf> {
  const { signal } = new AbortController();
  const rows = listTexts(chunks.map((chunk) => ({ ...chunk, entryId: chunk.id })));
  const vectors: Float32Array[] = [];
  for (let at = 0; at < rows.length; at += TEXTS_PER_CALL) {
    const texts = rows.slice(at, at + TEXTS_PER_CALL).map(({ text }) => text);
    vectors.push(...(await embedder.embedPassages(texts, signal)).vectors);
  }
  const matrix = buildVectorMatrix(
    rows.map(({ document }, row) => ({ document, vector: vectors[row] ?? [] })),
  );
  return async (messages) => {
    const { direction } = await findDirection(embedder, queriesOf(messages), signal);
    return runAtOnce(compareDirections(matrix, chunks.length, direction));
  };
}
