import type { Language } from '../../../../domain/types.ts';
import { type Html, html } from '../../html.ts';
import { trainingTexts } from '../../i18n/training.ts';

/** Words on both sides multiplied: beyond, what differs is shown in one piece. */
const MAX_CELLS = 1_000_000;

interface Part {
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
  return one?.trim() === other?.trim();
}

/** By their longest common subsequence. */
function compareMiddle(old: readonly string[], now: readonly string[]): Part[] {
  if (old.length * now.length > MAX_CELLS) {
    return [
      { kind: 'gone', text: old.join('') },
      { kind: 'new', text: now.join('') },
    ];
  }
  const common = lengthsOf(old, now);
  const width = now.length + 1;
  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [gone, added] = [old[row], now[column]];
    const down = common[(row + 1) * width + column] ?? -1;
    const right = common[row * width + column + 1] ?? -1;
    if (gone !== undefined && added !== undefined && isSame(gone, added)) {
      parts.push({ kind: 'same', text: added });
      row += 1;
      column += 1;
    } else if (gone !== undefined && (added === undefined || down >= right)) {
      parts.push({ kind: 'gone', text: gone });
      row += 1;
    } else {
      parts.push({ kind: 'new', text: added ?? '' });
      column += 1;
    }
  }
  return parts;
}

/** How many words the rest from each pair of words on has in common. */
function lengthsOf(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      common[at] = isSame(old[row], now[column])
        ? (common[at + width + 1] ?? 0) + 1
        : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
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
export function renderDiff(before: string, after: string, language: Language): Html {
  const t = trainingTexts[language];
  const spoken = (text: string) => html`<span class="visually-hidden">${text} </span>`;
  return html`<p class="whole diff" data-diff>${compareWords(before, after).map(({ kind, text }) => {
    if (kind === 'gone') return html`<del>${spoken(t.removed)}${text}</del>`;
    return kind === 'new' ? html`<ins>${spoken(t.added)}${text}</ins>` : html`${text}`;
  })}</p>`;
}
