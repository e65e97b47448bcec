import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Every row by which a server is counted or charged. */
const TABLES = [
  'week_quotas',
  'credit',
  'credit_entries',
  'day_counts',
  'key_windows',
  'reservations',
  'charges',
  'answers',
  'idempotency',
] as const;

/** Tables in which a row of zeros means the same as no row. */
const COUNTERS = new Set<string>(['week_quotas', 'credit', 'day_counts']);

type Books = Record<(typeof TABLES)[number], Record<string, unknown>[]>;

/** All rows except those of zeros: an untouched week equals a week of zeros. */
export async function readBooks({ core }: Pick<TestApp, 'core'>, serverId: string): Promise<Books> {
  const books: Partial<Books> = {};
  for (const table of TABLES) {
    const rows = await core.database.kysely
      .selectFrom(table as 'charges')
      .selectAll()
      .where('server_id', '=', serverId)
      .execute();
    books[table] = rows
      .map((row) => ({ ...row }))
      .filter((row) => !(COUNTERS.has(table) && isUntouched(row)));
  }
  return books as Books;
}

function isUntouched(row: Record<string, unknown>): boolean {
  const numbers = Object.values(row).filter((value) => typeof value === 'number');
  return numbers.length > 0 && numbers.every((value) => value === 0);
}

/** Runs `act` and expects every ledger row of the server to be unchanged. */
export async function expectNothingCounted<Result>(
  app: Pick<TestApp, 'core'>,
  serverId: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = await readBooks(app, serverId);
  const result = await act();
  expect(await readBooks(app, serverId)).toEqual(before);
  return result;
}

/** The row of the current week, zeros where there is none yet. */
export async function readWeek({ core }: Pick<TestApp, 'core'>, serverId: string) {
  const row = await core.database.kysely
    .selectFrom('week_quotas')
    .select(['used', 'reserved', 'api_used', 'api_reserved'])
    .where('server_id', '=', serverId)
    .where('week_start', '=', core.calendar.weekOf(core.clock()).key)
    .executeTakeFirst();
  return row ?? { used: 0, reserved: 0, api_used: 0, api_reserved: 0 };
}

export async function readCharges({ core }: Pick<TestApp, 'core'>, serverId: string) {
  return core.database.kysely.selectFrom('charges').selectAll().where('server_id', '=', serverId).execute();
}

/** Sets what the API has used this week, as if earlier answers had. @param units of the weekly quota. */
export async function setUsed(
  { core }: Pick<TestApp, 'core'>,
  serverId: string,
  units: number,
): Promise<void> {
  const row = { used: units, api_used: units };
  await core.database.kysely
    .insertInto('week_quotas')
    .values({ server_id: serverId, week_start: core.calendar.weekOf(core.clock()).key, ...row })
    .onConflict((conflict) => conflict.columns(['server_id', 'week_start']).doUpdateSet(row))
    .execute();
}
