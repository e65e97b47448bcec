import { MAX_PASSAGE_CHARACTERS } from '../domain/limits.ts';
import { cutMarkdown } from '../domain/markdown/cut.ts';
import type { Language, Passage, UsableEntry } from '../domain/types.ts';
import { toData } from './data-block.ts';

/** A piece of an entry that fits into a prompt; `id` is the entry's, with `#2`, `#3` for later pieces. */
export interface Piece {
  id: string;
  entryId: string;
  title: string;
  text: string;
  link: string | null;
  language: Language | null;
  /** More of the entry follows in another piece. */
  isContinued?: boolean;
}

/** A piece as a search found it. */
export interface FoundPassage extends Passage {
  entryId: string;
  language: Language | null;
  isContinued?: boolean;
}

/** A passage and what it costs in a prompt, as `renderEntry` puts it, with the comma after it. */
export interface RecalledPassage extends FoundPassage {
  tokens: number;
}

export const TOKENS_AFTER_ENTRY = 1;

/** An entry as it stands in a prompt. */
export function renderEntry({
  id,
  title,
  text,
  link,
}: Pick<Piece, 'id' | 'title' | 'text' | 'link'>): string {
  return toData({ id, title, text, ...(link ? { link } : {}) });
}

/** Cuts entries into pieces of at most 2,000 characters; code blocks, table rows and list items stay whole where they fit. */
export function cutIntoPieces(entries: readonly UsableEntry[]): Piece[] {
  return entries.flatMap((entry) =>
    cutMarkdown(entry.text, MAX_PASSAGE_CHARACTERS).map((text, index, { length }) => ({
      id: index === 0 ? entry.id : `${entry.id}#${index + 1}`,
      entryId: entry.id,
      title: entry.title,
      text,
      link: entry.link,
      language: entry.language,
      ...(index < length - 1 ? { isContinued: true } : {}),
    })),
  );
}
