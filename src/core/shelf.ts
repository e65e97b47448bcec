import { readUsableKnowledge } from '../adapters/db/knowledge.ts';
import type { KnowledgeEntry, Server } from '../domain/types.ts';
import type { Core } from './core.ts';
import { toData } from './data-block.ts';
import { cutIntoPieces, type Piece } from './passages.ts';
import type { VectorMatrix } from './retrieval/fuse.ts';
import { buildIndexInSlices, type SearchIndex } from './retrieval/search.ts';
import { hostsIn } from './sanitise.ts';
import { runInSlices } from './slices.ts';
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
  /** Present once embeddings of all pieces are known. */
  vectors: VectorMatrix | null;
  /** Whether a process of this server is making `vectors`. */
  isEmbedding: boolean;
  bytes: number;
  /** Tokens of a piece, counted on its first use: 20,000 pieces at once would take seconds. */
  tokensOf(piece: Piece): number;
}

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
  const { pieces, hosts, validUntil } = await gather(core, server);
  const index = await buildIndexInSlices(pieces);
  const tokens = new Map<string, number>();
  const shelf: Shelf = {
    revision: server.revision,
    validUntil,
    index,
    pieces: new Map(pieces.map((piece) => [piece.id, piece])),
    longestPiece: pieces.reduce((most, piece) => Math.max(most, piece.title.length + piece.text.length), 0),
    hosts,
    vectors: null,
    isEmbedding: false,
    bytes: index.bytes + pieces.reduce((sum, piece) => sum + 2 * piece.text.length + 400, 1000),
    tokensOf: (piece) => {
      const known = tokens.get(piece.id) ?? countTokens(toData([piece.title, piece.text, piece.link]));
      tokens.set(piece.id, known);
      return known;
    },
  };
  core.shelves.set(server.id, shelf);
  return shelf;
}

interface Gathered {
  pieces: Piece[];
  hosts: Set<string>;
  validUntil: number;
}

/** Reads a server's knowledge page by page and cuts it, in slices. */
async function gather(core: Core, server: Server): Promise<Gathered> {
  const gathered: Gathered = { pieces: [], hosts: new Set(), validUntil: Number.POSITIVE_INFINITY };
  for await (const entries of readUsableKnowledge(core.database, server.id, new Date(core.clock()))) {
    await runInSlices(addSteps(gathered, entries));
  }
  return gathered;
}

function* addSteps(gathered: Gathered, entries: readonly KnowledgeEntry[]): Generator<void, void> {
  for (const entry of entries) {
    gathered.pieces.push(...cutIntoPieces([entry]));
    for (const host of hostsIn([entry.text, entry.link ?? ''])) gathered.hosts.add(host);
    gathered.validUntil = Math.min(
      gathered.validUntil,
      entry.validUntil?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    yield;
  }
}
