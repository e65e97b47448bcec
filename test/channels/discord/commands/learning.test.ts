import { beforeEach, describe, expect, test } from 'vitest';
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

describe.each(['de', 'en-US'] as const)('in %s', (locale) => {
  const inGerman = locale === 'de';
  const say = (de: RegExp, en: RegExp) => (inGerman ? de : en);
  let server: OpenServer;
  let serverId: string;
  beforeEach(async () => {
    server = await openServer(home, locale);
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
    expect(thanks).toMatch(say(/Dein Vorschlag ist beim Team/, /team has your suggestion/));
    expect(await pending()).toMatchObject([
      { source: 'vote', answer: `${TYPED} opens at nine.`, sources: [{ messageId: answer.id }, {}] },
    ]);
    const card = await whispered(admin('training list'));
    expect(card.content).toContain(`/channels/${serverId}/${server.channel.id}/${answer.id}`);
  });

  test.each([
    'correct',
    'correction',
  ])('answer:%s forged by people who may not suggest anything changes nothing', async (verb) => {
    const { answerId } = await askBot(`When is ${TYPED} open?`);
    const id = `answer:${verb}:${answerId}`;
    const fields = { question: 'Forged?', answer: 'Forged.' };
    const data = () => (verb === 'correct' ? button(id) : form(id, fields));
    const refusal = say(/kann nur das Team etwas vorschlagen/, /Only the team can suggest/);
    await expectNothingDone(home, () => server.member.forges(server.channel, data()), refusal);
    await admin('learning state', { state: 'on' }).reply();
    const stranger = server.guild.addMember({ name: 'Sam' });
    stranger.locale = locale;
    await expectNothingDone(home, () => stranger.forges(server.channel, data()), refusal);
    await server.teacher.runs(server.channel, 'opt-out').reply();
    const notKept = say(/nichts von dir gespeichert/, /nothing of yours is stored/);
    await expectNothingDone(home, () => server.teacher.forges(server.channel, data()), notKept);
  });

  test('/unanswered: a handed-over question is answered in a form, the answer is used at once, and reverted', async () => {
    expect(await textOf(admin('unanswered'))).toMatch(say(/Es ist nichts offen/, /Nothing is open/));
    const question = `Who painted the ${TYPED} lighthouse?`;
    const { answerId } = await askBot(question, false);
    const card = await whispered(admin('unanswered'));
    expect(card.content).toContain(question);
    const opened = await whispered(server.admin.presses(card, `gap:answer:${answerId}`));
    expect(valuesOf(opened)).toEqual({ question, answer: undefined });
    const saved = await whispered(server.admin.submits(opened, { answer: `${TYPED} did.` }));
    expect(saved.id).toBe(card.id);
    expect(saved.content).toMatch(say(/Übernommen/, /Approved/));
    expect(await listKnowledge(home.app.core, serverId)).toMatchObject([{ title: question }]);
    expect(await textOf(admin('unanswered'))).toMatch(say(/Es ist nichts offen/, /Nothing is open/));
    const [made] = await listTraining(home.app.core, serverId, 'approved');
    const undone = await whispered(server.admin.presses(saved, `training:revert:${made?.id}`));
    expect(undone.content).toMatch(say(/wieder offen/, /open again/));
    expect(await listKnowledge(home.app.core, serverId)).toEqual([]);
    expect((await getSuggestion(home.app.core, serverId, made?.id ?? '')).state).toBe('pending');
  });

  test('/unanswered: a topic that is not needed is hidden by its button', async () => {
    const { answerId } = await askBot(`Who painted the ${TYPED} lighthouse?`, false);
    const card = await whispered(admin('unanswered'));
    const closed = await whispered(server.admin.presses(card, `gap:close:${answerId}`));
    expect([closed.id, closed.buttons]).toEqual([card.id, []]);
    expect(closed.content).toMatch(say(/Erledigt/, /Done/));
    expect(await textOf(admin('unanswered'))).toMatch(say(/Es ist nichts offen/, /Nothing is open/));
  });

  test('/tests: a question is saved, run, blocks an approval unless it is forced, and is removed', async () => {
    const { core } = home.app;
    const question = `Is ${TYPED} for sale?`;
    const added = await textOf(admin('tests add', { question, needs_team: 'yes' }));
    expect(added).toMatch(say(/Gespeichert[\s\S]*mit Team/, /Saved[\s\S]*with the team/));
    expect(await textOf(admin('tests run'))).toMatch(say(/1 bestanden, 0 gescheitert/, /1 passed, 0 failed/));
    expect(await textOf(admin('tests run', { answers: 'real' }))).toMatch(
      say(/0 bestanden, 1 gescheitert[\s\S]*Press Join/, /0 passed, 1 failed[\s\S]*Press Join/),
    );
    expect(await textOf(admin('tests list'))).toContain(question);
    const said = server.member.says(server.channel, `${TYPED} is for sale.`);
    const opened = await whispered(server.teacher.usesMenu('Learn from this', said));
    await whispered(server.teacher.submits(opened, { question }));
    const [made] = await pending();
    const card = await whispered(admin('training list'));
    const details = await textOf(server.admin.presses(card, `training:proof:${made?.id}`));
    expect(details).toMatch(say(/das Team wird nicht gerufen/, /the team is not called/));
    const refused = await whispered(server.admin.presses(card, `training:approve:${made?.id}`));
    expect(refused.id).toBe(card.id);
    expect(refused.content).toMatch(say(/Nicht übernommen/, /Not approved/));
    expect(await listKnowledge(core, serverId)).toEqual([]);
    const forced = await whispered(server.admin.presses(refused, `training:force:${made?.id}`));
    expect(forced.content).toMatch(say(/Übernommen/, /Approved/));
    expect(await listKnowledge(core, serverId)).toHaveLength(1);
    const [choice] = await server.admin.completes(server.channel, 'tests remove', { test: 'sale' });
    expect(await textOf(admin('tests remove', { test: String(choice?.value) }))).toMatch(
      say(/Entfernt/, /Removed/),
    );
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
    expect(card.content).toMatch(say(/2-mal/, /2 times/));
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
    expect(await textOf(admin('training revert', { id: String(choice?.value) }))).toMatch(
      say(/wieder offen/, /open again/),
    );
    expect(await listKnowledge(home.app.core, serverId)).toEqual([]);
  });
});
