import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { PageFaultError } from '../../domain/errors.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
const BODILESS = [204, 205, 304];
/** zlib's errors start with Z_, those of Brotli with ERR_ and what its decoder calls them. */
const DECODER_ERROR = /^(Z_|ERR__?ERROR_|ERR_BROTLI)/;

interface BodyHead {
  status: number;
  encoding: string;
  /** As the server claims; NaN where it does not. */
  length: number;
}

/**
 * Holds wire and decoded bytes to `maxBytes` while they arrive: the first stops an endless stream of empty blocks, the
 * second a bomb. Leaving early destroys `body`.
 * @throws PageFaultError `too_large` or `unreadable`; errors of the connection
 */
export async function readBody(body: Readable, head: BodyHead, maxBytes: number): Promise<Buffer> {
  body.on('error', () => {});
  try {
    if (BODILESS.includes(head.status)) {
      await pipeline(body, (chunks) => collect(cap(chunks, 0)));
      return Buffer.alloc(0);
    }
    if (head.length > maxBytes) throw new PageFaultError('too_large');
    return await decode(body, head.encoding, maxBytes);
  } catch (error) {
    body.destroy();
    throw error;
  }
}

async function decode(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') {
    return pipeline(body, (chunks) => collect(cap(chunks, maxBytes)));
  }
  const first = await peek(body);
  if (first === undefined) return Buffer.alloc(0);
  const decoder = createDecoder(encoding, first);
  try {
    return await pipeline(
      body,
      (chunks) => cap(chunks, maxBytes),
      decoder,
      (chunks) => collect(cap(chunks, maxBytes)),
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw DECODER_ERROR.test(code) ? new PageFaultError('unreadable', encoding, error) : error;
  }
}

/** The first byte, which stays in the stream; undefined for an empty body. */
async function peek(body: Readable): Promise<number | undefined> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    if (bytes.length === 0) continue;
    body.unshift(bytes);
    return bytes[0];
  }
  return undefined;
}

function createDecoder(encoding: string, first: number): Transform {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  // Half of the servers that say deflate leave out its zlib header, whose low four bits are 8.
  if (encoding === 'deflate') return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  throw new PageFaultError('unreadable', encoding);
}

async function* cap(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new PageFaultError('too_large');
    yield chunk;
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
