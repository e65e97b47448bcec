import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '../../../src/adapters/db/schema.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { NOON, startApp, type TestApp } from '../../support/app.ts';
import { findInTables } from '../../support/tables.ts';

// The statement itself, inside a transaction that a test can look into.

const UNITS = 500;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** @returns the id of a reservation. */
async function admit(serverId: string): Promise<string> {
  const id = randomUUID();
  const limits = { quota: 100_000, share: 100_000, perMinute: 1, perDay: 1 };
  const request = { id, serverId, keyId: null, channel: 'discord' as const, wanted: UNITS, least: UNITS };
  const { outcome } = await app.core.ledger.admit({ ...request, ...limits });
  expect(outcome).toBe('admitted');
  return id;
}

const ANSWER = {
  ...{ engine: 'test', question: 'Is there parking?', answer: 'Behind the house.', used_ids: [] },
  ...{ needs_team: false, confidence: 1, language: 'en' },
  details: { turns: 0, history: [], passages: [], is_whole: true, took_ms: 9 },
};

async function settle(
  transaction: Kysely<Schema>,
  serverId: string,
  id: string,
  units: number | null = UNITS,
) {
  const tokens = { level: 'V1', prompt_tokens: 1, completion_tokens: 1 };
  const batch = [{ server_id: serverId, id, units, ...tokens, answer: ANSWER }];
  await sql`SELECT * FROM settle(${JSON.stringify(batch)}, ${new Date(NOON)})`.execute(transaction);
}

test('a server that is deleted while its answer is being written leaves nothing of either', async () => {
  const { id: serverId } = await app.addServer();
  const id = await admit(serverId);
  const { database } = app.core;
  const { deleting } = await database.kysely.transaction().execute(async (transaction) => {
    await settle(transaction, serverId, id);
    const ended = deleteServer(app.core, serverId);
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // The embedded engine runs one transaction at a time.
    if (!database.isEmbedded) await expect.poll(() => database.query(null, waiting, [])).toHaveLength(1);
    const { rows } = await sql`SELECT FROM answer_details WHERE answer_id = ${id}`.execute(transaction);
    expect(rows).toHaveLength(1);
    return { deleting: ended };
  });
  await deleting;
  expect(await findInTables(app.core, serverId)).toEqual([]);
});

/** How often the connection read a table from end to end, by table; some of it before the transaction. */
async function readScans(transaction: Kysely<Schema>) {
  const counts = sql`SELECT relname, seq_scan FROM pg_stat_xact_user_tables ORDER BY 1`;
  return (await counts.execute(transaction)).rows;
}

test('settling, once more and back again, reads no table of the ledger from end to end', async () => {
  const { id: serverId } = await app.addServer();
  const [kept, released] = [await admit(serverId), await admit(serverId)];
  await app.core.database.kysely.transaction().execute(async (transaction) => {
    const before = await readScans(transaction);
    for (const units of [UNITS, UNITS]) await settle(transaction, serverId, kept, units);
    for (const units of [UNITS, null]) await settle(transaction, serverId, released, units);
    expect(await readScans(transaction)).toEqual(before);
    const { rows: left } = await sql`SELECT id FROM charges WHERE server_id = ${serverId}`.execute(
      transaction,
    );
    expect(left).toEqual([{ id: kept }]);
  });
});
