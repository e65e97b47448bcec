import type { ImportFormat } from './formats.ts';
import { type FileInput, readFile } from './read.ts';
import type { Candidate } from './record.ts';

/** A part of a file that takes a millisecond or two to open. */
export interface ReadPack {
  format: ImportFormat;
  candidates: Candidate[];
}

const PACK_CANDIDATES = 200;
const PACK_CHARACTERS = 200_000;
/** More than any server holds, and more characters than any permitted file unpacks to. */
const MAX_CANDIDATES = 50_000;
const MAX_CHARACTERS = 40_000_000;

/** Entry of the isolate. More than a server could hold is one fault of the whole file. */
export async function* run(about: Omit<FileInput, 'bytes'>, bytes: Uint8Array): AsyncGenerator<ReadPack> {
  const { format, candidates } = readFile({ ...about, bytes });
  let pack: Candidate[] = [];
  const sizes = { candidates: 0, characters: 0, packed: 0 };
  for await (const candidate of candidates) {
    const size = sizeOf(candidate);
    sizes.candidates += 1;
    sizes.characters += size;
    sizes.packed += size;
    pack.push(candidate);
    if (sizes.candidates > MAX_CANDIDATES || sizes.characters > MAX_CHARACTERS) {
      yield { format, candidates: [{ line: candidate.line, fault: 'too_many' }] };
      return;
    }
    if (pack.length < PACK_CANDIDATES && sizes.packed < PACK_CHARACTERS) continue;
    yield { format, candidates: pack };
    pack = [];
    sizes.packed = 0;
  }
  yield { format, candidates: pack };
}

function sizeOf({ value }: Candidate): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
