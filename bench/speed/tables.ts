import type { Floor } from './floors.ts';
import {
  differenceOf,
  errorsOf,
  FIGURES,
  type Figure,
  type Findings,
  failuresOf,
  figureOf,
  type Row,
  ratioOf,
  repeatedOf,
  rowOf,
} from './summary.ts';

export interface Named {
  name: string;
  title: string;
}

const NOTHING = '–';

/** The wait behind a model that takes 300 ms, and the part that the target adds to a bare proxy. */
export function renderWaits(findings: Findings): string {
  const bare = rowOf(findings, 'bare');
  const columns: [heading: string, figure: Figure][] = [
    ['p50 at 1, ms', FIGURES.oneP50Ms],
    ['p99 at 1, ms', FIGURES.oneP99Ms],
    ['p50 at 60, ms', FIGURES.manyP50Ms],
    ['p99 at 60, ms', FIGURES.manyP99Ms],
  ];
  const headings = columns.flatMap(([heading]) => [heading, 'added']);
  const rows = findings.rows.filter((row) => figureOf(row, FIGURES.manyP99Ms) !== null);
  const lines = rows.map((row) => [
    row.title,
    ...columns.flatMap(([, figure]) => [cell(row, figure, 1), format(differenceOf(row, bare, figure), 1)]),
    format(ratioOf(row, bare, FIGURES.manyP99Ms), 2),
  ]);
  return renderLines(['target', ...headings, 'p99 at 60, x bare'], lines);
}

/** The prompt of a question, and the memory of an idle process. */
export function renderFootprint(findings: Findings): string {
  const koa = rowOf(findings, 'koa');
  const { promptTokens, samePrefixPercent, idleMb, startMs } = FIGURES;
  const lines = findings.rows.map((row) => [
    ...[row.title, cell(row, promptTokens, 0), cell(row, samePrefixPercent, 0)],
    ...[cell(row, idleMb, 0), format(ratioOf(row, koa, idleMb), 2), cell(row, FIGURES.peakMb, 0)],
    ...[cell(row, startMs, 0), format(ratioOf(row, koa, startMs), 2)],
  ]);
  const headings = [
    ...['target', 'tokens a question', 'of them as in the last prompt, %'],
    ...['memory idle, MB', 'x Koa', 'memory peak, MB', 'start, ms', 'x Koa'],
  ];
  return renderLines(headings, lines);
}

/** The cost of a question compared with the bare proxy and each peer; repeated tickets are a second row. */
export function renderCosts(findings: Findings, peers: readonly Named[]): string {
  const bases = [{ name: 'bare', title: 'bare' }, ...peers];
  const { perSecond, cpuUs, databaseUs, aloneP50Ms, p99Ms } = FIGURES;
  const times = (row: Row, base: string, figure: Figure) =>
    format(ratioOf(row, rowOf(findings, base), figure), 2);
  const lines = withRepeated(findings.rows).map((row) => [
    ...[row.title, cell(row, perSecond, 0), ...bases.map(({ name }) => times(row, name, perSecond))],
    ...[cell(row, cpuUs, 0), times(row, 'bare', cpuUs), cell(row, databaseUs, 0)],
    ...[cell(row, aloneP50Ms, 2), cell(row, p99Ms, 1), describeErrors(row)],
  ]);
  const headings = [
    ...['target', 'req/s', ...bases.map(({ title }) => `x ${title}`), 'CPU µs', 'x bare'],
    ...['PostgreSQL µs', 'p50 at 1, ms', 'p99 at 32, ms', 'errors'],
  ];
  return renderLines(headings, lines);
}

/** This version against another one, round by round; empty if there is none. */
export function renderBefore(findings: Findings): string {
  const [ours, before] = ['postgresql', 'before'].map((name) => rowOf(findings, name));
  if (!ours || !before) return '';
  const figures: [text: string, figure: Figure, digits: number, isRepeated?: true][] = [
    ['CPU a question, µs', FIGURES.cpuUs, 0],
    ['PostgreSQL a question, µs', FIGURES.databaseUs, 0],
    ['requests/s', FIGURES.perSecond, 0],
    ['CPU a question, the same tickets in turn, µs', FIGURES.cpuUs, 0, true],
    ['requests/s, the same tickets in turn', FIGURES.perSecond, 0, true],
    ['p50 at one connection, ms', FIGURES.aloneP50Ms, 2],
    ['p50 behind 300 ms, one connection, ms', FIGURES.oneP50Ms, 1],
    ['p99 behind 300 ms, 60 connections, ms', FIGURES.manyP99Ms, 1],
    ['tokens a question', FIGURES.promptTokens, 0],
    ['memory idle, MB', FIGURES.idleMb, 0],
    ['memory peak, MB', FIGURES.peakMb, 0],
    ['start, ms', FIGURES.startMs, 0],
  ];
  const lines = figures.map(([text, figure, digits, isRepeated]) => {
    const [now, then] = [ours, before].map((row) => (isRepeated ? (repeatedOf(row) ?? undefined) : row));
    const values = [now, then].map((row) => format(figureOf(row, figure), digits));
    return [text, ...values, format(ratioOf(now, then, figure), 2)];
  });
  return renderLines(['', 'service', 'before', 'service / before'], lines);
}

export function renderFloors(floors: readonly Floor[]): string {
  const verdict = (holds: boolean | null) =>
    holds === null ? 'not measured' : holds ? 'holds' : 'does not hold';
  const lines = floors.map(({ text, value, holds }) => [text, format(value, 2), verdict(holds)]);
  return renderLines(['floor', 'measured', 'verdict'], lines);
}

function withRepeated(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => [row, repeatedOf(row) ?? []].flat());
}

function cell(row: Row, figure: Figure, digits: number): string {
  return format(figureOf(row, figure), digits);
}

function describeErrors(row: Row): string {
  const [failures, errors] = [failuresOf(row), errorsOf(row)];
  const failed = failures > 0 ? `${failures} failed` : '';
  return [failed, failed && errors === 0 ? '' : `${errors}`].filter(Boolean).join(', ');
}

function format(value: number | null, digits: number): string {
  return value === null
    ? NOTHING
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A table in Markdown. @param texts how many of the first columns are text; the others are numbers. */
export function renderLines(
  headings: readonly string[],
  lines: readonly (readonly string[])[],
  texts = 1,
): string {
  const rule = headings.map((_, index) => (index < texts ? '---' : '--:'));
  return [headings, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
