/**
 * Measures retrieval and hand-over with the product's own functions:
 * `npm run eval -- FILE… [--floor FILE] [--json] [--perturb umlauts|typos] [--embeddings] [--calibrate]
 * [--fit]`; without a file the project's own, held to their floor. A floor is JSON,
 * `{kb: {ndcg10, recall5, mrr, auc, precision, recall, f1}}`, of the whole decision; tickets are the base
 * named after their file. Exit code 1 when a figure is below it.
 * `npm run -s eval -- convert SOURCE FILE… [--side dev|heldout]` makes such a file from a public set.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { type Example, fitCurve } from './eval/calibrate.ts';
import { convertFiles, SOURCES } from './eval/convert.ts';
import { readEvalFile } from './eval/files.ts';
import { fitWeights, type Observed } from './eval/fit.ts';
import { openEmbedder } from './eval/meaning.ts';
import { scorePersonalData } from './eval/personal-data.ts';
import { PERTURBATIONS, type Perturbation } from './eval/perturb.ts';
import { scoreReceipts } from './eval/receipts.ts';
import {
  type BaseScore,
  judgeBase,
  listExamples,
  listObserved,
  scoreBase,
  scoreTickets,
  type TicketScore,
} from './eval/score.ts';
import { SIDES, type Side } from './eval/sides.ts';
import { scoreThresholds } from './eval/thresholds.ts';

interface Options {
  floor?: string;
  json?: boolean;
  perturb: Perturbation;
  embeddings?: boolean;
  calibrate?: boolean;
  fit?: boolean;
}
type Figures = Record<string, number>;

const OWN_FILES = ['bench/eval/demo.jsonl', 'bench/eval/held-out.jsonl'];
const OWN_RECEIPTS = 'bench/eval/receipts.jsonl';
const RECEIPT_FLOOR = {
  'receipts-first': { stopped: 0.9, whole: 0.94 },
  'receipts-second': { stopped: 0.88, whole: 0.97 },
  'receipts-third': { stopped: 0.85, whole: 0.91 },
  'receipts-fourth': { stopped: 0.84, whole: 0.96 },
  'receipts-fifth': { stopped: 0.81, whole: 0.94 },
  'receipts-hard': { whole: 0.74 },
};
/** Of servers with a known truth: where the named threshold holds, and how many get one at all. */
const THRESHOLD_FLOOR = { thresholds: { kept: 0.95, named: 0.25 } };
const SIMULATED = { servers: 400, texts: 500, seed: 1 };
/** Texts that hide all that was planted, those without any that stay whole, and answers that say it again. */
const PERSONAL_DATA_FLOOR = Object.fromEntries(
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'].map((name) => [
    `personal-data-${name}`,
    { masked: 0.99, whole: 0.99, restored: 1 },
  ]),
);
const OWN_FLOOR = 'bench/eval/floor.json';
const CURVE_POINTS = 8;
const floorShape = z.record(z.string(), z.record(z.string(), z.number()));
const format = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(3));

async function evaluate(paths: readonly string[], options: Options): Promise<void> {
  await using opened = options.embeddings ? await openEmbedder() : null;
  const embedder = opened?.embedder ?? null;
  const examples: Example[] = [];
  const observed: Observed[] = [];
  const floor = options.floor ? floorShape.parse(JSON.parse(readFileSync(options.floor, 'utf8'))) : {};
  const bases: Record<string, BaseScore> = {};
  const tickets: Record<string, TicketScore> = {};
  for (const path of paths) {
    const file = readEvalFile(path);
    for (const [name, base] of file.bases) {
      const judged = await judgeBase(base, { perturbation: options.perturb, embedder });
      bases[name] = scoreBase(base.chunks.length, judged);
      examples.push(...listExamples(judged, 'evidence'));
      observed.push(...listObserved(judged));
    }
    if (file.tickets.length > 0)
      tickets[basename(path).replace(/\.jsonl(\.gz)?$/, '')] = scoreTickets(file.tickets);
  }
  if (options.json) console.log(JSON.stringify({ bases, tickets }));
  else printTables(bases, tickets);
  if (options.calibrate) console.table(fitCurve(examples, CURVE_POINTS));
  if (options.fit) console.log(fitWeights(observed).map((weight) => Number(weight.toFixed(2))));
  const missed = [
    ...findMissed(figuresOf(bases, tickets), floor),
    ...(paths === OWN_FILES
      ? [
          ...findMissed(measureReceipts(options), RECEIPT_FLOOR),
          ...findMissed(measureThresholds(options), THRESHOLD_FLOOR),
          ...findMissed(measurePersonalData(options), PERSONAL_DATA_FLOOR),
        ]
      : []),
  ];
  for (const line of missed) console.error(line);
  process.exitCode = missed.length > 0 ? 1 : 0;
}

function printTables(bases: Record<string, BaseScore>, tickets: Record<string, TicketScore>): void {
  const rows = Object.entries(bases).map(([name, score]) => {
    const { confidence: alone, decision } = score;
    return {
      kb: name,
      chunks: score.chunks,
      questions: score.questions,
      'nDCG@10': format(score.ndcg10),
      'Recall@5': format(score.recall5),
      'Recall, passages of V1': `${format(score.recallSent)} ${score.sent.toFixed(1)}`,
      'asks for words': format(score.asked),
      MRR: format(score.mrr),
      AUC: format(score.auc),
      ECE: format(score.ece),
      'P / R / F1 confidence': [alone.precision, alone.recall, alone.f1].map(format).join(' '),
      'P / R / F1 decision': [decision.precision, decision.recall, decision.f1].map(format).join(' '),
      'F1 best threshold': format(score.f1Best),
      'F1 always hand over': format(score.f1Always),
    };
  });
  if (rows.length > 0) console.table(Object.fromEntries(rows.map(({ kb, ...row }) => [kb, row])));
  for (const [name, score] of Object.entries(tickets)) {
    const { recall, falseAlarms, precision, f1, f1Always } = score;
    const figures = {
      recall,
      'false alarms': falseAlarms,
      precision,
      F1: f1,
      'F1 always hand over': f1Always,
    };
    const cells = Object.entries(figures).map(([label, value]) => [label, format(value)]);
    console.table({ [name]: { tickets: score.tickets, ...Object.fromEntries(cells) } });
    console.table(score.categories);
    if (score.wrong.length > 0) console.log(`wrong: ${score.wrong.join(' ')}`);
  }
}

/** One flat record per base, named as in a floor file. */
function figuresOf(
  bases: Record<string, BaseScore>,
  tickets: Record<string, TicketScore>,
): Map<string, Figures> {
  const figures = new Map<string, Figures>();
  for (const [name, { ndcg10, recall5, mrr, auc, decision }] of Object.entries(bases)) {
    figures.set(name, { ...decision, ndcg10, recall5, mrr, auc });
  }
  for (const [name, { precision, recall, f1 }] of Object.entries(tickets)) {
    figures.set(name, { precision, recall, f1 });
  }
  return figures;
}

/** False values in answers that are stopped, and true answers that stay whole. */
function measureReceipts({ json }: Options): Map<string, Figures> {
  const scores = scoreReceipts(OWN_RECEIPTS);
  if (!json) console.table(scores);
  return new Map(
    Object.entries(scores).map(([name, { planted, stopped, true: given, harmed }]) => [
      `receipts-${name}`,
      { stopped: stopped / planted, whole: 1 - harmed / given },
    ]),
  );
}

/** Thresholds of drafts on simulated servers. */
function measureThresholds({ json }: Options): Map<string, Figures> {
  const score = scoreThresholds(SIMULATED.servers, SIMULATED.seed);
  if (!json) console.table({ thresholds: score });
  const { servers, kept, named } = score;
  return new Map([['thresholds', { kept: kept / servers, named: named / servers }]]);
}

/** Placeholders in texts of nine languages. */
function measurePersonalData({ json }: Options): Map<string, Figures> {
  const scores = scorePersonalData(SIMULATED.texts, SIMULATED.seed);
  if (!json) console.table(scores);
  return new Map(
    Object.entries(scores).map(([name, { planted, masked, harmless, harmed, restored }]) => [
      `personal-data-${name}`,
      { masked: masked / planted, whole: 1 - harmed / harmless, restored: restored / planted },
    ]),
  );
}

/** A figure in the floor file without a measurement counts as missed. */
function findMissed(figures: Map<string, Figures>, floor: Record<string, Figures>): string[] {
  return Object.entries(floor).flatMap(([name, limits]) =>
    Object.entries(limits)
      .filter(([figure, limit]) => !((figures.get(name)?.[figure] ?? Number.NaN) >= limit))
      .map(([figure, limit]) => {
        return `${name}: ${figure} ${format(figures.get(name)?.[figure] ?? Number.NaN)} is below ${limit}`;
      }),
  );
}

const program = new Command('eval')
  .description('nDCG@10, Recall@5, MRR and hand-over figures of evaluation files')
  .argument('[file...]', ".jsonl or .jsonl.gz; without one the project's own, with their floor")
  .option('--floor <file>', 'JSON of the lowest figures that are accepted')
  .option('--json', 'print JSON')
  .option(
    '--embeddings',
    'by meaning too: with the EMBEDDING_ settings, or the English encoder for measuring',
  )
  .option('--calibrate', 'print the curve from evidence to the share of questions that can be answered')
  .option('--fit', 'print the weights of what speaks for an answer, without the questions that are held out')
  .addOption(
    new Option('--perturb <kind>', 'how questions are mistyped').choices(PERTURBATIONS).default('none'),
  )
  .action((paths: string[], given: Options) =>
    paths.length > 0 ? evaluate(paths, given) : evaluate(OWN_FILES, { floor: OWN_FLOOR, ...given }),
  );
program
  .command('convert')
  .description('print a public set, as its makers publish it, as the JSON lines of an evaluation file')
  .argument('<source>', Object.keys(SOURCES).join(', '))
  .argument('<file...>', 'its files, under their own names')
  .addOption(new Option('--side <side>', 'which half of it').choices(SIDES).default('dev'))
  .action((source: string, paths: string[], { side }: { side: Side }) => {
    try {
      process.stdout.write(convertFiles(source, paths, side));
    } catch (error) {
      program.error((error as Error).message);
    }
  });
await program.parseAsync();
