import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';
import { readRows } from '../../support/rows.ts';

type Kind = 'reply' | 'frame' | 'passed_on' | 'wish';
const rows = readRows<{ kind: Kind; name: string; text: string }>('quotes.jsonl', import.meta.url);
const rowsOf = (kind: Kind) => rows.filter((row) => row.kind === kind);

const ASKED = 'What does the ferry cost?';
const WISH = 'I want my money back';
/** Words of the team that would be a reason for a hand-over if they were the customer's. */
const THEIRS = ['refund', 'banned', 'erstattung', 'gesperrt'];

describe('other people’s words', () => {
  // A question of the customer above what a mail program put below it.
  test.each(rowsOf('reply'))('are not taken for the customer’s: $name', ({ text }) => {
    const { own, rest, words, question } = readMessageText(text);
    expect([own, words, question]).toEqual([ASKED, ASKED, ASKED]);
    expect(THEIRS.some((word) => rest.toLowerCase().includes(word))).toBe(true);
    expect(readMessageText(text.replaceAll('\n', '\r\n')).words).toBe(ASKED);
  });

  // As mail programs write it where no list of theirs was ever made: who, when, to whom, about what.
  test.each(rowsOf('frame'))('are known by their frame in languages without lists: $name', ({ text }) => {
    const { own, words } = readMessageText(
      `${ASKED}\n\n${text}\n\nYour refund was declined. You were banned.`,
    );
    expect([own, words]).toEqual([ASKED, ASKED]);
  });

  test.each(rowsOf('passed_on'))('are the question where a mail is passed on, whatever is above: $name', ({
    text,
  }) => {
    const mail =
      'From: Kim <kim@mail.example>\nDate: Fri, 27 Nov 2026 at 09:12\nSubject: ferry\nTo: <info@harbour.example>';
    expect(readMessageText(`${text}\n${mail}\n\nHi, ${ASKED}`).words).toContain(ASKED);
  });
});

// It stands where it is easily taken for a part of the quote.
test.each(rowsOf('wish'))('the wish of a customer is read: $name', ({ text }) => {
  expect(readMessageText(text).words).toContain(WISH);
});
