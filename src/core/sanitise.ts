import type { AllowedHosts } from './sanitise/addresses.ts';
import { sanitiseBlocks } from './sanitise/blocks.ts';
import { hasCanary } from './sanitise/canary.ts';
import { neutraliseMentions, tidySpace, toVisibleText } from './sanitise/characters.ts';
import { isPlain } from './sanitise/plain.ts';

export { hostsIn } from './sanitise/addresses.ts';
export { neutraliseMentions } from './sanitise/characters.ts';

export const MAX_ANSWER_CHARACTERS = 6_000;

/** Only hostile text needs more passes; ordinary answers are done after one. */
const MAX_PASSES = 6;
const CLOSING_FENCE = '\n```';

/** Index to cut at: after a paragraph, else a sentence, a line, a word, in the last half of the text. */
function cutIndex(text: string, isCode: boolean): number {
  const half = Math.floor(text.length / 2);
  const sentence = isCode ? -1 : [...text.slice(half).matchAll(/[.!?…][)"'*_”“]{0,3}(?=\s)/g)].at(-1);
  const ends = [
    isCode ? -1 : text.lastIndexOf('\n\n'),
    typeof sentence === 'object' ? half + sentence.index + sentence[0].length : -1,
    text.lastIndexOf('\n'),
    isCode ? -1 : text.lastIndexOf(' '),
  ];
  return ends.find((end) => end >= half) ?? text.length;
}

function shorten(text: string): string {
  if (text.length <= MAX_ANSWER_CHARACTERS) return text;
  const head = text.slice(0, MAX_ANSWER_CHARACTERS - CLOSING_FENCE.length).replace(/[\uD800-\uDBFF]$/, '');
  const isCode = (head.match(/^```/gm)?.length ?? 0) % 2 === 1;
  const kept = head.slice(0, cutIndex(head, isCode)).trimEnd();
  const isOpen = (kept.match(/^```/gm)?.length ?? 0) % 2 === 1;
  return isOpen ? kept + CLOSING_FENCE : kept;
}

function sanitiseOnce(text: string, allowed: AllowedHosts): string {
  return shorten(tidySpace(neutraliseMentions(sanitiseBlocks(toVisibleText(text), allowed))));
}

/** Passes until nothing changes: what is taken out may join its neighbours to something new. */
function settle(answer: string, allowed: AllowedHosts): string {
  let text = answer;
  let next = sanitiseOnce(text, allowed);
  for (let pass = 1; next !== text && pass < MAX_PASSES; pass += 1) {
    text = next;
    next = sanitiseOnce(text, allowed);
  }
  return next === text ? text : toPlainText(next);
}

/** The last resort for text that never settles: no character is left that could be markup or an address. */
function toPlainText(text: string): string {
  const plain = toVisibleText(text)
    .replace(/[[\]<>()\\`~&@:/|!?=#*_]/g, ' ')
    .replace(/www(\d?)\./gi, 'www$1 ');
  return shorten(tidySpace(plain));
}

/**
 * The model's answer as simple Markdown that does no harm: no images, HTML or mentions, and links only to
 * `allowedHosts` (lower case; asked for only where there may be links) and their subdomains; of another link its text stays, a bare address becomes (…).
 * At most 6,000 characters. `leaked`: the canary of the system part stood in it; `text` is then empty.
 * Never throws. Tokens of a Markdown lexer were no help: they cannot be written back without changing text.
 */
export function sanitiseAnswer(
  answer: string,
  options: { allowedHosts: () => ReadonlySet<string>; canary: string },
): { text: string; leaked: boolean } {
  const text = answer.slice(0, 4 * MAX_ANSWER_CHARACTERS);
  if (hasCanary(text, options.canary)) return { text: '', leaked: true };
  const settled = isPlain(text) ? shorten(tidySpace(text)) : settle(text, options.allowedHosts());
  const leaked = settled !== text && hasCanary(settled, options.canary);
  return leaked ? { text: '', leaked } : { text: settled, leaked };
}
