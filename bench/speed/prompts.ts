import { encode } from 'gpt-tokenizer';
import { z } from 'zod';

/** The average prompt for a question. */
export interface PromptFigures {
  tokens: number;
  /** The share that repeats the beginning of the previous prompt, 0 to 1: backends need not read that again. */
  samePrefix: number;
}

const bodyShape = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** @param bodies of completions, in the order of the questions. */
export function weighPrompts(bodies: readonly string[]): PromptFigures {
  const prompts = bodies.map((body) =>
    bodyShape
      .parse(JSON.parse(body))
      .messages.map(({ content }) => content)
      .join('\n'),
  );
  const tokens = prompts.map((prompt) => encode(prompt).length);
  const same = prompts.map((prompt, index) => encode(commonStart(prompts[index - 1] ?? '', prompt)).length);
  // The first one has no predecessor.
  const [all, ofLater, samePrefix] = [sumOf(tokens), sumOf(tokens.slice(1)), sumOf(same.slice(1))];
  return { tokens: all / tokens.length, samePrefix: samePrefix / ofLater };
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
