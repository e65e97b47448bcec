import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { showTheSources } from '../../commands/claims.ts';
import type { Command, TargetMessage } from '../../commands/command.ts';
import { correctThisAnswer, learnFromThis } from '../../commands/message-commands.ts';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { approve, listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { recordReplies } from '../../src/core/members/message-claims.ts';
import { optOut } from '../../src/core/members/privacy.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { act, formOf, invoke, textOf } from './setup.ts';

const app = useApp();

const TEACHER = { id: '900', name: 'Tara Teach', isAdmin: false, roleIds: ['12', '44'] };
const QUESTION = 'How long does delivery to Oslo take?';

const newId = () => String(randomInt(1e12));
const message = (given: Partial<TargetMessage> = {}): TargetMessage => ({
  ...{ id: newId(), channelId: '20', authorId: newId(), authorName: 'Lena Berg', isOwn: false },
  ...{ text: 'Delivery takes nine days.', replyToId: null },
  ...given,
});
const open = (command: Command, serverId: string, target: TargetMessage, language: 'de' | 'en' = 'en') =>
  command.run(app.core, invoke({ serverId, target, language, invoker: TEACHER }));
const send = (command: Command, serverId: string, id: string, fields: Record<string, string>) =>
  act(app.core, command, id, { serverId, fields, invoker: TEACHER });
const suggestions = (serverId: string) => listTraining(app.core, serverId);

async function addServer() {
  const server = await app.addServer();
  await changeSettings(app.core, server.id, () => ({ teach_roles: ['43', '44'] }));
  return server;
}

/** A question that the bot answered in the chat. */
async function addAnswered(question = QUESTION, text = 'Nine days by ship.') {
  const server = await addServer();
  await app.addKnowledge(server.id, [{ title: QUESTION, text }]);
  const { body } = await app.chat(server.key, ask(question));
  const { id: answerId } = await app.core.database.kysely
    .selectFrom('answers')
    .select('id')
    .where('server_id', '=', server.id)
    .executeTakeFirstOrThrow();
  const own = message({ isOwn: true, authorName: 'Lotse', text: `${body.answer}\n-# Written by an AI.` });
  const done = { channelId: '20', memberId: '901', answerId, messageIds: [newId()], replyIds: [own.id] };
  await recordReplies(app.core, { serverId: server.id, ...done });
  return { ...server, own, answer: String(body.answer) };
}

describe('Learn from this', () => {
  test("offers a person's message without names and stores the teacher’s version", async () => {
    const { id } = await addServer();
    const target = message({ text: 'Hi <@77>, Lena here. Mail lena@mail.example: nine days.' });
    const form = formOf(await open(learnFromThis, id, target));
    expect(form.id).toBe(`learn:save:20:${target.id}:${target.authorId}`);
    expect(form.values).toEqual({ question: '', answer: 'Hi …, … here. Mail …: nine days.' });
    expect(await suggestions(id)).toEqual([]);
    const fields = { question: QUESTION, answer: 'Nine days. Tara knows.' };
    const reply = await send(learnFromThis, id, form.id, fields);
    const [made] = await suggestions(id);
    expect(made).toMatchObject({
      ...{ question: QUESTION, answer: 'Nine days. … knows.', state: 'pending', source: 'menu' },
      authorRole: '44',
      sources: [
        {
          ...{ part: 'answer', channelId: '20', messageId: target.id },
          ...{ memberId: target.authorId, isOriginal: true },
        },
      ],
    });
    expect(textOf(reply)).toContain(`\`${made?.id}\``);
    expect(await listKnowledge(app.core, id)).toEqual([]);
  });

  test('knows the question when the message replies to an answer of the bot', async () => {
    const { id, own } = await addAnswered(`Hi, Lena here. ${QUESTION}`);
    const target = message({ replyToId: own.id });
    const form = formOf(await open(learnFromThis, id, target));
    expect(form.values.question).toBe(`Hi, … here. ${QUESTION}`);
    expect(form.id).toBe(`learn:save:20:${target.id}:${target.authorId}:${own.id}`);
    await send(learnFromThis, id, form.id, { question: QUESTION, answer: 'Nine days.' });
    expect((await suggestions(id))[0]?.sources).toMatchObject([
      { part: 'answer', messageId: target.id, memberId: target.authorId, isOriginal: true },
      { part: 'question', messageId: own.id, memberId: '901', isOriginal: false },
    ]);
    const other = formOf(await open(learnFromThis, (await addServer()).id, message({ replyToId: own.id })));
    expect(other.values.question).toBe('');
  });

  test('names no asker if the question is not stored or belongs to another server', async () => {
    const { id } = await addServer();
    const { own } = await addAnswered();
    const fields = { question: QUESTION, answer: 'Nine days.' };
    await send(learnFromThis, id, `learn:save:20:1:2:${own.id}`, fields);
    expect((await suggestions(id))[0]?.sources).toMatchObject([{ part: 'answer', memberId: '2' }]);
  });

  test('submitted twice makes one suggestion, and shows its state', async () => {
    const { id } = await addServer();
    const form = formOf(await open(learnFromThis, id, message()));
    const fields = { question: QUESTION, answer: 'Nine days.' };
    await Promise.all([send(learnFromThis, id, form.id, fields), send(learnFromThis, id, form.id, fields)]);
    const [made, ...more] = await suggestions(id);
    expect(more).toEqual([]);
    await approve(app.core, id, made?.id ?? '');
    expect(textOf(await send(learnFromThis, id, form.id, fields))).toContain('already approved');
  });

  test("refuses the bot's own message, one without text, and one of somebody who opted out", async () => {
    const { id } = await addServer();
    expect(textOf(await open(learnFromThis, id, message({ isOwn: true })))).toContain('Correct this answer');
    expect(textOf(await open(learnFromThis, id, message({ text: ' ' }), 'de'))).toContain('kein Text');
    const target = message();
    const form = formOf(await open(learnFromThis, id, target));
    await optOut(app.core, target.authorId);
    expect(textOf(await open(learnFromThis, id, target))).toContain('opted out');
    const reply = await send(learnFromThis, id, form.id, { question: QUESTION, answer: 'Nine days.' });
    expect(textOf(reply)).toContain('opted out');
    expect(await suggestions(id)).toEqual([]);
  });

  test('returns a text that it cannot accept', async () => {
    const { id } = await addServer();
    const form = formOf(await open(learnFromThis, id, message()));
    const reply = await send(learnFromThis, id, form.id, { question: '<@1>', answer: 'Nine days.' });
    expect(textOf(reply)).toContain('1 to 300');
    expect(reply).toMatchObject({ files: [{ text: 'Nine days.' }] });
    expect(await suggestions(id)).toEqual([]);
  });

  test('does nothing with a form whose id is invented', async () => {
    const { id } = await addServer();
    const fields = { question: QUESTION, answer: 'Nine days.' };
    for (const formId of [
      'learn:save',
      'learn:save:20:1:1:x',
      'learn:save:20:x:1',
      `learn:save:20:${'1'.repeat(21)}:1`,
    ])
      await expect(send(learnFromThis, id, formId, fields)).rejects.toMatchObject({ code: 'not_found' });
    expect(await suggestions(id)).toEqual([]);
  });

  test('accepts the longest possible message', async () => {
    const { id } = await addServer();
    const text = `${'word '.repeat(799)}last!`;
    expect(formOf(await open(learnFromThis, id, message({ text }))).values.answer).toBe(text);
  });
});

describe('Correct this answer', () => {
  test('offers question and answer as recorded, changes the public message and makes a suggestion', async () => {
    const { id, own, answer } = await addAnswered();
    const form = formOf(await open(correctThisAnswer, id, own));
    expect(form).toEqual({ id: `correct:save:20:${own.id}`, values: { question: QUESTION, answer } });
    const fields = { question: QUESTION, answer: 'It takes ten days, @everyone.' };
    const reply = await send(correctThisAnswer, id, form.id, fields);
    const edit = { kind: 'edit', channelId: '20', messageId: own.id };
    expect(reply).toMatchObject({ effects: [edit] });
    const text = 'It takes ten days, @\u200Beveryone.\n\n-# ✏️ Corrected by the team.';
    expect(reply).toMatchObject({ effects: [{ text }] });
    expect(await suggestions(id)).toMatchObject([
      {
        ...{ question: QUESTION, state: 'pending', source: 'correction', authorRole: '44' },
        sources: [
          { part: 'answer', channelId: '20', messageId: own.id, memberId: TEACHER.id, isOriginal: false },
          { part: 'question', channelId: '20', messageId: own.id, memberId: '901', isOriginal: false },
        ],
      },
    ]);
  });

  test('offers the text of the message if the answer is no longer stored or is longer than a message', async () => {
    const kept = await addAnswered();
    await app.core.database.kysely
      .updateTable('answers')
      .set({ question: null, answer: null })
      .where('server_id', '=', kept.id)
      .execute();
    const text =
      'First part.\n\n**Sources:** [a](<https://a.example/>)\n📣 The team knows.\n-# Written by an AI.';
    const own = { ...kept.own, text };
    const values = { question: '', answer: 'First part.' };
    expect(formOf(await open(correctThisAnswer, kept.id, own)).values).toEqual(values);
    const long = await addAnswered(QUESTION, 'Nine days by ship. '.repeat(104));
    expect(long.answer.length).toBeGreaterThan(1_900);
    const part = { ...long.own, text: 'First part.' };
    expect(formOf(await open(correctThisAnswer, long.id, part)).values.answer).toBe('First part.');
  });

  test('fits into one message whatever is typed', async () => {
    const { id, own } = await addAnswered();
    const fields = { question: QUESTION, answer: '@here '.repeat(316) };
    const reply = await send(correctThisAnswer, id, `correct:save:20:${own.id}`, fields);
    const [edit] = reply.kind === 'cards' ? (reply.effects ?? []) : [];
    expect(edit?.kind === 'edit' && edit.text.length).toBeLessThanOrEqual(2_000);
  });

  test("refuses people's messages, other messages of the bot and another server's answer, and changes nothing", async () => {
    const [answered, other] = [await addAnswered(), await addServer()];
    const refused = [
      await open(correctThisAnswer, answered.id, message()),
      await open(correctThisAnswer, answered.id, { ...answered.own, isOwn: false }),
      await open(correctThisAnswer, answered.id, message({ isOwn: true })),
      await open(correctThisAnswer, other.id, answered.own),
    ];
    const fields = { question: QUESTION, answer: 'Wrong.' };
    for (const formId of [`correct:save:20:${answered.own.id}`, 'correct:save:20:x', 'correct:save'])
      refused.push(await send(correctThisAnswer, other.id, formId, fields));
    for (const reply of refused) {
      expect(textOf(reply)).toContain('not one of my answers');
      expect(reply).not.toHaveProperty('effects');
    }
    expect([await suggestions(other.id), await suggestions(answered.id)]).toEqual([[], []]);
  });

  test('with an invalid text leaves the public message alone', async () => {
    const { id, own } = await addAnswered();
    const fields = { question: QUESTION, answer: ' ' };
    const reply = await send(correctThisAnswer, id, `correct:save:20:${own.id}`, fields);
    expect(textOf(reply)).toContain('The answer must have');
    expect(reply).not.toHaveProperty('effects');
  });
});

describe('Show the sources', () => {
  test('shows which sentence of the knowledge each sentence of an answer comes from', async () => {
    const { id, own } = await addAnswered();
    const reply = textOf(await open(showTheSources, id, own));
    expect(reply).toContain(`> Nine days by ship.\n**${QUESTION}**: Nine days by ship.`);
  });

  test('says so where a message is no answer of the bot, or one that is no longer kept', async () => {
    const { id, own } = await addAnswered();
    const refusal = 'This is not one of my answers, or its text is no longer stored.';
    expect(textOf(await open(showTheSources, id, message()))).toBe(refusal);
    await app.core.database.kysely
      .updateTable('answers')
      .set({ question: null, answer: null })
      .where('server_id', '=', id)
      .execute();
    expect(textOf(await open(showTheSources, id, own))).toBe(refusal);
  });
});
