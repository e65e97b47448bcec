import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStandby } from '../../src/adapters/db/connect.ts';
import { TABS } from '../../src/channels/dashboard/i18n/frame.ts';
import { createReadings } from '../../src/core/runtime/readings.ts';
import { runOn } from '../channels/cli-setup.ts';
import { type Dashboard, startDashboard } from '../channels/dashboard/setup.ts';
import { ask, startApp } from '../support/app.ts';
import { startChaosProxy } from '../support/chaos-proxy.ts';
import { type Cluster, createCluster } from '../support/cluster.ts';
import type { Seen } from '../support/visitor.ts';

/** A page keeps for a second what it was told of the standby, and leaves one that was away alone for ten. */
const [LATER_MS, MUCH_LATER_MS] = [1_000, 10_000];
const OURS = 'test';

let primary: Cluster;
let standby: Cluster;
let dashboard: Dashboard;

/** What is asked of the standby stands in its log, and by whom. */
const start = () => standby.start({ log_statement: 'all', log_line_prefix: '@@%a@' });

beforeAll(async () => {
  primary = createCluster(tmpdir());
  standby = createCluster(tmpdir());
  await primary.start();
  await standby.copy(primary);
  await start();
  dashboard = await startDashboard({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url });
});
afterAll(async () => {
  await dashboard?.stop();
  await standby.remove();
  await primary.remove();
});

async function askStandby(statement: string) {
  const client = new pg.Client({ connectionString: standby.url, application_name: OURS });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** Waits until the standby has everything that the primary has now. */
async function catchUp(): Promise<void> {
  const { rows } = await sql<{
    position: string;
  }>`SELECT pg_current_wal_flush_lsn()::text AS position`.execute(dashboard.app.core.database.kysely);
  const look = `SELECT pg_last_wal_replay_lsn() >= '${rows[0]?.position}' AS "isThere"`;
  await expect.poll(async () => (await askStandby(look)).rows[0]?.isThere).toBe(true);
}

/** @returns its id. */
async function addAnswer(): Promise<string> {
  const { app, server } = dashboard;
  const id = randomUUID();
  app.clock.now += 1;
  await sql`INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
    VALUES (${server.id}, ${id}, 'api', 'V1', 'x', 'How?', 'So.', false, 0.5, ${new Date(app.clock.now)})`.execute(
    app.core.database.kysely,
  );
  return id;
}

async function open(tab: string, { lang = 'en', afterMs = LATER_MS } = {}): Promise<Seen> {
  dashboard.app.clock.now += afterMs;
  const seen = await dashboard.visitor.get(`${dashboard.path(tab)}?lang=${lang}`);
  expect(seen.status).toBe(200);
  return seen;
}

/** The newest answer of the list. */
const newestOf = (seen: Seen) =>
  seen.document.querySelector('[data-answer-row]')?.getAttribute('data-answer-row');
const noteOf = (seen: Seen) => seen.text('[data-as-of]');
const answersToday = (seen: Seen) => seen.text('tr[data-day] td');

/** What the service asked the standby since it was created, each once and on one line. */
function listStatements(): string[] {
  const lines = standby.log().split('@@');
  const asked = lines.flatMap((line) => {
    const [, name, text] = /^(.*?)@LOG: {2}(?:execute [^:]+|statement): (.*)/s.exec(line) ?? [];
    return text === undefined || name === OURS ? [] : [text.replaceAll(/\s+/g, ' ').trim()];
  });
  return [...new Set(asked)].toSorted();
}
const countAsked = () => standby.log().split('execute').length;

/** @returns the first page whose note says that the standby is behind. */
async function openBehind(tab: string, lang = 'en'): Promise<Seen> {
  let seen = await open(tab, { lang });
  const look = async () => {
    seen = await open(tab, { lang });
    return noteOf(seen);
  };
  await expect.poll(look).toBeDefined();
  return seen;
}

describe('A standby', () => {
  beforeEach(async () => {
    if (!standby.isRunning()) await start();
    await askStandby('SELECT pg_wal_replay_resume()');
    await catchUp();
    // Whatever was away may be asked again, and one page has asked.
    await open('', { afterMs: MUCH_LATER_MS });
    const { readings } = dashboard.app.core;
    dashboard.app.clock.now += LATER_MS;
    await expect.poll(async () => (await readings.choose()) !== readings.primary).toBe(true);
  });

  test('is read by the overview and the list of answers, which say nothing of it while it is up to date', async () => {
    const id = await addAnswer();
    await catchUp();
    const before = countAsked();
    const list = await open('answers');
    expect([newestOf(list), noteOf(list)]).toEqual([id, undefined]);
    const overview = await open('');
    expect([answersToday(overview), noteOf(overview)]).toEqual(['1', undefined]);
    expect(countAsked()).toBeGreaterThan(before);
    const parts = ['newest AS', 'width_bucket(at', 'is_voted_down', 'FROM training'];
    const asked = listStatements();
    for (const part of parts)
      expect(
        asked.find((statement) => statement.includes(part)),
        part,
      ).toBeDefined();
  });

  test('that is behind is told on both pages with the time, in both languages, and what is newer shows later', async () => {
    const before = newestOf(await open('answers'));
    await askStandby('SELECT pg_wal_replay_pause()');
    const newer = await addAnswer();
    const list = await openBehind('answers');
    expect(newestOf(list)).toBe(before);
    expect(noteOf(list)).toMatch(/^As of \d\d:\d\d:\d\d\. Answers/);
    const asOf = Date.parse(list.document.querySelector('[data-as-of]')?.getAttribute('data-as-of') ?? '');
    const lagMs = dashboard.app.clock.now - asOf;
    expect(lagMs).toBeGreaterThanOrEqual(1_000);
    expect(noteOf(list)).toContain(new Date(asOf).toISOString().slice(11, 19));
    expect(list.document.querySelector('#answers [data-as-of]')?.getAttribute('role')).toBe('status');
    const german = await openBehind('', 'de');
    expect(noteOf(german)).toMatch(/^Stand: \d\d:\d\d:\d\d Uhr\./);
    await askStandby('SELECT pg_wal_replay_resume()');
    await catchUp();
    const caughtUp = await open('answers');
    expect([newestOf(caughtUp), noteOf(caughtUp)]).toEqual([newer, undefined]);
  });

  test('that is behind leaves nothing in the cache that would outlive its lag', async () => {
    const { app } = dashboard;
    const key = sql`SELECT key FROM cache WHERE key LIKE '%weekly-use%' OR key LIKE '%daily-use%' OR key LIKE '%week-before%'`;
    await sql`DELETE FROM cache`.execute(app.core.database.kysely);
    await catchUp();
    await askStandby('SELECT pg_wal_replay_pause()');
    await addAnswer();
    // Pages that find it up to date, or too far behind on an idle primary, may keep what they count.
    await openBehind('answers');
    await sql`DELETE FROM cache`.execute(app.core.database.kysely);
    expect(noteOf(await open(''))).toBeDefined();
    expect((await key.execute(app.core.database.kysely)).rows).toEqual([]);
  });

  test('that is cut off from the primary is behind, though it has replayed all that it received', async () => {
    const follow = async (address: string) => {
      await askStandby(`ALTER SYSTEM SET primary_conninfo TO '${address.replaceAll("'", "''")}'`);
      await askStandby('SELECT pg_reload_conf()');
    };
    const { address } = (await askStandby("SELECT current_setting('primary_conninfo') AS address")).rows[0];
    await follow('');
    const count = async () => (await askStandby('SELECT FROM pg_stat_wal_receiver')).rows.length;
    await expect.poll(count).toBe(0);
    const newer = await addAnswer();
    const look = 'SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AS "isAll"';
    expect((await askStandby(look)).rows).toEqual([{ isAll: true }]);
    expect(newestOf(await openBehind('answers'))).not.toBe(newer);
    await follow(address);
    await catchUp();
    expect(newestOf(await open('answers'))).toBe(newer);
  });

  test('further behind than the limit is not read: the primary is, and nothing is told', async () => {
    const { core } = dashboard.app;
    await askStandby('SELECT pg_wal_replay_pause()');
    await addAnswer();
    await openBehind('answers');
    const [patient, strict] = [createReadings(core), createReadings(core, 900)];
    expect((await patient.choose()).asOf).not.toBeNull();
    expect(await strict.choose()).toBe(strict.primary);
    expect(strict.primary.asOf).toBeNull();
  });

  test('is asked for nothing else: not by the API, any page, any change or the doctor', async () => {
    const { app, server, visitor, path } = dashboard;
    for (const tab of TABS) await open(tab);
    const { body } = await app.chat(server.key, ask('How do I join?'));
    expect((await app.status(server.key)).status).toBe(200);
    await app.addKnowledge(server.id, [{ id: 'join', title: 'How do I join?', text: 'Press Join.' }]);
    await visitor.post(path('playground'), { question: 'How do I join?' });
    expect((await visitor.get(path(`answers/${body.id}`))).status).toBe(200);
    await runOn(async () => app.core, ['statistics', server.id]);
    await runOn(async () => app.core, ['doctor']);
    await runOn(async () => app.core, ['server', 'set', server.id, '--name', 'Harbour']);
    await catchUp();
    for (const tab of ['', 'answers']) await open(tab);
    const asked = listStatements();
    const sources = asked.flatMap((statement) =>
      [...statement.matchAll(/(?<!epoch )\b(?:from|join) (?!lateral|unnest|\()"?([a-z_]+)"?/gi)].map(
        ([, name = '']) => name,
      ),
    );
    const ofStatements = ['newest', 'place', 'taught', 'primary'];
    expect([...new Set(sources)].filter((name) => !ofStatements.includes(name)).toSorted()).toEqual([
      ...[
        'answers',
        'audit_log',
        'charges',
        'handled_messages',
        'outdated_claims',
        'pg_control_system',
        'pg_database',
        'training',
      ],
    ]);
  });

  test('that is stopped changes nothing for anybody: the primary is read, and it is back after it is', async () => {
    const { app, server } = dashboard;
    await standby.stopAtOnce();
    const id = await addAnswer();
    const before = countAsked();
    // The first page does not know it yet.
    for (const afterMs of [0, LATER_MS, MUCH_LATER_MS]) {
      const list = await open('answers', { afterMs });
      expect([newestOf(list), noteOf(list)]).toEqual([id, undefined]);
      expect(noteOf(await open(''))).toBeUndefined();
    }
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await app.chat(server.key, ask('How do I join?'))).status).toBe(200);
    const told = app.logged.filter(({ message }) => message.startsWith('standby cannot be read'));
    expect(told).toHaveLength(1);
    const { code, out } = await runOn(async () => app.core, ['doctor', '--json']);
    const checks: { check: string; status: string; message: string }[] = JSON.parse(out);
    expect([code, checks.find(({ check }) => check === 'standby')]).toMatchObject([0, { status: 'warn' }]);
    await start();
    await open('answers', { afterMs: MUCH_LATER_MS });
    const look = async () => {
      await open('answers');
      return countAsked() > before + 1;
    };
    await expect.poll(look).toBe(true);
    expect(app.logged.some(({ message }) => message === 'standby can be read again')).toBe(true);
  });

  test('that has gone silent delays one page by less than five seconds, and no other one until it is back', async () => {
    const { core, clock } = dashboard.app;
    const { hostname: host, port } = new URL(standby.url);
    const proxy = await startChaosProxy({ host, port: Number(port) });
    const url = standby.url.replace(`:${port}`, `:${proxy.port}`);
    const silent = openStandby({ DATABASE_URL: primary.url, DATABASE_READ_URL: url }, core.log);
    const readings = createReadings({ ...core, standby: silent });
    const choose = async (afterMs: number) => {
      clock.now += afterMs;
      const startedAt = performance.now();
      const isPrimary = (await readings.choose()) === readings.primary;
      return { isPrimary, ms: performance.now() - startedAt };
    };
    expect(await choose(0)).toMatchObject({ isPrimary: false });
    proxy.blackHole();
    const first = await choose(LATER_MS);
    expect(first.isPrimary).toBe(true);
    expect(first.ms).toBeLessThan(5_000);
    // The last of them asks whether it is back, and does not wait for the reply.
    for (const afterMs of [0, LATER_MS, MUCH_LATER_MS]) {
      const { isPrimary, ms } = await choose(afterMs);
      expect(isPrimary).toBe(true);
      expect(ms).toBeLessThan(1_000);
    }
    await proxy.heal();
    await expect.poll(async () => (await choose(MUCH_LATER_MS)).isPrimary).toBe(false);
    await silent?.close();
    await proxy.close();
  });

  test('must be one of this database: neither the primary itself nor a promoted one is read', async () => {
    const wrong = await startApp({ DATABASE_URL: primary.url, DATABASE_READ_URL: primary.url });
    const { readings } = wrong.core;
    expect(await readings.choose()).toBe(readings.primary);
    await wrong.stop();
    await askStandby('SELECT pg_promote()');
    const id = await addAnswer();
    const list = await open('answers');
    expect([newestOf(list), noteOf(list)]).toEqual([id, undefined]);
    const { out } = await runOn(async () => dashboard.app.core, ['doctor']);
    expect(out).toMatch(/standby +is not a standby of the database; pages read DATABASE_URL instead/);
  });
});
