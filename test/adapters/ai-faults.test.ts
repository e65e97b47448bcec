import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAiBackend } from '../../src/adapters/ai/ai.ts';
import type { StubFault } from '../support/ai-stub.ts';
import { answer, ask, backend, failureOf, KEY, prepareBackend, stub, warnings } from './ai-setup.ts';

prepareBackend();

it('state() is unknown before the first call', () => {
  expect(backend.state()).toBe('unknown');
});

const FAULTS: [string, StubFault][] = [
  ...(['cut', 'huge', 'not-http', 'html', 'null', 'no-choices'] as const),
  ...(['content-empty', 'not-json', 'refusal', 'length'] as const),
  ...(['status:401', 'status:404', 'status:429', 'status:500'] as const),
].map((fault) => [fault, fault]);
FAULTS.push(
  ['gzip', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(5_000_000, ' ')) }],
  ['no content (204)', { status: 204, body: '' }],
  [
    'parts that hold no reply',
    { body: { choices: [{ message: { content: [{ type: 'text', text: '{}' }] } }] } },
  ],
);

describe('a connection that breaks without an answer', () => {
  it('is tried once more, on another connection', async () => {
    await ask();
    stub.fault(['reset']);
    expect((await ask()).content).toEqual(answer);
    expect(stub.requests).toHaveLength(3);
  });

  it('is an outage the second time', async () => {
    stub.fault('reset');
    await failureOf(ask());
    expect(stub.requests).toHaveLength(2);
    expect(backend.state()).toBe('failing');
  });
});

describe('a fault', () => {
  it.each(
    FAULTS,
  )('is ai_unavailable after exactly one call and does not affect the next: %s', async (title, fault) => {
    await ask();
    stub.fault([fault]);
    await failureOf(ask());
    expect(stub.requests).toHaveLength(2);
    expect(backend.state()).toBe('failing');
    // Who says how long to wait is left alone that long.
    if (title === 'status:429') return;
    expect((await ask()).content).toEqual(answer);
    expect(backend.state()).toBe('ok');
  });

  it('is not caused by a proxy that compresses the answer unasked', async () => {
    const choices = [{ index: 0, message: { content: JSON.stringify(answer) } }];
    stub.fault({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify({ choices })) });
    expect((await ask()).content).toEqual(answer);
  });

  it('is ai_unavailable if nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const other = createAiBackend({
      apiKey: KEY,
      baseUrl: `http://127.0.0.1:${port}/v1`,
      maxResponseBytes: 1000,
    });
    expect((await failureOf(ask({}, other))).cause).toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
    });
    await other.close();
  });

  it.each([
    'huge',
    { body: { pad: 'x'.repeat(100_000) } },
  ] satisfies StubFault[])('over the byte cap ends the reading and the socket (%#)', async (fault) => {
    stub.fault(fault);
    const { cause } = await failureOf(ask());
    expect(cause).toMatchObject({ message: expect.stringContaining('EXCEEDED_MAX_SIZE') });
  });

  it.each<[string, StubFault]>([
    ['an error body', { status: 500, body: { error: { message: `leak ${KEY} TEXT-OF-THE-BACKEND` } } }],
    ['HTML', { body: 'TEXT-OF-THE-BACKEND <html>' }],
    ['a wrong shape', { body: { 'TEXT-OF-THE-BACKEND': 1, choices: ['TEXT-OF-THE-BACKEND'] } }],
    ['content that is no JSON', { body: { choices: [{ message: { content: 'TEXT-OF-THE-BACKEND' } }] } }],
    ['no HTTP', 'not-http'],
  ])('reveals neither key nor response text: %s', async (_title, fault) => {
    stub.fault(fault);
    const told = inspect([await failureOf(ask()), warnings], { depth: 20, showHidden: true });
    expect(told).not.toContain('TEXT-OF-THE-BACKEND');
    expect(told).not.toContain(KEY);
  });

  it('in the key itself does not reveal the key', async () => {
    const other = createAiBackend({ apiKey: `${KEY}\n`, baseUrl: stub.url, maxResponseBytes: 1000 });
    expect(inspect(await failureOf(ask({}, other)), { depth: 20, showHidden: true })).not.toContain(KEY);
    await other.close();
  });
});

describe('an abort', () => {
  it.each<StubFault>([
    'hang',
    'drip',
  ])('closes the upstream socket and carries the reason: %s', async (fault) => {
    stub.fault(fault);
    const reason = new Error('deadline');
    const controller = new AbortController();
    const call = failureOf(ask({ signal: controller.signal }));
    await stub.received(1);
    // A whole exchange later the first response has begun, if it ever does.
    await fetch(`${stub.url}/other`).then((response) => response.text());
    controller.abort(reason);
    expect((await call).cause).toBe(reason);
    await stub.closed(1);
    expect(backend.state()).toBe('failing');
  });

  it('before the call prevents it', async () => {
    const reason = new Error('gone');
    expect((await failureOf(ask({ signal: AbortSignal.abort(reason) }))).cause).toBe(reason);
    await ask();
    expect(stub.requests).toHaveLength(1);
  });

  it('because the client left does not count against the backend', async () => {
    await ask();
    stub.fault('hang');
    const controller = new AbortController();
    const call = failureOf(ask({ signal: controller.signal }));
    await stub.received(2);
    controller.abort();
    await call;
    expect(backend.state()).toBe('ok');
  });

  it('by close() ends what is in flight', async () => {
    stub.fault('hang');
    const call = failureOf(ask());
    await stub.received(1);
    await backend.close();
    await call;
    await stub.closed(1);
  });
});
