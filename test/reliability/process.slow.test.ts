import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RESERVATION_GRACE_SECONDS } from '../../src/domain/limits.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { readBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { askOne } from '../support/load.ts';
import { type ServingProcess, startServing } from '../support/process.ts';
import { REJECTIONS } from '../support/reject-on-signal.ts';
import { type Visitor, visit } from '../support/twin.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const AI_TIMEOUT_MS = 10_000;
/** By then every reservation and claim of a process that died has expired. */
const EXPIRED_MS = AI_TIMEOUT_MS + (RESERVATION_GRACE_SECONDS + 1) * 1000;
/** For what happens in another process. */
const PATIENT = { timeout: 5_000 };
const PRELOAD = fileURLToPath(new URL('../support/reject-on-signal.ts', import.meta.url));

const SECRETS = {
  OPENAI_API_KEY: 'sk-the-key-of-the-backend',
  DISCORD_TOKEN: 'MTIzNDU2Nzg5.the-token.of-the-bot',
  DISCORD_CLIENT_SECRET: 'the-client-secret-of-the-bot',
  SESSION_SECRET: 'the-secret-that-signs-cookies-of-32-bytes',
  METRICS_TOKEN: 'the-token-of-the-metrics',
};
const DATABASE_PASSWORD = 'the-password-of-the-database';
const API_KEY = `lts_${'A1b2'.repeat(9)}Z9`;

let database: TestDatabase;
let ai: AiStub;
let settings: Record<string, string>;
/** The process of the moment: each kill ends one and the next test has its successor on the same database. */
let service: ServingProcess;
beforeAll(async () => {
  [database, ai] = await Promise.all([createTestDatabase(), startAiStub()]);
  const hour = new Date().getUTCHours();
  ai.usage({ promptTokens: 300, completionTokens: 50 });
  const known = [
    ...Object.values(SECRETS),
    API_KEY,
    ...(database.settings.DATABASE_URL ? [DATABASE_PASSWORD] : []),
  ];
  settings = {
    ...withPassword(database.settings),
    ...SECRETS,
    OPENAI_BASE_URL: ai.url,
    AI_TIMEOUT_MS: String(AI_TIMEOUT_MS),
    // Nothing of this file may reach the platform or a limit.
    DISCORD_API_URL: 'http://127.0.0.1:1',
    ROLES: 'api,jobs',
    // Noon there, so that no day or week ends meanwhile.
    QUOTA_TIME_ZONE: `Etc/GMT${hour < 12 ? '' : '+'}${hour - 12}`,
    LIMIT_PER_MINUTE: '100000',
    LIMIT_PER_DAY_PREMIUM: '100000',
    FAULT_TEXT: known.join(' '),
  };
  service = await start();
});
afterAll(async () => {
  await kill();
  await ai.close();
  await database.remove();
});

/** The server of the tests trusts whoever comes from this machine, whatever the password. */
function withPassword(settings: TestDatabase['settings']): Record<string, string> {
  const { DATABASE_URL, DATA_DIR = '' } = settings;
  if (!DATABASE_URL) return { DATA_DIR };
  return {
    ...settings,
    DATABASE_URL: Object.assign(new URL(DATABASE_URL), { password: DATABASE_PASSWORD }).href,
  };
}

/** With a fault that can be asked for. */
function start(): Promise<ServingProcess> {
  return startServing(settings, { node: ['--import', PRELOAD] });
}

async function kill(): Promise<void> {
  await service.kill();
}

/** The books of one server; only the core is needed to read them. */
const booksOf = (visitor: Visitor, serverId: string) => readBooks(visitor, serverId);

const readStatus = (key: string) =>
  fetch(`${service.url}/api/v1/status`, { headers: { Authorization: `Bearer ${key}` } });

async function readUsage(key: string): Promise<unknown> {
  return ((await (await readStatus(key)).json()) as { usage: unknown }).usage;
}

interface Ticket {
  question: string;
  onceAs: string;
  status: number;
}

/** One client: asks on and on, until the process is gone. */
async function askUntilKilled(key: string, client: number): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (let n = 0; tickets.at(-1)?.status !== 0; n += 1) {
    const ticket = { question: `Client ${client} asks for the ${n}th time?`, onceAs: `${client}-${n}` };
    tickets.push({ ...ticket, status: (await askOne({ url: service.url, key }, ticket)).status });
  }
  return tickets;
}

const sum = (rows: Record<string, unknown>[], column: string) =>
  rows.reduce((total, row) => total + Number(row[column]), 0);

/** Nothing is held, and everything used is a charge. @returns the questions that were charged. */
async function readChargedQuestions(visitor: Visitor, serverId: string): Promise<unknown[]> {
  const books = await booksOf(visitor, serverId);
  expect(books.reservations).toEqual([]);
  expect([sum(books.week_quotas, 'reserved'), sum(books.week_quotas, 'api_reserved')]).toEqual([0, 0]);
  expect(sum(books.week_quotas, 'used')).toBe(sum(books.charges, 'units'));
  expect(sum(books.day_counts, 'n')).toBe(books.charges.length);
  expect(books.answers.map(({ id }) => id).sort()).toEqual(books.charges.map(({ id }) => id).sort());
  return books.answers.map(({ question }) => question);
}

test('A1 · kill -9 in the middle of answers: after the restart no charge is lost, nothing stays reserved and no retry is charged twice', async () => {
  const servers = await visit(settings, (visitor) => Promise.all([visitor.addServer(), visitor.addServer()]));
  const asked = ai.requests.length;
  const clients = servers.map(({ key }) =>
    Promise.all(Array.from({ length: 12 }, (_, n) => askUntilKilled(key, n))),
  );
  await ai.received(asked + 120);
  await kill();
  const tickets = (await Promise.all(clients)).map((ofServer) => ofServer.flat());
  service = await start();
  await visit(
    settings,
    async (visitor) => {
      await visitor.core.ledger.sweep();
      for (const [index, { id, key }] of servers.entries()) {
        const all = tickets[index] ?? [];
        const [answered, lost] = [
          all.filter(({ status }) => status === 200),
          all.filter(({ status }) => status === 0),
        ];
        expect([answered.length > 20, answered.length + lost.length]).toEqual([true, all.length]);
        const charged = await readChargedQuestions(visitor, id);
        expect(charged).toEqual(expect.arrayContaining(answered.map(({ question }) => question)));
        expect(charged.length).toBeLessThanOrEqual(all.length);

        const retries = await Promise.all(lost.map((ticket) => askOne({ url: visitor.url, key }, ticket)));
        expect(retries.map(({ status }) => status)).toEqual(lost.map(() => 200));
        const chargedAtLast = await readChargedQuestions(visitor, id);
        expect(chargedAtLast.sort()).toEqual(all.map(({ question }) => question).sort());
      }
    },
    EXPIRED_MS,
  );
});

/** Everything but the minute, which a lost request keeps. */
async function readPurse(visitor: Visitor, serverId: string) {
  const { key_windows: _, ...purse } = await booksOf(visitor, serverId);
  return purse;
}

test('A2 · kill -9 between the backend’s answer and its charge: the reservation is released in full, once, when it expires', async () => {
  const { id, key } = await visit(settings, (visitor) => visitor.addServer());
  expect((await askOne({ url: service.url, key })).status).toBe(200);
  const purse = await visit(settings, (visitor) => readPurse(visitor, id));
  const usage = await readUsage(key);

  const asked = ai.requests.length;
  const closedBefore = ai.closedByClient;
  const letGo = ai.hold();
  const lost = askOne({ url: service.url, key });
  await ai.received(asked + 1);
  // Frozen, the process cannot read the answer that the backend sends now.
  service.child.kill('SIGSTOP');
  ai.fault([{ body: completionOf('Sent and never read.') }]);
  letGo();
  await nextTurn();
  await nextTurn();
  await kill();
  expect((await lost).status).toBe(0);
  // The kill of the test before may have left some open.
  expect(ai.closedByClient).toBe(closedBefore);

  service = await start();
  await visit(settings, async (visitor) => {
    expect(await visitor.core.ledger.sweep()).toBe(0);
    expect((await readPurse(visitor, id)).reservations).toHaveLength(1);
    expect((await visitor.status(key)).body.usage.requests_today).toBe(2);
  });
  await visit(
    settings,
    async (visitor) => {
      expect(await visitor.core.ledger.sweep()).toBe(1);
      expect(await visitor.core.ledger.sweep()).toBe(0);
      expect(await readPurse(visitor, id)).toEqual(purse);
    },
    EXPIRED_MS,
  );
  expect(await readUsage(key)).toEqual(usage);
});

function completionOf(answer: string) {
  const content = JSON.stringify({ answer, needs_team: false, answerable: true, used: [] });
  return { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] };
}

/** Log lines with this message; every line the process wrote must be JSON. */
function linesSaying(message: string): Record<string, unknown>[] {
  const lines = service.stdout().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
}

function expectNoSecret(): void {
  const written = service.stdout() + service.stderr();
  for (const secret of [...Object.values(SECRETS), DATABASE_PASSWORD, API_KEY])
    expect(written).not.toContain(secret);
}

test('A5 · an unhandled rejection in a listener becomes one line without secrets, and the process lives', async () => {
  for (const [index] of REJECTIONS.entries()) {
    service.child.kill('SIGUSR2');
    await expect.poll(() => linesSaying('unhandled rejection'), PATIENT).toHaveLength(index + 1);
  }
  expect(linesSaying('unhandled rejection').map(({ level }) => level)).toEqual(REJECTIONS.map(() => 'error'));
  expect(service.stdout()).toContain('[secret]');
  expectNoSecret();
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(service.child.exitCode).toBeNull();
});

test('A5 · an uncaught exception ends the process with 1 after one line without secrets', async () => {
  service.child.kill('SIGHUP');
  expect(await service.exited).toBe(1);
  expect(linesSaying('uncaught exception')).toHaveLength(1);
  expectNoSecret();
});
