import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addEntry } from '../../src/core/knowledge/knowledge.ts';
import { addTest } from '../../src/core/learning/test-questions/test-questions.ts';
import { NOON } from '../support/app.ts';
import { readBooks } from '../support/books.ts';
import { type Fleet, type Member, openFleet, PATIENT } from '../support/fleet.ts';
import type { Visitor } from '../support/twin.ts';

// Work by the clock comes every five seconds, every ten, and once a minute.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const QUOTA = 4_000_000;
const USED = QUOTA * 0.85;

interface Pair {
  fleet: Fleet;
  both: [Member, Member];
  /** Those too that had to be started again. */
  everyone: Member[];
  visit<Result>(act: (visitor: Visitor) => Promise<Result>): Promise<Result>;
}

/**
 * Two processes that both do the jobs, whose clocks stand a little before `minute` of an hour once they run; `prepare`
 * comes first. One that started too late for it starts again with more time.
 */
async function openPair(
  minute: number,
  prepare: (visitor: Visitor, fleet: Fleet) => Promise<void>,
): Promise<Pair> {
  const fleet = await openFleet({ PREMIUM_WEEKLY_UNITS: String(QUOTA), QUOTA_TIME_ZONE: 'UTC' });
  const due = NOON + minute * MINUTE;
  await fleet.visit((visitor) => prepare(visitor, fleet), NOON - Date.now());
  const everyone: Member[] = [];
  for (let leewayMs = 8_000; ; leewayMs *= 2) {
    const aheadMs = due - leewayMs - Date.now();
    const both = await Promise.all([fleet.start('jobs', {}, aheadMs), fleet.start('jobs', {}, aheadMs)]);
    everyone.push(...both);
    if (Date.now() + aheadMs < due)
      return { fleet, both, everyone, visit: (act) => fleet.visit(act, aheadMs) };
    await Promise.all(both.map((member) => member.stop()));
  }
}

let busy: Pair;
let house: Pair;
let server: { id: string };
let channelId: string;
let first: string[];
// Side by side: most of it is waiting for the clock.
beforeAll(async () => {
  [busy, house] = await Promise.all([openPair(45, prepareWork), openPair(15, prepareHouse)]);
});
afterAll(() => Promise.all([busy.fleet.close(), house.fleet.close()]));

/** Links to read, a test question that fails by now, a week that is used up to 85 percent, and what a dead process held. */
async function prepareWork(visitor: Visitor, { discord }: Fleet): Promise<void> {
  const { core } = visitor;
  const guild = discord.addGuild();
  channelId = guild.addChannel().id;
  server = await visitor.addServer({ id: guild.id, language: 'en', alerts_channel: channelId });
  const serverId = guild.id;
  const question = 'When does the ferry leave?';
  await addEntry(core, { serverId, title: question, text: 'At noon.' });
  await addTest(core, serverId, { question, expected: 'at seven' });
  const run = (text: string, values: unknown[]) => core.database.query(null, text, values);
  await run("UPDATE test_questions SET faults = '{}', run_at = $1", [new Date(NOON - DAY)]);
  const week = core.calendar.weekOf(NOON).key;
  await run(
    `INSERT INTO week_quotas (server_id, week_start, used, reserved, api_used, api_reserved)
     VALUES ($1, $2, $3, 1000, 0, 1000)`,
    [serverId, week, USED],
  );
  await run(
    `INSERT INTO reservations (server_id, id, week_start, day, channel, week_units, credit_units, expires_at)
     SELECT $1, gen_random_uuid(), $2, NULL, 'api', 100, 0, $3 FROM generate_series(1, 10)`,
    [serverId, week, new Date(NOON)],
  );
  first = await queueLinks(visitor, 'first', 60);
}

/** An answer from before RETENTION_DAYS, and one of today. */
async function prepareHouse(visitor: Visitor): Promise<void> {
  const { id } = await visitor.addServer();
  await visitor.core.database.query(
    null,
    `INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
     SELECT $1, gen_random_uuid(), 'api', 'V1', 'extractive', 'Old?', 'Old.', false, 1, at
     FROM unnest($2::timestamptz[]) AS at`,
    [id, [new Date(NOON - 31 * DAY), new Date(NOON)]],
  );
}

/** Links that wait for a crawler; their addresses are none that it would open. @returns their ids. */
async function queueLinks({ core }: Visitor, name: string, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ server_id: server.id, id: `${name}-${n}`, url: `http://127.0.0.1/${name}/${n}` },
    due_at: new Date(core.clock()),
  }));
  await core.database.kysely.insertInto('links').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Ids of the links that a process says it has crawled, in order. */
const crawledBy = (member: Member) =>
  member.log().flatMap(({ msg, link }) => (msg === 'link crawled' && link !== undefined ? [link] : []));

describe('two processes that both do the jobs', () => {
  const rounds: string[] = [];
  const crawled = () => busy.everyone.flatMap(crawledBy);
  const sent = (text: string) => busy.fleet.discord.sent.filter(({ content }) => content.includes(text));

  /** Until both have done something that was due after all that was due before. */
  async function bothHaveWorkedOn(): Promise<void> {
    const before = busy.both.map((member) => crawledBy(member).length);
    const haveBoth = async () => {
      if (busy.both.every((member, n) => crawledBy(member).length > (before[n] ?? 0))) return true;
      rounds.push(...(await busy.visit((visitor) => queueLinks(visitor, `round-${rounds.length}`, 20))));
      await vi.waitUntil(() => crawled().length >= first.length + rounds.length, PATIENT);
      return false;
    };
    await expect.poll(haveBoth, PATIENT).toBe(true);
    expect(crawled().toSorted()).toEqual([...first, ...rounds].toSorted());
  }

  test('crawl each due link once', async () => {
    await expect.poll(() => crawled().length, PATIENT).toBeGreaterThanOrEqual(first.length);
    await bothHaveWorkedOn();
    const links = await busy.visit(({ core }) =>
      core.database.kysely.selectFrom('links').select(['state', 'claimed_by']).distinct().execute(),
    );
    expect(links).toEqual([{ state: 'failed', claimed_by: null }]);
  });

  test('release what a dead process held, once', async () => {
    const books = () => busy.visit((visitor) => readBooks(visitor, server.id));
    await expect.poll(async () => (await books()).reservations, PATIENT).toEqual([]);
    expect((await books()).week_quotas).toMatchObject([{ used: USED, reserved: 0, api_reserved: 0 }]);
  });

  test('run the test questions once, and report a regression once', async () => {
    await expect.poll(() => sent('test question').length, PATIENT).toBe(1);
    await bothHaveWorkedOn();
    const lines = busy.everyone.flatMap((member) => member.log()).map(({ msg }) => msg);
    expect(lines.filter((msg) => msg.startsWith('test questions'))).toEqual([
      'test questions that passed now fail',
    ]);
    expect(sent('test question').map(({ channelId: id }) => id)).toEqual([channelId]);
  });

  test('report once that most of the week is used', async () => {
    await expect.poll(() => sent('80%').length, { ...PATIENT, timeout: 90_000 }).toBe(1);
    await bothHaveWorkedOn();
    const { requests } = busy.fleet.discord;
    const posts = requests.filter(({ method, path }) => method === 'POST' && path.includes(channelId));
    // One for the test question, one for the quota: the same nonce would also hide a second one from view.
    expect(posts.map(({ status }) => status)).toEqual([200, 200]);
    expect(sent('80%')).toHaveLength(1);
  });
});

test('two processes that do housekeeping at the same moment delete what is old, and nothing else', async () => {
  const texts = () =>
    house.visit(async ({ core }) => {
      const rows = await core.database.kysely.selectFrom('answers').select('question').execute();
      return rows.map(({ question }) => question).toSorted();
    });
  await expect.poll(texts, PATIENT).toEqual(['Old?', null]);
  const claims = await house.visit(({ core }) =>
    core.database.kysely.selectFrom('job_claims').select('job').where('job', '=', 'housekeeping').execute(),
  );
  expect(claims).toHaveLength(1);
});
