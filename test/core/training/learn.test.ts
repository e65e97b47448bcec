import { describe, expect, test } from 'vitest';
import { learn } from '../../../src/core/learning/suggestions/learn.ts';
import {
  getSuggestion,
  listTraining,
  reject,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { readBooks } from '../../support/books.ts';
import { useApp } from '../../support/use-app.ts';
import { addLearningServer, freshId, lessonOn, never, TEACHER_ROLE } from './setup.ts';

const app = useApp();

const learnFrom = (lesson: ReturnType<typeof lessonOn>) => learn(app.core, lesson, never);

describe('a reply of the team', () => {
  test('becomes a suggestion with its sources, without names and personal data, and costs nothing without a backend', async () => {
    const id = await addLearningServer(app);
    const lesson = lessonOn(id);
    const { question, answer } = lesson;
    const before = await readBooks(app, id);
    const made = await learnFrom(lesson);
    expect(made).toMatchObject({
      ...{ question: 'How long does delivery to Oslo take, …?', state: 'pending', source: 'reply' },
      ...{ answer: 'Hi …, it is nine days by ship, call me at ….', authorRole: TEACHER_ROLE },
      ...{ isQuestionDerived: false, isAnswerDerived: false, entryId: null, suspendedFor: null },
      sources: [
        ...answer.messageIds.map((messageId) => ({
          part: 'answer',
          messageId,
          memberId: answer.memberId,
          isOriginal: true,
        })),
        {
          part: 'question',
          messageId: question.messageId,
          memberId: question.memberId,
          isOriginal: true,
          channelId: '1',
        },
      ],
    });
    expect(await listTraining(app.core, id)).toEqual([made]);
    expect(await readBooks(app, id)).toEqual(before);
  });

  test('is one suggestion however often it is delivered, even at once, and whatever became of it', async () => {
    const id = await addLearningServer(app);
    const lesson = lessonOn(id);
    const made = await Promise.all(Array.from({ length: 6 }, () => learnFrom(lesson)));
    expect(new Set(made.map((one) => one?.id)).size).toBe(1);
    const edited = { ...lesson, answer: { ...lesson.answer, text: 'It is ten days by ship.' } };
    expect((await learnFrom(edited))?.answer).toBe(made[0]?.answer);
    await reject(app.core, id, made[0]?.id ?? '');
    expect(await learnFrom(lesson)).toMatchObject({ id: made[0]?.id, state: 'rejected' });
    expect(await listTraining(app.core, id)).toHaveLength(1);
  });

  test('to a long question keeps the actual question as its title; to a long text without a question, the beginning', async () => {
    const id = await addLearningServer(app);
    const log = 'Error at line one of the launcher log. '.repeat(20);
    const made = await learnFrom(lessonOn(id, { question: `${log}How do I repair the launcher?` }));
    expect(made?.question).toBe('How do I repair the launcher?');
    const plain = await learnFrom(lessonOn(id, { question: log }));
    expect(plain?.question).toMatch(/^Error at line one .*…$/);
    expect(plain?.question.length).toBeLessThanOrEqual(300);
  });
});

describe('nothing is learned', () => {
  test('unless learning is on and the role may teach according to the current settings', async () => {
    const { id } = await app.addServer();
    expect(await learnFrom(lessonOn(id))).toBeNull();
    await changeServer(app.core, id, { learning: true });
    expect(await learnFrom(lessonOn(id))).toBeNull();
    await changeServer(app.core, id, { teach_roles: ['901'] });
    expect(await learnFrom(lessonOn(id))).toBeNull();
    await changeServer(app.core, id, { learning: false, teach_roles: [TEACHER_ROLE] });
    expect(await learnFrom(lessonOn(id))).toBeNull();
    expect(await listTraining(app.core, id)).toEqual([]);
    await changeServer(app.core, id, { learning: true });
    expect(await learnFrom(lessonOn(id))).toMatchObject({ state: 'pending' });
  });

  test('if the person who asked or answered opted out, even midway', async () => {
    const id = await addLearningServer(app);
    for (const who of ['question', 'answer'] as const) {
      const lesson = lessonOn(id);
      await optOut(app.core, lesson[who].memberId);
      expect(await learnFrom(lesson)).toBeNull();
      const rounds = Array.from({ length: 8 }, async () => {
        const other = lessonOn(id);
        await Promise.all([learnFrom(other), optOut(app.core, other[who].memberId)]);
      });
      await Promise.all(rounds);
    }
    expect(await listTraining(app.core, id)).toEqual([]);
  });

  const SELF = '500';
  test.each<[string, object]>([
    ['who answers themselves', { memberId: SELF }],
    ['small talk', { text: 'Moment please!' }],
    ['no message', { messageIds: [] }],
  ])('from %s', async (_, change) => {
    const id = await addLearningServer(app);
    const { question, answer, ...lesson } = lessonOn(id);
    const asked = { ...question, memberId: SELF };
    expect(await learnFrom({ ...lesson, question: asked, answer: { ...answer, ...change } })).toBeNull();
    expect(await listTraining(app.core, id)).toEqual([]);
  });

  test('on a server that the bot has left', async () => {
    const id = await addLearningServer(app);
    await changeServer(app.core, id, { active: false });
    expect(await learnFrom(lessonOn(id))).toBeNull();
    const given = { serverId: id, question: 'How long?', answer: 'Nine days.', source: 'menu' as const };
    const sources = [{ part: 'answer' as const, memberId: freshId(), isOriginal: true }];
    await expect(suggest(app.core, { ...given, sources })).rejects.toMatchObject({ code: 'server_inactive' });
    expect(await listTraining(app.core, id)).toEqual([]);
    // What no member said may still be noted by the operator.
    const made = await suggest(app.core, given);
    expect(await getSuggestion(app.core, id, made.id)).toEqual(made);
  });
});
