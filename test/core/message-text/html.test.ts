import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';
import { readRows } from '../../support/rows.ts';

const ASKED = 'When does the ferry leave?';

const BODIES = readRows<{ name: string; text: string }>('html.jsonl', import.meta.url);

describe('the HTML body of a mail', () => {
  test.each(BODIES)('is read as it is displayed: $name', ({ text: body }) => {
    const { words, question, own } = readMessageText(body);
    expect(question).toBe(ASKED);
    expect(`${own}\n${words}`).not.toMatch(/refund|ban|hacked|[<>{}]/i);
  });

  test.each([
    ['a claim among marks', '<p>Hello,</p><p>I want my <b>money</b> <i>back</i></p>'],
    ['a claim in a table', '<table><tr><td>I want my money back</td></tr></table>'],
    ['below the quote', '<div class="gmail_quote"><blockquote>Why?</blockquote>I want my money back</div>'],
    ['characters with names', '<p>I want my&nbsp;money &#98;ack</p>'],
  ])('keeps the customer’s words: %s', (_title, body) => {
    expect(readMessageText(body).words).toContain('I want my money back');
  });

  test('is not recognised in words about HTML', () => {
    for (const text of ['how do I write <b>bold</b> in chat?', 'what does `<style>` do here?'])
      expect(readMessageText(text).own).toBe(text);
  });
});
