import { describe, expect, test } from 'vitest';
import { readEvalFile } from '../../../bench/eval/files.ts';
import { detectTeamReason } from '../../../src/core/handover/handover.ts';
import { joinLines, THOUGHT } from '../../../src/core/handover/text.ts';
import type { TeamReason } from '../../../src/domain/types.ts';

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);
const reasonInTurns = (...turns: string[]) =>
  detectTeamReason(turns.map((content) => ({ role: 'user', content })));

/** As a program wraps it that already stands at a column. */
function wrap(text: string, width: number, column: number): string {
  let [room, wrapped] = [width - column, ''];
  for (const word of text.split(' ')) {
    const fits = wrapped === '' || word.length + 1 <= room;
    wrapped += wrapped === '' ? word : `${fits ? ' ' : '\n'}${word}`;
    room = fits ? room - word.length - 1 : width - word.length;
  }
  return wrapped;
}

/** Every way to wrap it, at every column its first line can begin at. */
function listWrapped(text: string, width: number): string[] {
  return [...new Set(Array.from({ length: width }, (_, column) => wrap(text, width, column)))];
}

const { tickets } = readEvalFile('bench/eval/handover.jsonl');
const texts = tickets.flatMap(({ messages }) =>
  messages.length === 1 ? messages.map((one) => one.content) : [],
);

describe('a line break in the middle of a sentence is a space', () => {
  test.each([
    72, 60, 40, 30,
  ])('every text of the evaluation gives the same result wrapped at %i columns', (width) => {
    expect(texts.length).toBeGreaterThan(700);
    for (const text of texts) {
      const says = reasonIn(text) !== null;
      for (const wrapped of listWrapped(text, width)) {
        if (joinLines(wrapped) !== text)
          expect([wrapped, reasonIn(wrapped) !== null]).toEqual([wrapped, says]);
      }
    }
  });

  test.each([
    ['it has all got too much and I just want to\nkill myself', 'safety'],
    ['ich hab keine kraft mehr, ich will nicht\nmehr leben', 'safety'],
    ['can I please speak with a\nreal person?', 'asked_for_human'],
    ['ich würde gern mit einem\r\nmenschen reden', 'asked_for_human'],
    ['someone\nstole\nmy\naccount', 'account'],
    ['jemand hat ohne\u2028mein wissen mein passwort geändert', 'account'],
    ['Hi,\n\nthe shop charged my card\ntwice this month.\n\nRegards\nLu', 'payment'],
    ['- the map does not load\n- my account was\n  hacked', 'account'],
  ])('%j is %s', (text, reason) => {
    expect(reasonIn(text)).toBe(reason);
  });

  test.each([
    'what happens to people who get\nbanned for swearing?',
    'ich wollte nur wissen wie lange man\ngesperrt wird wenn man spammt',
    'is it possible to get a\nrefund on gift cards',
    'how do i stop mobs from\nkilling me at night',
  ])('%j gives no reason', (text) => {
    expect(reasonIn(text)).toBeNull();
  });
});

describe('a line break that ends a sentence stays', () => {
  test.each([
    ['I want to quit.\nLive chat is great', 'a mark before it'],
    ['He said “no.”\nWell', 'a quotation mark behind it'],
    ['Thanks 🙂\nlater', 'an emoji before it'],
    ['one\n\ntwo', 'an empty line'],
    ['one\n \t\ntwo', 'a line of blanks'],
    ['tried this\n- restart\n- headset', 'a list'],
    ['tried this\n* restart', 'a list with stars'],
    ['tried this\n• restart', 'a list with bullets'],
    ['tried this\n1. restart\n2) headset', 'a numbered list'],
    ['tried this\na) restart', 'a list with letters'],
    ['he wrote\n> you are out', 'a quote'],
    ['# My question\nvoice chat', 'a heading'],
    ['| a | b |\n| - | - |', 'a table'],
    ['I play on the German server\nHow do I set up voice chat', 'a capital letter of a question'],
  ])('%j: %s', (text) => {
    expect(joinLines(text)).toBe(text);
  });

  test('a number or a dash in the middle of a sentence starts no list', () => {
    expect(joinLines('I paid on the\n3. of May')).toBe('I paid on the 3. of May');
    expect(joinLines('my rank is\n- gone')).toBe('my rank is - gone');
  });

  test('a word that starts a new thought stops the text before it from hiding its reason', () => {
    expect(joinLines('how do i pay\ni was muted')).toBe(`how do i pay${THOUGHT}i was muted`);
    expect(reasonIn('how long do mutes last usually\ni was muted by a mod')).toBe('ban');
    expect(reasonIn('wie geht das mit den rängen\nich wurde gemutet')).toBe('ban');
  });

  test.each([
    'Two things I tried:\n- restarting\n- another headset\nHow do I set up voice chat?',
    'I play on the German server\nHow do I set up voice chat',
    'thanks for the kill last night\nmyself I am new here, where is the shop',
    'ich komme aus Österreich\nWie viel kostet der Versand',
    'my base is done\ncan i get a second home',
  ])('%j gives no reason', (text) => {
    expect(reasonIn(text)).toBeNull();
  });
});

describe('two messages in a row', () => {
  test.each([
    [['I want to kill', 'myself'], 'safety'],
    [['kann ich mal mit einem', 'menschen reden'], 'asked_for_human'],
    [['hello', 'somebody has stolen', 'my account'], 'account'],
  ])('%j are read as one sentence: %s', (turns, reason) => {
    expect(reasonInTurns(...turns)).toBe(reason);
  });

  test('stay two if each is a separate question', () => {
    expect(reasonInTurns('where do i get a', 'hammer for my costume')).toBeNull();
    expect(reasonInTurns('What is the ip?', 'Can I play on a phone?')).toBeNull();
  });
});
