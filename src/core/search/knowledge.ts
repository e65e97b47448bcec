import type { Piece, RecalledPassage } from './passages.ts';
import type { SearchIndex } from './search.ts';
import type { StoredPieces } from './stored/stored-pieces.ts';
import type { VectorMatrix } from './vectors.ts';

/** One server's searchable knowledge at one revision; derived from the database and disposable. */
export interface KnowledgeIndex {
  revision: number;
  /** When the first entry, and with it the index, expires; Infinity if none does. */
  validUntil: number;
  index: SearchIndex;
  /** Version of each entry, by id. */
  versions: ReadonlyMap<string, string>;
  /** Entries that changed since it was built as a whole. */
  changes: number;
  pieces: ReadonlyMap<string, Piece> | StoredPieces;
  /** Characters of the longest piece with its title: what a passage can cost at most. */
  longestPiece: number;
  /** Tokens of all pieces in a prompt; Infinity if no prompt can hold them. */
  tokens: number;
  /** All pieces for a prompt, in the order of their entries; null if no prompt can hold them. */
  readonly whole: readonly RecalledPassage[] | null;
  /** Hosts to which answers may link. */
  hosts: Set<string>;
  bytes: number;
  /** Tokens of a piece in a prompt, counted on its first use: 20,000 pieces at once would take seconds. */
  tokensOf(piece: Piece): number;
}

/** The vectors of one index; the next one reuses those of unchanged texts. */
export interface KnowledgeVectors {
  knowledge: KnowledgeIndex;
  matrix: VectorMatrix;
  /** Row of the matrix by key of its text. */
  rows: ReadonlyMap<string, number>;
}
