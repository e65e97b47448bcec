import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeGap, listGaps } from '../../../src/core/learning/gaps.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { readWeeklyUse } from '../../../src/core/quota/weekly-use.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readBooks } from '../../support/books.ts';
import { expectSafeHeaders } from '../refusal.ts';
import { addWebhook, askFor, RATINGS, rate, readEvents, readNewest } from './setup.ts';

const ENTRY = { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press Join.' };
const KNOWN = 'How do I join the server?';
const UNKNOWN = 'Is there a map editor?';

let app: TestApp;
let server: { id: string; key: string };
beforeAll(async () => {
  app = await startApp({ LIMIT_PER_MINUTE: '2', LIMIT_PER_DAY_PREMIUM: '2' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  server = await app.addServer();
  await app.addKnowledge(server.id, [ENTRY]);
});

const feedback = (answerId: string, body: object, key = server.key) =>
  rate(app, key, { route: 'feedback', answerId }, body);
const outcome = (answerId: string, body: object, key = server.key) =>
  rate(app, key, { route: 'outcome', answerId }, body);
const read = async () => {
  const { feedback, comment, outcome, outcome_at } = await readNewest(app, server.id);
  return { feedback, comment, outcome, outcome_at };
};

describe('POST /api/v1/answers/{id}/feedback and …/outcome answer 204', () => {
  test.each(RATINGS)('without a body and without limits: $route', async ({ route, sound }) => {
    const answerId = await askFor(app, server, KNOWN);
    const answer = await rate(app, server.key, { route, answerId }, sound);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expectSafeHeaders(answer.headers);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    for (const name of ['ratelimit', 'ratelimit-policy', 'content-type', 'retry-after'])
      expect(answer.headers.get(name)).toBeNull();
  });

  test('however often, and use nothing of quota, minute or day', async () => {
    const answerId = await askFor(app, server, KNOWN);
    const before = await readBooks(app, server.id);
    for (let n = 0; n < 10; n += 1) {
      expect((await feedback(answerId, { helpful: true })).status).toBe(204);
      expect((await outcome(answerId, { outcome: 'resolved' })).status).toBe(204);
    }
    const { answers: _, ...after } = await readBooks(app, server.id);
    expect({ ...after, answers: before.answers }).toEqual(before);
    expect((await app.chat(server.key, { messages: [{ role: 'user', content: KNOWN }] })).status).toBe(200);
  });

  test('to a server that has fallen below the terms of a trial since', async () => {
    const answerId = await askFor(app, server, KNOWN);
    await changeServer(app.core, server.id, { plan: 'free', members: 1 });
    expect((await feedback(answerId, { helpful: true })).status).toBe(204);
    expect((await outcome(answerId, { outcome: 'reopened' })).status).toBe(204);
  });

  test('with any key of the server, also one that did not ask', async () => {
    const answerId = await askFor(app, server, KNOWN);
    const { key } = await createKey(app.core, { serverId: server.id });
    expect((await feedback(answerId.toUpperCase(), { helpful: false }, key)).status).toBe(204);
    expect((await read()).feedback).toBe('down');
  });

  test('to unknown fields, which are ignored, and to texts of any characters', async () => {
    const answerId = await askFor(app, server, KNOWN);
    const odd = { helpful: false, comment: 'a\u0000b\ud800c', vote: 'up', __proto__: { x: 1 } };
    expect((await feedback(answerId, odd)).status).toBe(204);
    expect((await read()).comment).toBe('a\ufffdb\ufffdc');
    const said = { outcome: 'resolved', team_answer: 'Nine\u0000 \udfff', who: 1 };
    expect((await outcome(answerId, said)).status).toBe(204);
    expect((await read()).outcome).toBe('resolved');
  });
});

describe('the last one counts', () => {
  test('of feedback, with its comment', async () => {
    const answerId = await askFor(app, server, KNOWN);
    await feedback(answerId, { helpful: false, comment: 'Wrong.' });
    expect(await read()).toMatchObject({ feedback: 'down', comment: 'Wrong.' });
    await feedback(answerId, { helpful: true });
    expect(await read()).toMatchObject({ feedback: 'up', comment: null });
    await feedback(answerId, { helpful: true, comment: ' \n ' });
    expect(await read()).toMatchObject({ feedback: 'up', comment: null });
  });

  test('of outcomes, with its time', async () => {
    const answerId = await askFor(app, server, KNOWN);
    await outcome(answerId, { outcome: 'resolved' });
    app.clock.now += 60_000;
    await outcome(answerId, { outcome: 'reopened' });
    expect(await read()).toMatchObject({ outcome: 'reopened', outcome_at: new Date(app.clock.now) });
  });

  test('K95 · of twenty at once: one of them as a whole, and one event', async () => {
    const answerId = await askFor(app, server, KNOWN);
    await addWebhook(app, server.id);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        feedback(answerId, { helpful: n % 4 === 0, comment: `${n % 4 === 0 ? 'up' : 'down'} ${n}` }),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 204));
    const { feedback: vote, comment } = await read();
    expect(comment).toMatch(new RegExp(`^${vote} \\d+$`));
    expect(await readEvents(app, server.id)).toMatchObject([
      { type: 'question.unanswered', subject: answerId, state: 'waiting' },
    ]);
  });
});

describe('what did not help', () => {
  const isListed = async (answerId: string) =>
    (await listGaps(app.core, server.id)).some((gap) => gap.answerIds.includes(answerId));

  test('is unanswered, with the newest comment, until it helped after all', async () => {
    const first = await askFor(app, server, KNOWN);
    app.clock.now += 60_000;
    const second = await askFor(app, server, 'how do i join the server');
    expect(await listGaps(app.core, server.id)).toEqual([]);
    await feedback(second, { helpful: false });
    await feedback(first, { helpful: false, comment: 'Press it\nwhere? Mail me: mia@example.org' });
    expect(await listGaps(app.core, server.id)).toMatchObject([
      { answerId: second, votedDown: 2, unanswered: 0, comment: 'Press it where? Mail me: …' },
    ]);
    await feedback(second, { helpful: false, comment: 'There is no such button.' });
    expect(await listGaps(app.core, server.id)).toMatchObject([{ comment: 'There is no such button.' }]);
    await feedback(second, { helpful: true });
    expect([await isListed(first), await isListed(second)]).toEqual([true, false]);
  });

  test('is an event once, when it is first voted down, and none where the answer made it already', async () => {
    await addWebhook(app, server.id);
    const unknown = await askFor(app, server, UNKNOWN);
    const known = await askFor(app, server, KNOWN);
    await feedback(known, { helpful: true });
    const before = await readEvents(app, server.id);
    expect(before.map(({ type, subject }) => [type, subject])).toEqual([
      ['answer.handed_over', unknown],
      ['question.unanswered', unknown],
    ]);
    for (const helpful of [false, false, true, false]) {
      await feedback(unknown, { helpful });
      await feedback(known, { helpful });
    }
    const at = new Date(app.clock.now);
    expect((await readEvents(app, server.id)).slice(2)).toEqual([
      { type: 'question.unanswered', subject: known, state: 'waiting', created_at: at, due_at: at },
    ]);
  });

  test('is no event for a question that was put aside or is not kept any more, nor for a webhook that is off', async () => {
    const { kysely } = app.core.database;
    await addWebhook(app, server.id);
    const aside = await askFor(app, server, KNOWN);
    await kysely.updateTable('answers').set({ feedback: 'down' }).where('id', '=', aside).execute();
    await closeGap(app.core, { serverId: server.id, answerId: aside });
    await feedback(aside, { helpful: true });
    await feedback(aside, { helpful: false });
    const forgotten = await askFor(app, server, KNOWN);
    const texts = { question: null, answer: null };
    await kysely.updateTable('answers').set(texts).where('id', '=', forgotten).execute();
    await feedback(forgotten, { helpful: false, comment: 'Words that would stay for ever' });
    expect(await read()).toMatchObject({ feedback: 'down', comment: null });
    server = await app.addServer();
    await addWebhook(app, server.id);
    await kysely.updateTable('webhooks').set({ disabled_at: new Date() }).execute();
    await feedback(await askFor(app, server, KNOWN), { helpful: false });
    expect(await kysely.selectFrom('webhook_deliveries').where('subject', '=', aside).execute()).toEqual([]);
    expect(await kysely.selectFrom('webhook_deliveries').where('subject', '=', forgotten).execute()).toEqual(
      [],
    );
    expect(await readEvents(app, server.id)).toEqual([]);
  });

  test('and was answered for a test key is noted, and neither listed, counted nor an event', async () => {
    await addWebhook(app, server.id);
    const { key } = await createKey(app.core, { serverId: server.id, isTest: true });
    const answerId = await askFor(app, { id: server.id, key }, KNOWN);
    expect((await feedback(answerId, { helpful: false, comment: 'A test.' }, key)).status).toBe(204);
    expect((await outcome(answerId, { outcome: 'resolved' }, key)).status).toBe(204);
    expect(await read()).toMatchObject({ feedback: 'down', outcome: 'resolved' });
    expect(await listGaps(app.core, server.id)).toEqual([]);
    expect(await readEvents(app, server.id)).toEqual([]);
    const weeks = await readWeeklyUse(app.core, server.id);
    expect(weeks.flatMap(({ channels }) => channels.map(({ answers }) => answers))).not.toContain(1);
  });
});
