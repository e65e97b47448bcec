import { MAX_PASSAGE_CHARACTERS } from '../domain/limits.ts';
import type { KnowledgeEntry, Language, Passage } from '../domain/types.ts';

/** A piece of an entry that fits into a prompt; `id` is the entry's, with `#2`, `#3` for later pieces. */
export interface Piece {
  id: string;
  entryId: string;
  title: string;
  text: string;
  link: string | null;
  language: KnowledgeEntry['language'];
}

/** A passage and what it costs in a prompt. */
export interface RecalledPassage extends Passage {
  entryId: string;
  language: Language | null;
  tokens: number;
}

/** Cuts entries into pieces of at most 2,000 characters, at paragraph, line or sentence ends. */
export function cutIntoPieces(entries: readonly KnowledgeEntry[]): Piece[] {
  return entries.flatMap((entry) =>
    cutText(entry.text).map((text, index) => ({
      id: index === 0 ? entry.id : `${entry.id}#${index + 1}`,
      entryId: entry.id,
      title: entry.title,
      text,
      link: entry.link,
      language: entry.language,
    })),
  );
}

function cutText(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_PASSAGE_CHARACTERS) {
    const end = findCut(rest);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  if (rest.trim() !== '' || pieces.length === 0) pieces.push(rest.trim());
  return pieces;
}

/** The last good end within the limit, but not so early that pieces become crumbs. */
function findCut(text: string): number {
  const head = text.slice(0, MAX_PASSAGE_CHARACTERS);
  for (const end of ['\n\n', '\n', '. ', ' ']) {
    const at = head.lastIndexOf(end);
    if (at > MAX_PASSAGE_CHARACTERS / 3) return at + end.length;
  }
  // Not between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? MAX_PASSAGE_CHARACTERS - 1 : MAX_PASSAGE_CHARACTERS;
}
