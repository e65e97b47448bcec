import { afterAll, beforeEach, expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { startAiStub } from '../../support/ai-stub.ts';
import { readWeek } from '../../support/books.ts';
import { kindOf } from '../prompt-setup.ts';
import { startHooked } from './setup.ts';

const ai = await startAiStub();
const hooked = await startHooked({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: ai.url });
const SUMMARY = 'The customer wants the money for May back. The price was explained.';
let fault = false;
beforeEach(async () => {
  await hooked.reset();
  fault = false;
  ai.reply((request) => {
    const isSummary =
      request.response_format?.type === 'json_schema' &&
      request.response_format.json_schema.name === 'summary';
    if (!isSummary) return { answer: 'A person looks at it.', needs_team: true, answerable: true, used: [] };
    return fault ? 'no JSON at all' : { summary: SUMMARY };
  });
});
afterAll(async () => {
  await hooked.stop();
  await ai.close();
});

const summaries = () => ai.requests.filter((request) => kindOf(request) === 'summary');
const TICKET = [
  { role: 'user', content: 'How much is a berth?' },
  { role: 'assistant', content: 'It is paid monthly.' },
  { role: 'user', content: 'Then I want a refund for May' },
];

async function told() {
  await hooked.deliver();
  const bodies = hooked.receiver.received.map(({ body }) => JSON.parse(body));
  return bodies.filter(({ type }) => type === 'answer.handed_over').map(({ data }) => data.brief.summary);
}

test('the brief of a longer ticket says in a sentence what it is about, in the server’s language, made once and charged', async () => {
  const { app } = hooked;
  const { id, key } = await hooked.addHooked();
  await changeServer(app.core, id, { language: 'de' });
  hooked.receiver.answer(500);
  await app.chat(key, { messages: TICKET });
  const { used } = await readWeek(app, id);
  const before = summaries().length;
  expect(await told()).toEqual([SUMMARY]);
  expect((await readWeek(app, id)).used).toBeGreaterThan(used);
  hooked.receiver.answer(200);
  app.clock.now += 60_000;
  expect(await told()).toEqual([SUMMARY, SUMMARY]);
  const [request, ...more] = summaries().slice(before);
  expect(more).toEqual([]);
  const sent = JSON.stringify(request?.body);
  expect(sent).toContain('in German');
  expect(sent).toContain('How much is a berth?');
});

test('a single message needs none, and a test key makes none', async () => {
  const { app } = hooked;
  const { key } = await hooked.addHooked();
  const before = summaries().length;
  await app.chat(key, { messages: TICKET.slice(-1) });
  expect(await told()).toEqual([null]);
  expect(summaries()).toHaveLength(before);
});

test('a model that cannot say it loses nothing: the event arrives without, and nothing is held', async () => {
  const { app } = hooked;
  const { id, key } = await hooked.addHooked();
  fault = true;
  await app.chat(key, { messages: TICKET });
  expect(await told()).toEqual([null]);
  expect(await readWeek(app, id)).toMatchObject({ reserved: 0 });
});

test('goes with the words of the ticket', async () => {
  const { app } = hooked;
  const { key } = await hooked.addHooked();
  const { body } = await app.chat(key, { messages: TICKET });
  expect(await told()).toEqual([SUMMARY]);
  const { kysely } = app.core.database;
  const kept = () =>
    kysely.selectFrom('answer_details').select('summary').where('answer_id', '=', body.id).execute();
  expect(await kept()).toEqual([{ summary: SUMMARY }]);
  const headers = { authorization: `Bearer ${key}` };
  await fetch(`${app.url}/api/v1/answers/${body.id}`, { method: 'DELETE', headers });
  expect(await kept()).toEqual([]);
});
