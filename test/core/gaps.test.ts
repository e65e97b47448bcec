import { beforeEach, describe, expect, test } from 'vitest';
import { recordFeedback } from '../../src/core/learning/feedback.ts';
import { answerGap, closeGap, getGap, listGaps, pageGaps } from '../../src/core/learning/gaps.ts';
import { editSuggestion, listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { ask } from '../support/app.ts';
import { findInTables } from '../support/tables.ts';
import { useApp } from '../support/use-app.ts';

const ENTRY = { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press Join.' };
const ADMIN = '223456789012345678';
const ASKER = '323456789012345678';

const app = useApp();
let server: { id: string; key: string };
beforeEach(async () => {
  server = await app.addServer();
  await app.addKnowledge(server.id, [ENTRY]);
});

/** Asks over HTTP, a second apart. @returns ids of the answers. */
async function askAll(...texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    app.clock.now += 1_000;
    expect(await app.chat(server.key, ask(text))).toMatchObject({ status: 200 });
    const newest = app.core.database.kysely.selectFrom('answers').select('id').orderBy('at', 'desc');
    ids.push((await newest.executeTakeFirstOrThrow()).id);
  }
  return ids;
}

function rate(answerId: string, feedback: string) {
  const { kysely } = app.core.database;
  return kysely.updateTable('answers').set({ feedback }).where('id', '=', answerId).execute();
}

/** As if a member had asked in a chat. */
async function attribute(answerId: string, memberId = ASKER): Promise<void> {
  const now = new Date(app.clock.now);
  await app.core.database.kysely
    .insertInto('handled_messages')
    .values({
      ...{ server_id: server.id, message_id: '423456789012345678', channel_id: '523456789012345678' },
      ...{ member_id: memberId, state: 'answered', lease_until: now, answer_id: answerId, at: now },
    })
    .execute();
}

const MAP = ['Is there a map editor?', 'is there any map editor', 'Is there a map editor here?'];
const answerMap = (answerId: string, change: { question?: string; isForced?: boolean } = {}) =>
  answerGap(app.core, {
    ...{ serverId: server.id, answerId, question: 'Is there a map editor?', answer: 'Press F8.' },
    ...{ authorId: ADMIN, authorRole: null, ...change },
  });

describe('gaps', () => {
  test('are unanswered or downvoted questions, grouped, most frequent first, with the newest example', async () => {
    const [wrong = ''] = await askAll('How do I join the server?');
    const ids = await askAll(...MAP, 'When is lunch on friday?', 'How do I join the server please?');
    await rate(wrong, 'down:outdated');
    await rate(ids[0] ?? '', 'down');
    await rate(ids[4] ?? '', 'up');
    const gaps = await listGaps(app.core, server.id);
    expect(gaps).toMatchObject([
      { answerId: ids[2], question: MAP[2], count: 3, unanswered: 3, votedDown: 1, isCovered: false },
      { answerId: ids[3], question: 'When is lunch on friday?', count: 1, unanswered: 1, votedDown: 0 },
      { answerId: wrong, count: 1, unanswered: 0, votedDown: 1, isCovered: true },
    ]);
    expect(gaps[0]?.answerIds).toEqual([ids[2], ids[1], ids[0]]);
    expect(gaps[2]?.answer).toContain('press Join');
    expect(await listGaps(app.core, server.id, { limit: 1 })).toEqual(gaps.slice(0, 1));
    expect(await getGap(app.core, server.id, ids[1] ?? '')).toEqual(gaps[0]);
  });

  test('can be listed at once, before it is known what is covered', async () => {
    const [id] = await askAll('When is lunch on friday?');
    const hurry = () => pageGaps(app.core, server.id, { offset: 0, limit: 25, isHasty: true });
    expect(await hurry()).toMatchObject({ gaps: [{ answerId: id, isCovered: false }] });
    await app.addKnowledge(server.id, [
      { id: 'lunch', title: 'When is lunch on friday?', text: 'Lunch on friday is at noon.' },
    ]);
    expect(await hurry()).toMatchObject({ total: 1, gaps: [{ answerId: id, isCovered: null }] });
    expect(await listGaps(app.core, server.id)).toMatchObject([{ answerId: id, isCovered: true }]);
    expect(await hurry()).toMatchObject({ gaps: [{ answerId: id, isCovered: true }] });
  });

  test('stay together when a question is asked again and when their first question is deleted', async () => {
    const ids = await askAll(...MAP);
    await listGaps(app.core, server.id);
    const [again = ''] = await askAll('is there a map editor??');
    expect(await listGaps(app.core, server.id)).toMatchObject([{ answerId: again, count: 4 }]);
    const { kysely } = app.core.database;
    await kysely
      .updateTable('answers')
      .set({ question: null })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const [gap] = await listGaps(app.core, server.id);
    expect(gap?.answerIds).toEqual([again, ids[2], ids[1]]);
  });

  test('show no personal data, in one line of at most 300 characters', async () => {
    await askAll(
      `Is there\na map editor? mia@example.org <@${ASKER}>`,
      `Is lunch hot? ${'🍲'.repeat(1_000)}`,
    );
    const [lunch, map] = await listGaps(app.core, server.id);
    expect(map?.question).toMatch(/^Is there a map editor\? …/);
    expect(map?.question).not.toMatch(/mia|3234/);
    expect(lunch?.question.length).toBeLessThanOrEqual(300);
    expect(lunch?.question.isWellFormed()).toBe(true);
  });

  test('forget what a member deleted, and belong to one server', async () => {
    const [id = ''] = await askAll('Is there a map editor?');
    await attribute(id);
    await recordFeedback(app.core, {
      serverId: server.id,
      answerId: id,
      isHelpful: false,
      comment: 'Granite',
    });
    expect(await listGaps(app.core, server.id)).toMatchObject([{ comment: 'Granite' }]);
    await deleteMember(app.core, ASKER);
    expect(await listGaps(app.core, server.id)).toEqual([]);
    expect(await findInTables(app.core, 'Granite')).toEqual([]);
    await askAll('When is lunch on friday?');
    const other = await app.addServer();
    expect(await listGaps(app.core, other.id)).toEqual([]);
    await expect(listGaps(app.core, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that are closed disappear with all their questions until somebody asks again', async () => {
    const ids = await askAll(...MAP, 'When is lunch on friday?');
    expect(await closeGap(app.core, { serverId: server.id, answerId: ids[1] ?? '' })).toBe(3);
    expect(await listGaps(app.core, server.id)).toMatchObject([{ answerId: ids[3] }]);
    const again = closeGap(app.core, { serverId: server.id, answerId: ids[0] ?? '' });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    await askAll(MAP[0] ?? '');
    expect(await listGaps(app.core, server.id)).toMatchObject([{ count: 1 }, { count: 1 }]);
  });
});

describe('the draft that a surge made', () => {
  const surge = () => askAll(...MAP, 'Is there any map editor?', 'is there a map editor there??');
  const drafts = () => listTraining(app.core, server.id, 'pending', { source: 'surge' });
  const makeDraft = async () => {
    const [newest = ''] = (await surge()).toReversed();
    await expect.poll(async () => (await drafts()).length, { interval: 5 }).toBe(1);
    return newest;
  };

  test('is removed with the gap that is answered or dismissed', async () => {
    await answerMap(await makeDraft());
    expect(await drafts()).toEqual([]);
    app.clock.now += 3_600_000;
    server = await app.addServer();
    await closeGap(app.core, { serverId: server.id, answerId: await makeDraft() });
    expect(await drafts()).toEqual([]);
  });

  test('stays if somebody has written its answer', async () => {
    const newest = await makeDraft();
    const [draft] = await drafts();
    const text = { question: draft?.question ?? '', answer: 'Press F9.' };
    await editSuggestion(app.core, server.id, draft?.id ?? '', text);
    await closeGap(app.core, { serverId: server.id, answerId: newest });
    expect(await drafts()).toMatchObject([{ answer: 'Press F9.' }]);
  });
});

describe('answering a gap', () => {
  test('records whose question it is, and whether it is still in their words', async () => {
    const [id = ''] = await askAll('Is there a map editor?');
    await attribute(id);
    const approved = await answerMap(id);
    expect(approved.isQuestionDerived).toBe(false);
    expect(approved.sources).toContainEqual({
      ...{ part: 'question', memberId: ASKER, isOriginal: false },
      ...{ channelId: '523456789012345678', messageId: '423456789012345678' },
    });
    expect(approved.sources).toContainEqual(expect.objectContaining({ part: 'answer', memberId: ADMIN }));
    const [other = ''] = await askAll('Which font does the logo use?');
    const derived = await answerMap(other, { question: 'What typeface is the emblem set in?' });
    expect(derived.isQuestionDerived).toBe(true);
  });

  test('with an empty text or for a missing gap is refused and changes nothing', async () => {
    const [id = ''] = await askAll('Is there a map editor?');
    await expect(answerMap(id, { question: ' ' })).rejects.toMatchObject({ context: { param: 'question' } });
    const missing = answerMap(crypto.randomUUID());
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
    await expect(answerMap("'; DROP TABLE answers")).rejects.toMatchObject({ code: 'not_found' });
    expect(await listTraining(app.core, server.id)).toEqual([]);
    expect(await listGaps(app.core, server.id)).toHaveLength(1);
  });
});
