import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answersTexts, answerTexts } from '../../../src/channels/dashboard/i18n/answers.ts';
import { channelsTexts } from '../../../src/channels/dashboard/i18n/channels.ts';

const FOLDER = new URL('../../../src/channels/dashboard/i18n/', import.meta.url);

type Texts = Record<'de' | 'en', Record<string, unknown>>;

/** Every table of texts, by file and name. */
const tables = (
  await Promise.all(
    readdirSync(FOLDER).map(async (file) => {
      const exported: Record<string, unknown> = await import(new URL(file, FOLDER).href);
      return Object.entries(exported).flatMap(([name, value]) =>
        isTexts(value) ? [{ name: `${file} ${name}`, texts: value }] : [],
      );
    }),
  )
).flat();

function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && 'de' in value && 'en' in value;
}

test('there are texts for every page', () => {
  expect(tables.length).toBeGreaterThan(15);
});

test.each(tables)('$name: German and English have the same keys, of the same kind, none empty', ({
  texts,
}) => {
  const { de, en } = texts;
  expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted());
  for (const [key, text] of Object.entries(en)) {
    expect([key, typeof de[key]]).toEqual([key, typeof text]);
    if (typeof text === 'string') expect([text.trim(), String(de[key]).trim()], key).not.toContain('');
    if (typeof text === 'function')
      expect([key, (de[key] as () => string).length]).toEqual([key, text.length]);
  }
});

test('what is kept for a single day is not said to be kept for several', () => {
  const said = [answersTexts.en.intro(1), answerTexts.en.gone(1), channelsTexts.en.ends(1)];
  for (const text of said) expect(text).toContain(' 1 day');
  for (const text of said) expect(text).not.toContain('1 days');
});

test.each(tables)('$name: sentences are translated, not copied', ({ texts }) => {
  const copied = Object.entries(texts.en).filter(
    ([key, text]) => typeof text === 'string' && text.split(' ').length > 3 && texts.de[key] === text,
  );
  expect(copied).toEqual([]);
});
