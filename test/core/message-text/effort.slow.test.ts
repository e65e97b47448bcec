import { expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';
import { measureEffort } from '../../support/effort.ts';
import { readRows } from '../../support/rows.ts';

const CHARACTERS = 256 * 1024;
const HOSTILE = readRows<string>('hostile-parts.jsonl', import.meta.url);

test.each(HOSTILE)('a message made only of %j takes linear time', (part) => {
  const read = (characters: number) => {
    const text = part.repeat(Math.ceil(characters / part.length));
    return measureEffort(() => readMessageText(text));
  };
  // In proportion that is four times; what grows with the square would take sixteen, and seconds.
  expect(read(CHARACTERS)).toBeLessThan(8 * read(CHARACTERS / 4) + 5_000);
});

test('an HTML body made only of open elements is read up to the length of a message', () => {
  expect(measureEffort(() => readMessageText(`<p>${'<b>'.repeat(5_000)}</p>`))).toBeLessThan(500);
  expect(measureEffort(() => readMessageText('<p>'.repeat(CHARACTERS / 3)))).toBeLessThan(5_000);
});
