import { hash } from 'node:crypto';
import type { UsableEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { measureLikeness } from '../search/embeddings.ts';
import type { KnowledgeIndex } from '../search/knowledge.ts';
import { cutIntoPieces, entryIdOf } from '../search/passages.ts';
import { search } from '../search/search.ts';

export interface Statement {
  id: string;
  entryId: string;
  title: string;
  text: string;
  questions: readonly string[];
  validUntil: Date | null;
  /** A digest of the text: the same in every entry that says it. */
  name: string;
  /** Only those who have the text can compute it. */
  secret: string;
}

const NAME_CHARACTERS = 32;
/** Among 270 entries, 108 of 115 blind pairs are within the nearest 5, and 111 within 8. */
const NEAREST = 8;
/** An entry may have several passages among the first. */
const HITS = 30;

export function toStatements(entry: UsableEntry): Statement[] {
  const { validUntil } = entry;
  return cutIntoPieces([entry]).map(({ id, entryId, title, text, questions, entryTitle }) => {
    const digest = hash('sha512', JSON.stringify([title, text, validUntil]));
    return {
      ...{ id, entryId, title, text, validUntil, questions: [entryTitle, ...questions] },
      ...{ name: digest.slice(0, NAME_CHARACTERS), secret: digest.slice(NAME_CHARACTERS) },
    };
  });
}

/** Finds the passages nearest to a statement, one of each other entry, by words and, where configured, by meaning. */
export async function findNearest(
  core: Core,
  serverId: string,
  knowledge: KnowledgeIndex,
  { title, text, entryId }: Statement,
  signal: AbortSignal,
): Promise<string[]> {
  const said = `${title}\n${text}`;
  const meaning = await measureLikeness(core, knowledge, said, { serverId, signal });
  const { hits } = search(knowledge.index, [{ text: said, weight: 1 }], HITS, meaning);
  const seen = new Set([entryId]);
  const isFirst = (id: string) => !seen.has(entryIdOf(id)) && seen.add(entryIdOf(id)) !== undefined;
  const found = hits.map(({ id }) => id);
  // Few entries are all near: they may say the same without a word in common.
  const few = knowledge.pieces.size <= NEAREST + 1 ? [...knowledge.pieces.values()].map(({ id }) => id) : [];
  return [...found, ...few].filter(isFirst).slice(0, NEAREST);
}
