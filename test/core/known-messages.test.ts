import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTicketText, withKnownMessages } from '../../src/core/answering/ticket/ticket.ts';
import { findTeamReason } from '../../src/core/handover/handover.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { countMessage, countTokens } from '../../src/core/search/tokens.ts';
import type { ChatMessage } from '../../src/domain/types.ts';
import { countRuns } from '../support/runs.ts';

const TEXTS = [
  ...['Hello', 'I was charged', 'twice for October.', 'why was i', 'banned?', 'Where is the pier?', ''],
  ...['a person please', 'ich will', 'mein geld zurück', 'On Mon, A wrote:\n> I was banned.\n\nok'],
];
const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  name: fc.constantFrom(undefined, 'Kim', 'Support Agent Tom'),
  content: fc.constantFrom(...TEXTS),
});
const ticket = fc
  .array(message, { minLength: 1, maxLength: 6 })
  .map((messages) =>
    messages.map(({ name, ...rest }): ChatMessage => (name === undefined ? rest : { ...rest, name })),
  );

function read(messages: readonly ChatMessage[]) {
  const text = runAtOnce(readTicketText(messages, { teamNames: [] }));
  return { text, reason: findTeamReason(text.judged), tokens: messages.map(countMessage) };
}

describe('a message that came before in another ticket', () => {
  test('is read as if it were new: its words, its tokens and the reason for the team', () => {
    fc.assert(
      fc.property(fc.array(ticket, { minLength: 1, maxLength: 4 }), (tickets) => {
        for (const messages of tickets) {
          const fresh = structuredClone(messages);
          const known = withKnownMessages(messages);
          expect(known).toEqual(fresh);
          expect(read(known)).toEqual(read(fresh));
        }
      }),
      { numRuns: countRuns(50) },
    );
  });

  test('keeps its role and its name, whoever wrote the same words before', () => {
    const last: ChatMessage = { role: 'user', content: 'And now?' };
    const spoken = (first: ChatMessage) => withKnownMessages([first, last])[0];
    const same = 'You may go.';
    for (const first of [
      { role: 'user', content: same, name: 'Kim' },
      { role: 'assistant', content: same },
      { role: 'user', content: same },
      { role: 'user', content: same, name: 'Ole' },
    ] as const)
      expect(spoken(first)).toEqual(first);
  });

  test('is the same object again, so that nothing of it is read twice', () => {
    const ticketOf = (): ChatMessage[] => [
      { role: 'user', content: 'My lamp arrived broken.' },
      { role: 'user', content: 'What now?' },
    ];
    const [first, last] = withKnownMessages(ticketOf());
    const [again, lastAgain] = withKnownMessages(ticketOf());
    expect(again).toBe(first);
    expect(lastAgain).not.toBe(last);
    expect(countTokens('My lamp arrived broken.')).toBe(countMessage(again as ChatMessage));
  });
});
