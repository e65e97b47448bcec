import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REASON_RULES } from '../../../src/core/handover/handover.ts';
import { RuleCompiler } from '../../../src/core/handover/pattern.ts';
import { RuleIndex } from '../../../src/core/handover/rule-index.ts';
import { SHARED } from '../../../src/core/handover/rules/vocabulary.ts';
import { Pair, Stretch } from '../../../src/core/handover/stretch.ts';
import { foldWord } from '../../../src/core/handover/text.ts';
import { countRuns } from '../../support/runs.ts';

const compiled = REASON_RULES.flatMap(({ reason, vocabulary, always, unlessHypothetical, unlessGeneral }) => {
  const compiler = new RuleCompiler({ ...SHARED, ...vocabulary });
  const lines = [...always, ...unlessHypothetical, ...unlessGeneral, '!{general} & word'];
  return lines.map((line) => compiler.compile(reason, line));
});
const index = new RuleIndex(compiled);
const phrases = [...new Set(compiled.flatMap(({ rule }) => [...rule.all, ...rule.unless]))];

/** What the rules themselves are made of, so that many phrases stand in what is drawn. */
const written = REASON_RULES.flatMap(({ vocabulary, always, unlessHypothetical, unlessGeneral }) => [
  ...Object.values({ ...SHARED, ...vocabulary }).flat(),
  ...[...always, ...unlessHypothetical, ...unlessGeneral].flatMap((line) => line.split(/[\s|]+/)),
]);
const expressions = [...new Set(written.map((text) => text.split('_').map(foldWord).join(' ').trim()))];
const sentence = fc
  .array(fc.constantFrom(...expressions.filter((text) => text !== ''), ','), { minLength: 1, maxLength: 9 })
  .map((words) => new Stretch(words.join(' ').split(' '), index));

test('a phrase is found in a sentence, and in two joined ones, exactly where their text has it', () => {
  let found = 0;
  const check = (one: Stretch, other: Stretch) => {
    const pair = new Pair(one, other);
    for (const place of [pair, one, other, pair]) {
      const places = phrases.map((phrase) => place.find(phrase));
      expect(places).toEqual(phrases.map((phrase) => phrase.findIn(place.text)));
      found += places.filter((at) => at >= 0).length;
    }
  };
  fc.assert(fc.property(sentence, sentence, check), { numRuns: countRuns(120) });
  expect(phrases.length).toBeGreaterThan(500);
  expect(found).toBeGreaterThan(1_000);
});
