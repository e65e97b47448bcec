import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKey, listKeys, revokeKey } from '../../src/core/owners/keys.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { NOON } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { readBooks } from './ledger/books.ts';
import { inWorld, type World } from './ledger/world.ts';

// What is true of every history is in ledger/; here are the crowds at one limit.

const app = useApp();

const inUtc = (act: (world: World) => Promise<void>) => inWorld(app, { zone: 'UTC', now: NOON }, act);

/** All at once, every other one through the second process. */
function admitMany(
  world: World,
  count: number,
  request: { channel: 'api' | 'discord'; wanted: number; least?: number; perMinute?: number },
) {
  const { serverId, keyIds } = world;
  const { channel, wanted, least = wanted, perMinute = 100_000 } = request;
  const keyId = channel === 'api' ? (keyIds[0] ?? null) : null;
  const limits = { quota: 2_000, share: channel === 'api' ? 1_000 : 2_000, perMinute, perDay: 100_000 };
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      world.ledgerOf(index).admit({ id: randomUUID(), serverId, keyId, channel, wanted, least, ...limits }),
    ),
  );
}

const admittedOf = (results: Awaited<ReturnType<typeof admitMany>>) =>
  results.filter(({ outcome }) => outcome === 'admitted');

describe('the ledger', () => {
  test('E37 · lets in exactly what fits when two processes send 100 requests each for the last units', () =>
    inUtc(async (world) => {
      const results = await admitMany(world, 200, { channel: 'api', wanted: 100 });
      expect(admittedOf(results)).toHaveLength(10);
      const { weeks } = await readBooks(world.database, world.serverId);
      expect(Object.values(weeks)).toEqual([{ used: 0, reserved: 1_000, api_used: 0, api_reserved: 1_000 }]);
    }));

  test('gives the last request the rest of the week and the credit together, if that is worth starting with', () =>
    inUtc(async (world) => {
      const { serverId: id, database } = world;
      await database.kysely.updateTable('credit').set({ balance: 60 }).where('server_id', '=', id).execute();
      const results = await admitMany(world, 50, { channel: 'api', wanted: 300, least: 150 });
      expect(admittedOf(results).map(({ units }) => units)).toEqual([300, 300, 300, 160]);
      expect((await readBooks(database, id)).credit).toEqual({ balance: 60, reserved: 60, debt: 0 });
    }));

  test('keeps a raised minute limit exact enough never to exceed it', () =>
    inUtc(async (world) => {
      const admitted = async (count: number) =>
        admittedOf(await admitMany(world, count, { channel: 'api', wanted: 1, perMinute: 300 })).length;
      expect(await admitted(400)).toBe(300);
      world.clock.now += 60_000;
      expect(await admitted(1)).toBe(0);
      world.clock.now += 500;
      expect(await admitted(1)).toBe(1);
    }));
});

describe('credit', () => {
  test('E43 · is granted once per reference, however often it is reported at once', async () => {
    const { id } = await app.addServer();
    const report = () => grantCredit(app.core, { serverId: id, percent: 25, reference: 'payment-1' });
    const grants = await Promise.all(Array.from({ length: 10 }, report));
    expect(grants.filter((grant) => grant.granted)).toHaveLength(1);
    expect((await readBooks(app.core.database, id)).credit.balance).toBe(500_000);
  });
});

describe('keys', () => {
  test('E40 · are at most five, and of six concurrent creations beside four exactly one succeeds', async () => {
    const { id } = await app.addServer();
    for (let n = 0; n < 3; n++) await createKey(app.core, { serverId: id });
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, () => createKey(app.core, { serverId: id })),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await listKeys(app.core, id)).toHaveLength(5);
  });

  test('make room when revoked, and only the digest of a key is stored', async () => {
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
