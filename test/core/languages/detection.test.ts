import { describe, expect, test } from 'vitest';
import { guessLanguage } from '../../../src/core/reading/language.ts';
import { words } from '../../../src/core/search/words/analyse.ts';
import { LANGUAGES, type Language } from '../../../src/domain/types.ts';
import { readRows } from '../../support/rows.ts';
import { SHORT_QUESTIONS } from './short-questions.ts';

const guess = (text: string) => guessLanguage(words(text));
const missed = (language: Language) =>
  SHORT_QUESTIONS[language].filter((question) => guess(question) !== language);

test('short questions are told apart in nine languages, 95 % of them at least', () => {
  const all = LANGUAGES.flatMap((language) => SHORT_QUESTIONS[language]);
  expect(LANGUAGES.map((language) => SHORT_QUESTIONS[language].length).every((count) => count >= 15)).toBe(
    true,
  );
  expect(all.filter((text) => words(text).length > 9)).toEqual([]);
  const wrong = LANGUAGES.flatMap(missed);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(0.05 * all.length);
});

test('of 450 messages of two to eight words, as people type them, 94 % are recognised, and nearly none is taken for another', () => {
  const messages = readRows<{ language: Language; text: string }>('short-messages.jsonl', import.meta.url);
  const guesses = messages.map(({ language, text }) => ({ language, guessed: guess(text) }));
  const right = guesses.filter(({ language, guessed }) => guessed === language);
  const wrong = guesses.filter(({ language, guessed }) => guessed !== null && guessed !== language);
  expect(messages).toHaveLength(450);
  expect(right.length).toBeGreaterThanOrEqual(0.94 * messages.length);
  expect(wrong.length).toBeLessThanOrEqual(0.03 * messages.length);
});

test.each(['de', 'en'] as const)('no short question in %s is taken for another language', (language) => {
  expect(missed(language)).toEqual([]);
});

test.each(LANGUAGES)('a question in %s is recognised in capital letters as well', (language) => {
  const upper = SHORT_QUESTIONS[language].map((text) => text.toLocaleUpperCase(language));
  const wrong = upper.filter((text) => guess(text) !== language);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1);
});

describe('what tells no language', () => {
  test.each([
    '',
    '???',
    '👍',
    '12345',
    'asdf jklö',
    'Server IP',
    'VIP+',
    'Как изменить пароль?',
    'xqzt vbnm',
  ])('%j is of none', (text) => {
    expect(guess(text)).toBeNull();
  });
});

test.each([
  ['Was kostet der Premium Rang pro Monat', 'de'],
  ['wo ist das Los Angeles Plugin', 'de'],
  ['Is the en passant rule on?', 'en'],
  ['why does the song La Casa de Papel not load any more', 'en'],
  ['was ist los', 'de'],
])('words of other languages do not turn %j round', (text, language) => {
  expect(guess(text)).toBe(language);
});

test('a long text is judged by all of its words, not by those it begins with', () => {
  const text = `Bonjour, comment puis-je vous aider ? ${'The parcel was sent to the wrong address and has been lost. '.repeat(20)}`;
  expect(guess(text)).toBe('en');
});
