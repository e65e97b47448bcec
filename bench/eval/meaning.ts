import { env } from 'node:process';
import { createAiBackend } from '../../src/adapters/ai/ai.ts';
import { createEmbedder, type Embedder } from '../../src/adapters/ai/embedder.ts';
import { parseConfig } from '../../src/config.ts';
import { type Meaning, queriesOf } from '../../src/core/search/search.ts';
import { buildVectorMatrix, combineVectors, compareDirections } from '../../src/core/search/vectors.ts';
import { runAtOnce } from '../../src/core/slices.ts';
import { startEncoder } from './encoder.ts';
import type { Base } from './files.ts';

/** Vectors of 512 numbers as JSON are 10 kB each. */
const TEXTS_PER_CALL = 64;
const MAX_RESPONSE_BYTES = 10_000_000;
/** As in the service: lighter texts do not say what the customer means. */
const MIN_WEIGHT = 0.2;
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

/** What each question of a base means to each of its entries, in the order of the questions. */
export async function measureMeanings(
  { chunks, questions }: Pick<Base, 'chunks' | 'questions'>,
  embedder: Embedder,
): Promise<(Meaning | null)[]> {
  const { signal } = new AbortController();
  const passages = await embedAll(
    chunks.map(({ title, text }) => `${title}\n${text}`),
    (texts) => embedder.embedPassages(texts, signal),
  );
  const matrix = buildVectorMatrix(passages.map((vector, document) => ({ document, vector })));
  const asked = questions.map(({ messages }) =>
    queriesOf(messages).filter(({ text, weight }) => weight >= MIN_WEIGHT && text.trim() !== ''),
  );
  const vectors = await embedAll(
    asked.flat().map(({ text }) => text),
    (texts) => embedder.embedQueries(texts, signal),
  );
  const next = vectors.values();
  return asked.map((queries) => {
    const parts = queries.map(({ weight }) => ({ weight, vector: next.next().value ?? [] }));
    return runAtOnce(compareDirections(matrix, chunks.length, combineVectors(parts)));
  });
}

async function embedAll(
  texts: readonly string[],
  embed: (texts: readonly string[]) => ReturnType<Embedder['embedQueries']>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += TEXTS_PER_CALL)
    vectors.push(...(await embed(texts.slice(at, at + TEXTS_PER_CALL))).vectors);
  return vectors;
}
