import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Settlement } from '../../../src/adapters/db/quota/quota.ts';
import { NOON, startApp } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import { SEED, seedOf } from './seed.ts';
import { inWorld, type World } from './world.ts';

const app = await startApp();
afterAll(() => app.stop());

/** What is left of the week for the API, and of the credit: some of what is let in draws on both. */
const [QUOTA, SHARE, CREDIT] = [3_000, 1_000, 500];

const itemArbitrary = fc.record({
  channel: fc.constantFrom('api' as const, 'discord' as const),
  wanted: fc.integer({ min: 1, max: 600 }),
  /** More than was wanted, too: what is charged never exceeds what is held. */
  units: fc.integer({ min: 0, max: 900 }),
  hasAnswer: fc.boolean(),
  isHandedOver: fc.boolean(),
});
type Item = typeof itemArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Lets all in, one after the other, and charges them. @returns what the books say then, without ids. */
async function settleInOneWorld(items: readonly Item[], areAlone: boolean) {
  const seen: { books?: unknown; last?: unknown } = {};
  await inWorld(app, { zone: 'UTC', now: NOON }, async (world) => {
    const { database, serverId: id } = world;
    await database.kysely
      .updateTable('credit')
      .set({ balance: CREDIT })
      .where('server_id', '=', id)
      .execute();
    const settlements: Settlement[] = [];
    for (const item of items) settlements.push(...(await letIn(world, item)));
    const ledger = world.ledgerOf(0);
    if (areAlone) for (const settlement of settlements) seen.last = await ledger.settle(settlement);
    else seen.last = (await Promise.all(settlements.map((one) => ledger.settle(one)))).at(-1);
    seen.books = await readRows(world);
  });
  return seen;
}

async function letIn(world: World, item: Item): Promise<Settlement[]> {
  const { serverId, keyIds, answer } = world;
  const { channel, wanted } = item;
  const id = randomUUID();
  const limits = { quota: QUOTA, share: channel === 'api' ? SHARE : QUOTA, perMinute: 1_000, perDay: 1_000 };
  const keyId = channel === 'api' ? (keyIds[0] ?? null) : null;
  const request = { id, serverId, keyId, channel, wanted, least: wanted, ...limits };
  const { outcome } = await world.ledgerOf(0).admit(request);
  if (outcome !== 'admitted') return [];
  const record = {
    ...{ ...answer, question: 'Where?', usedIds: ['one', 'two'] },
    ...(item.isHandedOver ? { needsTeam: true, reason: 'payment' as const, answer: null } : {}),
  };
  const tokens = { promptTokens: 10 * wanted, completionTokens: item.units };
  const said = item.hasAnswer ? { answer: record } : {};
  return [{ id, serverId, units: item.units, level: 'V1', ...tokens, ...said }];
}

/** All rows but for what tells one world from another. */
async function readRows({ database, serverId }: World) {
  const read = async (
    table: 'week_quotas' | 'credit' | 'day_counts' | 'charges' | 'answers' | 'reservations',
  ) => {
    const rows = await database.kysely
      .selectFrom(table)
      .selectAll()
      .where('server_id', '=', serverId)
      .execute();
    return rows.map((row) => JSON.stringify({ ...row, server_id: '', id: '' })).toSorted();
  };
  return {
    ...{ weeks: await read('week_quotas'), credit: await read('credit'), days: await read('day_counts') },
    ...{ charges: await read('charges'), answers: await read('answers'), open: await read('reservations') },
  };
}

describe(`a charge that comes alone (FC_SEED=${SEED})`, () => {
  test('leaves the same rows and the same ledger as among others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(itemArbitrary, { minLength: 2, maxLength: 12 }), async (items) => {
        expect(await settleInOneWorld(items, true)).toEqual(await settleInOneWorld(items, false));
      }),
      { numRuns: countRuns(12), seed: seedOf('alone') },
    );
  });
});
