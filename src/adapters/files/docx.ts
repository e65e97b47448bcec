import JSZip from 'jszip';
import mammoth from 'mammoth';
import { toLine } from '../../domain/text.ts';
import { DocumentFaultError } from './fault.ts';
import { readOutline } from './word/outline.ts';
import { readStyles, type Styles } from './word/styles.ts';
import type { XmlElement } from './word/xml.ts';
import { allOf, childOf, isOn, makeElement, parseXml, settingOf, wordsIn } from './word/xml.ts';

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

/** Word's own names of what lists the headings, in every language. */
const CONTENTS = /^(?:toc|contents) (?:\d|heading)$/i;

/**
 * Takes out what is not on the page or says nothing there: hidden and deleted text, tables of contents. Notes move
 * to where they are called, or an entry would get those of the whole document.
 */
function dropUnseen(
  document: XmlElement,
  styles: Styles,
  notes: Record<'footnote' | 'endnote', XmlElement | null>,
): void {
  for (const name of ['w:del', 'w:moveFrom']) for (const one of allOf(document, name)) one.remove();
  for (const run of allOf(document, 'w:r')) if (isHidden(run, styles)) run.remove();
  for (const box of allOf(document, 'w:sdt'))
    if (settingOf(allOf(box, 'w:docPartObj')[0] ?? null, 'w:docPartGallery') === 'Table of Contents')
      box.remove();
  for (const paragraph of allOf(document, 'w:p')) {
    const style = settingOf(childOf(paragraph, 'w:pPr'), 'w:pStyle');
    if (CONTENTS.test(styles.find(style).name)) paragraph.remove();
  }
  for (const kind of ['footnote', 'endnote'] as const) placeNotes(document, kind, notes[kind], styles);
}

function isHidden(run: XmlElement, styles: Styles): boolean {
  const own = childOf(run, 'w:rPr');
  const isSet = isOn(own, 'w:vanish');
  if (isSet !== null) return isSet;
  const style = settingOf(own, 'w:rStyle');
  if (style !== null && styles.find(style).isHidden) return true;
  return styles.find(styleAround(run)).isHidden;
}

function styleAround(run: XmlElement): string | null {
  let at = run.parentElement;
  while (at !== null && at.tagName !== 'w:p') at = at.parentElement;
  return settingOf(childOf(at, 'w:pPr'), 'w:pStyle');
}

function placeNotes(
  document: XmlElement,
  kind: 'footnote' | 'endnote',
  notes: XmlElement | null,
  styles: Styles,
): void {
  for (const run of allOf(notes, 'w:r')) if (isHidden(run, styles)) run.remove();
  const texts = new Map(
    allOf(notes, `w:${kind}`).map((note) => [
      note.getAttribute('w:id'),
      toLine(allOf(note, 'w:p').map(wordsIn).join(' ')),
    ]),
  );
  for (const reference of allOf(document, `w:${kind}Reference`)) {
    const words = texts.get(reference.getAttribute('w:id')) ?? '';
    const place = makeElement('<w:t xml:space="preserve"></w:t>');
    place.textContent = words === '' ? '' : ` (${words})`;
    reference.replaceWith(place);
  }
}
