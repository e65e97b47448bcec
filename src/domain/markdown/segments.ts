import { cutAt } from '../text.ts';
import { isClosing, readPlainFence } from './code.ts';
import { isWrappedNumber, readBreak, splitSentences } from './sentences.ts';

/** The smallest run of Markdown that a cut leaves whole. */
export interface Segment {
  text: string;
  /** How good a cut before it is: 0 is forbidden, 4 the end of a paragraph. */
  rank: number;
  /** Lines to repeat in a piece that begins here: the fence of the code, the header of the table. */
  before: string;
  /** Closes a piece that ends before it. */
  after: string;
  /** Part of an item or code block that fits into a piece. */
  isKept?: boolean;
}

const RANK = {
  ...{ paragraph: 4, item: 3, nestedItem: 2, row: 2, line: 1, code: 0.5, sentence: 0.4, perhaps: 0.3 },
  ...{ brokenLine: 0.25, word: 0.2, lead: 0.1 },
};
/** From this rank on a cut tears nothing apart. */
export const LEAST_CLEAN_RANK = RANK.perhaps;

const LINE_RANK = { sentence: RANK.line, perhaps: RANK.perhaps, within: RANK.brokenLine };
const NEAR_CHARACTERS = 60;
const MOST_TITLE_CHARACTERS = 300;

const HEADING = /^#{1,6} /;
const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]/;
const ROW = /^[ \t]*\|/;
const RULE = /^[ \t]*(?:={3,}|-{3,})[ \t]*$/;
const DELIMITER_ROW = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$/;

/** A code block or list item: lines `from` up to and without `to`. */
interface Unit {
  from: number;
  to: number;
}

/**
 * Reads Markdown line by line into segments, in linear time and space.
 * @param isFull keeps nothing longer than half the limit whole, so that a cut is always possible behind it.
 */
export function readSegments(text: string, limit: number, isFull = false): Segment[] {
  // Blank lines belong to the line before them: 200,000 of them took 170 ms one by one.
  const lines = text.match(/[^\n]*\n(?:[ \t]*\n)*|[^\n]+/g) ?? [];
  const segments = lines.map((line) => ({ text: line, rank: RANK.line, before: '', after: '' }));
  rankLines(segments);
  const fences = readFences(segments, limit);
  readTables(segments, isFull ? limit / 2 : limit);
  const items = readItems(segments);
  keepLeads(segments);
  forbidWithin(segments, [...fences, ...items], isFull ? limit / 2 : limit);
  return segments.flatMap((segment) => splitLine(segment, limit, isFull ? limit / 3 : limit));
}

function isAfterBlank(segments: readonly Segment[], index: number): boolean {
  const before = segments[index - 1]?.text;
  if (before === undefined || !/\s/.test(before.at(-2) ?? '\n')) return false;
  return before.slice(before.trimEnd().length).includes('\n', 1) || before.trim() === '';
}

/** Prose may be wrapped anywhere, so the rank of a line depends on the sentence before it. */
function rankLines(segments: Segment[]): void {
  segments.forEach((segment, index) => {
    const before = segments[index - 1]?.text ?? '';
    const isBlock =
      ROW.test(segment.text) || readPlainFence(segment.text.trimEnd()) !== null || isHardBreak(before);
    if (isAfterBlank(segments, index) || HEADING.test(segment.text)) segment.rank = RANK.paragraph;
    else if (!isBlock) segment.rank = LINE_RANK[readBreak(before.slice(-NEAR_CHARACTERS), segment.text)];
  });
}

function isHardBreak(line: string): boolean {
  return line.endsWith('\\\n') || line.endsWith('  \n');
}

/** Titles and introductions stay with the next line: headings, bold lines, questions, a final colon. */
function keepLeads(segments: Segment[]): void {
  segments.forEach((segment, index) => {
    const before = segments[index - 1];
    if (before === undefined || segment.after !== '' || before.after !== '') return;
    if (isLead(before.text.trim(), segments, index - 1)) segment.rank = Math.min(segment.rank, RANK.lead);
  });
}

function isLead(line: string, segments: readonly Segment[], index: number): boolean {
  if (HEADING.test(line) || /:[*_"'”“)]{0,4}$/.test(line.slice(-5))) return true;
  const isAlone = index === 0 || isAfterBlank(segments, index);
  if (RULE.test(line) && !isAlone) return true;
  if (!isAlone || line.length > MOST_TITLE_CHARACTERS) return false;
  return /^(?:\*\*|__)[^\n]*(?:\*\*|__)$/.test(line) || /[?？][*_]{0,3}$/.test(line.slice(-4));
}

/** An unclosed fence runs to the end, as in CommonMark. Openings too long to be repeated are plain text. */
function readFences(segments: Segment[], limit: number): Unit[] {
  const fences: Unit[] = [];
  let open: { from: number; indent: string; mark: string } | undefined;
  segments.forEach((segment, index) => {
    const fence = readPlainFence(segment.text.trimEnd());
    if (open === undefined) {
      if (fence && segment.text.length <= limit / 10) open = { ...fence, from: index };
      return;
    }
    const isEnd = isClosing(fence, open.mark);
    const isFirst = index === open.from + 1;
    segment.rank = isEnd || isFirst ? 0 : RANK.code;
    segment.before = segments[open.from]?.text ?? '';
    segment.after = `\n${open.indent}${open.mark}`;
    if (!isEnd) return;
    fences.push({ from: open.from, to: index + 1 });
    open = undefined;
  });
  if (open !== undefined) fences.push({ from: open.from, to: segments.length });
  return fences;
}

function readTables(segments: Segment[], limit: number): void {
  let rows: Segment[] = [];
  const endTable = () => {
    markRows(rows, limit);
    rows = [];
  };
  segments.forEach((segment, index) => {
    const isRow = segment.after === '' && ROW.test(segment.text);
    if (!isRow || isAfterBlank(segments, index)) endTable();
    if (isRow) rows.push(segment);
  });
  endTable();
}

/** The header, its delimiter and the first row stay together; further rows repeat the first two. */
function markRows([first, second, third, ...rows]: Segment[], limit: number): void {
  if (first === undefined || second === undefined) return;
  const lines = first.text + second.text;
  const hasHeader = DELIMITER_ROW.test(second.text.trimEnd()) && lines.length <= limit / 2;
  second.rank = hasHeader ? 0 : RANK.row;
  if (third === undefined) return;
  third.rank = second.rank;
  for (const row of hasHeader ? [third, ...rows] : []) row.before = lines;
  for (const row of rows) row.rank = RANK.row;
}

function goesOn(segments: readonly Segment[], index: number): boolean {
  return isWrappedNumber(segments[index - 1]?.text ?? '', segments[index]?.text ?? '');
}

function readItems(segments: Segment[]): Unit[] {
  const items: Unit[] = [];
  const open: { from: number; indent: number }[] = [];
  const closeDownTo = (indent: number, at: number) => {
    for (let last = open.at(-1); last !== undefined && last.indent >= indent; last = open.at(-1)) {
      items.push({ from: last.from, to: at });
      open.pop();
    }
  };
  segments.forEach((segment, index) => {
    const isInFence = segment.after !== '';
    const isNewBlock = !isInFence && isAfterBlank(segments, index);
    const isProse = isInFence || (!isNewBlock && open.length === 0 && goesOn(segments, index));
    const item = isProse ? null : ITEM.exec(segment.text);
    const indent = segment.text.length - segment.text.trimStart().length;
    const isFirst = open.length === 0;
    if (item !== null || isNewBlock) closeDownTo(indent, index);
    if (item !== null) {
      segment.rank = rankItem(segment.rank, isFirst, open.length === 0);
      open.push({ from: index, indent });
    } else if (open.length > 0 && !isInFence) segment.rank = Math.min(segment.rank, RANK.line);
  });
  closeDownTo(-1, segments.length);
  return items;
}

/** A blank line between items ranks no higher than the other ends of items. */
function rankItem(rank: number, isFirst: boolean, isOuter: boolean): number {
  const own = isOuter ? RANK.item : RANK.nestedItem;
  return isFirst ? Math.max(rank, own) : own;
}

/** Forbids cuts within units that fit into a piece, at a cost of at most `limit` lines each. */
function forbidWithin(segments: Segment[], units: readonly Unit[], limit: number): void {
  for (const { from, to } of units) {
    if (to - from > limit) continue;
    const inner = segments.slice(from, to);
    const length = inner.reduce((sum, { text }) => sum + text.length, 0);
    if (length > limit) continue;
    for (const segment of inner) segment.isKept = true;
    for (const segment of inner.slice(1)) segment.rank = 0;
  }
}

/** Cuts prose at sentences, and at words where one is long; rows and code only where they fit into no piece. */
function splitLine(segment: Segment, limit: number, whole: number): Segment[] {
  const isCode = segment.after !== '';
  const isWhole =
    segment.isKept || segment.rank === 0 || HEADING.test(segment.text) || ROW.test(segment.text);
  if (isWhole && segment.text.length <= (segment.isKept ? limit : whole)) return [segment];
  if (isCode && segment.text.length <= Math.min(whole, limit / 2)) return [segment];
  const { before, after } = segment;
  const sentences = isCode
    ? [{ text: segment.text, before: 'within' as const }]
    : splitSentences(segment.text);
  return sentences.flatMap(({ text, before: ending }, index) => {
    const first =
      index === 0 ? segment : { text, rank: RANK[ending === 'within' ? 'word' : ending], before, after };
    if (text.length <= limit / 3) return [{ ...first, text }];
    const words = text.match(isCode ? WORDS_OF_CODE : WORDS) ?? [];
    const parts = words.flatMap((word) => splitWord(word, Math.floor(limit / 4)));
    return parts.map((part, n) =>
      n === 0 ? { ...first, text: part } : { text: part, rank: RANK.word, before, after },
    );
  });
}

const WORDS_OF_CODE = /\S+\s*|\s+/g;
const WORDS = /(?:<[^<>\n]{1,130}>|\[[^[\]\n]{1,200}\]\([^()\s]{0,500}\)|`[^`\n]{1,200}`|\S)+\s*|\s+/g;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const LOOK_AHEAD = 64;

function splitWord(word: string, max: number): string[] {
  if (word.length <= max) return [word];
  const parts: string[] = [];
  for (let at = 0; at < word.length; ) {
    const near = word.slice(at, at + max + LOOK_AHEAD);
    // A character longer than a part is cut between code points.
    const end = near.length <= max ? near.length : graphemes.segment(near).containing(max)?.index;
    const part = end ? near.slice(0, end) : cutAt(near, max);
    parts.push(part);
    at += part.length;
  }
  return parts;
}
