import { describe, expect, test } from 'vitest';
import { addEntry, getEntry, listKnowledge, removeKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { answerGapWithEntry, listGaps } from '../../../src/core/learning/gaps.ts';
import {
  approve,
  getSuggestion,
  revert,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { forgetMessages } from '../../../src/core/members/provenance.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { useApp } from '../../support/use-app.ts';
import { source } from '../training/setup.ts';

const app = useApp();

const GIVEN = { title: 'Opening hours', text: 'We are open from nine to five on every day but Sunday.' };
const QUESTION = 'When can I come by?';
const many = (count: number) => Array.from({ length: count }, (_, n) => `Wording ${n}`);

async function startWith(questions: string[] = []) {
  const { id: serverId, key } = await app.addServer();
  const { id: entryId } = await addEntry(app.core, { serverId, ...GIVEN, questions });
  const teach = (given: Partial<Parameters<typeof suggest>[1]> = {}) =>
    suggest(app.core, { serverId, question: QUESTION, answer: 'At nine.', source: 'menu', ...given });
  const read = () => getEntry(app.core, serverId, entryId);
  const count = async () => (await listKnowledge(app.core, serverId)).length;
  return { serverId, key, entryId, teach, read, count };
}

describe('A suggestion that an owner calls the same as an entry', () => {
  test('gives the entry its question as one more wording, and no second entry stands there', async () => {
    const { serverId, entryId, teach, read, count } = await startWith(['Open?']);
    const { id } = await teach();
    const { revision } = await getServer(app.core, serverId);
    expect(await approve(app.core, serverId, id, { entryId })).toMatchObject({ state: 'approved', entryId });
    expect(await read()).toMatchObject({ ...GIVEN, questions: ['Open?', QUESTION], source: 'manual' });
    expect(await count()).toBe(1);
    expect((await getServer(app.core, serverId)).revision).toBeGreaterThan(revision);
  });

  test('loses its wording with the message that it was learned from', async () => {
    const { serverId, entryId, teach, read } = await startWith();
    const sources = [source('question', '7001', '41'), source('answer', '7002', '42')];
    const { id } = await teach({ channelId: '1', sources });
    await approve(app.core, serverId, id, { entryId });
    expect((await read()).questions).toEqual([QUESTION]);
    await forgetMessages(app.core, { serverId, messageIds: ['7001'], reason: 'source_deleted' });
    expect(await read()).toMatchObject({ ...GIVEN, questions: [] });
    expect(await getSuggestion(app.core, serverId, id)).toMatchObject({ state: 'suspended', entryId: null });
  });

  test('outlives the entry: what is taken back then changes nothing', async () => {
    const { serverId, entryId, teach, count } = await startWith();
    const { id } = await teach();
    await approve(app.core, serverId, id, { entryId });
    await removeKnowledge(app.core, serverId, entryId);
    expect(await revert(app.core, serverId, id)).toMatchObject({ state: 'pending' });
    expect(await count()).toBe(0);
  });

  test('needs no answer of its own, as the draft of a surge', async () => {
    const { serverId, entryId, teach, read } = await startWith();
    const { id } = await teach({ answer: '', source: 'surge' });
    await approve(app.core, serverId, id, { entryId });
    expect((await read()).questions).toEqual([QUESTION]);
  });

  test('puts out the oldest proposed wording of a full entry, and is refused where all are its own', async () => {
    const { serverId, entryId, teach, read } = await startWith(many(20));
    await app.core.database.query(null, 'UPDATE knowledge SET proposed = $1', [['Wording 3', 'Wording 7']]);
    for (const question of [QUESTION, 'Are you there?']) {
      const { id } = await teach({ question });
      await approve(app.core, serverId, id, { entryId });
    }
    const { questions, proposed } = await read();
    const left = many(20).filter((wording) => wording !== 'Wording 3' && wording !== 'Wording 7');
    expect({ questions, proposed }).toEqual({
      ...{ questions: [...left, QUESTION, 'Are you there?'], proposed: [] },
    });
    const { id } = await teach({ question: 'One more?' });
    await expect(approve(app.core, serverId, id, { entryId })).rejects.toMatchObject({
      ...{ code: 'invalid_input', context: { param: 'questions', message: expect.stringContaining('20') } },
    });
    expect(await getSuggestion(app.core, serverId, id)).toMatchObject({ state: 'pending' });
    expect((await read()).questions).toEqual(questions);
  });

  test('makes a wording that was proposed the entry’s own', async () => {
    const { serverId, entryId, teach, read } = await startWith([QUESTION]);
    await app.core.database.query(null, 'UPDATE knowledge SET proposed = questions', []);
    const { id } = await teach({ question: QUESTION.toUpperCase() });
    await approve(app.core, serverId, id, { entryId });
    expect(await read()).toMatchObject({ questions: [QUESTION], proposed: [] });
  });

  test('is refused for an entry that is gone, and for one that a link brings', async () => {
    const { serverId, entryId, teach } = await startWith();
    const { id } = await teach();
    await expect(approve(app.core, serverId, id, { entryId: 'gone' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await app.core.database.query(null, "UPDATE knowledge SET source = 'link' WHERE id = $1", [entryId]);
    await expect(approve(app.core, serverId, id, { entryId })).rejects.toMatchObject({
      ...{ code: 'invalid_input', context: { param: 'source' } },
    });
  });
});

describe('An approved suggestion whose answer stands in an entry word for word', () => {
  test('becomes a wording of it instead of a twin', async () => {
    const { serverId, entryId, teach, read, count } = await startWith();
    const { id } = await teach({ answer: GIVEN.text });
    expect(await approve(app.core, serverId, id)).toMatchObject({ entryId });
    expect(await read()).toMatchObject({ ...GIVEN, questions: [QUESTION] });
    expect(await count()).toBe(1);
  });

  test('is an entry of its own where the answer is so short that it answers many questions', async () => {
    const { serverId, teach, count } = await startWith();
    await addEntry(app.core, { serverId, title: 'Is delivery free?', text: 'Yes.' });
    const { id } = await teach({ question: 'May dogs come in?', answer: 'Yes.' });
    expect(await approve(app.core, serverId, id)).toMatchObject({ entryId: `training:${id}` });
    expect(await count()).toBe(3);
    const similar = await teach({ question: 'Is the delivery free?', answer: 'Yes.' });
    await approve(app.core, serverId, similar.id);
    expect(await count()).toBe(3);
  });

  test('is an entry of its own where the other one has expired', async () => {
    const { serverId, teach } = await startWith();
    await app.core.database.query(null, 'UPDATE knowledge SET valid_until = $1', [
      new Date(app.clock.now - 1),
    ]);
    const { id } = await teach({ answer: GIVEN.text });
    expect(await approve(app.core, serverId, id)).toMatchObject({ entryId: `training:${id}` });
  });
});

describe('An unanswered question that an owner calls the same as an entry', () => {
  test('stays open when the entry has no room', async () => {
    const { serverId, key, entryId } = await startWith(many(20));
    await app.chat(key, ask('Do you sell umbrellas made of bamboo?'));
    const [gap] = await listGaps(app.core, serverId);
    const given = { serverId, answerId: gap?.answerId ?? '', question: 'Do you sell umbrellas?', entryId };
    await expect(answerGapWithEntry(app.core, given)).rejects.toMatchObject({
      context: { param: 'questions' },
    });
    expect(await listGaps(app.core, serverId)).toHaveLength(1);
  });
});
