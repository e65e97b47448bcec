import { spawn, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../src/adapters/db/migrate.ts';
import { RESERVATION_GRACE_SECONDS, SHUTDOWN_GRACE_SECONDS } from '../../src/domain/limits.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { readBooks } from '../support/books.ts';
import { createTestDatabase, makeFolder, type TestDatabase } from '../support/database.ts';
import { askOne } from '../support/load.ts';
import { findFreePort, startByNpm, startProcess, startServing } from '../support/process.ts';
import { visit } from '../support/twin.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const AI_TIMEOUT_MS = 60_000;
/** By then a reservation that nobody gave back has expired. */
const EXPIRED_MS = AI_TIMEOUT_MS + (RESERVATION_GRACE_SECONDS + 1) * 1000;

/** A database with a backend of its own, for one service at a time. */
interface Place {
  database: TestDatabase;
  ai: AiStub;
  settings: Record<string, string>;
}

/** Stands in for a machine that reaches no name server. */
const NO_NAME_SERVER = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  dns.lookup = (name, _options, done) => done(Object.assign(new Error(name), { code: 'EAI_AGAIN' }));
`)}`;

async function openPlace(): Promise<Place> {
  const [database, ai] = await Promise.all([createTestDatabase(), startAiStub()]);
  const backend = { OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k', AI_TIMEOUT_MS: String(AI_TIMEOUT_MS) };
  return { database, ai, settings: { ...database.settings, ...backend, LIMIT_PER_MINUTE: '1000' } };
}

async function closePlace({ database, ai }: Place): Promise<void> {
  await ai.close();
  await database.remove();
}

/** A running service with `count` questions that its backend has got and not answered. */
const METRICS_TOKEN = 'only-prometheus-knows';

async function startBusy(place: Place, count: number) {
  const service = await startServing({ ...place.settings, METRICS_TOKEN });
  const { id, key } = await visit(place.settings, (visitor) => visitor.addServer());
  const asked = place.ai.requests.length;
  const letGo = place.ai.hold();
  const inFlight = Array.from({ length: count }, () => askOne({ url: service.url, key }));
  await place.ai.received(asked + count);
  return { service, id, key, letGo, inFlight };
}

/** All rows by which the server is counted or charged; the minute keeps what was lost, so it is left out. */
function readPurse(place: Place, serverId: string) {
  return visit(
    place.settings,
    async (visitor) => {
      await visitor.core.ledger.sweep();
      const { key_windows: _, ...purse } = await readBooks(visitor, serverId);
      return Object.values(purse).flat();
    },
    EXPIRED_MS,
  );
}

const place = await openPlace();
/** Ten seconds pass until what hangs is cut, so that begins with the file and is looked at last. */
const cut = stopWhileOneHangs();
cut.catch(() => undefined);
afterAll(() => closePlace(place));

async function stopWhileOneHangs() {
  const own = await openPlace();
  const { service, id, letGo, inFlight } = await startBusy(own, 1);
  const startedAt = performance.now();
  service.child.kill('SIGTERM');
  const code = await service.exited;
  const ms = Math.round(performance.now() - startedAt);
  const outcome = { code, ms, closed: own.ai.closedByClient, statuses: await statusesOf(inFlight) };
  const purse = await readPurse(own, id);
  letGo();
  await closePlace(own);
  return { ...outcome, purse };
}

async function statusesOf(inFlight: ReturnType<typeof askOne>[]): Promise<number[]> {
  return (await Promise.all(inFlight)).map(({ status }) => status);
}

/** Tells when the first module of a package is loaded; what is written to stdout keeps its order. */
const TELL_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const wanted = new Set(['node-cron']);
  registerHooks({
    load(url, context, next) {
      for (const name of wanted) {
        if (!url.includes('/node_modules/' + name + '/')) continue;
        wanted.delete(name);
        writeSync(1, name + ' loaded\\n');
      }
      return next(url, context);
    },
  });
`)}`;

describe('starting', () => {
  test('on a database that is up to date listens before the scheduler is loaded', async () => {
    const own = await openPlace();
    await visit(own.settings, (visitor) => visitor.addServer());
    // With the dashboard there is a link to sign in, which is written down first.
    const settings = { ...own.settings, ROLES: 'api,jobs' };
    const service = await startServing(settings, { node: ['--import', TELL_LOADED] });
    await service.saw('node-cron loaded');
    const [first] = service.stdout().match(/"msg":"listening on|node-cron loaded/g) ?? [];
    expect(first).toBe('"msg":"listening on');
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    await closePlace(own);
  });

  test('with `npm start` passes a signal for npm to the service itself, and leaves nothing behind', async () => {
    const own = await openPlace();
    // Ends when all have let go of its output: a service that npm has lost would keep it.
    const service = startByNpm(own.settings);
    await service.saw('"msg":"listening on');
    expect(await service.stop()).toBe(0);
    expect(service.stdout()).toContain('"msg":"stopping"');
    await closePlace(own);
  });

  test('without the packages says in one sentence how to get them', () => {
    const folder = makeFolder('lotse-start-');
    mkdirSync(join(folder, 'src'));
    copyFileSync('src/installed.mjs', join(folder, 'src/installed.mjs'));
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'src/installed.mjs')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'Lotse is not installed yet: run "npm ci" in this folder first. It brings Node 24 and the packages.\n',
    ]);
    rmSync(folder, { recursive: true });
  });

  test('goes on where nothing can be written to its terminal any more', async () => {
    const own = await openPlace();
    const [port, full] = [await findFreePort(), openSync('/dev/full', 'w')];
    const child = spawn(process.execPath, [resolve('src/main.ts')], {
      env: { ...own.settings, PORT: String(port), LOG_FORMAT: 'pretty' },
      cwd: tmpdir(),
      stdio: ['ignore', full, 'ignore'],
    });
    const exited = new Promise((done) => child.once('close', done));
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`)
        .then(({ status }) => status)
        .catch(() => 0);
    try {
      await expect.poll(isReady, { timeout: 50_000 }).toBe(200);
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
      closeSync(full);
      await closePlace(own);
    }
  });

  test('with wrong settings lists every fault, starts nothing and exits with 1', async () => {
    const service = startProcess('src/main.ts', {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://somewhere/secret-password',
      QUOTA_TIME_ZONE: 'Europe/Atlantis',
      TOP_UP_PACKS: 'many',
    });
    expect(await service.exited).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'QUOTA_TIME_ZONE', 'TOP_UP_PACKS', 'SESSION_SECRET']) {
      expect(service.stderr()).toContain(`- ${name}: `);
    }
    expect(service.stderr()).not.toContain('secret-password');
    expect(service.stdout()).toBe('');
  });

  test('on a taken port says so and exits with 1', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => blocker.once('listening', done));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const service = startProcess('src/main.ts', { ...place.settings, PORT: port });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toBe(`127.0.0.1:${port} is in use by another program. Set another PORT.\n`);
    await new Promise((done) => blocker.close(done));
  });

  test.each([
    ['an address of elsewhere', '192.0.2.1', []],
    ['a link-local one without its zone', 'fe80::1', []],
    ['a name that nobody could be asked for', 'host.invalid', ['--import', NO_NAME_SERVER]],
  ])('on %s as HOST says so and exits with 1', async (_, HOST, node) => {
    const service = startProcess('src/main.ts', { ...place.settings, HOST, PORT: '0' }, [], { node });
    expect([await service.exited, service.stderr()]).toEqual([
      1,
      'HOST is not an address of this machine. 127.0.0.1 accepts connections from this machine only, 0.0.0.0 from all.\n',
    ]);
  });

  test('with a data folder that is not a folder says so and exits with 1', async () => {
    const folder = makeFolder('lotse-file-');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const service = startProcess('src/main.ts', { DATA_DIR: file, PORT: '0' });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toBe(
      `The data folder ${file} cannot be used (EEXIST): it must be a folder that belongs to the user who runs Lotse. Set another DATA_DIR.\n`,
    );
    rmSync(folder, { recursive: true });
  });

  test('on the database of a later version says so and exits with 1', async () => {
    const later = await createTestDatabase();
    await visit(later.settings, async ({ core: { database } }) => {
      await migrate(database);
      await sql`INSERT INTO kysely_migration VALUES ('9999-later', '2999-01-01')`.execute(database.kysely);
    });
    const service = startProcess('src/main.ts', { ...later.settings, PORT: '0' });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toMatch(/^The database was used by a later version of Lotse\. .+\n$/);
    await later.remove();
  });
});

describe('SIGTERM', () => {
  // The first process of a container never hears a signal that it does not listen for, and is killed in the end.
  test('while a database is being created is obeyed once it is there, with exit code 0', async () => {
    const folder = makeFolder('lotse-start-');
    const service = startProcess('src/main.ts', { DATA_DIR: folder, PORT: '0' });
    await expect.poll(() => existsSync(join(folder, 'postgres.new')), { timeout: 30_000 }).toBe(true);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.stdout()).toContain('"msg":"stopping"');
    expect(service.stdout()).not.toContain('"msg":"listening on');
    rmSync(folder, { recursive: true });
  });

  test('while the demo is being filled is obeyed once its key was shown, with exit code 0', async () => {
    const folder = makeFolder('lotse-start-');
    const service = startProcess('src/main.ts', { DATA_DIR: folder, PORT: '0' });
    await service.saw('"applied":[');
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.stderr()).toBe('');
    expect(service.stdout()).toMatch(/lts_\w{38}/);
    rmSync(folder, { recursive: true });
  });

  test('A3 · lets 30 requests in flight finish, answers new ones and /readyz with 503 and exits with 0', async () => {
    const { service, key, letGo, inFlight } = await startBusy(place, 30);
    service.child.kill('SIGTERM');
    await service.saw('stopping');
    const late = await askOne({ url: service.url, key });
    expect([late.status, late.body]).toMatchObject([503, { error: { code: 'service_unavailable' } }]);
    const probe = await fetch(`${service.url}/readyz`);
    expect(probe.status).toBe(503);
    expect(await probe.json()).toMatchObject({ status: 'stopping' });
    // No fault of the database, which the alert about such refusals would look for.
    const metrics = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const refusals = (await metrics.text()).match(/^lotse_http_refusals_total.*(?: [^0])$/gm);
    expect(refusals).toEqual(['lotse_http_refusals_total{code="not_serving"} 1']);
    letGo();
    expect(await statusesOf(inFlight)).toEqual(Array(30).fill(200));
    expect(await service.exited).toBe(0);
    // What was planned is nothing to look into.
    expect(service.stdout()).not.toContain('"level":"error"');
  });

  test.each([
    'SIGTERM',
    'SIGINT',
  ] as const)('A4 · twice ends at once and leaves a ledger that the sweep makes consistent: %s', async (signal) => {
    const { service, id, letGo, inFlight } = await startBusy(place, 5);
    service.child.kill(signal);
    await service.saw('stopping');
    const startedAt = performance.now();
    // Under npm a Ctrl+C comes twice at the same moment and is one, so it is said until it is heard.
    const again = setInterval(() => service.child.kill(signal), 20);
    expect(await service.exited.finally(() => clearInterval(again))).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan((SHUTDOWN_GRACE_SECONDS * 1000) / 2);
    expect(await statusesOf(inFlight)).toEqual(Array(5).fill(0));
    letGo();
    expect(await readPurse(place, id)).toEqual([]);
  });

  test('A4 · a Ctrl+C that arrives twice at the same moment counts once', async () => {
    const { service, letGo, inFlight } = await startBusy(place, 5);
    service.child.kill('SIGINT');
    service.child.kill('SIGINT');
    await service.saw('stopping');
    letGo();
    expect(await statusesOf(inFlight)).toEqual(Array(5).fill(200));
    expect(await service.exited).toBe(0);
  });

  test('A3 · ends hanging requests after the grace period, releases what they held and exits with 0', async ({
    annotate,
  }) => {
    const { ms, ...outcome } = await cut;
    expect(outcome).toEqual({ code: 0, closed: 1, statuses: [0], purse: [] });
    expect(ms).toBeGreaterThanOrEqual(SHUTDOWN_GRACE_SECONDS * 1000);
    expect(ms).toBeLessThan(AI_TIMEOUT_MS);
    await annotate(`gone after ${ms} ms`);
  });
});
