import { expect } from 'vitest';
import { type PageExtract, readPage } from '../../src/adapters/crawler/page/page.ts';

/** A piece of a page, and what must become of it. */
export interface PageSample {
  name: string;
  /** The content below the page's heading, or a whole document. */
  html: string;
  entries?: { title: string; keeps: string[]; lacks: string[] }[];
  /** Of the whole page, titles included. */
  keeps?: string[];
  lacks?: string[];
  count?: number;
}

/** A page with a menu, a heading and a footer around the content; whole documents are read as they are. */
export function readSample(html: string): PageExtract {
  const isWhole = /^\s*<(?:!doctype|html)/i.test(html);
  const page = isWhole
    ? html
    : `<!doctype html><html lang="en"><head><title>Help | Acme</title></head><body><header><nav><a href="/">Home</a></nav>
      </header><main><h1>Help</h1>${html}</main><footer>Acme</footer></body></html>`;
  const body = new TextEncoder().encode(page);
  return readPage({
    body,
    contentType: 'text/html; charset=utf-8',
    url: 'https://x.example/a',
    robotsTag: null,
  });
}

/** All titles and texts of a page. */
function allOf({ sections }: PageExtract): string {
  return sections.map(({ path, text }) => `${path.join(' › ')}\n${text}`).join('\n\n');
}

/** Each entry exists once, with its answer and nothing of another. */
export function expectEntries(sample: PageSample): void {
  const page = readSample(sample.html);
  for (const { title, keeps, lacks } of sample.entries ?? []) {
    const found = page.sections.filter(({ path }) => path.at(-1) === title);
    expect(found.length, `entries of ${title} in ${allOf(page)}`).toBe(1);
    for (const kept of keeps) expect(found[0]?.text).toContain(kept);
    for (const lacked of lacks) expect(found[0]?.text).not.toContain(lacked);
  }
  for (const kept of sample.keeps ?? []) expect(allOf(page)).toContain(kept);
  for (const lacked of sample.lacks ?? []) expect(allOf(page)).not.toContain(lacked);
  if (sample.count !== undefined) expect(page.sections.length).toBe(sample.count);
}
