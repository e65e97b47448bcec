import type { Sample } from './measure.ts';

/** What all rounds of one target came to. */
export interface Row {
  name: string;
  title: string;
  samples: Sample[];
  /** Rounds that could not be measured. */
  failures: number;
}

export interface KnowledgeRows {
  small: Row;
  large: Row;
}

/** The sections of a run beside the main table. */
export interface Findings {
  rows: Row[];
  /** Behind a backend that takes its time: the bare proxy and the service. */
  delayed: { bare: Row; service: Row } | null;
  /** The service with little and with much knowledge: asked the same tickets in turn, and asked what is new. */
  knowledge: { known: KnowledgeRows; asNew: KnowledgeRows } | null;
}

export interface Floor {
  text: string;
  /** What was measured; null: it was not. */
  value: number | null;
  holds: boolean | null;
}

type Figure = (sample: Sample) => number | null;

/** null for no value at all. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The median of one figure over a target's rounds; null where it was not measured. */
export function figureOf(row: Row | undefined | null, figure: Figure): number | null {
  return medianOf((row?.samples ?? []).map(figure).filter((value) => value !== null));
}

export function ratioOf(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base;
}

/** Answers that failed; they fail the run. */
export function errorsOf(row: Row): number {
  return row.samples.reduce((sum, { errors }) => sum + errors, 0);
}

export function isFailed(row: Row): boolean {
  return row.failures > 0 || errorsOf(row) > 0;
}

export function allRows({ rows, delayed, knowledge }: Findings): Row[] {
  return [
    ...rows,
    ...Object.values(delayed ?? {}),
    ...Object.values(knowledge ?? {}).flatMap(({ small, large }) => [small, large]),
  ];
}

/** What the service with PostgreSQL has to keep, within one run. @param peers names of the targets compared with. */
export function judgeFloors(findings: Findings, peers: readonly { name: string; title: string }[]): Floor[] {
  const rowOf = (name: string) => findings.rows.find((row) => row.name === name);
  const ours = rowOf('postgresql');
  const times = (name: string, figure: Figure) =>
    ratioOf(figureOf(ours, figure), figureOf(rowOf(name), figure));
  const [alone, bareAlone] = [ours, rowOf('bare')].map((row) => figureOf(row, ({ aloneMs }) => aloneMs));
  const delayed = findings.delayed?.service.name === 'postgresql' ? findings.delayed : null;
  const knowledge = findings.knowledge?.known.small.name === 'postgresql' ? findings.knowledge : null;
  const growth = (pair: KnowledgeRows | undefined) =>
    ratioOf(figureOf(pair?.large, cpuUs), figureOf(pair?.small, cpuUs));
  return [
    atLeast('req/s, x bare', times('bare', perSecond), 0.1),
    ...peers.map(({ name, title }) => atLeast(`req/s, x ${title}`, times(name, perSecond), 1.5)),
    atMost('CPU a request, x bare', times('bare', cpuUs), 8),
    atMost('p50 at 1 connection above bare, ms', differenceOf(alone, bareAlone), 2),
    atMost(
      'p99 behind 300 ms at 200 connections, x bare',
      ratioOf(figureOf(delayed?.service, p99Ms), figureOf(delayed?.bare, p99Ms)),
      1.15,
    ),
    atMost('CPU a request with 20,000 entries, x 100 entries', growth(knowledge?.known), 1.5),
    atMost('the same, every question a new one', growth(knowledge?.asNew), 1.5),
    atMost(
      'RSS idle, x Koa forward',
      times('koa', ({ idleMb }) => idleMb),
      1.5,
    ),
    atMost(
      'start, x Koa forward',
      times('koa', ({ startMs }) => startMs),
      5,
    ),
  ];
}

const perSecond: Figure = (sample) => sample.perSecond;
const cpuUs: Figure = (sample) => sample.cpuUs;
const p99Ms: Figure = (sample) => sample.p99Ms;

function differenceOf(value: number | null | undefined, base: number | null | undefined): number | null {
  return value == null || base == null ? null : value - base;
}

function atLeast(what: string, value: number | null, floor: number): Floor {
  return { text: `${what}: at least ${floor}`, value, holds: value === null ? null : value >= floor };
}

function atMost(what: string, value: number | null, floor: number): Floor {
  return { text: `${what}: at most ${floor}`, value, holds: value === null ? null : value <= floor };
}
