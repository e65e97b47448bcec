import { MAX_PASSAGE_CHARACTERS } from '../../domain/limits.ts';
import { cutWithPlaces } from '../../domain/markdown/cut.ts';
import { timesIn } from '../../domain/platform-marks.ts';
import type { Language, UsableEntry } from '../../domain/types.ts';
import { joinTitles, splitAtQuestions } from './parts.ts';

/** A piece of an entry that fits into a prompt; `id` is the entry's, with `#2`, `#3` for later pieces. */
export interface Piece {
  id: string;
  entryId: string;
  entryTitle: string;
  /** The entry's, and the headings within it above the piece. */
  title: string;
  /** Other wordings of what the entry answers. */
  questions: readonly string[];
  text: string;
  link: string | null;
  language: Language | null;
  /** The entry has other pieces. */
  isPart?: boolean;
  /** More of the answer follows in another piece. */
  isContinued?: boolean;
}

/** The entry that a piece is of, by the id of the piece. */
export function entryIdOf(pieceId: string): string {
  return pieceId.replace(/#\d+$/, '');
}

/** A piece as a search found it. */
export interface FoundPassage extends Piece {
  score: number;
  /** 0 to 1: how likely it is the right answer, judged by itself. */
  confidence: number;
}

/** A passage and what it costs in a prompt, as `renderEntry` puts it, with the comma after it. */
export interface RecalledPassage extends FoundPassage {
  tokens: number;
}

export const TOKENS_AFTER_ENTRY = 1;
/** Takes no fewer tokens than the number of a passage. */
export const LONGEST_NUMBER = '1000';

/** JSON that cannot close its block. */
export function toData(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('<') && !json.includes('>')) return json;
  return json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}

/** An entry as a prompt contains it; a model cannot tell the time that a mark shows. */
export function renderEntry(entry: Pick<Piece, 'id' | 'title' | 'text' | 'link'>): string {
  const { id, title, text, link } = entry;
  const times = timesIn(`${title}\n${text}`);
  return toData({ id, title, text, ...(link ? { link } : {}), ...(times && { times }) });
}

/**
 * Cuts entries into pieces of at most 2,000 characters; code blocks, table rows and list items stay whole where they
 * fit. Each piece of a longer entry belongs to one question at most and has the headings above it in its title.
 */
export function cutIntoPieces(entries: readonly UsableEntry[]): Piece[] {
  return entries.flatMap((entry) => {
    const { id, title, link, language, questions } = entry;
    const texts = cutText(entry);
    return texts.map((own, index) => ({
      id: index === 0 ? id : `${id}#${index + 1}`,
      ...{ entryId: id, entryTitle: title, link, language, questions },
      ...own,
      ...(texts.length > 1 ? { isPart: true } : {}),
    }));
  });
}

type TextChunk = Pick<Piece, 'title' | 'text' | 'isContinued'>;

function cutText({ title, text }: UsableEntry): TextChunk[] {
  if (text.length <= MAX_PASSAGE_CHARACTERS) return [{ title, text: text.trim() }];
  return splitAtQuestions(text).flatMap((part) => {
    const cuts = cutWithPlaces(part.text, MAX_PASSAGE_CHARACTERS).filter((cut) => cut.text !== '');
    return cuts.map(({ text: piece, at }, index) => ({
      // A heading that says again what the entry is called says nothing more.
      title: joinTitles([title, ...part.pathAt(at).filter((above) => !title.includes(above))]),
      text: piece,
      ...(index < cuts.length - 1 ? { isContinued: true } : {}),
    }));
  });
}
