import { findCards, findIbans } from './accounts.ts';
import { findAddresses } from './addresses.ts';
import { type DataKind, type FoundSpan, findAll } from './found.ts';
import { findKeys } from './keys.ts';
import { findPasswords, namesPassword } from './passwords.ts';
import { findPhones } from './phones.ts';

export interface Found extends FoundSpan {
  kind: DataKind;
}

const E_MAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?!\dx\.)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?![\p{L}\p{N}-])/gu;

/** Each reads what those before it left: a password that is a number is no telephone's. */
const READERS: readonly (readonly [DataKind, (text: string) => Iterable<FoundSpan>])[] = [
  ['KEY', findKeys],
  ['PASSWORD', findPasswords],
  ['IBAN', findIbans],
  ['CARD', findCards],
  ['EMAIL', (text) => (text.includes('@') ? findAll(E_MAIL, text) : [])],
  ['ADDRESS', findAddresses],
  ['PHONE', findPhones],
];
/** Without a digit, or letters in a row as in no word, there is no account, key, number or address. */
const HOLDS_ANY = /[\d@]|s\/n|-----BEGIN|lts_|(?<![\w-])[\w-]{20}/;
/** Stands for each unit of what was found already; no expression takes it for anything. */
const TAKEN = '…';

/**
 * The personal data of a text, in its order, without overlaps: mail addresses, telephone numbers, IBANs and cards with
 * right check digits, keys and tokens, passwords behind their label, postal addresses. Linear in its length.
 */
export function findPersonalData(text: string, kinds?: readonly DataKind[]): Found[] {
  if (!HOLDS_ANY.test(text) && !namesPassword(text)) return [];
  const found: Found[] = [];
  let rest = text;
  for (const [kind, read] of READERS) {
    if (kinds && !kinds.includes(kind)) continue;
    const spans = toFound(
      kind,
      [...read(rest)].filter(({ start, end }) => rest.slice(start, end) === text.slice(start, end)),
    );
    rest = replaceFound(rest, spans, ({ length }) => TAKEN.repeat(length));
    found.push(...spans);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** In order; those that overlap become one. */
function toFound(kind: DataKind, spans: readonly FoundSpan[]): Found[] {
  const found: Found[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else found.push({ kind, start, end });
  }
  return found;
}

/** The text with each part of it that was found replaced. */
export function replaceFound(
  text: string,
  found: readonly Found[],
  replacement: (value: string, kind: DataKind) => string,
): string {
  if (found.length === 0) return text;
  let [result, from] = ['', 0];
  for (const { start, end, kind } of found) {
    result += text.slice(from, start) + replacement(text.slice(start, end), kind);
    from = end;
  }
  return result + text.slice(from);
}
