import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKey } from '../src/core/owners/keys.ts';
import { changeServer } from '../src/core/owners/servers.ts';
import { type Community, ENTRY, startCommunity } from './channels/discord/setup.ts';
import { kindOf, readPrompt } from './core/prompt-setup.ts';
import type { RecordedRequest } from './support/ai-stub.ts';
import { ask } from './support/app.ts';
import { readWeek } from './support/books.ts';

const QUESTION = 'How do I join the server?';

let home: Community;
let key: string;
beforeAll(async () => {
  home = await startCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '400000', LIMIT_PER_MINUTE: '1000' } });
  await changeServer(home.app.core, home.guild.id, {
    plan: 'premium',
    level: 'V1.5',
    bot_name: 'Möwe',
    tone: 'dry',
    instructions: 'Never promise a berth.',
    topics: ['anchor winch'],
  });
  await home.app.addKnowledge(home.guild.id, [
    ENTRY,
    { ...ENTRY, id: 'leave', title: 'How do I leave the server?' },
  ]);
  ({ key } = await createKey(home.app.core, { serverId: home.guild.id }));
});
afterAll(() => home.stop());
beforeEach(() => {
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  home.ai.usage({ promptTokens: 1000, completionTokens: 50 });
});

async function promptOf(act: () => Promise<unknown>) {
  const start = home.ai.requests.length;
  await act();
  const answers = home.ai.requests.slice(start).filter((request) => kindOf(request) === 'answer');
  expect(answers).toHaveLength(1);
  return answers[0] as RecordedRequest;
}

async function askInDiscord(text: string) {
  home.member.says(home.channel, `<@${home.discord.botId}> ${text}`);
  return home.discord.nextMessage(home.channel);
}

test('a question gives the same prompt in Discord and over HTTP: persona, rules, passages, customer, words', async () => {
  const inDiscord = await promptOf(() => askInDiscord(QUESTION));
  const overHttp = await promptOf(() => home.app.chat(key, { ...ask(QUESTION), customer: home.member.name }));
  expect(readPrompt(inDiscord)).toEqual(readPrompt(overHttp));
  expect(inDiscord.body).toEqual(overHttp.body);
  expect(readPrompt(inDiscord).system).toContain('Never promise a berth.');
  expect(readPrompt(inDiscord).knowledge.map(({ title }) => title)).toContain(ENTRY.title);
});

test('a training entry, a changed persona and a changed level apply to both on the next question', async () => {
  await home.app.addKnowledge(home.guild.id, [
    { id: 'mast', title: 'Mast height', text: 'The mast is 30 m.' },
  ]);
  await changeServer(home.app.core, home.guild.id, { tone: 'cheerful', level: 'V1' });
  const inDiscord = readPrompt(await promptOf(() => askInDiscord('What is the mast height?')));
  const ticket = { ...ask('What is the mast height?'), customer: home.member.name };
  const overHttp = readPrompt(await promptOf(() => home.app.chat(key, ticket)));
  expect(inDiscord.system).toContain('cheerful');
  expect(inDiscord).toEqual(overHttp);
  expect(overHttp.knowledge.map(({ title }) => title)).toContain('Mast height');
  await changeServer(home.app.core, home.guild.id, { tone: 'dry', level: 'V1.5' });
});

test.each([
  ['I want a refund for my rank', 'payment'],
  ['Please unban me', 'ban'],
  ['Can I talk to a human please', 'asked_for_human'],
  ['The anchor winch is stuck', 'owner_topic'],
])('the same words hand over on both: %s', async (text, reason) => {
  const inDiscord = readPrompt(await promptOf(() => askInDiscord(text)));
  const { body } = await home.app.chat(key, ask(text));
  expect(body).toMatchObject({ needs_team: true, team_reason: reason });
  expect(inDiscord.handover).toContain(reason);
  const rows = await home.app.core.database.kysely
    .selectFrom('answers')
    .select(['channel', 'reason'])
    .where('question', '=', text)
    .orderBy('channel')
    .execute();
  expect(rows).toEqual([
    { channel: 'api', reason },
    { channel: 'discord', reason },
  ]);
});

test('both use one ledger, and the API only its share of it', async () => {
  const before = await readWeek(home.app, home.guild.id);
  await askInDiscord(QUESTION);
  await home.app.chat(key, ask(QUESTION));
  const after = await readWeek(home.app, home.guild.id);
  // Level V1.5 weighs 2: 2 * (1000 + 4 * 50).
  expect(after.used - before.used).toBe(4800);
  expect(after.api_used - before.api_used).toBe(2400);
  expect([after.reserved, after.api_reserved]).toEqual([0, 0]);
});

test('E45 · when the API’s share is used up, the API answers 402 and Discord still answers', async () => {
  home.ai.usage({ promptTokens: 8000, completionTokens: 500 });
  let status = 200;
  for (let n = 0; n < 50 && status === 200; n++)
    ({ status } = await home.app.chat(key, ask(`${QUESTION} ${n}`)));
  expect(status).toBe(402);
  const answer = await askInDiscord(QUESTION);
  expect(answer.content).toContain('Press Join.');
  const week = await readWeek(home.app, home.guild.id);
  expect(week.api_used).toBeLessThanOrEqual(200_000);
  expect(week.used).toBeGreaterThan(week.api_used);
});
