import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { prepareHostile } from './hostile.ts';
import { renderPage } from './pages.ts';
import * as plan from './plan.ts';
import { renderTrap } from './traps.ts';

/** One answer of the site. `ms` from the request to the end of its answer, or to the end of its connection. */
export interface Seen {
  host: string;
  path: string;
  status: number;
  ms: number;
  /** When it ended, by the clock of the machine. */
  endedAt: number;
  bytes: number;
}

/** What the process of the site says first, then on every `report`, and after every `change`. */
export interface SiteMessage {
  port: number;
  victimPort: number;
  seen: Seen[];
}

interface Ready {
  body: Buffer;
  headers: Record<string, string>;
  etag: string | null;
  date: string | null;
}

const seed = Number(process.argv[2]);
const DATE = 'Wed, 18 Mar 2026 12:00:00 GMT';
const CHANGED_DATE = 'Thu, 19 Mar 2026 12:00:00 GMT';
const pages = plan.planPages();
const ready = new Map<string, Ready>();
let seen: Seen[] = [];

for (const page of pages) prepare(page, 1);
for (const [copy, original] of Object.entries(plan.TWINS)) prepareTwin(copy, original);
const hostile = await prepareHostile();

function prepare(page: plan.GoodPage, version: number): void {
  const html = renderPage(page, seed, version);
  ready.set(page.path, toReady(html, page, version === 1 ? DATE : CHANGED_DATE));
}

function toReady(html: string, { hasEtag, hasDate, style }: plan.GoodPage, date: string): Ready {
  const etag = hasEtag ? `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"` : null;
  const isZipped = style % 2 === 0;
  return {
    body: isZipped ? gzipSync(html) : Buffer.from(html),
    etag,
    date: hasDate ? date : null,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
      ...(etag ? { etag } : {}),
      ...(hasDate ? { 'last-modified': date } : {}),
    },
  };
}

/** A copy reads the same; a printed form says a little more and names the original. */
function prepareTwin(path: string, original: string): void {
  const page = pages.find((known) => known.path === original);
  if (!page) throw new Error(`no page ${original}`);
  const html = renderPage(page, seed, 1);
  const printed = html
    .replace('</head>', `<link rel="canonical" href="${original}"></head>`)
    .replace('<h1', '<p>Printed form of the chapter, for your folder.</p><h1');
  ready.set(path, toReady(path.startsWith('/print') ? printed : html, page, DATE));
}

function renderHome(): string {
  const firsts = pages.filter(({ menu }) => menu.length > 10).map(({ path }) => path);
  const others = [plan.BAD_PAGES, plan.MOVED, plan.TWINS].flatMap((paths) => Object.keys(paths));
  const entrances = others.filter((path) => !/chain-5|short-[12]/.test(path));
  const links = [...firsts, ...plan.TRAPS, plan.MANY_LINKS, '/bad/chain-0', ...plan.FILES, ...entrances];
  return renderList('Harbour Handbook', [
    ...links,
    `${plan.VICTIM}/`,
    '//victim.example/a',
    'mailto:a@b.example',
  ]);
}

function renderList(title: string, links: readonly string[]): string {
  const items = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  return `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Start here to read.</p><ul>${items}</ul></main></html>`;
}

function renderMap(paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${plan.DOCS}${path}</loc><lastmod>2026-03-18</lastmod></url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

const listed = pages.filter(({ isInSitemap }) => isInSitemap).map(({ path }) => path);
const XML = { 'content-type': 'application/xml' };
const fixed: Record<string, { headers: Record<string, string>; body: string | Buffer }> = {
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    // 500 KiB of rules for a robot that is not ours come first.
    body: `User-agent: othersbot\n${'Disallow: /nothing/at/all\n'.repeat(19_500)}\nUser-agent: *\nDisallow: ${plan.FORBIDDEN}\n\nSitemap: ${plan.DOCS}/sitemap.xml\n`,
  },
  '/sitemap.xml': {
    headers: XML,
    body: `<?xml version="1.0"?><sitemapindex><sitemap><loc>${plan.DOCS}/map-1.xml</loc></sitemap><sitemap><loc>${plan.DOCS}/map-2.xml.gz</loc></sitemap></sitemapindex>`,
  },
  '/map-1.xml': { headers: XML, body: renderMap(listed.slice(0, 250)) },
  '/map-2.xml.gz': {
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(renderMap([...listed.slice(250), `${plan.FORBIDDEN}listed`])),
  },
  '/': { headers: { 'content-type': 'text/html', etag: '"home"' }, body: renderHome() },
};
const bombsHome = renderList('Bombs', plan.BOMB_PATHS);

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/';
  if (request.headers.host === 'bombs.example' && path === '/') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(bombsHome);
    return;
  }
  const page = ready.get(path);
  if (page) {
    answerPage(request, response, page);
    return;
  }
  const plain = fixed[path];
  if (plain?.headers.etag && request.headers['if-none-match'] === plain.headers.etag) {
    response.writeHead(304, plain.headers).end();
    return;
  }
  const trap = plain ? null : renderTrap(path);
  if (plain) response.writeHead(200, plain.headers).end(plain.body);
  else if (trap !== null) response.writeHead(200, { 'content-type': 'text/html' }).end(trap);
  else if (hostile[path]) hostile[path](response);
  else response.writeHead(404, { 'content-type': 'text/html' }).end('nothing here');
}

/** RFC 9110: where both are sent, only the ETag counts. */
function answerPage(request: IncomingMessage, response: ServerResponse, page: Ready): void {
  const { 'if-none-match': etag, 'if-modified-since': date } = request.headers;
  const isSame = etag === undefined ? date !== undefined && date === page.date : etag === page.etag;
  const { 'content-type': _, 'content-encoding': __, ...validators } = page.headers;
  if (isSame) response.writeHead(304, validators).end();
  else response.writeHead(200, page.headers).end(page.body);
}

async function listen(handle: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    const { socket } = request;
    const bytesBefore = socket.bytesWritten;
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : 0;
      const ms = performance.now() - startedAt;
      const bytes = socket.bytesWritten - bytesBefore;
      seen.push({
        host: request.headers.host ?? '',
        path: request.url ?? '',
        status,
        ms,
        endedAt: Date.now(),
        bytes,
      });
    });
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const port = await listen(answer);
const victimPort = await listen((_request, response) => response.end('nobody should read this'));

function say(): void {
  process.send?.({ port, victimPort, seen } satisfies SiteMessage);
  seen = [];
}

process.on('message', (command) => {
  if (command === 'change') for (const page of plan.chooseChanged(pages)) prepare(page, 2);
  say();
});
process.once('disconnect', () => process.exit());
say();
