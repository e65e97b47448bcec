/**
 * Measures how well contradictions are found: plants pairs that contradict each other, and near misses that do not,
 * into the demo's knowledge and the bases of evaluation files, with the product's own functions.
 * `npm run contradictions -- [FILE…] [--half developed|unseen] [--json]`. Whatever else is shown is printed: it is
 * for the reader to judge whether the base contradicts itself or it is a false alarm.
 */
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { cutIntoPieces } from '../src/core/answering/passages.ts';
import type { Source } from '../src/core/contradictions/claims/claim.ts';
import { findPairs, type Pair } from '../src/core/contradictions/claims/pairs.ts';
import { runAtOnce } from '../src/core/slices.ts';
import { readEvalFile } from './eval/files.ts';

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
type Plant = z.infer<typeof plantLine>;

const PLANTED = new URL('contradictions/pairs.jsonl', import.meta.url);
const DEMO = new URL('../src/demo/knowledge.jsonl', import.meta.url);
/** Planted together they would contradict pairs of another line. */
const MARK = 'planted:';

function readLines<Line>(path: URL | string, shape: z.ZodType<Line>): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => shape.parse(JSON.parse(line)));
}

/** Bases by name. A line of a plain file names its base; those of evaluation files hold chunks. */
function readBases(paths: readonly string[]): Map<string, Source[]> {
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

function plant({ id, one, other }: Plant): Source[] {
  return [one, other].map((entry, index) => ({ ...entry, entryId: `${MARK}${id}:${index}` }));
}

/** The pairs that are shown of a base with one line planted, beyond those that it shows by itself. */
function findPlanted(sources: readonly Source[], line: Plant): Pair[] {
  const pairs = runAtOnce(findPairs([...sources, ...plant(line)]));
  return pairs.filter((pair) => [pair.one, pair.other].some(({ entryId }) => entryId.startsWith(MARK)));
}

function describe({ one, other }: Pair): string {
  const values = [one, other].map(({ sentence, marks }) =>
    marks.map(([at, end]) => sentence.slice(at, end)).join(' '),
  );
  return `${one.kind}: ${values.join(' <> ')}\n    ${one.entryId}: ${one.sentence}\n    ${other.entryId}: ${other.sentence}`;
}

interface Score {
  entries: number;
  ms: number;
  /** What the base shows by itself. */
  own: string[];
  planted: number;
  missed: string[];
  misses: number;
  alarms: string[];
}

function scoreBase(sources: readonly Source[], lines: readonly Plant[]): Score {
  const start = performance.now();
  const own = runAtOnce(findPairs(sources));
  const ms = Math.round(performance.now() - start);
  const score: Score = {
    entries: sources.length,
    ms,
    own: own.map(describe),
    planted: 0,
    missed: [],
    misses: 0,
    alarms: [],
  };
  for (const line of lines) {
    const shown = findPlanted(sources, line);
    const isOwn = ({ one, other }: Pair) => one.entryId.startsWith(MARK) && other.entryId.startsWith(MARK);
    if (line.contradicts) {
      score.planted += 1;
      if (!shown.some(isOwn)) score.missed.push(`${line.id} ${line.kind}`);
    } else {
      score.misses += 1;
      if (shown.some(isOwn)) score.alarms.push(`${line.id} ${line.kind}`);
    }
    for (const pair of shown.filter((pair) => !isOwn(pair)))
      score.alarms.push(`${line.id} with the base: ${describe(pair)}`);
  }
  return score;
}

function measure(
  paths: readonly string[],
  options: { half?: Plant['half']; json?: boolean; base?: string },
): void {
  const lines = readLines(PLANTED, plantLine).filter(
    ({ half }) => options.half === undefined || half === options.half,
  );
  const scores: Record<string, Score> = {};
  for (const [name, sources] of readBases(paths)) {
    if (options.base && !name.startsWith(options.base)) continue;
    scores[name] = scoreBase(sources, /xquad|squad|clinc|mtrag/.test(name) ? [] : lines);
  }
  if (options.json) console.log(JSON.stringify(scores));
  else for (const [name, score] of Object.entries(scores)) print(name, score);
}

function print(name: string, { entries, ms, own, planted, missed, misses, alarms }: Score): void {
  console.log(
    `${name}: ${entries} passages in ${ms} ms; found ${planted - missed.length}/${planted}, near misses ${misses}, alarms ${alarms.length}; by itself ${own.length}`,
  );
  for (const line of missed) console.log(`  missed ${line}`);
  for (const line of alarms) console.log(`  alarm ${line}`);
  for (const line of own) console.log(`  shown ${line}`);
}

new Command('contradictions')
  .description('contradictions found and false alarms')
  .argument('[file...]', 'evaluation files (.jsonl, .jsonl.gz) or lines of {base, id, title, text}')
  .addOption(new Option('--half <half>', 'only these planted pairs').choices(['developed', 'unseen']))
  .option('--base <name>', 'only bases whose name begins so')
  .option('--json', 'print JSON')
  .action(measure)
  .parse();
