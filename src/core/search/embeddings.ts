import { createHash } from 'node:crypto';
import type { Embedder } from '../../adapters/ai/ai.ts';
import { findBackendFault } from '../../adapters/ai/fault.ts';
import { openDeadline } from '../../domain/deadline.ts';
import { EMBEDDING_DEADLINE_DIVISOR } from '../../domain/limits.ts';
import { cutAt } from '../../domain/text.ts';
import type { TokenUsage } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { runInSlices } from '../runtime/slices.ts';
import type { KnowledgeIndex, KnowledgeVectors } from './knowledge.ts';
import type { Piece } from './passages.ts';
import type { Meaning, WeightedQuery } from './search.ts';
import type { VectorMatrix } from './vectors.ts';
import {
  buildVectorMatrix,
  combineVectors,
  compareDirections,
  decodeVector,
  encodeVector,
} from './vectors.ts';

/** 1,536 dimensions as JSON are about 25 kB; 16 of them stay far below the byte cap of an answer. */
const TEXTS_PER_CALL = 16;
/** Vectors read at once: 20,000 would take 160 MB and much more time than the cache is allowed. */
const TEXTS_PER_READ = 64;
/** Fewer unknown vectors than this are fetched while the first question waits; more in the background. */
const MAX_WAITED_FOR = 64;
/** Half of a shorter text says nothing any more. */
const SHORTEST_CHARACTERS = 200;
const LIFETIME_MS = 90 * 24 * 3600 * 1000;
const BACKGROUND_TIMEOUT_MS = 10 * 60 * 1000;
/** Lighter texts, such as the assistant's last answer, do not say what the customer means. */
const MIN_WEIGHT = 0.2;

interface EmbeddingRow {
  document: number;
  key: string;
  text: string;
  vector: Float32Array | null;
}

/** Indexes whose vectors are being computed. */
const running = new WeakMap<KnowledgeIndex, Promise<VectorMatrix>>();
/** Indexes whose vectors were all computed anew, and for which dimension of the question. */
const renewed = new WeakMap<KnowledgeIndex, number>();

/**
 * How near each document is in meaning to the texts together, and what asking took; null if embeddings are off,
 * unavailable or slow: words alone then rank. Throws only the signal's reason.
 */
export async function measureMeaning(
  core: Core,
  knowledge: KnowledgeIndex,
  queries: readonly WeightedQuery[],
  { serverId, signal }: { serverId: string; signal: AbortSignal },
): Promise<{ meaning: Meaning; usage: TokenUsage | null } | null> {
  const { embedder } = core;
  const telling = listTelling(queries);
  if (!embedder || knowledge.pieces.size === 0 || telling.length === 0) return null;
  return inTime(core, signal, async (limited) => {
    const job = { core, embedder, knowledge, serverId };
    const kept = await getVectors(job, limited);
    if (!kept) return null;
    const { direction, usage } = await findDirection(embedder, telling, limited);
    const matrix = await getVectorsLike(job, kept, direction, limited);
    if (!matrix) return null;
    const meaning = await runInSlices(compareDirections(matrix, knowledge.index.size, direction));
    return meaning && { meaning, usage };
  });
}

/** The same for a text as long as the documents, whose vector is kept as theirs are: those of passages are known. */
export async function measureLikeness(
  core: Core,
  knowledge: KnowledgeIndex,
  text: string,
  { serverId, signal }: { serverId: string; signal: AbortSignal },
): Promise<Meaning | null> {
  const { embedder } = core;
  if (!embedder || knowledge.pieces.size === 0) return null;
  return inTime(core, signal, async (limited) => {
    const matrix = await getVectors({ core, embedder, knowledge, serverId }, limited);
    if (!matrix) return null;
    const row: EmbeddingRow = { document: 0, key: keyOf(embedder, text), text, vector: null };
    await fillRows(core, embedder, [row], { signal: limited, dimension: matrix.dimension });
    return runInSlices(compareDirections(matrix, knowledge.index.size, row.vector ?? []));
  });
}

/** null after any fault, or if it takes longer than its share of the deadline. Throws only the signal's reason. */
async function inTime<Result>(
  core: Core,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<Result | null>,
): Promise<Result | null> {
  const deadline = openDeadline(signal, core.config.AI_TIMEOUT_MS / EMBEDDING_DEADLINE_DIVISOR);
  try {
    return await work(deadline.signal);
  } catch (error) {
    signal.throwIfAborted();
    core.log.warn({ err: error }, 'embeddings unavailable, searching by words alone');
    return null;
  } finally {
    deadline.release();
  }
}

function listTelling(queries: readonly WeightedQuery[]): WeightedQuery[] {
  return queries.filter(({ text, weight }) => weight >= MIN_WEIGHT && text.trim() !== '');
}

/** The weighted direction of the texts together, and the tokens that it took. */
export async function findDirection(
  embedder: Embedder,
  queries: readonly WeightedQuery[],
  signal: AbortSignal,
): Promise<{ direction: Float32Array; usage: TokenUsage | null }> {
  const telling = listTelling(queries);
  const { vectors, usage } = await embedder.embedQueries(
    telling.map(({ text }) => text),
    signal,
  );
  const parts = telling.map(({ weight }, place) => ({ vector: vectors[place] ?? [], weight }));
  return { direction: combineVectors(parts), usage };
}

/** The texts of passages, by place: each passage, and each other wording of an entry, as its first passage. */
export function listTexts(
  pieces: Iterable<Pick<Piece, 'id' | 'entryId' | 'title' | 'text' | 'questions'>>,
): { document: number; text: string }[] {
  const all = [...pieces];
  const passages = all.map(({ title, text }, document) => ({ document, text: `${title}\n${text}` }));
  const wordings = all.flatMap(({ id, entryId, questions }, document) =>
    id === entryId ? questions.map((text) => ({ document, text })) : [],
  );
  return [...passages, ...wordings];
}

/** Whose passages are embedded. */
interface EmbeddingJob {
  core: Core;
  embedder: Embedder;
  knowledge: KnowledgeIndex;
  serverId: string;
}

/** The vectors of an index, or null while many of them are computed in the background. */
async function getVectors(job: EmbeddingJob, signal: AbortSignal): Promise<VectorMatrix | null> {
  const before = job.core.vectors.get(job.serverId);
  if (before?.knowledge === job.knowledge) return before.matrix;
  return waitForVectors(job, listRows(job, before), signal);
}

/**
 * The same in the question's dimension: the model behind an address and a name may have been replaced while every text
 * was in the cache. All are then embedded again, once.
 */
async function getVectorsLike(
  job: EmbeddingJob,
  kept: VectorMatrix,
  { length: dimension }: Float32Array,
  signal: AbortSignal,
): Promise<VectorMatrix | null> {
  if (kept.dimension === dimension || renewed.get(job.knowledge) === dimension) return kept;
  return waitForVectors(job, listRows(job), signal, dimension);
}

/** @param dimension what vectors in the cache must have; undefined: any. */
async function waitForVectors(
  job: EmbeddingJob,
  rows: readonly EmbeddingRow[],
  signal: AbortSignal,
  dimension?: number,
): Promise<VectorMatrix | null> {
  const { core, embedder, knowledge, serverId } = job;
  const isSmall = rows.filter(({ vector }) => vector === null).length <= MAX_WAITED_FOR;
  let work = running.get(knowledge);
  if (!work) {
    const until = AbortSignal.timeout(BACKGROUND_TIMEOUT_MS);
    work = fillRows(core, embedder, rows, { signal: until, dimension })
      .then(() => {
        if (dimension !== undefined) renewed.set(knowledge, dimension);
        return keepVectors(core, serverId, knowledge, rows);
      })
      .finally(() => running.delete(knowledge));
    running.set(knowledge, work);
    work.catch((error: unknown) => core.log.warn({ err: error }, 'embedding of the knowledge failed'));
  }
  return isSmall ? Promise.race([work, rejectOn(signal)]) : null;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

function listRows({ embedder, knowledge }: EmbeddingJob, before?: KnowledgeVectors): EmbeddingRow[] {
  return listTexts(knowledge.pieces.values()).map(({ document, text }) => {
    const key = keyOf(embedder, text);
    return { document, key, text, vector: findKept(before, key) };
  });
}

function keyOf({ identity }: Embedder, text: string): string {
  return `vector:${createHash('sha256').update(`${identity}\n${text}`).digest('hex')}`;
}

function findKept(before: KnowledgeVectors | undefined, key: string): Float32Array | null {
  const row = before?.rows.get(key);
  if (!before || row === undefined) return null;
  const { values, dimension } = before.matrix;
  return values.subarray(row * dimension, (row + 1) * dimension);
}

function keepVectors(
  core: Core,
  serverId: string,
  knowledge: KnowledgeIndex,
  rows: readonly EmbeddingRow[],
): VectorMatrix {
  const matrix = buildVectorMatrix(rows.map(({ document, vector }) => ({ document, vector: vector ?? [] })));
  core.vectors.set(serverId, { knowledge, matrix, rows: new Map(rows.map(({ key }, row) => [key, row])) });
  return matrix;
}

/** Vectors from the cache, and missing ones from the backend; each text is paid for once. */
async function fillRows(
  core: Core,
  embedder: Embedder,
  rows: readonly EmbeddingRow[],
  { signal, dimension }: { signal: AbortSignal; dimension: number | undefined },
): Promise<void> {
  const unknown = rows.filter(({ vector }) => vector === null);
  for (let start = 0; start < unknown.length; start += TEXTS_PER_READ) {
    const part = unknown.slice(start, start + TEXTS_PER_READ);
    const kept = await core.cache.getMany<string>(part.map(({ key }) => key));
    for (const [index, row] of part.entries()) row.vector = decodeVector(kept[index], dimension);
    await embedRows(
      core,
      embedder,
      part.filter(({ vector }) => vector === null),
      signal,
    );
  }
  // The model behind an address and a name may have been replaced.
  const size = unknown.at(-1)?.vector?.length ?? 0;
  await embedRows(
    core,
    embedder,
    rows.filter(({ vector }) => size > 0 && vector?.length !== size),
    signal,
  );
}

async function embedRows(
  core: Core,
  embedder: Embedder,
  rows: readonly EmbeddingRow[],
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < rows.length; at += TEXTS_PER_CALL) {
    const part = rows.slice(at, at + TEXTS_PER_CALL);
    const vectors = await embedFitting(
      embedder,
      part.map(({ text }) => text),
      signal,
    );
    for (const [index, row] of part.entries()) row.vector = vectors[index] ?? null;
    const entries = part.map(({ key, vector }) => ({
      key,
      value: encodeVector(vector ?? new Float32Array()),
    }));
    // Nobody waits for it: a lost write is computed again.
    void core.cache.setMany(entries, LIFETIME_MS);
  }
}

/** The vectors of passages; of one that is too long for the model, of as much of its beginning as is not. */
async function embedFitting(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  try {
    return (await embedder.embedPassages(texts, signal)).vectors;
  } catch (error) {
    const [text = ''] = texts;
    const mayHelp = texts.length > 1 || text.length > SHORTEST_CHARACTERS;
    if (findBackendFault(error)?.reason !== 'too_long' || !mayHelp) throw error;
    if (texts.length === 1) return embedFitting(embedder, [cutAt(text, text.length / 2)], signal);
    const half = Math.ceil(texts.length / 2);
    const first = await embedFitting(embedder, texts.slice(0, half), signal);
    return [...first, ...(await embedFitting(embedder, texts.slice(half), signal))];
  }
}
