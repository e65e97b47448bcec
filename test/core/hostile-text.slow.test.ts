import { expect, test } from 'vitest';
import { differInFigures } from '../../src/core/contradictions/figures.ts';
import { readCandidates } from '../../src/core/knowledge/import/texts.ts';
import { isWorthLearning } from '../../src/core/learning/suggestions/learn.ts';
import { isSound } from '../../src/core/learning/suggestions/soundness.ts';
import { isInOtherWords, removePersonalData } from '../../src/core/learning/suggestions/texts.ts';
import { readReasons } from '../../src/core/reading/reader.ts';
import { cutIntoPieces } from '../../src/core/search/passages.ts';
import { cutMarkdown } from '../../src/domain/markdown/cut.ts';
import { createMask } from '../../src/domain/personal-data/mask.ts';
import { LINEAR, measureEffort, measureGrowth } from '../support/effort.ts';
import { fillWith, LONG_ENTRIES } from '../support/hostile-text.ts';

test('personal data is found in hostile text without delay', () => {
  const hostile = ['a'.repeat(20_000), '1 '.repeat(10_000), 'a@'.repeat(10_000), 'a.'.repeat(10_000)];
  hostile.push('DE89 '.repeat(4_000), '4111-'.repeat(4_000), `password${' '.repeat(20_000)}`);
  hostile.push(
    'password a '.repeat(1_800),
    'pin a_1'.repeat(2_800),
    '-----BEGIN PRIVATE KEY-----'.repeat(700),
  );
  const effort = measureEffort(() => {
    for (const text of [...hostile, '-'.repeat(20_000), '+('.repeat(10_000), 'M.G'.repeat(7_000)])
      removePersonalData(text, ['a a a a', '-', 'M.G']);
  });
  expect(effort).toBeLessThan(1_000);
});

test.each([
  ...[
    '1 ',
    '12 ',
    '0171 ',
    '1- 1 ',
    'A1',
    'AB12 ',
    'a@a.',
    'Aa Mah. ',
    '5 rue ',
    '12345 Berlin ',
    'an der A 5 ',
    'de la ',
  ],
  ...[
    'DE89 3704 0044 0532 0130 00 ',
    '4111 1111 1111 1111 ',
    'password is ',
    '-----BEGIN PRIVATE KEY-----',
    '[EMAIL_1]',
  ],
])('100 kB of %j are read for personal data in linear time', (piece) => {
  const hide = (text: string) => void createMask([text]).hide(text);
  expect(measureGrowth(fillWith(piece), hide, 25_000)).toBeLessThan(LINEAR);
});

test('a reply of any kind is judged without delay', () => {
  const texts = ['? '.repeat(10_000), 'a?'.repeat(10_000), '`'.repeat(20_000), 'hi '.repeat(7_000)];
  const effort = measureEffort(() => {
    for (const text of [...texts, '/'.repeat(20_000)]) isWorthLearning({ question: text, answer: text });
  });
  expect(effort).toBeLessThan(500);
});

test('the figures of two texts are compared without delay, however hostile both are', () => {
  const hostile = [
    ...['1 '.repeat(10_000), '1.000'.repeat(4_000), '1.1.'.repeat(5_000), 'a'.repeat(20_000)],
    ...['12 '.repeat(6_000), '@'.repeat(20_000), '#1'.repeat(10_000), '1-2-3-'.repeat(3_000)],
    Array.from({ length: 5_000 }, (_, n) => n).join(' '),
  ];
  const effort = measureEffort(() => {
    for (const text of hostile) differInFigures(text, `${text} 7`);
  });
  expect(effort).toBeLessThan(5_000);
});

test('a text of the maximum length is compared with its original without delay', () => {
  const effort = measureEffort(() => void isInOtherWords('a '.repeat(10_000), 'a '.repeat(10_000)));
  expect(effort).toBeLessThan(1_000);
});

test('a backend’s version of a reply is judged in linear time', () => {
  const read = (answer: string) =>
    void isSound({ question: 'How long?', answer }, { question: 'How long?', answer });
  const textOf = fillWith('9 days at /x https://a.example/ nicht ');
  expect(measureGrowth(textOf, read, 4_000)).toBeLessThan(LINEAR);
});

test.each([
  ['line breaks', fillWith('a\n')],
  ['closing marks', (characters: number) => `${'"'.repeat(characters / 2)}\n`.repeat(2)],
])('a ticket is read in linear time: %s', (_title, textOf) => {
  expect(measureGrowth(textOf, readReasons, 8_192)).toBeLessThan(LINEAR);
});

test.each(LONG_ENTRIES)('a long entry is cut in linear time: %s', (_title, textOf) => {
  expect(measureGrowth(textOf, (text) => void cutMarkdown(text, 2_000), 12_500)).toBeLessThan(LINEAR);
});

test.each([
  ...['**Why?**\n', 'Q: a?\n', '## a?\n', '.” ', 'z. B. ', '. a ', 'a:\n', '“”.'],
  ...['- a?\n  ', '<details>\n', '| a? |\n'],
])('an entry made only of %j is cut in linear time', (piece) => {
  const entry = { id: 'E', title: 'T', link: null, language: null, source: 'manual' as const };
  const read = (text: string) => void cutIntoPieces([{ ...entry, text, validUntil: null, questions: [] }]);
  expect(measureGrowth(fillWith(piece), read, 2_500)).toBeLessThan(LINEAR);
});

test.each<[string, (characters: number) => string]>([
  ['quotes', fillWith('"')],
  ['doubled quotes', (characters) => `"${'""'.repeat(characters / 2)}"`],
  ['quotes behind signs', (characters) => `"${'\\"'.repeat(characters / 2)}`],
  ['blanks', (characters) => `${' '.repeat(characters)}"x"`],
  ['separators', fillWith(',;\t|')],
  ['blank rows', fillWith(',\n')],
])('a table is read in linear time: %s', (_title, textOf) => {
  const read = (rows: string) => void [...readCandidates(`question,answer\n${rows}`, 'csv')];
  expect(measureGrowth(textOf, read, 12_500)).toBeLessThan(LINEAR);
});
