import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readCases } from '../cases/files.ts';
import { readEvalFile, type Ticket } from '../eval/files.ts';
import { scoreTickets, type TicketScore } from '../eval/score.ts';
import { type LanguageRow, measureLanguages } from './languages.ts';
import { type MeasuredBase, measureBase } from './measure.ts';
import { measureWordings, type WordingRow } from './wordings.ts';

const SHIPPED = ['demo.jsonl', 'handover.jsonl'].map(pathOf);
const floorShape = z.record(z.string(), z.record(z.string(), z.number()));

/** How entries are found: by words, or by words and meaning. */
export interface Way {
  name: string;
  bases: MeasuredBase[];
}
/** What some files hold. */
export interface Measured {
  ways: Way[];
  tickets: { name: string; score: TicketScore }[];
}
/** The lowest value that is accepted of a figure, and its value. */
export interface FloorRow {
  set: string;
  figure: string;
  floor: number;
  value: number;
}
/** Everything that needs no file from outside. */
export interface Shipped extends Measured {
  languages: LanguageRow[];
  floors: FloorRow[];
}
/** Everything from given files. */
export interface Given extends Measured {
  wordings: WordingRow[];
}

export async function measureShipped(): Promise<Shipped> {
  const measured = measureFiles(SHIPPED);
  const tickets = SHIPPED.flatMap((path) => readEvalFile(path).tickets);
  return { ...measured, languages: await measureLanguages(tickets), floors: compareFloors(measured) };
}

/** @param cases a folder with questions in other words, or null. */
export async function measureGiven(paths: readonly string[], cases: string | null): Promise<Given> {
  const wordings = cases === null ? [] : await measureWordings(readCases(cases), {});
  return { ...measureFiles(paths), wordings };
}

function measureFiles(paths: readonly string[]): Measured {
  const files = paths.map((path) => ({ path, ...readEvalFile(path) }));
  const bases = files.flatMap((file) => [...file.bases]);
  const named = files.map(({ path, tickets }) => ({ name: nameOf(path), tickets }));
  return {
    ways: [{ name: 'words', bases: bases.map(([name, base]) => measureBase(name, base)) }],
    tickets: named.filter(hasTickets).map(({ name, tickets }) => ({ name, score: scoreTickets(tickets) })),
  };
}

function hasTickets({ tickets }: { tickets: readonly Ticket[] }): boolean {
  return tickets.length > 0;
}

function compareFloors({ ways, tickets }: Measured): FloorRow[] {
  const bases = ways[0]?.bases ?? [];
  const figures = new Map<string, Record<string, unknown>>([
    ...bases.map(({ name, score }) => [name, { ...score, ...score.decision }] as const),
    ...tickets.map(({ name, score }) => [name, { ...score }] as const),
  ]);
  const floors = floorShape.parse(JSON.parse(readFileSync(pathOf('floor.json'), 'utf8')));
  return Object.entries(floors).flatMap(([set, limits]) =>
    Object.entries(limits).map(([figure, floor]) => {
      return { set, figure, floor, value: Number(figures.get(set)?.[figure]) };
    }),
  );
}

/** A file of tickets is named after itself. */
function nameOf(path: string): string {
  return basename(path).replace(/\.jsonl(\.gz)?$/, '');
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(`../eval/${file}`, import.meta.url));
}
