import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { cutIntoPieces } from '../../src/core/answering/passages.ts';
import type { Source } from '../../src/core/contradictions/claims/claim.ts';
import { readEvalFile } from '../eval/files.ts';

const text = z.object({ title: z.string(), text: z.string() });
const plantLine = z.object({
  id: z.string(),
  language: z.enum(['de', 'en']),
  kind: z.string(),
  contradicts: z.boolean(),
  half: z.enum(['developed', 'unseen']),
  one: text,
  other: text,
});
const entryLine = z.object({
  id: z.string(),
  base: z.string().default('demo'),
  title: z.string(),
  text: z.string(),
});
/** A line of the planted pairs: two entries that contradict each other, or nearly. */
export type Plant = z.infer<typeof plantLine>;

const PLANTED = new URL('pairs.jsonl', import.meta.url);
const DEMO = new URL('../../src/demo/knowledge.jsonl', import.meta.url);
/** Begins the ids of planted entries. */
export const MARK = 'planted:';

function readLines<Line>(path: URL | string, shape: z.ZodType<Line>): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => shape.parse(JSON.parse(line)));
}

/** All planted pairs and near misses. */
export function readPlants(): Plant[] {
  return readLines(PLANTED, plantLine);
}

/** Bases by name. A line of a plain file names its base; those of evaluation files hold chunks. */
export function readBases(paths: readonly string[]): Map<string, Source[]> {
  const bases = new Map<string, Source[]>();
  const add = (base: string, { id, title, text }: { id: string; title: string; text: string }) => {
    const entry = { id, title, text, questions: [], link: null, language: null, validUntil: null };
    const sources = cutIntoPieces([entry]);
    bases.set(base, [...(bases.get(base) ?? []), ...sources]);
  };
  for (const entry of readLines(DEMO, entryLine)) add('demo', entry);
  for (const path of paths) {
    if (/eval/.test(path)) {
      for (const [base, { chunks }] of readEvalFile(path).bases) for (const chunk of chunks) add(base, chunk);
    } else for (const entry of readLines(path, entryLine)) add(entry.base, entry);
  }
  return bases;
}

/** The two entries of a line as they stand in a base. */
export function plant({ id, one, other }: Plant): Source[] {
  return [one, other].map((entry, index) => ({ ...entry, entryId: `${MARK}${id}:${index}` }));
}
