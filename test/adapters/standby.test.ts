import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTransport, type Transport } from '../../src/adapters/ai/transport.ts';

/** A backend that keeps every request until `answer` is set, and its connections in the order they came. */
const sockets: Socket[] = [];
let answer: string | null;
let transport: Transport;
let baseUrl: string;
const server = createServer((_request, response) => {
  if (answer !== null) response.end(answer);
});
server.on('connection', (socket) => {
  sockets.push(socket);
  socket.on('error', () => undefined);
});

beforeEach(async () => {
  sockets.length = 0;
  answer = null;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  transport = createTransport({ apiKey: '', baseUrl, maxResponseBytes: 10_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await transport.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function post(signal = new AbortController().signal): Promise<unknown> {
  const response = await transport.fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    body: '{}',
    signal,
  });
  return JSON.parse(await response.text());
}

/** Asks `count` questions at once whose callers leave, and waits until as many connections stand in for theirs. */
async function leaveAndWait(count: number): Promise<Socket[]> {
  const caller = new AbortController();
  const before = sockets.length;
  const calls = Array.from({ length: count }, () => post(caller.signal));
  await waitForRequests(count);
  const lost = sockets.slice(before);
  caller.abort();
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(
    Array(count).fill('rejected'),
  );
  await waitForConnections(before + 2 * count);
  await Promise.all(lost.map((socket) => socket.closed || once(socket, 'close')));
  return sockets.slice(before + count);
}

/** An answer that nobody asked for. */
function say(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n0');
}

async function waitForRequests(count: number): Promise<void> {
  for (let seen = 0; seen < count; seen += 1) await once(server, 'request');
}

async function waitForConnections(count: number): Promise<void> {
  while (sockets.length < count) await once(server, 'connection');
}

describe('a standby connection replaces one that an abort has closed', () => {
  test('and serves the next call', async () => {
    await leaveAndWait(3);
    answer = '{"ok":true}';
    expect(await Promise.all([post(), post(), post()])).toEqual(Array(3).fill({ ok: true }));
    expect(sockets).toHaveLength(6);
  });

  test.each([
    ['closed it', (socket: Socket) => socket.destroy(), (spare: Socket) => spare.closed],
    ['said something on it', say, (spare: Socket) => spare.readableLength > 0],
  ])('but not when the backend has %s', async (_title, act, isNoticed) => {
    const opened = Promise.withResolvers<Socket>();
    const caller = new AbortController();
    const call = post(caller.signal);
    await waitForRequests(1);
    const onOpen = (message: unknown) => opened.resolve((message as { socket: Socket }).socket);
    subscribe('net.client.socket', onOpen);
    caller.abort();
    await expect(call).rejects.toThrow('aborted');
    await waitForConnections(2);
    unsubscribe('net.client.socket', onOpen);
    const ours = await opened.promise;

    for (const socket of sockets.slice(1)) act(socket);
    while (!isNoticed(ours)) await nextTurn();
    answer = '{"ok":true}';
    expect(await post()).toEqual({ ok: true });
    expect(sockets).toHaveLength(3);
  });

  test('for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [spare] = await leaveAndWait(1);
    if (!spare) throw new Error('no connection stood ready');
    vi.advanceTimersByTime(1_999);
    expect(spare.closed).toBe(false);
    const closed = once(spare, 'close');
    vi.advanceTimersByTime(1);
    await closed;
  });

  test('and none is left when the transport is closed', async () => {
    const spares = await leaveAndWait(2);
    const closed = Promise.all(spares.map((socket) => once(socket, 'close')));
    await transport.close();
    await closed;
  });
});
