import { readUsableKnowledge } from '../adapters/db/knowledge.ts';
import type { Server, UsableEntry } from '../domain/types.ts';
import type { Core } from './core.ts';
import { toData } from './data-block.ts';
import { cutIntoPieces, type Piece } from './passages.ts';
import { IndexBuilder, type SearchIndex } from './retrieval/search.ts';
import { hostsIn } from './sanitise.ts';
import { runInSlices, takeTurn } from './slices.ts';
import { countTokens } from './tokens.ts';

/** One server's searchable knowledge at one revision; derived from the database, thrown away at will. */
export interface Shelf {
  revision: number;
  /** When the first entry expires and the shelf with it; Infinity for none. */
  validUntil: number;
  index: SearchIndex;
  pieces: Map<string, Piece>;
  /** Characters of the longest piece with its title: what a passage can cost at most. */
  longestPiece: number;
  /** Hosts that answers may link to. */
  hosts: Set<string>;
  bytes: number;
  /** Tokens of a piece, counted on its first use: 20,000 pieces at once would take seconds. */
  tokensOf(piece: Piece): number;
}

/** About half a millisecond of work. */
const CHARACTERS_PER_STEP = 10_000;

const building = new WeakMap<Core, Map<string, Promise<Shelf>>>();

/** The shelf of a server's current revision; concurrent requests share one build. */
export async function getShelf(core: Core, server: Server): Promise<Shelf> {
  const kept = core.shelves.get(server.id);
  if (kept && kept.revision === server.revision && core.clock() < kept.validUntil) return kept;
  const builds = building.get(core) ?? new Map<string, Promise<Shelf>>();
  building.set(core, builds);
  const key = `${server.revision} ${server.id}`;
  const running = builds.get(key) ?? buildShelf(core, server).finally(() => builds.delete(key));
  builds.set(key, running);
  return running;
}

async function buildShelf(core: Core, server: Server): Promise<Shelf> {
  const { pieces, hosts, validUntil, builder } = await gather(core, server);
  const index = await runInSlices(builder.finish());
  await takeTurn();
  const tokens = new Map<string, number>();
  const shelf: Shelf = {
    revision: server.revision,
    validUntil,
    index,
    pieces: new Map(pieces.map((piece) => [piece.id, piece])),
    longestPiece: pieces.reduce((most, piece) => Math.max(most, piece.title.length + piece.text.length), 0),
    hosts,
    bytes: index.bytes + pieces.reduce((sum, piece) => sum + 2 * piece.text.length + 400, 1000),
    tokensOf: (piece) => {
      const known = tokens.get(piece.id) ?? countTokens(toData([piece.title, piece.text, piece.link]));
      tokens.set(piece.id, known);
      return known;
    },
  };
  core.shelves.set(server.id, shelf);
  // The first searches take 20 ms, which should not add up with the last slice.
  await takeTurn();
  return shelf;
}

interface Gathered {
  pieces: Piece[];
  hosts: Set<string>;
  validUntil: number;
  builder: IndexBuilder;
}

/** Reads a server's knowledge page by page. */
async function gather(core: Core, server: Server): Promise<Gathered> {
  const validUntil = Number.POSITIVE_INFINITY;
  const gathered = { pieces: [], hosts: new Set<string>(), validUntil, builder: new IndexBuilder() };
  const pages = readUsableKnowledge(core.database, server.id, new Date(core.clock()));
  const { isEmbedded } = core.database;
  for (let page = await pages.next(); !page.done; ) {
    const entries = page.value;
    // In a turn of its own: else the end of one page and the start of the next would hold others up together.
    const work = () => takeTurn().then(() => runInSlices(addSteps(gathered, entries)));
    // PostgreSQL fetches the next page meanwhile; the embedded engine would only make the turns longer.
    if (isEmbedded) await work();
    [page] = await Promise.all([pages.next(), isEmbedded ? null : work()]);
  }
  await takeTurn();
  return gathered;
}

/** Cuts entries into pieces and reads their words. */
function* addSteps(gathered: Gathered, entries: readonly UsableEntry[]): Generator<void, void> {
  let characters = 0;
  for (const entry of entries) {
    for (const piece of cutIntoPieces([entry])) {
      gathered.pieces.push(piece);
      gathered.builder.add(piece);
    }
    const linking = [entry.text, entry.link ?? ''].filter((text) => text.includes('://'));
    for (const host of hostsIn(linking)) gathered.hosts.add(host);
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
