import JSZip from 'jszip';
import mammoth from 'mammoth';
import { DocumentFaultError } from './fault.ts';
import { readOutline } from './word/outline.ts';
import { readStyles } from './word/styles.ts';
import { dropUnseen } from './word/unseen.ts';
import { allOf, parseXml, type XmlElement } from './word/xml.ts';

/** Encrypted documents and those of old Word begin with it. */
const OLD_START = '\u00d0\u00cf\u0011\u00e0';
const ZIP_START = 'PK\u0003\u0004';

/**
 * A document as HTML: headings, lists, tables and links stay; pictures, and what nobody reads on paper, go.
 * @returns its title where it has one above its headings. @throws DocumentFaultError
 */
export async function docxToHtml(bytes: Uint8Array): Promise<{ title: string; html: string }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString('latin1', 0, 4);
  if (start === OLD_START) throw new DocumentFaultError('locked');
  if (start !== ZIP_START) throw new DocumentFaultError('broken');
  try {
    const { title, plain } = await prepare(buffer);
    const { value } = await mammoth.convertToHtml({ buffer: plain }, { convertImage: NO_PICTURE });
    return { title, html: value };
  } catch (error) {
    const isTooLong =
      error instanceof Error && /Invalid string length|string longer than/.test(error.message);
    throw new DocumentFaultError(isTooLong ? 'too_much_memory' : 'broken', error);
  }
}

/** As they are, pictures would stand in the text as data. */
const NO_PICTURE = mammoth.images.imgElement(async () => ({ src: '' }));

/** The library knows headings by the name of their style alone, and prints hidden text: both are settled before. */
async function prepare(buffer: Buffer): Promise<{ title: string; plain: Buffer }> {
  const zip = await JSZip.loadAsync(buffer);
  const read = async (path: string) => {
    const text = await zip.file(path)?.async('string');
    return text === undefined ? null : parseXml(text);
  };
  const path = pathOf(await read('_rels/.rels'));
  const beside = (name: string) => read(path.replace(/[^/]*$/, name));
  const document = await read(path);
  if (document === null) throw new DocumentFaultError('broken');
  const styles = readStyles(await beside('styles.xml'));
  const notes = { footnote: await beside('footnotes.xml'), endnote: await beside('endnotes.xml') };
  dropUnseen(document, styles, notes);
  const title = readOutline(document, styles);
  zip.file(path, document.toString());
  return { title, plain: await zip.generateAsync({ type: 'nodebuffer' }) };
}

function pathOf(relations: XmlElement | null): string {
  const main = allOf(relations, 'Relationship').find((one) =>
    one.getAttribute('Type')?.endsWith('/officeDocument'),
  );
  return main?.getAttribute('Target')?.replace(/^\//, '') ?? 'word/document.xml';
}
