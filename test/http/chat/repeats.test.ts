import { beforeEach, describe, expect, test } from 'vitest';
import { setFeedback } from '../../../src/adapters/db/answering/ratings.ts';
import { answerQuestion } from '../../../src/core/answering/answer.ts';
import { changeEntry } from '../../../src/core/knowledge/knowledge.ts';
import { correctAnswer } from '../../../src/core/learning/corrections.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer, deleteServer, getServer } from '../../../src/core/owners/servers.ts';
import { sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { ask, UNABORTED } from '../../support/app.ts';
import { readWeek } from '../../support/books.ts';
import { rate } from '../answers/setup.ts';

const { app, stub } = useStubbedApp();

const ENTRY = { id: 'berths', title: 'Berths', text: 'A berth is paid monthly.' };
const QUESTION = 'How is a berth paid?';

let server: { id: string; key: string; keyId: string };
beforeEach(async () => {
  server = await app.addServer({ language: 'en', repeats: true });
  await app.addKnowledge(server.id, [ENTRY]);
  let calls = 0;
  stub.reply(() => {
    calls += 1;
    return { ...sound, answer: `Monthly, said for the ${calls}. time.`, used: ['berths'] };
  });
});

/** Asks, and says whether the backend was asked too. */
async function see(body: unknown = ask(QUESTION), key = server.key) {
  const before = stub.requests.length;
  const { status, body: answer } = await app.chat(key, body);
  expect(status).toBe(200);
  return { answer, calls: stub.requests.length - before };
}

describe('K97 · a question that was asked before', () => {
  test('is answered again without backend and debit; it counts as a request and is an answer of its own', async () => {
    const first = await see();
    expect([first.answer.repeated, first.calls]).toEqual([false, 1]);
    const again = await see();
    expect([again.answer.repeated, again.calls]).toEqual([true, 0]);
    const { id, usage, repeated: _, ...said } = again.answer;
    const { id: firstId, usage: firstUsage, repeated: __, ...firstSaid } = first.answer;
    expect(said).toEqual(firstSaid);
    expect(id).not.toBe(firstId);
    expect(usage).toEqual({ ...firstUsage, requests_today: 2 });
    const stored = await app.core.database.kysely
      .selectFrom('answers')
      .select(['id', 'question', 'is_repeated'])
      .where('server_id', '=', server.id)
      .orderBy('at')
      .orderBy('is_repeated')
      .execute();
    expect(stored).toEqual([
      { id: firstId, question: QUESTION, is_repeated: false },
      { id, question: QUESTION, is_repeated: true },
    ]);
  });

  test('is the same in another case, with other blanks and end marks', async () => {
    await see();
    for (const text of ['how is a BERTH paid', ' How  is a\nberth paid?!', 'How is a berth paid …'])
      expect((await see(ask(text))).calls).toBe(0);
    expect((await see(ask('How was a berth paid?'))).calls).toBe(1);
  });

  test('is answered anew after any change of an entry, a setting or the level', async () => {
    const changes = [
      () => changeEntry(app.core, { serverId: server.id, entryId: 'berths', ...ENTRY, text: 'Paid yearly.' }),
      () => changeServer(app.core, server.id, { tone: 'cheerful' }),
      () => changeServer(app.core, server.id, { level: 'V1.5' }),
      () => changeServer(app.core, server.id, { plan: 'free' }),
      () => app.addKnowledge(server.id, [{ title: 'More', text: 'And more.' }]),
    ];
    for (const change of changes) {
      await see();
      expect((await see()).calls).toBe(0);
      await change();
      const { answer, calls } = await see();
      expect([answer.repeated, calls]).toEqual([false, 1]);
    }
  });

  test.each([
    ['no-cache', 1],
    ['No-Cache', 1],
    ['max-age=0, no-cache', 1],
    ['no-cache="set-cookie"', 0],
    ['x="no-cache"', 0],
    ['no-cached', 0],
    ['max-age=0', 0],
    ['"no-cache', 0],
  ])('with Cache-Control: %s is answered anew so many times: %i', async (field, calls) => {
    await see();
    const before = stub.requests.length;
    const { body } = await app.chat(server.key, ask(QUESTION), { headers: { 'Cache-Control': field } });
    expect([body.repeated, stub.requests.length - before]).toEqual([calls === 0, calls]);
    expect((await see()).answer.repeated).toBe(true);
  });

  test('with no-cache is answered anew in a conversation too, and not under an Idempotency-Key', async () => {
    const body = { ...ask(QUESTION), conversation_id: 'ticket-1' };
    const anew = { 'Cache-Control': 'no-cache' };
    const ids = [(await see(body)).answer.id, (await see(body)).answer.id];
    ids.push((await app.chat(server.key, body, { headers: anew })).body.id);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
    const once = { ...anew, 'Idempotency-Key': 'message-1' };
    const [first, second] = [
      await app.chat(server.key, body, { headers: once }),
      await app.chat(server.key, body, { headers: once }),
    ];
    expect(second.body).toEqual(first.body);
  });

  test('is answered anew after a day, and as soon as an entry has expired', async () => {
    await see();
    app.clock.now += 24 * 3_600_000 - 1;
    expect((await see()).calls).toBe(0);
    app.clock.now += 1;
    expect((await see()).calls).toBe(1);
    const until = new Date(app.clock.now + 60_000).toISOString();
    await app.addKnowledge(server.id, [{ title: 'Soon', text: 'Gone.', valid_until: until }]);
    await see();
    app.clock.now += 60_001;
    expect((await see()).calls).toBe(1);
  });

  test('of another server, customer, name or context, or later in a ticket, is another question', async () => {
    await see();
    const other = await app.addServer({ language: 'en', repeats: true });
    await app.addKnowledge(other.id, [ENTRY]);
    const [message] = ask(QUESTION).messages;
    const bodies = [
      { ...ask(QUESTION), customer: 'Ada' },
      { messages: [{ ...message, name: 'Ada' }] },
      { ...ask(QUESTION), context: [{ label: 'Plan', value: 'Premium' }] },
      { messages: [message, { role: 'assistant', content: 'Monthly.' }, message] },
    ];
    expect((await see(ask(QUESTION), other.key)).calls).toBe(1);
    for (const body of bodies) for (const _ of [1, 2]) expect((await see(body)).answer.repeated).toBe(false);
  });

  test('of a deleted server is unknown to the next one of its id', async () => {
    await see();
    await deleteServer(app.core, server.id);
    app.clock.now += 1;
    const next = await app.addServer({ id: server.id, language: 'en', repeats: true });
    await app.addKnowledge(next.id, [ENTRY]);
    expect((await see(ask(QUESTION), next.key)).calls).toBe(1);
  });

  test('is answered anew each time where the owner switched repeats off', async () => {
    await changeServer(app.core, server.id, { repeats: false });
    for (const _ of [1, 2]) expect((await see()).calls).toBe(1);
  });

  test('is still answered when the quota is used up, and refused with the minute’s limit', async () => {
    await see();
    const week = app.core.calendar.weekOf(app.clock.now).key;
    await app.core.database.query(
      null,
      'UPDATE week_quotas SET used = $3, api_used = $3 WHERE server_id = $1 AND week_start = $2',
      [server.id, week, app.core.config.PREMIUM_WEEKLY_UNITS / 2],
    );
    expect((await app.chat(server.key, ask('What else is there?'))).status).toBe(402);
    expect((await see()).answer.repeated).toBe(true);
  });

  test('that an outage kept from an answer is asked anew, and so is what the model handed over', async () => {
    stub.fault('status:500');
    const handedOver = await app.chat(server.key, ask('I want a refund!'));
    expect([handedOver.status, handedOver.body.team_reason]).toEqual([200, 'payment']);
    stub.fault(null);
    expect((await see(ask('I want a refund!'))).calls).toBe(1);
    stub.reply(() => ({ ...sound, needs_team: true }));
    for (const _ of [1, 2]) expect((await see(ask('Could you look at my berth?'))).calls).toBe(1);
  });

  test('is not shared between test keys and others', async () => {
    const { key } = await createKey(app.core, { serverId: server.id, isTest: true });
    await see(ask(QUESTION), key);
    expect((await see()).answer.repeated).toBe(false);
  });
});

describe('K97 · an answer that somebody found to be wrong', () => {
  const tell = async (answerId: string, route: 'feedback' | 'outcome', body: object) =>
    expect((await rate(app, server.key, { route, answerId }, body)).status).toBe(204);
  const BETTER = 'A berth is paid yearly.';
  const LESSON = { question: QUESTION, answer: BETTER, authorId: null };
  const WAYS = [
    ['a vote against it', (id: string) => tell(id, 'feedback', { helpful: false })],
    [
      'a vote against it that became one for it',
      async (id: string) => {
        await tell(id, 'feedback', { helpful: false });
        await tell(id, 'feedback', { helpful: true });
      },
    ],
    ['a ticket that was opened again', (id: string) => tell(id, 'outcome', { outcome: 'reopened' })],
    [
      'a better one of the team',
      (id: string) => tell(id, 'outcome', { outcome: 'team_answered', team_answer: BETTER }),
    ],
    [
      'a correction',
      (answerId: string) => correctAnswer(app.core, { serverId: server.id, answerId, ...LESSON }),
    ],
  ] as const;

  test.each(WAYS)('is not repeated after %s, and the next one is', async (_, end) => {
    const first = await see();
    await see();
    await end(first.answer.id);
    const anew = await see();
    expect([anew.answer.repeated, anew.calls]).toEqual([false, 1]);
    expect(anew.answer.answer).not.toBe(first.answer.answer);
    const again = await see();
    expect([again.answer.repeated, again.answer.answer]).toEqual([true, anew.answer.answer]);
  });

  test('is not repeated after a vote of a member who heard the same on Discord', async () => {
    stub.reply({ ...sound, answer: 'Monthly.', used: ['berths'] });
    await see();
    const { answer } = await answerQuestion(app.core, {
      ...{ server: await getServer(app.core, server.id), channel: 'discord', key: null },
      ...{ messages: [{ role: 'user', content: QUESTION }], signal: UNABORTED },
    });
    expect([answer.answer, (await see()).calls]).toEqual(['Monthly.', 0]);
    const voted = { serverId: server.id, answerId: answer.id, feedback: 'down', comment: null };
    await setFeedback(app.core.database, { ...voted, givesBack: false, at: new Date(app.clock.now) });
    expect((await see()).calls).toBe(1);
    expect((await see()).calls).toBe(0);
  });

  test('is not repeated after a vote against its repeat', async () => {
    await see();
    app.clock.now += 3_600_000;
    await tell((await see()).answer.id, 'feedback', { helpful: false });
    expect((await see()).calls).toBe(1);
    expect((await see()).calls).toBe(0);
  });

  test('but one that helped, or solved the ticket, is repeated', async () => {
    const { answer } = await see();
    await tell(answer.id, 'feedback', { helpful: true });
    await tell(answer.id, 'outcome', { outcome: 'resolved' });
    expect((await see()).calls).toBe(0);
  });

  test('is not repeated when a slow cache writes it after the vote', async () => {
    const slow = slowDown({ writes: true });
    const { answer } = await see();
    await tell(answer.id, 'feedback', { helpful: false });
    slow.end();
    await slow.done();
    expect((await see()).answer.repeated).toBe(false);
  });
});

/** The statements of the cache hang until `end`. */
function slowDown({ reads = false, writes = false }) {
  const { database } = app.core;
  const query = database.query;
  const { promise, resolve } = Promise.withResolvers<void>();
  const hung: Promise<unknown>[] = [];
  database.query = ((...given: Parameters<typeof query>) => {
    const isWrite = given[1].includes('INSERT INTO');
    const hangs = /\bcache\b/.test(given[1]) && (isWrite ? writes : reads);
    if (!hangs) return query.apply(database, given);
    const late = promise.then(() => query.apply(database, given));
    hung.push(late);
    return late;
  }) as typeof query;
  return {
    end: () => {
      database.query = query;
      resolve();
    },
    done: () => Promise.allSettled(hung),
  };
}

describe('K97 · a cache that hangs', () => {
  test('holds no answer when it writes, and none is charged twice when it does not read', async () => {
    const before = (await readWeek(app, server.id))?.used ?? 0;
    let slow = slowDown({ writes: true });
    expect((await see()).calls).toBe(1);
    const one = (await readWeek(app, server.id))?.used ?? 0;
    expect(one).toBeGreaterThan(before);
    slow.end();
    await slow.done();
    slow = slowDown({ reads: true });
    expect((await see()).calls).toBe(1);
    const two = (await readWeek(app, server.id))?.used ?? 0;
    expect(two - one).toBe(one - before);
    slow.end();
    expect((await see()).answer.repeated).toBe(true);
    expect((await readWeek(app, server.id))?.used).toBe(two);
  });
});

describe('K97 · sixty who ask the same at once', () => {
  const AT_ONCE = 60;

  test('cost one call and one debit; each counts as a request', async () => {
    const seen = await Promise.all(
      Array.from({ length: AT_ONCE }, () => app.chat(server.key, ask(QUESTION))),
    );
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    expect(seen.filter(({ body }) => !body.repeated)).toHaveLength(1);
    expect(new Set(seen.map(({ body }) => body.answer)).size).toBe(1);
    expect(new Set(seen.map(({ body }) => body.id)).size).toBe(AT_ONCE);
    expect((await app.status(server.key)).body.usage.requests_today).toBe(AT_ONCE);
    const charged = await app.core.database.kysely
      .selectFrom('answers')
      .select('is_repeated')
      .where('server_id', '=', server.id)
      .execute();
    expect(charged.filter((answer) => !answer.is_repeated)).toHaveLength(1);
    expect(await readWeek(app, server.id)).toMatchObject({ reserved: 0 });
    expect(app.core.makings.size).toBe(0);
  });

  test('wait for two in vain at most: a question that is answered with one back is then asked by all that are left', async () => {
    const asked: PromiseWithResolvers<void>[] = [];
    const before = stub.requests.length;
    stub.reply(async () => {
      const turn = Promise.withResolvers<void>();
      asked.push(turn);
      await turn.promise;
      return { ...sound, answer: 'Do you mean the small one, or the large one?' };
    });
    const seen = Promise.all(Array.from({ length: 8 }, () => app.chat(server.key, ask(QUESTION))));
    for (const calls of [1, 2]) {
      await stub.received(before + calls);
      await expect.poll(() => asked.length).toBe(calls);
      asked.at(-1)?.resolve();
    }
    await expect.poll(() => asked.length).toBe(8);
    for (const turn of asked) turn.resolve();
    const kinds = (await seen).map(({ body }) => [body.kind, body.repeated]);
    expect(kinds).toEqual(Array.from({ length: 8 }, () => ['clarify', false]));
    expect(app.core.makings.size).toBe(0);
  });

  test('get it from the next one when whoever is first hangs up', async () => {
    const calls: (() => void)[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    stub.reply(async () => {
      if (calls.length > 0) return { ...sound, answer: 'Monthly.', used: ['berths'] };
      const { promise, resolve } = Promise.withResolvers<void>();
      calls.push(resolve);
      begin();
      await promise;
      return sound;
    });
    const leaving = new AbortController();
    const first = app.chat(server.key, ask(QUESTION), { signal: leaving.signal }).catch(() => null);
    await begun;
    const others = Array.from({ length: 5 }, () => app.chat(server.key, ask(QUESTION)));
    // Only the first one holds units while they wait.
    leaving.abort();
    await first;
    const seen = await Promise.all(others);
    expect(seen.map(({ body }) => body.answer)).toEqual(Array.from({ length: 5 }, () => 'Monthly.'));
    expect(seen.filter(({ body }) => !body.repeated)).toHaveLength(1);
    for (const release of calls) release();
    expect(app.core.makings.size).toBe(0);
  });
});
