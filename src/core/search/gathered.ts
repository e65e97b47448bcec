import type { VersionedEntry } from '../../adapters/db/knowledge/knowledge.ts';
import {
  findUsable,
  readUsableKnowledge,
  readUsableVersions,
} from '../../adapters/db/knowledge/knowledge.ts';
import { hostsIn } from '../../domain/addresses.ts';
import type { Server, UsableEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { runInSlices, type Steps, takeTurn } from '../runtime/slices.ts';
import type { KnowledgeIndex } from './knowledge.ts';
import { cutIntoPieces, type Piece } from './passages.ts';
import { IndexBuilder, type SearchIndex } from './search.ts';

/** About half a millisecond of work. */
export const CHARACTERS_PER_STEP = 10_000;
/** The same where nothing is analysed. */
const KEPT_CHARACTERS_PER_STEP = 200_000;
/** Fewer entries are analysed in a few milliseconds. */
const FEW_ENTRIES = 200;
/** More of them than one in so many: then the rest is little work too. */
const CHANGED_PART = 2;

/** The parts of an index. */
export interface Gathered {
  pieces: Piece[];
  hosts: Set<string>;
  versions: ReadonlyMap<string, string>;
  changes: number;
  validUntil: number;
  builder: IndexBuilder;
  /** Once all pieces are in the builder. */
  finish(): Steps<SearchIndex>;
}

export function startGathering(): Gathered {
  const builder = new IndexBuilder();
  const none = { pieces: [], hosts: new Set<string>(), versions: new Map(), changes: 0 };
  return { ...none, validUntil: Number.POSITIVE_INFINITY, builder, finish: () => builder.finish() };
}

/** Reads a server's knowledge page by page. @param restMs to leave free after each slice of the work. */
export async function gather(core: Core, server: Server, restMs = 0): Promise<Gathered> {
  const gathered = startGathering();
  const versions = new Map<string, string>();
  const pages = readUsableKnowledge(core.database, server.id, new Date(core.clock()));
  const { isEmbedded } = core.database;
  for (let page = await pages.next(); !page.done; ) {
    const entries = page.value;
    for (const { id, version } of entries) versions.set(id, version);
    // In a separate turn: otherwise the end of one page and the start of the next would block others together.
    const work = () => takeTurn().then(() => runInSlices(addSteps(gathered, entries), { restMs }));
    // PostgreSQL fetches the next page in the meantime; the embedded engine would only make the turns longer.
    if (isEmbedded) await work();
    [page] = await Promise.all([pages.next(), isEmbedded ? null : work()]);
  }
  await takeTurn();
  return { ...gathered, versions };
}

/**
 * Gathers the parts of an index after a change: only new entries are read and analysed. Built as a whole for each question,
 * 1,000 entries took a loop of PUTs 135 s instead of 15, and p95 of the questions beside it was 1.5 s.
 * @returns null when it is built as a whole: few entries, or most of them changed.
 */
export async function gatherChange(
  core: Core,
  server: Server,
  before: KnowledgeIndex,
): Promise<Gathered | null> {
  if (before.versions.size < FEW_ENTRIES) return null;
  const change = await findChange(core, server, before);
  if (change === null) return null;
  const changes = before.changes + change.ids.size;
  const gathered = { ...startGathering(), ...change, changes, builder: new IndexBuilder(before.index) };
  const gone = new Set<string>();
  for (const { id, entryId } of before.pieces.values()) if (change.ids.has(entryId)) gone.add(id);
  const isGone = (id: string) => gone.has(id);
  await runInSlices(keepSteps(gathered, before, isGone));
  await runInSlices(addSteps(gathered, change.entries));
  const isSame = change.ids.size === 0;
  gathered.finish = isSame
    ? () => keep(before.index)
    : () => gathered.builder.finishChange(before.index, isGone);
  return gathered;
}

// biome-ignore lint/correctness/useYield: nothing is left to do
function* keep(index: SearchIndex): Steps<SearchIndex> {
  return index;
}

interface Change {
  /** Ids of entries that are new, changed or gone. */
  ids: ReadonlySet<string>;
  /** Those of them that are there. */
  entries: VersionedEntry[];
  /** Versions of all entries now. */
  versions: Map<string, string>;
  validUntil: number;
}

/** Holds the rows against those that an index was made of, so that no writer can forget to say what it changed. */
async function findChange(core: Core, server: Server, before: KnowledgeIndex): Promise<Change | null> {
  const now = new Date(core.clock());
  const versions = new Map<string, string>();
  let validUntil = Number.POSITIVE_INFINITY;
  for await (const page of readUsableVersions(core.database, server.id, now)) {
    for (const { id, version, validUntil: until } of page) {
      versions.set(id, version);
      if (until) validUntil = Math.min(validUntil, until.getTime());
    }
  }
  const changed = [...versions].flatMap(([id, version]) => (before.versions.get(id) === version ? [] : [id]));
  const gone = [...before.versions.keys()].filter((id) => !versions.has(id));
  if ((changed.length + gone.length) * CHANGED_PART > versions.size) return null;
  const entries = await findUsable(core.database, server.id, now, changed);
  // An entry written between the two readings counts as it is now.
  for (const id of changed) versions.delete(id);
  for (const { id, version } of entries) versions.set(id, version);
  return { ids: new Set([...changed, ...gone]), entries, versions, validUntil };
}

function* keepSteps(
  gathered: Gathered,
  before: KnowledgeIndex,
  isGone: (id: string) => boolean,
): Steps<void> {
  let characters = 0;
  for (const piece of before.pieces.values()) {
    if (isGone(piece.id)) continue;
    gathered.pieces.push(piece);
    noteHosts(gathered, piece);
    characters += piece.text.length;
    if (characters < KEPT_CHARACTERS_PER_STEP) continue;
    characters = 0;
    yield;
  }
}

/** Cuts entries into pieces and reads their words. */
export function* addSteps(gathered: Gathered, entries: readonly UsableEntry[]): Steps<void> {
  let characters = 0;
  for (const entry of entries) {
    for (const piece of cutIntoPieces([entry])) addPiece(gathered, piece);
    noteHosts(gathered, entry);
    gathered.validUntil = Math.min(
      gathered.validUntil,
      entry.validUntil?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    characters += entry.text.length;
    if (characters < CHARACTERS_PER_STEP) continue;
    characters = 0;
    yield;
  }
}

export function addPiece(gathered: Gathered, piece: Piece): void {
  gathered.pieces.push(piece);
  gathered.builder.add(piece);
}

/** Hosts by piece and entry, which are kept from one index to the next. */
const knownHosts = new WeakMap<object, readonly string[]>();

export function noteHosts(gathered: Gathered, said: { text: string; link: string | null }): void {
  const known = knownHosts.get(said) ?? findHosts(said);
  knownHosts.set(said, known);
  for (const host of known) gathered.hosts.add(host);
}

function findHosts({ text, link }: { text: string; link: string | null }): readonly string[] {
  return [...hostsIn([text, link ?? ''].filter((part) => part.includes('://')))];
}
