import { beforeAll, describe, expect, test } from 'vitest';
import { type Bounds, boundsWithBackend, boundsWithin } from '../../src/core/answering/admission/bounds.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { planLimitsOf } from '../../src/core/quota/plan-limits.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { type AiStub, type StubChatRequest, startAiStub } from '../support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { readCharges, readWeek } from '../support/books.ts';
import { askAndRead, kindOf, readPrompt, record, sound, words } from './prompt-setup.ts';

const ENTRIES = Array.from({ length: 60 }, (_, index) => ({
  id: `rule-${index}`,
  title: `Rule ${index} of the harbour`,
  text: words(`rule-${index}`, '.', 1_100),
}));
const CACHED = { promptTokens: 2_000, completionTokens: 20, cachedTokens: 1_500 };

let stub: AiStub;
let app: TestApp;
beforeAll(async () => {
  stub = await startAiStub();
  stub.reply(({ response_format: format }: StubChatRequest) =>
    format?.type === 'json_schema' && format.json_schema.name === 'queries' ? { queries: [] } : sound,
  );
  app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', LIMIT_PER_MINUTE: '10000' });
  return async () => {
    await app.stop();
    await stub.close();
  };
});

async function addServer(plan: 'free' | 'premium' = 'premium', entries: object[] = ENTRIES) {
  const server = await app.addServer({ level: 'V1', plan });
  await app.addKnowledge(server.id, entries);
  return server;
}

/** Up to the end of the knowledge. */
function prefixOf(requests: { body: unknown }[]): string {
  const { body } = requests.at(-1) ?? { body: {} };
  const text = JSON.stringify((body as StubChatRequest).messages);
  return text.slice(0, text.indexOf('</knowledge>'));
}

test('knowledge that no level has room for is sent whole once the backend has read a prompt from its cache', async () => {
  const { id, key } = await addServer();
  stub.usage('estimate');
  expect((await askAndRead(app, stub, key, ask('harbour fees?'))).prompt.knowledge.length).toBeLessThan(60);
  stub.usage(CACHED);
  await askAndRead(app, stub, key, ask('harbour showers?'));
  const prefixes = new Set<string>();
  for (const messages of [
    ask('harbour dogs?').messages,
    [
      { role: 'user', content: 'Rule 7?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Rule 9?' },
    ],
  ]) {
    const { prompt, requests } = await askAndRead(app, stub, key, { messages });
    expect(prompt.knowledge).toHaveLength(60);
    expect(prompt.isKnowledgeFirst).toBe(true);
    expect(prompt.tokens).toBeGreaterThan(12_000);
    // Nothing is left to search for.
    expect(requests.map(kindOf)).toEqual(['answer']);
    prefixes.add(prefixOf(requests));
  }
  expect(prefixes.size).toBe(1);
  expect(Number((await readWeek(app, id)).reserved)).toBe(0);
});

test('what it took is charged in full, whatever of it was cached', async () => {
  const { id, key } = await addServer();
  stub.usage({ promptTokens: 17_000, completionTokens: 20, cachedTokens: 0 });
  await askAndRead(app, stub, key, ask('harbour dogs?'));
  expect(await readCharges(app, id)).toMatchObject([{ prompt_tokens: 17_000, units: 17_080 }]);
});

test.each([
  ['the week is small', 'free', ENTRIES],
  ['there is more of it', 'premium', [...ENTRIES, ...ENTRIES.map((one) => ({ ...one, id: `${one.id}b` }))]],
] as const)('passages are sent where %s', async (_, plan, entries) => {
  stub.usage(CACHED);
  const { key } = await addServer(plan, [...entries]);
  const { prompt } = await askAndRead(app, stub, key, ask('harbour dogs?'));
  expect(prompt.knowledge.length).toBeLessThan(60);
  expect(prompt.tokens).toBeLessThanOrEqual(6_000);
});

describe('what is left of a week', () => {
  test('that does not pay for all of it pays for passages, and never for more than is granted', async () => {
    const { id } = await addServer();
    const limits = planLimitsOf(app.core, await getServer(app.core, id));
    const boundsOf = (caches: boolean): Bounds =>
      runAtOnce(
        boundsWithBackend(limits, [{ role: 'user', content: 'Dogs?' }], SIZES, { thinks: false, caches }),
      );
    const [usual, whole] = [boundsOf(false), boundsOf(true)];
    expect(whole.promptTokens).toBeGreaterThan(16_000);
    expect(whole.least).toBe(usual.least);
    for (const units of [usual.least, usual.wanted, whole.wanted - 1_000, whole.wanted]) {
      const { promptTokens, outputTokensFor, takesWhole } = boundsWithin(whole, units);
      expect(promptTokens + 4 * outputTokensFor(units)).toBeLessThanOrEqual(units);
      expect(takesWhole).toBe(units > usual.wanted);
    }
  });

  test('is used up by passages before anybody is refused', async () => {
    const small = await startApp({
      ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', LIMIT_PER_MINUTE: '10000' },
      PREMIUM_WEEKLY_UNITS: '400000',
    });
    const server = await small.addServer({ level: 'V1', plan: 'premium' });
    await small.addKnowledge(server.id, ENTRIES);
    stub.usage({ promptTokens: 16_000, completionTokens: 1, cachedTokens: 1 });
    const counts: number[] = [];
    for (let status = 200; status === 200; ) {
      const { result, requests } = await record(stub, () => small.chat(server.key, ask('harbour dogs?')));
      ({ status } = result);
      if (status === 200) counts.push(readPrompt(requests.at(-1) ?? { body: {} }).knowledge.length);
    }
    await small.stop();
    const whole = counts.filter((count) => count === 60).length;
    // The first one finds out that prompts are kept.
    expect(counts.slice(1, 1 + whole)).toEqual(counts.filter((count) => count === 60));
    expect(whole).toBeGreaterThan(5);
    expect(counts.at(-1)).toBeLessThan(60);
  });
  const SIZES = { longestPiece: 1_200, tokens: 16_000 };
});
