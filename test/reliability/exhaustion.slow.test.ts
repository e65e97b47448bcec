import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SHUTDOWN_GRACE_SECONDS } from '../../src/domain/limits.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { askOne } from '../support/load.ts';
import { type ServingProcess, startServing } from '../support/process.ts';
import { visit } from '../support/twin.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

/** On a busy machine a burst of large tickets may also have to wait too long for the database. */
const ANSWER_OR_503 = ['200', '503 ai_unavailable', '503 service_unavailable'];
/** What the embedded engine has for itself. */
const ENGINE_MB = 350;
/** For what happens in another process. */
const PATIENT = { timeout: 5_000 };

let database: TestDatabase;
let ai: AiStub;
let settings: Record<string, string>;
let key: string;
/** The process of the moment, each with less of something. */
let service: ServingProcess;
beforeAll(async () => {
  [database, ai] = await Promise.all([createTestDatabase(), startAiStub()]);
  const backend = { OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k' };
  settings = {
    ...database.settings,
    ...backend,
    LIMIT_PER_MINUTE: '100000',
    PREMIUM_WEEKLY_UNITS: '1000000000',
  };
  service = await startServing(settings, { node: ['--max-old-space-size=256'] });
  ({ key } = await visit(settings, (visitor) => visitor.addServer()));
});
beforeEach(() => ai.fault(null));
afterAll(async () => {
  await kill();
  await ai.close();
  await database.remove();
});

async function kill(): Promise<void> {
  await service.kill();
}

const readStatus = async () =>
  (await fetch(`${service.url}/api/v1/status`, { headers: { Authorization: `Bearer ${key}` } })).status;

test('A7 C26 · with 256 MB of heap the service survives and answers a burst of bodies at and above the limit', async ({
  annotate,
}) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const send = (body: string | Buffer, more: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/chat`, { method: 'POST', body, headers: { ...headers, ...more } }).then(
      describe,
    );
  const message = { role: 'user', content: 'berth '.repeat(2_660) };
  const largest = JSON.stringify({ messages: new Array(16).fill(message) });
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
  ai.fault(new Array<'huge'>(8).fill('huge'));
  const sent = Array.from({ length: 24 }, () => send(largest));
  const tooLarge = [
    ...Array.from({ length: 10 }, () => send(' '.repeat(3_000_000))),
    ...Array.from({ length: 10 }, () => send(bomb, { 'Content-Encoding': 'gzip' })),
  ];
  expect(new Set(await Promise.all(tooLarge))).toEqual(new Set(['413 body_too_large']));
  for (const outcome of await Promise.all(sent)) expect(ANSWER_OR_503).toContain(outcome);
  ai.fault(null);
  await expect.poll(() => send(largest), PATIENT).toBe('200');
  const peak = await readPeakMemory();
  expect(peak).toBeLessThan(database.settings.DATABASE_URL ? 512 : 512 + ENGINE_MB);
  await annotate(`${peak} MB at most`);
});

/** Status and, of a refusal, its code. */
async function describe(response: Pick<Response, 'status' | 'json'>): Promise<string> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return error ? `${response.status} ${error.code}` : String(response.status);
}

/** Most memory the process ever had, in MB; 0 where the system does not tell. */
async function readPeakMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

test('A8 · idle connections that use up all file descriptors cost a 503 at most, and once they are gone it answers as before', async () => {
  await kill();
  // The embedded engine has about 150 files of its own open.
  service = await startServing(settings, { files: database.settings.DATABASE_URL ? 64 : 192 });
  const kept = new Pool(service.url, { connections: 6, pipelining: 1 });
  const chat = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
    const answer = await kept.request({ method: 'POST', path: '/api/v1/chat', headers, body });
    return describe({ status: answer.statusCode, json: () => answer.body.json() });
  };
  await Promise.all(
    Array.from({ length: 6 }, () =>
      kept.request({ method: 'GET', path: '/healthz' }).then(({ body }) => body.dump()),
    ),
  );

  let turnedAway = 0;
  const idle = Array.from({ length: 200 }, () =>
    connect(Number(new URL(service.url).port), '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => {
        turnedAway += 1;
      }),
  );
  await expect.poll(() => turnedAway, PATIENT).toBeGreaterThan(0);
  const outcomes = await Promise.all(Array.from({ length: 24 }, chat));
  for (const outcome of outcomes) expect(ANSWER_OR_503).toContain(outcome);
  expect(outcomes.some((outcome) => outcome !== '200')).toBe(true);

  for (const socket of idle) socket.destroy();
  await expect.poll(() => readStatus().catch(String), PATIENT).toBe(200);
  await expect.poll(() => askOne({ url: service.url, key }).then(({ status }) => status), PATIENT).toBe(200);
  await kept.close();
});

test('A4 · SIGINT ends an idle service at once with exit code 0', async ({ annotate }) => {
  const startedAt = performance.now();
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);
  const ms = Math.round(performance.now() - startedAt);
  expect(ms).toBeLessThan((SHUTDOWN_GRACE_SECONDS * 1000) / 2);
  await annotate(`gone after ${ms} ms`);
});
