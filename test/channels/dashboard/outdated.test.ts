import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAdapters } from '../../../src/adapters/adapters.ts';
import { correctInPublic } from '../../../src/core/answering/outdated/correction.ts';
import { checkAnswers, listOutdated } from '../../../src/core/answering/outdated/outdated.ts';
import { assembleCore } from '../../../src/core/assembly.ts';
import { putEntry, removeKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { recordReplies } from '../../../src/core/members/message-claims.ts';
import { listServers } from '../../../src/core/owners/servers.ts';
import { ask, startApp, type TestApp, UNABORTED } from '../../support/app.ts';
import { type FakeChannel, type FakeDiscord, type FakeGuild, startDiscord } from '../../support/discord.ts';
import { Visitor } from '../../support/visitor.ts';
import { addOwned } from './learning-setup.ts';
import { lastAction, signInWithDiscord, useDashboard } from './setup.ts';

const TITLE = 'How much is the harbour pass?';
const costs = (euros: number) => `The harbour pass costs ${euros} euros.`;
const SEND_MESSAGES = 1n << 11n;

describe('One press on an answer that is wrong now', () => {
  let discord: FakeDiscord;
  let app: TestApp;
  let visitor: Visitor;
  let guild: FakeGuild;

  beforeAll(async () => {
    discord = await startDiscord({ messageContent: true });
    app = await startApp({
      ...{ ROLES: 'api,bot,dashboard', DISCORD_TOKEN: discord.token },
      ...discord.signInSettings,
    });
    await discord.ready();
  });
  afterAll(async () => {
    expect(discord.faults).toEqual([]);
    await app.stop();
    await discord.stop();
  });
  // What was corrected of one entry must not meet what another test makes of it.
  beforeEach(async () => {
    guild = discord.addGuild({ name: 'Harbour' });
    const owner = guild.addMember({ name: 'Ada', isAdmin: true });
    await expect
      .poll(() => listServers(app.core), { interval: 5 })
      .toContainEqual(expect.objectContaining({ id: guild.id }));
    visitor = new Visitor(app.url);
    await signInWithDiscord(visitor, discord, owner);
  });

  const path = (tab: string) => `/servers/${guild.id}/${tab}`;
  const write = (text: string, title = TITLE) =>
    putEntry(app.core, { serverId: guild.id, entryId: 'pass', title, text });
  const list = async () => {
    await checkAnswers(app.core, UNABORTED);
    return visitor.get(path('answers'));
  };
  const saidBelow = ({ id }: FakeChannel) => discord.sent.filter((one) => one.channelId === id).slice(1);
  const postsTo = ({ id }: FakeChannel) =>
    discord.requests.filter((one) => one.method === 'POST' && one.path === `/channels/${id}/messages`);

  /** A question in a channel of its own, whose answer the entry makes wrong right after it. */
  async function tell({ question = TITLE, before = costs(12), now = costs(15) } = {}) {
    await write(before, question);
    const channel = guild.addChannel();
    const asker = guild.addMember({ name: 'Mia' });
    asker.says(channel, `<@${discord.botId}> ${question}`);
    const answer = await discord.nextMessage(channel);
    await write(now, question);
    const find = () => listOutdated(app.core, guild.id);
    // The bot writes down where its answer stands a moment after it was sent.
    await expect.poll(find, { interval: 5 }).toMatchObject([{ isPosted: true }]);
    const [{ answerId = '' } = {}] = await find();
    const press = (options = {}) => visitor.post(path(`outdated/${answerId}/correct`), {}, options);
    return { channel, asker, answer, answerId, press };
  }

  test('replies to it with what it said and what holds now, tells whoever asked, and takes it from the list', async () => {
    const { channel, asker, answer, answerId } = await tell();
    const seen = await list();
    const form = seen.attribute(`[data-outdated="${answerId}"] form`, 'action') ?? '';
    const button = seen.attribute(`[data-outdated="${answerId}"] button`, 'aria-label');
    expect(button).toBe(`Correct the answer to “${TITLE}” on Discord`);
    expect((await visitor.submit(form)).text('[role=status]')).toBe('The correction is posted on Discord.');
    expect(saidBelow(channel)).toMatchObject([
      {
        content: `✏️ <@${asker.id}> This is no longer right:\n> ${costs(12)}\nWhat is correct now: ${costs(15)}`,
        replyTo: answer.id,
        pinged: { everyone: false, roles: [], users: [asker.id] },
      },
    ]);
    expect((await list()).document.querySelector('#outdated')).toBeNull();
    expect(await listOutdated(app.core, guild.id)).toEqual([]);
    expect(await lastAction(app, guild.id)).toMatchObject({
      ...{ action: 'answer.corrected', subject: answerId, memberName: 'Ada' },
    });
  });

  test('posts once, pressed twice at a time and in another process, and the others read why', async () => {
    const { channel, answerId, press } = await tell();
    const { config, clock, log } = app.core;
    const adapters = await openAdapters(config, log, 'share');
    const other = assembleCore({ ...adapters, config, clock, log });
    const [one, two, elsewhere] = await Promise.all([
      press(),
      press(),
      correctInPublic(other, { serverId: guild.id, answerId }),
    ]);
    await adapters.close();
    const told = [one, two].map(({ status }) => status === 303);
    expect([...told, elsewhere].filter(Boolean)).toHaveLength(1);
    const late = await press();
    expect([late.status, late.text('[role=alert]')]).toEqual([
      422,
      'There is nothing left to correct in this answer, or someone is correcting it right now.',
    ]);
    expect(saidBelow(channel)).toHaveLength(1);
    expect(postsTo(channel)).toHaveLength(2);
  });

  test('is not posted again where a process died after it had posted it', async () => {
    const { channel, press } = await tell();
    await press();
    const died = { corrected_at: null, claimed_until: new Date(app.clock.now + 60_000) };
    await app.core.database.kysely.updateTable('outdated_claims').set(died).execute();
    expect((await press()).status).toBe(422);
    app.clock.now += 61_000;
    expect((await press()).status).toBe(303);
    expect([saidBelow(channel).length, postsTo(channel).length]).toEqual([1, 2]);
    expect(await listOutdated(app.core, guild.id)).toEqual([]);
  });

  test('says what is missing, stays on the list, and posts it once after that', async () => {
    const { channel, press } = await tell();
    const told = async () => {
      const { status, text } = await press();
      return [status, text('[role=alert]')];
    };
    channel.setOverwrite(guild.everyone, { deny: SEND_MESSAGES });
    expect(await told()).toEqual([
      422,
      expect.stringContaining('the bot lacks the permission to write there'),
    ]);
    channel.setOverwrite(guild.everyone, {});
    discord.failNext({ method: 'POST', path: /messages$/, status: 503, count: 2 });
    expect(await told()).toEqual([422, expect.stringContaining('Discord cannot be reached')]);
    expect(saidBelow(channel)).toEqual([]);
    expect((await list()).document.querySelector('#outdated form')).not.toBeNull();
    expect((await press()).status).toBe(303);
    expect(saidBelow(channel)).toHaveLength(1);
  });

  test.each([
    ['message', ({ answer, asker, channel }) => asker.deletes({ id: answer.id, channelId: channel.id })],
    ['channel', ({ channel }) => channel.remove()],
  ] satisfies [
    string,
    (told: Awaited<ReturnType<typeof tell>>) => void,
  ][])('says so where the %s is gone', async (_, remove) => {
    const told = await tell();
    remove(told);
    expect((await told.press()).text('[role=alert]')).toContain('no longer exists on Discord');
    expect(saidBelow(told.channel)).toEqual([]);
    await removeKnowledge(app.core, guild.id, 'pass');
    await app.core.database.kysely.deleteFrom('outdated_claims').execute();
  });

  test('can be pressed again when the entry says something else again, in the language of the question', async () => {
    const was = 'Der Hafenpass kostet 12 Euro.';
    const now = (euros: number) => `Der Hafenpass kostet ${euros} Euro.`;
    const { channel, asker, press } = await tell({
      ...{ question: 'Wie viel kostet der Hafenpass?', before: was, now: now(15) },
    });
    await press();
    await write(now(18), 'Wie viel kostet der Hafenpass?');
    expect(await listOutdated(app.core, guild.id)).toMatchObject([{ said: was, now: now(18) }]);
    await press();
    await removeKnowledge(app.core, guild.id, 'pass');
    expect(await listOutdated(app.core, guild.id)).toHaveLength(1);
    await press();
    const head = `✏️ <@${asker.id}> Das stimmt inzwischen nicht mehr:\n> ${was}`;
    expect(saidBelow(channel).map(({ content }) => content)).toEqual([
      ...[15, 18].map((euros) => `${head}\nJetzt gilt: ${now(euros)}`),
      head,
    ]);
  });

  test('pings nobody whom the entry names, and is refused without the token of the form', async () => {
    const { channel, asker, press } = await tell({ now: `${costs(15).slice(0, -1)}, ask @everyone.` });
    expect((await press({ csrf: false })).status).toBe(403);
    expect(saidBelow(channel)).toEqual([]);
    await press();
    expect(saidBelow(channel)[0]?.pinged).toEqual({ everyone: false, roles: [], users: [asker.id] });
  });
});

describe('There is no press', () => {
  const dashboard = useDashboard();
  const withToken = useDashboard({}, { seesRoles: true });

  test.each([
    ['in a service without the token of the bot', () => dashboard, true],
    ['for an answer that no message holds', () => withToken, false],
  ])('%s', async (_, find, isPosted) => {
    const { app } = find();
    const { id, key, visitor, path } = await addOwned(find());
    await app.addKnowledge(id, [{ id: 'pass', title: TITLE, text: costs(12) }]);
    const { body } = await app.chat(key, ask(TITLE));
    const said = { serverId: id, channelId: '70000', memberId: null, answerId: body.id };
    if (isPosted) await recordReplies(app.core, { ...said, messageIds: ['80000'], replyIds: ['80001'] });
    await app.addKnowledge(id, [{ id: 'pass', title: TITLE, text: costs(15) }]);
    await checkAnswers(app.core, UNABORTED);
    const seen = await visitor.get(path('answers'));
    expect(seen.text(`[data-outdated="${body.id}"]`)).toContain('15 euros');
    expect(seen.document.querySelector('#outdated form')).toBeNull();
    expect((await visitor.post(path(`outdated/${body.id}/correct`))).status).toBe(422);
  });
});
