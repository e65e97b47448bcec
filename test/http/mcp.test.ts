import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpApp } from '../../src/channels/http/app.ts';
import { chatResponseSchema } from '../../src/channels/http/contract.ts';
import { PUBLIC_ERRORS } from '../../src/channels/http/errors.ts';
import { listen } from '../../src/channels/http/server.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { type ApiAnswer, ask, NOON, showLog, startApp } from '../support/app.ts';
import { expectNothingCounted, readBooks, readCharges, readWeek, setUsed } from '../support/books.ts';
import { expectRefusal } from './refusal.ts';

const stub = await startAiStub();
const app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
const address = new URL('/mcp', app.url);
const clients: Client[] = [];
beforeEach(() => {
  stub.fault(null);
  stub.reply({ answer: 'At nine.', needs_team: false, answerable: true, used: ['hours'] });
  app.clock.now = NOON;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await app.stop();
  await stub.close();
});

const ENTRIES = [
  {
    ...{ id: 'hours', title: 'When does the harbour open?', text: 'The harbour opens at nine.' },
    link: 'https://harbour.example/hours',
  },
  { id: 'berths', title: 'What does a berth cost?', text: 'A berth costs five crowns a night.' },
  { id: 'old', title: 'Regatta of the harbour', text: 'It starts in March.', valid_until: '2026-03-18' },
];

/** A server with knowledge and a key of each scope. */
async function addServer(change: Parameters<typeof app.addServer>[0] = {}) {
  const server = await app.addServer(change);
  await app.addKnowledge(server.id, ENTRIES);
  const { key } = await createKey(app.core, { serverId: server.id, scope: 'knowledge' });
  return { ...server, knowledgeKey: key };
}

/** The reference client of the protocol, connected. */
async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'reference', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  // Its own types contradict each other under exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }) as Transport);
  clients.push(client);
  return client;
}

interface Outcome {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  data: any;
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Outcome> {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  return { isError: isError === true, text: first?.text ?? '', data: structuredContent };
}

async function post(
  body: unknown,
  { key, ...headers }: Record<string, string> & { key?: string } = {},
): Promise<ApiAnswer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}

/** With the question, one message more than a ticket has. */
const LONG = new Array(20).fill({ role: 'user', content: 'x' });
const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 7, method, params });
const hitsOf = async (serverId: string) =>
  (await readBooks(app, serverId)).key_windows.flatMap(({ hits }) => hits as Date[]).length;

describe('the reference client', () => {
  test('lists the tools that its key may use, and no other', async () => {
    const { key, knowledgeKey } = await addServer();
    const [chat, knowledge] = [await connect(key), await connect(knowledgeKey)];
    const named = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await named(chat)).toEqual(['ask', 'search_knowledge', 'read_entry']);
    expect(await named(knowledge)).toEqual(['search_knowledge', 'read_entry']);
    const [tool] = (await chat.listTools()).tools;
    expect(tool?.inputSchema).toMatchObject({ type: 'object', required: ['question'] });
    expect(JSON.stringify(tool)).not.toContain('$ref');
    expect(chat.getServerVersion()?.name).toBe('lotse');
    await chat.ping();
  });

  test('asks, and gets what the API says, with the notice in the text; it counts and costs the same', async () => {
    const { id, key } = await addServer();
    const client = await connect(key);
    const question = 'When does the harbour open?';
    const conversation = [
      { role: 'user', content: 'Hello', name: 'Kim' },
      { role: 'assistant', content: 'Hello Kim!' },
    ];
    const said = await call(client, 'ask', { question, conversation, customer: 'Kim' });
    const { id: answerId, usage, ...answer } = chatResponseSchema.parse(said.data);
    expect(said).toMatchObject({ isError: false, text: `${answer.answer}\n\n${answer.ai_notice}` });
    expect(answer.answer).toBe('At nine.');
    expect(usage.requests_today).toBe(1);
    expect(JSON.stringify(stub.requests.at(-1)?.body)).toContain('Hello Kim!');
    const messages = [...conversation, { role: 'user', content: question }];
    const { body } = await app.chat(key, { messages, customer: 'Kim' });
    expect(body).toMatchObject(answer);
    const [first, second] = await readCharges(app, id);
    expect([first?.id, first?.units]).toEqual([answerId, second?.units]);
    expect(await hitsOf(id)).toBe(2);
  });

  test('searches with both keys and reads what it found; each look counts in the minute and costs nothing', async () => {
    const { id, key, knowledgeKey } = await addServer();
    const client = await connect(knowledgeKey);
    const { text, data } = await call(client, 'search_knowledge', { query: 'harbour open', limit: 1 });
    const { score, ...passage } = data.passages[0];
    expect(passage).toEqual({
      ...{ id: 'hours', title: 'When does the harbour open?', text: 'The harbour opens at nine.' },
      link: 'https://harbour.example/hours',
    });
    expect([data.passages.length, score > 0, JSON.parse(text)]).toEqual([1, true, data]);
    const again = await call(await connect(key), 'search_knowledge', { query: 'harbour open' });
    expect(again.data.passages[0]).toEqual({ ...passage, score });
    const read = await call(client, 'read_entry', { id: passage.id });
    expect(read.data).toMatchObject({ ...passage, valid_until: null, questions: [] });
    expect(await hitsOf(id)).toBe(3);
    const { reservations, charges, day_counts, answers } = await readBooks(app, id);
    expect({ reservations, charges, day_counts, answers }).toEqual({
      ...{ reservations: [], charges: [], day_counts: [], answers: [] },
    });
    expect(await readWeek(app, id)).toMatchObject({ used: 0, reserved: 0 });
  });

  test('reads the whole entry by the id of a passage of it', async () => {
    const { id, knowledgeKey } = await addServer();
    const text = `${'Ropes are long. '.repeat(300)}The end.`;
    await app.addKnowledge(id, [{ id: 'ropes', title: 'Ropes', text }]);
    const read = await call(await connect(knowledgeKey), 'read_entry', { id: 'ropes#2' });
    expect(read.data).toMatchObject({ id: 'ropes', text });
  });

  test('never sees what expired, was suspended or belongs to another server', async () => {
    const { id, knowledgeKey } = await addServer();
    const other = await app.addServer();
    await app.addKnowledge(other.id, [{ id: 'secret', title: 'Harbour of others', text: 'Harbour.' }]);
    const { kysely } = app.core.database;
    const suspended = { status: 'suspended' as const };
    await kysely.updateTable('knowledge').set(suspended).where('id', '=', 'berths').execute();
    app.clock.now += 24 * 3_600_000;
    const client = await connect(knowledgeKey);
    const { data } = await call(client, 'search_knowledge', { query: 'harbour regatta berth', limit: 20 });
    expect(data.passages.map((passage: { id: string }) => passage.id)).toEqual(['hours']);
    for (const hidden of ['old', 'berths', 'secret', 'none', 'hours\u0000', '../hours']) {
      const read = await call(client, 'read_entry', { id: hidden });
      expect([read.isError, read.data.error.code]).toEqual([true, 'not_found']);
    }
    expect(await readWeek(app, id)).toMatchObject({ used: 0, reserved: 0 });
  });
});

describe('a refusal is a tool error with the text of the API', () => {
  const textOf = (code: keyof typeof PUBLIC_ERRORS) => PUBLIC_ERRORS[code].message;

  test('402 when the quota is used up, without a cost', async () => {
    const { id, key } = await addServer();
    await setUsed(app, id, app.core.config.PREMIUM_WEEKLY_UNITS / 2);
    const client = await connect(key);
    const said = await expectNothingCounted(app, id, () => call(client, 'ask', { question: 'Open?' }));
    expect(said).toMatchObject({ isError: true, text: textOf('quota_exhausted') });
    expect(said.data.error).toMatchObject({ type: 'quota', code: 'quota_exhausted' });
    expect(said.data.error.details.top_up_url).toContain(id);
    expect((await call(client, 'search_knowledge', { query: 'harbour' })).isError).toBe(false);
  });

  test('503 when the backend is away, without its own words and without a charge', async () => {
    const { id, key } = await addServer();
    const client = await connect(key);
    stub.fault('status:500');
    const said = await call(client, 'ask', { question: 'When does the harbour open?' });
    expect(said).toMatchObject({ isError: true, text: expect.stringContaining(textOf('ai_unavailable')) });
    expect(said.data.error).toEqual({
      ...{ type: 'server', code: 'ai_unavailable', message: textOf('ai_unavailable') },
    });
    expect(app.logged.some(({ fields }) => fields.request_id === said.data.request_id)).toBe(true);
    expect([await readCharges(app, id), (await readBooks(app, id)).reservations]).toEqual([[], []]);
  });

  test('500 for a fault of ours, and the log alone says which', async () => {
    const { key } = await addServer();
    const client = await connect(key);
    const { ledger } = app.core;
    app.core.ledger = { ...ledger, admit: () => Promise.reject(new Error('the secret of the house')) };
    const said = await call(client, 'search_knowledge', { query: 'harbour' });
    app.core.ledger = ledger;
    expect(said).toMatchObject({ isError: true, text: textOf('internal_error') });
    expect(JSON.stringify(said)).not.toContain('secret');
    expect(showLog(app)).toContain('the secret of the house');
  });

  test('429 for a client that floods: 20 of 60 are answered and charged once, the rest counts nowhere', async () => {
    const { id, key } = await addServer();
    const client = await connect(key);
    const flood = Array.from({ length: 60 }, () => call(client, 'ask', { question: 'When does it open?' }));
    const said = await Promise.all(flood);
    const refused = said.filter(({ isError }) => isError);
    expect(refused).toHaveLength(40);
    for (const { text, data } of refused) {
      expect(text).toBe(`${textOf('rate_limited_minute')} Retry after 60 s.`);
      expect(data).toMatchObject({ error: { code: 'rate_limited_minute' }, retry_after_seconds: 60 });
    }
    expect([(await readCharges(app, id)).length, await hitsOf(id)]).toEqual([20, 20]);
    await expectNothingCounted(app, id, async () => {
      expect((await call(client, 'search_knowledge', { query: 'harbour' })).text).toContain('60 seconds');
    });
    expect((await app.chat(key, ask('Hi'))).status).toBe(429);
    app.clock.now += 60_000;
    expect((await call(client, 'search_knowledge', { query: 'harbour' })).isError).toBe(false);
  });

  test('403 for a tool of the other scope, for a trial without its terms, and for a server without the bot', async () => {
    const { id, key, knowledgeKey } = await addServer({ plan: 'free', members: 1 });
    const [chat, knowledge] = [await connect(key), await connect(knowledgeKey)];
    await expectNothingCounted(app, id, async () => {
      expect(await call(knowledge, 'ask', { question: 'When does it open?' })).toMatchObject({
        ...{ isError: true, text: textOf('wrong_scope') },
      });
      for (const [name, given] of [
        ['ask', { question: 'Open?' }],
        ['search_knowledge', { query: 'harbour' }],
        ['read_entry', { id: 'hours' }],
      ] as const)
        expect((await call(chat, name, given)).text).toBe(textOf('trial_requirements_not_met'));
    });
    expect((await call(knowledge, 'read_entry', { id: 'hours' })).isError).toBe(false);
    await changeServer(app.core, id, { active: false });
    const gone = await call(knowledge, 'read_entry', { id: 'hours' });
    expect(gone).toMatchObject({ isError: true, text: textOf('server_inactive') });
  });

  test.each<[string, string, object]>([
    ['ask', 'question is missing', {}],
    ['ask', 'question must not be empty', { question: '' }],
    ['ask', 'question must', { question: 'x'.repeat(16_001) }],
    ['ask', 'conversation[0].role', { question: 'Open?', conversation: [{ role: 'system', content: 'x' }] }],
    ['ask', 'conversation must', { question: 'Open?', conversation: LONG }],
    ['search_knowledge', 'query must', { query: ' ' }],
    ['search_knowledge', 'limit must', { query: 'x', limit: 21 }],
  ])('and one sentence names the argument of %s that is wrong: %s', async (name, sentence, given) => {
    const { id, key } = await addServer();
    const client = await connect(key);
    const said = await expectNothingCounted(app, id, () => call(client, name, { ...given }));
    expect(said.isError).toBe(true);
    expect(said.text.startsWith(sentence), said.text).toBe(true);
  });
});

describe('POST /mcp', () => {
  test('without a valid key is 401, as everywhere in the API', async () => {
    for (const key of ['', 'nonsense', `lts_${'a'.repeat(38)}`])
      expectRefusal(await post(request('tools/list'), key ? { key } : {}), 'invalid_api_key');
    await expect(connect('lts_wrong')).rejects.toThrow('invalid_api_key');
  });

  test('is 403 for a page of another site, and open to our own', async () => {
    const { key } = await addServer();
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `${app.url}.evil.example`]) {
      const { status, body } = await post(request('ping'), { key, Origin: origin });
      expect([status, body.error.code]).toEqual([403, 'forbidden']);
    }
    const { origin } = new URL(app.core.config.PUBLIC_URL);
    expect((await post(request('ping'), { key, Origin: origin })).status).toBe(200);
  });

  test.each([
    ['{"jsonrpc": ', 400, -32700, null],
    ['', 400, -32700, null],
    ['5', 400, -32600, null],
    [[request('ping')], 400, -32600, null],
    [{ id: 7, method: 'ping' }, 400, -32600, null],
    [{ ...request('ping'), id: null }, 400, -32600, null],
    [{ jsonrpc: '2.0', id: 7, result: {} }, 400, -32600, null],
    [request('resources/list'), 200, -32601, 7],
    [request('constructor'), 200, -32601, 7],
    [request('initialize'), 200, -32602, 7],
    [request('tools/call'), 200, -32602, 7],
    [request('tools/call', { name: 'none' }), 200, -32602, 7],
    [request('tools/call', { name: 'ask', arguments: [] }), 200, -32602, 7],
  ])('answers %j with status %i and error %i', async (body, status, code, id) => {
    const { key } = await addServer();
    const answer = await post(body, { key });
    expect([answer.status, answer.body]).toEqual([
      status,
      { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
    ]);
  });

  test('takes at most 256 KiB, and JSON alone', async () => {
    const { key } = await addServer();
    const big = request('ping', { filler: 'x'.repeat(256 * 1024) });
    expectRefusal(await post(big, { key }), 'body_too_large');
    const typed = await post(request('ping'), { key, 'Content-Type': 'text/plain' });
    expectRefusal(typed, 'unsupported_media_type');
  });

  test('does nothing for a notification, and says 202', async () => {
    const { id, key } = await addServer();
    const { id: _, ...notification } = request('tools/call', { name: 'ask', arguments: { question: 'Hi' } });
    await expectNothingCounted(app, id, async () => {
      for (const sent of [notification, { ...notification, method: 'notifications/initialized' }]) {
        const answer = await post(sent, { key });
        expect([answer.status, answer.body]).toEqual([202, '']);
      }
    });
  });

  test('ends with a client that leaves, and charges nothing that the backend had not answered', async () => {
    const { id, key } = await addServer();
    const [closed, asked] = [stub.closedByClient, stub.requests.length];
    const letGo = stub.hold();
    const client = new AbortController();
    const left = fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify(request('tools/call', { name: 'ask', arguments: { question: 'Open?' } })),
      signal: client.signal,
    });
    await stub.received(asked + 1);
    client.abort();
    await expect(left).rejects.toThrow(/abort/);
    await stub.closed(closed + 1);
    letGo();
    await expect.poll(async () => (await readBooks(app, id)).reservations).toEqual([]);
    expect(await readCharges(app, id)).toEqual([]);
  });

  test('agrees on a version of the protocol, and refuses one that it does not speak', async () => {
    const { key } = await addServer();
    const agreed = async (protocolVersion: string) =>
      (await post(request('initialize', { protocolVersion }), { key })).body.result.protocolVersion;
    expect(await agreed('2025-06-18')).toBe('2025-06-18');
    expect(await agreed('1999-01-01')).toBe('2025-11-25');
    const odd = await post(request('ping'), { key, 'MCP-Protocol-Version': '1999-01-01' });
    expect([odd.status, odd.body.id, odd.body.error.code]).toEqual([400, 7, -32600]);
  });

  test('is 503 while the process starts or stops, like every route of the API', async () => {
    const lifecycle = { isStarting: () => true, isStopping: () => false, discord: () => 'off' };
    const starting = await listen(createHttpApp(app.core, lifecycle), { host: '127.0.0.1', port: 0 });
    const { status } = await fetch(`http://127.0.0.1:${starting.port}/mcp`, { method: 'POST' });
    await starting.stop(0);
    expect(status).toBe(503);
  });

  test('is not there in a process without the API', async () => {
    const pages = await startApp({ ROLES: 'dashboard' });
    const { status } = await fetch(`${pages.url}/mcp`, { method: 'POST' });
    expect(status).toBe(404);
    await pages.stop();
  });
});
