import { describe, expect, it } from 'vitest';
import { isGrounded } from '../../src/core/answering/model/grounding.ts';
import { BAD, GOOD, SHOP, type Variant } from './grounding-answers.ts';
import { MORE_BAD, MORE_GOOD } from './grounding-more.ts';

function judge({ asked, answer, used = [], base = SHOP, language = 'en', ...more }: Variant): boolean {
  return isGrounded({
    answer,
    used,
    asked: [asked],
    language,
    passages: base,
    facts: [],
    known: [],
    ...more,
  });
}

describe('an answer', () => {
  it.each([
    ...BAD,
    ...MORE_BAD,
  ])('that says nothing of what was sent rests on nothing: $answer', (variant) => {
    expect(judge(variant)).toBe(false);
  });

  it.each([
    ...GOOD,
    ...MORE_GOOD,
  ])('that says what was sent, in whatever words, rests on it: $answer', (variant) => {
    expect(judge(variant)).toBe(true);
  });
});
