import { gunzipSync } from 'node:zlib';
import { PageFaultError } from '../../domain/errors.ts';
import { toCleanText } from '../../domain/text.ts';

const MAX_UNZIPPED_BYTES = 50 * 1024 * 1024;
/** Where a `<meta charset>` has to stand by the HTML standard. */
const PRESCAN_BYTES = 1024;
/** As much tells UTF-16 from everything else. */
const SAMPLE_BYTES = 4096;

const BINARY_STARTS = '%PDF MZ PK\u0003\u0004 \u007fELF \u0089PNG GIF8 \u00ff\u00d8\u00ff Rar! 7z'.split(' ');

export function readMediaType(contentType: string | null): string | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

/**
 * Bytes as well-formed text without NUL. A byte order mark decides, else the bytes themselves: what reads as UTF-8
 * or UTF-16 is that, whatever its labels say. Other bytes are read by the header or `<meta>`, else as windows-1252.
 * @throws PageFaultError `not_text` for binary content, whatever it calls itself.
 */
export function decodeText(body: Uint8Array, contentType: string | null): string {
  return toCleanText(new TextDecoder(findCharset(body, contentType)).decode(body));
}

function findCharset(body: Uint8Array, contentType: string | null): string {
  const header = knownCharset(charsetOf(contentType ?? ''));
  const wide = markedCharset(body) ?? unmarkedUtf16(body, header);
  if (wide !== null) return wide;
  refuseBinary(body, contentType);
  const { good, bad } = countUtf8(body);
  if (good > bad * 10) return 'utf-8';
  // A `<meta>` that can be read byte by byte is not UTF-16.
  const declared = [header, metaCharset(body, good + bad > 0)].find(
    (label) => label !== null && label !== 'utf-8' && !label.startsWith('utf-16'),
  );
  if (declared) return declared;
  return bad > good ? 'windows-1252' : 'utf-8';
}

/** Characters beyond ASCII, and bytes that are none, when read as UTF-8. */
function countUtf8(body: Uint8Array): { good: number; bad: number } {
  const counts = { good: 0, bad: 0 };
  if (!body.some((byte) => byte > 0x7f)) return counts;
  const text = new TextDecoder().decode(body);
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n);
    if (code === 0xfffd) counts.bad += 1;
    else if (code > 0x7f) counts.good += 1;
  }
  return counts;
}

/** UTF-16 without its mark: every other byte of Western text is zero, and no other one is. */
function unmarkedUtf16(body: Uint8Array, header: string | null): string | null {
  const sample = body.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, n) => {
    if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const isClaimed = header?.startsWith('utf-16') === true && !hasBinaryStart(body);
  const least = sample.length * (isClaimed ? 0.05 : 0.35);
  if (odd > least && even === 0) return isPlain(sample, 'utf-16le') ? 'utf-16le' : null;
  if (even > least && odd === 0) return isPlain(sample, 'utf-16be') ? 'utf-16be' : null;
  return null;
}

function isPlain(sample: Uint8Array, charset: string): boolean {
  return !/[^\P{Cc}\s]/u.test(new TextDecoder(charset).decode(sample));
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
  const isBinary = isGzip(body) || body.includes(0) || hasBinaryStart(body);
  // Words may begin with MZ or PK too; what follows in a program is no text.
  const isWord = /^(?:MZ|7z)[\w\s,.]{3}/.test(head) && !body.includes(0);
  if (isBinary && !isWord) throw new PageFaultError('not_text', readMediaType(contentType));
}

function hasBinaryStart(body: Uint8Array): boolean {
  const head = latin1(body.subarray(0, 8));
  return BINARY_STARTS.some((start) => head.startsWith(start));
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

/** The charset that the page declares in its first bytes, or further down when they are ambiguous. */
function metaCharset(body: Uint8Array, mayBeLate: boolean): string | null {
  const head = latin1(mayBeLate ? body : body.subarray(0, PRESCAN_BYTES));
  for (const [tag] of head.matchAll(/<(?:meta|\?xml)\s[^<>]*>/gi)) {
    const label = knownCharset(charsetOf(tag));
    if (label !== null) return label;
  }
  return null;
}

function knownCharset(label: string | null): string | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
