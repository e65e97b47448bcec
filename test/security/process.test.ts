import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import Koa from 'koa';
import { expect, test } from 'vitest';
import type { ApiState } from '../../src/channels/http/authenticate.ts';
import { listen } from '../../src/channels/http/server.ts';

const own = ['src', 'commands'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

/** A server whose every answer is "here". */
async function startServer(maxConnections?: number) {
  const app = new Koa<ApiState>();
  app.use((ctx) => {
    ctx.body = 'here';
  });
  return listen(app, { host: '127.0.0.1', port: 0, ...(maxConnections ? { maxConnections } : {}) });
}

test('a connection beyond the limit is closed at once, the others are served, and a free place is taken', async () => {
  const http = await startServer(3);
  const kept: Socket[] = [];
  const say = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return new Promise<string>((done) => {
      socket.once('data', (data) => done(String(data).slice(0, 12)));
      socket.once('close', () => done('closed'));
    });
  };
  const open = () => say(connect(http.port, '127.0.0.1').on('error', () => undefined));
  for (let n = 0; n < 3; n += 1) kept.push(connect(http.port, '127.0.0.1'));
  for (const socket of kept) expect(await say(socket)).toBe('HTTP/1.1 200');
  expect(await open()).toBe('closed');
  for (const socket of kept) expect(await say(socket)).toBe('HTTP/1.1 200');
  kept[0]?.destroy();
  await expect.poll(open).toBe('HTTP/1.1 200');
  for (const socket of kept) socket.destroy();
  await http.stop(0);
});

test('headers of less than 16 KiB are read, longer ones get 431', async () => {
  const http = await startServer();
  const send = async (bytes: number) => {
    const socket = connect(http.port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${'a'.repeat(bytes)}\r\n\r\n`);
    return readText(socket);
  };
  expect((await send(16_000)).slice(9, 12)).toBe('200');
  const refused = await send(16_500);
  expect(refused.slice(9, 12)).toBe('431');
  expect(refused).toContain('"The headers are larger than 16 KiB."');
  await http.stop(0);
});

test('nothing switches the strict HTTP parser off, and the container runs as an unprivileged user', () => {
  const lax = /insecure-?HTTP-?Parser/i;
  const files = [...own, 'package.json', 'Dockerfile'];
  expect(files.filter((file) => lax.test(readFileSync(file, 'utf8')))).toEqual([]);
  const lines = readFileSync('Dockerfile', 'utf8').split('\n');
  const users = lines.flatMap((line) => /^USER (\S+)/.exec(line)?.[1] ?? []);
  expect(users.at(-1)).toMatch(/^(?!root|0\b)\w+/);
  expect(lines.findIndex((line) => line.startsWith('CMD'))).toBeGreaterThan(
    lines.findLastIndex((line) => line.startsWith('USER')),
  );
});

test('only the service’s entry listens for uncaught errors, so nothing hides a rejection in the suite', () => {
  const listeners = own.filter((file) =>
    /unhandledRejection|uncaughtException/.test(readFileSync(file, 'utf8')),
  );
  expect(listeners).toEqual([expect.stringMatching(/^src\/(main|start)\.ts$/)]);
  expect(readFileSync('package.json', 'utf8')).not.toContain('dangerouslyIgnoreUnhandledErrors');
});
