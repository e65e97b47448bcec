import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedgerStore } from '../../src/adapters/db/quota.ts';
import { grantCredit } from '../../src/core/credit.ts';
import { createKey, listKeys, revokeKey } from '../../src/core/keys.ts';
import { NOON, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Limits {
  quota: number;
  share: number;
  credit: number;
}

async function newServer({ credit }: Limits) {
  const server = await app.addServer();
  if (credit > 0) {
    await app.core.database.kysely
      .updateTable('credit')
      .set({ balance: credit })
      .where('server_id', '=', server.id)
      .execute();
  }
  return server;
}

function admit(
  server: { id: string; keyId: string },
  limits: Limits,
  wanted: number,
  channel: 'api' | 'discord' = 'api',
) {
  const id = randomUUID();
  const request = {
    ...{ id, serverId: server.id, keyId: channel === 'api' ? server.keyId : null, channel },
    ...{ wanted, least: Math.ceil(wanted / 2), quota: limits.quota },
    ...{ share: channel === 'api' ? limits.share : limits.quota, perMinute: 100_000, perDay: 100_000 },
  };
  return app.core.ledger.admit(request).then((result) => ({ id, ...result }));
}

function settle(serverId: string, id: string, units: number | null) {
  return app.core.ledger.settle({ id, serverId, units, level: 'V1', promptTokens: 1, completionTokens: 1 });
}

/** Everything the ledger promises about one server, read from its tables. */
async function readBooks(serverId: string) {
  const { kysely } = app.core.database;
  const [weeks, credit, open, charges] = await Promise.all([
    kysely.selectFrom('week_quotas').selectAll().where('server_id', '=', serverId).execute(),
    kysely.selectFrom('credit').selectAll().where('server_id', '=', serverId).executeTakeFirstOrThrow(),
    kysely.selectFrom('reservations').selectAll().where('server_id', '=', serverId).execute(),
    kysely.selectFrom('charges').selectAll().where('server_id', '=', serverId).execute(),
  ]);
  const sum = (rows: { [column: string]: unknown }[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column]), 0);
  return { weeks, credit, open, charges, sum };
}

async function expectSoundBooks(serverId: string, limits: Limits): Promise<void> {
  const { weeks, credit, open, charges, sum } = await readBooks(serverId);
  for (const week of weeks) {
    expect(week.used + week.reserved).toBeLessThanOrEqual(limits.quota);
    expect(week.api_used + week.api_reserved).toBeLessThanOrEqual(limits.share);
    expect(Math.min(week.used, week.reserved, week.api_used, week.api_reserved)).toBeGreaterThanOrEqual(0);
    const ofWeek = open.filter((row) => row.week_start === week.week_start);
    expect(sum(ofWeek, 'week_units')).toBe(week.reserved);
    expect(
      sum(
        ofWeek.filter((row) => row.channel === 'api'),
        'week_units',
      ),
    ).toBe(week.api_reserved);
    expect(
      sum(
        charges.filter((row) => row.week_start === week.week_start),
        'week_units',
      ),
    ).toBe(week.used);
  }
  expect(credit.reserved).toBeLessThanOrEqual(credit.balance);
  expect(sum(open, 'credit_units')).toBe(credit.reserved);
  expect(sum(charges, 'credit_units')).toBe(limits.credit - credit.balance);
  expect(sum(charges, 'units')).toBe(sum(charges, 'week_units') + sum(charges, 'credit_units'));
}

const limitsArbitrary = fc
  .record({
    quota: fc.integer({ min: 0, max: 5_000 }),
    divisor: fc.constantFrom(2, 4),
    credit: fc.integer({ min: 0, max: 2_000 }),
  })
  .map(({ quota, divisor, credit }) => ({ quota, share: Math.floor(quota / divisor), credit }));

const requestArbitrary = fc.record({
  wanted: fc.integer({ min: 1, max: 900 }),
  channel: fc.constantFrom<'api' | 'discord'>('api', 'discord'),
  /** Part of the reservation that is really used; above 1 the backend took more than was reserved. */
  used: fc.double({ min: 0, max: 1.5, noNaN: true }),
  ending: fc.constantFrom('settle', 'release', 'settle twice', 'die'),
});

describe('the ledger', () => {
  test('never overspends and always adds up, whatever runs in parallel and however it ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        limitsArbitrary,
        fc.array(requestArbitrary, { minLength: 1, maxLength: 24 }),
        async (limits, requests) => {
          const server = await newServer(limits);
          await Promise.all(
            requests.map(async ({ wanted, channel, used, ending }) => {
              const { id, outcome, units } = await admit(server, limits, wanted, channel);
              if (outcome !== 'admitted' || ending === 'die') return;
              expect(units).toBeLessThanOrEqual(wanted);
              await settle(server.id, id, ending === 'release' ? null : Math.floor(wanted * used));
              if (ending === 'settle twice') expect(await settle(server.id, id, wanted)).toBeNull();
            }),
          );
          await expectSoundBooks(server.id, limits);
          app.clock.now += 3_600_000;
          await app.core.ledger.sweep();
          await expectSoundBooks(server.id, limits);
          expect((await readBooks(server.id)).open).toEqual([]);
          app.clock.now = NOON;
        },
      ),
      { numRuns: 40 },
    );
  });

  test('grants exactly what fits when many ask for the last units at once', async () => {
    const limits = { quota: 2_000, share: 1_000, credit: 100 };
    const server = await newServer(limits);
    const results = await Promise.all(Array.from({ length: 50 }, () => admit(server, { ...limits }, 100)));
    const granted = results.filter((result) => result.outcome === 'admitted');
    expect(granted).toHaveLength(11);
    expect(granted.reduce((sum, result) => sum + result.units, 0)).toBe(1_100);
  });

  test('lets Discord use what the API may not', async () => {
    const limits = { quota: 2_000, share: 1_000, credit: 0 };
    const server = await newServer(limits);
    const api = await Promise.all(Array.from({ length: 30 }, () => admit(server, limits, 100)));
    const discord = await Promise.all(
      Array.from({ length: 30 }, () => admit(server, limits, 100, 'discord')),
    );
    expect(api.filter((result) => result.outcome === 'admitted')).toHaveLength(10);
    expect(discord.filter((result) => result.outcome === 'admitted')).toHaveLength(10);
  });

  test('charges the week that reserved, also when the answer comes after Monday', async () => {
    const limits = { quota: 2_000, share: 1_000, credit: 0 };
    const server = await newServer(limits);
    app.clock.now = Date.parse('2026-03-22T23:59:59Z');
    const { id } = await admit(server, limits, 400);
    app.clock.now = Date.parse('2026-03-23T00:00:03Z');
    await settle(server.id, id, 300);
    const { weeks } = await readBooks(server.id);
    expect(weeks.map((week) => [week.week_start, week.used, week.reserved])).toEqual([
      ['2026-03-16', 300, 0],
    ]);
    expect((await admit(server, limits, 1_000)).outcome).toBe('admitted');
    app.clock.now = NOON;
  });

  test('holds with two processes on one server', async () => {
    const limits = { quota: 2_000, share: 1_000, credit: 0 };
    const server = await newServer(limits);
    const { database, calendar } = app.core;
    const second = createLedgerStore(database, {
      clock: () => app.clock.now,
      calendar,
      reservationMs: 60_000,
    });
    const viaSecond = () =>
      second.admit({
        ...{
          id: randomUUID(),
          serverId: server.id,
          keyId: server.keyId,
          channel: 'api',
          wanted: 100,
          least: 100,
        },
        ...{ quota: limits.quota, share: limits.share, perMinute: 100_000, perDay: 100_000 },
      });
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? admit(server, limits, 100) : viaSecond())),
    );
    expect(results.filter((result) => result.outcome === 'admitted')).toHaveLength(10);
  });

  test('keeps a raised minute limit exact enough never to exceed it', async () => {
    const server = await newServer({ quota: 1e9, share: 1e9, credit: 0 });
    const tryOnce = (perMinute: number) =>
      app.core.ledger.admit({
        ...{
          id: randomUUID(),
          serverId: server.id,
          keyId: server.keyId,
          channel: 'api' as const,
          wanted: 1,
          least: 1,
        },
        ...{ quota: 1e9, share: 1e9, perMinute, perDay: 1e6 },
      });
    const burst = await Promise.all(Array.from({ length: 400 }, () => tryOnce(300)));
    expect(burst.filter((result) => result.outcome === 'admitted')).toHaveLength(300);
    app.clock.now += 60_000;
    expect((await tryOnce(300)).outcome).toBe('rate_limited_minute');
    app.clock.now += 500;
    expect((await tryOnce(300)).outcome).toBe('admitted');
    app.clock.now = NOON;
  });
});

describe('credit', () => {
  test('is granted once for a reference, however often it is reported', async () => {
    const { id } = await app.addServer();
    const grants = await Promise.all(
      Array.from({ length: 10 }, () =>
        grantCredit(app.core, { serverId: id, percent: 25, reference: 'payment-1' }),
      ),
    );
    expect(grants.filter((grant) => grant.granted)).toHaveLength(1);
    expect((await readBooks(id)).credit.balance).toBe(500_000);
  });
});

describe('keys', () => {
  test('are at most five, and of six creators at four exactly one succeeds', async () => {
    const { id } = await app.addServer();
    for (let n = 0; n < 3; n++) await createKey(app.core, { serverId: id });
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, () => createKey(app.core, { serverId: id })),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await listKeys(app.core, id)).toHaveLength(5);
  });

  test('make room again when revoked, and only the digest of a key is stored', async () => {
    const server = await app.addServer();
    for (let n = 0; n < 4; n++) await createKey(app.core, { serverId: server.id });
    await revokeKey(app.core, server.id, server.keyId);
    const { key } = await createKey(app.core, { serverId: server.id });
    expect(key).toMatch(/^lts_[0-9A-Za-z]{38}$/);
    const rows = await app.core.database.kysely
      .selectFrom('api_keys')
      .selectAll()
      .where('server_id', '=', server.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(4, 30));
    expect((await app.status(server.key)).status).toBe(401);
    expect((await app.status(key)).status).toBe(200);
  });
});
