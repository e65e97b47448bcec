import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import type { Level } from '../../src/domain/types.ts';
import type { StubChatRequest } from '../support/ai-stub.ts';
import { ask, UNABORTED } from '../support/app.ts';
import { countRuns } from '../support/runs.ts';
import {
  addFullServer,
  askAndRead,
  BUDGETS,
  countExactly,
  ENTRIES,
  kindOf,
  readPrompt,
  record,
  turns,
  useStubbedApp,
  words,
} from './prompt-setup.ts';

const { stub, app } = useStubbedApp();

const addServer = (level: Level, entries?: object[]) => addFullServer(app, level, entries);

describe('the budget of a prompt', () => {
  test.each(
    BUDGETS,
  )('of %s is kept when every turn is as long as fits into a request', async (level, budget) => {
    const { key } = await addServer(level);
    const messages = turns(20, 12_900);
    const { prompt } = await askAndRead(app, stub, key, { messages });
    expect(prompt.tokens).toBeLessThanOrEqual(budget);
    expect(prompt.tokens).toBeGreaterThan(budget / 2);
    expect(prompt.question.text).toMatch(/^begin-19 .* end-19$/);
    expect(prompt.knowledge.length).toBeGreaterThan(0);
  });

  test('is kept for 20 messages of 16,000 characters on any channel', async () => {
    const { id } = await addServer('V1.5');
    const messages = turns(20, 16_000);
    const asked = { channel: 'discord', key: null, messages, signal: UNABORTED } as const;
    const server = await getServer(app.core, id);
    const { requests } = await record(stub, () => answerQuestion(app.core, { server, ...asked }));
    const [prompt] = requests.filter((request) => kindOf(request) === 'answer').map(readPrompt);
    expect(prompt?.tokens).toBeLessThanOrEqual(9_000);
    expect(prompt?.question.text).toMatch(/^begin-19 .* end-19$/);
  });

  test.each(
    BUDGETS,
  )('of %s keeps a question whole that fills less than half of it', async (level, budget) => {
    const { key } = await app.addServer({ level });
    const content = words('begin', 'end', Math.min(16_000, Math.floor(budget * 1.8)));
    expect(countExactly(content)).toBeLessThan(budget / 2);
    const { prompt } = await askAndRead(app, stub, key, ask(content));
    expect(prompt.question.text.length).toBe(content.length);
  });

  test('drops the oldest turns first and keeps the rest whole and in order', async () => {
    const { key } = await addServer('V1');
    const messages = turns(20, 1_500);
    const { prompt } = await askAndRead(app, stub, key, { messages });
    const kept = prompt.history.length;
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThan(19);
    expect(prompt.history).toEqual(
      messages.slice(19 - kept, 19).map(({ role, content }) => ({ role, text: content })),
    );
    expect(prompt.question.text).toBe(messages[19]?.content);
  });

  test('drops the weakest passages first, never the best', async () => {
    const { key } = await addServer('V1');
    const knowledgeFor = async (content: string) =>
      (await askAndRead(app, stub, key, ask(content))).prompt.knowledge.map((entry) => entry.title);
    const roomy = await knowledgeFor('harbour fees?');
    const tight = await knowledgeFor(`harbour fees? ${'xyzzy '.repeat(2_500)}`);
    expect(roomy.length).toBeGreaterThanOrEqual(4);
    expect(tight.length).toBeGreaterThan(0);
    expect(tight.length).toBeLessThan(4);
    expect(tight).toEqual(roomy.slice(0, tight.length));
  });

  test.each<[string, (length: number) => string]>([
    ['angle brackets', (length) => '<'.repeat(length)],
    ['backslashes', (length) => '\\'.repeat(length)],
    ['control characters', (length) => '\u0001'.repeat(length)],
    ['HTML', (length) => '<br/>\n<p class="x">a</p>'.repeat(length / 24)],
    [
      'rare letters around blanks',
      (length) => 'ꙮ'.repeat(length / 8) + ' '.repeat(length / 2) + 'ꙮ'.repeat(length / 8),
    ],
  ])('is kept for 16,000 characters of %s', async (_title, write) => {
    const { key } = await addServer('V1');
    const messages = [
      { role: 'user', content: write(2_000) },
      { role: 'user', content: write(16_000) },
    ];
    const { prompt } = await askAndRead(app, stub, key, { messages });
    expect(prompt.tokens).toBeLessThanOrEqual(6_000);
  });

  test.each<[string, object]>([
    ['HTML and code', { text: '<a href="#">&lt;</a>\n'.repeat(95) }],
    ['rare letters', { text: `harbour ${'ꙮ'.repeat(1_900)}` }],
    ['long addresses', { text: 'harbour', link: `https://example.org/?${'q=%C3%A4&'.repeat(210)}` }],
  ])('is kept for entries of %s', async (_title, change) => {
    const { key } = await addServer(
      'V1',
      ENTRIES.map((entry) => ({ ...entry, ...change })),
    );
    const { prompt } = await askAndRead(app, stub, key, {
      messages: [...turns(10, 2_000), { role: 'user', content: 'harbour fees?' }],
    });
    expect(prompt.tokens).toBeLessThanOrEqual(6_000);
  });

  test.each([
    ['Chinese', '请礼貌地帮助人们。'],
    ['emoji', '🜂🜃'],
  ])('has room for knowledge beside 4,000 characters of instructions: %s', async (_title, part) => {
    const instructions = part.repeat(4_000 / part.length);
    const { id, key } = await app.addServer({ level: 'V1.5', instructions });
    await app.addKnowledge(id, [{ id: 'fees', title: 'Fees', text: 'The fees are 5.' }]);
    const { prompt } = await askAndRead(app, stub, key, ask('What are the fees?'));
    expect(prompt.knowledge.map((entry) => entry.title)).toEqual(['Fees']);
    expect(prompt.tokens).toBeLessThanOrEqual(9_000);
  });

  test.each(['<', 'ꙮ'])('of V1 is kept with 4,000 characters of %s as instructions', async (part) => {
    const instructions = part.repeat(4_000 / part.length);
    const { id, key } = await app.addServer({ level: 'V1', instructions });
    await app.addKnowledge(id, [{ id: 'fees', title: 'Fees', text: 'The fees are 5.' }]);
    const { prompt } = await askAndRead(app, stub, key, ask('What are the fees?'));
    expect(prompt.tokens).toBeLessThanOrEqual(6_000);
    expect(prompt.knowledge.map((entry) => entry.title)).toEqual(['Fees']);
  });

  test.each(['<', 'a b '])('of the rewriting on V2 is kept for turns of %j', async (part) => {
    const { key } = await addServer('V2', []);
    const messages = new Array(20).fill({ role: 'user', content: part.repeat(2_000) });
    const { requests } = await record(stub, () => app.chat(key, { messages }));
    const rewrites = requests.filter((request) => kindOf(request) === 'rewrite');
    expect(rewrites).toHaveLength(1);
    const texts = rewrites.flatMap(({ body }) =>
      (body as StubChatRequest).messages.map(({ content }) => countExactly(content)),
    );
    // What quota.ts reserves: 200 tokens around 6 turns, of which the last may be longer.
    expect(texts.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(200 + 5 * 240 + 720);
  });

  test('is kept whatever is written', async () => {
    const { key } = await addServer('V1');
    const piece = fc.constantFrom('<', '"', '\n', 'ꙮ', '🜂', ' ', 'a', '0', '漢', 'fees ', 'ﷺ');
    const run = fc
      .tuple(piece, fc.integer({ min: 1, max: 6_000 }))
      .map(([part, n]) => part.repeat(n).slice(0, 6_000));
    const content = fc
      .array(run, { minLength: 1, maxLength: 4 })
      .map((runs) => `${runs.join('').slice(0, 15_990)} Fees?`.toWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 4 }), async (texts) => {
        const messages = texts.map((text) => ({ role: 'user', content: text }));
        const { prompt } = await askAndRead(app, stub, key, { messages });
        expect(prompt.tokens).toBeLessThanOrEqual(6_000);
      }),
      { numRuns: countRuns(25), endOnFailure: true },
    );
  });
});
