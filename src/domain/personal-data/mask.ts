import { outsideCode } from '../markdown/code.ts';
import { type DataKind, KINDS } from './found.ts';
import { findPersonalData, replaceFound } from './reader.ts';

/** As a model may write it again: in another case, or with its marks escaped. */
export const PLACEHOLDER = new RegExp(String.raw`\\?\[(${KINDS.join('|')})\\?_(\d{1,6})\\?\]`, 'gi');
/** What stands unescaped in Markdown without being more than text. */
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} @.,+:;/'()-]|_(?=[\p{L}\p{N}]))*$/u;
const IN_ADDRESS = /https?:|mailto:|tel:|www\./i;
const ADDRESS_WINDOW = 2_000;
const ZERO_WIDTH_SPACE = '\u200B';

/** Placeholders of one question: the same value has the same one in all of its texts. */
export interface Mask {
  /** The text with placeholders such as `[EMAIL_1]`; the same string where it holds nothing. */
  hide(text: string): string;
  /** What the placeholders in a text stand for, by their name. */
  valuesIn(text: string): Values;
}

/** By the name of a placeholder: `EMAIL_1`. */
export type Values = Readonly<Record<string, string>>;

/** @param texts all that will be hidden: a placeholder that stands in one of them already is given to no value. */
export function createMask(texts: readonly string[]): Mask {
  const said = new Set(
    texts.flatMap((text) => (text.includes('_') ? [...text.matchAll(PLACEHOLDER)] : [])).map(nameOf),
  );
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<DataKind, number>();
  /** A message is told, judged and searched for in much the same words. */
  const hidden = new Map<string, string>();
  const draw = (kind: DataKind): string => {
    let count = (counts.get(kind) ?? 0) + 1;
    while (said.has(`${kind}_${count}`)) count += 1;
    counts.set(kind, count);
    return `${kind}_${count}`;
  };
  const placeholderOf = (value: string, kind: DataKind): string => {
    const known = placeholders.get(value);
    if (known !== undefined) return known;
    const name = draw(kind);
    placeholders.set(value, `[${name}]`);
    values.set(name, value);
    return `[${name}]`;
  };
  return {
    hide: (text) => {
      const known = hidden.get(text) ?? replaceFound(text, findPersonalData(text), placeholderOf);
      hidden.set(text, known);
      return known;
    },
    valuesIn: (text) =>
      Object.fromEntries(
        [...text.matchAll(PLACEHOLDER)].map(nameOf).flatMap((name) => {
          const value = values.get(name);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
  };
}

const nameOf = ([, kind = '', number = '']: RegExpMatchArray) => `${kind.toUpperCase()}_${number}`;

/**
 * An answer with the values as they were said, for whoever said them alone: in Markdown, in code and in addresses they
 * stay text. A placeholder without a value stays.
 */
export function putBack(text: string, values: Values): string {
  if (Object.keys(values).length === 0) return text;
  const inProse = new Set(outsideCode(text, [...text.matchAll(PLACEHOLDER)]).map(({ index }) => index));
  return text.replace(PLACEHOLDER, (...found) => {
    const [whole, kind, number, index] = found as [string, string, string, number];
    const value = values[`${kind.toUpperCase()}_${number}`];
    if (value === undefined) return whole;
    if (!inProse.has(index)) return value.replace(/[`~\s]+/g, ' ');
    const [word = ''] = text
      .slice(Math.max(0, index - ADDRESS_WINDOW), index)
      .split(/[\s<>]/)
      .slice(-1);
    if (!IN_ADDRESS.test(word)) return toMarkdown(value);
    const encoded = encodeURIComponent(value.toWellFormed()).replace(/[()'*!]/g, toPercent);
    return /(?:mailto|tel):/i.test(word) ? encoded.replace(/%(?:40|2B)/g, decodeURIComponent) : encoded;
  });
}

const toPercent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

function toMarkdown(value: string): string {
  const line = value.replace(/\s*\n\s*/g, ' ');
  if (PLAIN.test(line)) return line;
  return line
    .replace(/[\\`*_{}[\]<>()#~|!&]/g, '\\$&')
    .replace(/@(?=everyone|here)/gi, `@${ZERO_WIDTH_SPACE}`);
}
