import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Router } from '../router.ts';

const own = (name: string) => fileURLToPath(new URL(`./public/${name}`, import.meta.url));
const packaged = (name: string) => createRequire(import.meta.url).resolve(name);

/** The few public files, each by name: no path of a request ever reaches the file system. */
const FILES = {
  'pico.css': packaged('@picocss/pico/css/pico.min.css'),
  'uplot.css': packaged('uplot/dist/uPlot.min.css'),
  'dashboard.css': own('dashboard.css'),
  'htmx.js': packaged('htmx.org/dist/htmx.min.js'),
  'uplot.js': packaged('uplot/dist/uPlot.iife.min.js'),
  'dashboard.js': own('dashboard.js'),
  'chart.js': own('chart.js'),
} as const;
type AssetName = keyof typeof FILES;

interface Asset {
  content: Buffer;
  version: string;
}

const loaded = new Map<string, Asset>();

/** Read on first use; 280 kB in all. */
function load(name: AssetName): Asset {
  const known = loaded.get(name);
  if (known) return known;
  const content = readFileSync(FILES[name]);
  const asset = { content, version: createHash('sha256').update(content).digest('hex').slice(0, 12) };
  loaded.set(name, asset);
  return asset;
}

/** With a digest of the content, so that a browser may keep it for ever and never has an old one. */
export function assetAddress(name: AssetName): string {
  return `/assets/${name}?v=${load(name).version}`;
}

export function addAssets(router: Router): void {
  for (const name of Object.keys(FILES) as AssetName[]) {
    router.get(`/assets/${name}`, (ctx) => {
      ctx.type = name.endsWith('.css') ? 'css' : 'text/javascript';
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.body = load(name).content;
    });
  }
}
