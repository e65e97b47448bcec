import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { ask, startApp } from '../support/app.ts';
import { useAppWithAi } from '../support/use-app.ts';

const { app, stub } = useAppWithAi({ EMBEDDING_MODEL: 'meaning' });

/** Texts that were embedded since the last look, but for questions. */
let looked = 0;
function takeEmbedded(): string[] {
  const requests = stub.requests.slice(looked).filter(({ path }) => path === '/v1/embeddings');
  looked = stub.requests.length;
  return requests
    .flatMap(({ body }) => (body as { input: string[] }).input)
    .filter((text) => text !== QUESTION);
}
beforeEach(() => void takeEmbedded());

const QUESTION = 'Where does the ferry land?';
const makeEntries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `pier-${n}`,
    title: `Pier ${n}`,
    text: `Ferry ${randomUUID()}`,
  }));

async function addServer(entries: object[]) {
  const server = await app.addServer({ level: 'V1.5' });
  await app.addKnowledge(server.id, entries);
  return server;
}

test('after a change only the changed entry is embedded again', async () => {
  const entries = makeEntries(40);
  const { id, key } = await addServer(entries);
  await app.chat(key, ask(QUESTION));
  expect(takeEmbedded()).toHaveLength(40);
  await app.addKnowledge(id, [{ ...entries[7], text: 'The ferry lands at the new pier.' }]);
  await removeKnowledge(app.core, id, 'pier-3');
  await app.chat(key, ask(QUESTION));
  expect(takeEmbedded()).toEqual(['Pier 7\nThe ferry lands at the new pier.']);
});

test('texts that another process embedded are read from the cache', async () => {
  const entries = makeEntries(50);
  const first = await addServer(entries);
  await app.chat(first.key, ask(QUESTION));
  expect(takeEmbedded()).toHaveLength(50);
  app.core.vectors.clear();
  const second = await addServer(entries);
  await app.chat(second.key, ask(QUESTION));
  expect(takeEmbedded()).toEqual([]);
});

test('many texts are embedded in the background while questions are answered by words', async () => {
  const { id, key } = await addServer(makeEntries(120));
  const letGo = stub.hold('/v1/embeddings');
  expect((await app.chat(key, ask(QUESTION))).status).toBe(200);
  expect(app.core.vectors.has(id)).toBe(false);
  letGo();
  await expect.poll(() => app.core.vectors.has(id)).toBe(true);
  expect(takeEmbedded()).toHaveLength(120);
  await app.chat(key, ask(QUESTION));
  expect(takeEmbedded()).toEqual([]);
});

test('passages and questions are marked as the model was trained, and meaning serves every level', async () => {
  const own = await startAiStub();
  const marked = await startApp({
    ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'chat-key' },
    ...{ EMBEDDING_BASE_URL: own.url, EMBEDDING_API_KEY: 'own-key', EMBEDDING_MODEL: 'meaning' },
    ...{ EMBEDDING_QUERY_PREFIX: 'query: ', EMBEDDING_PASSAGE_PREFIX: 'passage: ' },
  });
  const { id, key } = await marked.addServer({ level: 'V1' });
  await marked.addKnowledge(id, [
    { id: 'pier', title: 'Pier', text: 'Ferry', questions: ['Where to land?'] },
  ]);
  await marked.chat(key, ask(QUESTION));
  expect(own.requests.map(({ body }) => (body as { input: string[] }).input)).toEqual([
    ['passage: Pier\nFerry', 'passage: Where to land?'],
    [`query: ${QUESTION}`],
  ]);
  expect(own.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer own-key'));
  await marked.stop();
  await own.close();
});

test('without a model, meaning serves the engine that answers from the entries', async () => {
  const extractive = await startApp({ EMBEDDING_BASE_URL: stub.url, EMBEDDING_MODEL: 'meaning' });
  const { id, key } = await extractive.addServer({ level: 'V1' });
  await extractive.addKnowledge(id, makeEntries(3));
  expect((await extractive.chat(key, ask(QUESTION))).status).toBe(200);
  expect(takeEmbedded()).toHaveLength(3);
  await extractive.stop();
});

test('a silent server of embeddings costs neither the answer nor its deadline', async () => {
  const silent = await startAiStub();
  const quick = await startApp({
    ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', AI_TIMEOUT_MS: '2000' },
    ...{ EMBEDDING_BASE_URL: silent.url, EMBEDDING_MODEL: 'meaning' },
  });
  const release = silent.hold();
  const { id, key } = await quick.addServer({ level: 'V1' });
  await quick.addKnowledge(id, makeEntries(3));
  expect((await quick.chat(key, ask(QUESTION))).status).toBe(200);
  release();
  await quick.stop();
  await silent.close();
});

test('a model of another size behind the same name is noticed, and every text embedded again', async () => {
  const { id, key } = await addServer(makeEntries(3));
  await app.chat(key, ask(QUESTION));
  takeEmbedded();
  const [text] = await app.core.cache.getMany<string>([...(app.core.vectors.get(id)?.rows.keys() ?? [])]);
  const half = Buffer.from(text ?? '', 'base64')
    .subarray(0, 16)
    .toString('base64');
  const keys = [...(app.core.vectors.get(id)?.rows.keys() ?? [])];
  await app.core.cache.setMany([{ key: keys[0] ?? '', value: half }], 60_000);
  app.core.vectors.clear();
  await app.chat(key, ask(QUESTION));
  expect(takeEmbedded()).toHaveLength(1);
  expect(app.core.vectors.has(id)).toBe(true);
});

test('a model of another size is noticed by the question, too, when every text is in the cache', async () => {
  const { id, key } = await addServer(makeEntries(3));
  await app.chat(key, ask(QUESTION));
  const keys = [...(app.core.vectors.get(id)?.rows.keys() ?? [])];
  const of32 = Buffer.from(new Float32Array(32).fill(1).buffer).toString('base64');
  await app.core.cache.setMany(
    keys.map((text) => ({ key: text, value: of32 })),
    60_000,
  );
  app.core.vectors.clear();
  takeEmbedded();
  await app.chat(key, ask(QUESTION));
  expect(takeEmbedded()).toHaveLength(3);
  expect(app.core.vectors.get(id)?.matrix.dimension).toBe(64);
});

test('a passage that is too long for the model is embedded by its beginning, and the others whole', async () => {
  const { id, key } = await addServer([
    { id: 'long', title: 'Long', text: `Ferry ${randomUUID()} ${'and more '.repeat(150)}` },
    { id: 'short', title: 'Short', text: `Ferry ${randomUUID()}` },
  ]);
  const tooLong = { status: 500, body: { error: { message: 'input (600 tokens) is too large to process' } } };
  stub.fault([tooLong, tooLong]);
  await app.chat(key, ask(QUESTION));
  expect(app.core.vectors.has(id)).toBe(true);
  const [both, alone, half, other] = takeEmbedded()
    .map(({ length }) => length)
    .toSpliced(1, 1);
  expect([both, alone]).toEqual([both, both]);
  expect(half).toBe(Math.floor((both ?? 0) / 2));
  expect(other).toBeLessThan(100);
});
