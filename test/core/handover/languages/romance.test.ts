import { describe, expect, test } from 'vitest';
import { readEvalFile } from '../../../../bench/eval/files.ts';
import { detectTeamReason } from '../../../../src/core/handover/handover.ts';
import { SPANISH } from '../../../../src/core/handover/languages/es.ts';
import { FRENCH } from '../../../../src/core/handover/languages/fr.ts';
import { ITALIAN } from '../../../../src/core/handover/languages/it.ts';
import { PORTUGUESE } from '../../../../src/core/handover/languages/pt.ts';
import { RuleBook } from '../../../../src/core/handover/rule-book.ts';
import { runAtOnce } from '../../../../src/core/slices.ts';
import type { TeamReason } from '../../../../src/domain/types.ts';
import { FRENCH_TICKETS } from './french.ts';
import { ITALIAN_TICKETS } from './italian.ts';
import { LATER_TICKETS } from './later.ts';
import { PORTUGUESE_TICKETS } from './portuguese.ts';
import { SPANISH_TICKETS } from './spanish.ts';

const LANGUAGES = {
  French: FRENCH_TICKETS,
  Spanish: SPANISH_TICKETS,
  Italian: ITALIAN_TICKETS,
  Portuguese: PORTUGUESE_TICKETS,
};

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

describe.each([...Object.entries(LANGUAGES), ...Object.entries(LATER_TICKETS)])('%s', (_, tickets) => {
  describe.each(Object.entries(tickets.affected))('a ticket about %s', (reason, affected) => {
    test.each(affected)('is given to the team for that reason: %s', (ticket) => {
      expect(reasonIn(ticket)).toBe(reason);
    });
  });

  test.each(tickets.harmless)('nobody from the team needs to see: %s', (ticket) => {
    expect(reasonIn(ticket)).toBeNull();
  });

  test('nothing that is typed without accents and in capitals changes the reason', () => {
    for (const ticket of [...Object.values(tickets.affected).flat(), ...tickets.harmless]) {
      const plain = ticket.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
      expect([ticket, reasonIn(plain)]).toEqual([ticket, reasonIn(ticket)]);
    }
  });
});

test.each([
  'le géant est apparu derrière un geant de pierre',
  '¿se suspende el torneo de mañana?',
  'quiero que mis amigos se unan al clan',
  'haced clic en el cofre y haced lo mismo con la puerta',
  'i giocatori su questo server sono simpatici',
  "j'ai une dette envers le forgeron",
  'merci pour votre appel de hier',
])('a word is not read as a slip of an English or German one: %s', (ticket) => {
  expect(reasonIn(ticket)).toBeNull();
});

test('no rule of these languages holds in a German or English text of the evaluation', () => {
  const book = new RuleBook([...FRENCH, ...SPANISH, ...ITALIAN, ...PORTUGUESE]);
  const { tickets } = readEvalFile('bench/eval/handover.jsonl');
  expect(tickets.length).toBeGreaterThan(700);
  const found = tickets.filter(
    ({ messages }) => book.reasonOf(runAtOnce(book.findInTicket(messages))) !== null,
  );
  expect(found).toEqual([]);
});
