import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBatcher } from '../../src/adapters/db/batch.ts';
import { connectDatabase, type Database } from '../../src/adapters/db/connect.ts';
import { FolderInUseError } from '../../src/adapters/db/embedded.ts';
import { listMigrations, migrate } from '../../src/adapters/db/migrate.ts';
import { createLog } from '../../src/adapters/log.ts';
import { AppError } from '../../src/domain/errors.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { CURRENT } from '../support/versions.ts';

const log = createLog('silent');
let testDatabase: TestDatabase;
let settings: Parameters<typeof connectDatabase>[0];
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  settings = { DATA_DIR: '', ...testDatabase.settings };
  database = await connectDatabase(settings, log);
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});

describe('the database', () => {
  test('B17 · is migrated once if two processes start on an empty one at the same time', async () => {
    const empty = await createEmptyDatabase();
    const first = await connectDatabase(empty.settings, log);
    const second = await connectDatabase(empty.settings, log, 'share');
    const applied = await Promise.all([migrate(first), migrate(second)]);
    expect(applied.flat()).toEqual(CURRENT);
    expect((await listMigrations(second)).pending).toEqual([]);
    await second.close();
    await first.close();
    await empty.remove();
  });

  test('keeps parallel statements of several connections apart, transactions among them', async () => {
    const other = await connectDatabase(settings, log, 'share');
    const wrong: number[] = [];
    await Promise.all(
      Array.from({ length: 600 }, async (_, n) => {
        const { kysely, query } = n % 2 ? database : other;
        const rows =
          n % 10 === 0
            ? await kysely
                .transaction()
                .execute((transaction) =>
                  transaction.selectNoFrom((build) => build.val(n).as('value')).execute(),
                )
            : await query<{ value: string }>('echo', 'SELECT $1::int AS value', [n]);
        if (Number(rows[0]?.value) !== n) wrong.push(n);
      }),
    );
    expect(wrong).toEqual([]);
    await other.close();
  });

  test('answers again after all connections were cut', async () => {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await Promise.all(Array.from({ length: 8 }, () => database.query('one', 'SELECT 1 AS one', [])));
    await database.query('cut', cut, []);
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => database.query('one', 'SELECT 1 AS one', [])),
    );
    const faults = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(faults.every((fault) => fault instanceof AppError && fault.code === 'service_unavailable')).toBe(
      true,
    );
    expect(await database.query('one', 'SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
  });

  test('that cannot be reached is service_unavailable, in statements and in transactions', async () => {
    const away = await connectDatabase(
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: '' },
      log,
    );
    await expect(away.query('one', 'SELECT 1', [])).rejects.toMatchObject({ code: 'service_unavailable' });
    const transaction = away.kysely.transaction().execute(async () => undefined);
    await expect(transaction).rejects.toMatchObject({ code: 'service_unavailable' });
    await away.close();
  });
});

describe('the embedded database', () => {
  test('has one owner at a time, the first one, and is free again afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lotse-'));
    const own = { DATABASE_URL: undefined, DATA_DIR: folder };
    const attempts = await Promise.allSettled([connectDatabase(own, log), connectDatabase(own, log)]);
    const owners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(owners).toHaveLength(1);
    expect(refusals[0]).toBeInstanceOf(FolderInUseError);
    await owners[0]?.close();
    const next = await connectDatabase(own, log);
    await next.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('a batch', () => {
  test('collects requests while a run is in flight and gives each caller its own result', async () => {
    const sizes: number[] = [];
    const double = createBatcher(async (items: number[]) => {
      sizes.push(items.length);
      await Promise.resolve();
      return items.map((item) => item * 2);
    });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => double(n)));
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n * 2));
    expect(sizes.length).toBeLessThan(10);
  });

  test('of many at once gives the first their result while the others still wait', async () => {
    const runs: { items: number; ends: PromiseWithResolvers<void> }[] = [];
    const run = createBatcher(async (items: number[]) => {
      const ends = Promise.withResolvers<void>();
      runs.push({ items: items.length, ends });
      await ends.promise;
      return items;
    }, 32);
    const seen: number[] = [];
    const all = Array.from({ length: 200 }, (_, item) => run(item).then((result) => seen.push(result)));
    const nextTurn = () => new Promise((done) => setImmediate(done));
    for (const at of [0, 1, 2, 3, 4, 5]) {
      await nextTurn();
      expect(seen).toHaveLength(runs.slice(0, at).reduce((sum, { items }) => sum + items, 0));
      runs[at]?.ends.resolve();
    }
    await Promise.all(all);
    expect(seen).toEqual(Array.from({ length: 200 }, (_, item) => item));
    // A quarter of those who wait, 32 at least.
    expect(runs.map(({ items }) => items)).toEqual([50, 38, 32, 32, 32, 16]);
  });

  test('lets one bad item fail alone', async () => {
    const run = createBatcher(async (items: number[]) => {
      if (items.includes(3)) throw new Error('three');
      return items;
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => run(n)));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test('is not repeated if the database is down', async () => {
    let runs = 0;
    const run = createBatcher(async () => {
      runs += 1;
      throw new AppError('service_unavailable');
    });
    await Promise.allSettled([1, 2, 3].map((n) => run(n)));
    expect(runs).toBeLessThanOrEqual(2);
  });
});
