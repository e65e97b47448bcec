import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Schema } from '../../../src/adapters/db/schema.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { NOON, startApp, type TestApp } from '../../support/app.ts';
import { readWeek } from '../../support/books.ts';
import { findInTables } from '../../support/tables.ts';

// The statement itself, inside a transaction that a test can look into.

const UNITS = 500;

const app = await startApp();
afterAll(() => app.stop());

type TestServer = Awaited<ReturnType<TestApp['addServer']>>;

/** Half of it on the week, half on credit. @returns the id of a reservation. */
async function admit({ id: serverId, keyId }: TestServer): Promise<string> {
  const id = randomUUID();
  const { ledger, database } = app.core;
  await sql`UPDATE credit SET balance = reserved + ${UNITS} WHERE server_id = ${serverId}`.execute(
    database.kysely,
  );
  const { used, reserved } = await readWeek(app, serverId);
  const quota = used + reserved + UNITS / 2;
  const limits = { quota, share: quota, perMinute: 100, perDay: 100 };
  const request = { id, serverId, keyId, channel: 'api' as const, wanted: UNITS, least: UNITS };
  expect(await ledger.admit({ ...request, ...limits })).toMatchObject({ outcome: 'admitted' });
  return id;
}

const ANSWER = {
  ...{ engine: 'test', question: 'Is there parking?', answer: 'Behind the house.', used_ids: [] },
  ...{ needs_team: false, confidence: 1, language: 'en' },
  details: { turns: 0, history: [], passages: [], is_whole: true, took_ms: 9 },
};

/** @param units null: gives the reservation back. */
async function settle(
  transaction: Kysely<Schema>,
  { id: serverId, keyId }: TestServer,
  { id, units }: { id: string; units: number | null },
) {
  const tokens = { level: 'V1', prompt_tokens: 1, completion_tokens: 1 };
  const outcome = { key_id: keyId, idempotency_key: id, response: {} };
  const batch = JSON.stringify([{ server_id: serverId, id, units, ...tokens, answer: ANSWER, ...outcome }]);
  await sql`SELECT * FROM settle(${batch}, ${new Date(NOON)})`.execute(transaction);
}

test('a server that is deleted while its answer is being written leaves nothing of either', async () => {
  const server = await app.addServer();
  const id = await admit(server);
  const { database } = app.core;
  const { deleting } = await database.kysely.transaction().execute(async (transaction) => {
    await settle(transaction, server, { id, units: UNITS });
    const ended = deleteServer(app.core, server.id);
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // The embedded engine runs one transaction at a time.
    if (!database.isEmbedded) await expect.poll(() => database.query(null, waiting, [])).toHaveLength(1);
    const { rows } = await sql`SELECT FROM answer_details WHERE answer_id = ${id}`.execute(transaction);
    expect(rows).toHaveLength(1);
    return { deleting: ended };
  });
  await deleting;
  expect(await findInTables(app.core, server.id)).toEqual([]);
});

/** How often the connection read a table from end to end, by table; some of it before the transaction. */
async function readScans(transaction: Kysely<Schema>) {
  const counts = sql`SELECT relname, seq_scan FROM pg_stat_xact_user_tables ORDER BY 1`;
  return (await counts.execute(transaction)).rows;
}

test('settling, once more and back again, reads no table of the ledger from end to end', async () => {
  const server = await app.addServer();
  const [kept, charged, released] = [await admit(server), await admit(server), await admit(server)];
  await app.core.database.kysely.transaction().execute(async (transaction) => {
    const before = await readScans(transaction);
    for (const units of [UNITS, UNITS]) await settle(transaction, server, { id: kept, units });
    for (const units of [UNITS, null]) await settle(transaction, server, { id: charged, units });
    await settle(transaction, server, { id: released, units: null });
    expect(await readScans(transaction)).toEqual(before);
    const charges = sql`SELECT id, week_units, credit_units FROM charges WHERE server_id = ${server.id}`;
    const half = UNITS / 2;
    const { rows } = await charges.execute(transaction);
    expect(rows).toEqual([{ id: kept, week_units: half, credit_units: half }]);
  });
});
