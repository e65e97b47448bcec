import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import { readPrompt } from '../../core/prompt-setup.ts';
import type { SentMessage } from '../../support/discord.ts';
import { type Community, QUESTION, startCommunity } from './setup.ts';

/** Longer than Discord shows typing after one request. */
const STALL_MS = 10_000;
const TYPING_GAP_MS = 9_000;
/** Within the two seconds in which the bot waits for more of a message. */
const SPACING_MS = 1_500;

let home: Community;
let mention: string;
let earlier: SentMessage;
let quick: SentMessage;
beforeAll(async () => {
  home = await startCommunity({ burstMs: 2_000 });
  mention = `<@${home.discord.botId}>`;
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  earlier = await home.member.runs(home.channel, 'ask', { question: QUESTION }).reply();
  const channel = home.guild.addChannel();
  home.member.says(channel, `${mention} ${QUESTION}`);
  quick = await home.discord.nextMessage(channel);
  const speak = home.ai.hold();
  setTimeout(speak, STALL_MS);
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});

const typingsIn = ({ id }: { id: string }) =>
  home.discord.typings.filter(({ channelId }) => channelId === id);

// All of them wait for the same ten seconds.
describe.concurrent('while the AI is silent for ten seconds', () => {
  test('G65 · twenty /ask at once are acknowledged within a second each, and all are answered', async () => {
    const asked = Array.from({ length: 20 }, () =>
      home.guild.addMember().runs(home.channel, 'ask', { question: QUESTION }),
    );
    const times = await Promise.all(asked.map((use) => use.ackedAfterMs));
    expect(Math.max(...times)).toBeLessThan(1_000);
    await delay(STALL_MS);
    for (const answer of await Promise.all(asked.map((use) => use.reply()))) {
      expect(answer.content).toContain('Press Join.');
    }
  }, 30_000);

  test('buttons, menus, forms and autocompletion are acknowledged and answered within a second', async () => {
    const role = home.guild.addRole();
    await changeSettings(home.app.core, home.guild.id, () => ({ teach_roles: [role.id] }));
    const teacher = home.guild.addMember({ roles: [role] });
    const said = home.member.says(home.channel, 'Kits come back every day.');
    const since = performance.now();
    const uses = [
      home.member.presses(earlier, 'Helpful'),
      home.member.presses(earlier, 'Not helpful'),
      teacher.usesMenu('Learn from this', said),
      teacher.usesMenu('Correct this answer', earlier),
      home.admin.runs(home.channel, 'knowledge add'),
      home.admin.runs(home.channel, 'usage'),
    ];
    const times = await Promise.all(uses.map((use) => use.ackedAfterMs));
    expect(Math.max(...times)).toBeLessThan(1_000);
    const [, , form] = await Promise.all(uses.map((use) => use.reply()));
    expect(form?.modal).not.toBeNull();
    expect(await home.admin.completes(home.channel, 'key revoke', { key: '' })).toEqual([]);
    expect(performance.now() - since).toBeLessThan(1_500);
  });

  test.each([
    'text',
    'thread',
  ])('a question in a %s shows typing within a second, and again before it fades', async (kind) => {
    const parent = home.guild.addChannel();
    const channel =
      kind === 'text' ? parent : home.guild.addThread(parent, { name: 'Help', by: home.member });
    const askedAt = performance.now();
    const somebody = home.guild.addMember();
    somebody.says(channel, `${mention} ${QUESTION}`);
    const first = await home.discord.until(() => typingsIn(channel)[0], 'Typing');
    expect(first.at - askedAt).toBeLessThan(1_000);
    // Whoever waits for an event in the fake waits five seconds at most.
    await delay(STALL_MS);
    const answer = await home.discord.nextMessage(channel);
    expect(answer.content).toContain('Press Join.');
    const shown = typingsIn(channel).map(({ at }) => at);
    expect(shown.every((at) => at < answer.at)).toBe(true);
    const gaps = [...shown.slice(1), answer.at].map((at, index) => at - (shown[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(1);
    expect(Math.max(...gaps)).toBeLessThan(TYPING_GAP_MS);
  }, 30_000);

  test('an answered question no longer shows typing', async () => {
    expect(typingsIn({ id: quick.channelId })).not.toEqual([]);
    await delay(STALL_MS);
    expect(typingsIn({ id: quick.channelId }).filter(({ at }) => at > quick.at)).toEqual([]);
  });

  test('messages that one member writes every one and a half seconds are one turn with one answer', async () => {
    const channel = home.guild.addChannel();
    const somebody = home.guild.addMember();
    const askedAt = performance.now();
    somebody.says(channel, `${mention} Hello`);
    await delay(SPACING_MS);
    somebody.says(channel, `${mention} I have a question`);
    await delay(SPACING_MS);
    const last = somebody.says(channel, `${mention} ${QUESTION}`);
    const [first] = typingsIn(channel);
    expect((first?.at ?? Number.POSITIVE_INFINITY) - askedAt).toBeLessThan(1_000);
    await delay(STALL_MS - 2 * SPACING_MS);
    const answer = await home.discord.nextMessage(channel);
    expect(answer.replyTo).toBe(last.id);
    const asked = home.ai.requests.map((request) => readPrompt(request).question.text);
    expect(asked.filter((text) => text.includes('Hello'))).toEqual([`Hello\nI have a question\n${QUESTION}`]);
    await home.discord.settled();
    expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toHaveLength(1);
  }, 30_000);
});
