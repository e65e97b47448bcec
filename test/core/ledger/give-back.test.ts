import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { usage as slashUsage } from '../../../commands/usage.ts';
import { recordFeedback } from '../../../src/core/learning/feedback.ts';
import { recordOutcome } from '../../../src/core/learning/outcomes.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer, getServer } from '../../../src/core/owners/servers.ts';
import { readUsage } from '../../../src/core/quota/usage.ts';
import type { AnswerOutcome } from '../../../src/domain/types.ts';
import { runOn } from '../../channels/cli-setup.ts';
import { invoke, textOf } from '../../commands/setup.ts';
import { NOON } from '../../support/app.ts';
import { readWeek } from '../../support/books.ts';
import { useApp } from '../../support/use-app.ts';

const app = useApp();
const HOUR = 3_600_000;
const UNITS = 100;

interface Given {
  keyId?: string | null;
  /** Of 100 units, those that the week has left; the rest is drawn on credit. */
  fromWeek?: number;
  units?: number;
  isHandedOver?: boolean;
  isDraft?: boolean;
}

/** An answer as it is charged at this moment. @returns its id. */
async function charge(server: { id: string; keyId: string }, given: Given = {}): Promise<string> {
  const { keyId = server.keyId, fromWeek = UNITS, units = UNITS } = given;
  const id = randomUUID();
  const { used } = await readWeek(app, server.id);
  const channel = keyId === null ? ('discord' as const) : ('api' as const);
  const limits = { quota: used + fromWeek, share: used + fromWeek, perMinute: 9_999, perDay: 9_999 };
  const request = { id, serverId: server.id, keyId, channel, wanted: UNITS, least: 0, ...limits };
  expect(await app.core.ledger.admit(request)).toMatchObject({ outcome: 'admitted', units: UNITS });
  const reason = given.isHandedOver ? ('payment' as const) : null;
  await app.core.ledger.settle({
    ...{ id, serverId: server.id, ...(keyId && { keyId }), units, level: 'V1' },
    ...{ promptTokens: units, completionTokens: 0 },
    answer: {
      ...{ engine: 'test', question: 'When?', answer: 'At nine.', needsTeam: reason !== null, reason },
      ...{ usedIds: [], confidence: 1, language: 'en' as const, isDraft: given.isDraft ?? false },
    },
  });
  return id;
}

const vote = (serverId: string, answerId: string, isHelpful = false) =>
  recordFeedback(app.core, { serverId, answerId, isHelpful, comment: null });
const tell = (serverId: string, answerId: string, outcome: AnswerOutcome) =>
  recordOutcome(app.core, { serverId, answerId, outcome, teamAnswer: null });

const readCredit = (serverId: string) =>
  app.core.database.kysely
    .selectFrom('credit')
    .select(['balance', 'reserved', 'debt'])
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow();

async function addServer(credit = { balance: 1_000, debt: 0 }) {
  app.clock.now = NOON;
  const server = await app.addServer();
  const row = app.core.database.kysely.updateTable('credit').set(credit);
  await row.where('server_id', '=', server.id).execute();
  return server;
}

const usedBy = async (serverId: string) => (await readWeek(app, serverId)).used;

describe('an answer that did not hold', () => {
  test.each<[string, (serverId: string, id: string) => Promise<void>]>([
    ['is voted down', vote],
    ['is reopened', (serverId, id) => tell(serverId, id, 'reopened')],
    ['is answered by the team after all', (serverId, id) => tell(serverId, id, 'team_answered')],
  ])('gives its units back when it %s, once, and a later vote up charges nothing', async (_, end) => {
    const server = await addServer();
    const id = await charge(server);
    await charge(server);
    for (let time = 0; time < 3; time += 1) {
      await end(server.id, id);
      expect(await readWeek(app, server.id)).toEqual({
        ...{ used: UNITS, api_used: UNITS, reserved: 0, api_reserved: 0 },
      });
    }
    await vote(server.id, id, true);
    await vote(server.id, id);
    expect(await usedBy(server.id)).toBe(UNITS);
  });

  test('keeps its charge in the books, which show what came back, as usage and statistics do', async () => {
    const server = await addServer();
    const id = await charge(server, { fromWeek: 30 });
    await charge(server);
    await vote(server.id, id);
    const charges = await app.core.database.kysely
      .selectFrom('charges')
      .select(['id', 'units', 'given_back_at'])
      .where('server_id', '=', server.id)
      .execute();
    expect(charges.find((row) => row.id === id)).toEqual({ id, units: UNITS, given_back_at: new Date(NOON) });
    expect(charges.filter((row) => row.given_back_at !== null)).toHaveLength(1);
    const usage = await readUsage(app.core, await getServer(app.core, server.id));
    expect(usage.week).toMatchObject({ used_units: UNITS, given_back_units: 30 });
    expect(usage.credit).toEqual({ balance_units: 1_000, reserved_units: 0, given_back_units: 70 });
    const run = async (noun: string) => (await runOn(async () => app.core, [noun, server.id])).out;
    expect(await run('usage')).toMatch(/given back +30 units of this week, 70 of credit/);
    expect(await run('statistics')).toMatch(/^2026-03-16 +api +2 .* 100$/m);
    expect(textOf(await slashUsage.run(app.core, invoke({ serverId: server.id })))).toContain('Given back');
  });

  test('gives each unit back to the week or the credit that it came from, and credit pays a debt first', async () => {
    const server = await addServer();
    const id = await charge(server, { fromWeek: 30 });
    expect([await usedBy(server.id), (await readCredit(server.id)).balance]).toEqual([30, 930]);
    const owing = app.core.database.kysely.updateTable('credit').set({ balance: 0, debt: 50 });
    await owing.where('server_id', '=', server.id).execute();
    await vote(server.id, id);
    expect(await usedBy(server.id)).toBe(0);
    expect(await readCredit(server.id)).toEqual({ balance: 20, reserved: 0, debt: 0 });
  });

  test('gives back on Discord as over the API, and takes nothing from the part of the API', async () => {
    const server = await addServer();
    const [api, discord] = [await charge(server), await charge(server, { keyId: null })];
    await vote(server.id, discord);
    expect(await readWeek(app, server.id)).toMatchObject({ used: UNITS, api_used: UNITS });
    await vote(server.id, api);
    expect(await readWeek(app, server.id)).toMatchObject({ used: 0, api_used: 0 });
  });

  test.each([
    [72 * HOUR, 0],
    [72 * HOUR + 1, UNITS],
  ])('gives its units back within 72 hours: after %d ms, %d stay', async (ms, left) => {
    const server = await addServer();
    app.clock.now = NOON - 24 * HOUR;
    const id = await charge(server);
    app.clock.now += ms;
    await vote(server.id, id);
    expect(await usedBy(server.id)).toBe(left);
  });

  test('gives units of a week that is over to that week alone, and credit back as ever', async () => {
    const server = await addServer();
    app.clock.now = Date.parse('2026-03-15T22:00:00Z');
    const id = await charge(server, { fromWeek: 40 });
    app.clock.now += 4 * HOUR;
    const fresh = await charge(server);
    await vote(server.id, id);
    expect(await usedBy(server.id)).toBe(UNITS);
    expect((await readCredit(server.id)).balance).toBe(1_000);
    const weeks = await app.core.database.kysely
      .selectFrom('week_quotas')
      .select(['week_start', 'used', 'api_used'])
      .where('server_id', '=', server.id)
      .orderBy('week_start')
      .execute();
    expect(weeks).toEqual([
      { week_start: '2026-03-09', used: 0, api_used: 0 },
      { week_start: '2026-03-16', used: UNITS, api_used: UNITS },
    ]);
    await app.core.ledger.settle({ id: fresh, serverId: server.id, units: null });
    expect(await usedBy(server.id)).toBe(0);
  });

  test('does not give twice when its charge is reversed, in either order', async () => {
    const server = await addServer();
    const [first, second] = [await charge(server, { fromWeek: 50 }), await charge(server, { fromWeek: 50 })];
    const reverse = (id: string) => app.core.ledger.settle({ id, serverId: server.id, units: null });
    await vote(server.id, first);
    await reverse(first);
    expect([await usedBy(server.id), (await readCredit(server.id)).balance]).toEqual([50, 950]);
    await reverse(second);
    await expect(vote(server.id, second)).rejects.toMatchObject({ code: 'not_found' });
    expect([await usedBy(server.id), (await readCredit(server.id)).balance]).toEqual([0, 1_000]);
  });
});

describe('what comes back ends', () => {
  test('after ten answers of a key in 24 hours; another key, Discord and the next day have their own', async () => {
    const server = await addServer();
    const other = await createKey(app.core, { serverId: server.id });
    const chargeMany = (keyId: string | null) =>
      Promise.all(Array.from({ length: 12 }, () => charge(server, { keyId, fromWeek: 5_000 })));
    const own = await chargeMany(server.keyId);
    const others = [await chargeMany(other.id), await chargeMany(null)];
    // At once, so that each has to see what the others gave.
    await Promise.all(own.map((id) => vote(server.id, id)));
    expect(await usedBy(server.id)).toBe(26 * UNITS);
    for (const ids of others) for (const id of ids) await vote(server.id, id);
    expect(await usedBy(server.id)).toBe(6 * UNITS);
    app.clock.now += 24 * HOUR;
    for (const id of own) await vote(server.id, id);
    expect(await usedBy(server.id)).toBe(4 * UNITS);
  });

  test('also at once, for answers of two weeks', async () => {
    const server = await addServer();
    const chargeSix = () => Promise.all([1, 2, 3, 4, 5, 6].map(() => charge(server, { fromWeek: 5_000 })));
    app.clock.now = Date.parse('2026-03-15T23:00:00Z');
    const before = await chargeSix();
    app.clock.now += 2 * HOUR;
    await Promise.all([...before, ...(await chargeSix())].map((id) => vote(server.id, id)));
    const rows = app.core.database.kysely.selectFrom('charges').select('given_back_at');
    const given = await rows.where('server_id', '=', server.id).execute();
    expect(given.filter(({ given_back_at }) => given_back_at !== null)).toHaveLength(10);
  });

  test('or after a tenth of the key’s answers of 24 hours, where that is more', async () => {
    const server = await addServer();
    const ids: string[] = [];
    for (let n = 0; n < 125; n += 1) ids.push(await charge(server));
    for (const id of ids) await vote(server.id, id);
    expect(await usedBy(server.id)).toBe((125 - 12) * UNITS);
  });
});

test.each<[string, Given]>([
  ['a hand-over', { isHandedOver: true }],
  ['a draft', { isDraft: true }],
])('%s, which the team saw first, gives nothing back', async (_, given) => {
  const server = await addServer();
  const id = await charge(server, given);
  await vote(server.id, id);
  await tell(server.id, id, 'team_answered');
  expect(await usedBy(server.id)).toBe(UNITS);
});

test('nothing comes back for what cost nothing, was resolved, or where the owner switched it off', async () => {
  const server = await addServer();
  const [free, held, refused] = [
    await charge(server, { units: 0 }),
    await charge(server),
    await charge(server),
  ];
  await vote(server.id, free);
  await tell(server.id, held, 'resolved');
  await changeServer(app.core, server.id, { give_back: false });
  await vote(server.id, refused);
  expect(await usedBy(server.id)).toBe(2 * UNITS);
  const rows = app.core.database.kysely.selectFrom('charges').select('given_back_at');
  const given = await rows.where('server_id', '=', server.id).execute();
  expect(given.map(({ given_back_at }) => given_back_at)).toEqual([null, null, null]);
});
