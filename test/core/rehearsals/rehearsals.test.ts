import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { deleteRehearsal, rehearse } from '../../../src/core/rehearsals/rehearsals.ts';
import { readReport, toReportShape } from '../../../src/core/rehearsals/report.ts';
import { changeShare, startRehearsal } from '../../../src/core/rehearsals/upload.ts';
import { NOON, type TestApp, UNABORTED } from '../../support/app.ts';
import { readCharges, readWeek, setUsed } from '../../support/books.ts';
import { findInTables } from '../../support/tables.ts';
import { startTwin } from '../../support/twin.ts';
import { useAppWithAi } from '../../support/use-app.ts';
import { EXPORTS, type Talk } from './files.ts';

const DAY = 86_400_000;
const QUOTA = 1_000_000;
/** 400 prompt tokens and 100 completion tokens on V1. */
const COST = 800;

const { app, stub } = useAppWithAi({ PREMIUM_WEEKLY_UNITS: String(QUOTA), FREE_WEEKLY_UNITS: '100000' });
let twin: TestApp;
beforeAll(async () => {
  twin = await startTwin(app);
});
afterAll(() => twin.stop());

const FERRY = { id: 'ferry', title: 'How long does the ferry take?', text: 'The ferry takes 40 minutes.' };
const KNOWN = { answer: FERRY.text, needs_team: false, answerable: true, used: ['ferry'] };
const UNKNOWN = { answer: '', needs_team: true, answerable: false, used: [] };

let id: string;
beforeEach(async () => {
  app.clock.now = NOON;
  stub.fault(null);
  stub.usage({ promptTokens: 400, completionTokens: 100 });
  stub.reply(({ messages }) => (/bicycle|umbrella/.test(messages.at(-1)?.content ?? '') ? UNKNOWN : KNOWN));
  await app.core.database.query(null, 'DELETE FROM rehearsals', []);
  ({ id } = await app.addServer({ language: 'en' }));
  await app.addKnowledge(id, [FERRY]);
});

const start = (talks: readonly Talk[], share = 100) =>
  startRehearsal(app.core, id, {
    ...{ name: 'tickets.json', format: null, share },
    files: [Buffer.from(EXPORTS.zendesk(talks))],
  });
const work = (from = app) => rehearse(from.core, { signal: UNABORTED });
const report = async () => toReportShape(await readReport(app.core, id));
const manyTalks = (count: number): Talk[] =>
  Array.from({ length: count }, (_, n) => ({
    asked: `How long does the ferry to island ${n} take?`,
    told: 'The ferry takes 40 minutes.',
  }));
const countRows = async (table: 'rehearsals' | 'rehearsed_conversations') =>
  (await app.core.database.kysely.selectFrom(table).selectAll().execute()).length;

const TALKS: Talk[] = [
  { asked: 'How long does the ferry take?', told: 'The ferry takes 40 minutes.' },
  { asked: 'How long does the ferry ride take, please?', told: 'Our ferry takes 55 minutes.' },
  { asked: 'I was charged twice for the ferry, I want my money back!', told: 'We refunded it.' },
  { asked: 'Where can I park my bicycle?', told: 'Bicycles are parked behind the hall.' },
  { asked: 'Where can I park a bicycle?', told: 'Behind the hall.' },
  { asked: 'Do you sell umbrellas?' },
];

describe('a rehearsal', () => {
  test('says of every conversation what the bot would have done, and where it contradicts the team', async () => {
    await start(TALKS);
    await work();
    expect(await report()).toMatchObject({
      ...{ state: 'done', waiting: 0, conversations: 6, answered: 2, drafted: 0, failed: 0 },
      handed_over: { payment: 1, not_in_knowledge: 3 },
      ...{ differs: 1, price_percent: expect.closeTo(((6 * COST) / QUOTA) * 100, 1) },
      answered_percent: { percent: 33, from: 0, to: 89 },
      entries_that_would_add: [
        { question: expect.stringContaining('bicycle'), count: 2, answer: expect.stringContaining('hall') },
        { question: 'Do you sell umbrellas?', count: 1, answer: null },
      ],
      examples: {
        differs: [{ asked: TALKS[1]?.asked, team: TALKS[1]?.told, answer: expect.stringContaining('40') }],
        answered: [{ asked: TALKS[0]?.asked }],
        handed_over: expect.arrayContaining([expect.objectContaining({ reason: 'payment' })]),
      },
    });
  });

  test('asks each conversation once, whoever works on it and however often', async () => {
    const before = stub.requests.length;
    await start(manyTalks(12));
    await Promise.all([work(), work(twin), work()]);
    await work();
    expect(stub.requests.length - before).toBe(12);
    expect(await report()).toMatchObject({ conversations: 12, answered: 12, state: 'done' });
    expect(await readCharges(app, id)).toHaveLength(12);
  });

  test('counts draft answers apart', async () => {
    await app.core.database.query(
      null,
      `UPDATE servers SET settings = settings || '{"drafts":"all"}', revision = revision + 1 WHERE id = $1`,
      [id],
    );
    await start(manyTalks(2));
    await work();
    expect(await report()).toMatchObject({ answered: 0, drafted: 2 });
  });

  test('counts a greeting as nothing asked, although the bot greets back', async () => {
    stub.reply({ answer: 'Hello! What can I do for you?', needs_team: false, answerable: true, used: [] });
    await start([{ asked: 'Hello there!' }, { asked: 'Good morning', told: 'Good morning!' }]);
    await work();
    expect(await report()).toMatchObject({
      ...{ answered: 0, nothing_asked: 2 },
      answered_percent: { percent: 0 },
    });
  });

  test('is seen by nobody else: it is in no answer log, no open question and no statistic', async () => {
    await start(TALKS);
    await work();
    expect(
      await app.core.database.kysely.selectFrom('answers').selectAll().where('server_id', '=', id).execute(),
    ).toEqual([]);
  });

  test('prices a week of an export that is longer than a week', async () => {
    const talks = manyTalks(8).map((talk, n) => ({
      ...talk,
      at: new Date(NOON - n * 4 * DAY).toISOString(),
    }));
    await start(talks);
    await work();
    expect(await report()).toMatchObject({
      price_percent: expect.closeTo((((8 * COST) / QUOTA) * 100) / 4, 2),
    });
  });

  test('keeps no address, no telephone number and no name of those who wrote', async () => {
    const text = 'This is Grace Hopper, +49 170 1234567, grace@navy.example. How long does the ferry take?';
    await startRehearsal(app.core, id, {
      ...{ name: 'tickets.json', format: null, share: 100 },
      files: [Buffer.from(EXPORTS.intercom([{ asked: text, told: 'Dear Grace Hopper, 40 minutes.' }]))],
    });
    for (const part of ['Grace', 'Hopper', '1234567', 'navy.example'])
      expect(await findInTables(app.core, part), part).toEqual([]);
  });

  test('goes on where a process died, once its claim has run out', async () => {
    await start(manyTalks(3));
    const left = await app.core.database.query<{ place: number }>(
      null,
      `UPDATE rehearsed_conversations SET claimed_by = 'gone', claimed_until = $1 WHERE place = 1 RETURNING place`,
      [new Date(app.clock.now + 90_000)],
    );
    expect(left).toHaveLength(1);
    await work();
    expect(await report()).toMatchObject({ state: 'running', waiting: 1, answered: 2 });
    app.clock.now += 90_001;
    await work();
    expect(await report()).toMatchObject({ state: 'done', answered: 3 });
  });

  test('waits while the backend is away, and gives a conversation up after five tries', async () => {
    stub.fault('status:500');
    await start([{ asked: 'How long does the ferry take?' }]);
    for (let tries = 0; tries < 4; tries += 1) {
      await work();
      expect(await report()).toMatchObject({ state: 'paused', rests_for: 'outage', waiting: 1 });
      app.clock.now += 30_001;
    }
    await work();
    expect(await report()).toMatchObject({ state: 'done', failed: 1, answered: 0 });
    expect(await readWeek(app, id)).toMatchObject({ used: 0, reserved: 0 });
  });
});

describe('the share of the week', () => {
  test.each([
    0.5, 1, 2.5, 7,
  ])('of %s percent is never passed, also when three work at once', async (share) => {
    stub.usage('estimate');
    await start(manyTalks(30), share);
    await Promise.all([work(), work(twin), work()]);
    const { used, reserved } = await readWeek(app, id);
    expect(used).toBeLessThanOrEqual((QUOTA * share) / 100);
    expect(reserved).toBe(0);
    expect((await readCharges(app, id)).every(({ channel }) => channel === 'rehearsal')).toBe(true);
  });

  test('is one for all rehearsals of the week, and deleting one gives nothing back', async () => {
    await start(manyTalks(40), 2);
    await work();
    const { used } = await readWeek(app, id);
    const paused = await report();
    expect(paused).toMatchObject({ state: 'paused', rests_for: 'share', waiting: expect.any(Number) });
    expect(paused.waiting).toBeGreaterThan(0);
    await deleteRehearsal(app.core, id, paused.id);
    await start(manyTalks(41), 2);
    await work();
    expect((await readWeek(app, id)).used).toBe(used);
    expect(await report()).toMatchObject({ state: 'paused', waiting: 41 });
  });

  test('rests until the next week, and goes on by itself then', async () => {
    await start(manyTalks(40), 2);
    await work();
    const { waiting } = await report();
    await work();
    expect((await report()).waiting).toBe(waiting);
    app.clock.now += 7 * DAY;
    await work();
    expect((await report()).waiting).toBeLessThan(waiting);
  });

  test('goes on at once with a greater one: by the page, or by the same file again', async () => {
    await start(manyTalks(60), 2);
    await work();
    const first = await report();
    await changeShare(app.core, id, first.id, 4);
    await work();
    const second = await report();
    expect(second.waiting).toBeLessThan(first.waiting);
    expect(await start(manyTalks(60), 100)).toMatchObject({ isGoingOn: true, rehearsal: { id: first.id } });
    await work();
    expect(await report()).toMatchObject({ state: 'done', conversations: 60, answered: 60 });
  });

  test('is of the trial week in the free plan, and never draws on credit', async () => {
    const free = await app.addServer({ plan: 'free', language: 'en' });
    id = free.id;
    await app.addKnowledge(id, [FERRY]);
    await app.core.database.query(
      null,
      'INSERT INTO credit (server_id, balance) VALUES ($1, 50000) ON CONFLICT (server_id) DO UPDATE SET balance = 50000',
      [id],
    );
    await setUsed(app, id, 100_000);
    await start(manyTalks(2), 100);
    await work();
    expect(await report()).toMatchObject({ state: 'paused', waiting: 2 });
    app.clock.now += 7 * DAY;
    await work();
    expect(await report()).toMatchObject({ state: 'done', answered: 2 });
    expect(await readCharges(app, id)).toMatchObject([{ credit_units: 0 }, { credit_units: 0 }]);
  });
});

describe('what is kept', () => {
  test('is gone when the rehearsal is deleted', async () => {
    const { rehearsal } = await start(TALKS);
    await work();
    await deleteRehearsal(app.core, id, rehearsal.id);
    expect([await countRows('rehearsals'), await countRows('rehearsed_conversations')]).toEqual([0, 0]);
    await expect(readReport(app.core, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is gone after 14 days, and not before', async () => {
    await start(TALKS);
    app.clock.now += 14 * DAY - 1;
    await keepHouse(app.core, UNABORTED);
    expect(await countRows('rehearsed_conversations')).toBe(6);
    app.clock.now += 3_600_000;
    await keepHouse(app.core, UNABORTED);
    expect([await countRows('rehearsals'), await countRows('rehearsed_conversations')]).toEqual([0, 0]);
  });

  test('is gone with its server', async () => {
    await start(TALKS);
    await deleteServer(app.core, id);
    expect([await countRows('rehearsals'), await countRows('rehearsed_conversations')]).toEqual([0, 0]);
  });

  test('is ten rehearsals at most', async () => {
    for (let n = 1; n <= 10; n += 1) await start(manyTalks(n));
    await expect(start(manyTalks(11))).rejects.toMatchObject({ context: { param: 'rehearsals' } });
  });
});

describe('a file', () => {
  const give = (text: string) =>
    startRehearsal(app.core, id, { name: 'x', files: [Buffer.from(text)], format: null, share: 10 });

  test.each([
    ['is empty', '', 'empty'],
    ['is something else', 'Dear all', 'unknown'],
    ['has no customer', EXPORTS.zendesk([{ asked: '' }]), 'no_customer'],
  ])('that %s is refused in one sentence, and nothing is kept', async (_, text, fault) => {
    await expect(give(text)).rejects.toMatchObject({
      code: 'invalid_input',
      context: { param: 'file', details: { fault } },
    });
    expect(await countRows('rehearsals')).toBe(0);
  });
});
