import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';
import { readRows } from '../../support/rows.ts';

const ASKED = 'When does the ferry leave?';

const rows = readRows<{ kind: 'form' | 'mark'; name: string; text: string }>('forms.jsonl', import.meta.url);
/** Labels speak of payments and bans; nobody who fills in a form says so. */
const FORMS = rows.filter(({ kind }) => kind === 'form');

describe('a form in a ticket', () => {
  test.each(FORMS)('is searched without its labels, and judged by what was filled in: $name', ({ text }) => {
    const { words, question } = readMessageText(text);
    expect(question).toContain(ASKED);
    expect(words).toContain(ASKED);
    expect(words).not.toMatch(
      /refund wanted|i want a|i was banned|evidence|banned before|erstattung\b(?!.*Frage)/i,
    );
    const claim = 'I want my money back';
    expect(readMessageText(text.replace(ASKED, claim)).words).toContain(claim);
  });

  test('counts only as filled in: a name, an address and an order are not the question', () => {
    const { question } = readMessageText(
      `Name: Kim\nOrder number: 4711\nEmail: a@b.example\nMessage: ${ASKED}`,
    );
    expect(question).toBe(ASKED);
    expect(readMessageText(`Kunde: Kim\nAbteilung: Kasse\nFrage: ${ASKED}`).question).toBe(ASKED);
  });

  test.each([
    `What a nice ferry you have! One quick question from us: ${ASKED}`,
    `Eine kurze Frage hätte ich noch: ${ASKED}`,
    `My question is: ${ASKED}`,
  ])('is searched without the words that only announce a question: %s', (text) => {
    const { question, words } = readMessageText(text);
    expect(question).toMatch(/^(?:What a nice ferry you have! )?When does the ferry leave\?$/);
    expect(words).toBe(text);
  });

  test('is not recognised in a sentence with a colon', () => {
    for (const text of [
      `My question: ${ASKED}`,
      `I have this problem: it is closed\nI want to know: ${ASKED}`,
    ])
      expect(readMessageText(text).words).toBe(text);
  });
});

const MARKS = rows.filter(({ kind }) => kind === 'mark');
test.each(MARKS)('$text is not part of the customer’s words, above or below the question', ({
  text: mark,
}) => {
  for (const text of [`${mark}\n${ASKED}`, `${ASKED}\n\n${mark}`]) {
    const { words, question } = readMessageText(text);
    expect([words.trim(), question.trim()]).toEqual([ASKED, ASKED]);
  }
});
