import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createBrotliCompress, gzipSync } from 'node:zlib';
import { MANY_LINKS, MOVED, VICTIM } from './plan.ts';

type Answer = (response: ServerResponse) => void;

const GIGABYTE = 1024 ** 3;
const CHUNK = Buffer.alloc(1024 * 1024, 'and so on ');
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE =
  '<html lang="en"><title>Bad page</title><main><h1>Bad</h1><p>Some words to read here.</p></main></html>';

/** What the bad addresses answer, by path. */
export async function prepareHostile(): Promise<Record<string, Answer>> {
  const [gzip, brotli] = [packGzip(), await packBrotli()];
  const bomb = (body: Buffer, coding: string) => send({ ...HTML, 'content-encoding': coding }, body);
  const bombs = { 'gzip-bomb': bomb(gzip, 'gzip'), 'br-bomb': bomb(brotli, 'br'), 'endless-bomb': pour };
  const numbered = Array.from({ length: 10 }, (_, n) =>
    Object.entries(bombs).map(([name, answer]) => [`/${name}-${n}`, answer] as const),
  );
  const redirects = Object.entries({ ...MOVED, ...redirectsOut(), ...chain() });
  return {
    ...Object.fromEntries(numbered.flat()),
    ...Object.fromEntries(redirects.map(([path, location]) => [path, send({ location }, '', 302)])),
    ...statuses(),
    ...foreignTypes(),
    '/bad/gzip-bomb': bombs['gzip-bomb'],
    '/bad/br-bomb': bombs['br-bomb'],
    '/bad/endless': pour,
    '/bad/large': send(HTML, PAGE + ' '.repeat(5 * 1024 * 1024)),
    '/bad/slow-1': drip,
    '/bad/slow-2': drip,
    '/bad/slow-head': () => undefined,
    '/bad/reset': (response) => response.destroy(),
    '/bad/cut': send({ ...HTML, 'content-encoding': 'gzip' }, gzipSync(PAGE).subarray(0, 60)),
    '/bad/coding': send({ ...HTML, 'content-encoding': 'zstd' }, 'no such coding'),
    '/bad/empty': send(HTML, '<html><title></title><body><div></div></body></html>'),
    '/bad/noindex': send(HTML, PAGE.replace('<title>', '<meta name="robots" content="noindex"><title>')),
    [MANY_LINKS]: send(HTML, manyLinks()),
  };
}

/** 1 GB in 1 MB, so that it is not its length on the wire that ends it; of equal members only one has to be packed. */
function packGzip(): Buffer {
  const member = gzipSync(Buffer.alloc(GIGABYTE / 16), { level: 9 });
  return Buffer.concat(Array.from({ length: 16 }, () => member));
}

/** Brotli has no members; 1 GB in 260 kB takes half a second. */
async function packBrotli(): Promise<Buffer> {
  const coder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const packed = coder.toArray();
  for (let bytes = 0; bytes < GIGABYTE; bytes += CHUNK.length) {
    if (!coder.write(CHUNK)) await once(coder, 'drain');
  }
  coder.end();
  return Buffer.concat(await packed);
}

function send(headers: Record<string, string>, body: string | Buffer, status = 200): Answer {
  return (response) => response.writeHead(status, headers).end(body);
}

function statuses(): Record<string, Answer> {
  const codes = [404, 410, 500, 503];
  return Object.fromEntries(codes.map((code) => [`/bad/${code}`, send(HTML, PAGE, code)]));
}

function foreignTypes(): Record<string, Answer> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>drawn words</text></svg>';
  const exe = Buffer.from('MZ\u0000\u0003\u0000 program');
  return {
    '/bad/manual': send({ 'content-type': 'application/pdf' }, '%PDF-1.7 words'),
    '/bad/setup': send({ 'content-type': 'application/octet-stream' }, exe),
    '/bad/drawing': send({ 'content-type': 'image/svg+xml' }, svg),
    '/bad/pdf-as-page': send(HTML, '%PDF-1.7 words'),
    '/bad/exe-as-page': send(HTML, exe),
    '/bad/svg-as-page': send(HTML, svg),
  };
}

function redirectsOut(): Record<string, string> {
  return {
    '/bad/to-host': `${VICTIM}/inside`,
    '/bad/to-inner': 'http://169.254.169.254/latest/meta-data/',
    '/bad/to-file': 'file:///etc/passwd',
    '/bad/to-port': 'http://docs.example:8080/',
    '/bad/to-ssh': 'http://docs.example:22/',
    '/bad/to-itself': '/bad/to-itself',
    '/bad/loop-a': '/bad/loop-b',
    '/bad/loop-b': '/bad/loop-a',
  };
}

function chain(): Record<string, string> {
  const steps = Array.from({ length: 8 }, (_, n) => [`/bad/chain-${n}`, `/bad/chain-${n + 1}`]);
  return Object.fromEntries(steps);
}

/** 100,000 links in just under 2 MB. */
function manyLinks(): string {
  const links = Array.from({ length: 100_000 }, (_, n) => `<a href=?${n}>a</a>`).join('');
  return `<title>Many</title><main><h1>Many links</h1><p>All of them are here.</p></main><nav>${links}</nav>`;
}

/** Chunk after chunk until the other end has had enough. */
function pour(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, HTML);
  while (!response.destroyed && response.write(CHUNK)) {
    // The buffer takes more.
  }
  if (!response.destroyed) response.once('drain', () => pour(response));
}

/** A few bytes twice a second, for ever. */
function drip(response: ServerResponse): void {
  response.writeHead(200, HTML);
  void (async () => {
    while (!response.destroyed) {
      response.write('<p>still');
      await delay(500);
    }
  })();
}
