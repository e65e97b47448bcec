import { afterAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { ConfigError } from '../../src/domain/errors.ts';
import { readExposition, tableOf } from '../operations/exposition.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { type ApiAnswer, ask, startApp } from '../support/app.ts';
import { expectRefusal } from './refusal.ts';

const TOKEN = 'a-token-that-only-prometheus-knows';
const QUESTION = 'What does the Kraulquappe cost?';
const REPLY = 'The Kraulquappe costs seven coins.';

const stub = await startAiStub();
stub.usage({ promptTokens: 300, completionTokens: 50 });
stub.reply({ answer: REPLY, needs_team: false, answerable: true, used: [] });
const app = await startApp({
  ...{ METRICS_TOKEN: TOKEN, OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' },
  ...{ LIMIT_PER_MINUTE: '2', FREE_WEEKLY_UNITS: '10' },
});
afterAll(async () => {
  await app.stop();
  await stub.close();
});

async function get(url: string, authorization?: string, method = 'GET'): Promise<ApiAnswer> {
  const response = await fetch(`${url}/metrics`, {
    method,
    headers: authorization === undefined ? {} : { authorization },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

async function readTable({ url }: { url: string }): Promise<Record<string, number>> {
  return tableOf(readExposition((await get(url, `Bearer ${TOKEN}`)).body));
}

/** What is more now than it was; the scrapes themselves left out. */
function grown(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const isOurs = (name: string) =>
    /^lotse_.*(_total|_count)(\{|$)/.test(name) && !name.includes('route="/metrics"');
  const rows = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return Object.fromEntries(rows.filter(([name, value]) => isOurs(name) && value !== 0));
}

describe('GET /metrics', () => {
  test('without METRICS_TOKEN does not exist, even for a caller who sends a token', async () => {
    const closed = await startApp();
    for (const authorization of [undefined, 'Bearer ', `Bearer ${TOKEN}`, 'Bearer undefined']) {
      expectRefusal(await get(closed.url, authorization), 'not_found');
    }
    await closed.stop();
  });

  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['a shorter one', `Bearer ${TOKEN.slice(1)}`],
    ['one of the same length', `Bearer x${TOKEN.slice(1)}`],
    ['another scheme', `Basic ${TOKEN}`],
    ['two', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ])('with a wrong token or none gets 401, always with the same text: %s', async (_title, authorization) => {
    const answer = await get(app.url, authorization);
    const { message, ...error } = expectRefusal(answer, 'invalid_api_key');
    expect(error).toEqual({ type: 'authentication', code: 'invalid_api_key' });
    expect(message).toBe(
      'The token is missing or wrong. Send it as "Authorization: Bearer <METRICS_TOKEN>".',
    );
  });

  test('with the token is text that Prometheus reads and nobody may cache', async () => {
    const answer = await get(app.url, `bearer ${TOKEN}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(readExposition(answer.body).size).toBeGreaterThan(40);
    const head = await get(app.url, `Bearer ${TOKEN}`, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
    expectRefusal(await get(app.url, `Bearer ${TOKEN}`, 'POST'), 'method_not_allowed');
  });

  test('rejects at the start a token with characters that a header cannot carry', () => {
    for (const METRICS_TOKEN of ['two words', 'Schlüssel', 'a\tb']) {
      expect(() => parseConfig({ METRICS_TOKEN })).toThrow(ConfigError);
    }
  });
});

describe('the figures', () => {
  test('grow by exactly what happened: an answer, a 401, a 402, a 503 and a 429', async () => {
    const [premium, free] = [await app.addServer({ level: 'V1' }), await app.addServer({ plan: 'free' })];
    const before = await readTable(app);
    const statuses = [
      await app.chat(premium.key, ask(QUESTION)),
      await app.chat('lts_of_nobody', ask(QUESTION)),
      await app.chat(free.key, ask(QUESTION)),
    ];
    stub.fault('status:500');
    statuses.push(await app.chat(premium.key, ask(QUESTION)), await app.chat(premium.key, ask(QUESTION)));
    stub.fault(null);
    expect(statuses.map(({ status }) => status)).toEqual([200, 401, 402, 503, 429]);
    const chat = (status: number) =>
      `lotse_http_requests_total{method="POST",route="/api/v1/chat",status="${status}"}`;
    expect(grown(before, await readTable(app))).toEqual({
      ...Object.fromEntries([200, 401, 402, 503, 429].map((status) => [chat(status), 1])),
      'lotse_http_request_duration_seconds_count{route="/api/v1/chat"}': 5,
      'lotse_http_refusals_total{code="invalid_api_key"}': 1,
      'lotse_http_refusals_total{code="quota_exhausted"}': 1,
      'lotse_http_refusals_total{code="ai_unavailable"}': 1,
      'lotse_http_refusals_total{code="rate_limited_minute"}': 1,
      'lotse_ai_calls_total{kind="completion",outcome="ok"}': 1,
      'lotse_ai_calls_total{kind="completion",outcome="outage"}': 1,
      'lotse_ai_call_duration_seconds_count{kind="completion"}': 2,
      'lotse_ai_tokens_total{kind="prompt",level="V1"}': 300,
      'lotse_ai_tokens_total{kind="completion",level="V1"}': 50,
      'lotse_units_settled_total{channel="api"}': 500,
      'lotse_answers_total{channel="api",reason="none"}': 1,
      lotse_search_index_builds_total: 2,
    });
  });

  test('count hand-overs by reason, and a repeated request under one Idempotency-Key only once', async () => {
    const { key } = await app.addServer({ level: 'V1' });
    const before = await readTable(app);
    const headers = { 'Idempotency-Key': 'once' };
    const payment = ask('I was charged twice, give me my money back');
    for (let again = 0; again < 2; again += 1) await app.chat(key, payment, { headers });
    const after = grown(before, await readTable(app));
    expect(after).toMatchObject({
      'lotse_http_requests_total{method="POST",route="/api/v1/chat",status="200"}': 2,
      'lotse_answers_total{channel="api",reason="payment"}': 1,
      'lotse_units_settled_total{channel="api"}': 500,
    });
  });

  test('show requests in flight: a request that waits for the backend counts until it is answered', async () => {
    const { key } = await app.addServer({ level: 'V1' });
    const arrived = stub.requests.length;
    const letGo = stub.hold();
    const answer = app.chat(key, ask(QUESTION));
    await stub.received(arrived + 1);
    // The scrape is a request itself.
    expect((await readTable(app)).lotse_http_requests_in_flight).toBe(2);
    letGo();
    await answer;
    expect((await readTable(app)).lotse_http_requests_in_flight).toBe(1);
  });

  test('distinguish an open circuit from a closed one, and skipped calls from failed ones', async () => {
    const patient = await startApp({
      ...{ METRICS_TOKEN: TOKEN, OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', LIMIT_PER_MINUTE: '1000' },
    });
    const { key } = await patient.addServer({ level: 'V1' });
    expect((await readTable(patient)).lotse_ai_circuit_open).toBe(0);
    stub.fault('status:500');
    const notAsked = 'lotse_ai_calls_total{kind="completion",outcome="not_asked"}';
    for (let tries = 0; tries < 60; tries += 1) await patient.chat(key, ask(QUESTION));
    stub.fault(null);
    const table = await readTable(patient);
    expect(table.lotse_ai_circuit_open).toBe(1);
    expect(table[notAsked]).toBeGreaterThan(0);
    const outages = table['lotse_ai_calls_total{kind="completion",outcome="outage"}'] ?? 0;
    expect(outages + (table[notAsked] ?? 0)).toBe(60);
    expect(table['lotse_ai_call_duration_seconds_count{kind="completion"}']).toBe(outages);
    await expect
      .poll(async () => (await patient.chat(key, ask(QUESTION))).status, { timeout: 10_000 })
      .toBe(200);
    expect((await readTable(patient)).lotse_ai_circuit_open).toBe(0);
    await patient.stop();
  });

  test('show memory, database and program as they are', async () => {
    // Connections that nobody uses are closed after a while.
    await fetch(`${app.url}/readyz`);
    const table = await readTable(app);
    expect(table.lotse_search_indexes).toBe(app.core.knowledgeIndexes.size);
    expect(table.lotse_search_index_bytes).toBe(app.core.knowledgeIndexes.calculatedSize);
    expect(table.lotse_search_index_bytes).toBeGreaterThan(0);
    expect(table.lotse_database_connections).toBeGreaterThan(0);
    expect(table['lotse_ledger_waiting{step="admit"}']).toBe(0);
    expect(table['lotse_discord_state{state="off"}']).toBe(1);
    const program = Object.keys(table).filter((name) => name.startsWith('lotse_build_info'));
    expect(program).toEqual([`lotse_build_info{node="${process.versions.node}",version="0.1.0"}`]);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(name in table, name).toBe(true);
  });

  test('belong to one service: another one in the same process has its own', async () => {
    const other = await startApp({ METRICS_TOKEN: TOKEN });
    const table = await readTable(other);
    expect(table['lotse_units_settled_total{channel="api"}']).toBe(0);
    expect(table.lotse_search_indexes).toBe(0);
    await other.stop();
  });
});

describe('the labels', () => {
  test('contain no id, key, text, path or name, whatever is asked, and do not grow with what callers invent', async () => {
    const { id, key, keyId } = await app.addServer({ level: 'V1', name: 'Wunderland' });
    const paths = [
      '/secret-path-4711',
      '/api/v1/chat/99',
      '/docs/%3Cscript%3E',
      '/api/v2/status?customer=erika',
    ];
    await app.chat(key, {
      messages: [{ role: 'user', name: 'Erika Musterfrau', content: QUESTION }],
      customer: 'erika@example.org',
    });
    const before = Object.keys(await readTable(app)).length;
    for (const path of paths) await fetch(app.url + path, { headers: { authorization: `Bearer ${key}` } });
    for (const path of paths) await fetch(`${app.url}${path}-again`, { method: 'PROPFIND' });
    const { body } = await get(app.url, `Bearer ${TOKEN}`);
    for (const word of [
      id,
      key,
      keyId,
      'Wunderland',
      'Erika',
      'erika',
      'Kraulquappe',
      'secret-path',
      '%3C',
      TOKEN,
    ])
      expect(String(body)).not.toContain(word);
    const table = tableOf(readExposition(body));
    expect(table['lotse_http_requests_total{method="other",route="none",status="404"}']).toBe(paths.length);
    // Two lines of requests (404 of both methods, status), two histograms, two codes at most.
    expect(Object.keys(table).length - before).toBeLessThan(45);
  });
});
