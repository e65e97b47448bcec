import { LANGUAGES } from '../../../domain/types.ts';
import type { Steps } from '../../runtime/slices.ts';
import type { KnowledgeIndex } from '../knowledge.ts';
import type { Piece } from '../passages.ts';
import { assembleIndex, type IndexedDocument } from '../ranking/search-index.ts';
import { TermList } from '../words/term-list.ts';
import { buildTypoVocabulary } from '../words/typo.ts';
import { BYTE_ORDER, type Contents, pack, unpack } from './packing.ts';
import { knownTokens, StoredPieces } from './stored-pieces.ts';

/** Another one whenever an index is built or stored in another way. */
export const FORMAT = `3-${BYTE_ORDER}`;

const DOCUMENTS_PER_STEP = 1024;
const TERMS_PER_STEP = 4096;
/** The database keeps no text with it. */
const SEPARATOR = '\0';

/** A built index and what belongs to it, without what follows from these. */
export type StoredKnowledge = Omit<KnowledgeIndex, 'revision' | 'whole' | 'tokensOf'>;

interface Meta {
  hosts: string[];
  changes: number;
  /** null: never. */
  validUntil: number | null;
  longestPiece: number;
  tokens: number | null;
  bytes: number;
}

export function* encodeKnowledge({
  index,
  pieces,
  versions,
  hosts,
  ...rest
}: StoredKnowledge): Steps<Buffer> {
  const meta: Meta = {
    ...{ hosts: [...hosts], changes: rest.changes, longestPiece: rest.longestPiece, bytes: rest.bytes },
    validUntil: Number.isFinite(rest.validUntil) ? rest.validUntil : null,
    tokens: Number.isFinite(rest.tokens) ? rest.tokens : null,
  };
  const documents = yield* encodeDocuments(index.documents);
  const said = yield* encodePieces(pieces.values());
  const { ofDocuments, weights, lengths } = index.letters;
  const { palette, places } = toPalette(weights);
  yield;
  const contents: Contents = {
    meta,
    words: {
      ...{ offsets: index.postings.offsets, listed: index.postings.documents },
      ...documents.words,
      gramEnds: endsOf(ofDocuments),
      ...{ pieceEnds: said.ends, tokens: said.tokens },
    },
    halves: { pairs: index.pairs, grams: concatHalves(ofDocuments), weights: places },
    floats: { impacts: index.postings.impacts, lengths, palette: Float32Array.from(palette) },
    bytes: {
      terms: join(index.terms.texts()),
      typos: join(index.typos.flatMap(({ words }) => words)),
      ids: join(index.documents.map(({ id }) => id)),
      versions: join([...versions].flat()),
      pieces: said.bytes,
    },
  };
  yield;
  return pack(contents);
}

/** @returns null when the bytes are torn or of another version. */
export function* decodeKnowledge(packed: Buffer): Steps<StoredKnowledge | null> {
  const contents = unpack(packed);
  if (!contents) return null;
  yield;
  const { words, halves, floats, bytes } = contents;
  const take = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('a stored index lacks a part');
    return value;
  };
  const listOf = (name: string) => split(take(bytes[name]));
  const meta = contents.meta as Meta;
  const ids = listOf('ids');
  const terms = new TermList();
  for (const term of listOf('terms')) {
    terms.add(term);
    if (terms.size % TERMS_PER_STEP === 0) yield;
  }
  const typos = yield* buildTypoVocabulary(listOf('typos'));
  const documents = yield* decodeDocuments(contents, ids);
  const ofDocuments = cut(take(halves.grams), take(words.gramEnds));
  yield;
  const weights = spread(take(floats.palette), take(halves.weights));
  const index = assembleIndex({
    ...{ documents, terms, typos },
    postings: {
      ...{ documentCount: documents.length, offsets: take(words.offsets) },
      ...{ documents: take(words.listed), impacts: take(floats.impacts) },
    },
    pairs: take(halves.pairs),
    letters: { ofDocuments, weights, lengths: take(floats.lengths), wanted: new Uint8Array(weights.length) },
  });
  const said = { bytes: Buffer.from(take(bytes.pieces).buffer), ends: take(words.pieceEnds) };
  return {
    ...{ index, hosts: new Set(meta.hosts), changes: meta.changes, longestPiece: meta.longestPiece },
    ...{ bytes: meta.bytes, validUntil: meta.validUntil ?? Number.POSITIVE_INFINITY },
    tokens: meta.tokens ?? Number.POSITIVE_INFINITY,
    pieces: new StoredPieces(said, { ids, tokens: take(words.tokens) }),
    versions: toVersions(listOf('versions')),
  };
}

function join(texts: readonly string[]): Buffer {
  return Buffer.from(texts.join(SEPARATOR));
}

function split({ buffer, length }: Uint8Array): string[] {
  return length === 0 ? [] : Buffer.from(buffer).toString().split(SEPARATOR);
}

function toVersions(parts: readonly string[]): Map<string, string> {
  const versions = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) versions.set(parts[at] ?? '', parts[at + 1] ?? '');
  return versions;
}

function* encodeDocuments(documents: readonly IndexedDocument[]) {
  const count = documents.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
  const terms = new Uint32Array(count);
  const shapes: number[] = [];
  const titleEnds: number[] = [];
  let at = 0;
  for (const [number, document] of documents.entries()) {
    terms.set(document.title, at);
    terms.set(document.text, at + document.title.length);
    at += document.title.length + document.text.length;
    titleEnds.push(...document.titleEnds);
    const language = LANGUAGES.indexOf(document.language);
    shapes.push(document.title.length, document.text.length, document.titleEnds.length, language);
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
  return { words: { terms, shapes: Uint32Array.from(shapes), titleEnds: Uint32Array.from(titleEnds) } };
}

/** Numbers of a document in `shapes`. */
const SHAPE = 4;

function* decodeDocuments({ words }: Contents, ids: readonly string[]): Steps<IndexedDocument[]> {
  const { terms = new Uint32Array(), shapes = new Uint32Array(), titleEnds = new Uint32Array() } = words;
  const documents: IndexedDocument[] = [];
  let [at, atEnds] = [0, 0];
  for (let number = 0; number * SHAPE < shapes.length; number += 1) {
    const [title = 0, text = 0, ends = 0, language = 0] = shapes.subarray(
      number * SHAPE,
      (number + 1) * SHAPE,
    );
    documents.push({
      ...{ id: ids[number] ?? '', language: LANGUAGES[language] ?? 'en' },
      title: terms.subarray(at, at + title),
      text: terms.subarray(at + title, at + title + text),
      titleEnds: Array.from(titleEnds.subarray(atEnds, atEnds + ends)),
    });
    at += title + text;
    atEnds += ends;
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
  return documents;
}

function* encodePieces(pieces: Iterable<Piece>) {
  const parts: Buffer[] = [];
  const tokens: number[] = [];
  for (const piece of pieces) {
    parts.push(Buffer.from(JSON.stringify(piece)));
    tokens.push(knownTokens.get(piece) ?? 0);
    if (tokens.length % DOCUMENTS_PER_STEP === 0) yield;
  }
  return { bytes: Buffer.concat(parts), ends: endsOf(parts), tokens: Uint32Array.from(tokens) };
}

function endsOf(parts: readonly ArrayLike<number>[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(parts, ({ length }) => (end += length));
}

/** A table of at most 65,536 numbers, few of them distinct, as these and the place of each. */
function toPalette(all: Float32Array): { palette: number[]; places: Uint16Array } {
  const known = new Map<number, number>();
  const places = new Uint16Array(all.length);
  // An iterator takes ten times as long.
  for (let i = 0; i < all.length; i += 1) {
    const value = all[i] ?? 0;
    const place = known.get(value) ?? known.size;
    if (place === known.size) known.set(value, place);
    places[i] = place;
  }
  return { palette: [...known.keys()], places };
}

function spread(palette: Float32Array, places: Uint16Array): Float32Array {
  const all = new Float32Array(places.length);
  for (let i = 0; i < all.length; i += 1) all[i] = palette[places[i] ?? 0] ?? 0;
  return all;
}

function concatHalves(parts: readonly Uint16Array[]): Uint16Array {
  const all = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function cut(all: Uint16Array, ends: Uint32Array): Uint16Array[] {
  return Array.from(ends, (end, place) => all.subarray(place === 0 ? 0 : ends[place - 1], end));
}
