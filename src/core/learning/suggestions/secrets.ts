import { z } from 'zod';
import { digitsOf } from '../../../domain/text.ts';

/** Stands for removed text, and is never longer than that. */
export const REMOVED = '…';

/** Every expression is linear: one that could begin within a run of its own characters would not be. */
const KEYS = [
  // To its end, or as far as the text was cut.
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[\w+/=:,\s]|-(?!----))*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /\blts_\w+/g,
  // Tokens of Discord bots and of webhooks.
  /(?<![\w-])(?:[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}|mfa\.[\w-]{60,})/g,
  /https?:\/\/[\w.-]+\/api\/(?:v\d+\/)?webhooks\/[^\s<>]+/gi,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];
/** Keys with a known beginning, also within addresses; an example without a digit is none. */
const SERVICE_KEY =
  /(?<![A-Za-z0-9_-])(?:sk-(?=[\w-]*[A-Za-z0-9]{16})|[spr]k_(?:live|test)_|gh[opsur]_|github_pat_|glpat-|A[KS]IA(?=[A-Z0-9]{16})|xox[a-z]-|xapp-|AIza|whsec_|SG\.)[\w.+/=-]{12,}/g;
/** A beginning and a long random part (`name_5Yc…`); the path of an address is its own. */
const PREFIXED = /(?<![\w/.-])[A-Za-z]{2,12}[_-](?:[a-z]{2,8}[_-])?([A-Za-z0-9]{20,})(?![\w-])/g;
const NAMED = /((?:bearer|key|token|secret)["']?(?:[ \t]?[:=][ \t]?|[ \t])["']?)([A-Za-z0-9_-]{20,})/gi;
/** Digits, letters and a long run of both. */
const DRAWN = /^(?=.*\d)(?=.*[A-Za-z]).*[^_-]{16}/;
const MIN_BITS = 3;

/** Keys and tokens have no place in knowledge whoever writes it. */
export function removeKeys(text: string): string {
  return KEYS.reduce((rest, key) => rest.replace(key, REMOVED), text)
    .replace(SERVICE_KEY, (key) => (digitsOf(key) !== '' ? REMOVED + (/[.=/]+$/.exec(key)?.[0] ?? '') : key))
    .replace(PREFIXED, (whole, part: string) => (isDrawn(part) ? REMOVED : whole))
    .replace(NAMED, (whole, label: string, part: string) => (isDrawn(part) ? label + REMOVED : whole));
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

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ \u00a0.-]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;
const iban = z.iban();
/** Other long numbers are orders and moments. */
const CARD = /(?<![\p{L}\p{N}_/=&.-])[2-6]\d{3}(?:[ \u00a0.-]?\d){9,15}(?![\p{L}\p{N}_-])/gu;
const card = z.creditCard();

/** Accounts and cards, by their check digits. */
export function removeAccounts(text: string): string {
  return text
    .replace(IBAN, withoutIban)
    .replace(CARD, (number) => (isCard(digitsOf(number)) ? REMOVED : number));
}

/** Only one network has cards of 15 digits, while any telephone number may have them. */
function isCard(digits: string): boolean {
  return (
    card.safeParse(digits).success &&
    (digits.length !== 15 || digits.startsWith('34') || digits.startsWith('37'))
  );
}

/** Words may follow that look like more of it: the longest beginning that is one goes. */
function withoutIban(found: string): string {
  for (let end = found.length; end >= 15; end -= 1) {
    if (/^[A-Z0-9]/i.test(found.slice(end))) continue;
    const compact = found.slice(0, end).replace(/[^A-Z0-9]/gi, '');
    if (iban.safeParse(compact.toUpperCase()).success) return REMOVED + found.slice(end);
  }
  return found;
}

/** The names of passwords in the languages of the product; the long ones also within a word. */
const LABEL =
  '(?:passwor[dt]|kennwort|passcode|passphrase|contraseña|palavra-passe|wachtwoord)\\p{L}{0,4}|' +
  '(?<![\\p{L}\\p{N}])(?:passwd|pass|pwd?|pin|mots? de passe|mdp|clave|senha|has[łl]o|parola\\p{L}{0,4}|[şs]ifre\\p{L}{0,4})';
const IS = "is|ist|lautet|(?:c['’])?est|es|è|é|e['’]|jest|was|war|(?<=has[łl]o[ \\t])to";
const MARKS = '["\'`*_]{0,3}';
const PASSWORD = new RegExp(
  `((?:${LABEL})((?:[ \\t]+\\(?\\p{L}+\\)?){0,4}?)${MARKS}[ \\t]*` +
    `(?:([:=])[*_]{0,2}[ \\t]*|[ \\t](?:${IS})[ \\t]+(?::[ \\t]*)?))` +
    '(?:(["“„»\'`])([^"“”„«»\'`\\n]{3,64})|([^\\s"“„»`<>]{4,64}))(?:(\\n|$)|)',
  'giu',
);

/** Removes the value behind `password:` or `my password is`; the label stays. */
export function removePasswords(text: string): string {
  return text.replace(PASSWORD, (whole: string, ...found: (string | undefined)[]) => {
    const [label = '', between, mark, quote, quoted, said = '', end] = found;
    if (quoted !== undefined) return `${label}${quote}${REMOVED}${end ?? ''}`;
    const value = said.replace(/[.,;:)]+$/, '');
    // Alone behind its label to the end of the line it may be a plain word too.
    const isField = mark !== undefined && between === '' && end !== undefined;
    if (!isPassword(value, { isMarked: mark !== undefined, isField })) return whole;
    return label + REMOVED + said.slice(value.length) + (end ?? '');
  });
}

const LENGTH = /^\d+[-–]/;
/** A letter, and what no plain word holds. */
const STRONG = /^(?=.*\p{L}).*[\d!$%&*+=?@#^]/u;
const MIXED_CASE = /\p{Ll}.*\p{Lu}/u;

/** No plain word, no address and no length (`8-20`, `4-digit`). */
function isPassword(value: string, { isMarked, isField }: { isMarked: boolean; isField: boolean }): boolean {
  if (value.length < 4 || value.includes('://') || LENGTH.test(value)) return false;
  if (isField || digitsOf(value) === value) return true;
  return STRONG.test(value) || (isMarked && MIXED_CASE.test(value));
}
