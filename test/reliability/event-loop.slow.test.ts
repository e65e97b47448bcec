import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, MAX_CONTENT_CHARACTERS, MAX_MESSAGES } from '../../src/domain/limits.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';

/**
 * Whoever asks for GET /status waits for the turn of the event loop that is under way, so the longest turn is
 * what hostile text can cost others. It is measured in processor time of this thread, which no neighbour on
 * the machine makes longer, and held to what an ordinary ticket of the same size takes on the same machine. The
 * worst took 3 times that; texts read in more than linear time took 6 to 100 times.
 */
const MOST_TIMES_ORDINARY = 5;

let ai: AiStub;
let app: TestApp;
let key: string;
beforeAll(async () => {
  ai = await startAiStub();
  app = await startApp({
    OPENAI_BASE_URL: ai.url,
    OPENAI_API_KEY: 'k',
    LIMIT_PER_MINUTE: '100000',
    PREMIUM_WEEKLY_UNITS: '1000000000',
  });
  const server = await app.addServer({ level: 'V1.5', instructions: 'Be kind. '.repeat(400) });
  key = server.key;
  await app.addKnowledge(server.id, ENTRIES);
  answerWith(ORDINARY_ANSWER);
  // The first ticket also reads the weights and builds the index.
  await app.chat(key, ask('Hi'));
  for (let n = 0; n < 5; n += 1) await measureOrdinary();
});
afterAll(async () => {
  await app.stop();
  await ai.close();
});

/** A whole response by hand: the stub shares this thread, and its own counting would be measured too. */
function answerWith(answer: string): void {
  const content = JSON.stringify({ answer, needs_team: false, answerable: true, used: [] });
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  ai.fault({
    body: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }], usage },
  });
}

const ORDINARY_ANSWER = 'Of course.';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Another word for every number, letters only. */
function wordOf(n: number, length: number): string {
  return Array.from({ length }, (_, place) => LETTERS[Math.floor(n / 26 ** place) % 26]).join('');
}

/** 12,000 words that typos and compounds can be near to. */
const KNOWN = Array.from({ length: 12_000 }, (_, n) => `${wordOf(n * 7, 4)}${wordOf(n, 3)}`);
const ENTRIES = Array.from({ length: 300 }, (_, n) => ({
  title: `Entry ${n}`,
  text: KNOWN.slice(n * 40, n * 40 + 40).join(' '),
  language: 'de',
}));

type Piece = (n: number) => string;
const ORDINARY: Piece = (n) => `When does office ${n} open, and who is asked there about berths for a boat? `;

const HOSTILE_TEXTS: [string, Piece][] = [
  ['one endless word', () => 'a'],
  ['thousands of blanks and a letter', (n) => (n % 16_000 === 15_999 ? 'x' : ' ')],
  ['thousands of dots and a letter', (n) => (n % 16_000 === 15_999 ? 'x' : '.')],
  ['letters that JSON escapes', () => '<'],
  ['signs without a blank', (n) => String.fromCharCode(33 + ((n * 7919) % 94))],
  ['a sentence for every letter', () => 'a!'],
  ['a sentence for every letter after blanks', (n) => (n % 4_000 === 0 ? ' and 1 0 ' : 'a!')],
  ['short sentences, each another', (n) => `${wordOf(n, 3)}! `],
  ['letters that unfold into eighteen', () => '\uFDFA!'],
  ['accents on accents', () => '\u0301'],
  ['spaced letters that are read together', (n) => `${wordOf(n, 1)}. `],
  ['digits that stand for letters', () => 'a0$'],
  ['halves of reasons for the team', (n) => `i was not ${wordOf(n, 2)} my ban, `],
  ['slips of key words', () => 'acocunt bannde refnud '],
  ['a typo in every word of the knowledge', (n) => `${KNOWN[n % KNOWN.length]?.slice(0, 6)}q `],
  ['compounds of words of the knowledge', (n) => `${KNOWN.slice(n * 9, n * 9 + 9).join('')} `],
];

/** Those that keep the reader and the tokenizer busiest. */
const WORST_TEXTS = HOSTILE_TEXTS.filter(([title]) => /sentence for every|eighteen/.test(title));

const HOSTILE_ANSWERS: [string, string][] = [
  ['links that never end', '[a]('],
  ['images in images', '!['],
  ['comments that never end', '<!--'],
  ['tags that never end', '<a '],
  ['tags that end in quotes', `${'<a "'.repeat(240)}>`],
  ['definitions', '\n[a]: b'],
  ['fences', '\n```\n> '],
  ['addresses', 'https://a.b/?'],
  ['addresses that odd signs end', '/@\\www.'],
  ['encoded signs', '&#x41;%41'],
];

/** Pieces number `from` and on. */
function fill(piece: Piece, characters: number, from = 0): string {
  let text = '';
  for (let n = from; text.length < characters; n += 1) text += piece(n);
  return text.slice(0, characters);
}

let tickets = 0;

/**
 * As many messages of 16,000 characters as the limits let in, each another where the pieces are. No message is ever
 * the same twice, for what the service has read before it need not read again.
 */
function writeTicket(piece: Piece): string {
  tickets += 1;
  const write = (n: number) => {
    const opening = `${n + 20 * tickets}`;
    return {
      role: 'user',
      content: opening + fill(piece, MAX_CONTENT_CHARACTERS - opening.length, n * 4_000),
    };
  };
  const bytes = Buffer.byteLength(JSON.stringify(write(0))) + 1;
  const most = Math.min(MAX_MESSAGES, Math.floor((MAX_BODY_BYTES - 500) / bytes));
  return JSON.stringify({ messages: Array.from({ length: most }, (_, n) => write(n)) });
}

/** In milliseconds of this thread. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest turns of the last five ordinary tickets. */
const recent: number[] = [];
async function measureOrdinary(): Promise<void> {
  answerWith(ORDINARY_ANSWER);
  recent.push(await measureOnce(() => writeTicket(ORDINARY), 1));
  if (recent.length > 5) recent.shift();
}

/**
 * How many times the longest turn of an ordinary ticket it takes. The two are measured by turns, for a machine is
 * not equally fast all the time; the median of the ordinary ones, for some clocks count in steps of 4 ms; the
 * best of the others, for what is compiled or collected in the midst of one is not the text's.
 */
async function compareWithOrdinary(
  write: () => unknown,
  { atOnce = 1, below = MOST_TIMES_ORDINARY, answer = ORDINARY_ANSWER } = {},
): Promise<number> {
  let hostile = Number.POSITIVE_INFINITY;
  let times = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 6 && times >= below; tries += 1) {
    await measureOrdinary();
    answerWith(answer);
    hostile = Math.min(hostile, await measureOnce(write, atOnce));
    times = hostile / median(recent);
  }
  return times;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** In milliseconds. */
async function measureOnce(write: () => unknown, atOnce: number): Promise<number> {
  let [longest, isAnswered] = [0, false];
  const bodies = Array.from({ length: atOnce }, write);
  const answers = Promise.all(bodies.map((body) => app.chat(key, body))).finally(() => {
    isAnswered = true;
  });
  for (let before = cpuTime(); !isAnswered; ) {
    await nextTurn();
    const now = cpuTime();
    longest = Math.max(longest, now - before);
    before = now;
  }
  expect((await answers).map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
  return longest;
}

describe(`A6 · the longest turn is at most ${MOST_TIMES_ORDINARY} times that of an ordinary ticket of 256 KiB`, () => {
  test.each(HOSTILE_TEXTS)('when all messages are %s', async (_title, piece) => {
    expect(await compareWithOrdinary(() => writeTicket(piece))).toBeLessThan(MOST_TIMES_ORDINARY);
  });

  test.each(
    WORST_TEXTS,
  )('and at most twice that when ten tickets come at once: %s', async (_title, piece) => {
    const below = 2 * MOST_TIMES_ORDINARY;
    expect(await compareWithOrdinary(() => writeTicket(piece), { atOnce: 10, below })).toBeLessThan(below);
  });

  test.each(HOSTILE_ANSWERS)('when the model answers with %s', async (_title, piece) => {
    const hostile = fill(() => piece, 450_000);
    expect(await compareWithOrdinary(() => ask('Hi'), { answer: hostile })).toBeLessThan(MOST_TIMES_ORDINARY);
  });
});
