import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../../src/domain/limits.ts';
import { ask } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServingProcess, startServing } from '../support/process.ts';
import { visit } from '../support/twin.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 180_000 });

/** All bodies of this file together are some 110 MB as they are sent and 310 MB unpacked. */
const MOST_GROWTH_MB = 128;
const MB = 1_000_000;

let database: TestDatabase;
let service: ServingProcess;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await startServing({ ...database.settings, LIMIT_PER_MINUTE: '1000' });
  ({ key } = await visit(database.settings, (visitor) => visitor.addServer()));
});
afterAll(async () => {
  await service.kill();
  await database.remove();
});

const TICKET = JSON.stringify(ask('When are you open?'));
const blanks = (bytes: number) => Buffer.alloc(bytes, ' ');
const brotli = (data: Buffer) =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
const nest = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
/** As deep as the largest body can be. */
const DEEPEST = Math.floor(MAX_BODY_BYTES / 2) - 100;

type Sent = { body: () => string | Buffer; fields?: Record<string, string>; isStreamed?: boolean };
const packed = (coding: string, body: () => Buffer): Sent => ({
  body,
  fields: { 'Content-Encoding': coding },
});
const typed = (type: string, body: () => string | Buffer = () => TICKET): Sent => ({
  body,
  fields: { 'Content-Type': type },
});

const BODIES: [string, string, Sent][] = [
  ['10 MB', '413 body_too_large', { body: () => blanks(10 * MB) }],
  ['20 MB of unknown length', '413 body_too_large', { body: () => blanks(20 * MB), isStreamed: true }],
  ['a bomb of gzip', '413 body_too_large', packed('gzip', () => gzipSync(blanks(50 * MB)))],
  ['a bomb of deflate', '413 body_too_large', packed('deflate', () => deflateSync(blanks(50 * MB)))],
  ['a bomb of Brotli', '413 body_too_large', packed('br', () => brotli(blanks(50 * MB)))],
  ['a bomb in a bomb', '400 invalid_json', packed('gzip', () => gzipSync(gzipSync(blanks(50 * MB))))],
  ['two codings', '415 unsupported_media_type', packed('gzip, gzip', () => gzipSync(gzipSync(TICKET)))],
  ['an unknown coding', '415 unsupported_media_type', packed('zstd', () => Buffer.from(TICKET))],
  ['a gzip that is none', '400 invalid_json', packed('gzip', () => Buffer.from(TICKET))],
  ['lists as deep as fit', '400 invalid_body', { body: () => nest('[', ']', DEEPEST) }],
  [
    'objects as deep as fit',
    '400 invalid_body',
    { body: () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}` },
  ],
  ['deep lists that never end', '400 invalid_json', { body: () => '['.repeat(MAX_BODY_BYTES - 1) }],
  [
    'deep lists beside a ticket',
    '200',
    { body: () => `{"extra":${nest('[', ']', DEEPEST - 100)},${TICKET.slice(1)}` },
  ],
  [
    '20,000 fields beside a ticket',
    '200',
    { body: () => `{${Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join()},${TICKET.slice(1)}` },
  ],
  [
    'UTF-16',
    '415 unsupported_media_type',
    typed('application/json; charset=utf-16', () => Buffer.from(TICKET, 'utf16le')),
  ],
  [
    'UTF-16 that says it is UTF-8',
    '400 invalid_json',
    typed('application/json', () => Buffer.from(TICKET, 'utf16le')),
  ],
  ['Latin-1', '415 unsupported_media_type', typed('application/json; charset=iso-8859-1')],
  [
    'a form',
    '415 unsupported_media_type',
    typed('application/x-www-form-urlencoded', () => 'messages[0][role]=user'),
  ],
  ['a text', '415 unsupported_media_type', typed('text/plain')],
];

async function send({ body, fields = {}, isStreamed = false }: Sent): Promise<string> {
  const bytes = body();
  const response = await fetch(`${service.url}/api/v1/chat`, {
    method: 'POST',
    body: isStreamed ? new Blob([new Uint8Array(Buffer.from(bytes))]).stream() : bytes,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...fields },
    ...(isStreamed ? { duplex: 'half' as const } : {}),
  });
  const { error } = (await response.json()) as { error?: { code: string } };
  return error ? `${response.status} ${error.code}` : String(response.status);
}

/** Most memory that the process ever had, in MB; 0 where the system does not tell. */
async function readPeakMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

test('F50 · bodies of 10 to 50 MB, bombs, depths and foreign charsets get their 4xx, and memory stays bounded', async ({
  annotate,
}) => {
  for (let n = 0; n < 20; n += 1) expect(await send({ body: () => TICKET })).toBe('200');
  const before = await readPeakMemory();
  for (const [title, outcome, sent] of BODIES) expect([title, await send(sent)]).toEqual([title, outcome]);
  const growth = (await readPeakMemory()) - before;
  expect(await send({ body: () => TICKET })).toBe('200');
  expect(service.child.exitCode).toBeNull();
  expect(growth).toBeLessThan(MOST_GROWTH_MB);
  await annotate(`${growth} MB more than ${before}`);
});
