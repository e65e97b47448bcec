import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CommandOption } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/commands.ts';
import { findAnswerOfReply } from '../../../src/core/handled.ts';
import { createKey, listKeys } from '../../../src/core/keys.ts';
import { addEntry, listKnowledge } from '../../../src/core/knowledge.ts';
import { addLink, listLinks } from '../../../src/core/links.ts';
import { changeServer, getServer } from '../../../src/core/servers.ts';
import { parseSettings } from '../../../src/core/settings.ts';
import { getSuggestion, listTraining, suggest } from '../../../src/core/training.ts';
import { startApp } from '../../support/app.ts';
import { createTestDatabase } from '../../support/database.ts';
import {
  type FakeChannel,
  type FakeMember,
  type InteractionHandle,
  type SentMessage,
  startDiscord,
} from '../../support/discord.ts';
import { type Community, startCommunity } from './setup.ts';

/** Stands in everything that somebody types here, so that no log may hold it. */
const TYPED = 'Salzkraut';
const NO_PINGS = { everyone: false, roles: [], users: [] };
/** The option that is completed, by command. */
const COMPLETED = {
  'key revoke': 'key',
  'knowledge remove': 'entry',
  'links remove': 'url',
  'links crawl': 'url',
  'training approve': 'id',
  'training reject': 'id',
};
const GONE = '3b0f6d2e-6e0b-4c56-8f0a-0d7f6f3f9b11';

let home: Community;
beforeAll(async () => {
  home = await startCommunity();
  // The note that the commands are registered is the last thing that a start writes.
  await found(async () => (await dumpTables()).cache?.[0]);
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  const told = home.app.logged.map(({ fields: { err: _, ...fields }, message }) => [fields, message]);
  expect(JSON.stringify(told)).not.toContain(TYPED);
  await home.stop();
});
beforeEach(() => {
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
});

/** What `find` returns once there is something; every look is a round trip to the database. */
async function found<T>(find: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const value = await find();
    if (value !== null && value !== undefined) return value;
    if (performance.now() > deadline) throw new Error('not found in five seconds');
  }
}

/** A server of its own with somebody of each kind; `locale` is what their clients are set to. */
async function openServer(locale: 'de' | 'en-US' = 'en-US') {
  const guild = home.discord.addGuild({ locale, joinedAt: new Date('2026-01-01T00:00:00Z') });
  const channel = guild.addChannel();
  const teachers = guild.addRole({ name: 'Teachers' });
  const admin = guild.addMember({ name: 'Ada', isAdmin: true });
  const member = guild.addMember({ name: 'Mia' });
  const teacher = guild.addMember({ name: 'Tea', roles: [teachers] });
  for (const person of [admin, member, teacher]) person.locale = locale;
  await admin.runs(channel, 'team teach', { role: teachers }).reply();
  await changeServer(home.app.core, guild.id, { plan: 'premium' });
  const settings = async () => parseSettings((await getServer(home.app.core, guild.id)).settings);
  return { guild, channel, teachers, admin, member, teacher, settings };
}
type OpenServer = Awaited<ReturnType<typeof openServer>>;

/** Every row of every table as text. */
async function dumpTables(): Promise<Record<string, string[]>> {
  const { kysely } = home.app.core.database;
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(kysely);
  const dump: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(name)} AS t ORDER BY 1`.execute(kysely);
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}

/** What only whoever used it sees; nobody is pinged by it. */
async function whispered(use: InteractionHandle): Promise<SentMessage> {
  const reply = await use.reply();
  expect({ ephemeral: reply.ephemeral, pinged: reply.pinged }).toEqual({ ephemeral: true, pinged: NO_PINGS });
  return reply;
}

const textOf = async (use: InteractionHandle) => (await whispered(use)).content;

/** The values that a form opens with. */
function valuesOf({ modal }: SentMessage): Record<string, unknown> {
  const fields = (modal?.components ?? []).flatMap(({ components = [] }) => components);
  return Object.fromEntries(fields.map(({ custom_id, value }) => [custom_id, value]));
}

const logOf = ({ id }: InteractionHandle) =>
  home.app.logged.filter(({ fields }) => fields.interaction === id);

/** Holds one interaction to a line for whoever used it, one line in the log, and the same rows as before. */
async function expectRefused(use: () => InteractionHandle, line: RegExp): Promise<void> {
  const before = await dumpTables();
  const used = use();
  expect(await used.ackedAfterMs).toBeLessThan(1_000);
  expect(await textOf(used)).toMatch(line);
  await home.discord.settled();
  expect(await dumpTables()).toEqual(before);
  expect(logOf(used)).toHaveLength(1);
}

const button = (customId: string) => ({ custom_id: customId, component_type: 2 });

function form(customId: string, values: Record<string, string>) {
  const components = Object.entries(values).map(([custom_id, value]) => ({
    type: 1,
    components: [{ type: 4, custom_id, value }],
  }));
  return { custom_id: customId, components, resolved: {} };
}

const FIELDS = { question: 'Forged?', answer: 'Forged.', title: 'Forged', text: 'Forged', name: 'Forged' };

describe('what nobody may do', () => {
  let server: OpenServer;
  let other: OpenServer;
  /** What a forged use would hit, by command and option, or by the beginning of a button's id. */
  let prey: Record<string, string>;
  beforeAll(async () => {
    server = await openServer();
    other = await openServer();
    prey = await plant(server);
  });

  /** Something of every kind that can be changed. */
  async function plant({ guild, channel, teachers, member }: OpenServer): Promise<Record<string, string>> {
    const { core } = home.app;
    const { id: serverId } = guild;
    const key = await createKey(core, { serverId });
    const entry = await addEntry(core, { serverId, title: `${TYPED}?`, text: 'Green.', link: null });
    const link = await addLink(core, serverId, `https://docs.example/${serverId}`);
    const suggestion = await suggest(core, {
      serverId,
      question: 'Why?',
      answer: 'Why not.',
      source: 'menu',
    });
    const said = member.says(channel, `${TYPED} comes back every day.`);
    const answer = await member.runs(channel, 'ask', { question: `How do I join ${TYPED}?` }).reply();
    const { answerId } = await found(() => findAnswerOfReply(core, serverId, answer.id));
    return {
      'key key': key.id,
      'knowledge entry': entry.id,
      'links url': link.url,
      'training id': suggestion.id,
      'team role': teachers.id,
      'channels channel': channel.id,
      'channels mode': 'off',
      'learning state': 'on',
      'persona level': 'V2',
      'persona language': 'de',
      training: suggestion.id,
      knowledge: '2',
      answer: answerId,
      correct: `${channel.id}:${answer.id}`,
      learn: `${channel.id}:${said.id}:${member.id}`,
      message: said.id,
      answered: answer.id,
    };
  }

  const TYPES = { string: 3, channel: 7, role: 8 };
  const optionData = (command: string, { name, kind }: CommandOption) => ({
    name,
    type: TYPES[kind],
    value: prey[`${command} ${name}`] ?? 'Forged',
  });

  /** Every command, subcommand, button and form that is not for everyone, with data to forge it with. */
  const guarded = COMMANDS.flatMap(({ data, actions = {} }) => {
    const { name, access } = data;
    const own = data.subcommands ?? [{ name: '', options: data.options ?? [] }];
    const commands = own.map((sub) => ({
      title: `/${name} ${sub.name}`.trim(),
      access,
      data: () => {
        const options = (sub.options ?? []).map((option) => optionData(name, option));
        return {
          name,
          type: 1,
          options: data.subcommands ? [{ name: sub.name, type: 1, options }] : options,
        };
      },
    }));
    const menu = {
      title: name,
      access,
      data: () => {
        const id = (name === 'Learn from this' ? prey.message : prey.answered) ?? '';
        const author = server.member.state.user;
        const message = {
          id,
          channel_id: server.channel.id,
          author,
          content: 'x',
          attachments: [],
          embeds: [],
        };
        return { name, type: 3, target_id: id, resolved: { messages: { [id]: message } } };
      },
    };
    const pressed = Object.entries(actions).map(([id, action]) => ({
      title: id,
      access: action.access,
      data: () => {
        const whole = `${id}:${prey[id.split(':')[0] ?? ''] ?? ''}`;
        return id.endsWith(':save') ? form(whole, FIELDS) : button(whole);
      },
    }));
    return [...(data.kind === 'slash' ? commands : [menu]), ...pressed];
  }).filter(({ access }) => access !== 'everyone');

  test('the list of what is guarded holds every command of the contract that is not for everyone', () => {
    expect(guarded.filter(({ title }) => title.startsWith('/'))).toHaveLength(25);
    expect(guarded.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Learn from this', 'Correct this answer', 'training:approve', 'correct:save']),
    );
  });

  test.each(
    guarded,
  )('G66 · a member without the right forges $title: a refusal, and nothing changes', async ({
    access,
    data,
  }) => {
    const line = access === 'admin' ? /right “Manage Server”/ : /teaching role/;
    await expectRefused(() => server.member.forges(server.channel, data()), line);
    const { state } = server.member;
    const powerless = { member: { ...state, permissions: '0' } };
    server.member.locale = 'de';
    const inGerman = access === 'admin' ? /Recht „Server verwalten“/ : /Lehr-Rolle/;
    await expectRefused(() => server.member.forges(server.channel, data(), powerless), inGerman);
    server.member.locale = 'en-US';
  });

  test.each(
    guarded.filter(({ access }) => access === 'admin'),
  )('G66 · a teacher who is no admin forges $title: a refusal, and nothing changes', async ({ data }) => {
    await expectRefused(() => server.teacher.forges(server.channel, data()), /right “Manage Server”/);
  });

  const deleted: [string, () => Record<string, unknown>, RegExp][] = [
    [
      '/no-such-command',
      () => ({ name: 'no-such-command', type: 1, options: [] }),
      /do not know this command/,
    ],
    ['no:such-button', () => button('no:such-button'), /out of date/],
    ...['up', 'down', 'why', 'team'].map((verb): (typeof deleted)[number] => [
      `answer:${verb}`,
      () => button(`answer:${verb}:${GONE}`),
      /is not stored/,
    ]),
    ...['approve', 'edit', 'reject'].map((verb): (typeof deleted)[number] => [
      `training:${verb}`,
      () => button(`training:${verb}:0123456789`),
      /no such suggestion/,
    ]),
    ['training:save', () => form('training:save:0123456789', FIELDS), /no such suggestion/],
    ['correct:save', () => form(`correct:save:${server.channel.id}:1`, FIELDS), /not an answer of mine/],
  ];
  test.each(
    deleted,
  )('G65 · %s of what is not there says so to the presser alone and changes nothing', async (_, data, line) => {
    const who = /correct/.test(String(data().custom_id)) ? server.teacher : server.admin;
    await expectRefused(() => who.forges(server.channel, data()), line);
  });

  const foreign: [string, () => [FakeMember, Record<string, unknown>], RegExp][] = [
    ...['approve', 'edit', 'reject'].map((verb): (typeof foreign)[number] => [
      `training:${verb}`,
      () => [other.admin, button(`training:${verb}:${prey.training}`)],
      /no such suggestion/,
    ]),
    [
      'training:save',
      () => [other.admin, form(`training:save:${prey.training}`, FIELDS)],
      /no such suggestion/,
    ],
    ...['up', 'down', 'team'].map((verb): (typeof foreign)[number] => [
      `answer:${verb}`,
      () => [other.admin, button(`answer:${verb}:${prey.answer}`)],
      /is not stored/,
    ]),
    [
      'correct:save',
      () => [other.teacher, form(`correct:save:${prey.correct}`, FIELDS)],
      /not an answer of mine/,
    ],
    ['/key revoke', () => [other.admin, given('key revoke', 'key')], /no such key/],
    ['/knowledge remove', () => [other.admin, given('knowledge remove', 'entry')], /no such entry/],
    ['/links remove', () => [other.admin, given('links remove', 'url')], /no such link/],
    ['/links crawl', () => [other.admin, given('links crawl', 'url')], /no such link/],
    ['/training approve', () => [other.admin, given('training approve', 'id')], /no such suggestion/],
    ['/training reject', () => [other.admin, given('training reject', 'id')], /no such suggestion/],
  ];
  function given(path: string, option: string) {
    const [name = '', sub = ''] = path.split(' ');
    const options = [{ name: option, type: 3, value: prey[`${name} ${option}`] }];
    return { name, type: 1, options: [{ name: sub, type: 1, options }] };
  }
  test.each(
    foreign,
  )('G65 · %s with the ids of another server finds nothing and changes nothing', async (_, use, line) => {
    await expectRefused(() => {
      const [who, data] = use();
      return who.forges(other.channel, data);
    }, line);
  });
});

describe.each(['de', 'en-US'] as const)('in %s', (locale) => {
  const inGerman = locale === 'de';
  const say = (de: RegExp, en: RegExp) => (inGerman ? de : en);
  let server: OpenServer;
  let serverId: string;
  beforeAll(async () => {
    server = await openServer(locale);
    serverId = server.guild.id;
  });
  const admin = (path: string, values: Parameters<FakeMember['runs']>[2] = {}) =>
    server.admin.runs(server.channel, path, values);

  test.each([
    'admin',
    'member',
    'teacher',
  ] as const)('/ask by a %s is answered for all to see, in the language of the question', async (who) => {
    const { core } = home.app;
    const question = inGerman ? `Wie komme ich denn zum ${TYPED}?` : `How do I get to the ${TYPED}?`;
    const answer = await server[who].runs(server.channel, 'ask', { question }).reply();
    expect({ ephemeral: answer.ephemeral, pinged: answer.pinged }).toEqual({
      ephemeral: false,
      pinged: NO_PINGS,
    });
    expect(answer.content).toMatch(/(^|\n)Press Join\.\n/);
    expect(answer.content).toMatch(say(/-# Diese Antwort wurde automatisch/, /-# This answer was generated/));
    const stored = await found(() => findAnswerOfReply(core, serverId, answer.id));
    expect(stored).toMatchObject({ question, askerId: server[who].id });
  });

  test('/setup says what is there, what is missing and what to do next', async () => {
    const text = await textOf(admin('setup'));
    expect(text).toMatch(say(/Einrichtung von/, /Setup of/));
    expect(text).toMatch(say(/API-Schlüssel:\*\* keiner von 5/, /API keys:\*\* none of 5/));
    expect(text).toMatch(say(/Rechte:\*\* in diesem Kanal alles da/, /Rights:\*\* all there/));
    expect(text).toMatch(say(/Als Nächstes[\s\S]*`\/links add`/, /Next[\s\S]*`\/links add`/));
    server.channel.setOverwrite({ id: home.discord.botId }, { deny: 1n << 15n });
    expect(await textOf(admin('setup'))).toMatch(
      say(/fehlen[\s\S]*`AttachFiles`/, /missing[\s\S]*`AttachFiles`/),
    );
    server.channel.setOverwrite({ id: home.discord.botId }, {});
  });

  test('/key: a new key stands in one reply and nowhere else, five are the most, one is revoked as completed', async () => {
    const { core } = home.app;
    const text = await textOf(admin('key create', { name: `${TYPED} Web` }));
    const [key = ''] = /lts_\w{38}/.exec(text) ?? [];
    expect(key).not.toBe('');
    expect(text).toMatch(say(/nur jetzt/, /only now/));
    expect((await home.app.status(key)).status).toBe(200);
    const carriers = home.discord.requests.filter(({ body }) => JSON.stringify(body ?? '').includes(key));
    expect(carriers).toHaveLength(1);
    expect(JSON.stringify(home.app.logged)).not.toContain(key);
    expect(JSON.stringify(await dumpTables())).not.toContain(key);

    const listed = await textOf(admin('key list'));
    expect(listed).toMatch(say(/1 von 5 Schlüsseln/, /1 of 5 keys/));
    expect(listed).toContain(`${TYPED} Web`);
    expect(listed).toContain(`…${key.slice(-4)}`);
    expect(listed).not.toContain(key);

    for (let n = 2; n <= 5; n++) await admin('key create').reply();
    expect(await textOf(admin('key create'))).toMatch(say(/schon 5 gültige/, /5 valid keys already/));
    expect(await listKeys(core, serverId)).toHaveLength(5);

    const choices = await server.admin.completes(server.channel, 'key revoke', { key: 'salzkraut' });
    expect(choices).toEqual([{ name: `${TYPED} Web …${key.slice(-4)}`, value: expect.any(String) }]);
    const revoked = await textOf(admin('key revoke', { key: String(choices[0]?.value) }));
    expect(revoked).toMatch(say(/ist gesperrt/, /is revoked/));
    expect((await home.app.status(key)).status).toBe(401);
    expect((await listKeys(core, serverId)).filter(({ revokedAt }) => revokedAt)).toHaveLength(1);
  });

  test('/persona is changed by options or by a form, and shown', async () => {
    const level = { level: 'V2', language: inGerman ? 'en' : 'de' };
    const changed = await textOf(
      admin('persona set', { name: `${TYPED} Bot`, avatar: 'https://a.example/b.png', ...level }),
    );
    expect(changed).toMatch(say(/Gespeichert/, /Saved/));
    expect(await server.settings()).toMatchObject({
      bot_name: `${TYPED} Bot`,
      avatar: 'https://a.example/b.png',
      ...level,
    });
    const opened = await whispered(admin('persona set'));
    expect(valuesOf(opened)).toMatchObject({ name: `${TYPED} Bot`, avatar: 'https://a.example/b.png' });
    await whispered(
      server.admin.submits(opened, { tone: `${TYPED} tone`, instructions: `No ${TYPED}.`, avatar: '' }),
    );
    expect(await server.settings()).toMatchObject({
      ...{
        bot_name: `${TYPED} Bot`,
        tone: `${TYPED} tone`,
        instructions: `No ${TYPED}.`,
        avatar: null,
        ...level,
      },
    });
    expect(await textOf(admin('persona show'))).toMatch(
      say(
        /\*\*Ton:\*\*[\s\S]*> Salzkraut tone[\s\S]*> No Salzkraut\\?\./,
        /\*\*Tone:\*\*[\s\S]*> Salzkraut tone[\s\S]*> No Salzkraut\\?\./,
      ),
    );
    const refused = await textOf(admin('persona set', { avatar: 'not an address' }));
    expect(refused).toMatch(say(/Nichts geändert/, /Nothing changed/));
    expect(await server.settings()).toMatchObject({ avatar: null });
  });

  test('/knowledge is added by options or by a form, listed, found and removed as completed', async () => {
    const { core } = home.app;
    const entry = {
      title: `Where grows ${TYPED}?`,
      text: `${TYPED} grows by the sea.`,
      link: 'https://docs.example/sea',
    };
    expect(await textOf(admin('knowledge list'))).toMatch(say(/weiß noch nichts/, /knows nothing yet/));
    expect(await textOf(admin('knowledge add', entry))).toMatch(
      say(/steht jetzt im Wissen/, /part of the knowledge now/),
    );
    const opened = await whispered(admin('knowledge add', { title: 'Second?' }));
    expect(valuesOf(opened)).toMatchObject({ title: 'Second?' });
    await whispered(server.admin.submits(opened, { text: `More ${TYPED}.` }));
    expect(await listKnowledge(core, serverId)).toMatchObject([
      { title: entry.title, link: entry.link, source: 'manual' },
      { title: 'Second?', link: null },
    ]);
    expect(await textOf(admin('knowledge add', entry))).toMatch(
      say(/gibt es schon/, /is an entry with this title/),
    );
    expect(await textOf(admin('knowledge list'))).toMatch(
      say(/2 Einträge[\s\S]*von Hand/, /2 entries[\s\S]*by hand/),
    );
    expect(await textOf(admin('knowledge search', { query: `${TYPED} sea` }))).toMatch(
      say(/Treffer[\s\S]*grows by the sea/, /found[\s\S]*grows by the sea/),
    );
    const [choice] = await server.admin.completes(server.channel, 'knowledge remove', { entry: 'grows' });
    expect(choice?.name).toBe(entry.title);
    const removed = await textOf(admin('knowledge remove', { entry: String(choice?.value) }));
    expect(removed).toMatch(say(/ist entfernt/, /is removed/));
    expect(removed).toContain('grows by the sea');
    expect(await listKnowledge(core, serverId)).toMatchObject([{ title: 'Second?' }]);
  });

  test('/links are added, listed, read again and removed as completed', async () => {
    const { core } = home.app;
    const url = `https://docs.example/${TYPED}/`;
    expect(await textOf(admin('links list'))).toMatch(say(/noch keine Links/, /no links yet/));
    expect(await textOf(admin('links add', { url: `docs.example/${TYPED}/` }))).toMatch(
      say(/ist hinzugefügt/, /is added/),
    );
    expect(await textOf(admin('links add', { url }))).toMatch(say(/gibt es schon/, /is there already/));
    expect(await textOf(admin('links add', { url: 'http://127.0.0.1/' }))).toMatch(
      say(/nicht öffentlich/, /not on the public/),
    );
    expect(await listLinks(core, serverId)).toMatchObject([{ url, state: 'queued' }]);
    expect(await textOf(admin('links list'))).toMatch(say(/wird gleich gelesen/, /will be read in a moment/));
    expect(await textOf(admin('links crawl'))).toMatch(
      say(/1 Link wird gleich gelesen/, /1 link will be read/),
    );
    const [crawled] = await server.admin.completes(server.channel, 'links crawl', { url: 'SALZ' });
    expect(await textOf(admin('links crawl', { url: String(crawled?.value) }))).toMatch(
      say(/1 Link/, /1 link/),
    );
    const choices = await server.admin.completes(server.channel, 'links remove', { url: '' });
    expect(choices).toEqual([{ name: url, value: url }]);
    expect(await textOf(admin('links remove', { url }))).toMatch(say(/ist entfernt/, /is removed/));
    expect(await listLinks(core, serverId)).toEqual([]);
  });

  test.each([
    'every_message',
    'forum',
    'off',
  ])('/channels set to %s is kept and listed until it is back to mentions', async (mode) => {
    const channel = server.guild.addChannel({ kind: mode === 'forum' ? 'forum' : 'text' });
    expect(await textOf(admin('channels set', { channel, mode }))).toContain(`<#${channel.id}>`);
    expect((await server.settings()).channels).toEqual({ [channel.id]: mode });
    const listed = await textOf(admin('channels list'));
    expect(listed).toContain(`<#${channel.id}>`);
    expect(listed).toMatch(say(/anderen Kanälen/, /all other channels/));
    await whispered(admin('channels set', { channel, mode: 'mention' }));
    expect((await server.settings()).channels).toEqual({});
    expect(await textOf(admin('channels list'))).not.toContain(`<#${channel.id}>`);
  });

  test('/ask in a channel that is off is refused to the asker alone', async () => {
    const channel = server.guild.addChannel();
    await admin('channels set', { channel, mode: 'off' }).reply();
    const use = server.member.runs(channel, 'ask', { question: `${TYPED}?` });
    await expect
      .poll(() => use.messages.at(-1)?.content)
      .toMatch(say(/Kanal bin ich ausgeschaltet/, /switched off in this channel/));
    expect(use.messages.at(-1)?.ephemeral).toBe(true);
    await admin('channels set', { channel, mode: 'mention' }).reply();
  });

  test('/team sets who teaches and who is called, lists them without a ping, and takes them out', async () => {
    const [crew, guides] = [
      server.guild.addRole({ mentionable: true }),
      server.guild.addRole({ mentionable: true }),
    ];
    await whispered(admin('team handover', { role: crew }));
    await whispered(admin('team teach', { role: guides }));
    expect(await server.settings()).toMatchObject({
      handover_role: crew.id,
      teach_roles: [server.teachers.id, guides.id],
    });
    const listed = await textOf(admin('team list'));
    expect(listed).toMatch(say(/Wird gerufen:/, /Is called:/));
    expect(listed).toContain(`<@&${crew.id}>`);
    for (const role of [crew, guides]) await whispered(admin('team remove', { role }));
    expect(await server.settings()).toMatchObject({ handover_role: null, teach_roles: [server.teachers.id] });
    const refused = await textOf(admin('team teach', { role: server.guild.everyone }));
    expect(refused).toMatch(say(/@everyone geht nicht/, /@everyone does not work/));
    expect((await server.settings()).teach_roles).toEqual([server.teachers.id]);
  });

  test('/learning is off at first, and goes on and off', async () => {
    expect(await server.settings()).toMatchObject({ learning: false });
    expect(await textOf(admin('learning', { state: 'on' }))).toMatch(say(/Lernen ist an/, /Learning is on/));
    expect(await server.settings()).toMatchObject({ learning: true });
    expect(await textOf(admin('learning', { state: 'off' }))).toMatch(
      say(/Lernen ist aus/, /Learning is off/),
    );
    expect(await server.settings()).toMatchObject({ learning: false });
  });

  test('/usage tells quota, credit, limits and when it starts anew', async () => {
    const text = await textOf(admin('usage'));
    expect(text).toMatch(say(/KI-Kontingent dieser Woche:\*\* noch \d/, /AI quota of this week:\*\* \d/));
    expect(text).toMatch(say(/Guthaben:\*\* 0\s%/, /Credit:\*\* 0%/));
    expect(text).toMatch(say(/0 \/ 1\.000, höchstens 20/, /0 \/ 1,000, at most 20/));
    expect(text).toMatch(/<t:\d+:F>/);
    expect(text).toContain(`/servers/${serverId}/ki`);
  });

  test.each([
    ['privacy', /Texte 30 Tage/, /texts 30 days/],
    ['my-data export', /alles, was zu dir gespeichert ist/, /everything stored about you/],
    ['my-data delete', /nicht rückgängig/, /cannot be undone/],
    ['opt-out', /Von dir wird nichts gespeichert/, /Nothing of yours is stored/],
  ])('/%s is there for everyone, seen by nobody else', async (path, de, en) => {
    const somebody = server.guild.addMember();
    somebody.locale = locale;
    expect(await textOf(somebody.runs(server.channel, path))).toMatch(say(de, en));
  });

  describe('what is taught', () => {
    /** A message, and what a teacher made of it with the menu. */
    async function teach(words: string, question: string) {
      const said = server.member.says(server.channel, words);
      const opened = await whispered(server.teacher.usesMenu('Learn from this', said));
      expect(opened.modal?.title).toMatch(say(/Bot lernen/, /bot learn/));
      expect(valuesOf(opened)).toEqual({ question: undefined, answer: words });
      const saved = await textOf(server.teacher.submits(opened, { question }));
      const [suggestion] = await listTraining(home.app.core, serverId, 'pending');
      if (!suggestion) throw new Error('nothing was noted');
      expect(saved).toMatch(say(/Notiert als Vorschlag/, /Noted as suggestion/));
      return { ...suggestion, said };
    }
    async function answerTo(how: string, channel: FakeChannel, question: string): Promise<SentMessage> {
      if (how === '/ask') return server.member.runs(channel, 'ask', { question }).reply();
      server.member.says(channel, `<@${home.discord.botId}> ${question}`);
      return home.discord.nextMessage(channel);
    }
    const stateOf = async (id: string) => (await getSuggestion(home.app.core, serverId, id)).state;

    test('from a message becomes a card, is edited by its button, and then approved into the knowledge', async () => {
      const { core } = home.app;
      const { id, said } = await teach(`${TYPED} opens at nine.`, 'When does it open?');
      expect(await getSuggestion(core, serverId, id)).toMatchObject({
        ...{
          question: 'When does it open?',
          source: 'menu',
          messageIds: [said.id],
          authorId: server.member.id,
        },
        ...{ authorRole: server.teachers.id, channelId: server.channel.id },
      });
      const card = await whispered(admin('training list'));
      expect(card.content).toContain(`${TYPED} opens at nine`);
      expect(card.buttons.map(({ customId }) => customId)).toEqual(
        ['approve', 'edit', 'reject'].map((verb) => `training:${verb}:${id}`),
      );
      const opened = await whispered(server.admin.presses(card, `training:edit:${id}`));
      expect(valuesOf(opened)).toEqual({ question: 'When does it open?', answer: `${TYPED} opens at nine.` });
      const edited = await whispered(server.admin.submits(opened, { answer: `${TYPED} opens at ten.` }));
      expect([edited.id, edited.content]).toEqual([card.id, expect.stringContaining('opens at ten')]);
      const approved = await whispered(server.admin.presses(edited, `training:approve:${id}`));
      expect([approved.id, approved.buttons]).toEqual([card.id, []]);
      expect(approved.content).toMatch(say(/Übernommen/, /Approved/));
      expect(await listKnowledge(core, serverId)).toContainEqual(
        expect.objectContaining({ title: 'When does it open?', source: 'training' }),
      );
      expect(await textOf(admin('knowledge search', { query: 'open' }))).toContain('opens at ten');
      const again = await textOf(server.admin.forges(server.channel, button(`training:reject:${id}`)));
      expect(again).toMatch(say(/schon übernommen/, /approved already/));
      expect(await stateOf(id)).toBe('approved');
    });

    test('is rejected by its button, and approved or rejected by command as completed', async () => {
      const { id } = await teach(`${TYPED} is blue.`, 'Which colour?');
      const card = await whispered(admin('training list'));
      const rejected = await whispered(server.admin.presses(card, `training:reject:${id}`));
      expect([rejected.id, rejected.buttons]).toEqual([card.id, []]);
      expect(rejected.content).toMatch(say(/Abgelehnt/, /Rejected/));
      expect(await stateOf(id)).toBe('rejected');
      for (const [verb, question] of [
        ['approve', 'How tall?'],
        ['reject', 'How wide?'],
      ] as const) {
        const made = await teach(`${TYPED} ${question} Ten.`, question);
        const path = `training ${verb}`;
        const choices = await server.admin.completes(server.channel, path, { id: 'how' });
        expect(choices).toEqual([{ name: question, value: made.id }]);
        expect(await textOf(admin(path, { id: made.id }))).toContain(question.replace('?', ''));
        expect(await stateOf(made.id)).toBe(verb === 'approve' ? 'approved' : 'rejected');
      }
      expect(await textOf(admin('training list'))).toMatch(say(/nichts zu entscheiden/, /nothing to decide/));
    });

    test.each([
      'mention',
      '/ask',
    ])('as a correction changes the public answer to a %s and waits for approval', async (how) => {
      const { core } = home.app;
      const channel = server.guild.addChannel();
      const question = inGerman ? `Wann gibt es denn ${TYPED}?` : `When is there ${TYPED}?`;
      const answer = await answerTo(how, channel, question);
      await found(() => findAnswerOfReply(core, serverId, answer.id));
      for (const person of [server.admin, server.member]) {
        expect(await textOf(person.usesMenu('Correct this answer', answer))).toMatch(
          say(/Lehr-Rolle/, /teaching role/),
        );
      }
      const opened = await whispered(server.teacher.usesMenu('Correct this answer', answer));
      expect(valuesOf(opened)).toEqual({ question, answer: 'Press Join.' });
      const right = inGerman ? 'Das gibt es nur an jedem Montag.' : 'There is some on every Monday.';
      const saved = await textOf(server.teacher.submits(opened, { answer: `${right} @everyone` }));
      expect(saved).toMatch(say(/ist berichtigt/, /is corrected/));
      const edit = await home.discord.until(() => answer.edits[0], 'An edit of the answer');
      expect(answer.content.startsWith(right)).toBe(true);
      expect(answer.content).toMatch(say(/Vom Team berichtigt/, /Corrected by the team/));
      expect(answer.content).toMatch(
        say(/-# Diese Antwort wurde automatisch/, /-# This answer was generated/),
      );
      expect(edit.pinged).toEqual(NO_PINGS);
      expect(answer.buttons).toHaveLength(3);
      expect(await listTraining(core, serverId, 'pending')).toMatchObject([
        { question, source: 'correction', messageIds: [answer.id], authorId: server.teacher.id },
      ]);
      await admin('training reject', {
        id: (await listTraining(core, serverId, 'pending'))[0]?.id ?? '',
      }).reply();
    });

    test('from the bot’s own words, or a correction of a person’s, is turned down with a hint', async () => {
      const answer = await server.member.runs(server.channel, 'ask', { question: `${TYPED}?` }).reply();
      const said = server.member.says(server.channel, `${TYPED}!`);
      expect(await textOf(server.teacher.usesMenu('Learn from this', answer))).toContain(
        'Correct this answer',
      );
      expect(await textOf(server.teacher.usesMenu('Correct this answer', said))).toContain('Learn from this');
    });
  });

  test('what is typed is completed for admins alone', async () => {
    for (const [path, option] of Object.entries(COMPLETED)) {
      for (const person of [server.member, server.teacher]) {
        expect(await person.completes(server.channel, path, { [option]: '' }), path).toEqual([]);
      }
    }
  });
});

describe('the registration', () => {
  test('names every command, option and choice in German and both kinds of English', () => {
    // An entry in the menu of a message has a name alone.
    const slash = home.discord.commands.filter(({ type }) => type === 1);
    const faults = slash.flatMap((command) => findFaults(command, `/${command.name}`));
    expect(faults).toEqual([]);
    expect(home.discord.commands).toHaveLength(COMMANDS.length);
  });

  test('keeps admin commands to those who manage the server, and all of them to servers', () => {
    for (const { name, default_member_permissions: permissions, contexts } of home.discord.commands) {
      const access = COMMANDS.find(({ data }) => data.name === name)?.data.access;
      expect([name, permissions, contexts]).toEqual([name, access === 'admin' ? '32' : null, [0]]);
    }
  });

  test('is one PUT, and a second start on the same database makes none', async () => {
    const database = await createTestDatabase();
    const discord = await startDiscord();
    discord.addGuild();
    const settings = {
      ...{ ROLES: 'api,bot', DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
      ...database.settings,
    };
    const puts = () =>
      discord.requests.filter(({ method, path }) => method === 'PUT' && /\/commands$/.test(path));
    const first = await startApp(settings);
    await discord.ready();
    await expect
      .poll(() => first.logged.map(({ message }) => message), { interval: 5 })
      .toContain('discord: commands registered');
    await first.stop();
    const second = await startApp(settings);
    await discord.ready();
    // A command is answered after the start has looked at the registration.
    const guild = discord.addGuild();
    await guild.addMember({ isAdmin: true }).runs(guild.addChannel(), 'usage').reply();
    await discord.settled();
    expect(puts()).toHaveLength(1);
    await second.stop();
    await discord.stop();
    await database.remove();
  });
});

interface Described {
  name: string;
  description_localizations?: object | null;
  options?: readonly object[];
  choices?: readonly object[];
}

const LOCALES = 'de,en-GB,en-US';
const localesOf = (texts: object | null | undefined) =>
  Object.keys(texts ?? {})
    .toSorted()
    .join();

/** Texts that are missing, by where they are. */
function findFaults(part: Described, at: string): string[] {
  const own = localesOf(part.description_localizations) === LOCALES ? [] : [at];
  const choices = (part.choices ?? []) as { name: string; name_localizations?: object | null }[];
  const nameless = choices.filter((choice) => localesOf(choice.name_localizations) !== LOCALES);
  const options = (part.options ?? []) as Described[];
  const inside = options.flatMap((option) => findFaults(option, `${at} ${option.name}`));
  return [...own, ...nameless.map(({ name }) => `${at} ${name}`), ...inside];
}
