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

/** A fence that models put around thoughts. */
const THOUGHT_FENCE = /^\s{0,20}```(?:think(?:ing)?|thoughts?|reasoning|analysis|scratchpad)\s{0,20}\n/i;
const LABEL_END = '[*_]{0,3}\\s?[:：][*_]{0,3}';
/** Thoughts under a heading, as written by models that were asked to think step by step. */
const THOUGHT_LABEL = new RegExp(
  `^\\s{0,20}[*_#> ]{0,6}(?:think(?:ing)?|thoughts?(?: process)?|reasoning|analysis|chain of thought|gedanken(?:gang)?|überlegung(?:en)?)${LABEL_END}`,
  'iu',
);
const ANSWER_LABEL = `[*_#> ]{0,6}(?:(?:final )?answer|response|antwort)${LABEL_END}[ \\t]{0,5}`;
const FIRST_ANSWER = new RegExp(`^\\s{0,20}${ANSWER_LABEL}`, 'i');
const LATER_ANSWER = new RegExp(`^[ \\t]{0,9}${ANSWER_LABEL}`, 'gim');

const WRAPPER = /^<(answer|final|final_answer|response|output|result)>/i;
/** A sentence that continues: a mark between two of its words is only named there, and is no thought. */
const IN_SENTENCE_BEFORE = /[\p{L}\p{N},("'„“]\s?$/u;
const IN_SENTENCE_AFTER = /^(?:[.,;:)"'“”-]|\s\p{Ll}|\s(?:[Tt]ag|[Ee]lement|[Bb]lock)\b)/u;
const JOINED = /^\s?(?:and|und|or|oder|bis|to|\/|,|&|…|\.\.\.)?\s?$/i;
/** Enough for the longest match of these. */
const NEAR_CHARACTERS = 10;

/**
 * A text meant for people without what a model thought before it or in it, and without the marks of its template.
 * Marks in code stay, and so do those that a sentence only names.
 */
export function withoutThoughts(text: string): string {
  const plain = dropLabels(dropThoughtFence(text));
  if (!MAY_BE_MARKED.test(plain)) return plain;
  return dropOtherMarks(unwrap(cutAtEndMark(dropThoughts(readFinalChannel(plain)))));
}

function dropThoughtFence(text: string): string {
  const opening = THOUGHT_FENCE.exec(text)?.[0];
  const end = opening === undefined ? -1 : text.indexOf('\n```', opening.length - 1);
  return end === -1 ? text : text.slice(end + '\n```'.length).trim();
}

/** The text under the last heading for the answer, if there are thoughts under the first. */
function dropLabels(text: string): string {
  const later = THOUGHT_LABEL.test(text) ? [...text.matchAll(LATER_ANSWER)].at(-1) : undefined;
  if (later) return text.slice(later.index + later[0].length).trim();
  return text.replace(FIRST_ANSWER, '');
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

/** For each mark, the next closing one. */
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

/** Text after the end of a turn is made up. */
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
