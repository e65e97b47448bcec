import { createHash } from 'node:crypto';
import type { AiBackend } from '../adapters/ai.ts';
import type { TokenUsage } from '../domain/types.ts';
import type { Core } from './core.ts';
import type { Piece } from './passages.ts';
import { buildVectorMatrix, cosineTop } from './retrieval/fuse.ts';
import type { Shelf } from './shelf.ts';

/** 1,536 dimensions as JSON are about 25 kB; 16 of them stay far below the byte cap of an answer. */
const TEXTS_PER_CALL = 16;
/** Fewer missing vectors than this are made while the first question waits; more in the background. */
const MAX_WAITED_FOR = 64;
const LIFETIME_MS = 90 * 24 * 3600 * 1000;
const BACKGROUND_TIMEOUT_MS = 10 * 60 * 1000;

export interface Neighbours {
  ids: { id: string }[];
  usage: TokenUsage | null;
}

/**
 * Pieces nearest in meaning to a question, or null when embeddings are off or not to be had just now:
 * then the lexical ranking stands alone. Never throws.
 */
export async function findNeighbours(
  core: Core,
  shelf: Shelf,
  question: string,
  options: { limit: number; signal: AbortSignal },
): Promise<Neighbours | null> {
  const { ai } = core;
  const model = core.config.EMBEDDING_MODEL;
  if (!ai || !model || shelf.pieces.size === 0) return null;
  try {
    if (!shelf.vectors) await prepareVectors(core, ai, model, shelf, options.signal);
    if (!shelf.vectors) return null;
    const { vectors, usage } = await ai.embed({ model, texts: [question], signal: options.signal });
    const [query] = vectors;
    return query ? { ids: cosineTop(shelf.vectors, query, options.limit), usage } : null;
  } catch (error) {
    core.log.warn({ err: error }, 'embeddings unavailable, searching by words alone');
    return null;
  }
}

async function prepareVectors(core: Core, ai: AiBackend, model: string, shelf: Shelf, signal: AbortSignal) {
  if (shelf.isEmbedding) return;
  shelf.isEmbedding = true;
  const isSmall = shelf.pieces.size <= MAX_WAITED_FOR;
  const until = isSmall ? signal : AbortSignal.timeout(BACKGROUND_TIMEOUT_MS);
  const work = embedPieces(core, ai, model, [...shelf.pieces.values()], until)
    .then((rows) => {
      shelf.vectors = buildVectorMatrix(rows);
    })
    .finally(() => {
      shelf.isEmbedding = false;
    });
  if (isSmall) return work;
  work.catch((error: unknown) => core.log.warn({ err: error }, 'embedding of the knowledge failed'));
}

async function embedPieces(core: Core, ai: AiBackend, model: string, pieces: Piece[], signal: AbortSignal) {
  const keys = pieces.map((piece) => keyOf(model, piece));
  const kept = await core.cache.getMany<number[]>(keys);
  const rows = pieces.map(({ id }, index) => ({ id, vector: kept[index] ?? [] }));
  const missing = rows.flatMap((row, index) => (row.vector.length === 0 ? [{ row, index }] : []));
  for (let start = 0; start < missing.length; start += TEXTS_PER_CALL) {
    const part = missing.slice(start, start + TEXTS_PER_CALL);
    const texts = part.map(({ index }) => textOf(pieces[index] as Piece));
    const { vectors } = await ai.embed({ model, texts, signal });
    for (const [place, { row }] of part.entries()) row.vector = [...(vectors[place] ?? [])];
    const entries = part.map(({ row, index }) => ({ key: keys[index] as string, value: row.vector }));
    // Nobody waits for it: a write that is lost is made again.
    void core.cache.setMany(entries, LIFETIME_MS);
  }
  return rows;
}

function textOf(piece: Piece): string {
  return `${piece.title}\n${piece.text}`;
}

function keyOf(model: string, piece: Piece): string {
  return `embedding:${createHash('sha256')
    .update(`${model}\n${textOf(piece)}`)
    .digest('hex')}`;
}
