import { createHash } from 'node:crypto';
import type { AiBackend } from '../../adapters/ai/ai.ts';
import type { TokenUsage } from '../../domain/types.ts';
import type { Piece } from '../answering/passages.ts';
import type { Core } from '../core.ts';
import { runInSlices } from '../slices.ts';
import { buildVectorMatrix, findNearest, type VectorMatrix } from './fuse.ts';
import type { KnowledgeIndex, KnowledgeVectors } from './knowledge.ts';

/** 1,536 dimensions as JSON are about 25 kB; 16 of them stay far below the byte cap of an answer. */
const TEXTS_PER_CALL = 16;
/** Vectors read at once: 20,000 would take 160 MB and much more time than the cache is allowed. */
const PIECES_PER_READ = 64;
/** Fewer unknown vectors than this are fetched while the first question waits; more in the background. */
const MAX_WAITED_FOR = 64;
const LIFETIME_MS = 90 * 24 * 3600 * 1000;
const BACKGROUND_TIMEOUT_MS = 10 * 60 * 1000;

export interface Neighbours {
  ids: { id: string }[];
  usage: TokenUsage | null;
}

interface Row {
  id: string;
  key: string;
  text: string;
  vector: Float32Array | null;
}

/** Indexes whose vectors are being computed. */
const running = new WeakMap<KnowledgeIndex, Promise<VectorMatrix>>();

/**
 * Pieces nearest in meaning to a question, or null if embeddings are off or currently unavailable:
 * the lexical ranking is then used alone. Never throws.
 */
export async function findNeighbours(
  core: Core,
  knowledge: KnowledgeIndex,
  question: string,
  options: { serverId: string; limit: number; signal: AbortSignal },
): Promise<Neighbours | null> {
  const { ai } = core;
  const model = core.config.EMBEDDING_MODEL;
  if (!ai || !model || knowledge.pieces.size === 0) return null;
  try {
    const matrix = await getVectors(core, ai, model, knowledge, options);
    if (!matrix) return null;
    const { vectors, usage } = await ai.embed({ model, texts: [question], signal: options.signal });
    const [query] = vectors;
    return query ? { ids: await runInSlices(findNearest(matrix, query, options.limit)), usage } : null;
  } catch (error) {
    core.log.warn({ err: error }, 'embeddings unavailable, searching by words alone');
    return null;
  }
}

/** The vectors of an index, or null while many of them are computed in the background. */
async function getVectors(
  core: Core,
  ai: AiBackend,
  model: string,
  knowledge: KnowledgeIndex,
  { serverId, signal }: { serverId: string; signal: AbortSignal },
): Promise<VectorMatrix | null> {
  const before = core.vectors.get(serverId);
  if (before?.knowledge === knowledge) return before.matrix;
  const rows = [...knowledge.pieces.values()].map((piece) => toRow(model, piece, before));
  const isSmall = rows.filter(({ vector }) => vector === null).length <= MAX_WAITED_FOR;
  let work = running.get(knowledge);
  if (!work) {
    const until = isSmall ? signal : AbortSignal.timeout(BACKGROUND_TIMEOUT_MS);
    work = fillRows(core, ai, model, rows, until)
      .then(() => keepVectors(core, serverId, knowledge, rows))
      .finally(() => running.delete(knowledge));
    running.set(knowledge, work);
    if (!isSmall) reportFault(core, work);
  }
  return isSmall ? work : null;
}

function reportFault(core: Core, work: Promise<unknown>): void {
  work.catch((error: unknown) => core.log.warn({ err: error }, 'embedding of the knowledge failed'));
}

function toRow(model: string, piece: Piece, before: KnowledgeVectors | undefined): Row {
  const text = `${piece.title}\n${piece.text}`;
  const key = `vector:${createHash('sha256').update(`${model}\n${text}`).digest('hex')}`;
  const row = before?.rows.get(key);
  if (!before || row === undefined) return { id: piece.id, key, text, vector: null };
  const { values, dimension } = before.matrix;
  return { id: piece.id, key, text, vector: values.subarray(row * dimension, (row + 1) * dimension) };
}

function keepVectors(
  core: Core,
  serverId: string,
  knowledge: KnowledgeIndex,
  rows: readonly Row[],
): VectorMatrix {
  const matrix = buildVectorMatrix(rows.map(({ id, vector }) => ({ id, vector: vector ?? [] })));
  core.vectors.set(serverId, { knowledge, matrix, rows: new Map(rows.map(({ key }, row) => [key, row])) });
  return matrix;
}

/** Vectors from the cache, and missing ones from the backend; each text is paid for once. */
async function fillRows(
  core: Core,
  ai: AiBackend,
  model: string,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<void> {
  const unknown = rows.filter(({ vector }) => vector === null);
  for (let start = 0; start < unknown.length; start += PIECES_PER_READ) {
    const part = unknown.slice(start, start + PIECES_PER_READ);
    const kept = await core.cache.getMany<string>(part.map(({ key }) => key));
    for (const [index, row] of part.entries()) row.vector = decodeVector(kept[index]);
    const missing = part.filter(({ vector }) => vector === null);
    for (let at = 0; at < missing.length; at += TEXTS_PER_CALL) {
      await embedRows(core, ai, model, missing.slice(at, at + TEXTS_PER_CALL), signal);
    }
  }
}

async function embedRows(
  core: Core,
  ai: AiBackend,
  model: string,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<void> {
  const { vectors } = await ai.embed({ model, texts: rows.map(({ text }) => text), signal });
  for (const [index, row] of rows.entries()) row.vector = vectors[index] ?? null;
  const entries = rows.map(({ key, vector }) => ({ key, value: encodeVector(vector ?? new Float32Array()) }));
  // Nobody waits for it: a lost write is computed again.
  void core.cache.setMany(entries, LIFETIME_MS);
}

/** A third of the size of the same numbers as JSON. */
function encodeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function decodeVector(text: unknown): Float32Array | null {
  if (typeof text !== 'string') return null;
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.length === 0 || bytes.length % 4 !== 0 ? null : new Float32Array(bytes.buffer);
}
