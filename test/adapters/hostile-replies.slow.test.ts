import { expect, test } from 'vitest';
import { readCompletion } from '../../src/adapters/ai/reply/completion.ts';
import { LINEAR, measureGrowth } from '../support/effort.ts';
import { fillWith, MARKS_OF_REPLIES } from '../support/hostile-text.ts';
import { schema } from './ai-setup.ts';

function read(content: string): void {
  try {
    readCompletion({ choices: [{ finish_reason: 'stop', message: { content } }] }, schema);
  } catch {
    // Most of them hold no reply.
  }
}

/** Of a reply made only of the mark, and of one whose answer is. */
function listGrowths(mark: string, characters: number): number[] {
  const textOf = fillWith(mark);
  return [
    measureGrowth((length) => `${textOf(length)}x`, read, characters),
    measureGrowth((length) => JSON.stringify({ answer: textOf(length) }), read, characters),
  ];
}

test.each([
  ...MARKS_OF_REPLIES,
  ...['<plan>', '</plan><plan>', 'answer:\n', '<answer>', '<|a1|>'],
  ...['#"', '«', 'Thinking: \nAnswer: ', '{,', '| answer |\n', '&lt;think&gt;'],
])('a reply made only of %j is read in linear time, also as an answer', (mark) => {
  for (const growth of listGrowths(mark, 8_192)) expect(growth).toBeLessThan(LINEAR);
});

test('a reply made only of padding is read in linear time, also as an answer', () => {
  // At most 1,000 marks are read from each place: below that the time grows with the square.
  for (const growth of listGrowths('<pad>', 16_384)) expect(growth).toBeLessThan(LINEAR);
});
