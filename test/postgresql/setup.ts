import { type ExpectStatic, expect, inject, onTestFinished } from 'vitest';
import { expectRefusal } from '../http/refusal.ts';
import { type ApiAnswer, startApp, type TestApp } from '../support/app.ts';
import { type ChaosProxy, startChaosProxy } from '../support/chaos-proxy.ts';
import { createTestDatabase } from '../support/database.ts';
import { findLedgerFaults } from '../support/ledger.ts';
import { askOne, type Load, type Seen, startLoad } from '../support/load.ts';

/** Every answer comes within one connect timeout and one statement timeout, which are 2 and 2.5 s. */
export const LONGEST_MS = 5_000;
/** The first 200 after the database is back. */
export const BACK_WITHIN_MS = 2_000;

/** Limits that no load here reaches, so that only the fault under test refuses. */
export const GENEROUS = {
  LIMIT_PER_MINUTE: '1000000',
  LIMIT_PER_DAY_PREMIUM: '1000000',
  PREMIUM_WEEKLY_UNITS: '1000000000000',
};

/** Tests that run beside others wait with the `expect` of their own context. */
interface Expecting {
  expect: ExpectStatic;
}

/** The service behind a proxy that stands between it and its PostgreSQL. */
export interface ProxiedApp extends TestApp {
  proxy: ChaosProxy;
  /** The same database past the proxy, and past the pooler of this run. */
  databaseUrl: string;
  /** Holds the books to the answers, within the time in which a release is tried again a few times. */
  expectSoundLedger(serverId: string, seen: readonly Seen[], test?: Expecting): Promise<void>;
}

/** @param settings as in the environment; the addresses of the database are replaced. */
export async function startProxiedApp(settings: Record<string, string> = {}): Promise<ProxiedApp> {
  const { databaseUrl, proxy, throughProxy, close } = await openProxiedDatabase();
  const app = await startApp({ ...GENEROUS, ...settings, ...throughProxy });
  return {
    ...app,
    proxy,
    databaseUrl,
    expectSoundLedger: (serverId, seen, test = { expect }) => {
      const answered = seen.filter(({ status }) => status === 200).map(({ question }) => question);
      return test.expect
        .poll(() => findLedgerFaults(databaseUrl, serverId, answered), { timeout: 5_000 })
        .toEqual([]);
    },
    stop: async () => {
      await proxy.heal();
      await app.stop();
      await close();
    },
  };
}

/** For tests beside each other: an app of one's own with several connections open and idle. */
export async function withApp(
  settings: Record<string, string>,
  act: (app: ProxiedApp) => Promise<void>,
): Promise<void> {
  const app = await startProxiedApp(settings);
  try {
    await Promise.all(Array.from({ length: 4 }, () => fetch(`${app.url}/readyz`)));
    await act(app);
  } finally {
    await app.stop();
  }
}

/**
 * A migrated database of one's own with a proxy before it.
 * @param way that leads through the proxy; without a pooler in this run there is only one.
 */
export async function openProxiedDatabase(way: 'usual' | 'direct' = 'usual') {
  const database = await createTestDatabase();
  const { settings, directUrl: databaseUrl } = database;
  const name = way === 'direct' && settings.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const url = new URL(settings[name] ?? '');
  const proxy = await startChaosProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  const close = async () => {
    await proxy.close();
    await database.remove();
  };
  return { databaseUrl, proxy, throughProxy: { ...settings, [name]: url.href }, close };
}

/** Behind a pooler statements have no names. */
const TEXTS: Record<string, string> = {
  'find-key': 'FROM api_keys k',
  'claim-idempotency': 'INSERT INTO idempotency AS i',
};

/** What the bytes of a statement hold every time it is sent. @param statement by its name, or a part of its text. */
export function markOf(statement: string): string {
  const { url, directUrl } = inject('database');
  return url === directUrl ? statement : (TEXTS[statement] ?? statement);
}

/** Load that ends with its test, whatever becomes of that. */
export function loadDuringTest(...input: Parameters<typeof startLoad>): Load {
  const load = startLoad(...input);
  onTestFinished(async () => void (await load.stop()));
  return load;
}

/** Asks one question until it is answered. @returns every answer, and how long it took in milliseconds. */
export async function askUntilAnswered(
  target: { url: string; key: string },
  options: Parameters<typeof askOne>[1],
  test: Expecting = { expect },
): Promise<{ seen: Seen[]; ms: number }> {
  const startedAt = performance.now();
  const seen: Seen[] = [];
  const ask = async () => {
    const one = await askOne(target, options);
    seen.push(one);
    return one.status;
  };
  await test.expect.poll(ask, { timeout: 5_000, interval: 20 }).toBe(200);
  return { seen, ms: performance.now() - startedAt };
}

/** Only answers and proper 503s, none of them late. */
export function expectOnlyAnswersAnd503(seen: readonly Seen[]): void {
  for (const one of seen) if (one.status !== 200) expectRefusal(one as ApiAnswer, 'service_unavailable');
  expect(longestOf(seen)).toBeLessThan(LONGEST_MS);
}

/** In milliseconds. */
function longestOf(seen: readonly Seen[]): number {
  return seen.reduce((longest, { sentAt, answeredAt }) => Math.max(longest, answeredAt - sentAt), 0);
}

/** From `since` to the first 200 that was asked for after it, in milliseconds. */
export function firstAnswerAfter(since: number, seen: readonly Seen[]): number {
  const first = seen.find(({ status, sentAt }) => status === 200 && sentAt >= since);
  return (first?.answeredAt ?? Number.POSITIVE_INFINITY) - since;
}
