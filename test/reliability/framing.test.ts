import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { errorResponseSchema } from '../../src/channels/http/errors.ts';
import { ask, startApp } from '../support/app.ts';
import { expectNothingCounted } from '../support/books.ts';

const app = await startApp({ LIMIT_PER_MINUTE: '1000' });
const server = await app.addServer();
afterAll(() => app.stop());

const TICKET = JSON.stringify(ask('When are you open?'));
const IN_CHUNKS = `${TICKET.length.toString(16)}\r\n${TICKET}\r\n0\r\n\r\n`;
const LENGTH = `Content-Length: ${TICKET.length}`;
const CHUNKED = 'Transfer-Encoding: chunked';

/** What an attacker hides behind a request: sound in itself, so that it is answered with 200 if it is ever read. */
const hidden = () =>
  `GET /api/v1/status HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nConnection: close\r\n\r\n`;

/** A ticket with these header lines and this body, bytes as they are. */
const post = (lines: string[], body: string) => () => [
  'POST /api/v1/chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
    `Authorization: Bearer ${server.key}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`,
];
/** A status request whose first line or further lines are of the attacker's making. */
const get =
  (line: string, lines: string[] = [], end = '\r\n') =>
  () => [[line, 'Host: x', `Authorization: Bearer ${server.key}`, ...lines, '', ''].join(end)];
const STATUS = 'GET /api/v1/status HTTP/1.1';

interface Answer {
  status: number;
  type: string | null;
  body: string;
}

/** Sends the bytes and reads every final answer until the service closes. */
async function exchange(bytes: string): Promise<Answer[]> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(bytes, 'latin1');
  const answers: Answer[] = [];
  for (let rest = await readText(socket).catch(() => ''); rest !== ''; ) {
    const [head = '', after = ''] = rest.split(/\r\n\r\n(.*)/s);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const type = /\r\ncontent-type: ([^\r]+)/i.exec(head)?.[1] ?? null;
    if (status >= 200) answers.push({ status, type, body: after.slice(0, length) });
    rest = after.slice(length);
  }
  return answers;
}

type Kind = [title: string, bytes: () => string[]];

const big = (characters: number) => 'a'.repeat(characters);
const BROKEN: Kind[] = [
  ['a length and chunks', post([LENGTH, CHUNKED], IN_CHUNKS)],
  ['the same length twice', post([LENGTH, LENGTH], TICKET)],
  ['a negative length', post(['Content-Length: -1'], TICKET)],
  ['an empty length', post(['Content-Length:'], TICKET)],
  ['a length beyond all numbers', post(['Content-Length: 99999999999999999999'], TICKET)],
  ['a blank before the colon of the length', post([`Content-Length : ${TICKET.length}`], TICKET)],
  ['a coding that only looks like chunks', post(['Transfer-Encoding: xchunked'], IN_CHUNKS)],
  ['a coding of identity', post(['Transfer-Encoding: identity', LENGTH], TICKET)],
  ['chunks that are not the last coding', post(['Transfer-Encoding: chunked, identity'], IN_CHUNKS)],
  ['a coding after a vertical tab', post(['Transfer-Encoding:\u000bchunked'], IN_CHUNKS)],
  ['a chunk size that is none', post([CHUNKED], `zz\r\n${TICKET}\r\n0\r\n\r\n`)],
  ['a chunk that is longer than it says', post([CHUNKED], `1\r\n${TICKET}\r\n0\r\n\r\n`)],
  ['chunk lines that end in LF alone', post([CHUNKED], IN_CHUNKS.replaceAll('\r\n', '\n'))],
  ['a line break in a chunk extension', post([CHUNKED], `2;a\nb\r\n{}\r\n0\r\n\r\n`)],
  ['trailers of 20 kB', post([CHUNKED], IN_CHUNKS.slice(0, -2).concat(`X: ${big(20_000)}\r\n\r\n`))],
  ['a folded line', get(STATUS, ['X: a', ' b'])],
  ['lines that end in LF alone', get(STATUS, [], '\n')],
  ['a NUL in a value', get(STATUS, ['X: a\u0000b'])],
  ['a field without name', get(STATUS, [': a'])],
  [
    'two thousand fields',
    get(
      STATUS,
      Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1`),
    ),
  ],
  ['no host', () => [hidden().replace('Host: x\r\n', '').replace('close', 'keep-alive')]],
  ['two hosts', get(STATUS, ['Host: y'])],
  ['no version', get('GET /api/v1/status')],
  ['version 2.0', get('GET /api/v1/status HTTP/2.0')],
  ['the preface of HTTP/2', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
  ['a blank in the address', get('GET /api/v1/ status HTTP/1.1')],
  ['a NUL in the address', get('GET /api/v1/status\u0000 HTTP/1.1')],
  ['an address of 17 kB', get(`GET /${big(17_000)} HTTP/1.1`)],
  ['a tunnel', get('CONNECT /api/v1/status HTTP/1.1')],
  ['a greeting of TLS', () => ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003']],
];

/** Odd, but sound: as many answers as there are requests, then the one behind. */
const SOUND: [string, () => string[], number[]][] = [
  ['an ordinary ticket', post([LENGTH], TICKET), [200]],
  ['chunks', post([CHUNKED], IN_CHUNKS), [200]],
  ['chunks with an extension', post([CHUNKED], IN_CHUNKS.replace('\r\n', ';name=value\r\n')), [200]],
  ['a key as trailer', post([CHUNKED], `${IN_CHUNKS.slice(0, -2)}Authorization: Bearer x\r\n\r\n`), [200]],
  ['a coding that is not unpacked', post(['Transfer-Encoding: gzip, chunked'], IN_CHUNKS), [200]],
  ['empty lines before it', () => ['\r\n'.repeat(50), hidden().replace('close', 'keep-alive')], [200]],
  ['a body of a GET', () => get(STATUS, [`Content-Length: ${hidden().length}`])().concat(hidden()), [200]],
  ['a second key', get(STATUS, ['Authorization: Bearer x']), [200]],
  ['a length of the connection', get(STATUS, ['Connection: Content-Length']), [200]],
  [
    'an upgrade to HTTP/2',
    get(STATUS, ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMA']),
    [200],
  ],
  [
    'an upgrade to a socket',
    get(STATUS, [
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: eA==',
      'Sec-WebSocket-Version: 13',
    ]),
    [200],
  ],
  ['a client that waits to be told to go on', post([LENGTH, 'Expect: 100-continue'], TICKET), [200]],
  ['an address with a host', get('GET http://elsewhere/api/v1/status HTTP/1.1'), [200]],
  ['a line break in the address', get('GET /%0d%0aX-Injected:%201 HTTP/1.1'), [404]],
  ['three at once', () => [1, 2, 3].flatMap(get(STATUS)), [200, 200, 200]],
  [
    'a refused one with a body',
    () => [...get('DELETE /api/v1/status HTTP/1.1', [`Content-Length: ${hidden().length}`])(), hidden()],
    [405],
  ],
  [
    'one without key with a body',
    () => [
      post([`Content-Length: ${hidden().length}`], hidden())()
        .join('')
        .replace('Bearer', 'Nobody'),
    ],
    [401],
  ],
  ['one that is too large', () => post([`Content-Length: ${300_000}`], hidden().padEnd(300_000))(), [413]],
];

/** A tunnel is nothing that this service has; node closes without a word. */
const CLOSED = /^a tunnel/;

async function expectCanary(): Promise<void> {
  expect((await exchange(hidden())).map(({ status }) => status)).toEqual([200]);
}

test.each(
  BROKEN,
)('F49 · %s: refused or closed once, and hidden bytes behind it are never read', async (title, bytes) => {
  const answers = await expectNothingCounted(app, server.id, () => exchange(bytes().join('') + hidden()));
  expect(answers).toHaveLength(CLOSED.test(title) ? 0 : 1);
  for (const { status, type, body } of answers) {
    expect([400, 431]).toContain(status);
    expect(type).toBe('application/json; charset=utf-8');
    expect(errorResponseSchema.parse(JSON.parse(body)).error.code).toBe('invalid_body');
  }
  await expectCanary();
});

test.each(SOUND)('F49 · %s: one answer per request', async (title, bytes, statuses) => {
  const answers = await exchange(bytes().join('') + hidden());
  // Whoever asks to close has nothing more to say.
  const behind = /upgrade/.test(title) ? [] : [200];
  expect(answers.map(({ status }) => status)).toEqual([...statuses, ...behind]);
  for (const { type, body } of answers) {
    expect(type).toBe('application/json; charset=utf-8');
    expect(() => JSON.parse(body)).not.toThrow();
  }
  await expectCanary();
});
