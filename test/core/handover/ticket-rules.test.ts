import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReasonRules } from '../../../src/core/handover/pattern.ts';
import { RuleBook } from '../../../src/core/handover/rule-book.ts';
import { runAtOnce } from '../../../src/core/slices.ts';
import type { ChatMessage } from '../../../src/domain/types.ts';

const RULES: ReasonRules[] = [
  {
    ...{ reason: 'ban', vocabulary: {} },
    always: ['banned .. unfair', 'kicked + joke'],
    unlessHypothetical: ['banned & crying'],
    unlessGeneral: ['muted'],
  },
  {
    ...{ reason: 'payment', vocabulary: {} },
    always: ['charged twice', 'paid & nothing'],
    unlessHypothetical: ['money & gone'],
    unlessGeneral: ['refund & today'],
  },
  {
    reason: 'safety',
    vocabulary: {},
    always: ['threat* & afraid'],
    unlessHypothetical: [],
    unlessGeneral: [],
  },
];

/** An endless sentence is cut into windows: what stands at its end is not in the first of them. */
const ENDLESS = Array.from({ length: 100 }, (_, word) => `word${word}`).join(' ');

const SENTENCES = {
  whole: ['I was charged twice.', 'Banned, how unfair!', 'They muted me', 'Kicked over a joke.'],
  // Each meets another one of these over a full stop, some only if no condition silences it.
  half: [
    ...[
      'I paid on Monday.',
      'And nothing came.',
      `paid ${ENDLESS}`,
      `${ENDLESS} nothing`,
      `nothing ${ENDLESS}`,
    ],
    ...[
      'My money',
      'What happens if it is gone?',
      'It is gone!',
      'A refund',
      'How do I get it today?',
      'Today.',
    ],
    ...[
      'He sent threats.',
      'Now I am afraid',
      'Banned',
      'What if I am crying?',
      'Crying',
      'Kicked',
      'A joke',
    ],
  ],
  harmless: ['Nice weather.', 'thanks', 'Where is the spawn?', 'my name is Brombeere_7', 'banana?'],
  empty: ['', ' ', '...', '?!', ',', '\n\n', '\u200b', '🙂'],
};

const say = (content: string): ChatMessage => ({ role: 'user', content });

const half = fc.constantFrom(...SENTENCES.half);
const empty = fc.constantFrom(...SENTENCES.empty);
const sentence = fc.oneof(
  { arbitrary: half, weight: 6 },
  { arbitrary: empty, weight: 2 },
  { arbitrary: fc.constantFrom(...SENTENCES.harmless), weight: 2 },
  { arbitrary: fc.constantFrom(...SENTENCES.whole), weight: 1 },
);
const text = fc.oneof(
  half,
  empty,
  fc
    .tuple(fc.array(sentence, { maxLength: 4 }), fc.constantFrom(' ', '. ', '\n', '\n\n'))
    .map(([sentences, between]) => sentences.join(between)),
);
const ticket = fc.array(text, { maxLength: 6 });
/** Messages of which one starts a phrase and one ends it, with nothing in between. */
const seam = fc.tuple(half, empty, half).map((turns) => [...turns]);
const anyTicket = fc.oneof(ticket, seam);

const book = new RuleBook(RULES);

/** Turns of a customer, each of them answered. */
const answered = (turns: readonly ChatMessage[]): ChatMessage[] =>
  turns.flatMap((turn) => [turn, { role: 'assistant', content: 'Tell me more.' }]);

function read(texts: readonly string[]): number {
  return runAtOnce(book.findInTicket(answered(texts.map(say))));
}

/** What rules say of all that was said, read as one text. */
function readWhole(texts: readonly string[]): number {
  return runAtOnce(book.findFirst(texts.flatMap((one) => runAtOnce(book.read(one)))));
}

describe('a ticket', () => {
  test('has the reasons of its turns read as one text', () => {
    fc.assert(
      fc.property(anyTicket, (own) => {
        for (const [turn] of own.entries()) {
          const turns = own.slice(0, turn + 1);
          expect(read(turns)).toBe(readWhole(turns));
        }
      }),
      { numRuns: 400 },
    );
  });

  test('has the same reasons when it is read alternately with others', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { minLength: 2, maxLength: 4 }), (tickets) => {
        const running = tickets.map((texts) => ({
          texts,
          work: book.findInTicket(answered(texts.map(say))),
        }));
        const found: [readonly string[], number][] = [];
        while (running.length > 0) {
          for (const one of [...running]) {
            const step = one.work.next();
            if (!step.done) continue;
            found.push([one.texts, step.value]);
            running.splice(running.indexOf(one), 1);
          }
        }
        expect(found).toEqual(found.map(([texts]) => [texts, readWhole(texts)]));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a sentence over two turns', () => {
  const reasonIn = (...texts: string[]) => book.reasonOf(read(texts));

  test.each([
    ['side by side', []],
    ['with an empty message in between', ['']],
    ['with messages of signs in between', ['...', '?!', '🙂']],
  ])('is found %s', (_, between) => {
    for (const one of ['I paid on Monday.', ...between, 'And nothing came.']) {
      expect(reasonIn(one)).toBeNull();
    }
    expect(reasonIn('I paid on Monday.', ...between, 'And nothing came.')).toBe('payment');
  });

  test('says nothing about either turn next to another', () => {
    expect(reasonIn('I paid.', 'thanks')).toBeNull();
    expect(reasonIn('Hello.', 'Nothing came.')).toBeNull();
    expect(reasonIn('I paid.', 'Nothing came.')).toBe('payment');
    expect(reasonIn('I paid.', 'Where is the spawn?')).toBeNull();
    expect(reasonIn('My name is Lu.', 'Nothing came.')).toBeNull();
    expect(reasonIn('I paid.', 'thanks', 'Nothing came.')).toBeNull();
  });

  test('is read where one turn ends and the next begins, however long both are', () => {
    const [before, after] = [`${ENDLESS} paid`, `nothing ${ENDLESS}`];
    for (const [one, other] of [
      [before, after],
      [`Hello.\n${before}`, `${after}\nBye.`],
    ] as const) {
      expect(reasonIn(one, other)).toBe('payment');
      expect(reasonIn(other, one)).toBeNull();
      expect(reasonIn(one, `Bye.\n${other}`)).toBeNull();
      expect(reasonIn(`${one}\nHello.`, other)).toBeNull();
    }
  });
});

describe('two turns of one person in a row', () => {
  const reasonOf = (...turns: ChatMessage[]) => book.reasonOf(runAtOnce(book.findInTicket(turns)));
  const [one, other] = [say('I was charged'), say('twice')];

  test('are one sentence, even with an empty message in between', () => {
    expect(reasonOf(one, other)).toBe('payment');
    expect(reasonOf(one, say('🙂'), other)).toBe('payment');
    for (const turn of [one, other]) expect(reasonOf(turn)).toBeNull();
  });

  test('are two if somebody answered in between, if the first ends a sentence, or if two people wrote them', () => {
    expect(reasonOf(...answered([one, other]))).toBeNull();
    expect(reasonOf(say('I was charged.'), other)).toBeNull();
    expect(reasonOf(one, say('- twice'))).toBeNull();
    expect(reasonOf({ ...one, name: 'Lu' }, { ...other, name: 'Kim' })).toBeNull();
  });

  test('keep what each of them says', () => {
    expect(reasonOf(say('How do I pay'), say('I was charged twice'))).toBe('payment');
    expect(reasonOf(say('I was charged twice'), say('how do I pay'))).toBe('payment');
  });
});
