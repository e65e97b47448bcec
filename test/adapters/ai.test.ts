import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAiBackend } from '../../src/adapters/ai/ai.ts';
import type { StubFault } from '../support/ai-stub.ts';
import { answer, ask, backend, failureOf, KEY, prepareBackend, schema, stub } from './ai-setup.ts';

prepareBackend();
afterEach(() => vi.unstubAllEnvs());

const bodyOf = (index: number) => stub.requests[index]?.body as Record<string, unknown>;

describe('a sound answer', () => {
  it('is the parsed JSON with the tokens the backend counted', async () => {
    const usage = { promptTokens: 1200, cachedTokens: 1000, completionTokens: 80 };
    stub.usage(usage);
    expect(await ask()).toEqual({
      ...{ content: answer, usage },
      ...{ finish: 'stop', hasThinking: false },
    });
  });

  it('is asked for with a strict schema, an output limit and nothing that reasoning models refuse', async () => {
    await ask();
    expect(bodyOf(0)).toEqual({
      model: 'model-1',
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: 'Where do I ask?' },
      ],
      max_tokens: 400,
      stream: false,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: schema.schema },
      },
    });
  });

  it.each([
    ['```json\n{"answer":"Yes."}\n```'],
    ['```\n{"answer":"Yes."}\n```'],
    ['  ```JSON {"answer":"Yes."}```  '],
    ['\n\n{"answer":"Yes."}\n'],
  ])('is accepted inside a fence or white space: %j', async (content) => {
    stub.reply(content);
    expect((await ask()).content).toEqual({ answer: 'Yes.' });
  });

  it.each([
    ['none', undefined],
    ['null', null],
    ['negative', { prompt_tokens: -1, completion_tokens: 5 }],
    ['text', { prompt_tokens: '10', completion_tokens: 5 }],
  ])('has no usage when the backend sends %s', async (_title, usage) => {
    const choices = [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"answer":"Yes."}' } },
    ];
    stub.fault({ body: { choices, usage } });
    expect(await ask()).toMatchObject({ content: { answer: 'Yes.' }, usage: null });
  });

  it('reaches each of 50 callers that ask at once', async () => {
    stub.reply(({ messages }) => ({ answer: messages.at(-1)?.content }));
    const release = stub.hold();
    const calls = Array.from({ length: 50 }, (_, n) =>
      ask({ messages: [{ role: 'user', content: `q${n}` }] }),
    );
    await stub.received(50);
    release();
    const contents = (await Promise.all(calls)).map(({ content }) => content);
    expect(contents).toEqual(calls.map((_, n) => ({ answer: `q${n}` })));
    expect(stub.requests).toHaveLength(50);
  });
});

describe('the address of a call', () => {
  it('keeps the path and the query of the base URL, with or without a slash at its end', async () => {
    const { origin } = new URL(stub.url);
    for (const path of ['/v1', '/v1/', '/gateway/eu/v1', '/v1?api-version=3']) {
      const other = createAiBackend({ apiKey: KEY, baseUrl: origin + path, maxResponseBytes: 10_000 });
      await ask({}, other).catch(() => null);
      await other.close();
    }
    expect(stub.requests.map(({ path }) => path)).toEqual([
      '/v1/chat/completions',
      '/v1/chat/completions',
      '/gateway/eu/v1/chat/completions',
      '/v1/chat/completions?api-version=3',
    ]);
  });

  it('has the key as bearer token and nothing from the environment', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-of-the-machine');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-from-env: 1');
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    const other = createAiBackend({ apiKey: KEY, baseUrl: stub.url, maxResponseBytes: 10_000 });
    await ask({}, other);
    await other.close();
    expect(Object.keys(stub.requests[0]?.headers ?? {}).sort()).toEqual(
      'accept accept-encoding authorization connection content-length content-type host user-agent'.split(
        ' ',
      ),
    );
    expect(stub.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('has no authorization without a key', async () => {
    const other = createAiBackend({ apiKey: '', baseUrl: stub.url, maxResponseBytes: 10_000 });
    await failureOf(ask({}, other));
    await other.close();
    expect(stub.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('never follows a redirect', async () => {
    stub.fault({ status: 307, headers: { location: `${stub.url}/chat/completions` }, body: {} });
    await failureOf(ask());
    expect(stub.requests).toHaveLength(1);
  });
});

describe('embeddings', () => {
  const embed = (texts: string[]) =>
    backend.embed({ model: 'small', texts, signal: new AbortController().signal });
  const vector = (index: number, embedding: unknown) => ({ object: 'embedding', index, embedding });

  it('are one vector per text, similar for texts that share words', async () => {
    stub.usage({ promptTokens: 9, completionTokens: 0 });
    const { vectors, usage } = await embed(['reset my password', 'my password reset', 'shipping to Norway']);
    expect(usage).toEqual({ promptTokens: 9, completionTokens: 0 });
    expect(vectors).toHaveLength(3);
    expect(vectors[0]).toBeInstanceOf(Float32Array);
    expect(vectors[0]).toEqual(vectors[1]);
    expect(vectors[0]).not.toEqual(vectors[2]);
  });

  it('come back in the order of the texts, whatever order the backend chose', async () => {
    stub.fault({ body: { data: [vector(1, [0, 1]), vector(0, [1, 0])] } });
    const { vectors, usage } = await embed(['a', 'b']);
    expect(vectors.map((numbers) => [...numbers])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(usage).toBeNull();
  });

  it.each<[string, StubFault, object]>([
    ['a wrong key', 'status:401', { kind: 'refused', status: 401, reason: 'key' }],
    [
      'a rate limit',
      { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'busy' } } },
      { kind: 'outage', status: 429, retryAfterMs: 7_000 },
    ],
    [
      'an error under status 200',
      { body: { error: { code: 'model_not_found' } } },
      { kind: 'refused', status: 404, reason: 'model' },
    ],
  ])('fail as completions do: %s', async (_title, fault, cause) => {
    stub.fault(fault);
    const error = await failureOf(embed(['a']));
    expect(error.cause).toMatchObject(cause);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
  });

  it.each<[string, StubFault]>([
    ['one too few', { body: { data: [vector(0, [1])] } }],
    ['the same index twice', { body: { data: [vector(0, [1]), vector(0, [1])] } }],
    ['different sizes', { body: { data: [vector(0, [1]), vector(1, [1, 2])] } }],
    ['no dimension', { body: { data: [vector(0, []), vector(1, [])] } }],
    [
      'an infinite number',
      { body: '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}' },
    ],
    ['a number too large for 32 bits', { body: { data: [vector(0, [1e39]), vector(1, [1])] } }],
    ['HTML', 'html'],
    ['an error', 'status:500'],
  ])('are ai_unavailable when the backend sends %s', async (_title, fault) => {
    stub.fault(fault);
    await failureOf(embed(['a', 'b']));
    expect(stub.requests).toHaveLength(1);
    expect(backend.state()).toBe('failing');
  });
});
