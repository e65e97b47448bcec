import { findServer } from '../../adapters/db/owners/servers.ts';
import { WHOLE_TOKENS } from '../../domain/limits.ts';
import type { Server, UsableEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { REST_MS, runInSlices, type Steps, takeTurn } from '../runtime/slices.ts';
import type { Gathered } from './gathered.ts';
import {
  addPiece,
  addSteps,
  CHARACTERS_PER_STEP,
  gather,
  gatherChange,
  noteHosts,
  startGathering,
} from './gathered.ts';
import type { KnowledgeIndex } from './knowledge.ts';
import type { Piece, RecalledPassage } from './passages.ts';
import { LONGEST_NUMBER, renderEntry, TOKENS_AFTER_ENTRY } from './passages.ts';
import type { StoredKnowledge } from './stored/stored-index.ts';
import { knownTokens } from './stored/stored-pieces.ts';
import { loadKnowledge, storeLater } from './stored/storing.ts';
import { countTokens } from './tokens.ts';

/** One part in so many may have changed before an index is built as a whole again: each change leaves small traces. */
const CHANGED_PART = 5;

/** Four times the work: nobody waits for it, and all who ask meanwhile would wait for its slices. */
const REFRESH_REST_MS = 20;

/** A build in progress. */
interface Build {
  /** null while the server is looked up. */
  revision: number | null;
  index: Promise<KnowledgeIndex>;
  /** For all who need a later revision. */
  next: Promise<KnowledgeIndex> | null;
}

/** By server. */
const building = new WeakMap<Core, Map<string, Build>>();

/** The index of a server's current revision if it is already built; null: the knowledge has changed since. */
export function findKnowledgeIndex(core: Core, server: Server): KnowledgeIndex | null {
  const kept = core.knowledgeIndexes.get(server.id);
  return kept && kept.revision === server.revision && core.clock() < kept.validUntil ? kept : null;
}

/**
 * The index of a server's current revision; concurrent requests share one build. A server has one at a time: while
 * its entries change by the hundred, one for each revision would pile up faster than they end. Those who need a later
 * revision share the build after it.
 */
export async function getKnowledgeIndex(core: Core, server: Server): Promise<KnowledgeIndex> {
  const kept = findKnowledgeIndex(core, server);
  if (kept) return kept;
  const builds = building.get(core) ?? new Map<string, Build>();
  building.set(core, builds);
  const running = builds.get(server.id);
  if (!running) return startBuild(core, builds, server);
  if (running.revision === server.revision) return running.index;
  const startNext = () => startBuild(core, builds, server, true);
  running.next ??= running.index.then(startNext, startNext);
  return running.next;
}

/** @param isLater the server may have changed since it was read. */
function startBuild(
  core: Core,
  builds: Map<string, Build>,
  server: Server,
  isLater = false,
): Promise<KnowledgeIndex> {
  const run = async () => {
    const current = isLater ? ((await findServer(core.database, server.id)) ?? server) : server;
    build.revision = current.revision;
    return findKnowledgeIndex(core, current) ?? buildKnowledgeIndex(core, current);
  };
  const build: Build = {
    revision: isLater ? null : server.revision,
    index: Promise.resolve().then(run),
    next: null,
  };
  builds.set(server.id, build);
  return build.index.finally(() => {
    if (builds.get(server.id) === build) builds.delete(server.id);
  });
}

async function buildKnowledgeIndex(core: Core, server: Server): Promise<KnowledgeIndex> {
  const before = core.knowledgeIndexes.get(server.id);
  const changed = before ? await gatherChange(core, server, before) : null;
  const stored = changed ? null : await loadKnowledge(core, server);
  if (stored) {
    const knowledge = toKnowledge(stored, server.revision);
    core.knowledgeIndexes.set(server.id, knowledge);
    return knowledge;
  }
  const knowledge = await finishKnowledgeIndex(changed ?? (await gather(core, server)), server.revision);
  core.knowledgeIndexes.set(server.id, knowledge);
  core.meters.indexBuilt();
  storeLater(core, server, knowledge);
  if (knowledge.changes * CHANGED_PART > knowledge.versions.size) refresh(core, server);
  // The first searches take 20 ms, which should not add up with the last slice.
  await takeTurn();
  return knowledge;
}

const refreshing = new WeakMap<Core, Set<string>>();

/**
 * Begins to build an index as a whole again while questions go on with what changes made of the one before. Whatever
 * changes meanwhile is put in by the next question.
 */
function refresh(core: Core, server: Server): void {
  const servers = refreshing.get(core) ?? new Set<string>();
  refreshing.set(core, servers);
  if (servers.has(server.id)) return;
  servers.add(server.id);
  const run = async () => {
    const gathered = await gather(core, server, REFRESH_REST_MS);
    const whole = await finishKnowledgeIndex(gathered, server.revision, REFRESH_REST_MS);
    // An index still being made of the old knowledge would take its place.
    await building
      .get(core)
      ?.get(server.id)
      ?.index.catch(() => undefined);
    if (!core.knowledgeIndexes.has(server.id)) return;
    core.knowledgeIndexes.set(server.id, whole);
    storeLater(core, server, whole);
  };
  run()
    .catch((error: unknown) =>
      core.log.debug({ err: error, server: server.id }, 'search index not built completely'),
    )
    .finally(() => servers.delete(server.id));
}

/**
 * The index as it would be with other entries in the knowledge, built by the same steps; it belongs to the caller
 * alone.
 * @param change.replacedEntryId is removed; the added ones take its place.
 * @param change.nextEntryId comes after the added ones if nothing is replaced; null: they come last.
 */
export async function imagineKnowledgeIndex(
  knowledge: KnowledgeIndex,
  change: { replacedEntryId: string | null; nextEntryId: string | null; added: readonly UsableEntry[] },
): Promise<KnowledgeIndex> {
  const gathered = startGathering();
  await runInSlices(imagineSteps(gathered, knowledge, change), { restMs: REST_MS });
  gathered.validUntil = Math.min(gathered.validUntil, knowledge.validUntil);
  await takeTurn();
  const imagined = await finishKnowledgeIndex(gathered, knowledge.revision, REST_MS);
  await takeTurn();
  return imagined;
}

function* imagineSteps(
  gathered: Gathered,
  knowledge: KnowledgeIndex,
  { replacedEntryId, nextEntryId, added }: Parameters<typeof imagineKnowledgeIndex>[1],
): Steps<void> {
  const place = [...knowledge.pieces.values()].some(({ entryId }) => entryId === replacedEntryId)
    ? replacedEntryId
    : nextEntryId;
  let isPlaced = false;
  let characters = 0;
  for (const piece of knowledge.pieces.values()) {
    if (piece.entryId === place && !isPlaced) {
      yield* addSteps(gathered, added);
      isPlaced = true;
    }
    if (piece.entryId === replacedEntryId) continue;
    addPiece(gathered, piece);
    noteHosts(gathered, piece);
    characters += piece.text.length;
    if (characters < CHARACTERS_PER_STEP) continue;
    characters = 0;
    yield;
  }
  if (!isPlaced) yield* addSteps(gathered, added);
}

async function finishKnowledgeIndex(
  gathered: Gathered,
  revision: number,
  restMs = 0,
): Promise<KnowledgeIndex> {
  const { pieces, hosts, versions, changes, validUntil } = gathered;
  const index = await runInSlices(gathered.finish(), { restMs });
  await takeTurn();
  const tokens = await runInSlices(countAll(pieces), { restMs });
  const bytes = index.bytes + pieces.reduce((sum, piece) => sum + 2 * piece.text.length + 400, 1000);
  const longestPiece = pieces.reduce(
    (most, piece) => Math.max(most, piece.title.length + piece.text.length),
    0,
  );
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  return toKnowledge(
    { ...{ index, versions, changes, validUntil, longestPiece, tokens, hosts, bytes }, pieces: byId },
    revision,
  );
}

function toKnowledge(said: StoredKnowledge, revision: number): KnowledgeIndex {
  const { pieces, tokens } = said;
  let whole: readonly RecalledPassage[] | null = null;
  return {
    ...{ ...said, revision },
    get whole() {
      if (Number.isFinite(tokens))
        whole ??= inOrder([...pieces.values()]).map((piece) => ({
          ...piece,
          score: 0,
          confidence: 0,
          tokens: tokensOf(piece),
        }));
      return whole;
    },
    // The caller finds a copy of it.
    tokensOf: (piece) => tokensOf(pieces.get(piece.id) ?? piece),
  };
}

/** The order of their entries' ids, whatever the database's and whichever entry changed last. */
export function inOrder(pieces: readonly Piece[]): Piece[] {
  return pieces.toSorted((a, b) => (a.entryId < b.entryId ? -1 : a.entryId > b.entryId ? 1 : 0));
}

/** Tokens of a piece in a prompt: those that were stored with it, or counted. */
export function tokensOf(piece: Piece): number {
  const known =
    knownTokens.get(piece) ?? countTokens(renderEntry({ ...piece, id: LONGEST_NUMBER })) + TOKENS_AFTER_ENTRY;
  knownTokens.set(piece, known);
  return known;
}

function* countAll(pieces: readonly Piece[]): Steps<number> {
  let tokens = 0;
  for (const piece of pieces) {
    tokens += tokensOf(piece);
    if (tokens > WHOLE_TOKENS) return Number.POSITIVE_INFINITY;
    yield;
  }
  return tokens;
}
