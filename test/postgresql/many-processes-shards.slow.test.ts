import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getServer } from '../../src/core/owners/servers.ts';
import type { FakeGuild } from '../support/discord.ts';
import { answerAtOnce, type Fleet, type Member, openFleet, PATIENT } from '../support/fleet.ts';

// Processes start, and the bot waits two seconds for what else is said.
vi.setConfig({ testTimeout: 60_000 });

const ASKED_AT_ONCE = 6;

let fleet: Fleet;
let pair: [Member, Member];
/** On shard 0 and on shard 1 of two. */
let guilds: [FakeGuild, FakeGuild];
beforeAll(async () => {
  fleet = await openFleet({ PREMIUM_WEEKLY_UNITS: '1000000000' });
  answerAtOnce(fleet.ai, 300, 50);
  const joinedAt = new Date('2026-01-01T00:00:00Z');
  const made = [fleet.discord.addGuild({ joinedAt }), fleet.discord.addGuild({ joinedAt })];
  guilds = made.toSorted((a, b) => shardOf(a) - shardOf(b)) as [FakeGuild, FakeGuild];
  pair = await Promise.all([startBot('0/2'), startBot('1/2')]);
  await fleet.discord.ready();
});
afterAll(() => fleet.close());

const shardOf = ({ id }: FakeGuild) => Number((BigInt(id) >> 22n) % 2n);
const startBot = (shards: string) => fleet.start('bot', { DISCORD_SHARDS: shards });
const isActive = ({ id }: FakeGuild) =>
  fleet.visit(({ core }) =>
    getServer(core, id).then(
      ({ active }) => active,
      () => false,
    ),
  );

/** Several members ask at once, each in a channel of theirs, on every server, and each is answered. @returns the ids. */
async function askEverywhere(): Promise<string[]> {
  const asked = guilds.flatMap((guild) =>
    Array.from({ length: ASKED_AT_ONCE }, () =>
      guild.addMember().says(guild.addChannel(), `<@${fleet.discord.botId}> How do I join?`),
    ),
  );
  for (const { channel_id: id } of asked) await fleet.discord.nextMessage({ id });
  return asked.map(({ id }) => id);
}

/** To be called when no process is left that could still answer: each message was answered, and paid for, once. */
async function expectAnsweredOnce(asked: readonly string[]): Promise<void> {
  const answers = asked.map((id) => fleet.discord.sent.filter(({ replyTo }) => replyTo === id).length);
  expect(answers).toEqual(asked.map(() => 1));
  expect(fleet.ai.requests).toHaveLength(asked.length);
  const charges = await fleet.visit(({ core }) =>
    core.database.kysely.selectFrom('charges').select('id').execute(),
  );
  expect(charges).toHaveLength(asked.length);
}

test('G57 · bot processes answer each message once, with disjoint shards each on its own servers and also with overlapping shards', async () => {
  expect(guilds.map(shardOf)).toEqual([0, 1]);
  expect(fleet.discord.sessions.map(({ shard }) => shard.join('/')).toSorted()).toEqual(['0/2', '1/2']);
  for (const guild of guilds) await expect.poll(() => isActive(guild), PATIENT).toBe(true);
  // A server is stored before the log of its process has been read.
  const isReady = ({ msg }: { msg?: unknown }) => msg === 'discord: ready';
  const connected = () => pair.flatMap((member) => member.log().filter(isReady));
  await vi.waitUntil(() => connected().length >= 2, PATIENT);
  expect(connected().map(({ servers }) => servers)).toEqual([1, 1]);
  const asked = await askEverywhere();

  const third = await startBot('0-1/2');
  await vi.waitUntil(() => third.log().some(({ msg }) => msg === 'discord: ready'), PATIENT);
  asked.push(...(await askEverywhere()));
  // One of the two leaves; whoever else has its shard goes on.
  expect(await pair[0].stop()).toBe(0);
  asked.push(...(await askEverywhere()));
  expect([await pair[1].stop(), await third.stop()]).toEqual([0, 0]);
  await expectAnsweredOnce(asked);
});
