import { digitsOf } from '../text.ts';
import { type FoundSpan, findAll } from './found.ts';

/** API keys of this service. */
export const OWN_KEY = /\blts_\w+/g;

/** Every expression is linear: one that could begin within a run of its own characters would not be. */
const KEYS = [
  // To its end, or as far as the text was cut.
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[\w+/=:,\s]|-(?!----))*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  OWN_KEY,
  // Tokens of Discord bots and of webhooks.
  /(?<![\w-])(?:[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}|mfa\.[\w-]{60,})/g,
  /https?:\/\/[\w.-]+\/api\/(?:v\d+\/)?webhooks\/[^\s<>]+/gi,
  /https:\/\/hooks\.slack\.com\/[^\s<>]+/gi,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];
/** Keys with a known beginning, also within addresses; an example without a digit is none. */
const SERVICE_KEY =
  /(?<![A-Za-z0-9_-])(?:sk-(?=[\w-]*[A-Za-z0-9]{16})|[spr]k_(?:live|test)_|gh[opsur]_|github_pat_|glpat-|A[KS]IA(?=[A-Z0-9]{16})|xox[a-z]-|xapp-|AIza|whsec_|SG\.)[\w.+/=-]{12,}/g;
/** A beginning and a long random part (`name_5Yc…`); the path of an address is its own. */
const PREFIXED = /(?<![\w/.-])[A-Za-z]{2,12}[_-](?:[a-z]{2,8}[_-])?([A-Za-z0-9]{20,})(?![\w-])/g;
const NAMED = /(?<=(?:bearer|key|token|secret)["']?(?:[ \t]?[:=][ \t]?|[ \t])["']?)[A-Za-z0-9_/+-]{20,}/gi;
/** Digits, letters and a long run of both. */
const DRAWN = /^(?=.*\d)(?=.*[A-Za-z]).*[^_-]{16}/;
const MIN_BITS = 3;
const BEGINS_ONE = /-----BEGIN|https?:|eyJ|lts_|\w[_.-]|A[KS]IA|AIza|bearer|key|token|secret/i;

/** Keys and tokens of the usual kinds. */
export function* findKeys(text: string): Generator<FoundSpan> {
  if (!BEGINS_ONE.test(text)) return;
  for (const key of KEYS) yield* findAll(key, text);
  for (const { start, end } of findAll(SERVICE_KEY, text, ([key]) => digitsOf(key) !== '')) {
    const key = text.slice(start, end);
    yield { start, end: start + key.replace(/[.=/]+$/, '').length };
  }
  yield* findAll(PREFIXED, text, ([, part = '']) => isDrawn(part));
  yield* findAll(NAMED, text, ([part]) => isDrawn(part));
}

function isDrawn(part: string): boolean {
  return DRAWN.test(part) && bitsOf(part) >= MIN_BITS;
}

/** Entropy per character: low in words and numbers, high in random keys. */
function bitsOf(part: string): number {
  const counts = new Map<string, number>();
  for (const character of part) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / part.length) * Math.log2(count / part.length),
    0,
  );
}
