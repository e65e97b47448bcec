import { listUsableKnowledge } from '../adapters/db/knowledge.ts';
import type { Server } from '../domain/types.ts';
import type { Core } from './core.ts';
import { toData } from './data-block.ts';
import { cutIntoPieces, type Piece } from './passages.ts';
import type { VectorMatrix } from './retrieval/fuse.ts';
import { buildIndexInSlices, type SearchIndex } from './retrieval/search.ts';
import { hostsIn } from './sanitise.ts';
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
  const now = core.clock();
  const entries = await listUsableKnowledge(core.database, server.id, new Date(now));
  const pieces = cutIntoPieces(entries);
  const index = await buildIndexInSlices(pieces);
  const tokens = new Map<string, number>();
  const shelf: Shelf = {
    revision: server.revision,
    validUntil: Math.min(...entries.map((entry) => entry.validUntil?.getTime() ?? Number.POSITIVE_INFINITY)),
    index,
    pieces: new Map(pieces.map((piece) => [piece.id, piece])),
    longestPiece: pieces.reduce((most, piece) => Math.max(most, piece.title.length + piece.text.length), 0),
    hosts: hostsIn(entries.flatMap((entry) => [entry.text, entry.link ?? ''])),
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
