import { gunzipSync } from 'node:zlib';
import { PageFaultError } from '../../domain/errors.ts';
import { toCleanText } from '../../domain/text.ts';

const MAX_UNZIPPED_BYTES = 50 * 1024 * 1024;
/** Where a `<meta charset>` has to stand by the HTML standard. */
const PRESCAN_BYTES = 1024;

const BINARY_STARTS = [
  '%PDF',
  'MZ',
  'PK\u0003\u0004',
  '\u007fELF',
  '\u0089PNG',
  'GIF8',
  '\u00ff\u00d8\u00ff',
  'Rar!',
  '7z',
];

/** The media type of a Content-Type header, lower case without parameters; null when absent. */
export function readMediaType(contentType: string | null): string | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

/**
 * Bytes as well-formed text without NUL. The character set is that of the byte order mark, the header, the
 * `<meta>` element, else UTF-8; unknown labels count as UTF-8.
 * @throws PageFaultError `not_text` for binary content, whatever it calls itself.
 */
export function decodeText(body: Uint8Array, contentType: string | null): string {
  const marked = markedCharset(body);
  if (marked === null) refuseBinary(body, contentType);
  const head = latin1(body.subarray(0, PRESCAN_BYTES));
  const label =
    marked ??
    charsetOf(contentType ?? '') ??
    charsetOf(head.match(/<(?:meta|\?xml)\s[^>]*>/gi)?.join() ?? '');
  return toCleanText(createDecoder(label).decode(body));
}

/** Whether bytes begin like gzip; servers send `.xml.gz` under any type. */
export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** @throws PageFaultError `too_large` above 50 MB unpacked, `unreadable` for a broken archive. */
export function unzip(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_UNZIPPED_BYTES });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new PageFaultError(isTooLarge ? 'too_large' : 'unreadable', null, error);
  }
}

function refuseBinary(body: Uint8Array, contentType: string | null): void {
  const head = latin1(body.subarray(0, 8));
  const isBinary = isGzip(body) || body.includes(0) || BINARY_STARTS.some((start) => head.startsWith(start));
  // Words may begin with MZ or PK too; what follows in a program is no text.
  const isWord = /^(?:MZ|7z)[\w\s,.]{3}/.test(head) && !body.includes(0);
  if (isBinary && !isWord) throw new PageFaultError('not_text', readMediaType(contentType));
}

function markedCharset(body: Uint8Array): string | null {
  const head = latin1(body.subarray(0, 3));
  if (head === '\u00ef\u00bb\u00bf') return 'utf-8';
  if (head.startsWith('\u00ff\u00fe')) return 'utf-16le';
  return head.startsWith('\u00fe\u00ff') ? 'utf-16be' : null;
}

function charsetOf(text: string): string | null {
  return /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text)?.[1] ?? null;
}

function createDecoder(label: string | null): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
