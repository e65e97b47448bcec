import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';
import { readRows } from '../../support/rows.ts';

const rows = readRows<{ kind: 'below' | 'wish'; name: string; text: string }>(
  'signatures.jsonl',
  import.meta.url,
);

describe('a signature', () => {
  test.each(rows.filter(({ kind }) => kind === 'below'))('is not part of the customer’s words: $name', ({
    text,
  }) => {
    const { words, question, rest } = readMessageText(text);
    expect(question).toBe('Wann fährt die Fähre?');
    expect(words).not.toMatch(/anw[aä]lt|legal|attorney|privileged|vertraulich|confidential/i);
    expect(rest).not.toBe('');
  });

  test.each(rows.filter(({ kind }) => kind === 'wish'))('hides no wish, wherever it is: $name', ({
    text,
  }) => {
    expect(readMessageText(text).words).toContain('I want my money back');
  });

  test('that is the whole message counts', () => {
    expect(readMessageText('--\nKim Sample\nAttorney at law').words).toContain('Attorney');
  });
});
