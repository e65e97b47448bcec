import { allOf, childOf, isOn, settingOf, type XmlElement } from './xml.ts';

/** How a style looks, with what it has from the styles that it is based on. */
export interface Style {
  /** As Word has it in every language: `heading 1`, `Title`, `toc 1`. */
  name: string;
  /** Outline level from 0; null for body text. */
  level: number | null;
  isHidden: boolean;
  isBold: boolean;
  /** In half points; null: that of the document. */
  size: number | null;
}

export interface Styles {
  /** Finds the style of a paragraph or run by its id; without one, the default of paragraphs. */
  find(id: string | null): Style;
}

const PLAIN: Style = { name: '', level: null, isHidden: false, isBold: false, size: null };
/** No document has a longer chain; a broken one goes in circles. */
const MAX_CHAIN = 20;

export function readStyles(file: XmlElement | null): Styles {
  const elements = new Map(allOf(file, 'w:style').map((one) => [one.getAttribute('w:styleId'), one]));
  const standard = [...elements.values()].find(
    (one) =>
      one.getAttribute('w:type') === 'paragraph' &&
      ['1', 'true'].includes(one.getAttribute('w:default') ?? ''),
  );
  const [defaults = null] = allOf(file, 'w:rPrDefault');
  const base = { ...PLAIN, size: sizeIn(childOf(defaults, 'w:rPr')) };
  const known = new Map<string | null, Style>();
  const read = (element: XmlElement | undefined, depth: number): Style => {
    if (element === undefined || depth === 0) return base;
    const below = read(elements.get(settingOf(element, 'w:basedOn')), depth - 1);
    return readStyle(element, below);
  };
  return {
    find: (id) => {
      const style = known.get(id) ?? read(id === null ? standard : elements.get(id), MAX_CHAIN);
      known.set(id, style);
      return style;
    },
  };
}

function readStyle(element: XmlElement, below: Style): Style {
  const name = settingOf(element, 'w:name') ?? '';
  const run = childOf(element, 'w:rPr');
  const named = /^heading ([1-9])$/i.exec(name)?.[1];
  return {
    name,
    level: levelIn(childOf(element, 'w:pPr')) ?? (named === undefined ? below.level : Number(named) - 1),
    isHidden: isOn(run, 'w:vanish') ?? below.isHidden,
    isBold: isOn(run, 'w:b') ?? below.isBold,
    size: sizeIn(run) ?? below.size,
  };
}

/** The outline's level that the properties of a paragraph or a style set; 9 is body text. */
export function levelIn(properties: XmlElement | null): number | null {
  return numberIn(properties, 'w:outlineLvl', 9);
}

export function sizeIn(properties: XmlElement | null): number | null {
  return numberIn(properties, 'w:sz', 9_999);
}

function numberIn(properties: XmlElement | null, name: string, most: number): number | null {
  const value = Number.parseInt(settingOf(properties, name) ?? '', 10);
  return value >= 0 && value <= most ? value : null;
}
