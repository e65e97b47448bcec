import { AppError } from '../../../domain/errors.ts';
import { MAX_LINE_BYTES } from './format.ts';

const NEWLINE = 10;

/** One line with its number from 1, as bytes without its end. */
export interface Line {
  number: number;
  bytes: Buffer;
}

/**
 * Cuts a file into its lines as it comes in. Never holds more than one of them and what came with it.
 * @throws AppError('invalid_input') for a line that is too long, or one without an end: the file was cut.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 1;
  const grow = (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_LINE_BYTES)
      throw refuseLine(number, `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB`);
    pieces.push(piece);
  };
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      grow(bytes.subarray(start, end));
      yield { number, bytes: Buffer.concat(pieces) };
      [pieces, length, number, start] = [[], 0, number + 1, end + 1];
    }
    if (start < bytes.length) grow(bytes.subarray(start));
  }
  if (length > 0) throw refuseLine(number, 'has no end: the file was cut');
}

/** @param fault what is wrong with the line, as the rest of a sentence. */
export function refuseLine(number: number, fault: string): AppError {
  return new AppError('invalid_input', { message: `Nothing was imported: line ${number} ${fault}.` });
}
