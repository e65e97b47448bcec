import { binExamples, type Example, measureCalibrationError } from '../eval/calibrate.ts';
import type { ReaderRow } from '../reading/cross-validation.ts';
import { renderLines } from '../speed/tables.ts';
import type { FloorRow, Given, Measured, Way } from './findings.ts';
import type { MeasuredBase } from './measure.ts';
import type { TaughtRow } from './taught.ts';
import { findWorstBases, findWorstKinds, listKinds } from './worst.ts';

const NOTHING = '–';
const [BINS, BAR_CELLS] = [10, 10];

export function format(value: number, digits = 3): string {
  return Number.isFinite(value) ? value.toFixed(digits) : NOTHING;
}

const percent = (value: number): string =>
  Number.isFinite(value) ? `${Math.round(value * 100)} %` : NOTHING;

/** Where the questions come from. */
export function renderSets(bases: readonly MeasuredBase[]): string {
  const lines = bases.map(({ name, language, score, source, licence }) => [
    ...[`\`${name}\``, language, source, licence, `${score.chunks}`, `${score.questions}`],
  ]);
  return renderLines(['set', 'language', 'source', 'licence', 'entries', 'questions'], lines, 4);
}

/** The right entry's place, each way of searching in columns of its own. */
export function renderSearch({ ways }: Measured): string {
  const columns = ways.flatMap(({ name }) => [
    ...[`nDCG@10, ${name}`, `Recall@5, ${name}`, `MRR, ${name}`],
    `sent on V1, ${name}`,
  ]);
  const lines = namesOf(ways).map((set) => [
    `\`${set}\``,
    ...scoresOf(ways, set).flatMap(({ score: { ndcg10, recall5, mrr, recallSent, sent } }) => [
      ...[ndcg10, recall5, mrr].map((n) => format(n)),
      `${format(recallSent)} (${format(sent, 1)})`,
    ]),
  ]);
  return renderLines(['set', ...columns], lines);
}

/** Whether a question is handed over when the knowledge does not answer it, and how true the confidence is. */
export function renderDecisions({ ways }: Measured): string {
  const lines = ways.flatMap(({ name: way, bases }) =>
    bases.map((base) => {
      const { auc, decision, f1Always } = base.score;
      return [
        ...[`\`${base.name}\`${ways.length > 1 ? `, ${way}` : ''}`, format(auc)],
        ...[decision.f1, f1Always].map((value) => format(value)),
        ...[decision.precision, decision.recall, decision.falseAlarms].map(percent),
        format(measureErrorOf(base)),
      ];
    }),
  );
  const columns = ['AUC', 'F1', 'F1 of handing over all', 'precision', 'found', 'false alarms'];
  return renderLines(['set', ...columns, 'calibration error'], lines);
}

/** Tickets that the reader judges by their words alone. */
export function renderTickets({ tickets }: Measured): string {
  return tickets
    .map(({ name, score }) => {
      const { tickets: count, recall, falseAlarms, precision, f1 } = score;
      const summary = `Of the ${count} tickets in \`${name}\`, the reader finds ${percent(recall)} of those that a person must see, and flags ${percent(falseAlarms)} of the others (precision ${percent(precision)}, F1 ${format(f1)}).`;
      const lines = Object.entries(score.categories).map(([category, { tickets: of, flagged }]) => {
        return [category, `${of}`, `${flagged}`, percent(flagged / of)];
      });
      return `${summary}\n\n${renderLines(['category', 'tickets', 'handed over', 'share'], lines)}`;
    })
    .join('\n\n');
}

/** What the reader finds in texts of which its training had not seen the fold. */
export function renderReader(heading: string, rows: readonly ReaderRow[]): string {
  const hasHarmless = rows.some(({ harmless }) => harmless > 0);
  const lines = rows.map(({ name, affected, found, harmless, alarms }) => [
    ...[name.replaceAll('_', ' '), `${found} of ${affected}`, percent(found / affected)],
    ...(hasHarmless ? [`${alarms} of ${harmless}`, percent(alarms / harmless)] : []),
  ]);
  const columns = hasHarmless ? ['false alarms', 'share'] : [];
  return renderLines([heading, 'found', 'share', ...columns], lines);
}

/** A reliability diagram for each way of searching, over all sets. */
export function renderCalibration({ ways }: Measured): string {
  const diagrams = ways.map(({ name, bases }) => {
    const examples = examplesOf(bases);
    const error = format(measureCalibrationError(examples, BINS));
    return `By ${name}: expected calibration error **${error}**.\n\n${renderBins(examples)}`;
  });
  return diagrams.join('\n\n');
}

function renderBins(examples: readonly Example[]): string {
  const lines = binExamples(examples, BINS).map(({ value, share, count }) => {
    const bin = Math.min(BINS - 1, Math.floor(value * BINS));
    return [
      ...[`${format(bin / BINS, 1)} to ${format((bin + 1) / BINS, 1)}`, renderBar(share)],
      ...[`${count}`, format(value, 2), format(share, 2)],
    ];
  });
  return renderLines(['confidence', '', 'questions', 'said', 'came true'], lines, 2);
}

function renderBar(share: number): string {
  const filled = Math.round(share * BAR_CELLS);
  return `\`${'█'.repeat(filled)}${'·'.repeat(BAR_CELLS - filled)}\``;
}

/** The expected calibration error over all questions of some bases. */
export function measureErrorOf(...bases: readonly MeasuredBase[]): number {
  return measureCalibrationError(examplesOf(bases), BINS);
}

function examplesOf(bases: readonly MeasuredBase[]): Example[] {
  return bases.flatMap(({ answers }) =>
    answers.map(({ confidence, answerable }) => ({ value: confidence, isAnswerable: answerable })),
  );
}

/** Kinds of questions, each with the share that is decided rightly. */
export function renderKinds({ bases }: Way): string {
  const lines = listKinds(bases).map(({ set, kind, questions, answerable, value }) => [
    ...[`\`${set}\``, kind.replaceAll('_', ' '), answerable ? 'answer' : 'hand over'],
    ...[`${questions}`, percent(value)],
  ]);
  return renderLines(['set', 'kind', 'right is to', 'questions', 'right'], lines, 3);
}

export function renderWordings(wordings: Given['wordings']): string {
  const names = wordings[0]?.rows[0]?.prompts.map(({ name }) => name) ?? [];
  const lines = wordings.flatMap(({ way, rows }) =>
    rows.map(({ kind, prompts, extractive: { right, wrong, handedOver } }) => [
      ...[kind, way, ...prompts.map(({ found, of }) => `${found} of ${of}`)],
      ...[right, wrong, handedOver].map(String),
    ]),
  );
  const engine = ['right', 'wrong', 'handed over'].map((verdict) => `without a model: ${verdict}`);
  return renderLines(['questions', 'found by', ...names, ...engine], lines, 2);
}

export function renderTaught(rows: readonly TaughtRow[]): string {
  const lines = rows.map(({ set, plain, taught }) => [
    `\`${set}\``,
    ...[plain.ndcg10, taught.ndcg10, plain.auc, taught.auc, plain.f1, taught.f1].map((value) =>
      format(value),
    ),
  ]);
  const figures = ['nDCG@10', 'AUC', 'F1 of handing over'].flatMap((name) => [name, 'with wordings']);
  return renderLines(['set', ...figures], lines);
}

export function renderFloors(rows: readonly FloorRow[]): string {
  const lines = [...Map.groupBy(rows, ({ set }) => set)].map(([set, figures]) => {
    const texts = figures.map(
      ({ figure, value, floor }) => `${figure} ${format(value)} (${format(floor, 2)})`,
    );
    const holds = figures.every(({ value, floor }) => value >= floor);
    return [`\`${set}\``, texts.join(', '), holds ? 'hold' : 'do not hold'];
  });
  return renderLines(['set', 'measured (floor)', 'floors'], lines, 3);
}

export function renderWorst(bases: readonly MeasuredBase[]): string {
  const furthest = findWorstBases(bases).map(({ set, value, example }) => [
    ...[`\`${set}\``, example, format(value)],
  ]);
  const wrong = findWorstKinds(bases).map(({ set, kind, example, questions, value }) => [
    ...[`\`${set}\`, ${kind.replaceAll('_', ' ')}`, example, `${questions}`, percent(value)],
  ]);
  return [
    'The three sets whose right entries come furthest down, each with the first question that misses them among the first five (its id where the licence of the set keeps its texts out of here):',
    renderLines(['set', 'for example', 'nDCG@10'], furthest, 2),
    'The three kinds of questions that are decided worst, each with the first wrong one:',
    renderLines(['set, kind', 'for example', 'questions', 'right'], wrong, 2),
  ].join('\n\n');
}

function namesOf(ways: readonly Way[]): string[] {
  return ways[0]?.bases.map(({ name }) => name) ?? [];
}

function scoresOf(ways: readonly Way[], set: string): MeasuredBase[] {
  return ways.flatMap(({ bases }) => bases.filter(({ name }) => name === set));
}
