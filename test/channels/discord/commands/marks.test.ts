import { expect, test } from 'vitest';
import { listMarks } from '../../../../src/core/learning/marks.ts';
import { listActions } from '../../../../src/core/members/audit.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import { found, openServer, TYPED, textOf, useSettled, whispered } from './setup.ts';

const home = useSettled();

const MENU = 'Was the team needed';

const question = `When does the old lighthouse open for ${TYPED}?`;

async function openAnswered() {
  const server = await openServer(home);
  const channel = server.guild.addChannel();
  await home.app.addKnowledge(server.guild.id, [{ id: 'join', title: question, text: 'Press Join.' }]);
  const answer = await server.member.runs(channel, 'ask', { question }).reply();
  await found(() => findAnswerOfReply(home.app.core, server.guild.id, answer.id));
  return { ...server, channel, answer };
}

test('the team says it in the menu of an answer, and the next near question follows', async () => {
  const { guild, channel, answer, teacher, member } = await openAnswered();
  const { core } = home.app;
  expect(answer.content).toContain('Press Join.');
  const offered = await whispered(teacher.usesMenu(MENU, answer));
  expect(offered.buttons.map(({ label }) => label)).toEqual([
    'The team was needed',
    'The team was not needed',
  ]);
  expect(await listMarks(core, guild.id)).toEqual([]);
  expect(await textOf(teacher.presses(offered, offered.buttons[0]?.customId ?? ''))).toMatch(
    /The team was needed/,
  );
  const [mark] = await found(async () => {
    const marks = await listMarks(core, guild.id);
    return marks.length > 0 ? marks : null;
  });
  expect(mark).toMatchObject({ isNeeded: true, text: question });
  expect(await listActions(core, guild.id, { limit: 1 })).toMatchObject([
    { action: 'answer.marked', memberName: 'Tea', channel: 'discord' },
  ]);
  await member.runs(channel, 'ask', { question: `${question} ??` }).reply();
  const [last] = await core.database.kysely
    .selectFrom('answers')
    .select(['needs_team', 'reason'])
    .where('server_id', '=', guild.id)
    .orderBy('at', 'desc')
    .orderBy('needs_team', 'desc')
    .execute();
  expect(last).toMatchObject({ needs_team: true });
});

test('members without a role of the team are refused, and so is a message that is no answer', async () => {
  const { guild, channel, answer, teacher, member } = await openAnswered();
  expect(await textOf(member.usesMenu(MENU, answer))).toMatch(/team|role/);
  const said = member.says(channel, `${TYPED}!`);
  expect(await textOf(teacher.usesMenu(MENU, said))).toMatch(/not one of my answers/);
  expect(await listMarks(home.app.core, guild.id)).toEqual([]);
});
