import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectTeamReason, findTeamReason, REASON_RULES } from '../../../src/core/handover/handover.ts';
import { RuleBook } from '../../../src/core/handover/rule-book.ts';
import { runAtOnce } from '../../../src/core/slices.ts';
import type { ChatMessage, TeamReason } from '../../../src/domain/types.ts';
import { countRuns } from '../../support/runs.ts';

const say = (content: string): ChatMessage => ({ role: 'user', content });
const tell = (content: string): ChatMessage => ({ role: 'assistant', content });

describe('the reason for the team to see a ticket', () => {
  const OFFERS = ['Shall I pass this on to our team?', 'Soll ich jemanden vom Team holen?'];
  const ACCEPTANCES = ['yes please', 'ja mach das', 'Sure!', 'ok'];
  const OTHERS = [
    ...[
      'habe gestern bezahlt',
      'nix angekommen',
      'I was billed twice for October',
      'wurd gebannt',
      '',
      '...',
    ],
    ...['how long do bans last?', 'mine says permanent and nobody told me why', 'Within 14 days.', 'Hello'],
    ...['I bought the gold rank on Friday.', 'I still have not received it.', 'no thanks, found it'],
  ];
  const all = new RuleBook(REASON_RULES);
  const words = fc.oneof(fc.constantFrom(...OFFERS, ...ACCEPTANCES), fc.constantFrom(...OTHERS));
  const turn = fc.tuple(fc.boolean(), words).map(([isTold, content]) => (isTold ? tell : say)(content));
  const conversation = fc.array(turn, { maxLength: 6 });

  /** From the words alone, by the rules alone. */
  function findInWhole(turns: readonly ChatMessage[]): TeamReason | null {
    const isAccepted = turns.some(
      ({ role, content }, index) =>
        role === 'user' &&
        ACCEPTANCES.includes(content) &&
        turns[index - 1]?.role === 'assistant' &&
        OFFERS.includes(turns[index - 1]?.content ?? ''),
    );
    return all.reasonOf(runAtOnce(all.findInTicket(turns))) ?? (isAccepted ? 'asked_for_human' : null);
  }

  test('follows at each turn from the words of all turns, however often it is asked', async () => {
    const check = async (turns: ChatMessage[]) => {
      const steps = turns.map((_, index) => turns.slice(0, index + 1));
      const reasons = steps.map(findInWhole);
      expect(steps.map((step) => detectTeamReason(structuredClone(step)))).toEqual(reasons);
      expect(steps.map((step) => detectTeamReason(step))).toEqual(reasons);
      expect(await Promise.all(steps.map((step) => findTeamReason(step)))).toEqual(reasons);
    };
    await fc.assert(fc.asyncProperty(conversation, check), { numRuns: countRuns(300) });
  });

  test('is never in what the assistant said, but is found if the customer says the same later', () => {
    const claim = 'I was billed twice for the green lantern';
    const told = [say('Hello'), tell(claim), say('ok')];
    for (let time = 1; time <= 2; time += 1) {
      expect(detectTeamReason(told)).toBeNull();
      expect(detectTeamReason([...told, tell(claim), say(claim)])).toBe('payment');
    }
  });

  test('may be an accepted offer of a person, also the second time, but only if the customer accepts', () => {
    const [offer, yes] = ['Shall I ask a moderator about the blue lantern?', 'yes, the blue one please'];
    for (let time = 1; time <= 2; time += 1) {
      expect(detectTeamReason([say('Hello'), say(offer), say(yes)])).toBeNull();
      expect(detectTeamReason([say('Hello'), tell(offer), tell(yes)])).toBeNull();
      expect(detectTeamReason([say('Hello'), tell(yes), say(offer)])).toBeNull();
      expect(detectTeamReason([say('Hello'), tell(offer), say('no'), say(yes)])).toBeNull();
      expect(detectTeamReason([say('Hello'), tell(offer), say(yes)])).toBe('asked_for_human');
    }
  });
});
