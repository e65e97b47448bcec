import { beforeEach, expect, test } from 'vitest';
import { listKnowledge } from '../../../../src/core/knowledge/knowledge.ts';
import { getSuggestion, listTraining } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { listTests } from '../../../../src/core/learning/test-questions/test-questions.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import type { FakeMember } from '../../../support/discord.ts';
import type { OpenServer } from './setup.ts';
import {
  button,
  expectNothingDone,
  form,
  found,
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
beforeEach(async () => {
  server = await openServer(home);
  serverId = server.guild.id;
});
const admin = (path: string, values: Parameters<FakeMember['runs']>[2] = {}) =>
  server.admin.runs(server.channel, path, values);
const pending = async () => listTraining(home.app.core, serverId, 'pending');

/** A question that the bot answers, or that it has to hand over. */
async function askBot(question: string, isAnswered = true) {
  const { ai } = home;
  if (!isAnswered) ai.reply({ answer: 'I cannot tell.', needs_team: true, answerable: false, used: [] });
  const answer = await server.member.runs(server.channel, 'ask', { question }).reply();
  ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  const { answerId } = await found(() => findAnswerOfReply(home.app.core, serverId, answer.id));
  return { answer, answerId };
}

test('the asker can suggest a better answer after a downvote once learning is on', async () => {
  const { answer, answerId } = await askBot(`When is ${TYPED} open?`);
  const before = await whispered(server.member.presses(answer, `answer:down:${answerId}`));
  expect(before.buttons).toEqual([]);
  await admin('learning state', { state: 'on' }).reply();
  const asked = await whispered(server.member.presses(answer, `answer:down:${answerId}`));
  const offered = await whispered(server.member.selects(asked, `answer:why:${answerId}`, ['wrong']));
  expect(offered.buttons.map(({ customId }) => customId)).toEqual([`answer:correct:${answerId}`]);
  const opened = await whispered(server.member.presses(offered, `answer:correct:${answerId}`));
  expect(valuesOf(opened)).toEqual({ question: `When is ${TYPED} open?`, answer: undefined });
  const thanks = await textOf(server.member.submits(opened, { answer: `${TYPED} opens at nine.` }));
  expect(thanks).toMatch(/team has your suggestion/);
  expect(await pending()).toMatchObject([
    { source: 'vote', answer: `${TYPED} opens at nine.`, sources: [{ messageId: answer.id }, {}] },
  ]);
  const card = await whispered(admin('training list'));
  expect(card.content).toContain(`/channels/${serverId}/${server.channel.id}/${answer.id}`);
});

test('a correction forged by people who may not suggest anything changes nothing', async () => {
  const { member, teacher, guild, channel } = server;
  const { answerId } = await askBot(`When is ${TYPED} open?`);
  const both = [
    button(`answer:correct:${answerId}`),
    form(`answer:correction:${answerId}`, { question: 'Forged?', answer: 'Forged.' }),
  ];
  const forge = (who: FakeMember, line: RegExp) =>
    expectNothingDone(
      home,
      both.map((data) => ({ title: data.custom_id, use: () => who.forges(channel, data), line })),
    );
  await forge(member, /Only the team can suggest/);
  await admin('learning state', { state: 'on' }).reply();
  await forge(guild.addMember({ name: 'Sam' }), /Only the team can suggest/);
  await teacher.runs(channel, 'opt-out').reply();
  await forge(teacher, /store nothing of yours/);
});

test('/unanswered: a handed-over question is answered in a form, the answer is used at once, and reverted', async () => {
  expect(await textOf(admin('unanswered'))).toMatch(/Nothing is open/);
  const question = `Who painted the ${TYPED} lighthouse?`;
  const { answerId } = await askBot(question, false);
  const card = await whispered(admin('unanswered'));
  expect(card.content).toContain(question);
  const opened = await whispered(server.admin.presses(card, `gap:answer:${answerId}`));
  expect(valuesOf(opened)).toEqual({ question, answer: undefined });
  const saved = await whispered(server.admin.submits(opened, { answer: `${TYPED} did.` }));
  expect(saved.id).toBe(card.id);
  expect(saved.content).toMatch(/Approved/);
  expect(await listKnowledge(home.app.core, serverId)).toMatchObject([{ title: question }]);
  expect(await textOf(admin('unanswered'))).toMatch(/Nothing is open/);
  const [made] = await listTraining(home.app.core, serverId, 'approved');
  const undone = await whispered(server.admin.presses(saved, `training:revert:${made?.id}`));
  expect(undone.content).toMatch(/open again/);
  expect(await listKnowledge(home.app.core, serverId)).toEqual([]);
  expect((await getSuggestion(home.app.core, serverId, made?.id ?? '')).state).toBe('pending');
});

test('/unanswered: a topic that is not needed is hidden by its button', async () => {
  const { answerId } = await askBot(`Who painted the ${TYPED} lighthouse?`, false);
  const card = await whispered(admin('unanswered'));
  const closed = await whispered(server.admin.presses(card, `gap:close:${answerId}`));
  expect([closed.id, closed.buttons]).toEqual([card.id, []]);
  expect(closed.content).toMatch(/Dismissed/);
  expect(await textOf(admin('unanswered'))).toMatch(/Nothing is open/);
});

test('/tests: a question is saved, run, blocks an approval unless it is forced, and is removed', async () => {
  const { core } = home.app;
  const question = `Is ${TYPED} for sale?`;
  const added = await textOf(admin('tests add', { question, needs_team: 'yes' }));
  expect(added).toMatch(/Saved[\s\S]*the team must be called/);
  expect(await textOf(admin('tests run'))).toMatch(/1 passed, 0 failed/);
  expect(await textOf(admin('tests run', { answers: 'real' }))).toMatch(
    /0 passed, 1 failed[\s\S]*Press Join/,
  );
  expect(await textOf(admin('tests list'))).toContain(question);
  const said = server.member.says(server.channel, `${TYPED} is for sale.`);
  const opened = await whispered(server.teacher.usesMenu('Learn from this', said));
  await whispered(server.teacher.submits(opened, { question }));
  const [made] = await pending();
  const card = await whispered(admin('training list'));
  const details = await textOf(server.admin.presses(card, `training:proof:${made?.id}`));
  expect(details).toMatch(/the team is not called/);
  const refused = await whispered(server.admin.presses(card, `training:approve:${made?.id}`));
  expect(refused.id).toBe(card.id);
  expect(refused.content).toMatch(/Not approved/);
  expect(await listKnowledge(core, serverId)).toEqual([]);
  const forced = await whispered(server.admin.presses(refused, `training:force:${made?.id}`));
  expect(forced.content).toMatch(/Approved/);
  expect(await listKnowledge(core, serverId)).toHaveLength(1);
  const [choice] = await server.admin.completes(server.channel, 'tests remove', { test: 'sale' });
  expect(await textOf(admin('tests remove', { test: String(choice?.value) }))).toMatch(/Removed/);
  expect(await listTests(core, serverId)).toEqual([]);
});

test('/training: near-duplicates are merged on their card, and a form is opened by command', async () => {
  const question = `When does ${TYPED} open?`;
  for (const words of [`${TYPED} opens at nine.`, 'On Sundays it opens at ten.']) {
    const said = server.member.says(server.channel, words);
    const opened = await whispered(server.teacher.usesMenu('Learn from this', said));
    await whispered(server.teacher.submits(opened, { question }));
  }
  const card = await whispered(admin('training list'));
  expect(card.content).toMatch(/suggested 2 times/);
  const [merge] = card.buttons.filter(({ customId }) => customId?.startsWith('training:merge:'));
  const merged = await whispered(server.admin.presses(card, String(merge?.customId)));
  expect(merged.id).toBe(card.id);
  expect(merged.content).toContain('opens at nine');
  expect(merged.content).toContain('opens at ten');
  const [made, ...more] = await pending();
  expect(more).toEqual([]);
  const opened = await whispered(admin('training edit', { id: made?.id ?? '' }));
  expect(valuesOf(opened).question).toBe(question);
  const edited = await textOf(server.admin.submits(opened, { answer: `${TYPED} opens at eight.` }));
  expect(edited).toContain('opens at eight');
  await admin('training approve', { id: made?.id ?? '' }).reply();
  const [choice] = await server.admin.completes(server.channel, 'training revert', { id: 'when' });
  expect(await textOf(admin('training revert', { id: String(choice?.value) }))).toMatch(/open again/);
  expect(await listKnowledge(home.app.core, serverId)).toEqual([]);
});
