import { describe, expect, test } from 'vitest';
import { readEvalFile } from '../../../bench/eval/files.ts';
import { createRandom, pickOne } from '../../../bench/random.ts';
import { detectTeamReason } from '../../../src/core/handover/handover.ts';
import type { TeamReason } from '../../../src/domain/types.ts';

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

/** What people ask, without a mark at its end. */
const QUESTIONS = [
  'how do i change the language',
  'what is the fastest boat',
  'where can i find the map',
  'is there a way to mute the music',
  'what happens if i lose a duel',
  'wie ändere ich die sprache',
  'wo finde ich die karte',
  'gibt es einen shop im spiel',
  'was passiert wenn ich ein duell verliere',
  'kann man irgendwo holz verkaufen',
];

/** What happened to somebody, with every kind of word at its beginning. */
const CASES: readonly (readonly [string, TeamReason])[] = [
  ['your shop charged my card twice', 'payment'],
  ['since monday i am banned from the server for nothing', 'ban'],
  ['a moderator banned me without any reason', 'ban'],
  ['some stranger keeps asking my little brother for photos', 'safety'],
  ['yesterday somebody logged into my account and changed the password', 'account'],
  ['paid for a rank with paypal and never got it', 'payment'],
  ['and my account was hacked', 'account'],
  ['seit gestern ist mein konto gehackt', 'account'],
  ['ein mod hat mich ohne grund gebannt', 'ban'],
  ['der rang ist bezahlt aber nie angekommen', 'payment'],
  ['die haben meine adresse im chat gepostet', 'safety'],
  ['gestern wurde mir das geld doppelt abgebucht', 'payment'],
  ['trotz kündigung wurde wieder abgebucht', 'payment'],
];

describe('a reason for a hand-over stays one below a question without an end mark', () => {
  test.each(CASES)('%s: %s', (line, reason) => {
    expect(reasonIn(line)).toBe(reason);
    for (const question of QUESTIONS) {
      expect(reasonIn(question)).toBeNull();
      expect([question, reasonIn(`${question}\n${line}`)]).toEqual([question, reason]);
      expect([question, reasonIn(`${line}\n${question}`)]).toEqual([question, reason]);
    }
  });

  test('also between two of them, and with a story over several lines', () => {
    for (const [line, reason] of CASES)
      expect(reasonIn(`how do i change the language\n${line}\nwhere can i find the map`)).toBe(reason);
    expect(reasonIn('wo finde ich die karte\nhab mir einen rang gekauft\nund der ist nie angekommen')).toBe(
      'payment',
    );
  });
});

describe('over all pairs of texts of the evaluation', () => {
  const lines = [
    ...new Set(
      readEvalFile('bench/eval/handover.jsonl').tickets.flatMap(({ messages: [one, ...others] }) =>
        one && others.length === 0 ? [one.content.replace(/[\s.!?]+$/, '')] : [],
      ),
    ),
  ].filter((text) => text.length < 160 && !text.includes('\n'));
  const cases = lines.filter((line) => reasonIn(line) !== null);
  const questions = lines.filter((line) => reasonIn(line) === null);

  /** The part of random pairs for which something is so. */
  function measure(
    one: readonly string[],
    other: readonly string[],
    isSo: (text: string) => boolean,
  ): number {
    const random = createRandom(26, 'lines');
    const pairs = Array.from({ length: 3_000 }, () => `${pickOne(random, one)}\n${pickOne(random, other)}`);
    return pairs.filter(isSo).length / pairs.length;
  }

  test('almost no case loses its reason below a question without a mark; it was 11 of 100', () => {
    expect(measure(questions, cases, (text) => reasonIn(text) === null)).toBeLessThan(0.013);
  });

  test('no case loses its reason above one', () => {
    expect(measure(cases, questions, (text) => reasonIn(text) === null)).toBe(0);
  });

  test('two questions below each other are rarely taken for a case', () => {
    expect(measure(questions, questions, (text) => reasonIn(text) !== null)).toBeLessThan(0.025);
  });
});

describe('a sentence that continues is read as one', () => {
  test.each([
    'is there a limit on this server\nto how often people get banned?',
    'how long does it take\nto get a refund for a gift card?',
    'werden spieler bei euch\neigentlich gebannt wenn sie fluchen',
    'do players on this server\nget banned for swearing?',
    'wann kann ich auf dem neuen server\nmein passwort ändern?',
    'which mods are fine and for which\nwill i get banned?',
  ])('%j gives no reason', (text) => {
    expect(reasonIn(text)).toBeNull();
  });
});
