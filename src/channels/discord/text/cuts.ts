import type { Fence, MessageLine } from './markdown.ts';

/** The body ends at `end`, the next one begins at or after `at`. */
interface Cut {
  end: number;
  at: number;
  fence: Fence | null;
}

export interface SplitText {
  text: string;
  lines: readonly MessageLine[];
  limit: number;
  /** Longer fences, indentations and lines like fences need special care. */
  care: number;
  end: number;
}

interface Window {
  start: number;
  line: number;
  /** Characters for body and suffix. */
  room: number;
}

/** Best first; `item` is between lines of one item, `poor` leaves a heading or a fence alone. */
const RANKS = [
  ...(['paragraph', 'line', 'codeParagraph', 'codeLine', 'sentence'] as const),
  ...(['item', 'word', 'span', 'poor'] as const),
] as const;
type Rank = (typeof RANKS)[number];

/** The latest cut of every rank. */
interface CutCandidates {
  best: Map<Rank, Cut>;
  /** The part ends here, however early. */
  forced?: Cut;
  block?: Cut | undefined;
  crossing?: MessageLine | undefined;
}

const BREAKS = /[ \t\r]+|[。！？](?=[^ \t\r。！？])/g;
const SENTENCE_END = /[.!?…。！？][)"'*_”“»]{0,3}$/;
const LOOK_AHEAD = 64;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function findCut(split: SplitText, window: Window): Cut {
  const { start, room } = window;
  const choice = readLineCuts(split, window);
  if (choice.forced) return choice.forced;
  const { best, block, crossing } = choice;
  for (const [rank, cut] of crossing ? readInnerCuts(split, window, crossing) : []) {
    if (fits(cut, window)) best.set(rank, cut);
  }
  if (block && block.end - start >= room / 2) return block;
  const isAfter = (part: number) => (rank: Rank) => (best.get(rank)?.end ?? 0) - start >= room * part;
  const late = RANKS.find(isAfter(1 / 2));
  const chosen = late && best.get(late);
  if (chosen) return chosen;
  const hard = cutHard(split, window, crossing);
  if (hard && hard.end - start >= room / 2) return hard;
  const poor = best.get('poor');
  const [latest] = [...best.values()].filter((cut) => cut !== poor).sort((a, b) => b.end - a.end);
  return latest ?? hard ?? poor ?? { end: split.end, at: split.end, fence: null };
}

const SPACES = ' \t\r\n';

export function trimEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && SPACES.includes(text[end - 1] ?? '')) end -= 1;
  return end;
}

export function trimStart(text: string, from: number, to: number): number {
  let start = from;
  while (start < to && SPACES.includes(text[start] ?? '')) start += 1;
  return start;
}

/** Whether a mark there belongs to the white space before it. */
export function isWithinCharacter(text: string, at: number): boolean {
  if (!(text.charCodeAt(at) >= 0x300)) return false;
  return graphemes.segment(text.slice(at - 1, at + 2)).containing(1)?.index === 0;
}

export function closingOf(fence: Fence | null): string {
  return fence === null ? '' : `\n${fence.indent}${fence.mark}`;
}

export function fenceWithin(line: MessageLine): Fence | null {
  return isDelimiter(line) ? line.after : line.before;
}

/** It may not fit into a part, and a piece of it would be a fence. */
export function isLongLikeFence(line: MessageLine, care: number): boolean {
  return line.isLikeFence && line.to - line.from > care;
}

function isDelimiter({ kind }: MessageLine): boolean {
  return kind === 'open' || kind === 'close';
}

function fits(cut: Cut, { start, room }: Window): boolean {
  return cut.end > start && cut.end - start + closingOf(cut.fence).length <= room;
}

/** Cuts between lines. Blank ones belong to the cut before the next that is not. */
function readLineCuts(split: SplitText, window: Window): CutCandidates {
  const { text, end } = split;
  const { start, room } = window;
  const choice: CutCandidates = { best: new Map() };
  let before: MessageLine | undefined;
  for (const { line, isAfterBlank } of linesWithText(split, window.line)) {
    if (before) {
      const cut = { end: trimEnd(text, start, line.from), at: line.from, fence: line.before };
      if (cut.end - start > room) return { ...choice, crossing: choice.crossing ?? before };
      offerLineCut(choice, { cut, rank: rankOf(line, before, isAfterBlank), line, before }, split, window);
      if (choice.forced) return choice;
    }
    if (line.kind === 'close') choice.block = undefined;
    before = line;
  }
  const last = { end, at: end, fence: before?.after ?? null };
  if (fits(last, window)) return { ...choice, forced: last };
  return { ...choice, crossing: choice.crossing ?? before };
}

function* linesWithText(
  split: SplitText,
  first: number,
): Generator<{ line: MessageLine; isAfterBlank: boolean }> {
  let isAfterBlank = false;
  for (let index = first; index < split.lines.length; index += 1) {
    const line = split.lines[index];
    if (line === undefined || line.from >= split.end) return;
    if (!line.isBlank) yield { line, isAfterBlank };
    isAfterBlank = line.isBlank;
  }
}

function offerLineCut(
  choice: CutCandidates,
  found: { cut: Cut; rank: Rank; line: MessageLine; before: MessageLine },
  split: SplitText,
  window: Window,
): void {
  const { cut, rank, line, before } = found;
  if (!fits(cut, window)) {
    choice.crossing ??= before;
    return;
  }
  choice.best.set(rank, cut);
  if (line.kind === 'open') choice.block = cut;
  if (isLongLikeFence(line, split.care)) choice.forced = cut;
}

function rankOf(line: MessageLine, before: MessageLine, isAfterBlank: boolean): Rank {
  if (before.isHeading || before.kind === 'open' || line.kind === 'close') return 'poor';
  if (line.before) return isAfterBlank ? 'codeParagraph' : 'codeLine';
  if (line.item === 'goes_on') return 'item';
  const isBlock = line.kind === 'open' || before.kind === 'close' || line.isHeading;
  return isAfterBlank || isBlock ? 'paragraph' : 'line';
}

function* readInnerCuts(split: SplitText, window: Window, line: MessageLine): Generator<[Rank, Cut]> {
  const isFresh = line.from > window.start;
  // A piece of these could be a fence of another kind; the beginning of a part is taken care of.
  if (isDelimiter(line) || (line.isLikeFence && isFresh)) return;
  const { text, limit } = split;
  const begin = Math.max(line.from, window.start);
  const from = trimStart(text, begin, Math.min(begin + limit, line.to));
  const rest = text.slice(from, Math.min(line.to, window.start + window.room + limit));
  const spans = line.kind === 'code' ? [] : readSpans(rest);
  const isBetween = createBoundaryCheck(text, from, rest.length);
  const fence = fenceWithin(line);
  for (const [rank, end, at] of [...readSpanBreaks(rest, spans), ...readWordBreaks(rest, spans)]) {
    if (isBetween(from + at)) yield [rank, { end: from + end, at: from + at, fence }];
  }
}

type BreakPoint = [rank: Rank, end: number, at: number];

function readSpanBreaks(line: string, spans: readonly Span[]): BreakPoint[] {
  return spans.flatMap(({ from }) =>
    from > 0 ? [['span', trimEnd(line, 0, from), from] satisfies BreakPoint] : [],
  );
}

function* readWordBreaks(line: string, spans: readonly Span[]): Generator<BreakPoint> {
  let next = 0;
  for (const { index, 0: found } of line.matchAll(BREAKS)) {
    while ((spans[next]?.to ?? line.length) <= index && next < spans.length) next += 1;
    if ((spans[next]?.from ?? line.length) < index) continue;
    const at = index + found.length;
    const end = found.trim() === '' ? index : at;
    const isSentence = SENTENCE_END.test(line.slice(Math.max(0, end - 4), end));
    yield [isSentence ? 'sentence' : 'word', end, at];
  }
}

/** Between characters as people see them; between code points where one of them is longer than a part. */
function cutHard(
  { text }: SplitText,
  { start, room }: Window,
  line: MessageLine | undefined,
): Cut | undefined {
  if (line === undefined) return undefined;
  const isFresh = line.from > start;
  if (isFresh && (isDelimiter(line) || line.isLikeFence)) return undefined;
  const fence = fenceWithin(line);
  const to = start + room - closingOf(fence).length;
  const { index } = graphemes.segment(text.slice(start, to + LOOK_AHEAD)).containing(to - start) ?? {
    index: 0,
  };
  const isPair = (text.codePointAt(to - 1) ?? 0) > 0xffff;
  const at = index > 0 ? start + index : to - (isPair ? 1 : 0);
  const end = trimEnd(text, start, at);
  return isFresh && end <= line.from ? undefined : { end, at, fence };
}

/** Asks the segmenter only where a character could be cut in two. */
function createBoundaryCheck(text: string, from: number, length: number): (at: number) => boolean {
  let segments: Intl.Segments | undefined;
  return (at) => {
    if (text.charCodeAt(at) < 0x300 && text.charCodeAt(at - 1) < 0x300) return true;
    segments ??= graphemes.segment(text.slice(from, from + length + LOOK_AHEAD));
    return (segments.containing(at - from)?.index ?? 0) === at - from;
  };
}

interface Span {
  from: number;
  to: number;
}

/** Every class stops at its own beginning, so that hostile text is read once. */
const LINKS =
  /\[[^[\]\n]*\]\(<?[^()<>\s]*>?\)|<(?:https?:|[@#:]|a:|t:|id:)[^<>\s]*>|<\/[^<>:\n]{1,100}:\d{1,20}>|\*\*[^*\n]+\*\*/g;

function readSpans(line: string): Span[] {
  const links = Array.from(line.matchAll(LINKS), ({ index, 0: link }) => ({
    from: index,
    to: index + link.length,
  }));
  return [...links, ...readInlineCode(line)].sort((a, b) => a.from - b.from);
}

/** A run of backticks reaches to the next run of the same length. */
function readInlineCode(line: string): Span[] {
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: run }) => ({ from: index, length: run.length }));
  const nextOfLength = new Map<number, number>();
  const partners = new Array<number | undefined>(runs.length);
  for (const [index, run] of [...runs.entries()].reverse()) {
    partners[index] = nextOfLength.get(run.length);
    nextOfLength.set(run.length, index);
  }
  const spans: Span[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const [run, partner] = [runs[index], partners[index]];
    const end = partner === undefined ? undefined : runs[partner];
    if (run === undefined || end === undefined || partner === undefined) continue;
    spans.push({ from: run.from, to: end.from + end.length });
    index = partner;
  }
  return spans;
}
