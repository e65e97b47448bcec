import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { createOutside, PUBLIC, startSite } from './outbound.ts';

/** What a site answers on a path: a whole HTML page, or what the server does. */
export type SiteAnswer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface DocsSite {
  world: OutsideWorld;
  /** Of this machine, for a process with a world of its own. */
  port: number;
  /** By path with its query, by host and path, or `*` for all others; a test changes it while the site runs. */
  answers: Record<string, SiteAnswer>;
  /** Every request since `forget`, as `status path`. */
  seen: string[];
  forget(): void;
  close(): Promise<void>;
}

/**
 * A documentation site of this machine under made-up public names. Pages carry an ETag of their content and
 * honour `If-None-Match`; what is not there is 404.
 */
export async function startDocsSite(
  answers: Record<string, SiteAnswer>,
  names: readonly string[] = ['docs.example', 'www.docs.example', 'other.example'],
): Promise<DocsSite> {
  const seen: string[] = [];
  const site = await startSite((request, response) => {
    const path = request.url ?? '/';
    response.on('close', () => seen.push(`${response.statusCode} ${path}`));
    const answer = answers[`${request.headers.host}${path}`] ?? answers[path] ?? answers['*'];
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end('nothing here');
    else sendPage(request, response, answer);
  });
  const outside = createOutside(site.port, Object.fromEntries(names.map((name) => [name, [PUBLIC]])));
  return {
    world: outside.world,
    port: site.port,
    answers,
    seen,
    forget: () => {
      seen.length = 0;
    },
    close: site.close,
  };
}

function sendPage(request: IncomingMessage, response: ServerResponse, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 12)}"`;
  const type = text.startsWith('<?xml') ? 'application/xml' : 'text/html; charset=utf-8';
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(200, { 'content-type': type, etag }).end(text);
}

/** A page as a documentation generator makes it: navigation around an article. */
export function toPage(title: string, article: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title} | Acme Docs</title>${head}</head>
<body><nav><a href="/">Home</a></nav><main><h1>${title}</h1>${article}</main><footer>Acme</footer></body></html>`;
}

export function toSitemap(...urls: string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
}

/** Text as a robots.txt is sent. */
export function plain(text: string, status = 200): SiteAnswer {
  return (_request, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

export function redirectTo(location: string): SiteAnswer {
  return (_request, response) => response.writeHead(302, { location }).end();
}
