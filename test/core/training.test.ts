import { beforeAll, describe, expect, test } from 'vitest';
import { importKnowledge, listKnowledge, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import {
  approve,
  countTraining,
  editSuggestion,
  findAnswerText,
  getSuggestion,
  listTraining,
  prepareText,
  reject,
  type Suggestion,
  suggest,
} from '../../src/core/learning/suggestions/suggestions.ts';
import { removePersonalData } from '../../src/core/learning/suggestions/texts.ts';
import { deleteMember, optIn, optOut } from '../../src/core/members/privacy.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../src/domain/limits.ts';
import { ask } from '../support/app.ts';
import { useApp, useAppWithAi } from '../support/use-app.ts';
import { askAndRead, sound } from './prompt-setup.ts';

const app = useApp();

const QUESTION = 'How long does delivery to Oslo take?';
const ANSWER = 'Nine days by ship.';

type Given = Partial<Parameters<typeof suggest>[1]>;
const teach = (serverId: string, given: Given = {}) =>
  suggest(app.core, { serverId, question: QUESTION, answer: ANSWER, source: 'menu', ...given });
const from = (messageId: string) => ({
  part: 'answer' as const,
  messageId,
  memberId: null,
  isOriginal: true,
});
const by = (memberId: string) => ({ part: 'answer' as const, messageId: null, memberId, isOriginal: false });
const addServer = async () => (await app.addServer()).id;
const entriesOf = (serverId: string) => listKnowledge(app.core, serverId);

/** As the loss of its source does; nothing suspends yet but the database knows it. */
async function suspend(serverId: string, { id, entryId }: Suggestion): Promise<void> {
  const { kysely } = app.core.database;
  const training = kysely.updateTable('training').set({ state: 'suspended' });
  await training.where('server_id', '=', serverId).where('id', '=', id).execute();
  const knowledge = kysely.updateTable('knowledge').set({ status: 'suspended' });
  await knowledge
    .where('server_id', '=', serverId)
    .where('id', '=', entryId ?? '')
    .execute();
}

describe('a suggestion', () => {
  test('H72 · is stored with its source and waits', async () => {
    const id = await addServer();
    const sources = [
      { part: 'answer' as const, messageId: '2', memberId: '4', isOriginal: true },
      { part: 'question' as const, messageId: '3', memberId: null, isOriginal: false },
    ];
    const given = {
      channelId: '1',
      authorRole: '5',
      question: '  How\nlong? ',
      source: 'correction' as const,
    };
    const made = await teach(id, { ...given, sources });
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^[0-9A-Za-z]{10}$/), question: 'How long?', answer: ANSWER },
      ...{ state: 'pending', source: 'correction', conflicts: [], entryId: null, decidedAt: null },
      ...{
        authorRole: '5',
        suspendedFor: null,
        isQuestionDerived: false,
        isAnswerDerived: false,
        taught: null,
        wordings: [],
      },
      ...{ sources: sources.map((one) => ({ ...one, channelId: '1' })), createdAt: new Date(app.clock.now) },
    });
    expect(await getSuggestion(app.core, id, made.id)).toEqual(made);
    expect(await entriesOf(id)).toEqual([]);
  });

  test('made twice from the same message with the same answer is one, even at once, whatever became of it', async () => {
    const id = await addServer();
    const again = () => teach(id, { channelId: '1', sources: [from('2')] });
    const made = await Promise.all([again(), again(), again()]);
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
    await reject(app.core, id, made[0].id);
    expect(await again()).toMatchObject({ id: made[0].id, state: 'rejected' });
    expect(await listTraining(app.core, id)).toHaveLength(1);
  });

  test('with another answer, from another message, on another server or without a message is a different one', async () => {
    const [id, other] = [await addServer(), await addServer()];
    const origin = { channelId: '1', sources: [from('2')] };
    const made = [
      ...[
        await teach(id, origin),
        await teach(id, { ...origin, answer: 'Ten.' }),
        await teach(other, origin),
      ],
      ...[await teach(id, { ...origin, sources: [from('3')] }), await teach(id), await teach(id)],
    ];
    expect(new Set(made.map((one) => one.id)).size).toBe(6);
  });

  test.each([
    ['question', { question: ' ' }],
    ['question', { question: '<@12345678901234567>' }],
    ['answer', { answer: 'x'.repeat(20_001) }],
    ['sources', { sources: [{ part: 'answer' as const, memberId: "1'; --", isOriginal: true }] }],
  ])('with an invalid %s is refused by name and leaves nothing', async (param, given) => {
    const id = await addServer();
    const refused = { code: 'invalid_input', context: { param } };
    await expect(teach(id, given)).rejects.toMatchObject(refused);
    expect(await listTraining(app.core, id)).toEqual([]);
  });

  test('of somebody who opted out is refused, and accepted again after they opt in', async () => {
    const id = await addServer();
    await optOut(app.core, '71');
    await expect(teach(id, { sources: [by('71')] })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await listTraining(app.core, id)).toEqual([]);
    await optIn(app.core, '71');
    expect(await teach(id, { sources: [by('71')] })).toMatchObject({ state: 'pending' });
  });

  test('that an opt-out interrupts leaves nothing', async () => {
    const id = await addServer();
    const rounds = Array.from({ length: 4 }, async (_, round) => {
      const authorId = `72${round}`;
      await Promise.allSettled([teach(id, { sources: [by(authorId)] }), optOut(app.core, authorId)]);
    });
    await Promise.all(rounds);
    expect((await listTraining(app.core, id)).filter(({ sources }) => sources.length > 0)).toEqual([]);
    expect(await listTraining(app.core, id, 'pending')).toEqual([]);
  });

  test('is listed newest first, by state, by words of the question and from a given one on', async () => {
    const id = await addServer();
    const made: Suggestion[] = [];
    for (const question of ['First fee?', 'Second FEE?', 'Third?', 'Fourth fee?']) {
      made.push(await teach(id, { question }));
      if (question !== 'Second FEE?') app.clock.now += 1_000;
    }
    await reject(app.core, id, made[3]?.id ?? '');
    const questions = (found: Suggestion[]) => found.map(({ question }) => question);
    expect(questions(await listTraining(app.core, id))[0]).toBe('Fourth fee?');
    expect(questions(await listTraining(app.core, id, 'rejected'))).toEqual(['Fourth fee?']);
    const containing = await listTraining(app.core, id, 'pending', { containing: 'fee' });
    expect(questions(containing)).toEqual(['Second FEE?', 'First fee?']);
    const pending = await listTraining(app.core, id, 'pending');
    const paged: Suggestion[] = [];
    for (let after: Suggestion | undefined; paged.length < 3; ) {
      const [next] = await listTraining(app.core, id, 'pending', { limit: 1, ...(after ? { after } : {}) });
      if (!next) break;
      paged.push(next);
      after = next;
    }
    expect(paged).toEqual(pending);
    expect(await countTraining(app.core, id, 'pending')).toBe(3);
  });
});

describe('approving', () => {
  test('makes an entry that says where it comes from, and raises the revision', async () => {
    const id = await addServer();
    const { revision } = await getServer(app.core, id);
    const made = await teach(id);
    const approved = await approve(app.core, id, made.id);
    expect(approved).toMatchObject({ state: 'approved', decidedAt: new Date(app.clock.now) });
    const provenance = { suggestion: made.id, at: new Date(app.clock.now).toISOString() };
    const entry = { id: approved.entryId, title: QUESTION, text: ANSWER, source: 'training', provenance };
    expect(await entriesOf(id)).toMatchObject([entry]);
    expect((await getServer(app.core, id)).revision).toBe(revision + 1);
  });

  test('twice is refused with a sentence, and parallel approvals make one entry', async () => {
    const id = await addServer();
    const made = await teach(id);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => approve(app.core, id, made.id)),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(7);
    for (const error of refusals)
      expect(error).toMatchObject({ code: 'invalid_input', message: 'This suggestion is already approved.' });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('and rejecting at once end in one of the two', async () => {
    const id = await addServer();
    for (let round = 0; round < 3; round++) {
      const made = await teach(id, { question: `Round ${round}?` });
      const both = [approve(app.core, id, made.id), reject(app.core, id, made.id)];
      const done = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(1);
      const { state, entryId } = await getSuggestion(app.core, id, made.id);
      const isKnown = (await entriesOf(id)).some(({ title }) => title === `Round ${round}?`);
      expect([isKnown, entryId !== null]).toEqual([state === 'approved', state === 'approved']);
    }
  });

  test('restores a suspended one as the same entry, and rejecting it removes the entry', async () => {
    const id = await addServer();
    const first = await approve(app.core, id, (await teach(id)).id);
    await suspend(id, first);
    expect((await approve(app.core, id, first.id)).entryId).toBe(first.entryId);
    expect(await entriesOf(id)).toHaveLength(1);
    await suspend(id, first);
    expect(await reject(app.core, id, first.id)).toMatchObject({ state: 'rejected', entryId: null });
    expect(await entriesOf(id)).toEqual([]);
    await expect(approve(app.core, id, first.id)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('in a full server is refused and leaves the suggestion waiting', async () => {
    const id = await addServer();
    const made = await teach(id);
    const line = (_: unknown, index: number) =>
      JSON.stringify({ id: `e${index}`, title: `T${index}`, text: 'x' });
    const text = Array.from({ length: MAX_KNOWLEDGE_ENTRIES }, line).join('\n');
    await importKnowledge(app.core, { serverId: id, text, format: 'jsonl' });
    const refused = { code: 'invalid_input', context: { param: 'entries' } };
    await expect(approve(app.core, id, made.id)).rejects.toMatchObject(refused);
    expect(await getSuggestion(app.core, id, made.id)).toEqual(made);
    await removeKnowledge(app.core, id, 'e0');
    expect(await approve(app.core, id, made.id)).toMatchObject({ state: 'approved' });
  });

  test("does nothing to another server's suggestion, nor do rejecting and editing", async () => {
    const [id, other] = [await addServer(), await addServer()];
    const made = await teach(other);
    const tries = [
      () => approve(app.core, id, made.id),
      () => reject(app.core, id, made.id),
      () => editSuggestion(app.core, id, made.id, { question: 'Q', answer: 'A' }),
      () => getSuggestion(app.core, id, made.id),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(await getSuggestion(app.core, other, made.id)).toEqual(made);
  });

  test('works only if the suggestion was not deleted in the meantime', async () => {
    const id = await addServer();
    const made = await teach(id, { sources: [by('73')] });
    await deleteMember(app.core, '73');
    await expect(approve(app.core, id, made.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe('editing', () => {
  test('changes what a pending suggestion says; an address of the team may be added, but not a key', async () => {
    const id = await addServer();
    const made = await teach(id);
    const given = {
      question: 'Where?',
      answer: 'Write to help@shop.example, not with lts_abcdefgh12345 <@123>.',
    };
    const edited = await editSuggestion(app.core, id, made.id, given);
    const answer = 'Write to help@shop.example, not with … ….';
    expect(edited).toEqual({
      ...made,
      question: 'Where?',
      answer,
      isQuestionDerived: true,
      isAnswerDerived: true,
    });
    await approve(app.core, id, made.id);
    expect(await entriesOf(id)).toMatchObject([{ title: 'Where?', text: answer }]);
  });

  test('is refused after a decision, and with invalid text', async () => {
    const id = await addServer();
    const made = await teach(id);
    const edit = (question: string, answer: string) =>
      editSuggestion(app.core, id, made.id, { question, answer });
    await expect(edit('', 'A')).rejects.toMatchObject({ context: { param: 'question' } });
    await expect(edit('Q', 'x'.repeat(20_001))).rejects.toMatchObject({ context: { param: 'answer' } });
    await approve(app.core, id, made.id);
    await expect(edit('Q', 'A')).rejects.toMatchObject({ context: { param: 'state' } });
    expect(await entriesOf(id)).toMatchObject([{ title: QUESTION, text: ANSWER }]);
  });
});

describe('a suggestion without approval', () => {
  const { app: served, stub } = useAppWithAi();
  beforeAll(async () => {
    stub.reply(() => sound);
  });

  test('H72 · is in no prompt, and an approved one is from the next request on', async () => {
    const { id, key } = await served.addServer();
    await served.addKnowledge(id, [
      { title: 'Delivery to Bergen', text: 'Delivery to Bergen takes two days.' },
    ]);
    const { core } = served;
    const make = (answer: string) =>
      suggest(core, { serverId: id, question: QUESTION, answer, source: 'menu' });
    const [pending, rejected] = [await make('Nine days, pending.'), await make('Nine days, rejected.')];
    await reject(core, id, rejected.id);
    const promptFor = async () => JSON.stringify((await askAndRead(served, stub, key, ask(QUESTION))).prompt);
    const before = await promptFor();
    expect(before).toContain('Bergen takes two days');
    expect(before).not.toContain('Nine days');
    await approve(core, id, pending.id);
    const after = await promptFor();
    expect(after).toContain('Nine days, pending.');
    expect(after).not.toContain('rejected');
  });
});

describe('personal data', () => {
  const snowflake = '123456789012345678';
  const token = `${'M'.repeat(24)}.GabcDE.${'x'.repeat(38)}`;
  test.each([
    [`Hi <@${snowflake}> and <@!${snowflake}>, ask <@&${snowflake}>`, 'Hi … and …, ask …'],
    ['Write to Jo.Doe+x@mail.example.com.', 'Write to ….'],
    ['Mail müller@süd.example', 'Mail …'],
    ['Call +49 171 1234567 or 0171/1234567.', 'Call … or ….'],
    ['Call (030) 123456-78, 555-123-4567', 'Call …, …'],
    [`I am ${snowflake}`, 'I am …'],
    [`The key lts_${'a'.repeat(38)} and ${token}!`, 'The key … and …!'],
    [`https://discord.com/api/webhooks/${snowflake}/abc-DEF_1`, '…'],
  ])('is removed from %j', (text, clean) => {
    expect(removePersonalData(text)).toBe(clean);
  });

  test.each([
    'Version 0.5.14 of 01.02.2026 costs 12.50 and takes 1 234 567 bytes',
    'Order 20260318 on 2026-03-18 at 10:30, code 4711',
    'Use `user@` and @everyone',
  ])('is not found where there is none: %j', (text) => {
    expect(removePersonalData(text)).toBe(text);
  });

  test.each([
    [['Lena Berg'], 'Hi lena berg, Lena here. Lenas Konto, Berg-Hotel', 'Hi …, … here. … Konto, …-Hotel'],
    [['Tim'], 'Timing matters, says @Tim', 'Timing matters, says …'],
    [['Max | Support'], 'Max says: Support is open', '… says: Support is open'],
    [['The Who'], 'the band The Who', 'the band …'],
    [['X', '.*', '(', 'the'], 'the X (a) .*', 'the X (a) …'],
  ])('names %j are removed as whole words', (names, text, clean) => {
    expect(removePersonalData(text, names)).toBe(clean);
  });

  test('is removed from a text before it is offered, together with invisible characters', () => {
    expect(prepareText(' a\u200Bb@c.example  and Lena ', ['Lena'])).toBe('…  and …');
  });
});

test('an answer is known as long as it is kept, and only to its own server', async () => {
  const [mine, other] = [await app.addServer(), await app.addServer()];
  await app.addKnowledge(mine.id, [{ title: QUESTION, text: ANSWER }]);
  const { body } = await app.chat(mine.key, ask(QUESTION));
  const row = await app.core.database.kysely
    .selectFrom('answers')
    .select('id')
    .where('server_id', '=', mine.id)
    .executeTakeFirstOrThrow();
  expect(await findAnswerText(app.core, mine.id, row.id)).toBe(body.answer);
  expect(await findAnswerText(app.core, other.id, row.id)).toBeNull();
});
