import type { Language } from '../../../../domain/types.ts';
import { trainingTexts } from '../../i18n/training.ts';
import { type Html, html } from '../../view/html.ts';

/**
 * Words on both sides multiplied: beyond, what differs is shown in one piece. A list of 25 suggestions, each against
 * five entries and what it replaces and corrects, is so compared within a turn.
 */
const MAX_CELLS = 25_000;

export interface Part {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** What becomes of a text, word by word; the blank after a word belongs to it. */
export function compareWords(before: string, after: string): Part[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && isSame(old[start], now[start])) start += 1;
  let end = 0;
  const rest = Math.min(old.length, now.length) - start;
  while (end < rest && isSame(old.at(-1 - end), now.at(-1 - end))) end += 1;
  const parts: Part[] = [
    { kind: 'same', text: now.slice(0, start).join('') },
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    { kind: 'same', text: now.slice(now.length - end).join('') },
  ];
  return joinParts(parts);
}

function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** How a line is broken is no change. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || one?.trim() === other?.trim();
}

/** By their longest common subsequence. */
function compareMiddle(old: readonly string[], now: readonly string[]): Part[] {
  if (old.length * now.length > MAX_CELLS) {
    return [
      { kind: 'gone', text: old.join('') },
      { kind: 'new', text: now.join('') },
    ];
  }
  const numbers = new Map<string, number>();
  return compareAll(numberWords(old, numbers), numberWords(now, numbers));
}

/** A word as it is written, and the number of what it says, so that each is trimmed once. */
interface Word {
  text: string;
  id: number;
}

/** @param numbers of the words that were met so far; new ones are added. */
function numberWords(words: readonly string[], numbers: Map<string, number>): Word[] {
  return words.map((text) => {
    const said = text.trim();
    const id = numbers.get(said) ?? numbers.size;
    numbers.set(said, id);
    return { text, id };
  });
}

function compareAll(old: readonly Word[], now: readonly Word[]): Part[] {
  const common = lengthsOf(old, now);
  const width = now.length + 1;
  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [gone, added] = [old[row], now[column]];
    const down = common[(row + 1) * width + column] ?? -1;
    const right = common[row * width + column + 1] ?? -1;
    if (gone && added && gone.id === added.id) {
      parts.push({ kind: 'same', text: added.text });
      row += 1;
      column += 1;
    } else if (gone && (!added || down >= right)) {
      parts.push({ kind: 'gone', text: gone.text });
      row += 1;
    } else {
      parts.push({ kind: 'new', text: added?.text ?? '' });
      column += 1;
    }
  }
  return parts;
}

/** How many words the rest from each pair of words on has in common. */
function lengthsOf(old: readonly Word[], now: readonly Word[]): Uint16Array {
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const ids = Int32Array.from(now, ({ id }) => id);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    const wanted = old[row]?.id;
    let [best, diagonal] = [0, 0];
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      const down = common[at + width] ?? 0;
      if (ids[column] === wanted) best = diagonal + 1;
      else if (down > best) best = down;
      common[at] = best;
      diagonal = down;
    }
  }
  return common;
}

function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else if (part.text !== '') joined.push({ ...part });
  }
  return joined;
}

/** Both texts in one: what goes is struck through, what comes is underlined, and both are read out as such. */
export function renderDiff(parts: readonly Part[], language: Language): Html {
  const t = trainingTexts[language];
  const spoken = (text: string) => html`<span class="visually-hidden">${text} </span>`;
  return html`<p class="whole diff" data-diff>${parts.map(({ kind, text }) => {
    if (kind === 'gone') return html`<del>${spoken(t.removed)}${text}</del>`;
    return kind === 'new' ? html`<ins>${spoken(t.added)}${text}</ins>` : html`${text}`;
  })}</p>`;
}
