import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../commands/ask/ask.ts';
import type { Invoker } from '../../commands/command.ts';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { approve, listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { recordReplies } from '../../src/core/members/message-claims.ts';
import { optOut } from '../../src/core/members/privacy.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import { findInTables } from '../support/tables.ts';
import { useApp } from '../support/use-app.ts';
import { act, buttonsOf, formOf, invoke, newId, textOf } from './setup.ts';

const app = useApp();
let serverId: string;
let asker: Invoker;
let answerId: string;
let replyId: string;
beforeEach(async () => {
  serverId = (await app.addServer()).id;
  await changeSettings(app.core, serverId, () => ({ teach_roles: ['44'], handover_role: '45' }));
  await app.addKnowledge(serverId, [{ title: QUESTION, text: 'Five days.' }]);
  asker = member();
  ({ answerId, replyId } = await answerFor(asker));
});

const QUESTION = 'How long does delivery to Oslo take?';
const FIELDS = { question: QUESTION, answer: 'It takes nine days.' };

function member(more: Partial<Invoker> = {}): Invoker {
  return { id: newId(), name: 'Kim', isAdmin: false, roleIds: [], ...more };
}
const teacher = () => member({ roleIds: ['44'] });
const admin = () => member({ isAdmin: true });

async function answerFor(invoker: Invoker) {
  const reply = await ask.run(app.core, invoke({ serverId, invoker, options: { question: QUESTION } }));
  if (reply.kind !== 'answer') throw new Error('no answer');
  const [id, ownId] = [newId(), newId()];
  const done = { serverId, messageIds: [id], channelId: '100', memberId: invoker.id };
  await recordReplies(app.core, { ...done, answerId: reply.answer.id, replyIds: [ownId] });
  return { answerId: reply.answer.id, replyId: ownId };
}
const press = (id: string, invoker: Invoker, more: object = {}) =>
  act(app.core, ask, id, { serverId, invoker, ...more });
const vote = (invoker: Invoker) => press(`answer:down:${answerId}`, invoker);
const send = (invoker: Invoker, fields: object = FIELDS, more: object = {}) =>
  press(`answer:correction:${answerId}`, invoker, { fields, ...more });
const learn = (learning: boolean) => changeSettings(app.core, serverId, () => ({ learning }));
const suggestions = () => listTraining(app.core, serverId);
const OFFER = () => `answer:correct:${answerId}`;

describe('“Suggest a better answer”', () => {
  test('is always offered to teachers and admins, and to the asker only if learning is on', async () => {
    for (const team of [teacher(), admin()]) expect(buttonsOf(await vote(team))).toEqual([OFFER()]);
    expect(buttonsOf(await vote(asker))).toEqual([]);
    await learn(true);
    const reply = await vote(asker);
    expect(buttonsOf(reply)).toEqual([OFFER()]);
    expect(reply).toMatchObject({ cards: [{ rows: [[{ kind: 'select' }], [{ id: OFFER() }]] }] });
    const why = await press(`answer:why:${answerId}`, asker, { values: ['wrong'] });
    expect(buttonsOf(why)).toEqual([OFFER()]);
  });

  test('is offered to nobody else, and not to people who have opted out', async () => {
    await learn(true);
    const handOver = member({ roleIds: ['45'] });
    expect(buttonsOf(await vote(handOver))).toEqual([]);
    expect(buttonsOf(await vote(member()))).toEqual([]);
    const out = teacher();
    await optOut(app.core, out.id);
    expect(buttonsOf(await vote(out))).toEqual([]);
  });

  test('opens a form with the question, and the answer waits for the team', async () => {
    await learn(true);
    const form = formOf(await press(OFFER(), asker));
    expect(form).toEqual({
      id: `answer:correction:${answerId}`,
      values: { question: QUESTION, answer: '' },
    });
    const reply = await send(asker, {
      question: QUESTION,
      answer: 'It takes nine days. Kim knows, 0171 1234567.',
    });
    expect(textOf(reply)).toContain('The team has your suggestion and decides');
    expect(textOf(await send(asker, FIELDS, { language: 'de' }))).toContain('schon etwas vorgeschlagen');
    expect(await suggestions()).toMatchObject([
      {
        ...{
          question: QUESTION,
          answer: 'It takes nine days. … knows, ….',
          state: 'pending',
          source: 'vote',
        },
        authorRole: null,
        sources: [
          { part: 'answer', channelId: '100', messageId: replyId, memberId: asker.id, isOriginal: false },
          { part: 'question', channelId: '100', messageId: replyId, memberId: asker.id, isOriginal: false },
        ],
      },
    ]);
    expect(await listKnowledge(app.core, serverId)).toHaveLength(1);
  });

  test('from a teacher names voter and asker, the role, and how to approve it', async () => {
    const tara = teacher();
    expect(textOf(await send(tara))).toContain('/training list');
    expect(await suggestions()).toMatchObject([
      { authorRole: '44', sources: [{ memberId: tara.id }, { part: 'question', memberId: asker.id }] },
    ]);
  });

  test('exists once for each answer and member, and shows the team its state', async () => {
    await learn(true);
    const tara = teacher();
    for (const answer of ['Nine days.', 'Ten days.', 'Nine days.']) await send(tara, { ...FIELDS, answer });
    await send(asker, { ...FIELDS, answer: 'Eleven days.' });
    const made = await suggestions();
    expect(made.map(({ answer }) => answer).toSorted()).toEqual(['Eleven days.', 'Nine days.']);
    await approve(app.core, serverId, made.find(({ answer }) => answer === 'Nine days.')?.id ?? '', {
      isForced: true,
    });
    expect(textOf(await press(OFFER(), tara))).toContain('already approved');
    const twin = await answerFor(tara);
    ({ answerId } = twin);
    await send(tara);
    expect(await suggestions()).toHaveLength(3);
  });

  test('stays one if several are submitted at the same time', async () => {
    const tara = teacher();
    const answers = ['Six days.', 'Seven days.', 'Eight days.', 'Nine days.'];
    const replies = await Promise.all(answers.map((answer) => send(tara, { ...FIELDS, answer })));
    expect(await suggestions()).toHaveLength(1);
    expect(new Set(replies.map(textOf)).size).toBe(1);
  });

  test('asks for the question if it is no longer stored, and then names no asker', async () => {
    const tara = teacher();
    await app.core.database.kysely
      .updateTable('answers')
      .set({ question: null, answer: null })
      .where('server_id', '=', serverId)
      .execute();
    expect(formOf(await press(OFFER(), tara)).values.question).toBe('');
    await send(tara);
    expect(await suggestions()).toMatchObject([{ sources: [{ part: 'answer', memberId: tara.id }] }]);
    expect((await suggestions())[0]?.sources).toHaveLength(1);
  });

  test('returns a text that it cannot accept', async () => {
    const reply = await send(teacher(), { question: QUESTION, answer: '<@1>' });
    expect(textOf(reply)).toContain('The answer must have');
    expect(reply).toMatchObject({ files: [{ text: '<@1>' }] });
    expect(await suggestions()).toEqual([]);
  });

  test('forged without permission, or for a missing answer, is refused with an explanation and changes nothing', async () => {
    const stranger = member();
    const out = teacher();
    await optOut(app.core, out.id);
    const told: string[] = [];
    for (const verb of ['correct', 'correction']) {
      told.push(textOf(await press(`answer:${verb}:${answerId}`, stranger, { fields: FIELDS })));
      told.push(textOf(await press(`answer:${verb}:${answerId}`, asker, { fields: FIELDS })));
      told.push(textOf(await press(`answer:${verb}:${answerId}`, out, { fields: FIELDS, language: 'de' })));
      for (const forged of [randomUUID(), "x'--", ''])
        told.push(textOf(await press(`answer:${verb}:${forged}`, teacher(), { fields: FIELDS })));
      const elsewhere = (await app.addServer()).id;
      told.push(
        textOf(await press(`answer:${verb}:${answerId}`, admin(), { serverId: elsewhere, fields: FIELDS })),
      );
    }
    const words = [
      ...['Only the team', 'Only the team', 'nichts von dir gespeichert'],
      ...['no longer stored', 'no longer stored', 'no longer stored', 'no longer stored'],
    ];
    expect(told.map((text, index) => text.includes(words[index % words.length] ?? '?'))).toEqual(
      told.map(() => true),
    );
    expect(await suggestions()).toEqual([]);
    expect(await findInTables(app.core, out.id)).toEqual([]);
  });
});
