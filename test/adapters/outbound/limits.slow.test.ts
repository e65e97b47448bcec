import { once } from 'node:events';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { constants, createBrotliCompress, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createOutside, faultOf, PUBLIC } from '../../support/outbound.ts';
import { closeAfterEach, get, MEGABYTE, outbound, serve, site, speak, useWorld } from './setup.ts';

const GIGABYTE = 1_073_741_824;

closeAfterEach();

/** Until every socket that the site has seen is gone; the guarantee is that this ends. */
async function untilClosed(): Promise<void> {
  await Promise.all(
    [...site.sockets].map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
  );
}

/** Bytes by which the process grew at its highest while `work` ran. */
async function measureGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 2);
  await work();
  clearInterval(timer);
  return Math.max(highest, process.memoryUsage.rss()) - before;
}

describe('I77 a body without end', () => {
  test('I77 is cut off at the cap and loses its connection', async () => {
    let written = 0;
    await serve((_request, response) => {
      const chunk = Buffer.alloc(65_536);
      const write = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', write);
      write();
    });
    const growth = await measureGrowth(async () => expect(await faultOf(get())).toBe('too_large'));
    await untilClosed();
    expect(growth).toBeLessThan(64 * MEGABYTE);
    expect(written).toBeLessThan(64 * MEGABYTE);
  });

  test('I77 is refused unread if its length is declared', async () => {
    await serve((_request, response) => {
      response.writeHead(200, { 'content-length': GIGABYTE }).flushHeaders();
    });
    expect(await faultOf(get())).toBe('too_large');
    await untilClosed();
  });

  test('I77 of 1 GB in 1 MB of gzip: memory stays flat', async () => {
    const member = gzipSync(Buffer.alloc(MEGABYTE));
    const bomb = Buffer.concat(Array.from({ length: 1_024 }, () => member));
    await serve(
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const growth = await measureGrowth(async () =>
      expect(await faultOf(get({ maxBytes: 2 * MEGABYTE }))).toBe('too_large'),
    );
    await untilClosed();
    expect(growth).toBeLessThan(64 * MEGABYTE);
  });

  test('I77 of 1 GB in 200 KB of Brotli: memory stays flat', async () => {
    const bomb = await createBrotliBomb();
    await serve((_request, response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(bomb));
    const growth = await measureGrowth(async () =>
      expect(await faultOf(get({ maxBytes: 2 * MEGABYTE }))).toBe('too_large'),
    );
    await untilClosed();
    expect(growth).toBeLessThan(64 * MEGABYTE);
  });

  test('I77 of gzip members that decode to nothing is cut off by the bytes on the wire', async () => {
    const nothing = Buffer.concat(Array.from({ length: 5_000 }, () => gzipSync('')));
    await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const write = () => {
        while (!response.destroyed && response.write(nothing));
      };
      response.on('drain', write);
      write();
    });
    expect(await faultOf(get())).toBe('too_large');
    await untilClosed();
  });
});

async function createBrotliBomb(): Promise<Buffer> {
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const whole = brotli.toArray();
  const zeros = Buffer.alloc(4 * MEGABYTE);
  for (let size = 0; size < GIGABYTE; size += zeros.length) {
    if (!brotli.write(zeros)) await once(brotli, 'drain');
  }
  brotli.end();
  return Buffer.concat(await whole);
}

describe('I77 a slow site', () => {
  const SLOW: [string, (socket: Socket) => void][] = [
    ['says nothing', () => {}],
    ['drips its headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: ')],
    ['drips its body', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n')],
    [
      'drips a redirect',
      (socket) => drip(socket, 'HTTP/1.1 302 F\r\nlocation: /\r\ncontent-length: 9\r\n\r\n'),
    ],
    ['says 103 for ever', (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ];
  function drip(socket: Socket, head: string, drop = 'x'): void {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.once('close', () => clearInterval(timer));
  }

  test.each(SLOW)('I77 that %s ends at the deadline and loses its connection', async (_title, speaker) => {
    await speak(speaker);
    const start = performance.now();
    expect(await faultOf(get({ timeoutMs: 150 }))).toBe('timeout');
    expect(performance.now() - start).toBeLessThan(650);
    await untilClosed();
  });

  test('I77 holds up nobody longer than their own deadline, even before there is a connection', async () => {
    await speak(() => {});
    await outbound.close();
    const never = () => new Promise<never>(() => {});
    for (const world of [
      { resolve: never },
      { ...createOutside(0, { 'docs.example': [PUBLIC] }).world, dial: never },
    ]) {
      useWorld(world);
      const calls = Array.from({ length: 10 }, () => faultOf(get({ timeoutMs: 100 })));
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['timeout']));
      await outbound.close();
    }
  });

  test.each(SLOW)('I77 that %s is abandoned at once when its caller leaves', async (_title, speaker) => {
    await speak(speaker);
    const caller = new AbortController();
    const reason = new Error('the service stops');
    const call = get({ signal: caller.signal });
    setTimeout(() => caller.abort(reason), 60);
    await expect(call).rejects.toBe(reason);
    await untilClosed();
  });

  test('I77 keeps nobody waiting when the outbound module is closed', async () => {
    await speak(() => {});
    const asked = once(site.server, 'connection');
    const call = faultOf(get({ timeoutMs: 60_000 }));
    await asked;
    await outbound.close();
    expect(await call).toBe('unreachable: docs.example');
    await untilClosed();

    const world = { resolve: () => new Promise<never>(() => {}) };
    useWorld(world);
    const lookup = faultOf(get({ timeoutMs: 60_000 }));
    await outbound.close();
    expect(await lookup).toBe('unreachable: docs.example');
  });

  test('I77 gets no request from an aborted caller', async () => {
    await serve((_request, response) => void response.end());
    const reason = new Error('left before');
    await expect(get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(site.requests).toEqual([]);
  });
});
