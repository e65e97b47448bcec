import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendForOne } from '../http/refusal.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServingProcess, startServing } from '../support/process.ts';
import { visit } from '../support/twin.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const SECRETS = {
  OPENAI_API_KEY: 'sk-the-key-of-the-backend',
  METRICS_TOKEN: 'the-token-of-the-metrics',
  SESSION_SECRET: 'the-secret-that-signs-cookies-of-32-bytes',
};
/** What would end a line, colour a terminal, or pass for a line of its own. */
const HOSTILE = 'Blaubeerkuchen\r\n{"level":"info","msg":"forged"}\n\u001b[31m\u2028\u0085\u0000red\u001b[0m';
const PLAIN = 'Which oven bakes a Pflaumenkuchen best?';

let database: TestDatabase;
let ai: AiStub;
let service: ServingProcess;
let key: string;
beforeAll(async () => {
  [database, ai] = await Promise.all([createTestDatabase(), startAiStub()]);
  const settings = {
    ...{ ...database.settings, ...SECRETS, OPENAI_BASE_URL: ai.url },
    ...{ ROLES: 'api,jobs', LOG_LEVEL: 'trace', DISCORD_TOKEN: 'no-demo-server-is-made' },
  };
  service = await startServing(settings);
  ({ key } = await visit(settings, (visitor) =>
    visitor.addServer({ name: HOSTILE.replace('\u0000', ''), level: 'V1' }),
  ));
});
afterAll(async () => {
  await service.stop();
  await ai.close();
  await database.remove();
});

interface Line {
  level: string;
  time: string;
  msg: string;
  request_id?: string;
}

const linesOf = (output: string) => output.split('\n').filter((line) => line !== '');

/** The line of a request, once it is written. */
async function lineOf(id: string): Promise<Line & Record<string, unknown>> {
  const output = await service.saw(id);
  return JSON.parse(linesOf(output).find((line) => line.includes(id)) ?? '');
}

function chat(content: string, more: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messages: [{ role: 'user', content, ...more }], customer: HOSTILE.slice(0, 90) }),
  });
}

describe('the log of a running service', () => {
  test('has one line for each request with id, method, route, status and time, but none of its words', async () => {
    const answer = await chat(PLAIN);
    const id = answer.headers.get('x-request-id') ?? '';
    const line = await lineOf(id);
    expect(Object.keys(line).toSorted()).toEqual(
      ['key', 'level', 'method', 'ms', 'msg', 'request_id', 'route', 'server', 'status', 'time'].toSorted(),
    );
    expect(line).toMatchObject({ request_id: id, method: 'POST', route: '/api/v1/chat', status: 200 });
  });

  test('has one JSON object per line, whatever texts, names, paths, headers and backend faults contain', async () => {
    const { url } = service;
    const answers = [
      await chat(HOSTILE, { name: HOSTILE.slice(0, 90) }),
      await chat(HOSTILE, {}, { 'idempotency-key': '\u00e9 Blaubeerkuchen'.repeat(20) }),
      await chat('x'.repeat(20_000) + HOSTILE),
      await fetch(`${url}/${encodeURIComponent(HOSTILE)}`),
      await fetch(`${url}/api/v1/status?q=${encodeURIComponent(HOSTILE)}`, {
        headers: {
          authorization: 'Bearer \u00e9Blaubeerkuchen',
          'user-agent': '\u00e9 Blaubeerkuchen',
        },
      }),
    ];
    ai.fault({ status: 500, body: HOSTILE, headers: {} });
    answers.push(await chat(PLAIN));
    ai.reply(HOSTILE);
    ai.fault(null);
    answers.push(await chat(PLAIN));
    for (const answer of answers) await lineOf(answer.headers.get('x-request-id') ?? '');
    for (const target of [
      '/\u001b[31mBlaubeerkuchen',
      '/ HTTP/1.1\r\nX-Name: \u001b[31mBlaubeerkuchen\r\nX-Rest:',
    ]) {
      const raw = await sendForOne(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(raw.status).toBeGreaterThanOrEqual(400);
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 404, 401, 503, 503]);
    for (const line of linesOf(service.stdout())) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), msg: expect.any(String) });
      expect(JSON.parse(line).msg).not.toBe('forged');
    }
  });

  test('contains no text, key, token or control character, even at its most detailed level', async () => {
    await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${SECRETS.METRICS_TOKEN}` } });
    const last = await fetch(`${service.url}/healthz`);
    await lineOf(last.headers.get('x-request-id') ?? '');
    const output = service.stdout() + service.stderr();
    for (const word of [key, ...Object.values(SECRETS), 'kuchen', 'Hello from the stub'])
      expect(output).not.toContain(word);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(output.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  });
});
