import { LEAST_CLEAN_RANK, readSegments, type Segment } from './segments.ts';

/**
 * Cuts Markdown into pieces of at most `limit` UTF-16 units (at least 100), in linear time: at paragraph ends,
 * else between list items and table rows, else at sentences; within one only where it is too long for a piece. A code
 * block or list item that fits into a piece stays whole; a longer code block is closed and opened again with its
 * language, a longer table repeats its header rows. Headings and words that lead in to a list stay with what follows.
 * Nothing but whitespace is lost.
 */
export function cutMarkdown(text: string, limit: number): string[] {
  return cutAll(text, limit, false).map((piece) => piece.text);
}

/** The same, each piece with the place in the text where it begins. */
export function cutWithPlaces(text: string, limit: number): { text: string; at: number }[] {
  return cutAll(text, limit, false);
}

/** The beginning of a text in the same form, at least half as long as it may be: what is whole above that is cut. */
export function cutBeginning(text: string, limit: number): string {
  return cutAll(text.slice(0, 4 * limit), limit, true)[0]?.text ?? '';
}

function cutAll(text: string, limit: number, isFull: boolean): { text: string; at: number }[] {
  if (text.length <= limit) return [{ text: text.trim(), at: 0 }];
  const segments = readSegments(text, limit, isFull);
  const pieces: { text: string; at: number }[] = [];
  for (let from = 0, at = 0; from < segments.length; ) {
    const before = openingAt(segments, from, limit);
    const to = findEnd(segments, from, limit - before.length, isFull);
    const body = segments.slice(from, to).reduce((text, segment) => text + segment.text, '');
    const after = segments[to]?.after ?? '';
    if (body.trim() !== '') pieces.push({ text: (before + trimLines(body) + after).trim(), at });
    at += body.length;
    from = to;
  }
  return pieces.length === 0 ? [{ text: '', at: 0 }] : pieces;
}

/** A header is not repeated where the next row would no longer fit beside it. */
function openingAt(segments: readonly Segment[], from: number, limit: number): string {
  const here = segments[from];
  if (here === undefined || from === 0) return '';
  const size = here.before.length + here.text.length + (segments[from + 1]?.after.length ?? 0);
  return size > limit ? '' : here.before;
}

/** The best end within `room`, but not so early that pieces become crumbs; always past `from`. */
function findEnd(segments: readonly Segment[], from: number, room: number, isFull: boolean): number {
  let size = 0;
  let best = { at: 0, rank: 0 };
  let farthest = from + 1;
  for (let to = from + 1; to <= segments.length; to += 1) {
    size += segments[to - 1]?.text.length ?? 0;
    if (size > room) break;
    const next = segments[to];
    if (next === undefined) return to;
    if (size + next.after.length > room) continue;
    farthest = to;
    const rank = rankAt(next.rank, size / room, isFull);
    if (rank > 0 && rank >= best.rank) best = { at: to, rank };
  }
  return best.at > 0 && !(isFull && best.rank < 1) ? best.at : farthest;
}

/** Where a piece has to be full, any end in its second half ranks above all in the first. */
function rankAt(rank: number, part: number, isFull: boolean): number {
  if (!isFull) return rankEnd(rank, part > 1 / 3);
  return part >= 1 / 2 && rank > 0 ? 1 + rank : rank / 100;
}

/** Early ends rank below later ones, and what tears a sentence apart below all that does not; the latest wins. */
function rankEnd(rank: number, isLate: boolean): number {
  const weight = isLate ? rank : rank / 100;
  return rank >= LEAST_CLEAN_RANK ? 10 + weight : weight;
}

/** Without blank lines around it; the indentation of its first line stays. */
function trimLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
