import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Router } from '../router.ts';
import type { ApiState } from './authenticate.ts';

const TYPES: Record<string, string> = {
  '.html': 'html',
  '.js': 'text/javascript',
  '.css': 'css',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const own = (name: string) => fileURLToPath(new URL(`./public/${name}`, import.meta.url));
const swagger = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

/** Named one by one: no path of a request reaches the file system. */
const AVATAR = { '/avatar.svg': own('avatar.svg') };
const REFERENCE = {
  '/docs': own('docs.html'),
  '/docs/docs.js': own('docs.js'),
  '/docs/swagger-ui.css': swagger('swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': swagger('swagger-ui-bundle.js'),
};

/** The reference page styles itself by attributes; scripts come from here alone. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param isApi the reference belongs to the process that serves the API. */
export function addAssets(router: Router<ApiState>, isApi: boolean): void {
  for (const [path, file] of Object.entries({ ...AVATAR, ...(isApi ? REFERENCE : {}) })) {
    let content: Promise<Buffer> | undefined;
    router.get(path, async (ctx) => {
      content ??= readFile(file);
      ctx.body = await content;
      ctx.type = TYPES[extname(file)] ?? 'bin';
      ctx.set('Content-Security-Policy', PAGE_POLICY);
      ctx.set('Cache-Control', 'public, max-age=3600');
    });
  }
}
