import { cutMarkdown } from '../../../domain/markdown/cut.ts';
import type { AllowedHosts } from './addresses.ts';
import { sanitiseBlocks } from './blocks.ts';
import { hasCanary } from './canary.ts';
import { neutraliseMentions, tidySpace, toVisibleText } from './characters.ts';
import { isPlain } from './plain.ts';

export { hostsIn } from './addresses.ts';
export { neutraliseMentions } from './characters.ts';

export const MAX_ANSWER_CHARACTERS = 6_000;

/** Only hostile text needs more passes; ordinary answers are done after one. */
const MAX_PASSES = 6;
/** Leaves room for a line that says so. */
const MAX_CUT_CHARACTERS = MAX_ANSWER_CHARACTERS - 100;

/** What a text that is too long begins with, up to the end of a paragraph, an item or a sentence. */
function shorten(text: string): string {
  return text.length <= MAX_ANSWER_CHARACTERS ? text : (cutMarkdown(text, MAX_CUT_CHARACTERS)[0] ?? '');
}

function sanitiseOnce(text: string, allowed: AllowedHosts): string {
  return tidySpace(neutraliseMentions(sanitiseBlocks(toVisibleText(text), allowed)));
}

/** What is said in the end. `isCut`: more was said than fits. */
interface Settled {
  text: string;
  isCut: boolean;
}

/** Passes until nothing changes: what is taken out may join its neighbours to something new. */
function settle(answer: string, allowed: AllowedHosts): Settled {
  let [text, isCut] = [answer, false];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const whole = sanitiseOnce(text, allowed);
    isCut ||= whole.length > MAX_ANSWER_CHARACTERS;
    const next = shorten(whole);
    if (next === text) return { text, isCut };
    text = next;
  }
  return { text: toPlainText(text), isCut };
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
 * At most 6,000 characters; `isCut`: more was said. `leaked`: the canary of the system part stood in it; `text` is then empty.
 * Never throws. Tokens of a Markdown lexer were no help: they cannot be written back without changing text.
 */
export function sanitiseAnswer(
  answer: string,
  options: { allowedHosts: () => ReadonlySet<string>; canary: string },
): { text: string; leaked: boolean; isCut: boolean } {
  const text = answer.slice(0, 4 * MAX_ANSWER_CHARACTERS);
  const nothing = { text: '', leaked: true, isCut: false };
  if (hasCanary(text, options.canary)) return nothing;
  const settled = isPlain(text) ? cutPlain(text) : settle(text, options.allowedHosts());
  if (settled.text !== text && hasCanary(settled.text, options.canary)) return nothing;
  return { text: settled.text, leaked: false, isCut: settled.isCut || answer.length > text.length };
}

function cutPlain(text: string): Settled {
  const whole = tidySpace(text);
  return { text: shorten(whole), isCut: whole.length > MAX_ANSWER_CHARACTERS };
}
