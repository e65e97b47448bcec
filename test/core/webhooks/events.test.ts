import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAsyncQuestion } from '../../../src/adapters/db/answering/async-questions.ts';
import { ROUTES } from '../../../src/channels/dashboard/app.ts';
import { buildOpenApiDocument } from '../../../src/channels/http/openapi.ts';
import { checkQuotas } from '../../../src/core/alerts/alerts.ts';
import { tellWeeks } from '../../../src/core/alerts/week-report.ts';
import { checkAnswers } from '../../../src/core/answering/outdated/outdated.ts';
import { addEntry } from '../../../src/core/knowledge/knowledge.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer, deleteServer } from '../../../src/core/owners/servers.ts';
import { findWebhook, testWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { rate } from '../../http/answers/setup.ts';
import { ask, UNABORTED } from '../../support/app.ts';
import { verify } from '../../support/receiver.ts';
import { spendWeek } from '../../support/usage.ts';
import { DAY, HOUR, MINUTE, startHooked } from './setup.ts';

const hooked = await startHooked();
beforeEach(() => hooked.reset());
afterAll(() => hooked.stop());

declare const EVENT_BODY: { content: { 'application/json': { schema: object } } };
const PAGES = ROUTES.filter(({ method }) => method === 'get').map(
  ({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
);
/** An accepted question whose process ended it without an answer. */
async function failLater(serverId: string): Promise<void> {
  const { core } = hooked.app;
  const id = randomUUID();
  const limits = { wanted: 1, least: 1, quota: 1e9, share: 1e9, perMinute: 1, perDay: 1 };
  await core.ledger.admit({ id, serverId, keyId: null, channel: 'api', ...limits });
  const told = { conversationId: null, metadata: null, format: 'markdown' as const, withClaims: false };
  const asked = { keyId: '1', idempotencyKey: null, ...told };
  await insertAsyncQuestion(core.database, { serverId, id, asked });
  await core.releases.release({ id, serverId, fault: 'ai_unavailable' });
}

async function countUnderWay(serverId: string): Promise<number> {
  const { kysely } = hooked.app.core.database;
  const rows = kysely.selectFrom('async_questions').select('id').where('server_id', '=', serverId);
  return (await rows.where('outcome', 'is', null).execute()).length;
}

const UUID = /^[0-9a-f-]{36}$/;

describe('what a receiver is told', () => {
  test('of a question that was handed over: a signed brief that a person can act on', async () => {
    const { app, receiver } = hooked;
    const { id, key, secret } = await hooked.addHooked();
    await hooked.addEntries(id, [
      {
        id: 'refunds',
        title: 'How do refunds work?',
        text: 'You get your money back within 30 days.',
        link: 'https://shop.example/refunds',
      },
    ]);
    const question = 'You charged me twice, I want my money back. How do refunds work?';
    const told = { conversation_id: 'ticket-1', metadata: { queue: 'billing' } };
    const { body } = await app.chat(key, { ...ask(question), ...told });
    expect(body.team_reason).toBe('payment');
    await hooked.deliver();
    expect(receiver.types()).toEqual(['answer.handed_over']);
    const [received] = receiver.received;
    if (!received) throw new Error('nothing came');
    expect(verify(secret, received)).toEqual({
      type: 'answer.handed_over',
      timestamp: new Date(app.clock.now).toISOString(),
      data: {
        server: id,
        answer_id: expect.stringMatching(UUID),
        ...{ test: false, conversation_id: 'ticket-1', metadata: { queue: 'billing' } },
        brief: {
          ...{
            question,
            summary: null,
            reason: 'payment',
            team_back_at: null,
            answer: body.answer,
            sources: body.sources,
          },
          ...{
            language: 'en',
            channel: 'api',
            link: `https://lotse.example/servers/${id}/answers/${body.id}`,
          },
        },
      },
    });
    expect(body.sources).toHaveLength(1);
    expect(received.headers).toMatchObject({ 'content-type': 'application/json', host: 'hooks.example' });
    expect(received.id).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  test('of a question that the knowledge does not answer: both that it was handed over and that it is open', async () => {
    const { key } = await hooked.addHooked();
    await hooked.askUnknown(key);
    await hooked.deliver();
    expect(hooked.receiver.types().toSorted()).toEqual(['answer.handed_over', 'question.unanswered']);
  });

  test('of a test key: that it is a test, and no open question', async () => {
    const { id } = await hooked.addHooked();
    const { key } = await createKey(hooked.app.core, { serverId: id, isTest: true });
    await hooked.askUnknown(key);
    await hooked.deliver();
    const [received] = hooked.receiver.received;
    expect(hooked.receiver.types()).toEqual(['answer.handed_over']);
    expect(received?.event.data).toMatchObject({ test: true, brief: { channel: 'api' } });
  });

  test('of an answer that was made with facts about the customer: all but its text', async () => {
    const { key } = await hooked.addHooked();
    const facts = [{ label: 'Plan', value: 'Gold' }];
    const { body } = await hooked.app.chat(key, { ...ask('I want my money back.'), context: facts });
    await hooked.deliver();
    const [received] = hooked.receiver.received;
    const brief = { question: 'I want my money back.', reason: 'payment', answer: null };
    expect(received?.event.data).toMatchObject({ answer_id: body.id, brief });
  });

  test('of passages of one entry: one source', async () => {
    const { id, key } = await hooked.addHooked();
    await addEntry(hooked.app.core, { serverId: id, title: 'The harbour', text: 'Boats.' });
    await hooked.askUnknown(key);
    const entries = await hooked.app.core.database.kysely
      .selectFrom('knowledge')
      .select('id')
      .where('server_id', '=', id)
      .execute();
    const used = entries.flatMap((entry) => [`${entry.id}#2`, entry.id, `${entry.id}#3`]);
    await hooked.app.core.database.kysely
      .updateTable('answers')
      .set({ used_ids: ['deleted', ...used] })
      .where('server_id', '=', id)
      .execute();
    await hooked.deliver();
    expect(hooked.receiver.received[0]?.event.data.brief.sources).toEqual([
      { title: 'The harbour', url: null },
    ]);
  });

  test('of words that were deleted meanwhile: null', async () => {
    const { id, key } = await hooked.addHooked();
    await hooked.askUnknown(key, 'My name is Ada, is there a map editor?');
    await hooked.app.core.database.kysely
      .updateTable('answers')
      .set({ question: null, answer: null })
      .where('server_id', '=', id)
      .execute();
    await hooked.deliver();
    expect(hooked.receiver.received[0]?.event.data.brief).toMatchObject({
      question: null,
      answer: null,
      reason: 'not_in_knowledge',
    });
    expect(hooked.receiver.received[0]?.body).not.toContain('Ada');
  });

  test('of an answer that is deleted: nothing, which is no fault of the receiver', async () => {
    const { id, key } = await hooked.addHooked();
    await hooked.askUnknown(key);
    await hooked.app.core.database.kysely.deleteFrom('answers').where('server_id', '=', id).execute();
    await hooked.deliver();
    expect(hooked.receiver.received).toEqual([]);
    expect(await hooked.deliveries(id)).toMatchObject([
      { state: 'failed', fault: 'gone', tries: 1 },
      { state: 'failed', fault: 'gone', tries: 1 },
    ]);
    expect(await findWebhook(hooked.app.core, id)).toMatchObject({ state: 'works' });
  });

  test('of the quota: what is used up, that it goes on or not, and when it starts anew', async () => {
    const { app, receiver } = hooked;
    const { id } = await hooked.addHooked();
    await changeServer(app.core, id, { language: 'de' });
    const week = app.core.calendar.weekOf(app.clock.now);
    await spendWeek(app, id, { used: 4_000_000, api: 1_600_000 });
    app.clock.now += MINUTE;
    await checkQuotas(app.core, UNABORTED);
    await checkQuotas(app.core, UNABORTED);
    await hooked.deliver();
    const briefs = receiver.received.map(({ event }) => event.data.brief);
    expect(briefs.map(({ scope, percent }) => `${scope} ${percent}`)).toEqual([
      'api 80',
      'week 80',
      'week 100',
    ]);
    expect(briefs[2]).toEqual({
      ...{ scope: 'week', percent: 100, used_units: 4_000_000, allowed_units: 4_000_000 },
      text: 'Das KI-Kontingent dieser Woche ist verbraucht, Discord und API zusammen. Guthaben ist keines da: Ich antworte erst mit neuem Kontingent wieder, hier und über die API.',
      resets_at: new Date(week.endsAt).toISOString(),
      link: `https://lotse.example/servers/${id}/payments`,
    });
    expect((await hooked.deliveries(id)).map(({ subject }) => subject)[0]).toBe(`week 100 ${week.key}`);
  });

  test('of a suggestion: question, answer and where it comes from', async () => {
    const { id } = await hooked.addHooked();
    const input = {
      serverId: id,
      question: 'How do I join?',
      answer: 'Press Play.',
      source: 'reply' as const,
    };
    const suggestion = await suggest(hooked.app.core, input);
    await hooked.deliver();
    expect(hooked.receiver.received.map(({ event }) => event)).toMatchObject([
      {
        type: 'suggestion.created',
        data: {
          server: id,
          suggestion_id: suggestion.id,
          conversation_id: null,
          brief: {
            question: 'How do I join?',
            answer: 'Press Play.',
            source: 'reply',
            state: 'pending',
            link: `https://lotse.example/servers/${id}/training`,
          },
        },
      },
    ]);
  });
});

describe('the OpenAPI document', () => {
  test('describes each event as they arrive, and every link of theirs leads to a page', async () => {
    const { app, receiver } = hooked;
    const { id, key } = await hooked.addHooked();
    await hooked.askUnknown(key);
    await app.addKnowledge(id, [{ id: 'pass', title: 'What is the pass?', text: 'It costs 12 euros.' }]);
    await app.chat(key, ask('What is the pass?'));
    await app.addKnowledge(id, [{ id: 'pass', title: 'What is the pass?', text: 'It costs 15 euros.' }]);
    await checkAnswers(app.core, UNABORTED);
    await suggest(app.core, { serverId: id, question: 'How?', answer: 'So.', source: 'reply' });
    await app.chat(key, ask('What is the pass?'), { headers: { Prefer: 'respond-async' } });
    await failLater(id);
    await expect.poll(() => countUnderWay(id)).toBe(0);
    await spendWeek(app, id, { used: 4_000_000, api: 1_600_000 });
    app.clock.now += MINUTE;
    await checkQuotas(app.core, UNABORTED);
    app.clock.now = app.core.calendar.weekOf(app.clock.now).endsAt + 9 * HOUR;
    await tellWeeks(app.core, UNABORTED);
    await hooked.deliver();
    await testWebhook(app.core, id);
    const { webhooks = {}, components } = buildOpenApiDocument('https://lotse.example');
    expect([...new Set(receiver.types())].toSorted()).toEqual(Object.keys(webhooks).toSorted());
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    for (const { event } of receiver.received) {
      const { post } = webhooks[event.type] as { post: { requestBody: typeof EVENT_BODY } };
      const { schema } = post.requestBody.content['application/json'];
      const isAsDescribed = ajv.compile({ ...schema, components });
      expect([event.type, isAsDescribed(event), isAsDescribed.errors]).toEqual([event.type, true, null]);
      expect(isAsDescribed({ ...event, data: { server: 1 } })).toBe(false);
      const links = [...JSON.stringify(event).matchAll(/"link":"([^"]+)"/g)].map(([, link = '']) => link);
      expect(links.length > 0).toBe('brief' in event.data);
      expect(links.filter((link) => !PAGES.some((page) => page.test(new URL(link).pathname)))).toEqual([]);
    }
  });
});

describe('the rows of events', () => {
  test('are made for a server with a webhook alone, and hold no words', async () => {
    const { app } = hooked;
    const bare = await app.addServer();
    await hooked.askUnknown(bare.key, 'Where is the Kraulquappe?');
    expect(await hooked.deliveries(bare.id)).toEqual([]);
    const { id, key } = await hooked.addHooked();
    await hooked.askUnknown(key, 'Where is the Kraulquappe?');
    expect(await hooked.deliveries(id)).toHaveLength(2);
    expect(JSON.stringify(await hooked.deliveries(id))).not.toContain('Kraulquappe');
  });

  test('go with their server', async () => {
    const { id, key } = await hooked.addHooked();
    await hooked.askUnknown(key);
    await deleteServer(hooked.app.core, id);
    const { kysely } = hooked.app.core.database;
    for (const table of ['webhooks', 'webhook_deliveries'] as const) {
      expect(
        await kysely.selectFrom(table).select('server_id').where('server_id', '=', id).execute(),
      ).toEqual([]);
    }
  });

  test('that ended are deleted after RETENTION_DAYS, and those that wait are not', async () => {
    const { app } = hooked;
    const { id } = await hooked.addHooked();
    await hooked.addEvents(id, 1);
    await hooked.deliver();
    app.clock.now += 31 * DAY;
    const [waiting] = await hooked.addEvents(id, 1);
    await keepHouse(app.core, UNABORTED);
    expect((await hooked.deliveries(id)).map((one) => one.id)).toEqual([waiting]);
  });
});

test('an answer that an entry makes wrong is told once, with what was said and what holds now', async () => {
  const { app, receiver } = hooked;
  const { id, key } = await hooked.addHooked();
  const title = 'How much is the harbour pass?';
  await hooked.addEntries(id, [{ id: 'pass', title, text: 'The harbour pass costs 12 euros.' }]);
  const told = { conversation_id: 'ticket-1', metadata: { queue: 'billing' } };
  const { body } = await app.chat(key, { ...ask(title), ...told });
  for (const price of ['15', '16']) {
    await app.addKnowledge(id, [{ id: 'pass', title, text: `The harbour pass costs ${price} euros.` }]);
    await checkAnswers(app.core, UNABORTED);
  }
  await hooked.deliver();
  const others = receiver.received.filter(({ event }) => event.type !== 'knowledge.changed');
  expect(others.map(({ event }) => event)).toMatchObject([
    {
      type: 'answer.outdated',
      data: {
        ...{ server: id, answer_id: body.id, ...told },
        brief: {
          question: title,
          claims: [
            {
              ...{ entry: 'pass', said: expect.stringContaining('12 euros') },
              now: 'The harbour pass costs 16 euros.',
            },
          ],
        },
      },
    },
  ]);
});

test('a suggestion made of an answer names its ticket, until that is deleted', async () => {
  const { app, receiver } = hooked;
  const { id, key } = await hooked.addHooked();
  await changeServer(app.core, id, { learning: true });
  const { body } = await app.chat(key, { ...ask('Is there a map editor?'), conversation_id: 'ticket-1' });
  const told = { outcome: 'team_answered', team_answer: 'The map editor comes in June.' };
  expect((await rate(app, key, { route: 'outcome', answerId: body.id }, told)).status).toBe(204);
  receiver.answer((response, { event }) =>
    response.writeHead(event.type === 'suggestion.created' ? 500 : 200).end(),
  );
  const conversation = async () => {
    app.clock.now += HOUR;
    await hooked.deliver();
    return receiver.received.findLast(({ event }) => event.type === 'suggestion.created')?.event.data
      .conversation_id;
  };
  expect(await conversation()).toBe('ticket-1');
  await app.core.database.kysely
    .updateTable('answers')
    .set({ conversation_id: null })
    .where('server_id', '=', id)
    .execute();
  expect(await conversation()).toBeNull();
});
