import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_TEXTS } from '../../../src/core/answering/message-memory.ts';
import type { ReasonRules } from '../../../src/core/handover/pattern.ts';
import { NO_RULE, RuleBook } from '../../../src/core/handover/rule-book.ts';
import { TicketReader } from '../../../src/core/handover/ticket-reader.ts';
import { runAtOnce } from '../../../src/core/slices.ts';
import type { ChatMessage } from '../../../src/domain/types.ts';
import { countRuns } from '../../support/runs.ts';

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

/** As tickets come, every time as messages of their own. */
function read(reader: TicketReader, texts: readonly string[]): number {
  return runAtOnce(reader.findRule(answered(texts.map(say))));
}

/** What rules say of all that was said, with no reader and no memory. */
function readWhole(texts: readonly string[]): number {
  return runAtOnce(book.findFirst(texts.flatMap((one) => runAtOnce(book.read(one)))));
}

/** Pieces of work that reading takes; none where everything is known. */
function countSteps(reader: TicketReader, texts: readonly string[]): number {
  let steps = 0;
  for (const work = reader.findRule(answered(texts.map(say))); !work.next().done; ) steps += 1;
  return steps;
}

/** The ticket as it comes: with its first turn, with two, and so on, in the end twice. */
function grow<Turn>(turns: readonly Turn[]): Turn[][] {
  return [...turns.map((_, turn) => turns.slice(0, turn + 1)), [...turns]];
}

describe('a reader that has seen other tickets, and this one turn by turn,', () => {
  test('finds what a new one finds, and what rules say of all turns read as one text', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 8 }), anyTicket, (others, own) => {
        const reader = new TicketReader(book);
        for (const other of others) expect(read(reader, other)).toBe(readWhole(other));
        for (const turns of grow(own)) {
          expect(read(reader, turns)).toBe(readWhole(turns));
          expect(read(new TicketReader(book), turns)).toBe(readWhole(turns));
        }
      }),
      { numRuns: countRuns(400) },
    );
  });

  test('finds it in messages that are the same objects each time, too', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 3 }), anyTicket, (others, own) => {
        const reader = new TicketReader(book);
        for (const other of others) read(reader, other);
        for (const turns of grow(own.map(say))) {
          const whole = readWhole(turns.map(({ content }) => content));
          expect(runAtOnce(reader.findRule(answered(turns)))).toBe(whole);
        }
      }),
      { numRuns: countRuns(300) },
    );
  });

  test('finds it for each of several tickets that are read in turns', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { minLength: 2, maxLength: 4 }), (tickets) => {
        const reader = new TicketReader(book);
        const running = tickets.map((texts) => ({ texts, work: reader.findRule(answered(texts.map(say))) }));
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
      { numRuns: countRuns(300) },
    );
  });
});

describe('what two turns say together', () => {
  const reasonIn = (reader: TicketReader, ...texts: string[]) => book.reasonOf(read(reader, texts));

  test.each([
    ['side by side', []],
    ['with an empty message in between', ['']],
    ['with messages of signs in between', ['...', '?!', '🙂']],
  ])('is found %s, by a reader that knows every turn already, and again', (_, between) => {
    const reader = new TicketReader(book);
    for (const one of ['I paid on Monday.', ...between, 'And nothing came.']) {
      expect(reasonIn(reader, one)).toBeNull();
    }
    for (let time = 1; time <= 3; time += 1) {
      expect(reasonIn(reader, 'I paid on Monday.', ...between, 'And nothing came.')).toBe('payment');
    }
  });

  test('says nothing about either turn beside another', () => {
    const reader = new TicketReader(book);
    expect(reasonIn(reader, 'I paid.', 'thanks')).toBeNull();
    expect(reasonIn(reader, 'Hello.', 'Nothing came.')).toBeNull();
    expect(reasonIn(reader, 'I paid.', 'Nothing came.')).toBe('payment');
    expect(reasonIn(reader, 'I paid.', 'Where is the spawn?')).toBeNull();
    expect(reasonIn(reader, 'My name is Lu.', 'Nothing came.')).toBeNull();
    expect(reasonIn(reader, 'I paid.', 'thanks', 'Nothing came.')).toBeNull();
  });

  test('is read where one ends and the next begins, however long both are', () => {
    const [before, after] = [`${ENDLESS} paid`, `nothing ${ENDLESS}`];
    const reader = new TicketReader(book);
    for (const [one, other] of [
      [before, after],
      [`Hello.\n${before}`, `${after}\nBye.`],
    ] as const) {
      expect(reasonIn(reader, one, other)).toBe('payment');
      expect(reasonIn(reader, other, one)).toBeNull();
      expect(reasonIn(reader, one, `Bye.\n${other}`)).toBeNull();
      expect(reasonIn(reader, `${one}\nHello.`, other)).toBeNull();
    }
  });
});

describe('of a ticket that comes again', () => {
  const long = Array.from({ length: 20 }, (_, turn) => `Turn ${turn}. I paid.\nThe sun shines.\nHello`);

  test('nothing is read again, and of one with a new turn that turn and the one before', () => {
    const reader = new TicketReader(book);
    expect(countSteps(reader, long)).toBeGreaterThan(long.length);
    expect(countSteps(reader, long)).toBe(0);
    const next = [...long, 'Nothing came.\nBye'];
    expect(countSteps(reader, next)).toBeLessThan(countSteps(new TicketReader(book), next.slice(-2)));
    expect(countSteps(reader, next)).toBe(0);
  });

  test(`everything is read again after ${MAX_TEXTS} other messages, with the same result`, () => {
    const reader = new TicketReader(book);
    const turns = ['I paid.', '', 'Nothing came.'];
    const rule = read(reader, turns);
    expect([book.reasonOf(rule), countSteps(reader, turns)]).toEqual(['payment', 0]);
    const others = Array.from({ length: MAX_TEXTS + 1 }, (_, number) => `Note ${number}.`);
    expect(read(reader, others)).toBe(NO_RULE);
    for (const turn of ['I paid.', 'Nothing came.']) expect(countSteps(reader, [turn])).toBeGreaterThan(0);
    // Each turn is known again; what they say together is not.
    expect(countSteps(reader, turns)).toBeGreaterThan(0);
    expect(read(reader, turns)).toBe(rule);
  });
});

describe('two turns of one person in a row', () => {
  const reasonOf = (...turns: ChatMessage[]) =>
    book.reasonOf(runAtOnce(new TicketReader(book).findRule(turns)));
  const [one, other] = [say('I was charged'), say('twice')];

  test('are one sentence, also with an empty message in between, and when they come again', () => {
    expect(reasonOf(one, other)).toBe('payment');
    expect(reasonOf(one, say('🙂'), other)).toBe('payment');
    const reader = new TicketReader(book);
    for (const turns of [[one], [other], [one, other], [one, other]]) {
      const found = book.reasonOf(runAtOnce(reader.findRule(turns)));
      expect(found).toBe(turns.length === 2 ? 'payment' : null);
    }
  });

  test('are two where somebody answered in between, where the first ends a sentence, or of two people', () => {
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
