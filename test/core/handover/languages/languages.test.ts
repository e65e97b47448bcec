import { describe, expect, test } from 'vitest';
import { readEvalFile } from '../../../../bench/eval/files.ts';
import { detectTeamReason } from '../../../../src/core/handover/handover.ts';
import { LANGUAGE_RULES } from '../../../../src/core/handover/languages/languages.ts';
import { RuleBook } from '../../../../src/core/handover/rule-book.ts';
import { foldWord } from '../../../../src/core/handover/text.ts';
import { correctTypo } from '../../../../src/core/handover/typos.ts';
import { runAtOnce } from '../../../../src/core/slices.ts';
import type { TeamReason } from '../../../../src/domain/types.ts';
import { DUTCH_TICKETS } from './dutch.ts';
import { FRENCH_TICKETS } from './french.ts';
import { ITALIAN_TICKETS } from './italian.ts';
import { POLISH_TICKETS } from './polish.ts';
import { PORTUGUESE_TICKETS } from './portuguese.ts';
import { SPANISH_TICKETS } from './spanish.ts';
import { TURKISH_TICKETS } from './turkish.ts';

const TABLES = {
  Dutch: DUTCH_TICKETS,
  French: FRENCH_TICKETS,
  Italian: ITALIAN_TICKETS,
  Polish: POLISH_TICKETS,
  Portuguese: PORTUGUESE_TICKETS,
  Spanish: SPANISH_TICKETS,
  Turkish: TURKISH_TICKETS,
};

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

/** As people type it without the keys of their language. */
function typePlainly(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁıİ]/g, (letter) => ({ ł: 'l', Ł: 'L', ı: 'i', İ: 'I' })[letter] ?? letter);
}

/** What the whole book says to a ticket with its accents, without them, and shouted. */
function readEveryWay(text: string): (TeamReason | null)[] {
  const plain = typePlainly(text);
  return [text, plain, plain.toUpperCase()].map(reasonIn);
}

describe.each(Object.entries(TABLES))('%s', (_, { affected, harmless }) => {
  describe.each(
    Object.entries(affected),
  )('a ticket about %s, with accents, without or in capitals', (reason, texts) => {
    test.each(texts)('is given to the team for that reason: %s', (text) => {
      expect(readEveryWay(text)).toEqual([reason, reason, reason]);
    });
  });

  test.each(
    harmless,
  )('nobody from the team needs to see, with accents, without or in capitals: %s', (text) => {
    expect(readEveryWay(text)).toEqual([null, null, null]);
  });

  test('a ticket that the team needs to see is found wherever its line is broken', () => {
    for (const text of Object.values(affected).flat()) {
      const broken = [...text.matchAll(/ /g)].map(
        ({ index }) => `${text.slice(0, index)}\n${text.slice(index + 1)}`,
      );
      expect(broken.filter((lines) => reasonIn(lines) === null)).toEqual([]);
    }
  });
});

describe('A question that is broken after an article or a preposition is one question', () => {
  test.each([
    ['Dutch', 'wat is een\nchargeback eigenlijk'],
    ['French', 'comment fonctionne une\nsuppression de mon compte'],
    ['Italian', 'come si fa nello\nshop a riavere i miei soldi'],
    ['Polish', 'jak chronić konto przed\nzhakowaniem konta'],
    ['Portuguese', 'como funciona uma\ndenúncia de assédio'],
    ['Spanish', 'dónde leo sobre\nel acoso en internet'],
    ['Turkish', 'nasıl bir\niade talep edebilirim'],
  ])('in %s: %j', (_, text) => {
    const [, rest = ''] = text.split('\n');
    expect(reasonIn(rest)).not.toBeNull();
    expect(reasonIn(text)).toBeNull();
  });
});

describe('The rules of these languages', () => {
  test('hold in no German and no English ticket', () => {
    const book = new RuleBook(LANGUAGE_RULES);
    const { tickets } = readEvalFile('bench/eval/handover.jsonl');
    const found = tickets.filter(
      ({ messages }) => book.reasonOf(runAtOnce(book.findInTicket(messages))) !== null,
    );
    expect(tickets.length).toBeGreaterThan(700);
    expect(found).toEqual([]);
  });

  test('have no word that is taken for a typo of a German or an English one', () => {
    const written = LANGUAGE_RULES.flatMap(({ vocabulary, always, unlessHypothetical, unlessGeneral }) => [
      ...Object.values(vocabulary).flat(),
      ...[...always, ...unlessHypothetical, ...unlessGeneral],
    ]);
    const words = written.flatMap((line) => line.split(/[\s|_]+/)).filter((word) => /^\p{L}+$/u.test(word));
    expect(words.length).toBeGreaterThan(7_000);
    expect(words.map(foldWord).filter((word) => correctTypo(word) !== word)).toEqual([]);
  });
});
