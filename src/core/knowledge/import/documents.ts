import { encodeXML } from 'entities';
import { readPage } from '../../../adapters/crawler/page/page.ts';
import { docxToHtml } from '../../../adapters/files/docx.ts';
import { layOut } from '../../../adapters/files/layout.ts';
import { readPdf } from '../../../adapters/files/pdf.ts';
import { PageFaultError } from '../../../domain/errors.ts';
import { joinTitles } from '../../search/parts.ts';
import { isTooDeep } from './html-text.ts';
import { readMarkdownFile, wordsOf } from './markdown.ts';
import type { Candidate } from './record.ts';
import { tellApart } from './titles.ts';

/** One entry a heading, and in a document without any, one a page; numbers are pages. */
export async function* readPdfFile(bytes: Uint8Array, name: string | undefined): AsyncGenerator<Candidate> {
  const { markdown, pages, emptyPages } = layOut(await readPdf(bytes), wordsOf(name) || 'PDF');
  for (const candidate of readMarkdownFile(markdown, name))
    yield { ...candidate, line: pages[candidate.line - 1] ?? 1 };
  for (const line of emptyPages) yield { line, note: { kind: 'no_text' } };
}

/** The same for a document of Word, by its headings; numbers are sections. */
export async function* readDocxFile(bytes: Uint8Array, name: string | undefined): AsyncGenerator<Candidate> {
  const { title, html } = await docxToHtml(bytes);
  // In a box of its own, so that nothing of it is taken for the frame of a page.
  const page = `<!doctype html><html><head><title>${encodeXML(title)}</title></head><body><main>${html}</main></body></html>`;
  yield* readHtmlFile(Buffer.from(page), name, 'text/html; charset=utf-8');
}

/** A saved page, one entry a heading; numbers are sections. Its address is the one that it names itself. */
export function* readHtmlFile(
  bytes: Uint8Array,
  name: string | undefined,
  contentType = 'text/html',
): Generator<Candidate> {
  if (isTooDeep(bytes)) return yield { line: 1, fault: 'broken' };
  const page = readSaved(bytes, name, contentType);
  if (page === null) return yield { line: 1, fault: 'other_kind' };
  const named = page.sections.map(({ path: [top = '', ...below], text, anchor }) => {
    const link =
      page.canonical && anchor ? `${page.canonical}#${encodeURIComponent(anchor)}` : page.canonical;
    // A file's name stands in for a missing heading; above one it says nothing.
    const path = below.length > 0 && top === wordsOf(name) ? below : [top, ...below];
    return { title: joinTitles(path), path: [], text, link };
  });
  for (const [index, { title, change }] of tellApart(named).entries()) {
    const [line, one] = [index + 1, named[index]];
    if (change === 'same') yield { line, note: { kind: 'same_entry' } };
    if (change === 'same' || !one) continue;
    if (change === 'renamed') yield { line, note: { kind: 'same_title', title } };
    yield { line, value: { title, text: one.text, link: one.link } };
  }
}

/** null: it is no page. */
function readSaved(body: Uint8Array, name: string | undefined, contentType: string) {
  // Links relative to the page's own address lose it, unless the page names that address.
  const nowhere = `file:///${encodeURIComponent(wordsOf(name) || 'page')}`;
  try {
    const read = (url: string) => readPage({ body, contentType, url, robotsTag: null });
    const page = read(nowhere);
    return page.canonical === null ? page : read(page.canonical);
  } catch (error) {
    if (!(error instanceof PageFaultError)) throw error;
    return error.fault === 'not_text' ? null : { sections: [], canonical: null };
  }
}
