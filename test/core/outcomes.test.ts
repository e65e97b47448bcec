import { beforeEach, describe, expect, test } from 'vitest';
import { listGaps } from '../../src/core/learning/gaps.ts';
import { recordOutcome } from '../../src/core/learning/outcomes.ts';
import {
  approve,
  getSuggestion,
  listTraining,
  reject,
  type Suggestion,
} from '../../src/core/learning/suggestions/suggestions.ts';
import { recordReplies } from '../../src/core/members/message-claims.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { listStaleSources } from '../../src/core/members/provenance.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { askFor, rate, readNewest } from '../http/answers/setup.ts';
import { ask, startApp } from '../support/app.ts';
import { readBooks } from '../support/books.ts';
import { findInTables } from '../support/tables.ts';
import { useApp, useAppWithAi } from '../support/use-app.ts';
import { kindOf } from './prompt-setup.ts';

const ENTRY = { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press Join.' };
const QUESTION = 'Hello!\nHow long does delivery to Oslo take?\nRegards';
const ANSWER = 'Delivery to Oslo takes nine days by ship.';

const app = useApp();
let server: { id: string; key: string };
beforeEach(async () => {
  server = await app.addServer({ learning: true });
  await app.addKnowledge(server.id, [ENTRY]);
});

const report = (answerId: string, team_answer: string | null, outcome = 'team_answered') =>
  rate(app, server.key, { route: 'outcome', answerId }, { outcome, team_answer });
const learned = () => listTraining(app.core, server.id);
/** Reports what the team answered. @returns the suggestions there are then. */
async function teach(answerId: string, teamAnswer: string, outcome?: string): Promise<Suggestion[]> {
  expect((await report(answerId, teamAnswer, outcome)).status).toBe(204);
  return learned();
}

describe('K98 · what the team answered in a ticket', () => {
  test.each(['team_answered', 'reopened'])('is a suggestion with the outcome %s', async (outcome) => {
    const answerId = await askFor(app, server, QUESTION);
    const before = await readBooks(app, server.id);
    expect(await teach(answerId, ANSWER, outcome)).toMatchObject([
      {
        ...{ question: 'How long does delivery to Oslo take?', answer: ANSWER, state: 'pending' },
        ...{ source: 'outcome', authorRole: null, sources: [], isAnswerDerived: false, entryId: null },
      },
    ]);
    const { answers: _, ...after } = await readBooks(app, server.id);
    expect({ ...after, answers: before.answers }).toEqual(before);
  });

  test('is in no answer until it is approved, and in the next one then; its question is covered', async () => {
    const answerId = await askFor(app, server, QUESTION);
    const [suggestion] = await teach(answerId, ANSWER);
    const next = () => app.chat(server.key, ask('How long does delivery to Oslo take?'));
    expect((await next()).body).toMatchObject({ needs_team: true, team_reason: 'not_in_knowledge' });
    expect(await listGaps(app.core, server.id)).toMatchObject([{ isCovered: false }]);
    await approve(app.core, server.id, suggestion?.id ?? '');
    const { body } = await next();
    expect(body).toMatchObject({ needs_team: false, team_reason: null });
    expect(body.answer).toContain(ANSWER);
    expect(await listGaps(app.core, server.id)).toMatchObject([{ isCovered: true }]);
  });

  test('says nothing of a customer: addresses, numbers, mentions, keys, signatures and quotes are left out', async () => {
    const answerId = await askFor(
      app,
      server,
      'How long does delivery to Oslo take? I am at mia.quartz@mail.example.',
    );
    const [suggestion] = await teach(
      answerId,
      [
        `<p>Hi, ${ANSWER} Write to ole.rhyolite@mail.example or call +49 171 1234567, <@123456789012345678>.</p>`,
        `<p>Your key is ${server.key}.</p><p>-- <br>Ole Basalt<br>Support</p>`,
        '<blockquote>On Monday Mia Quartzite wrote: my password is granite</blockquote>',
      ].join(''),
    );
    const text = `${suggestion?.question}\n${suggestion?.answer}`;
    expect(text).toContain(ANSWER);
    expect(text).not.toMatch(/quartz|rhyolite|basalt|granite|1234567|lts_|<p>|12345678901/i);
    const { kysely } = app.core.database;
    await kysely.updateTable('answers').set({ question: null }).where('id', '=', answerId).execute();
    for (const word of ['rhyolite', '1234567', server.key, 'granite'])
      expect(await findInTables(app.core, word), word).toEqual([]);
  });

  test('is one suggestion however often it is reported, even at once, and whatever became of it', async () => {
    const answerId = await askFor(app, server, QUESTION);
    const all = await Promise.all(Array.from({ length: 8 }, () => report(answerId, ANSWER)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([204]));
    const [suggestion, ...others] = await learned();
    expect(others).toEqual([]);
    await reject(app.core, server.id, suggestion?.id ?? '');
    expect(await teach(answerId, ANSWER)).toMatchObject([{ id: suggestion?.id, state: 'rejected' }]);
  });

  test('replaces what was reported of the same answer and still waits, and nothing else', async () => {
    const [one, other] = [await askFor(app, server, QUESTION), await askFor(app, server, QUESTION)];
    await teach(other, 'To Oslo it is six days by train.');
    await teach(one, ANSWER);
    const changed = 'Delivery to Oslo takes ten days by ship.';
    const texts = (await teach(one, changed)).map(({ answer }) => answer);
    expect(texts.toSorted()).toEqual([changed, 'To Oslo it is six days by train.']);
    const [suggestion] = (await learned()).filter(({ answer }) => answer === changed);
    await approve(app.core, server.id, suggestion?.id ?? '');
    await teach(one, ANSWER);
    expect((await learned()).map(({ state, answer }) => [state, answer])).toEqual(
      expect.arrayContaining([
        ['approved', changed],
        ['pending', ANSWER],
        ['pending', 'To Oslo it is six days by train.'],
      ]),
    );
  });

  test('of several that differ at once: one is left', async () => {
    const answerId = await askFor(app, server, QUESTION);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => report(answerId, `Delivery to Oslo takes ${n + 2} days by ship.`)),
    );
    expect(await learned()).toHaveLength(1);
  });
});

describe('nothing is learned, and the outcome is noted,', () => {
  const expectNothing = async (answerId: string, teamAnswer: string | null = ANSWER) => {
    expect((await report(answerId, teamAnswer)).status).toBe(204);
    expect(await learned()).toEqual([]);
    expect((await readNewest(app, server.id)).outcome).toBe('team_answered');
  };

  test('where learning is off', async () => {
    await changeServer(app.core, server.id, { learning: false });
    await expectNothing(await askFor(app, server, QUESTION));
  });

  test.each([
    ['no answer', null],
    ['a request to wait', 'One moment please!'],
    ['a question back', 'Which version do you use?'],
  ])('from %s', async (_, teamAnswer) => {
    await expectNothing(await askFor(app, server, QUESTION), teamAnswer);
  });

  test('of a question that is not kept any more', async () => {
    const answerId = await askFor(app, server, QUESTION);
    const { kysely } = app.core.database;
    await kysely.updateTable('answers').set({ question: null }).where('id', '=', answerId).execute();
    await expectNothing(answerId);
  });

  test('of a test key’s question', async () => {
    const { key } = await createKey(app.core, { serverId: server.id, isTest: true });
    await expectNothing(await askFor(app, { id: server.id, key }, QUESTION));
  });

  test('once 5,000 suggestions wait', async () => {
    const answerId = await askFor(app, server, QUESTION);
    const { kysely } = app.core.database;
    const rows = Array.from({ length: 5_000 }, (_, n) => ({
      ...{ server_id: server.id, id: `full${n}`, question: `Question ${n}`, answer: 'Answer.' },
      ...{ source: 'import' as const, created_at: new Date(app.clock.now) },
    }));
    await kysely.insertInto('training').values(rows).execute();
    expect((await report(answerId, ANSWER)).status).toBe(204);
    expect(await listTraining(app.core, server.id, undefined, { source: 'outcome' })).toEqual([]);
    expect((await readNewest(app, server.id)).outcome).toBe('team_answered');
  });
});

/** An answer to somebody in a chat. */
async function askInChat({ memberId, isCommand = false }: { memberId: string; isCommand?: boolean }) {
  const answerId = await askFor(app, server, QUESTION);
  const { kysely } = app.core.database;
  await kysely.updateTable('answers').set({ channel: 'discord' }).where('id', '=', answerId).execute();
  await recordReplies(app.core, {
    ...{ serverId: server.id, messageIds: ['423456789012345678'], channelId: '523456789012345678' },
    ...{ memberId, answerId, replyIds: ['623456789012345678'], isCommand },
  });
  return answerId;
}

test('what was asked by a slash command is looked for as no message, and goes with whoever asked', async () => {
  const memberId = '323456789012345679';
  await teach(await askInChat({ memberId, isCommand: true }), ANSWER);
  app.clock.now += 25 * 3_600_000;
  expect(await listStaleSources(app.core, [server.id], 10)).toEqual([]);
  expect(await learned()).toHaveLength(1);
  await deleteMember(app.core, memberId);
  expect(await learned()).toEqual([]);
});

test('the words of whoever asked in a chat go with them', async () => {
  const memberId = '323456789012345678';
  const answerId = await askInChat({ memberId });
  expect(await teach(answerId, ANSWER)).toMatchObject([
    { sources: [{ part: 'question', memberId, messageId: '423456789012345678', isOriginal: true }] },
  ]);
  await deleteMember(app.core, memberId);
  expect(await learned()).toEqual([]);
  expect(await findInTables(app.core, memberId)).toEqual([]);
});

describe('with a backend', () => {
  const DISTILLED = {
    reusable: true,
    question: 'How long is the delivery to Oslo?',
    answer: 'It takes nine days by ship until a delivery reaches Oslo.',
  };
  const { app: smart, stub: ai } = useAppWithAi();
  beforeEach(() => {
    ai.reply(({ response_format: format }) =>
      format?.type === 'json_schema' && format.json_schema.name === 'suggestion'
        ? DISTILLED
        : { answer: 'Nobody knows.', needs_team: true, answerable: false, used: [] },
    );
  });
  const lessons = () => ai.requests.filter((request) => kindOf(request) === 'suggestion');

  async function open() {
    const own = await smart.addServer({ learning: true });
    await smart.addKnowledge(own.id, [ENTRY]);
    const answerId = await askFor(smart, own, QUESTION);
    const send = (text: string) =>
      rate(smart, own.key, { route: 'outcome', answerId }, { outcome: 'team_answered', team_answer: text });
    return { ...own, answerId, send, learned: () => listTraining(smart.core, own.id) };
  }

  test('it is put into general words after the caller has its 204, once, and answers the next ticket when approved', async () => {
    const own = await open();
    const before = lessons().length;
    const letGo = ai.hold();
    expect((await own.send(ANSWER)).status).toBe(204);
    expect(await own.learned()).toMatchObject([{ answer: ANSWER, taught: null }]);
    expect((await own.send(ANSWER)).status).toBe(204);
    letGo();
    await smart.core.backlog.finish();
    const [suggestion] = await own.learned();
    expect(suggestion).toMatchObject({
      ...{ question: DISTILLED.question, answer: DISTILLED.answer, taught: ANSWER },
      ...{ isQuestionDerived: true, isAnswerDerived: true, state: 'pending', source: 'outcome' },
    });
    expect(lessons()).toHaveLength(before + 1);
    const prompts = async () => {
      const asked = ai.requests.length;
      await smart.chat(own.key, ask(QUESTION));
      return JSON.stringify(ai.requests.slice(asked).map(({ body }) => body));
    };
    expect(await prompts()).not.toContain('reaches Oslo');
    await approve(smart.core, own.id, suggestion?.id ?? '');
    expect(await prompts()).toContain('reaches Oslo');
  });

  test('what is of no use to others is deleted, and what fails stays as it was written', async () => {
    const own = await open();
    ai.reply(() => ({ ...DISTILLED, reusable: false }));
    await own.send(ANSWER);
    await smart.core.backlog.finish();
    expect(await own.learned()).toEqual([]);
    ai.reply(() => 'no JSON at all');
    await own.send('Delivery to Oslo takes ten days by ship.');
    await smart.core.backlog.finish();
    expect(await own.learned()).toMatchObject([
      { answer: 'Delivery to Oslo takes ten days by ship.', taught: null },
    ]);
  });

  test('a stop drops what is being put into words, keeps the suggestion and gives its units back', async () => {
    const passing = await startApp({ OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k' });
    const own = await passing.addServer({ learning: true });
    await passing.addKnowledge(own.id, [ENTRY]);
    const answerId = await askFor(passing, own, QUESTION);
    const arrived = ai.requests.length;
    const letGo = ai.hold();
    const reported = { serverId: own.id, answerId, outcome: 'team_answered' as const, teamAnswer: ANSWER };
    await recordOutcome(passing.core, reported);
    await ai.received(arrived + 1);
    await passing.core.backlog.abandon();
    letGo();
    const [suggestion] = await listTraining(passing.core, own.id);
    expect(await getSuggestion(passing.core, own.id, suggestion?.id ?? '')).toMatchObject({ answer: ANSWER });
    expect((await readBooks(passing, own.id)).reservations).toEqual([]);
    expect(passing.core.backlog.add(async () => undefined)).toBe(false);
    await passing.stop();
  });
});
