/** Text that a database and a model can take: NUL and lone surrogates, which PostgreSQL refuses, become U+FFFD. */
export function toCleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** A name fit for one line of a prompt or a page: no control characters, no angle brackets, trimmed. */
export function toCleanName(name: string): string {
  return toCleanText(name)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Collapses blanks and line breaks to single blanks and trims. */
export function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A name that stays as it is between marks of Markdown. */
export function escapeName(name: string): string {
  return name.replace(/[\\*`[\]]/g, '\\$&');
}

/** Tells whether a text holds a letter or a digit of any script. */
export function saysAnything(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The digits of a text; empty where it has none. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The text with at most `most` empty lines in a row, blanks in them aside, and none around it. */
export function withoutGaps(text: string, most: number): string {
  const kept: string[] = [];
  let empty = 0;
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === '';
    empty = isEmpty ? empty + 1 : 0;
    if (empty <= most) kept.push(isEmpty ? '' : line);
  }
  return kept.join('\n').trim();
}

/** The first `limit` UTF-16 units at most, never half of a surrogate pair. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit);
}

/** At most `limit` UTF-16 units, with … at the end of a shortened text. */
export function truncate(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutAt(text, limit - 1).trimEnd()}…`;
}

/** The same, cut between two words where there is a blank in the second half. */
export function truncateAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const blank = text.lastIndexOf(' ', limit - 1);
  return truncate(text, blank > limit / 2 ? blank + 1 : limit);
}

/**
 * Bytes as text; null if they are neither UTF-8 nor UTF-16, as letters of another encoding would be lost.
 * @throws other faults, such as too many bytes.
 */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string | null {
  try {
    const start = new Uint8Array(bytes instanceof ArrayBuffer ? bytes : bytes.subarray(0, SAMPLE_BYTES));
    return new TextDecoder(encodingOf(start.subarray(0, SAMPLE_BYTES)), { fatal: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return null;
  }
}

const SAMPLE_BYTES = 1_000;

/** By its mark; without one, most letters of UTF-16 have a zero as the same half. */
function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < start.length / 4 || (even > 0 && odd > 0)) return 'utf-8';
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** One spelling of a percent-encoded path (RFC 3986, 6.2.2): `/%70rivate/` is `/private/`. */
export function normaliseEncoding(path: string): string {
  return path.toWellFormed().replace(/%[0-9a-f]{2}|[^\x21-\x7e]/giu, (part) => {
    if (!part.startsWith('%')) return encodeURIComponent(part);
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : part.toUpperCase();
  });
}
