import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Drafting, findCard, press, startDrafting } from './channels/discord/drafts/setup.ts';
import { type Desk, openDesk, QUESTION } from './channels/discord/tickets/setup.ts';
import { readPrompt } from './core/prompt-setup.ts';

let home: Drafting;
let desk: Desk;
beforeAll(async () => {
  home = await startDrafting();
  desk = await openDesk(home);
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});

test('a ticket that a bot opens is answered unasked, the team sends the draft, the member goes on, and it is closed', async () => {
  const { channel, form } = desk.open(home.member);
  const line = await home.discord.nextMessage(channel);
  expect([line.replyTo, line.content]).toEqual([
    form.id,
    expect.stringContaining('The team is having a look'),
  ]);
  const { card, answerId } = await findCard(home);
  expect(card.content).toContain(QUESTION);

  expect(await press(home.helper, { card }, 'Send')).toMatch(/Sent/);
  const sent = await home.discord.nextMessage(channel);
  // What it replies to is the ticket bot's message, which would call nobody.
  expect([sent.replyTo, sent.pinged.users]).toEqual([form.id, [home.member.id]]);
  expect(sent.content).toMatch(new RegExp(`^<@${home.member.id}>\\nPress the \\*\\*green\\*\\* button\\.`));

  home.member.says(channel, 'And where is it?');
  await home.discord.nextMessage(channel);
  const next = await findCard(home);
  expect(next.answerId).not.toBe(answerId);
  const { history, question } = readPrompt(home.ai.requests.at(-1) ?? { body: {} });
  expect(JSON.stringify(history)).toContain(QUESTION);
  expect(JSON.stringify(history)).toContain('green');
  expect(JSON.stringify(history)).not.toContain('having a look');
  expect(question.text).toBe('And where is it?');

  channel.remove();
  await home.discord.settled();
  expect(await press(home.helper, next, 'Send')).toMatch(/Not sent: .*has been deleted/);
  expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toHaveLength(3);
});
