import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

/**
 * The real limits, so this file takes the 20 seconds of the longer one; all slow clients are slow at once, and
 * other files run beside it. Only lower bounds are held: a busy machine may be later, never earlier.
 */
const HEADERS_MS = 10_000;
const BODY_MS = 20_000;
const PATIENCE_MS = 60_000;
const SILENT = 150;

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp();
  ({ key } = await app.addServer());
});
afterAll(() => app.stop());

interface Ended {
  ms: number;
  text: string;
}

/** Sends `begin` at once and one more byte of `drops` every second, until the service closes. */
function drip(begin: string, drops: string): { socket: Socket; ended: Promise<Ended> } {
  const startedAt = performance.now();
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
  let text = '';
  let next = 0;
  socket.write(begin);
  const dripping = setInterval(() => {
    socket.write(drops.charAt(next % drops.length));
    next += 1;
  }, 1_000);
  socket.on('data', (data) => {
    text += data;
  });
  const ended = new Promise<Ended>((done) => {
    socket.once('close', () => {
      clearInterval(dripping);
      done({ ms: performance.now() - startedAt, text });
    });
  });
  return { socket, ended };
}

const readStatus = async () =>
  (await fetch(`${app.url}/api/v1/status`, { headers: { Authorization: `Bearer ${key}` } })).status;

const patient = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => patient.destroy());

/** Asks over the one connection of a client that keeps it. */
async function askPatiently() {
  const request = get(`${app.url}/api/v1/status`, {
    agent: patient,
    headers: { Authorization: `Bearer ${key}` },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const { localPort } = answer.socket;
  await answer.toArray();
  return { status: answer.statusCode, localPort, keepAlive: answer.headers['keep-alive'] };
}

test(
  `F52 · dripping headers are cut after 10 s, dripping bodies after 20 s, ${SILENT} silent connections too; others are served, even over a connection that was idle in the meantime`,
  async () => {
    const first = await askPatiently();
    const head = `POST /api/v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const silent = Array.from({ length: SILENT }, () => {
      const startedAt = performance.now();
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
        .on('error', () => undefined)
        .resume();
      return new Promise<number>((done) => {
        socket.once('close', () => done(performance.now() - startedAt));
      });
    });
    const headers = drip('GET /api/v1/status HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n');
    const body = drip(`${head}Content-Length: 100000\r\n\r\n{"messages":`, ' ');
    const chunks = drip(`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n');
    expect(await readStatus()).toBe(200);

    const cut = await headers.ended;
    expect(cut.text).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    expect(cut.ms).toBeGreaterThanOrEqual(HEADERS_MS);
    expect(Math.min(...(await Promise.all(silent)))).toBeGreaterThanOrEqual(HEADERS_MS);
    expect(await readStatus()).toBe(200);

    for (const { text, ms } of await Promise.all([body.ended, chunks.ended])) {
      expect(text).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
      expect(ms).toBeGreaterThanOrEqual(BODY_MS);
    }
    expect(await readStatus()).toBe(200);
    // Load balancers keep idle connections for 60 s.
    expect(first).toMatchObject({ status: 200, keepAlive: 'timeout=65' });
    expect(await askPatiently()).toEqual(first);
  },
  PATIENCE_MS,
);
