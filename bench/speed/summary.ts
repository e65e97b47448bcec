import type { Sample } from './measure.ts';

/** The combined result of one target's rounds. */
export interface Row {
  name: string;
  title: string;
  /** One per round; null: that round could not be measured. */
  samples: (Sample | null)[];
}

export interface Findings {
  rows: Row[];
}

/** One number of a sample; null or undefined: it was not measured. */
export type Figure = (sample: Sample) => number | null | undefined;

/** The figures for tables, by name. */
export const FIGURES = {
  perSecond: ({ asNew }) => asNew.perSecond,
  cpuUs: ({ asNew }) => asNew.cpuUs,
  databaseUs: ({ asNew }) => asNew.databaseUs,
  p99Ms: ({ asNew }) => asNew.p99Ms,
  aloneP50Ms: ({ alone }) => alone?.p50Ms,
  oneP50Ms: ({ delayed }) => delayed?.one.p50Ms,
  oneP99Ms: ({ delayed }) => delayed?.one.p99Ms,
  manyP50Ms: ({ delayed }) => delayed?.many.p50Ms,
  manyP99Ms: ({ delayed }) => delayed?.many.p99Ms,
  promptTokens: ({ prompts }) => prompts?.tokens,
  samePrefixPercent: ({ prompts }) => (prompts ? 100 * prompts.samePrefix : null),
  idleMb: ({ idleMb }) => idleMb,
  peakMb: ({ peakMb }) => peakMb,
  startMs: ({ startMs }) => startMs,
} satisfies Record<string, Figure>;

export function rowOf({ rows }: Findings, name: string): Row | undefined {
  return rows.find((row) => row.name === name);
}

/** The result for repeated tickets as a separate row; null: not measured. */
export function repeatedOf(row: Row): Row | null {
  const samples = row.samples.map(
    (sample) => sample?.repeated && { ...sample, asNew: sample.repeated, alone: null, errors: 0 },
  );
  return samples.some((sample) => sample)
    ? { ...row, title: `${row.title}, the same tickets in turn`, samples: samples.map((one) => one ?? null) }
    : null;
}

/** null without values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The median of one figure over a target's rounds; null if it was not measured. */
export function figureOf(row: Row | undefined, figure: Figure): number | null {
  return medianOf((row?.samples ?? []).flatMap((sample) => (sample && figure(sample)) ?? []));
}

/** The median of each round's ratio: a machine that is slower for a while is slower for both. */
export function ratioOf(row: Row | undefined, base: Row | undefined, figure: Figure): number | null {
  return compare(row, base, figure, (ours, theirs) => ours / theirs);
}

/** Like `ratioOf`, but the difference. */
export function differenceOf(row: Row | undefined, base: Row | undefined, figure: Figure): number | null {
  return compare(row, base, figure, (ours, theirs) => ours - theirs);
}

function compare(
  row: Row | undefined,
  base: Row | undefined,
  figure: Figure,
  combine: (ours: number, theirs: number) => number,
): number | null {
  const valueIn = (sample: Sample | null | undefined) => (sample && figure(sample)) ?? null;
  return medianOf(
    (row?.samples ?? []).flatMap((sample, round) => {
      const [ours, theirs] = [valueIn(sample), valueIn(base?.samples[round])];
      return ours === null || theirs === null || theirs === 0 ? [] : [combine(ours, theirs)];
    }),
  );
}

/** Answers that failed; they fail the run. */
export function errorsOf({ samples }: Row): number {
  return samples.reduce((sum, sample) => sum + (sample?.errors ?? 0), 0);
}

/** Rounds that could not be measured. */
export function failuresOf({ samples }: Row): number {
  return samples.filter((sample) => sample === null).length;
}

export function isFailed(row: Row): boolean {
  return failuresOf(row) > 0 || errorsOf(row) > 0;
}
