import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BATCH_ROWS } from '../../../src/adapters/db/operations/housekeeping.ts';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import {
  approve,
  editSuggestion,
  getSuggestion,
  listTraining,
  type Suggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { findMissingServers, leaveServers, welcomeServers } from '../../../src/core/members/arrivals.ts';
import { deleteMember, exportMember, optOut } from '../../../src/core/members/privacy.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import type { TrainingState } from '../../../src/domain/types.ts';
import { FOR_GOOD, type TestApp, UNABORTED } from '../../support/app.ts';
import { addAnswers, listDetailed, watchBatches } from '../../support/many-rows.ts';
import { findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { bringTo, freshId, STATES, source, teachWord, withMembers } from './setup.ts';

const app = useApp();

const revisionOf = async (id: string) => (await getServer(app.core, id)).revision;
const teach = (serverId: string, given: Omit<Parameters<typeof teachWord>[1], 'serverId'>) =>
  teachWord(app.core, { serverId, ...given });
const bring = (serverId: string, suggestion: Suggestion, state: TrainingState) =>
  bringTo(app.core, serverId, suggestion, state);

describe('a member who leaves or deletes their data', () => {
  const roles = [
    { role: 'asker', gone: 'question', stays: 'answer', word: 'Asked' },
    { role: 'author', gone: 'answer', stays: 'question', word: 'Told' },
  ] as const;
  const ways = [
    { verb: 'deletes their data', leave: deleteMember },
    { verb: 'opts out', leave: optOut },
  ];
  test.each(
    ways.flatMap((way) => roles.map((role) => ({ ...way, ...role }))),
  )('($verb) as $role leaves neither id nor words in any table, whatever became of them', async ({
    verb,
    leave,
    role,
    ...about
  }) => {
    const { id } = await app.addServer();
    const members = { asker: freshId(), author: freshId() };
    const words = STATES.map((state) => `${verb.slice(0, 3)}${role}${state}`);
    for (const [index, word] of words.entries())
      await bring(id, await teach(id, { ...members, word }), STATES[index] ?? 'pending');
    expect((await listTraining(app.core, id)).map(({ state }) => state).toSorted()).toEqual(
      STATES.toSorted(),
    );
    const before = await revisionOf(id);
    await leave(app.core, members[role]);
    for (const wanted of [members[role], ...words.map((word) => `${word}${about.word}`)])
      expect(await findInTables(app.core, wanted)).toEqual([]);
    expect([await listKnowledge(app.core, id), await revisionOf(id)]).toEqual([[], before + 1]);
    // What the other one said stays, to be seen by an admin and by nobody else.
    const left = await listTraining(app.core, id);
    const lost = { state: 'suspended', suspendedFor: 'member_gone', entryId: null, [about.gone]: '' };
    expect(left).toMatchObject([lost, lost]);
    for (const suggestion of left) {
      expect(suggestion[about.stays]).not.toBe('');
      const missing = { code: 'invalid_input', context: { param: about.gone } };
      await expect(approve(app.core, id, suggestion.id)).rejects.toMatchObject(missing);
    }
  });

  test('leaves what was reworded, suspended and without id, and nothing once both have gone', async () => {
    const { id } = await app.addServer();
    const [asker, author] = [freshId(), freshId()];
    const made = await teach(id, { asker, author, word: 'Rewritten' });
    const text = {
      question: 'At what hour may one enter?',
      answer: 'Doors are unlocked every morning, 9 sharp.',
    };
    await editSuggestion(app.core, id, made.id, text);
    const whole = await teach(id, { asker, author, word: 'Own' });
    for (const suggestion of [made, whole]) await approve(app.core, id, suggestion.id);
    await deleteMember(app.core, asker);
    await deleteMember(app.core, author);
    for (const member of [asker, author]) expect(await findInTables(app.core, member)).toEqual([]);
    expect(await listTraining(app.core, id)).toMatchObject([
      { ...text, id: made.id, state: 'suspended', sources: [] },
    ]);
    expect(await approve(app.core, id, made.id)).toMatchObject({ state: 'approved' });
  });

  test('is removed from all servers at once, and others stay', async () => {
    const [one, two] = [await app.addServer(), await app.addServer()];
    const [member, other] = [freshId(), freshId()];
    for (const { id } of [one, two])
      await bring(id, await teach(id, { asker: other, author: member, word: 'Everywhere' }), 'approved');
    const kept = await teach(two.id, { asker: freshId(), author: other, word: 'Elsewhere' });
    expect(await deleteMember(app.core, member)).toEqual({ answers: 0, suggestions: 2 });
    expect(await findInTables(app.core, 'EverywhereTold')).toEqual([]);
    expect(await getSuggestion(app.core, two.id, kept.id)).toEqual(kept);
  });

  test('finds all their data in the export, and no id of others', async () => {
    const { id } = await app.addServer();
    const [asker, author] = [freshId(), freshId()];
    const made = await teach(id, { asker, author, word: 'Exported' });
    for (const member of [asker, author]) {
      const data = await exportMember(app.core, member);
      const part = member === asker ? 'question' : 'answer';
      expect(data.suggestions).toMatchObject([
        { id: made.id, question: made.question, answer: made.answer, part },
      ]);
      expect(JSON.stringify(data)).not.toContain(`"${member === asker ? author : asker}"`);
    }
  });

  test('just before their words are stored is in no table either, and can be learned from again later', async () => {
    const { id } = await app.addServer();
    const [asker, author] = [freshId(), freshId()];
    const core = withDelay(app.core, () => deleteMember(app.core, author));
    const given = {
      serverId: id,
      question: 'When does RaceAsked open?',
      answer: 'The RaceTold opens at nine.',
      source: 'reply' as const,
    };
    const origin = withMembers(asker, author);
    await expect(suggest(core, { ...given, ...origin })).rejects.toMatchObject({ code: 'forbidden' });
    for (const wanted of [author, asker, 'Race']) expect(await findInTables(app.core, wanted)).toEqual([]);
    expect(await suggest(app.core, { ...given, ...origin })).toMatchObject({ state: 'pending' });
  });

  test('while their words are being stored is removed with them, whichever comes first', async () => {
    const { id } = await app.addServer();
    const members = Array.from({ length: 5 }, freshId);
    const rounds = members.map(async (author, round) => {
      const made = teach(id, { asker: freshId(), author, word: `Half${round}` });
      await Promise.allSettled([made, deleteMember(app.core, author)]);
      const [left] = await findInTables(app.core, author);
      // One that is there was begun after the deletion, and is found by the next one.
      if (left) expect((await made).state).toBe('pending');
      await deleteMember(app.core, author);
    });
    await Promise.all(rounds);
    for (const member of members) expect(await findInTables(app.core, member)).toEqual([]);
  });
});

/** A core in which something happens before its next transaction begins. */
function withDelay(core: TestApp['core'], act: () => Promise<unknown>): TestApp['core'] {
  const { kysely } = core.database;
  const delayed = new Proxy(kysely, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return typeof own === 'function' ? own.bind(target) : own;
      return () => ({
        execute: async (run: Parameters<ReturnType<typeof kysely.transaction>['execute']>[0]) => {
          await act();
          return target.transaction().execute(run);
        },
      });
    },
  });
  return { ...core, database: { ...core.database, kysely: delayed } };
}

/** A server as the bot joins it. */
async function join(): Promise<string> {
  const id = freshId();
  const about = { name: 'S', icon: null, members: 9, language: 'en' as const };
  await welcomeServers(app.core, [{ id, ...about, joinedAt: new Date(app.clock.now) }]);
  return id;
}

describe('a server that is left', () => {
  test('keeps nothing of its members except what was reworded and what no member said', async () => {
    const id = await join();
    const [asker, author] = [freshId(), freshId()];
    for (const state of STATES)
      await bring(id, await teach(id, { asker, author, word: `Left${state}` }), state);
    const derived = { isQuestionDerived: true, isAnswerDerived: true };
    await bring(
      id,
      await teach(id, {
        asker,
        author,
        word: 'Derived',
        ...derived,
        sources: [source('answer', freshId(), author)],
      }),
      'approved',
    );
    const given = { serverId: id, source: 'import' as const };
    const own = await suggest(app.core, { ...given, question: 'Why?', answer: 'It is so.' });
    const known = await approve(
      app.core,
      id,
      (await suggest(app.core, { ...given, question: 'Who?', answer: 'We are.' })).id,
    );
    await leaveServers(app.core, [id], FOR_GOOD);
    for (const wanted of [asker, author, ...STATES.map((state) => `Left${state}`)])
      expect(await findInTables(app.core, wanted)).toEqual([]);
    expect(await listTraining(app.core, id, 'suspended')).toMatchObject([
      { suspendedFor: 'server_left', sources: [], question: 'When does DerivedAsked open?' },
    ]);
    expect(await getSuggestion(app.core, id, own.id)).toEqual(own);
    expect((await listKnowledge(app.core, id)).map((entry) => entry.id)).toEqual([known.entryId]);
  });

  test('is emptied by statements that each change a limited number of rows, however many exist', async () => {
    const id = await join();
    const at = new Date(app.clock.now);
    const count = BATCH_ROWS + 1;
    await addAnswers(app.core, { serverId: id, count, channel: 'discord', at });
    await addAnswers(app.core, { serverId: id, count: 1, channel: 'api', at });
    const { kysely } = app.core.database;
    const handled = { server_id: id, channel_id: '1', member_id: '2', state: 'answered' as const };
    const rows = Array.from({ length: count }, (_, n) => ({
      ...handled,
      message_id: `${n}`,
      lease_until: at,
      at,
    }));
    await kysely.insertInto('handled_messages').values(rows).execute();
    const batches = [
      await watchBatches(app.core, 'answers'),
      await watchBatches(app.core, 'handled_messages'),
    ];
    await leaveServers(app.core, [id], FOR_GOOD);
    for (const { read, stop } of batches) {
      expect(await read()).toEqual([BATCH_ROWS, 1]);
      await stop();
    }
    expect(await listDetailed(app.core, id)).toEqual(['api']);
    const left = kysely.selectFrom('answers').select(['channel', 'question', 'answer']).distinct();
    expect(await left.where('server_id', '=', id).orderBy('channel').execute()).toEqual([
      { channel: 'api', question: 'Why?', answer: 'So.' },
      { channel: 'discord', question: null, answer: null },
    ]);
    const senders = kysely.selectFrom('handled_messages').select('member_id').distinct();
    expect(await senders.where('server_id', '=', id).execute()).toEqual([{ member_id: null }]);
  });

  test('keeps what is written after the bot joined again, even while it is being emptied', async () => {
    const id = await join();
    const { kysely } = app.core.database;
    const add = async (messageId: string) => {
      const at = new Date(app.clock.now);
      await addAnswers(app.core, { serverId: id, count: 1, channel: 'discord', at });
      const row = { server_id: id, channel_id: '1', member_id: '2', state: 'answered' as const };
      await kysely
        .insertInto('handled_messages')
        .values({ ...row, message_id: messageId, lease_until: at, at })
        .execute();
    };
    await add('1');
    app.clock.now += 1_000;
    const { database } = app.core;
    const query: typeof database.query = async (name, statement, values, options) => {
      // Before the first batch: the server was joined again, and spoken on.
      if (/AS found/.test(statement) && statement.includes('handled_messages')) {
        app.clock.now += 1_000;
        await add('2');
      }
      return database.query(name, statement, values, options);
    };
    await leaveServers({ ...app.core, database: { ...database, query } }, [id], FOR_GOOD);
    const senders = kysely.selectFrom('handled_messages').select(['message_id', 'member_id']);
    expect(await senders.where('server_id', '=', id).orderBy('message_id').execute()).toEqual([
      { message_id: '1', member_id: null },
      { message_id: '2', member_id: '2' },
    ]);
    const texts = kysely.selectFrom('answers').select('question').where('server_id', '=', id);
    expect(await texts.orderBy('at').execute()).toEqual([{ question: null }, { question: 'Why?' }]);
  });

  test('with others: all keys stop before any server is emptied, and one joined again in the meantime stays', async () => {
    const [stuck, left, back] = [await join(), await join(), await join()];
    await addAnswers(app.core, {
      serverId: stuck,
      count: 1,
      channel: 'discord',
      at: new Date(app.clock.now),
    });
    const { kysely } = app.core.database;
    const stick = sql`ALTER TABLE answers ADD CONSTRAINT stuck CHECK (question IS NOT NULL) NOT VALID`;
    await stick.execute(kysely);
    const turns: string[] = [];
    const isLeft = (id: string) => {
      turns.push(id);
      return id !== back;
    };
    const leaving = leaveServers(app.core, [stuck, left, back], { isLeft, signal: UNABORTED });
    await expect(leaving).rejects.toThrow(`server ${stuck}: `);
    await sql`ALTER TABLE answers DROP CONSTRAINT stuck`.execute(kysely);
    expect(turns).toEqual([stuck, left, back, stuck, left, back]);
    const states = await Promise.all([stuck, left, back].map((id) => getServer(app.core, id)));
    expect(states.map(({ active }) => active)).toEqual([false, false, true]);
    const missing = await findMissingServers(app.core, new Set(), (id) => [stuck, left, back].includes(id));
    expect(missing.toSorted()).toEqual([stuck, back].toSorted());
    await leaveServers(app.core, [stuck], FOR_GOOD);
  });

  test('stops between two batches when the process stops, and continues the next time', async () => {
    const id = await join();
    await addAnswers(app.core, { serverId: id, count: 1, channel: 'discord', at: new Date(app.clock.now) });
    const stopping = new AbortController();
    const isLeft = () => {
      if (stopping.signal.aborted) return true;
      queueMicrotask(() => stopping.abort(new Error('stopping')));
      return true;
    };
    await leaveServers(app.core, [id], { isLeft, signal: stopping.signal }).catch(() => undefined);
    const findLeft = () => findMissingServers(app.core, new Set(), (found) => found === id);
    expect(await findLeft()).toEqual([id]);
    await leaveServers(app.core, [id], FOR_GOOD);
    expect(await findLeft()).toEqual([]);
  });

  test('serves nobody even if it cannot be emptied yet, and is retried until it is empty', async () => {
    const id = await join();
    await addAnswers(app.core, { serverId: id, count: 1, channel: 'discord', at: new Date(app.clock.now) });
    const { kysely } = app.core.database;
    await sql`ALTER TABLE answers ADD CONSTRAINT stuck CHECK (question IS NOT NULL) NOT VALID`.execute(
      kysely,
    );
    await expect(leaveServers(app.core, [id], FOR_GOOD)).rejects.toThrow();
    expect((await getServer(app.core, id)).active).toBe(false);
    const findLeft = () => findMissingServers(app.core, new Set(), (found) => found === id);
    expect(await findLeft()).toEqual([id]);
    await sql`ALTER TABLE answers DROP CONSTRAINT stuck`.execute(kysely);
    await leaveServers(app.core, [id], FOR_GOOD);
    expect(await findLeft()).toEqual([]);
    const texts = kysely.selectFrom('answers').select('question').where('server_id', '=', id);
    expect(await texts.execute()).toEqual([{ question: null }]);
  });
});
