import { COUNT } from '../../../domain/markdown/sentences.ts';
import { bodySize } from '../layout.ts';
import { levelIn, type Styles, sizeIn } from './styles.ts';
import { allOf, childOf, isOn, makeElement, settingOf, wordsIn, type XmlElement } from './xml.ts';

interface WordHeading {
  paragraph: XmlElement;
  words: string;
  level: number;
}

const DEEPEST = 6;
const LONGEST_OUTLINED = 200;
const LONGEST_SENTENCE = 100;

/**
 * Gives every heading the style that converters know: by the outline, whatever the style is called, and where a
 * document has no outline by how its lines look.
 * @returns the title above all headings, which is taken out of the text; empty where there is none.
 */
export function readOutline(document: XmlElement, styles: Styles): string {
  const paragraphs = allOf(document, 'w:p')
    .map((paragraph) => ({ paragraph, words: wordsIn(paragraph).trim() }))
    .filter(({ words }) => words !== '');
  const named = paragraphs.filter((one) => styleOf(one.paragraph, styles).name.toLowerCase() === 'title');
  const [top] = named;
  const hasTitle = named.length === 1 && top === paragraphs[0];
  const rest = hasTitle ? paragraphs.slice(1) : paragraphs;
  const outlined = rest.flatMap((one) => {
    const level = named.includes(one) ? -1 : levelOf(one.paragraph, styles);
    if (level === null) return [];
    if (one.words.length <= (one.words.endsWith('.') ? LONGEST_SENTENCE : LONGEST_OUTLINED))
      return [{ ...one, level }];
    setText(one.paragraph);
    return [];
  });
  const headings = outlined.length > 0 ? outlined : byLooks(rest, styles);
  const highest = Math.min(...headings.map(({ level }) => level));
  for (const { paragraph, level } of headings) setLevel(paragraph, level - Math.min(0, highest));
  dropNumbers(headings);
  if (hasTitle) top?.paragraph.remove();
  return hasTitle ? (top?.words ?? '') : '';
}

function styleOf(paragraph: XmlElement, styles: Styles) {
  return styles.find(settingOf(childOf(paragraph, 'w:pPr'), 'w:pStyle'));
}

function levelOf(paragraph: XmlElement, styles: Styles): number | null {
  const level = levelIn(childOf(paragraph, 'w:pPr')) ?? styleOf(paragraph, styles).level;
  return level === null || level > 8 ? null : level;
}

/** A whole paragraph in the style of a heading was meant to look like one. */
function setText(paragraph: XmlElement): void {
  const properties = childOf(paragraph, 'w:pPr');
  for (const name of ['w:pStyle', 'w:outlineLvl']) childOf(properties, name)?.remove();
}

function setLevel(paragraph: XmlElement, level: number): void {
  const id = `Heading${Math.min(level + 1, DEEPEST)}`;
  let properties = childOf(paragraph, 'w:pPr');
  if (properties === null) {
    properties = makeElement('<w:pPr></w:pPr>');
    paragraph.prepend(properties);
  }
  childOf(properties, 'w:pStyle')?.remove();
  // Numbers that Word counts would make it an item of a list.
  childOf(properties, 'w:numPr')?.remove();
  properties.prepend(makeElement(`<w:pStyle w:val="${id}"/>`));
}

const MAX_HEADING = 120;
/** More of them are no headings but a document in bold. */
const MOST = 0.5;
/** Larger than the text by this much. */
const LARGER = 1.2;

type Paragraph = Omit<WordHeading, 'level'>;

/** Short lines that are bold or large as a whole; the larger, the higher. */
function byLooks(paragraphs: readonly Paragraph[], styles: Styles): WordHeading[] {
  const looks = paragraphs.map((one) => ({ ...one, ...lookOf(one.paragraph, styles) }));
  const body = bodySize(looks.map(({ size, words }) => ({ size, text: words })));
  const found = looks.filter(
    ({ paragraph, words, isBold, size }, index) =>
      paragraph.parentElement?.tagName !== 'w:tc' &&
      index < looks.length - 1 &&
      words.length <= MAX_HEADING &&
      !/[.,;:]$/.test(words) &&
      (isBold || size >= body * LARGER),
  );
  if (found.length < 2 || found.length > looks.length * MOST) return [];
  const sizes = [...new Set(found.map(({ size }) => size))].toSorted((one, other) => other - one);
  return found.map(({ paragraph, words, size }) => ({ paragraph, words, level: sizes.indexOf(size) }));
}

/** Without sizes that nobody set, all lines have the one of Word, 22 half points. */
function lookOf(paragraph: XmlElement, styles: Styles): { isBold: boolean; size: number } {
  const around = styleOf(paragraph, styles);
  const runs = allOf(paragraph, 'w:r')
    .filter((run) => wordsIn(run).trim() !== '')
    .map((run) => {
      const own = childOf(run, 'w:rPr');
      const id = settingOf(own, 'w:rStyle');
      const style = id === null ? null : styles.find(id);
      const isBold = isOn(own, 'w:b') ?? (around.isBold || style?.isBold === true);
      return { isBold, size: sizeIn(own) ?? around.size ?? 22 };
    });
  return {
    isBold: runs.length > 0 && runs.every(({ isBold }) => isBold),
    size: Math.min(...runs.map(({ size }) => size)),
  };
}

/** `1.2 Fees` is about fees, where more than one heading is numbered so. */
function dropNumbers(headings: readonly WordHeading[]): void {
  const numbered = headings.flatMap(({ paragraph }) => {
    const [number] = COUNT.exec(wordsIn(paragraph)) ?? [];
    return number === undefined ? [] : [{ paragraph, number }];
  });
  if (numbered.length < 2) return;
  for (const { paragraph, number } of numbered) cutWords(paragraph, number.length);
}

function cutWords(paragraph: XmlElement, count: number): void {
  let left = count;
  const visit = (one: XmlElement) => {
    if (left === 0) return;
    if (one.tagName === 'w:t') {
      const text = one.textContent;
      one.textContent = text.slice(left);
      left -= Math.min(left, text.length);
    } else if (one.tagName === 'w:tab' && one.parentElement?.tagName === 'w:r') {
      one.remove();
      left -= 1;
    } else for (const child of [...one.children]) visit(child);
  };
  visit(paragraph);
}
