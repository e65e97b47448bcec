import type { Piece } from '../answering/passages.ts';
import type { VectorMatrix } from './fuse.ts';
import type { SearchIndex } from './search.ts';

/** One server's searchable knowledge at one revision; derived from the database, thrown away at will. */
export interface KnowledgeIndex {
  revision: number;
  /** When the first entry expires and the index with it; Infinity for none. */
  validUntil: number;
  index: SearchIndex;
  pieces: Map<string, Piece>;
  /** Characters of the longest piece with its title: what a passage can cost at most. */
  longestPiece: number;
  /** Tokens of all pieces as prompts hold them; Infinity where no prompt holds as many. */
  tokens: number;
  /** Hosts that answers may link to. */
  hosts: Set<string>;
  bytes: number;
  /** Tokens of a piece in a prompt, counted on its first use: 20,000 pieces at once would take seconds. */
  tokensOf(piece: Piece): number;
}

/** The vectors of one index; those of texts that stay are taken over by the next one. */
export interface KnowledgeVectors {
  knowledge: KnowledgeIndex;
  matrix: VectorMatrix;
  /** Row of the matrix by key of its text. */
  rows: ReadonlyMap<string, number>;
}
