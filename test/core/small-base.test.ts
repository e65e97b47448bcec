import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Level } from '../../src/domain/types.ts';
import type { StubChatRequest } from '../support/ai-stub.ts';
import { ask } from '../support/app.ts';
import { readCharges } from '../support/books.ts';
import { countRuns } from '../support/runs.ts';
import { askAndRead, BUDGETS, kindOf, sound, turns, useStubbedApp, words } from './prompt-setup.ts';

const { stub, app } = useStubbedApp();

const TOPICS = ['Berths', 'Fees', 'Showers', 'Fuel', 'Parking', 'Dogs', 'Laundry', 'Bicycles', 'Charts'];
const BASE = TOPICS.map((title, index) => ({
  id: title.toLowerCase(),
  title,
  text: `${title} are kept in house ${index}, and the key hangs at the door.`,
}));

async function addServer(level: Level, entries: object[] = BASE) {
  const server = await app.addServer({ level });
  await app.addKnowledge(server.id, entries);
  return server;
}

const titlesOf = (knowledge: { title: string }[]) => knowledge.map(({ title }) => title);

/** The prompt as one text up to the end of its knowledge. */
function prefixOf(requests: { body: unknown; path: string; headers: object }[]): string {
  const { body } = requests.findLast((request) => kindOf(request as never) === 'answer') ?? {};
  const text = JSON.stringify((body as StubChatRequest).messages);
  return text.slice(0, text.indexOf('</knowledge>'));
}

describe('knowledge that fits a level as a whole', () => {
  test.each(BUDGETS)('is sent whole on %s, whatever words the question has', async (level) => {
    const { key } = await addServer(level);
    for (const question of ['Where do I wash my clothes?', 'fees?']) {
      const { prompt } = await askAndRead(app, stub, key, ask(question));
      expect(titlesOf(prompt.knowledge).toSorted()).toEqual(TOPICS.toSorted());
      expect(prompt.isKnowledgeFirst).toBe(true);
    }
  });

  test('is the same first part of every prompt, however long the ticket', async () => {
    const { key } = await addServer('V1');
    const prefixes = new Set<string>();
    for (const messages of [turns(1, 90), turns(2, 400), turns(7, 300), turns(20, 2_000)]) {
      const { prompt, requests } = await askAndRead(app, stub, key, {
        messages,
        customer: `Kim ${messages.length}`,
      });
      expect(prompt.isKnowledgeFirst).toBe(true);
      expect(prompt.question.text).toBe(messages.at(-1)?.content);
      prefixes.add(prefixOf(requests));
    }
    expect(prefixes.size).toBe(1);
  });

  test('can have every one of its entries named as a source', async () => {
    const { key } = await addServer('V2');
    for (const id of ['dogs', 'charts']) {
      stub.reply((request) =>
        kindOf({ path: '', headers: {}, body: request }) === 'review'
          ? { supported: true }
          : { ...sound, answer: 'The key hangs at the door.', used: [id] },
      );
      const { answer } = await askAndRead(app, stub, key, ask('fees?'));
      expect(answer.body.sources.map(({ title }: { title: string }) => title.toLowerCase())).toEqual([id]);
    }
  });
});

describe('knowledge that does not fit as a whole', () => {
  const LONG = Array.from({ length: 60 }, (_, index) => ({
    id: `rule-${index}`,
    title: `Rule ${index} of the harbour`,
    text: words(`rule-${index}`, '.', 1_000),
  }));

  test('is sent whole on a level with enough room', async () => {
    const others = LONG.slice(0, 19).map((entry) => ({
      ...entry,
      title: entry.title.replace('harbour', 'bay'),
    }));
    const some = [{ ...others[0], id: 'harbour', title: 'The harbour' }, ...others];
    const sent = new Map<Level, number>();
    for (const [level] of BUDGETS) {
      const { key } = await addServer(level, some);
      sent.set(level, (await askAndRead(app, stub, key, ask('harbour?'))).prompt.knowledge.length);
    }
    expect([...sent.values()]).toEqual([4, 20, 20]);
  });

  test('because the question is too long keeps the whole question and the best passages', async () => {
    const { key } = await addServer('V1', LONG.slice(0, 12));
    const short = await askAndRead(app, stub, key, { messages: turns(3, 200) });
    expect(short.prompt.knowledge).toHaveLength(12);
    const content = words('begin', 'end', 13_000);
    const { prompt } = await askAndRead(app, stub, key, ask(content));
    expect(prompt.question.text).toBe(content);
    expect(prompt.knowledge.length).toBeGreaterThan(0);
    expect(prompt.knowledge.length).toBeLessThan(12);
    expect(prompt.tokens).toBeLessThanOrEqual(6_000);
  });
});

describe('a prompt with all or some of the knowledge', () => {
  const entry = fc.record({
    title: fc.constantFrom('Fees', 'Berths of the harbour', '漢字', 'a < b'),
    text: fc
      .tuple(fc.constantFrom('fees ', '<', 'ꙮ', '🜂', 'a\n\n', 'The harbour opens at nine. '), fc.nat(1_500))
      .map(([part, length]) => `x${part.repeat(length)}`.slice(0, 1_500).toWellFormed()),
  });
  const ticket = fc.array(
    fc.tuple(fc.constantFrom('fees ', '<', 'ꙮ', 'When does it open? '), fc.integer({ min: 1, max: 9_000 })),
    { minLength: 1, maxLength: 3 },
  );

  test.each(BUDGETS.slice(0, 1))('stays within the budget of %s', async (level, budget) => {
    stub.usage('none');
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 25 }), ticket, async (entries, parts) => {
        const { id, key } = await addServer(
          level,
          entries.map((one, index) => ({ id: `e${index}`, ...one })),
        );
        const messages = parts.map(([part, length]) => ({
          role: 'user',
          content: `${part.repeat(length).slice(0, length)} Fees?`,
        }));
        const { prompt } = await askAndRead(app, stub, key, { messages });
        expect(prompt.tokens).toBeLessThanOrEqual(budget);
        expect(await readCharges(app, id)).toHaveLength(1);
      }),
      { numRuns: countRuns(36), endOnFailure: true },
    );
  });
});

describe('tokens that the backend has cached', () => {
  test.each<[string, unknown, number]>([
    ['cost a quarter, rounded up', 333, 667 + 84 + 40],
    ['count as none when that is nonsense', 'many', 1_040],
    ['count as none when nothing is said', null, 1_040],
  ])('%s', async (_title, cached, units) => {
    const { id, key } = await addServer('V1');
    stub.usage({ promptTokens: 1_000, completionTokens: 10, cachedTokens: cached });
    await askAndRead(app, stub, key, ask('fees?'));
    expect(await readCharges(app, id)).toMatchObject([{ units, prompt_tokens: 1_000 }]);
  });

  test('stand beside the prompt where they are more than it, as some gateways count', async () => {
    const { id, key } = await addServer('V1');
    stub.usage({ promptTokens: 1_000, completionTokens: 10, cachedTokens: 5_000 });
    await askAndRead(app, stub, key, ask('fees?'));
    expect(await readCharges(app, id)).toMatchObject([{ units: 1_000 + 1_250 + 40, prompt_tokens: 6_000 }]);
  });
});
