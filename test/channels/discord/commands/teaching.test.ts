import { beforeAll, expect, test } from 'vitest';
import { listKnowledge } from '../../../../src/core/knowledge/knowledge.ts';
import { getSuggestion, listTraining } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import type { FakeChannel, FakeMember, SentMessage } from '../../../support/discord.ts';
import type { OpenServer } from './setup.ts';
import {
  button,
  found,
  NO_PINGS,
  openServer,
  TYPED,
  textOf,
  useSettled,
  valuesOf,
  whispered,
} from './setup.ts';

const home = useSettled();

let server: OpenServer;
let serverId: string;
beforeAll(async () => {
  server = await openServer(home, 'de');
  serverId = server.guild.id;
});
const admin = (path: string, values: Parameters<FakeMember['runs']>[2] = {}) =>
  server.admin.runs(server.channel, path, values);

/** A message, and what a teacher made of it with the menu. */
async function teach(words: string, question: string) {
  const said = server.member.says(server.channel, words);
  const opened = await whispered(server.teacher.usesMenu('Learn from this', said));
  expect(opened.modal?.title).toMatch(/Bot lernen/);
  expect(valuesOf(opened)).toEqual({ question: undefined, answer: words });
  const saved = await textOf(server.teacher.submits(opened, { question }));
  const [suggestion] = await listTraining(home.app.core, serverId, 'pending');
  if (!suggestion) throw new Error('nothing was noted');
  expect(saved).toMatch(/Notiert als Vorschlag/);
  return { ...suggestion, said };
}
async function answerTo(how: string, channel: FakeChannel, question: string): Promise<SentMessage> {
  if (how === '/ask') return server.member.runs(channel, 'ask', { question }).reply();
  server.member.says(channel, `<@${home.discord.botId}> ${question}`);
  return home.discord.nextMessage(channel);
}
const stateOf = async (id: string) => (await getSuggestion(home.app.core, serverId, id)).state;

test('from a message becomes a card, is edited by its button, and then approved into the knowledge', async () => {
  const { core } = home.app;
  const { id, said } = await teach(`${TYPED} opens at nine.`, 'When does it open?');
  expect(await getSuggestion(core, serverId, id)).toMatchObject({
    ...{ question: 'When does it open?', source: 'menu', authorRole: server.teachers.id },
    sources: [
      {
        ...{ part: 'answer', channelId: server.channel.id, messageId: said.id },
        ...{ memberId: server.member.id, isOriginal: true },
      },
    ],
  });
  const card = await whispered(admin('training list'));
  expect(card.content).toContain(`${TYPED} opens at nine`);
  expect(card.buttons.map(({ customId }) => customId)).toEqual(
    ['approve', 'edit', 'reject', 'proof', 'same'].map((verb) => `training:${verb}:${id}`),
  );
  const opened = await whispered(server.admin.presses(card, `training:edit:${id}`));
  expect(valuesOf(opened)).toEqual({ question: 'When does it open?', answer: `${TYPED} opens at nine.` });
  const edited = await whispered(server.admin.submits(opened, { answer: `${TYPED} opens at ten.` }));
  expect([edited.id, edited.content]).toEqual([card.id, expect.stringContaining('opens at ten')]);
  const approved = await whispered(server.admin.presses(edited, `training:approve:${id}`));
  expect(approved.id).toBe(card.id);
  expect(approved.buttons.map(({ customId }) => customId)).toEqual([`training:revert:${id}`]);
  expect(approved.content).toMatch(/Übernommen/);
  expect(await listKnowledge(core, serverId)).toContainEqual(
    expect.objectContaining({ title: 'When does it open?', source: 'training' }),
  );
  expect(await textOf(admin('knowledge search', { query: 'open' }))).toContain('opens at ten');
  const again = await textOf(server.admin.forges(server.channel, button(`training:reject:${id}`)));
  expect(again).toMatch(/schon übernommen/);
  expect(await stateOf(id)).toBe('approved');
});

test('contains neither what the message quotes nor its signature', async () => {
  const words = `> when?\n${TYPED} opens at ten.\n\nSent from my iPhone`;
  const said = server.member.says(server.channel, words);
  const opened = await whispered(server.teacher.usesMenu('Learn from this', said));
  expect(valuesOf(opened)).toMatchObject({ answer: `${TYPED} opens at ten.` });
});

test('is rejected by its button, and approved or rejected by command with autocompletion', async () => {
  const { id } = await teach(`${TYPED} is blue.`, 'Which colour?');
  const card = await whispered(admin('training list'));
  const rejected = await whispered(server.admin.presses(card, `training:reject:${id}`));
  expect([rejected.id, rejected.buttons]).toEqual([card.id, []]);
  expect(rejected.content).toMatch(/Abgelehnt/);
  expect(await stateOf(id)).toBe('rejected');
  for (const [verb, question] of [
    ['approve', 'How tall?'],
    ['reject', 'How wide?'],
  ] as const) {
    const made = await teach(`${TYPED} ${question} Ten.`, question);
    const path = `training ${verb}`;
    const choices = await server.admin.completes(server.channel, path, { id: 'how' });
    expect(choices).toEqual([{ name: question, value: made.id }]);
    expect(await textOf(admin(path, { id: made.id }))).toContain(question.replace('?', ''));
    expect(await stateOf(made.id)).toBe(verb === 'approve' ? 'approved' : 'rejected');
  }
  expect(await textOf(admin('training list'))).toMatch(/nichts zu entscheiden/);
});

test.each([
  'mention',
  '/ask',
])('as a correction changes the public answer to a %s and waits for approval', async (how) => {
  const { core } = home.app;
  const channel = server.guild.addChannel();
  const question = `Wann gibt es denn ${TYPED}?`;
  await home.app.addKnowledge(serverId, [{ id: 'join', title: 'Joining', text: 'Press Join.' }]);
  const answer = await answerTo(how, channel, question);
  await found(() => findAnswerOfReply(core, serverId, answer.id));
  for (const person of [server.admin, server.member]) {
    expect(await textOf(person.usesMenu('Correct this answer', answer))).toMatch(/Lehr-Rolle/);
  }
  const opened = await whispered(server.teacher.usesMenu('Correct this answer', answer));
  expect(valuesOf(opened)).toEqual({ question, answer: 'Press Join.' });
  const right = 'Das gibt es nur an jedem Montag.';
  const saved = await textOf(server.teacher.submits(opened, { answer: `${right} @everyone` }));
  expect(saved).toMatch(/ist berichtigt/);
  const edit = await home.discord.until(() => answer.edits[0], 'An edit of the answer');
  expect(answer.content.startsWith(right)).toBe(true);
  expect(answer.content).toMatch(/Vom Team berichtigt/);
  expect(answer.content).toMatch(/-# Diese Antwort wurde automatisch/);
  expect(edit.pinged).toEqual(NO_PINGS);
  expect(answer.buttons).toHaveLength(3);
  expect(await listTraining(core, serverId, 'pending')).toMatchObject([
    {
      ...{ question, source: 'correction' },
      sources: [
        { part: 'answer', messageId: answer.id, memberId: server.teacher.id, isOriginal: false },
        { part: 'question', messageId: answer.id, memberId: server.member.id, isOriginal: false },
      ],
    },
  ]);
  await admin('training reject', {
    id: (await listTraining(core, serverId, 'pending'))[0]?.id ?? '',
  }).reply();
});

test('from the bot’s own words, or a correction of a person’s, is refused with a hint', async () => {
  const answer = await server.member.runs(server.channel, 'ask', { question: `${TYPED}?` }).reply();
  const said = server.member.says(server.channel, `${TYPED}!`);
  expect(await textOf(server.teacher.usesMenu('Learn from this', answer))).toContain('Antwort berichtigen');
  expect(await textOf(server.teacher.usesMenu('Correct this answer', said))).toContain('Daraus lernen');
});
