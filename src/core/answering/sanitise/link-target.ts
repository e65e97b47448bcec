import { MAX_URL_CHARACTERS } from '../../../domain/limits.ts';
import { toLine } from '../../../domain/text.ts';

const MAX_LABEL_CHARACTERS = 200;
/** Renderers of CommonMark see no link nested deeper either; 24,000 characters of "[a](" took 0.1 s without it. */
const MAX_OPEN_PARENTHESES = 32;

/** Lower-case label to URL; null where the URL is not allowed. */
export type Definitions = ReadonlyMap<string, string | null>;

/** A link's URL, null if not allowed, and the index after the link. */
export interface LinkTarget {
  url: string | null;
  end: number;
}

/** Labels as CommonMark compares them. */
export function toLabel(raw: string): string {
  return toLine(raw).toLowerCase();
}

function endOfBareUrl(text: string, start: number): number {
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_URL_CHARACTERS);
  for (let index = start; index < limit; index += 1) {
    const character = text.charAt(index);
    if (character <= ' ' || character.trim() === '' || depth > MAX_OPEN_PARENTHESES) return index;
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && depth === 0) return index;
    else if (character === ')') depth -= 1;
  }
  return limit;
}

const ANGLED = /<([^<>\n]{0,2000})>/y;
const REST = /\s{0,20}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\))?\s{0,20}\)/y;

function readInline(text: string, start: number): LinkTarget | undefined {
  const near = text.slice(start + 1, start + 21);
  const open = start + 1 + near.length - near.trimStart().length;
  ANGLED.lastIndex = open;
  const angled = ANGLED.exec(text);
  const end = angled ? ANGLED.lastIndex : endOfBareUrl(text, open);
  REST.lastIndex = end;
  if (!REST.test(text)) return undefined;
  return { url: angled?.[1] ?? text.slice(open, end), end: REST.lastIndex };
}

/**
 * Reads the `(url)` or `[label]` behind a bracket that opened before `open` and closes at `close`, or takes its text
 * as the label. Undefined if the brackets are just brackets.
 */
export function readTarget(
  text: string,
  open: number,
  close: number,
  definitions: Definitions,
): LinkTarget | undefined {
  const next = close + 1;
  if (text.charAt(next) === '(') return readInline(text, next);
  if (definitions.size === 0) return undefined;
  const own = close - open > MAX_LABEL_CHARACTERS ? '' : toLabel(text.slice(open, close));
  const [whole, label] = /^\[([^[\]\n]{0,200})\]/.exec(text.slice(next, next + 210)) ?? [];
  const url = definitions.get(label ? toLabel(label) : own);
  return url === undefined ? undefined : { url, end: next + (whole?.length ?? 0) };
}
