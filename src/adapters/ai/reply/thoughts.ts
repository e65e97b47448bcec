import { changeProse, outsideCode } from '../../../domain/markdown/code.ts';
import {
  END_MARKS,
  listThoughtMarks,
  MAY_BE_MARKED,
  OTHER_MARKS,
  PADDING,
  readFinalChannel,
  START_MARK,
  type ThoughtMark,
} from './marks.ts';

const WRAPPER = /^<(answer|final|final_answer|response|output|result)>/i;
/** A sentence that goes on: what stands between two of its words is named there, and nothing is thought. */
const IN_SENTENCE_BEFORE = /[\p{L}\p{N},("'„“]\s?$/u;
const IN_SENTENCE_AFTER = /^(?:[.,;:)"'“”-]|\s\p{Ll}|\s(?:[Tt]ag|[Ee]lement|[Bb]lock)\b)/u;
const JOINED = /^\s?(?:and|und|or|oder|bis|to|\/|,|&|…|\.\.\.)?\s?$/i;
/** As long as the longest of those need. */
const NEAR_CHARACTERS = 10;

/**
 * A text meant for people without what a model thought before it or in it, and without the marks of its template.
 * Marks in code stay, and so do those that a sentence only names.
 */
export function withoutThoughts(text: string): string {
  if (!MAY_BE_MARKED.test(text)) return text;
  return dropOtherMarks(unwrap(cutAtEndMark(dropThoughts(readFinalChannel(text)))));
}

function dropThoughts(text: string): string {
  const marks = outsideCode(text, listThoughtMarks(text, true));
  if (marks.length === 0) return text;
  const closings = listNextClosings(marks);
  let kept = '';
  let position = 0;
  for (const [place, mark] of marks.entries()) {
    if (mark.index < position) continue;
    const closing = mark.isClosing ? null : (closings[place] ?? null);
    if (isNamed(text, mark, closing)) continue;
    // Closed and never opened: the template opened it before the text.
    kept = mark.isClosing ? '' : kept + text.slice(position, mark.index);
    position = mark.isClosing ? mark.end : (closing?.end ?? text.length);
  }
  return (kept + text.slice(position)).trim();
}

/** For each mark the next one after it that closes. */
function listNextClosings(marks: readonly ThoughtMark[]): (ThoughtMark | null)[] {
  let next: ThoughtMark | null = null;
  return marks
    .toReversed()
    .map((mark) => {
      const closing = next;
      if (mark.isClosing) next = mark;
      return closing;
    })
    .toReversed();
}

/** Whether a sentence only speaks of the mark, or of the pair. */
function isNamed(text: string, mark: ThoughtMark, closing: ThoughtMark | null): boolean {
  if (!IN_SENTENCE_BEFORE.test(text.slice(Math.max(0, mark.index - 2), mark.index))) return false;
  if (closing === null) return IN_SENTENCE_AFTER.test(text.slice(mark.end, mark.end + NEAR_CHARACTERS));
  return closing.index - mark.end <= NEAR_CHARACTERS && JOINED.test(text.slice(mark.end, closing.index));
}

/** What follows the end of a turn was made up. */
function cutAtEndMark(text: string): string {
  const start = START_MARK.exec(text)?.[0].length ?? 0;
  const marks = outsideCode(text, [...text.matchAll(END_MARKS)]);
  const isStruck = /<s>/i.test(text);
  const end = marks.find(({ index, 0: mark }) => {
    return text.slice(start, index).trim() !== '' && !(isStruck && mark === '</s>');
  });
  return start === 0 && !end ? text : text.slice(start, end?.index).trim();
}

/** What else a template leaves in a text. */
function dropOtherMarks(text: string): string {
  const bare = changeProse(text, (prose) => prose.replace(OTHER_MARKS, ''));
  return bare === text && !PADDING.test(text) ? text : bare.replace(PADDING, '').trim();
}

function unwrap(text: string): string {
  const trimmed = text.trim();
  const [opening, name = ''] = WRAPPER.exec(trimmed) ?? [];
  if (opening === undefined) return text;
  const closing = `</${name}>`;
  const isClosed = trimmed.toLowerCase().endsWith(closing.toLowerCase());
  return trimmed.slice(opening.length, isClosed ? -closing.length : undefined).trim();
}
