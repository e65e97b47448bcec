import { LEAST_CLEAN_RANK, readSegments, type Segment } from './segments.ts';

/**
 * Cuts Markdown into pieces of at most `limit` UTF-16 units (at least 100), in linear time and at the best places:
 * code blocks and items stay whole where they fit, longer code is closed and opened again, longer tables repeat
 * their header, headings and lead-ins stay with what follows. Only whitespace is lost.
 */
export function cutMarkdown(text: string, limit: number): string[] {
  return cutAll(text, limit, false).map((piece) => piece.text);
}

/** The same with each piece's offset in the text. */
export function cutWithPlaces(text: string, limit: number): { text: string; at: number }[] {
  return cutAll(text, limit, false);
}

/** The first piece, at least half full: blocks above half of the limit may be cut. */
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

/** The best end within `room` that is not too early; always past `from`. */
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

/** In full pieces any end in the second half ranks above all in the first. */
function rankAt(rank: number, part: number, isFull: boolean): number {
  if (!isFull) return rankEnd(rank, part > 1 / 3);
  return part >= 1 / 2 && rank > 0 ? 1 + rank : rank / 100;
}

/** Early ends rank below later ones, and torn sentences below all clean ends; the latest wins. */
function rankEnd(rank: number, isLate: boolean): number {
  const weight = isLate ? rank : rank / 100;
  return rank >= LEAST_CLEAN_RANK ? 10 + weight : weight;
}

/** Keeps the indentation of the first line. */
function trimLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
