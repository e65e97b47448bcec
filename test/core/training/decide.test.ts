import { describe, expect, test } from 'vitest';
import { listKnowledge, removeKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import {
  approve,
  editSuggestion,
  getSuggestion,
  listGroups,
  listTraining,
  merge,
  reject,
  revert,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest, summariseTests } from '../../../src/core/learning/test-questions/test-questions.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { useApp } from '../../support/use-app.ts';
import { source } from './setup.ts';

const app = useApp();

type Given = Partial<Parameters<typeof suggest>[1]>;
const teach = (serverId: string, question: string, answer: string, more: Given = {}) =>
  suggest(app.core, { serverId, question, answer, source: 'menu', ...more });
const addServer = async () => (await app.addServer()).id;
const revisionOf = async (id: string) => (await getServer(app.core, id)).revision;
const refused = (param: string) => ({ code: 'invalid_input', context: { param } });

describe('reverting', () => {
  test('removes the entry at once and reopens the suggestion, which can be approved again as the same entry', async () => {
    const { id, key } = await app.addServer();
    const question = 'How long does delivery to Oslo take?';
    const made = await teach(id, question, 'Nine days by ship.');
    const { entryId } = await approve(app.core, id, made.id);
    expect((await app.chat(key, ask(question))).body.answer).toContain('Nine days');
    const before = await revisionOf(id);
    app.clock.now += 1_000;
    const reverted = await revert(app.core, id, made.id);
    expect(reverted).toMatchObject({ state: 'pending', entryId: null, decidedAt: new Date(app.clock.now) });
    expect([await listKnowledge(app.core, id), await revisionOf(id)]).toEqual([[], before + 1]);
    expect((await app.chat(key, ask(question))).body.answer).not.toContain('Nine days');
    expect(await approve(app.core, id, made.id)).toMatchObject({ state: 'approved', entryId });
  });

  test('works only for approved suggestions, and once of many attempts at the same time', async () => {
    const id = await addServer();
    const made = await teach(id, 'Why?', 'It is so.');
    await expect(revert(app.core, id, made.id)).rejects.toMatchObject(refused('state'));
    await approve(app.core, id, made.id);
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => revert(app.core, id, made.id)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await reject(app.core, id, made.id);
    await expect(revert(app.core, id, made.id)).rejects.toMatchObject(refused('state'));
    await expect(revert(app.core, id, 'AAAAAAAAAA')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('removing the entry of a suggestion', () => {
  test('closes the suggestion; an entry of the same name that no suggestion made is simply deleted', async () => {
    const id = await addServer();
    const { id: suggestionId, entryId } = await approve(
      app.core,
      id,
      (await teach(id, 'Why?', 'It is so.')).id,
    );
    const before = await revisionOf(id);
    await removeKnowledge(app.core, id, entryId ?? '');
    expect(await getSuggestion(app.core, id, suggestionId)).toMatchObject({
      state: 'rejected',
      entryId: null,
    });
    expect([await listKnowledge(app.core, id), await revisionOf(id)]).toEqual([[], before + 1]);
    await expect(removeKnowledge(app.core, id, entryId ?? '')).rejects.toMatchObject({ code: 'not_found' });
    await app.addKnowledge(id, [{ id: 'training:mine', title: 'T', text: 'x' }]);
    await removeKnowledge(app.core, id, 'training:mine');
    expect(await listKnowledge(app.core, id)).toEqual([]);
  });
});

describe('a draft without an answer', () => {
  test('comes only from a surge, and can be approved once somebody has written the answer', async () => {
    const id = await addServer();
    await expect(teach(id, 'Why is it down?', '')).rejects.toMatchObject(refused('answer'));
    const draft = await teach(id, 'Why is it down?', '', { source: 'surge' });
    await expect(approve(app.core, id, draft.id)).rejects.toMatchObject(refused('answer'));
    await expect(approve(app.core, id, draft.id, { isForced: true })).rejects.toMatchObject(
      refused('answer'),
    );
    const edited = await editSuggestion(app.core, id, draft.id, {
      question: draft.question,
      answer: 'We restart it.',
    });
    expect(edited).toMatchObject({ isAnswerDerived: true, isQuestionDerived: false });
    expect(await approve(app.core, id, draft.id)).toMatchObject({ state: 'approved' });
  });
});

describe('approving what makes a test question fail', () => {
  const prepare = async () => {
    const { id } = await app.addServer();
    await app.addKnowledge(id, [
      { id: 'oslo', title: 'Delivery to Oslo', text: 'Delivery to Oslo takes two days.' },
    ]);
    await addTest(app.core, id, { question: 'How long does delivery to Oslo take?', expected: 'two days' });
    const made = await teach(
      id,
      'How long does delivery to Oslo take?',
      'Delivery to Oslo takes nine weeks.',
    );
    return { id, made };
  };

  test('runs the test questions afterwards, and so does reverting', async () => {
    const { id, made } = await prepare();
    const failed = async () => (await summariseTests(app.core, id))?.failed;
    await approve(app.core, id, made.id, { isForced: true });
    expect(await failed()).toBe(1);
    await revert(app.core, id, made.id);
    expect(await failed()).toBe(0);
  });

  test('is checked again if the knowledge or the text changed in the meantime, so nothing unchecked gets in', async () => {
    const { id, made } = await prepare();
    const harmless = await teach(id, 'Where is the shop?', 'The shop is in the harbour.');
    const outcomes = await Promise.allSettled([
      approve(app.core, id, harmless.id),
      editSuggestion(app.core, id, harmless.id, made),
      app.addKnowledge(id, [{ id: 'x', title: 'Ships', text: 'Ships are slow.' }]),
    ]);
    const { state, answer } = await getSuggestion(app.core, id, harmless.id);
    if (state === 'approved') expect(answer).toBe('The shop is in the harbour.');
    else expect(outcomes[0].status).toBe('rejected');
  });
});

describe('suggestions about the same question', () => {
  test('are one group, newest first, and say everything once when merged', async () => {
    const id = await addServer();
    const texts = [
      ['How do I reset my password?', 'Click the link below the login. It is blue.'],
      ['How can I reset my password?', 'It is blue.\n\nYou get a mail within an hour.'],
      ['Where is the map?', 'Press M.'],
      ['how do i reset my password', 'Click the link below the login.'],
    ] as const;
    const made = [];
    for (const [index, [question, answer]] of texts.entries()) {
      const sources = [source('answer', `5${index}`, `6${index}`)];
      made.push(await teach(id, question, answer, { channelId: '1', sources }));
      app.clock.now += 1_000;
    }
    const groups = await listGroups(app.core, id);
    expect(groups.map(({ suggestion, similar }) => [suggestion.id, ...similar.map((one) => one.id)])).toEqual(
      [[made[3]?.id, made[1]?.id, made[0]?.id], [made[2]?.id]],
    );
    const others = [made[1]?.id ?? '', made[3]?.id ?? '', made[0]?.id ?? ''];
    const merged = await merge(app.core, id, made[0]?.id ?? '', others);
    expect(merged).toMatchObject({
      ...{ id: made[0]?.id, question: texts[0][0], state: 'pending', isAnswerDerived: false },
      answer: 'Click the link below the login. It is blue.\n\nYou get a mail within an hour.',
    });
    expect(merged.sources.map(({ memberId }) => memberId)).toEqual(['60', '61', '63']);
    expect((await listTraining(app.core, id)).map((one) => one.id)).toEqual([made[2]?.id, made[0]?.id]);
  });

  test('from two members about one message keep both authors when they are merged', async () => {
    const id = await addServer();
    const from = (memberId: string) => ({
      channelId: '1',
      sources: [source('answer', '70', memberId, false)],
    });
    const one = await teach(id, 'Why?', 'It is so.', from('71'));
    const two = await teach(id, 'Why?', 'It was always so.', from('72'));
    const merged = await merge(app.core, id, one.id, [two.id]);
    expect(merged.sources.map(({ memberId }) => memberId)).toEqual(['71', '72']);
  });

  test('are merged completely or not at all', async () => {
    const id = await addServer();
    const [one, two, long] = [
      await teach(id, 'Why?', 'It is so.'),
      await teach(id, 'Why is it?', 'Because.'),
      await teach(id, 'Why then?', 'word '.repeat(3_999).trim()),
    ];
    const before = await listTraining(app.core, id);
    const missing = merge(app.core, id, one.id, [two.id, 'AAAAAAAAAA']);
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
    const tooLong = merge(app.core, id, two.id, [one.id, long.id]);
    await expect(tooLong).rejects.toMatchObject(refused('answer'));
    const other = await addServer();
    await expect(merge(app.core, other, one.id, [two.id])).rejects.toMatchObject({ code: 'not_found' });
    expect(await listTraining(app.core, id)).toEqual(before);
    await approve(app.core, id, two.id);
    await expect(merge(app.core, id, one.id, [two.id])).rejects.toMatchObject(refused('state'));
    await expect(merge(app.core, id, two.id, [one.id])).rejects.toMatchObject(refused('state'));
    expect(await listKnowledge(app.core, id)).toHaveLength(1);
  });

  test('merged twice at once are merged once, and a concurrent approval of one of them is noticed', async () => {
    const id = await addServer();
    for (let round = 0; round < 3; round += 1) {
      const one = await teach(id, `Why ${round}?`, 'It is so.');
      const two = await teach(id, `Why ${round} then?`, 'Because it was.');
      const tries = [
        merge(app.core, id, one.id, [two.id]),
        merge(app.core, id, two.id, [one.id]),
        approve(app.core, id, one.id),
      ];
      await Promise.allSettled(tries);
      const left = await listTraining(app.core, id);
      const known = (await listKnowledge(app.core, id)).map((entry) => entry.id);
      expect(known).toEqual(left.flatMap(({ entryId }) => entryId ?? []).toSorted());
      expect(left.filter(({ id: stored }) => [one.id, two.id].includes(stored)).length).toBeGreaterThan(0);
    }
  });
});
