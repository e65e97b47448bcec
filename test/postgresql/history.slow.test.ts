import { afterAll, expect, test, vi } from 'vitest';
import { readImport } from '../../src/core/learning/history/imports.ts';
import { listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { writeHistory } from '../support/discord/history.ts';
import { openFleet, PATIENT } from '../support/fleet.ts';

// A page is read every second and a half.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const SIZE = { questions: 150, talkBetween: 2 };
/** Longer than the claim of a process that died. */
const AHEAD_MS = 40_000;

const fleet = await openFleet({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' });
fleet.discord.enableMessageContent(true);
const guild = fleet.discord.addGuild();
const channel = guild.addChannel();
const teachers = guild.addRole();
const admin = guild.addMember({ isAdmin: true });
const people = {
  askers: [guild.addMember(), guild.addMember()],
  teacher: guild.addMember({ roles: [teachers] }),
};
const messages = writeHistory(channel, people, SIZE);
const bot = await fleet.start('bot');
await fleet.discord.ready();
await fleet.discord.commandsRegistered();
await admin.runs(channel, 'team teach', { role: teachers }).reply();
await admin.runs(channel, 'learning state', { state: 'on' }).reply();
await fleet.discord.until(
  () => fleet.discord.sessions.find(({ isOpen, intents }) => isOpen && intents & (1 << 15)),
  'Message content',
  30_000,
);
afterAll(() => fleet.close());

const read = () => fleet.visit(({ core }) => readImport(core, guild.id));

test('a process that is killed in the midst of an import is taken over where it was: every figure is exact, nothing is suggested twice, nothing is lost', async () => {
  await admin.runs(channel, 'learning import', { channel }).reply();
  const suggested = async () => (await read())?.suggested ?? 0;
  for (const _ of [1, 2, 3]) {
    const before = await suggested();
    await expect.poll(suggested, PATIENT).toBeGreaterThan(before + 10);
  }
  await bot.kill();
  const left = await read();
  expect(left?.state).toBe('running');
  expect(left?.suggested).toBeLessThan(SIZE.questions);
  expect(await fleet.visit(({ core }) => listTraining(core, guild.id))).toHaveLength(left?.suggested ?? -1);
  await fleet.start('bot', {}, AHEAD_MS);
  await fleet.discord.ready();
  const state = async () => (await read())?.state;
  await expect.poll(state, { timeout: 90_000, interval: 250 }).toBe('ended');
  expect(await read()).toMatchObject({
    ...{ endedFor: 'all', messages, pairs: SIZE.questions, suggested: SIZE.questions },
    ...{ grouped: 0, ownWords: 0, leftOut: {} },
  });
  const made = await fleet.visit(({ core }) => listTraining(core, guild.id));
  expect(made).toHaveLength(SIZE.questions);
  const answers = made.flatMap(({ sources }) => sources.filter(({ part }) => part === 'answer'));
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(SIZE.questions);
});
