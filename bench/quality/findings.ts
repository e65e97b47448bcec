import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Embedder } from '../../src/adapters/ai/ai.ts';
import { readCases } from '../cases/files.ts';
import { type Base, readEvalFile, type Ticket } from '../eval/files.ts';
import type { OpenEmbedder } from '../eval/meaning.ts';
import { scoreTickets, type TicketScore } from '../eval/score.ts';
import { type ReaderFigures, readFigures } from '../reading/figures.ts';
import { type MeasuredBase, measureBase } from './measure.ts';
import { renderShown } from './shown.ts';
import { measureTaught, type TaughtRow } from './taught.ts';
import { measureWordings, type WordingRow } from './wordings.ts';

const SHIPPED = ['demo.jsonl', 'held-out.jsonl'].map(pathOf);
const [WORDS, MEANING] = ['words', 'words and meaning'];
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
  reader: ReaderFigures;
  /** What the engine without a model shows, as a table. */
  shown: string;
  floors: FloorRow[];
}
/** Everything from given files. */
export interface Given extends Measured {
  wordings: { way: string; rows: WordingRow[] }[];
  taught: TaughtRow[];
}

export async function measureShipped(): Promise<Shipped> {
  const measured = await measureFiles(SHIPPED, null);
  const shown = await renderShown(pathOf('near.jsonl'));
  return { ...measured, reader: readFigures(), shown, floors: compareFloors(measured) };
}

/** What is measured beside the files. */
export interface GivenOptions {
  /** A folder with questions in other words. */
  cases: string | null;
  /** Everything a second time by meaning too. */
  embedding: OpenEmbedder | null;
}

export async function measureGiven(
  paths: readonly string[],
  { cases, embedding }: GivenOptions,
): Promise<Given> {
  const measured = { ...(await measureFiles(paths, embedding)), taught: await teachAll(paths) };
  if (cases === null) return { ...measured, wordings: [] };
  const folder = readCases(cases);
  const wordings = [{ way: WORDS, rows: await measureWordings(folder, {}) }];
  if (embedding) wordings.push({ way: MEANING, rows: await measureWordings(folder, embedding.settings) });
  return { ...measured, wordings };
}

async function measureFiles(paths: readonly string[], embedding: OpenEmbedder | null): Promise<Measured> {
  const files = paths.map((path) => ({ path, ...readEvalFile(path) }));
  const bases = files.flatMap((file) => [...file.bases]);
  const named = files.map(({ path, tickets }) => ({ name: nameOf(path), tickets }));
  const ways = [await searchAll(WORDS, bases, null)];
  if (embedding) ways.push(await searchAll(MEANING, bases, embedding.embedder));
  return {
    ways,
    tickets: named.filter(hasTickets).map(({ name, tickets }) => ({ name, score: scoreTickets(tickets) })),
  };
}

/** Other wordings, by words alone: what they gain without any model. */
async function teachAll(paths: readonly string[]): Promise<TaughtRow[]> {
  const rows: TaughtRow[] = [];
  for (const [set, base] of paths.flatMap((path) => [...readEvalFile(path).bases])) {
    const row = await measureTaught(set, base);
    if (row) rows.push(row);
  }
  return rows;
}

async function searchAll(
  name: string,
  bases: readonly (readonly [string, Base])[],
  embedder: Embedder | null,
): Promise<Way> {
  const measured: MeasuredBase[] = [];
  for (const [set, base] of bases) measured.push(await measureBase(set, base, embedder));
  return { name, bases: measured };
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
