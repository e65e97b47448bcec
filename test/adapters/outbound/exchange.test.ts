import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createOutside, faultOf, PUBLIC, startSite } from '../../support/outbound.ts';
import { closeAfterEach, get, MEGABYTE, serve, speak, useWorld } from './setup.ts';

closeAfterEach();

describe('an answer', () => {
  test.each([200, 204, 304, 404, 410, 429, 500, 503])('comes back unchanged: %i', async (status) => {
    await serve((_request, response) => {
      response.writeHead(status, { etag: '"1"', 'content-type': 'text/html' });
      response.end(status === 204 || status === 304 ? undefined : 'text');
    });
    const answer = await get();
    expect(answer).toMatchObject({ status, url: 'http://docs.example/page?a=b#c' });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body.toString()).toBe(status === 204 || status === 304 ? '' : 'text');
  });

  test('a 304 with the length and encoding of the page it represents has no body', async () => {
    await serve((_request, response) => {
      response.writeHead(304, { 'content-length': 99_000_000, 'content-encoding': 'gzip' }).end();
    });
    expect((await get()).body).toHaveLength(0);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', Buffer.from],
  ] as [string, (text: Buffer) => Buffer][])('is decoded: %s', async (encoding, encode) => {
    const text = Buffer.from('Grüße '.repeat(30_000));
    await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(encode(text));
    });
    expect((await get()).body.equals(text)).toBe(true);
  });

  test('may be exactly as long as the cap', async () => {
    await serve((_request, response) => void response.end(Buffer.alloc(1_000)));
    expect((await get({ maxBytes: 1_000 })).body).toHaveLength(1_000);
    expect(await faultOf(get({ maxBytes: 999 }))).toBe('too_large');
  });

  test('is requested without cookie, credential or proxy, even after one was offered', async () => {
    const seen: object[] = [];
    await serve((request, response) => {
      seen.push(request.headers);
      response.writeHead(request.url === '/end' ? 200 : 302, { location: '/end', 'set-cookie': 'a=b' }).end();
    });
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    await get({
      headers: { 'If-None-Match': '"1"', cookie: 'a=b', authorization: 'Basic eDp5', host: 'inside' },
    });
    vi.unstubAllEnvs();
    const sent = {
      host: 'docs.example',
      connection: 'keep-alive',
      'if-none-match': '"1"',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'test/1',
    };
    expect(seen).toEqual([sent, sent]);
  });
});

describe('a broken site', () => {
  test.each([
    ['gzip cut short', 'gzip', gzipSync('a'.repeat(5_000)).subarray(0, 30)],
    ['Brotli that is none', 'br', Buffer.from('garbage garbage')],
    ['two codings', 'gzip, br', gzipSync('abc')],
  ])('is unreadable: %s', async (_title, encoding, body) => {
    await serve(
      (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await faultOf(get())).toBe(`unreadable: ${encoding}`);
  });

  const BROKEN: [string, string][] = [
    ['hangs up', ''],
    ['sends 1 MB of headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(MEGABYTE)}\r\n\r\n`],
    ['contradicts itself', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc'],
    ['smuggles', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['ends in mid body', 'HTTP/1.1 200 OK\r\ncontent-length: 30\r\n\r\nabc'],
  ];
  test.each(BROKEN)('is unreachable and harms nobody: it %s', async (_title, bytes) => {
    await speak((socket) => void socket.once('data', () => socket.end(bytes)));
    expect(await faultOf(get())).toBe('unreachable: docs.example');
  });

  test('with nonsense in one header loses only that header', async () => {
    const lines = ['HTTP/1.1 200 OK', 'x-odd: \u20ac', '__proto__: a', 'etag: "1"', 'content-length: 2'];
    await speak((socket) => void socket.once('data', () => socket.end(`${lines.join('\r\n')}\r\n\r\nok`)));
    const answer = await get();
    expect([answer.body.toString(), answer.headers.get('etag')]).toEqual(['ok', '"1"']);
  });

  test('is unresolved, or unreachable if nobody listens', async () => {
    await serve((_request, response) => void response.end());
    expect(await faultOf(get({ url: 'https://no.example/' }))).toBe('unresolved: no.example');
    const gone = await startSite(() => {});
    await gone.close();
    useWorld(createOutside(gone.port, { 'docs.example': [PUBLIC] }).world);
    expect(await faultOf(get())).toBe('unreachable: docs.example');
  });
});
