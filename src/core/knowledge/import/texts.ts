import { readExport } from './exports.ts';
import type { ImportFormat } from './formats.ts';
import { readMarkdownFile } from './markdown.ts';
import { type Candidate, readJsonLines } from './record.ts';
import { readCsv } from './tables/csv.ts';

/** Beginnings of other kinds of files, whatever they are called. */
const OTHER_KIND = /^(?:%PDF-|\{\\rtf|\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html[\s>]|<svg[\s>]))/i;

/** undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The entries of a text, one at a time, so that others have their turn. */
export function* readCandidates(text: string, format: ImportFormat, name?: string): Generator<Candidate> {
  const plain = text.replace(/^\uFEFF/, '');
  if (OTHER_KIND.test(plain.slice(0, 1_000))) yield { line: 1, fault: 'other_kind' };
  else if (format === 'jsonl') yield* readJsonLines(plain);
  else if (format === 'csv') yield* readCsv(plain);
  else if (format === 'json') yield* readJson(plain);
  else yield* readMarkdownFile(plain, name);
}

function* readJson(text: string): Generator<Candidate> {
  const value = parseJson(text);
  if (value === undefined) yield { line: 1, fault: 'bad_json' };
  else yield* readExport(value);
}
