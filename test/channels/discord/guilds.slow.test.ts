import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { updateMemberCount } from '../../../src/core/members/arrivals.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { deleteServer, getServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { type Community, ENTRY, QUESTION, startCommunity } from './setup.ts';

let home: Community;
let key: string;
beforeEach(async () => {
  home = await startCommunity();
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  home.member.says(home.channel, `<@${home.discord.botId}> ${QUESTION}`);
  await home.discord.nextMessage(home.channel);
  ({ key } = await createKey(home.app.core, { serverId: home.guild.id }));
});
afterEach(() => home.stop());

/** The row as soon as it holds. */
async function serverBecomes(id: string, expected: object): Promise<void> {
  await expect
    .poll(() => getServer(home.app.core, id), { timeout: 9_000, interval: 5 })
    .toMatchObject(expected);
}

test('a server that the bot joins gets a row with name, members, day of joining, language and free plan', async () => {
  await serverBecomes(home.guild.id, {
    name: 'Harbour',
    memberCount: 120,
    botJoinedAt: new Date('2026-01-01T00:00:00Z'),
    plan: 'free',
    active: true,
    settings: { language: 'en' },
  });
  const joinedAt = new Date('2026-03-17T00:00:00Z');
  const joined = home.discord.addGuild({ name: 'Werft', members: 7, joinedAt, locale: 'de' });
  await serverBecomes(joined.id, {
    name: 'Werft',
    memberCount: 7,
    botJoinedAt: joinedAt,
    settings: { language: 'de' },
  });
  for (const [locale, language] of [
    ['pt-BR', 'pt'],
    ['es-419', 'es'],
    ['sv-SE', 'en'],
  ])
    await serverBecomes(home.discord.addGuild({ locale }).id, { settings: { language } });
});

test('these facts decide on the trial: 19 members are refused, 20 are admitted', async () => {
  home.guild.update({ name: 'Harbour 2' });
  await serverBecomes(home.guild.id, { name: 'Harbour 2' });
  expect((await home.app.chat(key, ask(QUESTION))).status).toBe(200);
  const small = home.discord.addGuild({ members: 19, joinedAt: new Date('2026-01-01T00:00:00Z') });
  await serverBecomes(small.id, { memberCount: 19 });
  const { key: smallKey } = await createKey(home.app.core, { serverId: small.id });
  const { status, body } = await home.app.chat(smallKey, ask(QUESTION));
  expect([status, body.error.details.members]).toEqual([403, { have: 19, need: 20 }]);
});

test('G60 · when a server removes the bot, its keys stop, its knowledge stays, and what members wrote is deleted', async () => {
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  home.guild.remove();
  await serverBecomes(home.guild.id, { active: false });
  const { status, body } = await home.app.chat(key, ask(QUESTION));
  expect([status, body.error.code]).toEqual([403, 'server_inactive']);
  const { kysely } = home.app.core.database;
  expect(await kysely.selectFrom('knowledge').select('id').execute()).toEqual([{ id: 'join' }]);
  await expect
    .poll(() => kysely.selectFrom('answers').select(['question', 'answer']).execute(), { interval: 5 })
    .toEqual([{ question: null, answer: null }]);
  expect(await kysely.selectFrom('handled_messages').select('member_id').execute()).toEqual([
    { member_id: null },
  ]);
});

test('a server that cannot be emptied does not block others from being left, and is retried', async () => {
  const others = [home.discord.addGuild({ name: 'Werft' }), home.discord.addGuild({ name: 'Kai' })];
  for (const { id } of others) await serverBecomes(id, { active: true });
  const { kysely } = home.app.core.database;
  await sql`ALTER TABLE answers ADD CONSTRAINT stuck CHECK (question IS NOT NULL) NOT VALID`.execute(kysely);
  home.guild.remove();
  for (const other of others) other.remove();
  for (const { id } of [home.guild, ...others]) await serverBecomes(id, { active: false });
  expect((await home.app.chat(key, ask(QUESTION))).body.error.code).toBe('server_inactive');
  await sql`ALTER TABLE answers DROP CONSTRAINT stuck`.execute(kysely);
  await expect
    .poll(() => kysely.selectFrom('answers').select('question').execute(), { timeout: 9_000, interval: 5 })
    .toEqual([{ question: null }]);
});

test('data of one server is not written again because another cannot be emptied yet', async () => {
  const { core, logged } = home.app;
  const { kysely } = core.database;
  await sql`ALTER TABLE answers ADD CONSTRAINT stuck CHECK (question IS NOT NULL) NOT VALID`.execute(kysely);
  home.guild.remove();
  const joined = home.discord.addGuild({ members: 7 });
  await serverBecomes(joined.id, { memberCount: 7 });
  await expect.poll(() => logged.map(({ message }) => message)).toContain('servers not stored, trying again');
  await updateMemberCount(core, joined.id, 8);
  await sql`ALTER TABLE answers DROP CONSTRAINT stuck`.execute(kysely);
  await expect
    .poll(() => kysely.selectFrom('answers').select('question').execute(), { timeout: 9_000, interval: 5 })
    .toEqual([{ question: null }]);
  expect(await getServer(core, joined.id)).toMatchObject({ memberCount: 8 });
});

test('G60 · an outage of the server changes nothing', async () => {
  home.guild.goesAway();
  await home.discord.settled();
  expect((await home.app.chat(key, ask(QUESTION))).status).toBe(200);
  home.guild.comesBack();
  await home.discord.settled();
  home.member.says(home.channel, `<@${home.discord.botId}> ${QUESTION}`);
  await home.discord.nextMessage(home.channel);
  expect(await getServer(home.app.core, home.guild.id)).toMatchObject({ active: true });
});

test('G60 · a server left while the bot was away, or while its connection was down, is noticed', async () => {
  const other = home.discord.addGuild({ name: 'Werft' });
  await serverBecomes(other.id, { name: 'Werft', active: true });
  const byHand = await home.app.addServer();
  home.discord.gateway.refuse(true);
  home.discord.gateway.closeAll(4000);
  other.remove();
  home.discord.gateway.refuse(false);
  home.discord.gateway.invalidate(false);
  await serverBecomes(other.id, { active: false });
  expect(await getServer(home.app.core, home.guild.id)).toMatchObject({ active: true });
  expect(await getServer(home.app.core, byHand.id)).toMatchObject({ active: true });
});

test('G60 · a READY that lists no servers does not make the bot leave those it is still on', async () => {
  const gone = home.discord.addGuild({ name: 'Werft' });
  await serverBecomes(gone.id, { name: 'Werft', active: true });
  const { dispatch } = home.discord.gateway;
  // Removed without being told of it.
  home.discord.gateway.dispatch = () => undefined;
  gone.remove();
  home.discord.gateway.dispatch = dispatch;
  const [session] = home.discord.sessions;
  home.discord.gateway.dispatch({
    type: 'READY',
    guildId: null,
    intents: 0,
    data: {
      ...{ v: 10, guilds: [], session_id: session?.id, resume_gateway_url: home.discord.gateway.url },
      user: { id: home.discord.botId, username: 'support-bot', discriminator: '0', avatar: null, bot: true },
      ...{ shard: [0, 1], application: { id: home.discord.applicationId, flags: 0 } },
    },
  });
  await serverBecomes(gone.id, { active: false });
  expect(await getServer(home.app.core, home.guild.id)).toMatchObject({ active: true });
});

test('G60 · if the bot is removed during an answer, nothing of the asker stays', async () => {
  const calls = home.ai.requests.length;
  const release = home.ai.hold();
  const asked = home.member.says(home.channel, `<@${home.discord.botId}> secret question`);
  await home.ai.received(calls + 1);
  home.guild.remove();
  await serverBecomes(home.guild.id, { active: false });
  release();
  const { kysely } = home.app.core.database;
  const read = () =>
    kysely
      .selectFrom('handled_messages')
      .select(['state', 'member_id'])
      .where('message_id', '=', asked.id)
      .executeTakeFirst();
  await expect.poll(read, { timeout: 9_000, interval: 5 }).toEqual({ state: 'dropped', member_id: null });
  expect(JSON.stringify(await kysely.selectFrom('answers').selectAll().execute())).not.toContain('secret');
});

test('a server that was deleted from the database is created again with its next question or command', async () => {
  const loseServer = async () => {
    await deleteServer(home.app.core, home.guild.id);
    home.app.clock.now += 6_000;
  };
  await loseServer();
  home.member.says(home.channel, `<@${home.discord.botId}> ${QUESTION}`);
  expect((await home.discord.nextMessage(home.channel)).content).toContain('Press Join.');
  await serverBecomes(home.guild.id, { name: 'Harbour', active: true });
  await loseServer();
  const reply = await home.admin.runs(home.channel, 'persona set', { tone: 'dry' }).reply();
  expect(reply.content).toMatch(/^✅|Saved/);
  await serverBecomes(home.guild.id, { name: 'Harbour', active: true, settings: { tone: 'dry' } });
});
