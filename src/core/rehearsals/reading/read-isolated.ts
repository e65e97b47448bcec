import { MAX_REHEARSED, type RehearsalFormat, type Skipped } from '../../../domain/rehearsals.ts';
import { decodeUtf8 } from '../../../domain/text.ts';
import { type ReadConversation, toConversation } from './conversation.ts';
import { type Found, readExport } from './exports.ts';
import { readTranscript } from './transcripts.ts';

export interface AboutFiles {
  /** null: told by what they hold. */
  format: RehearsalFormat | null;
  /** Their lengths, one after the other. */
  lengths: readonly number[];
}

/** What the files hold; `format` null: no conversations of any system. */
export interface ReadFiles {
  format: RehearsalFormat | null;
  isEmpty: boolean;
  /** The newest ones, oldest first. */
  conversations: ReadConversation[];
  skipped: Skipped[];
}

const MAX_SKIPPED = 1_000;

/** Entry of the isolate. */
export async function* run(about: AboutFiles, bytes: Uint8Array): AsyncGenerator<ReadFiles> {
  const { format, found, isEmpty } = readAll(textsIn(about, bytes), about.format);
  const read = found.map(({ line, told, fault }) => {
    const conversation = told ? toConversation(told) : null;
    return { line, conversation, fault: fault ?? ('no_customer' as const) };
  });
  const skipped = read.flatMap(({ line, conversation, fault: reason }) =>
    conversation === null ? [{ line, reason }] : [],
  );
  const conversations = read
    .flatMap(({ conversation }) => conversation ?? [])
    .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
    .slice(-MAX_REHEARSED);
  yield { format, isEmpty, conversations, skipped: skipped.slice(0, MAX_SKIPPED) };
}

function* textsIn({ lengths }: AboutFiles, bytes: Uint8Array): Generator<string> {
  let start = 0;
  for (const length of lengths) {
    const part = bytes.subarray(start, start + length);
    yield decodeUtf8(part) ?? Buffer.from(part).toString('latin1');
    start += length;
  }
}

interface AllFound {
  format: RehearsalFormat | null;
  found: Found[];
  isEmpty: boolean;
}

/** One export, or transcripts: those are told by being HTML, or JSON of no export. */
function readAll(texts: Iterable<string>, wanted: RehearsalFormat | null): AllFound {
  const all = [...texts];
  const isEmpty = all.every((text) => text.trim() === '');
  const [first = '', ...more] = all;
  const isHtml = more.length > 0 || first.trimStart().startsWith('<');
  if (wanted === 'transcripts' || (wanted === null && isHtml)) {
    const told = all.map(readTranscript);
    const found = told.map((one, index): Found => {
      return one ? { line: index + 1, told: one } : { line: index + 1, fault: 'unknown' };
    });
    return { format: told.some((one) => one !== null) ? 'transcripts' : null, found, isEmpty };
  }
  const read = readExport(first, wanted);
  const transcript = read === null && wanted === null ? readTranscript(first) : null;
  if (transcript) return { format: 'transcripts', found: [{ line: 1, told: transcript }], isEmpty };
  const isAny = read?.found.some(({ told }) => told) === true;
  return { format: read && isAny ? read.format : null, found: read?.found ?? [], isEmpty };
}
