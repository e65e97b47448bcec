import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../src/core/answering/receipts/doubts.ts';
import type { Language } from '../../src/domain/types.ts';

const PLANS =
  'Which plans are there?\nThe plan Ebb costs 4 euros a month, the plan Flood 9 euros. Up to six boats may moor at once. Write to https://harbour.example/plans or come on Tuesday; the sauna is open on Friday.\n';
const PLAENE =
  'Welche Liegeplätze gibt es?\nDer Platz am Steg kostet 12 Euro, der Platz an der Boje 7 Euro. Frei ist der Strom nicht. Die Werkstatt öffnet am Dienstagabend.\n';

function doubtsIn(answer: string, text = PLANS, language: Language = 'en', question = ''): string[] {
  const passages = [{ id: 'plans', language, text }];
  const others = ['Which plan is best?', question];
  const doubts = findDoubts(answer, language, { passages, used: ['plans'], others, question });
  return doubts.flat().map(({ kind, text: said }) => `${kind} ${said}`);
}

describe('a value of an answer', () => {
  test.each([
    ['that stands nowhere', 'The plan Flood costs 11 euros a month.', ['number 11']],
    ['of something else', 'The plan Ebb costs 9 euros a month.', ['number 9']],
    ['of something else, which the sentence before names', 'Take Flood. You pay 4 euros.', ['number 4']],
    [
      'that is written out and counts what the knowledge counts',
      'Ten boats may moor at once.',
      ['number Ten'],
    ],
    ['that is the day of something else', 'The sauna is open on Tuesday.', ['day Tuesday']],
    [
      'that is a page that stands nowhere',
      'See https://harbour.example/prices today.',
      ['address https://harbour.example/prices'],
    ],
  ])('%s is doubted', (_, answer, doubts) => {
    expect(doubtsIn(answer)).toEqual(doubts);
  });

  test.each([
    ['of what it speaks of', 'You pay 9 euros a month for Flood, and 4 euros for Ebb.'],
    ['that only counts what the answer lists', 'There are two plans, and three things to know.'],
    [
      'in a sentence that the knowledge has word for word',
      'The plan Ebb costs 4 euros a month, the plan Flood 9 euros.',
    ],
    ['that counts as many', 'At most 6 boats may moor at once.'],
    ['that is its page', 'Write to us at https://harbour.example/plans.'],
  ])('%s is not', (_, answer) => {
    expect(doubtsIn(answer)).toEqual([]);
  });

  test('may be a day in a compound, in the languages that have them', () => {
    expect(doubtsIn('Die Werkstatt öffnet am Dienstag.', PLAENE, 'de')).toEqual([]);
    expect(doubtsIn('Die Werkstatt öffnet am Montag.', PLAENE, 'de')).toEqual(['day Montag']);
    expect(doubtsIn('An der Boje zahlst du 12 Euro.', PLAENE, 'de')).toEqual(['number 12']);
  });
});

test('a sentence that denies what the knowledge says, or says what it denies, is doubted', () => {
  expect(doubtsIn('Der Strom ist frei.', PLAENE, 'de')).toEqual(['denial Frei ist der Strom nicht.']);
  expect(doubtsIn('Der Strom ist nicht frei.', PLAENE, 'de')).toEqual([]);
});

const RENTAL =
  'Rental\nBoats are handed out from 20 June at Hill Lane 17. Open Monday, Thursday and Sunday. Cancel a week ahead. Life jackets are included, dogs are not allowed on board.\n';

test.each([
  ['a day of a month is no hour', 'You can come from 8 June.', ['number 8']],
  ['days between commas are no span', 'We are open on Tuesday.', ['day Tuesday']],
  ['a week is seven days', 'Cancel seven days ahead, or come on 20 June.', []],
])('%s', (_, answer, doubts) => {
  expect(doubtsIn(answer, RENTAL)).toEqual(doubts);
});

test('a price beside the name of one plan is doubted beside that of another, whatever else fits', () => {
  const text = 'Plans\nTidal Flow has 25 GB for 15 euros, Tidal Max has unlimited data for 28 euros.\n';
  expect(doubtsIn('Tidal Flow has unlimited data for 28 euros.', text)).toEqual(['number 28']);
  expect(doubtsIn('Tidal Max has unlimited data for 28 euros.', text)).toEqual([]);
});

test('a street with the number of another is another, however German it looks', () => {
  const text = 'Werkstatt\nDie Werkstatt liegt in der Gerberstraße 17.\n';
  expect(doubtsIn('Komm in die Färberstraße 17.', text, 'de')).toEqual(['name Färberstraße']);
  expect(doubtsIn('Komm in die Gerberstraße 17.', text, 'de')).toEqual([]);
});

describe('a sentence about what was asked', () => {
  const DOGS = 'denial Life jackets are included, dogs are not allowed on board.';
  test.each([
    ['may not affirm what the knowledge only denies', 'Sure, dogs are fine with us.', [DOGS]],
    ['may deny it in other words', 'No, dogs stay at home.', []],
    ['may speak of it where the rest denies it', 'Dogs are lovely. But no dogs are allowed.', []],
  ])('%s', (_, answer, doubts) => {
    expect(doubtsIn(answer, RENTAL, 'en', 'Can I bring my dogs?')).toEqual(doubts);
    expect(doubtsIn(answer, RENTAL, 'en', 'When are you open?')).toEqual([]);
  });
});
