import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readSitemap, type SitemapExtract } from '../../../src/adapters/crawler/sitemap.ts';

function read(body: string | Uint8Array, contentType: string | null = 'application/xml'): SitemapExtract {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return readSitemap({ body: bytes, contentType, url: 'https://site.example/sitemap.xml' });
}

describe('a sitemap', () => {
  test('gives distinct absolute http(s) pages, with entities, CDATA, comments and images of others', () => {
    const extract = read(`<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc> https://site.example/a?x=1&amp;y=&#50;#part </loc><lastmod>2026-01-01</lastmod>
        <image:image><image:loc>https://site.example/a.png</image:loc></image:image></url>
      <!-- <url><loc>https://site.example/old</loc></url> -->
      <url><loc><![CDATA[https://site.example/b?x=1&y=2]]></loc></url><url><loc>/relative</loc></url>
      <url><loc>https://site.example/a?x=1&amp;y=2</loc></url><url><loc>ftp://site.example/c</loc></url><url><loc/></url>
      <url><loc>javascript:alert(1)</loc></url></urlset>`);
    expect(extract).toEqual({
      pages: [
        'https://site.example/a?x=1&y=2',
        'https://site.example/b?x=1&y=2',
        'https://site.example/relative',
      ],
      sitemaps: [],
    });
  });

  test('that is an index gives its sitemaps, under any namespace prefix', () => {
    const extract = read(
      '<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>https://site.example/1.xml.gz</sm:loc></sm:sitemap></sm:sitemapindex>',
    );
    expect(extract).toEqual({ pages: [], sitemaps: ['https://site.example/1.xml.gz'] });
  });

  test('may be a plain list, an RSS or an Atom feed', () => {
    expect(
      read('\uFEFFhttps://site.example/a\r\nnot a url\r\n\r\nhttps://site.example/b', 'text/plain').pages,
    ).toEqual(['https://site.example/a', 'https://site.example/b']);
    const rss =
      '<rss><channel><link>https://site.example/</link><item><link>https://site.example/a</link></item></channel></rss>';
    expect(read(rss).pages).toEqual(['https://site.example/a']);
    const atom =
      '<feed><link href="/self"/><entry><link rel="edit" href="/e"/><link href="https://site.example/b"/></entry></feed>';
    expect(read(atom).pages).toEqual(['https://site.example/b']);
  });

  test('I77 in gzip bytes is unpacked up to 50 MB, whatever its type says', () => {
    const packed = gzipSync('<urlset><url><loc>https://site.example/a</loc></url></urlset>');
    for (const type of ['application/gzip', 'application/x-gzip', 'text/xml', null]) {
      expect(read(packed, type).pages).toEqual(['https://site.example/a']);
    }
    const bomb = gzipSync(Buffer.alloc(51 * 1024 * 1024, ' '));
    expect(() => read(bomb)).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(() => read(packed.subarray(0, 30))).toThrow(expect.objectContaining({ fault: 'unreadable' }));
  });

  test('I77 looks up no entity, neither of a bomb nor of a file', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    );
    const extract =
      read(`<!DOCTYPE urlset [<!ENTITY l0 "lol"><!ENTITY f SYSTEM "file:///etc/hostname">${levels}]>
      <urlset><url><loc>https://site.example/&l30;</loc></url><url><loc>https://site.example/&f;</loc></url></urlset>`);
    expect(extract.pages).toEqual(['https://site.example/&l30;', 'https://site.example/&f;']);
  });

  test('I77 gives at most 50,000 addresses', () => {
    const entries = Array.from(
      { length: 60_000 },
      (_, n) => `<url><loc>https://site.example/${n}</loc></url>`,
    );
    expect(read(`<urlset>${entries.join('')}</urlset>`).pages).toHaveLength(50_000);
  });

  test('I78 is refused if it is a web page, a binary or anything else', () => {
    expect(() => read('<!doctype html><html><body>Not found</body></html>', 'text/html')).toThrow(
      expect.objectContaining({ fault: 'not_text' }),
    );
    expect(() => read(Buffer.from('%PDF-1.4'))).toThrow(expect.objectContaining({ fault: 'not_text' }));
    expect(() => read('<config><loc>https://site.example/</loc></config>')).toThrow(
      expect.objectContaining({ fault: 'unreadable' }),
    );
  });
});
