import { beforeEach, describe, expect, test } from 'vitest';
import { answerResponseSchema, answersPageSchema } from '../../../src/channels/http/answers.ts';
import { recordFeedback } from '../../../src/core/learning/feedback.ts';
import { approve, listTraining } from '../../../src/core/learning/suggestions/suggestions.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask, NOON, UNABORTED } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { keepAnswers } from '../../support/usage.ts';
import { useApp } from '../../support/use-app.ts';
import { expectRefusal, expectSafeHeaders } from '../refusal.ts';
import { rate, request } from './setup.ts';

const app = useApp();

let server: { id: string; key: string };
beforeEach(async () => {
  app.clock.now = NOON;
  server = await app.addServer({ language: 'en', learning: true });
  await app.addKnowledge(server.id, [
    { id: 'join', title: 'How do I join?', text: 'Open the launcher.', link: 'https://play.example/join' },
  ]);
});

/** A minute after the one before. */
async function say(conversation_id: string | null, question = 'How do I join?', key = server.key) {
  app.clock.now += 60_000;
  const { status, body } = await app.chat(key, { ...ask(question), conversation_id });
  expect(status).toBe(200);
  return body;
}

/** Answers of other times, with words. */
async function keepSaid(answers: Parameters<typeof keepAnswers>[2]) {
  await keepAnswers(app, server.id, answers);
  const { kysely } = app.core.database;
  const said = kysely.updateTable('answers').set({ question: 'How?', answer: 'So.' });
  return said.where('server_id', '=', server.id).returning('id').execute();
}

const list = (query = '', key = server.key) => request(app, key, `/answers${query}`);
const read = (id: string, key = server.key) => request(app, key, `/answers/${id}`);
const listIds = async (query = '') => (await list(query)).body.answers.map(({ id }: { id: string }) => id);

describe('GET /api/v1/answers/{id}', () => {
  test('tells what was said, word for word and with its figures', async () => {
    const metadata = { queue: 'billing' };
    const told = { ...ask('How do I join?'), conversation_id: 'ticket-1', metadata };
    const { body: said } = await app.chat(server.key, told);
    const answer = await expectNothingCounted(app, server.id, () => read(said.id.toUpperCase()));
    expect(answer.status).toBe(200);
    expectSafeHeaders(answer.headers);
    expect(answerResponseSchema.strict().parse(answer.body)).toEqual(answer.body);
    const { id, needs_team, team_reason, sources, confidence, draft, repeated, level } = said;
    expect(answer.body).toEqual({
      ...{ id, at: new Date(NOON).toISOString(), conversation_id: 'ticket-1', metadata },
      ...{ question: 'How do I join?', answer: said.answer, needs_team, team_reason, sources, confidence },
      ...{ draft, repeated, level, language: 'en' },
      ...{ feedback: null, outcome: null, draft_outcome: null, suggestion: null },
    });
    expect(sources).toEqual([{ title: 'How do I join?', url: 'https://play.example/join' }]);
  });

  test('tells what was reported, and what was learned from it', async () => {
    const { id: answerId } = await say(null, 'Where is the map editor?');
    const about = { answerId };
    await rate(app, server.key, { ...about, route: 'feedback' }, { helpful: false, comment: 'No help.' });
    const team_answer = 'The map editor is in the tools menu of the launcher.';
    await rate(app, server.key, { ...about, route: 'outcome' }, { outcome: 'team_answered', team_answer });
    await rate(app, server.key, { ...about, route: 'outcome' }, { outcome: 'discarded' });
    const [suggestion] = await listTraining(app.core, server.id);
    const id = suggestion?.id ?? '';
    expect((await read(answerId)).body).toMatchObject({
      ...{ needs_team: true, team_reason: 'not_in_knowledge', sources: [] },
      feedback: { helpful: false, comment: 'No help.' },
      ...{ outcome: 'team_answered', draft_outcome: 'discarded', suggestion: { id, state: 'pending' } },
    });
    await approve(app.core, server.id, id);
    expect((await read(answerId)).body.suggestion).toEqual({ id, state: 'approved' });
  });

  test('does not know another server’s answer, one of Discord, or one whose words are gone', async () => {
    const { id } = await say('ticket-1');
    const other = await app.addServer();
    const refusals = [await read(id, other.key), await read(crypto.randomUUID()), await read('no-uuid')];
    const discord = await keepSaid([{ at: '2026-03-18T11:00:00Z', channel: 'discord' }]);
    for (const asked of discord) if (asked.id !== id) refusals.push(await read(asked.id));
    app.clock.now += 31 * 86_400_000;
    refusals.push(await read(id));
    expect(refusals.map((refusal) => expectRefusal(refusal, 'not_found').message)).toEqual(
      refusals.map(() => 'There is nothing at this address.'),
    );
  });

  test('keeps what test keys asked apart from what was asked in earnest', async () => {
    const { key } = await createKey(app.core, { serverId: server.id, isTest: true });
    const [real, tried] = [await say('ticket-1'), await say('ticket-1', undefined, key)];
    expect([(await read(tried.id, key)).status, (await read(real.id)).status]).toEqual([200, 200]);
    expectRefusal(await read(real.id, key), 'not_found');
    expectRefusal(await read(tried.id), 'not_found');
    expect(await listIds()).toEqual([real.id]);
    expect((await list('', key)).body.answers).toMatchObject([{ id: tried.id }]);
  });

  test('is for keys of scope chat, on a server that has the bot', async () => {
    const { id } = await say('ticket-1');
    const { key } = await createKey(app.core, { serverId: server.id, scope: 'knowledge' });
    for (const path of [`/answers/${id}`, '/answers', '/statistics'])
      expectRefusal(await request(app, key, path), 'wrong_scope');
    await changeServer(app.core, server.id, { active: false });
    for (const path of [`/answers/${id}`, '/answers', '/statistics'])
      expectRefusal(await request(app, server.key, path), 'server_inactive');
  });
});

describe('GET /api/v1/answers', () => {
  test('lists all answers from the oldest on, and those of one ticket', async () => {
    const [a, b, c] = [await say('ticket-1'), await say(null), await say('ticket-1', 'And then?')];
    const { body } = await list();
    expect(answersPageSchema.parse(body)).toEqual(body);
    expect([await listIds(), body.next]).toEqual([[a.id, b.id, c.id], null]);
    expect(await listIds('?conversation_id=ticket-1')).toEqual([a.id, c.id]);
    expect(await listIds(`?conversation_id=ticket-1&after=${a.id}`)).toEqual([c.id]);
    expect(await listIds(`?after=${c.id}`)).toEqual([]);
  });

  test('never finds the tickets of another server, whatever they are called', async () => {
    const { id } = await say('ticket-1');
    const other = await app.addServer();
    const { body } = await app.chat(other.key, { ...ask('How do I join?'), conversation_id: 'ticket-1' });
    const own = (await list('?conversation_id=ticket-1', other.key)).body.answers;
    expect(own.map((answer: { id: string }) => answer.id)).toEqual([body.id]);
    expect((await list(`?after=${id}`, other.key)).body).toEqual({ answers: [], next: null });
    expect(await listIds('?conversation_id=%25')).toEqual([]);
  });

  test('gives a hundred a page, and goes on behind an answer that was erased meanwhile', async () => {
    const at = (n: number) => new Date(NOON - 300_000 + 1_000 * Math.floor(n / 2)).toISOString();
    await keepSaid(Array.from({ length: 201 }, (_, n) => ({ at: at(n) })));
    const first = (await list()).body;
    expect([first.answers.length, first.next]).toEqual([100, first.answers[99].id]);
    expect((await request(app, server.key, `/answers/${first.next}`, 'DELETE')).status).toBe(204);
    const second = (await list(`?after=${first.next}`)).body;
    const third = (await list(`?after=${second.next}`)).body;
    expect([second.answers.length, third.answers.length, third.next]).toEqual([100, 1, null]);
    const all = [...first.answers, ...second.answers, ...third.answers].map(({ id }) => id);
    expect(new Set(all).size).toBe(201);
  });

  test.each([
    ['after', '?after=no-uuid'],
    ['conversation_id', '?conversation_id='],
    ['conversation_id', `?conversation_id=${'i'.repeat(201)}`],
    ['conversation_id', '?conversation_id=a&conversation_id=b'],
  ])('refuses a wrong %s: %s', async (param, query) => {
    expect(expectRefusal(await list(query), 'invalid_body').param).toBe(param);
  });

  test('loses the ticket’s id and data with the words, when their time is over', async () => {
    await app.chat(server.key, { ...ask('How do I join?'), conversation_id: 'a', metadata: { b: 'c' } });
    app.clock.now += 31 * 86_400_000;
    expect(await listIds()).toEqual([]);
    await keepHouse(app.core, UNABORTED);
    const columns = ['question', 'conversation_id', 'metadata'] as const;
    const { kysely } = app.core.database;
    const kept = kysely.selectFrom('answers').select(columns).where('server_id', '=', server.id);
    expect(await kept.execute()).toEqual([{ question: null, conversation_id: null, metadata: null }]);
  });

  test('says of an answer that helped that it did', async () => {
    const { id: answerId } = await say('ticket-1');
    await recordFeedback(app.core, { serverId: server.id, answerId, isHelpful: true, comment: null });
    expect((await list()).body.answers).toMatchObject([{ feedback: { helpful: true, comment: null } }]);
  });
});
