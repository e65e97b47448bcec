import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import { modeIn, parseSettings, type Settings, settingsSchema } from '../../../src/core/owners/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import {
  type FakeChannel,
  type FakeDiscord,
  type FakeGuild,
  type FakeMember,
  startDiscord,
} from '../../support/discord.ts';
import { Visitor } from '../../support/visitor.ts';
import { lastAction, signInWithDiscord, useDashboard } from './setup.ts';

const settingsOf = async ({ core }: TestApp, id: string): Promise<Settings> =>
  parseSettings((await getServer(core, id)).settings);

describe('Places, team and limits, with a bot', () => {
  let discord: FakeDiscord;
  let app: TestApp;
  let visitor: Visitor;
  let guild: FakeGuild;
  let foreign: FakeGuild;
  let owner: FakeMember;
  let help: FakeChannel;
  let posts: FakeChannel;
  let roleId: string;
  const path = (tab = 'channels') => `/servers/${guild.id}/${tab}`;

  beforeAll(async () => {
    discord = await startDiscord();
    app = await startApp({
      ...{ ROLES: 'api,dashboard', DISCORD_TOKEN: discord.token },
      ...discord.signInSettings,
    });
  });
  afterAll(async () => {
    await app.stop();
    await discord.stop();
  });
  // Names are kept for a minute of the real clock: every test has servers of its own.
  beforeEach(async () => {
    guild = discord.addGuild({ name: 'Harbour' });
    foreign = discord.addGuild({ name: 'Elsewhere' });
    owner = guild.addMember({ name: 'Ada', isAdmin: true });
    help = guild.addChannel({ name: 'help' });
    posts = guild.addChannel({ name: 'posts', kind: 'forum' });
    roleId = guild.addRole({ name: 'Crew' }).id;
    await app.addServer({ id: guild.id, name: 'Harbour' });
    visitor = new Visitor(app.url);
    await signInWithDiscord(visitor, discord, owner);
  });

  test('a channel is added to what the bot reads by its name, and stands there by its name; a foreign one is refused', async () => {
    const page = await visitor.get(`${path('links')}?lang=en`);
    const names = [...page.document.querySelectorAll('#channel-url option')].map((one) => one.textContent);
    expect(names).toEqual(['Choose a channel', '#help', '#posts (forum)']);
    const added = await visitor.follow(await visitor.post(path('links'), { url: `discord:${help.id}` }));
    expect(added.document.querySelector('.link-card h3')?.textContent).toBe('#help');
    const secret = foreign.addChannel({ name: 'secret' });
    const refused = await visitor.post(path('links'), { url: `discord:${secret.id}` });
    expect([refused.status, refused.document.body.textContent]).toEqual([
      422,
      expect.stringContaining('This server has no such channel'),
    ]);
    expect(refused.document.body.textContent).not.toContain('secret');
  });

  test('offers the channels and roles of this server by name, but never @everyone or a bot’s role', async () => {
    const labels = async (tab: string, selector: string) => (await visitor.get(path(tab))).texts(selector);
    const places = await labels('channels', '#channel option');
    expect(places).toEqual(['Choose a channel', '#help', '#posts (forum)']);
    const told = await labels('limits', '#alerts-channel option');
    expect(told).toEqual(['No channel: nobody is told', '#help']);
    const roles = await labels('team', '.choices label');
    expect(roles).toContain('Crew');
    expect(roles).not.toContain('@everyone');
    expect(roles).toHaveLength(2);
  });

  test('sets the mode of a channel, shows it by name, and removes it with the default', async () => {
    const seen = await visitor.submit(path(), { channel: help.id, mode: 'every_message' });
    expect(seen.text('[role=status]')).toBe('Saved.');
    expect(seen.text('tbody tr')).toContain('#help');
    expect((await settingsOf(app, guild.id)).channels).toEqual({ [help.id]: 'every_message' });
    const subject = `channels ${help.id}: – → every_message`;
    expect(await lastAction(app, guild.id)).toMatchObject({
      ...{ action: 'channels.changed', subject, memberName: 'Ada' },
    });
    await visitor.submit(path(), { channel: help.id, mode: 'mention' });
    expect((await settingsOf(app, guild.id)).channels).toEqual({});
  });

  test('offers a category above its channels as applying to all of them, and never for alerts', async () => {
    const category = guild.addChannel({ name: 'Support', kind: 'category' });
    const below = guild.addChannel({ name: 'tickets', under: category });
    const { document } = await visitor.get(path());
    const options = [...document.querySelectorAll('#channel option')].map(({ textContent }) => textContent);
    expect(options.slice(-2)).toEqual(['Support (category: all channels in it)', '#tickets']);
    expect((await visitor.get(path('limits'))).text('#alerts-channel')).not.toContain('Support');
    const seen = await visitor.submit(path(), { channel: category.id, mode: 'every_message' });
    expect(seen.text('tbody tr')).toContain('Support (category: all channels in it)');
    const { channels } = await settingsOf(app, guild.id);
    expect(modeIn({ channels }, { channelId: below.id, above: [category.id] })).toBe('every_message');
    const german = await visitor.get(path(), { 'Accept-Language': 'de' });
    expect(german.text('tbody tr')).toContain('Support (Kategorie: alle Kanäle darin)');
    const refused = await visitor.post(path('alerts'), { channel: category.id });
    expect(refused.text('#alerts-channel-fault')).toContain('The bot cannot post messages there');
  });

  test('lets a channel in a category with a mode answer only mentions, and return to the category’s mode', async () => {
    const category = guild.addChannel({ name: 'Support', kind: 'category' });
    const below = guild.addChannel({ name: 'tickets', under: category });
    await visitor.submit(path(), { channel: category.id, mode: 'off' });
    const seen = await visitor.submit(path(), { channel: below.id, mode: 'mention' });
    const both = { [category.id]: 'off', [below.id]: 'mention' };
    expect((await settingsOf(app, guild.id)).channels).toEqual(both);
    const row = [...seen.document.querySelectorAll('tbody tr')].find((one) =>
      one.textContent?.includes('#tickets'),
    );
    const fields = [...(row?.querySelectorAll('form input') ?? [])].map((one): [string, string] => [
      one.getAttribute('name') ?? '',
      one.getAttribute('value') ?? '',
    ]);
    expect((await visitor.post(path(), Object.fromEntries(fields))).status).toBe(303);
    expect((await settingsOf(app, guild.id)).channels).toEqual({ [category.id]: 'off' });
  });

  test('sets instructions of a category, brings them back to be changed, and removes them; a mode never does', async () => {
    const category = guild.addChannel({ name: 'Billing', kind: 'category' });
    const to = path('channels/instructions');
    const seen = await visitor.submit(to, { channel: category.id, instructions: ' Speak of billing. ' });
    expect(seen.text('[role=status]')).toBe('Saved.');
    expect(seen.text('#instructions tbody tr')).toContain('Speak of billing.');
    const kept = async () => (await settingsOf(app, guild.id)).place_instructions;
    expect(await kept()).toEqual({ [category.id]: 'Speak of billing.' });
    expect(await lastAction(app, guild.id)).toMatchObject({
      ...{ action: 'channels.changed', subject: `place_instructions ${category.id}: – → Speak of billing.` },
    });
    await visitor.submit(path(), { channel: category.id, mode: 'mention' });
    const link = seen.attribute('#instructions tbody a', 'href') ?? '';
    const again = await visitor.get(link.replace(/#.*/, ''));
    expect(again.text('#place-instructions')).toContain('Speak of billing.');
    expect(again.attribute('#place-channel option[selected]', 'value')).toBe(category.id);
    await visitor.post(to, { channel: category.id, remove: 'yes' });
    expect(await kept()).toEqual({});
  });

  test.each([
    ['without a channel', () => ({ channel: '', instructions: 'x' }), 'Please choose a channel.'],
    ['without words', () => ({ channel: help.id, instructions: ' ' }), 'Please enter 1 to 1000 characters.'],
    [
      'that are too long',
      () => ({ channel: help.id, instructions: 'x'.repeat(1_001) }),
      '1 to 1000 characters',
    ],
    [
      'of a channel of another server',
      () => ({ channel: foreign.addChannel().id, instructions: 'x' }),
      'does not belong to your server',
    ],
  ])('refuses instructions %s and keeps what was typed', async (_, typed, line) => {
    const refused = await visitor.post(path('channels/instructions'), typed());
    expect(refused.status).toBe(422);
    expect(refused.text('#instructions .fault')).toContain(line);
    expect(refused.text('#place-instructions')?.trim()).toBe(typed().instructions.trim());
    expect((await settingsOf(app, guild.id)).place_instructions).toEqual({});
  });

  test('warns while Discord does not let the bot read messages that a mode needs', async () => {
    const seen = await visitor.submit(path(), { channel: posts.id, mode: 'forum' });
    expect(seen.text('.note.warn')).toContain('Message Content Intent');
  });

  test.each([
    ['', 'Please choose a channel.'],
    ['12a', 'Enter an ID: digits only.'],
  ])('refuses the channel "%s" beside its field and keeps the chosen mode', async (channel, fault) => {
    const seen = await visitor.post(path(), { channel, mode: 'off' });
    expect(seen.status).toBe(422);
    expect(seen.text('#channel-fault')).toBe(fault);
    expect(seen.attribute('#mode option[selected]', 'value')).toBe('off');
  });

  test('allows at most 200 channels with their own mode', async () => {
    const channels = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n + 1}`, 'off' as const]));
    await changeSettings(app.core, guild.id, () => ({ channels }));
    await visitor.get(path());
    const seen = await visitor.post(path(), { channel: help.id, mode: 'off' });
    expect(seen.text('#channel-fault')).toContain('At most 200 channels.');
    expect((await visitor.post(path(), { channel: '7', mode: 'forum' })).status).toBe(303);
  });

  test('sets who teaches and who is called, and can clear both', async () => {
    const fields = { teach_roles: [roleId], handover_role: roleId };
    const seen = await visitor.submit(path('team'), fields);
    expect(seen.document.querySelectorAll('.choices input[checked]')).toHaveLength(1);
    expect(await settingsOf(app, guild.id)).toMatchObject(fields);
    expect((await lastAction(app, guild.id))?.subject).toBe(`handover_role: – → ${roleId}`);
    await visitor.submit(path('team'), { handover_role: '' });
    expect(await settingsOf(app, guild.id)).toMatchObject({ teach_roles: [], handover_role: null });
  });

  test('takes another role for a reason or a place, and whether askers are reminded; nothing foreign', async () => {
    const base = { teach_roles: [], handover_role: '' };
    await visitor.submit(path('team'), {
      ...{ ...base, handover_roles: [`payment=${roleId}`], remind_asker: 'off' },
      ...{ handover_place: help.id, handover_place_role: roleId },
    });
    const stored = { handover_roles: { payment: roleId, [help.id]: roleId }, remind_asker: false };
    expect(await settingsOf(app, guild.id)).toMatchObject(stored);
    const seen = await visitor.get(path('team'));
    expect(seen.texts('details label')).toEqual(expect.arrayContaining(['payment', '#help', 'Place']));
    const foreignRole = foreign.addRole({ name: 'Theirs' }).id;
    for (const [wrong, line] of [
      [`ban=${foreignRole}`, /does not belong/],
      [`ban=${guild.id}`, /everyone does not work/],
      ['ban=Crew', /needs the ID of a role/],
    ] as const) {
      const refused = await visitor.post(path('team'), { ...base, handover_roles: [wrong] });
      expect([refused.status, refused.text('details .fault')]).toEqual([422, expect.stringMatching(line)]);
    }
    expect(await settingsOf(app, guild.id)).toMatchObject(stored);
    await visitor.submit(path('team'), { ...base, handover_roles: [''] });
    expect(await settingsOf(app, guild.id)).toMatchObject({ handover_roles: {}, remind_asker: false });
  });

  test('accepts neither @everyone nor a role of another server', async () => {
    const everyone = await visitor.post(path('team'), { teach_roles: [guild.id], handover_role: guild.id });
    expect(everyone.status).toBe(422);
    expect(everyone.text('fieldset [role=alert]')).toContain('@everyone does not work');
    expect(everyone.text('#handover_role-fault')).toContain('@everyone does not work');
    const role = foreign.addRole({ name: 'Pirates' }).id;
    const seen = await visitor.post(path('team'), { teach_roles: [], handover_role: role });
    expect(seen.text('#handover_role-fault')).toContain('does not belong to your server');
    expect(await settingsOf(app, guild.id)).toMatchObject({ teach_roles: [], handover_role: null });
  });

  test('accepts for alerts only a channel of this server that takes messages', async () => {
    const other = foreign.addChannel({ name: 'gossip' });
    const refused = await visitor.post(path('alerts'), { channel: other.id });
    expect(refused.status).toBe(422);
    expect(refused.text('#alerts-channel-fault')).toContain('does not belong to your server');
    const forum = await visitor.post(path('alerts'), { channel: posts.id });
    expect(forum.text('#alerts-channel-fault')).toContain('The bot cannot post messages there');
    await visitor.submit(path('alerts'), { channel: help.id });
    expect((await settingsOf(app, guild.id)).alerts_channel).toBe(help.id);
    await visitor.submit(path('alerts'), { channel: '' });
    expect((await settingsOf(app, guild.id)).alerts_channel).toBeNull();
    expect(await lastAction(app, guild.id)).toMatchObject({
      action: 'alerts.changed',
      subject: `alerts_channel: ${help.id} → –`,
    });
  });

  test('shows ids while Discord does not answer, and then accepts no channel for alerts', async () => {
    discord.failNext({ path: new RegExp(`${guild.id}/channels$`), status: 500, count: 99 });
    const seen = await visitor.get(path());
    expect(seen.status).toBe(200);
    expect(seen.text('.note')).toContain('Discord is not responding');
    expect(seen.document.querySelector('input#channel')).not.toBeNull();
    const saved = await visitor.submit(path('team'), { teach_roles: `11\n22`, handover_role: '33' });
    expect(saved.text('#teach_roles')).toBe('11\n22');
    const refused = await visitor.post(path('alerts'), { channel: help.id });
    expect(refused.text('#alerts-channel-fault')).toContain('cannot be checked');
  });
});

describe('Places, team and limits, without a bot', () => {
  const dashboard = useDashboard();
  beforeEach(async () => {
    const { app, server } = dashboard;
    await changeSettings(app.core, server.id, () => settingsSchema.parse({}));
    await dashboard.visitor.get(dashboard.path('channels'));
  });

  test('accepts ids and says where to find them', async () => {
    const { app, visitor, path, server } = dashboard;
    const seen = await visitor.get(path('channels'));
    expect(seen.text('.note')).toContain('No bot is connected');
    await visitor.submit(path('channels'), { channel: '123', mode: 'off' });
    await visitor.submit(path('alerts'), { channel: '456' });
    expect(await settingsOf(app, server.id)).toMatchObject({
      channels: { 123: 'off' },
      alerts_channel: '456',
    });
  });

  test('keeps what was typed if an id is wrong', async () => {
    const { visitor, path } = dashboard;
    const fields = { teach_roles: 'Crew', handover_role: 'Captain' };
    const seen = await visitor.post(path('team'), fields, { headers: { 'Accept-Language': 'de' } });
    expect(seen.status).toBe(422);
    expect(seen.text('#teach_roles')).toBe('Crew');
    expect(seen.text('#teach_roles-fault')).toBe('Das muss eine Id sein: nur Ziffern.');
    expect(seen.attribute('#handover_role', 'value')).toBe('Captain');
  });

  test('reserves topics for people, one per line, each once', async () => {
    const { app, visitor, path, server } = dashboard;
    await visitor.submit(path('topics'), { topics: ' Refund \n\nban appeal\nRefund\n' });
    expect((await settingsOf(app, server.id)).topics).toEqual(['Refund', 'ban appeal']);
    expect(await lastAction(app, server.id)).toMatchObject({
      action: 'persona.changed',
      subject: 'topics: – → Refund, ban appeal',
    });
    const { body } = await app.chat(server.key, { messages: [{ role: 'user', content: 'my ban appeal' }] });
    expect(body.needs_team).toBe(true);
  });

  test.each([
    ['x'.repeat(61), 'A word may have at most 60 characters.'],
    [Array.from({ length: 51 }, (_, n) => `word ${n}`).join('\n'), 'At most 50 words.'],
  ])('refuses topics that are too long or too many and keeps them', async (topics, fault) => {
    const { visitor, path } = dashboard;
    const seen = await visitor.post(path('topics'), { topics });
    expect(seen.status).toBe(422);
    expect(seen.text('#topics-fault')).toBe(fault);
    expect(seen.text('#topics')).toBe(topics);
  });

  test('lists the team’s names in tickets, one per line, each once, and they apply at once', async () => {
    const { app, visitor, path, server } = dashboard;
    const messages = [
      { role: 'user', name: 'Kim', content: 'hello' },
      { role: 'user', name: 'Runa', content: 'you were banned and your payment was refunded' },
      { role: 'user', name: 'Kim', content: 'thanks' },
    ];
    const reason = async () => (await app.chat(server.key, { messages })).body.team_reason;
    expect(await reason()).not.toBeNull();
    await visitor.submit(path('team-names'), { team_names: ' Runa \n\nJo (night)\nRuna\n' });
    expect((await settingsOf(app, server.id)).team_names).toEqual(['Runa', 'Jo (night)']);
    expect(await lastAction(app, server.id)).toMatchObject({ action: 'team.changed', subject: 'team_names' });
    expect(await reason()).toBeNull();
    const page = await visitor.get(`${path('team')}?lang=de`);
    expect(page.text('#team_names')).toBe('Runa\nJo (night)');
    expect(page.text('main')).toContain('Namen deines Teams in Tickets');
    await visitor.get(`${path('channels')}?lang=en`);
    await visitor.submit(path('team-names'), { team_names: '' });
    expect((await settingsOf(app, server.id)).team_names).toEqual([]);
  });

  test.each([
    ['x'.repeat(101), 'A name may have at most 100 characters.'],
    [Array.from({ length: 51 }, (_, n) => `name ${n}`).join('\n'), 'At most 50 names.'],
  ])('refuses names that are too long or too many and keeps them', async (team_names, fault) => {
    const { visitor, path } = dashboard;
    const seen = await visitor.post(path('team-names'), { team_names });
    expect(seen.status).toBe(422);
    expect(seen.text('#team_names-fault')).toBe(fault);
    expect(seen.text('#team_names')).toBe(team_names);
  });

  test('switches learning on and off and says what it requires', async () => {
    const { app, visitor, path, server } = dashboard;
    const on = await visitor.submit(path('learning'), { state: 'on' });
    expect(on.text('[role=status]')).toContain('Learning is on');
    expect(on.text('#learning .warn')).toContain('No role may teach yet.');
    expect((await settingsOf(app, server.id)).learning).toBe(true);
    await visitor.submit(path('learning'), { state: 'off' });
    expect((await settingsOf(app, server.id)).learning).toBe(false);
    expect(await lastAction(app, server.id)).toMatchObject({
      action: 'learning.changed',
      subject: 'learning: true → false',
    });
    expect((await visitor.post(path('learning'), { state: 'maybe' })).status).toBe(422);
  });
});
