import { crc32 } from 'node:zlib';
import { isFrame, type PictureHead, readPictureHead } from './picture.ts';

/** Why bytes are no picture to pass on. `goes_on`: something else follows it in the same file. */
export type ImageFault = 'no_picture' | 'broken' | 'goes_on';

/** A picture from its first byte to `end`; what follows there is none of it. */
export interface ReadImage extends PictureHead {
  end: number;
}

/**
 * Goes through a PNG, JPEG or WebP picture from part to part up to its end, without unpacking any of it.
 * @returns a fault for what is none, is cut off or damaged; bytes behind its end are told by `end`
 */
export function readImage(given: Uint8Array): ReadImage | 'no_picture' | 'broken' {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const head = readPictureHead(bytes);
  if (!head) return 'no_picture';
  const end = findEnd(bytes, head);
  return end === null ? 'broken' : { ...head, end };
}

/** Whether a picture that is whole is an archive as well: those are read from their end, where a comment may hide one. */
export function isArchiveToo(bytes: Buffer): boolean {
  const least = Math.max(0, bytes.length - ARCHIVE_END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.lastIndexOf(ARCHIVE_END); at >= least; at = bytes.lastIndexOf(ARCHIVE_END, at - 1)) {
    const comment = at + ARCHIVE_END_BYTES;
    if (comment <= bytes.length && comment + bytes.readUInt16LE(comment - 2) === bytes.length) return true;
    if (at === 0) return false;
  }
  return false;
}

const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const ARCHIVE_END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

function findEnd(bytes: Buffer, head: PictureHead): number | null {
  try {
    if (head.type === 'image/png') return findEndOfPng(bytes);
    return head.type === 'image/jpeg' ? findEndOfJpeg(bytes) : findEndOfWebp(bytes, head);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, name and checksum. */
const AROUND_PNG_CHUNK = 12;

/** Every chunk has its checksum. */
function findEndOfPng(bytes: Buffer): number | null {
  let hasData = false;
  for (let at = PNG_SIGNATURE_BYTES; ; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const behind = at + length + AROUND_PNG_CHUNK;
    if (bytes.readUInt32BE(behind - 4) !== crc32(bytes.subarray(at + 4, behind - 4))) return null;
    // A second head could claim another size.
    if (name === 'IHDR' && at > PNG_SIGNATURE_BYTES) return null;
    hasData ||= name === 'IDAT' && length > 0;
    if (name === 'IEND') return hasData ? behind : null;
    at = behind;
  }
}

const [JPEG_FILL, JPEG_END, JPEG_SCAN] = [0xff, 0xd9, 0xda];

/** Segment by segment; a second frame could claim another size. */
function findEndOfJpeg(bytes: Buffer): number | null {
  let [frames, scans] = [0, 0];
  for (let at = 2; ; ) {
    const segment = readSegment(bytes, at);
    if (!segment) return null;
    const { mark, next } = segment;
    if (mark === JPEG_END) return frames === 1 && scans > 0 ? next : null;
    if (isFrame(mark)) frames += 1;
    if (mark === JPEG_SCAN) scans += 1;
    at = next;
  }
}

/** Behind the head of a scan comes data in which FF is followed by 00 or a restart mark. */
function readSegment(bytes: Buffer, at: number): { mark: number; next: number } | null {
  if (bytes.readUInt8(at) !== 0xff) return null;
  const mark = bytes.readUInt8(at + 1);
  if (mark === JPEG_FILL) return { mark, next: at + 1 };
  if (mark === JPEG_END) return { mark, next: at + 2 };
  const length = bytes.readUInt16BE(at + 2);
  const end = at + 2 + length;
  const next = mark === JPEG_SCAN ? findNextMark(bytes, end) : end;
  return length < 2 || next < 0 ? null : { mark, next };
}

function findNextMark(bytes: Buffer, from: number): number {
  const isData = (next: number | undefined) =>
    next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7);
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && isData(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1);
  return at;
}

/** `RIFF`, a length and `WEBP`; then chunks, each filled up to an even length. */
const RIFF_HEAD_BYTES = 12;
const RIFF_CHUNK_HEAD_BYTES = 8;

function findEndOfWebp(bytes: Buffer, head: PictureHead): number | null {
  const end = RIFF_CHUNK_HEAD_BYTES + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  let hasData = false;
  let at = RIFF_HEAD_BYTES;
  while (at < end) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (name === 'VP8 ' || name === 'VP8L') {
      if (!fitsInto(head, bytes.subarray(at, at + RIFF_CHUNK_HEAD_BYTES + length))) return null;
      hasData = true;
    }
    hasData ||= name === 'ANMF' && length > 0;
    at += RIFF_CHUNK_HEAD_BYTES + length + (length % 2);
  }
  return at === end && hasData ? end : null;
}

/** The picture inside may be no larger than the canvas that the head names. */
function fitsInto({ width, height }: PictureHead, chunk: Buffer): boolean {
  const inner = readPictureHead(
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), chunk.subarray(0, 32)]),
  );
  return inner !== null && inner.width <= width && inner.height <= height;
}
