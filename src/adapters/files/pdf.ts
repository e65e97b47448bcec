import { getDocumentProxy } from 'unpdf';
import { DocumentFaultError } from './fault.ts';

export interface PdfLine {
  text: string;
  size: number;
  /** From the left edge of the page, in points. */
  from: number;
  to: number;
  /** Distance to the line above, in points; negative where it stands higher, 0 for the first of a page. */
  drop: number;
}

/** Longer ones are books: nobody means all of it as answers. */
const MAX_PAGES = 2_000;
/** Fewer letters than these on so many pages come of stamps on pictures. */
const LEAST_LETTERS = 20;

/** The lines of every page, in the order in which they are printed. @throws DocumentFaultError */
export async function readPdf(bytes: Uint8Array): Promise<PdfLine[][]> {
  // Nothing is drawn, and nothing of what the library thinks of a file goes to the log.
  const options = { verbosity: 0, isEvalSupported: false, disableFontFace: true, useSystemFonts: false };
  // The library takes no Buffer, which a Uint8Array may be.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), options).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new DocumentFaultError(isLocked ? 'locked' : 'broken', error);
  });
  if (pdf.numPages > MAX_PAGES) throw new DocumentFaultError('too_many_pages');
  const pages: PdfLine[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number).catch((error: unknown) => {
      throw new DocumentFaultError('broken', error);
    });
    const { items } = await page.getTextContent();
    pages.push(toLines(items.filter((item) => 'str' in item)));
    page.cleanup();
  }
  const letters = pages
    .flat()
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  if (letters < LEAST_LETTERS) throw new DocumentFaultError('pictures');
  return pages;
}

interface Item {
  str: string;
  width: number;
  /** Sizes, slants and place: [a, b, c, d, x, y]. */
  transform: number[];
  hasEOL: boolean;
}

function toLines(items: readonly Item[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let own: Item[] = [];
  let above: number | null = null;
  const end = () => {
    const said = own.filter(({ str }) => str.trim() !== '');
    const [first] = said;
    const text = own
      .map(({ str }) => str)
      .join('')
      .trim();
    own = [];
    if (!first) return;
    const [, , , , left = 0, y = 0] = first.transform;
    const to = Math.max(...said.map(({ transform, width }) => (transform[4] ?? 0) + width));
    lines.push({ text, size: sizeOf(said), from: left, to, drop: above === null ? 0 : above - y });
    above = y;
  };
  for (const item of items) {
    own.push(item);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function sizeOf(items: readonly Item[]): number {
  const [longest] = items.toSorted((one, other) => other.str.length - one.str.length);
  const [, , c = 0, d = 0] = longest?.transform ?? [];
  return Math.round(Math.hypot(c, d) * 2) / 2;
}
