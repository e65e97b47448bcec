import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { markAnswer } from '../../../src/core/learning/marks.ts';
import { recordOutcome } from '../../../src/core/learning/outcomes.ts';
import { approve, listTraining, reject } from '../../../src/core/learning/suggestions/suggestions.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { ask } from '../../support/app.ts';
import { readBooks } from '../../support/books.ts';
import { findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { expectRefusal, expectSafeHeaders } from '../refusal.ts';
import { addWebhook, rate, readEvents, request } from './setup.ts';

const app = useApp();

let server: { id: string; key: string };
let word: string;
beforeEach(async () => {
  word = `Quokka${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  server = await app.addServer({ learning: true, repeats: true });
  await app.addKnowledge(server.id, [{ id: 'join', title: 'How do I join?', text: 'Open the launcher.' }]);
});

const erase = (id: string, key = server.key) => request(app, key, `/answers/${id}`, 'DELETE');
const taught = () => `Delivery to ${word} takes nine days by ship.`;

/** A question of which every place holds something. */
async function fill(headers: Record<string, string> = {}): Promise<string> {
  const question = ask(`How long does delivery to ${word} take?`);
  const told = { conversation_id: `ticket ${word}`, metadata: { place: word } };
  const { body } = await app.chat(server.key, { ...question, ...told }, { headers });
  const comment = `I live in ${word}.`;
  await rate(app, server.key, { route: 'feedback', answerId: body.id }, { helpful: false, comment });
  await teach(body.id);
  await markAnswer(app.core, { serverId: server.id, answerId: body.id, verdict: 'needed' });
  return body.id;
}

const teach = (answerId: string) =>
  rate(app, server.key, { route: 'outcome', answerId }, { outcome: 'team_answered', team_answer: taught() });

describe('DELETE /api/v1/answers/{id}', () => {
  test.each<Record<string, string>>([
    {},
    { 'Idempotency-Key': 'message-1' },
  ])('leaves no word of the ticket in any table, and charge and figures as they were: %j', async (headers) => {
    const id = await fill(headers);
    expect((await findInTables(app.core, word)).length).toBeGreaterThan(2);
    const before = await readBooks(app, server.id);
    const answer = await erase(id);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expectSafeHeaders(answer.headers);
    expect(await findInTables(app.core, word)).toEqual([]);
    const { answers, idempotency, ...after } = await readBooks(app, server.id);
    expect({ ...after, answers: before.answers, idempotency: before.idempotency }).toEqual(before);
    const words = { question: null, answer: null, comment: null, conversation_id: null, metadata: null };
    expect(answers).toEqual(before.answers.map((row) => ({ ...row, ...words })));
    expect(idempotency).toEqual([]);
  });

  test('has the answer neither found, listed nor erased again', async () => {
    const id = await fill();
    await erase(id.toUpperCase());
    expectRefusal(await request(app, server.key, `/answers/${id}`), 'not_found');
    expectRefusal(await erase(id), 'not_found');
    const [deed, ...more] = await listActions(app.core, server.id, { limit: 2 });
    expect([deed, more]).toMatchObject([{ action: 'answer.erased', subject: id, channel: 'api' }, []]);
    expect((await request(app, server.key, '/answers')).body.answers).toEqual([]);
  });

  test('lets nothing come back with what is reported afterwards', async () => {
    const id = await fill();
    await erase(id);
    const comment = `Still from ${word}.`;
    const about = { answerId: id };
    const reports = [
      await rate(app, server.key, { ...about, route: 'feedback' }, { helpful: true, comment }),
      await teach(id),
    ];
    expect(reports.map(({ status }) => status)).toEqual([204, 204]);
    expect(await findInTables(app.core, word)).toEqual([]);
  });

  test('at the same moment as outcomes leaves no word either', async () => {
    const id = await fill();
    const teamAnswers = Array.from({ length: 8 }, (_, n) => `${taught()} And ${n} hours.`);
    await Promise.all([
      ...teamAnswers.map((teamAnswer) =>
        recordOutcome(app.core, { serverId: server.id, answerId: id, outcome: 'team_answered', teamAnswer }),
      ),
      erase(id),
    ]);
    expect(await findInTables(app.core, word)).toEqual([]);
  });

  test('keeps what the owner approved, which is knowledge, and takes what was rejected', async () => {
    const approved = await fill();
    const [first] = await listTraining(app.core, server.id);
    await approve(app.core, server.id, first?.id ?? '');
    await erase(approved);
    expect(await listTraining(app.core, server.id)).toMatchObject([{ id: first?.id, state: 'approved' }]);
    server = await app.addServer({ learning: true });
    const rejected = await fill();
    await reject(app.core, server.id, (await listTraining(app.core, server.id))[0]?.id ?? '');
    await erase(rejected);
    expect(await listTraining(app.core, server.id)).toEqual([]);
  });

  test('has the same question of somebody else answered anew, and their answer stays', async () => {
    const first = await app.chat(server.key, ask('How do I join?'));
    const second = await app.chat(server.key, ask('How do I join?'));
    expect(second.body.repeated).toBe(true);
    await erase(first.body.id);
    expect((await app.chat(server.key, ask('How do I join?'))).body.repeated).toBe(false);
    expect((await request(app, server.key, `/answers/${second.body.id}`)).body.answer).toBe(
      second.body.answer,
    );
  });

  test('does not reach another server’s answer, nor with a test key one that was asked in earnest', async () => {
    const id = await fill();
    const other = await app.addServer();
    const { key } = await createKey(app.core, { serverId: server.id, isTest: true });
    const before = await findInTables(app.core, word);
    expectRefusal(await erase(id, other.key), 'not_found');
    expectRefusal(await erase(id, key), 'not_found');
    expectRefusal(await erase('no-uuid'), 'not_found');
    const scoped = await createKey(app.core, { serverId: server.id, scope: 'knowledge' });
    expectRefusal(await erase(id, scoped.key), 'wrong_scope');
    expect(await findInTables(app.core, word)).toEqual(before);
    expect(await listTraining(app.core, server.id)).toHaveLength(1);
  });

  test('leaves events that wait without words', async () => {
    await addWebhook(app, server.id);
    const id = await fill();
    await erase(id);
    expect((await readEvents(app, server.id)).map(({ subject }) => subject)).toContain(id);
    expect(await findInTables(app.core, word)).toEqual([]);
  });
});
