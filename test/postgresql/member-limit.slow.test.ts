import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeServer, getServer } from '../../src/core/owners/servers.ts';
import { answerAtOnce, openFleet, PATIENT } from '../support/fleet.ts';

// Processes start, and each bot waits two seconds for what else is said.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const LIMIT = 20;
const ASKED = 60;

const fleet = await openFleet({ PREMIUM_WEEKLY_UNITS: '1000000000' });
answerAtOnce(fleet.ai, 300, 50);
afterAll(() => fleet.close());

beforeAll(async () => {
  await Promise.all([fleet.start('bot'), fleet.start('bot')]);
  await vi.waitUntil(() => fleet.discord.gateway.identifies.length === 2 || null, PATIENT);
});

test.each([
  ['the limit of all members', (_: string) => ({ member_questions: LIMIT })],
  [
    'the limit of their role',
    (role: string) => ({ member_questions: 1, role_questions: { [role]: LIMIT, '1': 2 } }),
  ],
])('of 60 questions that one member asks at once before two bots, 20 are answered and one line is written, by %s', async (_, limits) => {
  const guild = fleet.discord.addGuild({ name: 'Harbour', members: 120, joinedAt: new Date('2026-01-01') });
  const channels = Array.from({ length: ASKED }, () => guild.addChannel());
  const role = guild.addRole({ name: 'Patrons' });
  const member = guild.addMember({ name: 'Mia', roles: [role] });
  const isKnown = () =>
    fleet.visit(({ core }) =>
      getServer(core, guild.id).then(
        () => true,
        () => false,
      ),
    );
  await vi.waitUntil(isKnown, PATIENT);
  await fleet.visit(({ core }) =>
    changeServer(core, guild.id, { plan: 'premium', repeats: false, ...limits(role.id) }),
  );
  const calls = fleet.ai.requests.length;
  for (const [n, channel] of channels.entries())
    member.says(channel, `<@${fleet.discord.botId}> Is question ${n} one too many?`);
  const readStates = () =>
    fleet.visit(async ({ core }) => {
      const { kysely } = core.database;
      const rows = await kysely
        .selectFrom('handled_messages')
        .select('state')
        .where('server_id', '=', guild.id)
        .execute();
      return Object.fromEntries(
        [...Map.groupBy(rows, ({ state }) => state)].map(([state, own]) => [state, own.length]),
      );
    });
  await expect.poll(readStates, PATIENT).toEqual({ answered: LIMIT, dropped: ASKED - LIMIT });
  await fleet.discord.settled();
  const own = new Set(channels.map(({ id }) => id));
  const said = fleet.discord.sent.filter(({ channelId }) => own.has(channelId)).map(({ content }) => content);
  expect(said.filter((content) => content.startsWith('Of course.'))).toHaveLength(LIMIT);
  expect(said.filter((content) => content.startsWith('You have asked many questions'))).toHaveLength(1);
  expect(said).toHaveLength(LIMIT + 1);
  expect(fleet.ai.requests.length - calls).toBe(LIMIT);
  const stored = await fleet.visit(({ core }) =>
    core.database.kysely.selectFrom('member_windows').selectAll().where('server_id', '=', guild.id).execute(),
  );
  expect(stored.map(({ hits, left_out }) => [Object.keys(hits).length, left_out])).toEqual([
    [LIMIT, ASKED - LIMIT],
  ]);
});
