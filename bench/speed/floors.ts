import { differenceOf, FIGURES, type Findings, figureOf, type Row, ratioOf, rowOf } from './summary.ts';

/** The floors for the service on PostgreSQL, within one run, with a new last message each time. */
export interface Floor {
  text: string;
  /** The measured value; null: not measured. */
  value: number | null;
  holds: boolean | null;
}

/** @param peers names of the targets compared with. */
export function judgeFloors(findings: Findings, peers: readonly { name: string; title: string }[]): Floor[] {
  const [ours, bare, koa, before] = ['postgresql', 'bare', 'koa', 'before'].map((name) =>
    rowOf(findings, name),
  );
  const [few, many, small] = ['entries-100', 'entries-20000', 'small'].map((name) => rowOf(findings, name));
  const { perSecond, cpuUs } = FIGURES;
  return [
    atMost('wait added to 300 ms, one connection, p50, ms', differenceOf(ours, bare, FIGURES.oneP50Ms), 4),
    atMost('the same behind a model that answers at once', differenceOf(ours, bare, FIGURES.aloneP50Ms), 4),
    atMost('p99 behind 300 ms at 60 connections, x bare', ratioOf(ours, bare, FIGURES.manyP99Ms), 1.35),
    atMost('memory idle, x Koa forward', ratioOf(ours, koa, FIGURES.idleMb), 2.2),
    atMost('start, x Koa forward', ratioOf(ours, koa, FIGURES.startMs), 6),
    atMost('CPU a question with 20,000 entries, x 100 entries', ratioOf(many, few, cpuUs), 1.3),
    atLeast('prompt as in the last one, a base sent whole, %', percentOf(small), 80),
    atLeast('requests/s, x bare', ratioOf(ours, bare, perSecond), 0.06),
    ...peers.map(({ name, title }) =>
      atLeast(`requests/s, x ${title}`, ratioOf(ours, rowOf(findings, name), perSecond), 0.34),
    ),
    ...(before
      ? [
          atMost('CPU a question, x before', ratioOf(ours, before, cpuUs), 1),
          atLeast('requests/s, x before', ratioOf(ours, before, perSecond), 1),
        ]
      : []),
  ];
}

function percentOf(row: Row | undefined): number | null {
  return figureOf(row, FIGURES.samePrefixPercent);
}

function atLeast(what: string, value: number | null, floor: number): Floor {
  return { text: `${what}: at least ${floor}`, value, holds: value === null ? null : value >= floor };
}

function atMost(what: string, value: number | null, floor: number): Floor {
  return { text: `${what}: at most ${floor}`, value, holds: value === null ? null : value <= floor };
}
