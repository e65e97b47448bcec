import { expect, test } from 'vitest';
import { compareFigures, differInFigures } from '../../../src/core/contradictions/figures.ts';
import { toStatements } from '../../../src/core/contradictions/statements.ts';
import { runAtOnce } from '../../../src/core/runtime/slices.ts';

test.each([
  ['VIP kostet 5 €.', 'VIP kostet 7,50 € im Monat.', '5 ≠ 7,50'],
  ['La livraison prend 2 à 3 jours.', 'Elle prend 5 jours.', '2 ≠ 5'],
  ['Am 3.7.2026.', 'Am 10.7.2026.', '3.7.2026 ≠ 10.7.2026'],
  ['Der Server läuft auf 1.20.', 'Version 1.21.4', '1.20 ≠ 1.21.4'],
  ['9:30 to 17:00', '10:00 to 17:00', '9:30 ≠ 10:00'],
  ['2.000 Leute', '20.000 Leute', '2.000 ≠ 20.000'],
])('%j and %j differ in a figure', (one, other, why) => {
  expect(differInFigures(one, other)).toBe(why);
});

test.each([
  ['the same otherwise written', 'It is 1,000 coins, 4.90 each, at 18:00.', 'At 18: 1000 coins for 4,9.'],
  ['more of it', 'It costs 5 €.', 'It costs 5 € a month, 50 € a year.'],
  ['none in one of them', 'It costs 5 €.', 'It is dear.'],
  ['a version and a more exact one', 'The server runs 1.20.', 'Join with 1.20.4.'],
  [
    'addresses, channels and commands',
    'See https://a.example/1 and <#12>, @bot3.',
    'Open /warp4, #5 or x_6.',
  ],
  ['parts of words', 'Use H264 and mp3.', 'Use H265 and mp4.'],
])('%s is no difference', (_, one, other) => {
  expect(differInFigures(one, other)).toBeNull();
});

const entry = (id: string, title: string, text: string, questions: string[] = []) =>
  toStatements({ id, title, text, questions, link: null, language: null, validUntil: null });
const pairsOf = (entries: ReturnType<typeof entry>[]) =>
  runAtOnce(compareFigures(entries.flat())).map(({ one, other }) => [one.entryId, other.entryId]);

test('only entries that answer the same question are compared, by their titles and other wordings', () => {
  const entries = [
    entry('a', 'What is the fee?', 'It is 5 €.'),
    entry('b', 'Fees', 'The fee is 7 €.', ['what is the FEE']),
    entry('c', 'What is the late fee?', 'It is 9 €.'),
  ];
  expect(pairsOf(entries)).toEqual([['a', 'b']]);
});

test('a title that many entries have is a heading, and a catalogue shows nothing', () => {
  const catalogue = Array.from({ length: 100 }, (_, n) =>
    entry(`${n}`, `Price of item ${n}`, `It is ${n + 7} €.`),
  );
  const headings = Array.from({ length: 100 }, (_, n) =>
    entry(`${n}`, 'Price', `Item no ${n} is ${n + 7} €.`),
  );
  expect([pairsOf(catalogue), pairsOf(headings)]).toEqual([[], []]);
});

test('two passages of one entry are not held against each other', () => {
  const long = `# Trial\n\n${'It is good to try it. '.repeat(95)}7 days.\n\n# Paid\n\n${'It is good to pay. '.repeat(95)}30 days.`;
  expect(entry('a', 'Guide', long).length).toBeGreaterThan(1);
  expect(pairsOf([entry('a', 'Guide', long)])).toEqual([]);
});
