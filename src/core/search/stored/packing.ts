import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';

/** Named arrays and texts as one run of bytes: each number takes as few bytes as the largest of its array needs. */
export interface Contents {
  /** Anything that JSON holds, small. */
  meta: unknown;
  words: Record<string, Uint32Array>;
  halves: Record<string, Uint16Array>;
  floats: Record<string, Float32Array>;
  bytes: Record<string, Uint8Array>;
}

type Kind = Exclude<keyof Contents, 'meta'>;

interface Section {
  kind: Kind;
  name: string;
  /** Bytes of a number. */
  width: 1 | 2 | 4;
  length: number;
}

const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
/** Before the header: its length, and the sum of all that follows. */
const PREFIX_BYTES = 8;
const ALIGNMENT = 4;
/** Numbers are stored as the machine has them. */
export const BYTE_ORDER = endianness();

export function pack({ meta, ...kinds }: Contents): Buffer {
  const sections: Section[] = [];
  const parts: Uint8Array[] = [];
  for (const [kind, arrays] of Object.entries(kinds)) {
    for (const [name, array] of Object.entries(arrays)) {
      const narrow = array instanceof Float32Array ? array : narrowed(array);
      const width = narrow.BYTES_PER_ELEMENT as Section['width'];
      sections.push({ kind: kind as Kind, name, width, length: narrow.length });
      parts.push(new Uint8Array(narrow.buffer, narrow.byteOffset, narrow.byteLength));
    }
  }
  const header = Buffer.from(JSON.stringify({ meta, sections }));
  const all = [header, ...parts].flatMap((part) => [
    part,
    Buffer.alloc(toAligned(part.length) - part.length),
  ]);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  const packed = Buffer.concat([prefix, ...all]);
  packed.writeUInt32LE(header.length, 0);
  packed.writeUInt32LE(crc32(packed.subarray(PREFIX_BYTES)), 4);
  return packed;
}

/** @param packed begins at a place that is a multiple of 8. @returns null when it is torn. Nothing of it is kept alive. */
export function unpack(packed: Buffer): Contents | null {
  if (packed.length < PREFIX_BYTES || packed.byteOffset % PREFIX_BYTES !== 0) return null;
  if (crc32(packed.subarray(PREFIX_BYTES)) !== packed.readUInt32LE(4)) return null;
  let at = PREFIX_BYTES + packed.readUInt32LE(0);
  const { meta, sections } = JSON.parse(packed.toString('utf8', PREFIX_BYTES, at));
  const contents: Contents = { meta, words: {}, halves: {}, floats: {}, bytes: {} };
  for (const { kind, name, width, length } of sections as Section[]) {
    at = toAligned(at);
    const [buffer, place] = [packed.buffer as ArrayBuffer, packed.byteOffset + at];
    const read = () => new ARRAYS[width](buffer, place, length);
    if (kind === 'words') contents.words[name] = new Uint32Array(read());
    if (kind === 'halves') contents.halves[name] = new Uint16Array(read());
    if (kind === 'bytes') contents.bytes[name] = new Uint8Array(read());
    if (kind === 'floats') contents.floats[name] = new Float32Array(buffer, place, length).slice();
    at += length * width;
  }
  return contents;
}

function toAligned(place: number): number {
  return Math.ceil(place / ALIGNMENT) * ALIGNMENT;
}

function narrowed(array: Uint8Array | Uint16Array | Uint32Array) {
  let most = 0;
  for (let i = 0; i < array.length; i += 1) most = Math.max(most, array[i] ?? 0);
  if (most <= 0xff) return new Uint8Array(array);
  return most <= 0xffff ? new Uint16Array(array) : array;
}
