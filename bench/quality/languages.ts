import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { detectTeamReason } from '../../src/core/handover/handover.ts';
import type { Ticket } from '../eval/files.ts';

/** Tickets of one language: what a person has to see, and how much of it is seen. */
export interface LanguageRow {
  language: string;
  affected: number;
  found: number;
  harmless: number;
  alarms: number;
}

/** Tables of tickets that tests hold, one file a language; a new language needs no line here. */
const TABLES = new URL('../../test/core/handover/languages/', import.meta.url);
const NAMES: Record<string, string> = { de: 'German', en: 'English' };

interface Table {
  affected: Partial<Record<string, readonly string[]>>;
  harmless: readonly string[];
}

/** The languages of the tickets, then those of the tables by name. */
export async function measureLanguages(tickets: readonly Ticket[]): Promise<LanguageRow[]> {
  const groups = Map.groupBy(tickets, ({ language }) => language);
  const measured = [...groups].map(([language, members]) => {
    const isFlagged = ({ messages }: Ticket) => detectTeamReason(messages) !== null;
    const affected = members.filter(({ needsTeam }) => needsTeam);
    const harmless = members.filter(({ needsTeam }) => !needsTeam);
    return rowOf(NAMES[language] ?? language, affected.map(isFlagged), harmless.map(isFlagged));
  });
  return [...measured, ...(await readTables()).map(([language, table]) => measureTable(language, table))];
}

function measureTable(language: string, { affected, harmless }: Table): LanguageRow {
  const isFlagged = (content: string) => detectTeamReason([{ role: 'user', content }]) !== null;
  const seen = Object.values(affected).flatMap((list) => (list ?? []).map(isFlagged));
  return rowOf(language, seen, harmless.map(isFlagged));
}

function rowOf(language: string, affected: readonly boolean[], harmless: readonly boolean[]): LanguageRow {
  const countTrue = (list: readonly boolean[]) => list.filter(Boolean).length;
  return {
    ...{ language, affected: affected.length, found: countTrue(affected) },
    ...{ harmless: harmless.length, alarms: countTrue(harmless) },
  };
}

/** The folder holds tests and types beside the tables. */
async function readTables(): Promise<[string, Table][]> {
  const files = listFiles().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const tables = files.toSorted().map(async (file): Promise<[string, Table][]> => {
    const module: Record<string, unknown> = await import(new URL(file, TABLES).href);
    const name = basename(file, '.ts');
    return Object.values(module).flatMap((value) =>
      isTable(value) ? [[name.charAt(0).toUpperCase() + name.slice(1), value]] : [],
    );
  });
  return (await Promise.all(tables)).flat();
}

function listFiles(): string[] {
  try {
    return readdirSync(TABLES);
  } catch {
    return [];
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'affected' in value && 'harmless' in value;
}
