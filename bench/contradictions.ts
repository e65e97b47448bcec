/**
 * Measures how well contradictions are found: plants pairs that contradict each other, and near misses that do not,
 * into the demo's knowledge and the bases of evaluation files, with the product's own functions.
 * `npm run contradictions -- [FILE…] [--half developed|unseen] [--json]`. Whatever else is shown is printed: it is
 * for the reader to judge whether the base contradicts itself or it is a false alarm. `--fit` prints the weights of
 * the score instead, fitted on the developed half and the bases.
 */
import { Command, Option } from 'commander';
import type { Source } from '../src/core/contradictions/claims/claim.ts';
import { findPairs, type Pair } from '../src/core/contradictions/claims/pairs.ts';
import { runAtOnce } from '../src/core/slices.ts';
import { readExamples } from './contradictions/examples.ts';
import { fitWeights, printWeights } from './contradictions/fit.ts';
import { MARK, type Plant, plant, readBases, readPlants } from './contradictions/plants.ts';

/** The pairs that are shown of a base with one line planted (two lines could contradict each other), beyond those that it shows by itself. */
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
  options: { half?: Plant['half']; json?: boolean; base?: string; fit?: boolean },
): void {
  const half = options.fit ? 'developed' : options.half;
  const lines = readPlants().filter((line) => half === undefined || line.half === half);
  if (options.fit) {
    console.log(printWeights(fitWeights(readExamples(lines, readBases(paths)))));
    return;
  }
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
  .option('--fit', 'print the weights that these bases and the developed pairs give')
  .action(measure)
  .parse();
