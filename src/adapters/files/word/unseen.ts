import type { Styles } from './styles.ts';
import { allOf, childOf, isOn, makeElement, settingOf, wordsIn, type XmlElement } from './xml.ts';

/** Word's own names of what lists the headings, in every language. */
const CONTENTS = /^(?:toc|contents) (?:\d|heading)$/i;

/**
 * Takes out what is not on the page or says nothing there: hidden and deleted text, tables of contents. Notes move
 * to where they are called, or an entry would get those of the whole document.
 */
export function dropUnseen(
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
      allOf(note, 'w:p').map(wordsIn).join(' ').replace(/\s+/g, ' ').trim(),
    ]),
  );
  for (const reference of allOf(document, `w:${kind}Reference`)) {
    const words = texts.get(reference.getAttribute('w:id')) ?? '';
    const place = makeElement('<w:t xml:space="preserve"></w:t>');
    place.textContent = words === '' ? '' : ` (${words})`;
    reference.replaceWith(place);
  }
}
