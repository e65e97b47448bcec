import { type Client, Events, type REST } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, Invocation } from '../../../commands/command.ts';
import { type Reply, say } from '../../../commands/reply.ts';
import { SENTENCES } from '../../../src/channels/discord/errors.ts';
import { createGuilds } from '../../../src/channels/discord/gateway/guilds.ts';
import { registerCommands } from '../../../src/channels/discord/gateway/register.ts';
import { createClient, createRest } from '../../../src/channels/discord/gateway/session.ts';
import { createInteractionHandler } from '../../../src/channels/discord/interactions/on-interaction.ts';
import { createPolicies } from '../../../src/channels/discord/messages/policies.ts';
import { createTickets } from '../../../src/channels/discord/messages/tickets/tickets.ts';
import { callTeamIn } from '../../../src/channels/discord/messages/turn/hand-over.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { FakeChannel, FakeDiscord, FakeGuild, FakeMember } from '../../support/discord.ts';
import { startDiscord } from '../../support/discord.ts';

const texts = (text: string) => ({ de: `${text} (de)`, en: text });
const FORM = {
  kind: 'form',
  id: 'form:send:7',
  title: 'Form',
  fields: [{ name: 'word', label: 'Word', isRequired: true, value: 'old' }],
} satisfies Reply;
const LONG = Array.from({ length: 100 }, (_, index) => `${index} ${'word '.repeat(10)}`).join('\n');

/** Commands that say whatever a test wants them to say. */
let act: (input: Invocation) => Promise<Reply> = async () => say('Nothing.');
const uses: Invocation[] = [];

function makeCommand(name: string, more: Partial<Command> = {}): Command {
  const run = (_: unknown, input: Invocation) => {
    uses.push(input);
    return act(input);
  };
  return { data: { kind: 'slash', name, description: texts(name), access: 'everyone' }, run, ...more };
}

const run = (_: unknown, input: Invocation) => {
  uses.push(input);
  return act(input);
};
const COMMANDS = [
  makeCommand('act', {
    actions: {
      'act:again': { access: 'everyone', run },
      'act:form': { access: 'everyone', opensForm: true, run },
    },
  }),
  makeCommand('public', { isPublic: true }),
  makeCommand('form', { opensForm: () => true, actions: { 'form:send': { access: 'everyone', run } } }),
];

let app: TestApp;
let discord: FakeDiscord;
let client: Client;
let rest: REST;
let guild: FakeGuild;
let channel: FakeChannel;
let member: FakeMember;
let finish: () => Promise<void>;
const rejections: unknown[] = [];
const noteRejection = (error: unknown) => rejections.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', noteRejection);
  discord = await startDiscord();
  app = await startApp({ DISCORD_API_URL: discord.apiUrl });
  guild = discord.addGuild();
  channel = guild.addChannel();
  member = guild.addMember();
  rest = createRest(app.core, discord.token);
  client = createClient(app.core, false);
  const guilds = createGuilds(app.core, rest);
  const policies = createPolicies(app.core);
  const findGuild = (id: string) => client.guilds.cache.get(id) ?? null;
  const handler = createInteractionHandler({
    ...{ core: app.core, rest, policies, commands: COMMANDS, lookAgainMs: 20 },
    findGuild,
    messageContent: () => 'not_asked',
    ensureServer: async (id) => {
      const known = client.guilds.cache.get(id);
      if (known) await guilds.ensure(known);
    },
    tickets: createTickets({ core: app.core, rest, policies, findGuild }),
    callTeam: (call) => callTeamIn({ core: app.core, rest, policies }, call),
    unwritable: { wasAsked: () => false },
    onDemand: async () => undefined,
    onDone: (id) => policies.forget(id),
  });
  finish = handler.finish;
  client.on(Events.InteractionCreate, handler.handle);
  await client.login(discord.token);
  await discord.ready();
  const { applicationId } = discord;
  await registerCommands({ core: app.core, rest, applicationId, commands: COMMANDS });
});
afterAll(async () => {
  await finish();
  await client.destroy();
  process.off('unhandledRejection', noteRejection);
  expect(rejections).toEqual([]);
  expect(discord.faults).toEqual([]);
  await app.stop();
  await discord.stop();
});

function runs(name: string, reply: (input: Invocation) => Promise<Reply>) {
  act = reply;
  return member.runs(channel, name);
}

describe('a reply', () => {
  test('of 5,000 characters is several ephemeral messages, with buttons and files under the last', async () => {
    const use = runs('act', async () =>
      say(LONG, {
        rows: [[{ kind: 'button', id: 'act:again', label: 'Again' }]],
        files: [{ name: 'all.txt', text: 'Größe' }],
      }),
    );
    await use.reply();
    await expect.poll(() => use.messages.length).toBe(3);
    expect(use.messages.every(({ ephemeral, content }) => ephemeral && content.length <= 2_000)).toBe(true);
    expect(
      use.messages
        .map(({ content }) => content)
        .join('\n')
        .replace(/\s/g, ''),
    ).toBe(LONG.replace(/\s/g, ''));
    expect(use.messages.map(({ buttons }) => buttons.length)).toEqual([0, 0, 1]);
    expect(use.messages[2]?.attachments).toMatchObject([{ name: 'all.txt' }]);
    expect(use.messages[2]?.attachments[0]?.bytes.toString()).toBe('Größe');
  });

  test('pings nobody, whatever it says', async () => {
    const text = `@everyone @here <@${member.id}> <@&${guild.id}>`;
    const line = await runs('public', async () => say(text)).reply();
    expect(line.content).toBe(text);
    expect(line.pinged).toEqual({ everyone: false, roles: [], users: [] });
  });

  test('replaces the message with the button, without its buttons, if the command says so', async () => {
    const row = [{ kind: 'button' as const, id: 'act:again:7', label: 'Again' }];
    const first = await runs('act', async () => say('First.', { rows: [row] })).reply();
    act = async () => say('Second.', { isReplacing: true });
    await member.presses(first, 'Again').reply();
    expect(first).toMatchObject({ content: 'Second.', components: [] });
    expect(uses.at(-1)).toMatchObject({ args: ['7'], target: { id: first.id, text: 'First.', isOwn: true } });
  });

  test('to a button appears below its message if it does not replace it', async () => {
    const row = [{ kind: 'button' as const, id: 'act:again', label: 'Again' }];
    const first = await runs('public', async () => say('First.', { rows: [row] })).reply();
    act = async () => say('Below.');
    const use = member.presses(first, 'Again');
    expect(await use.nextFollowUp()).toMatchObject({ content: 'Below.', ephemeral: true });
    expect(first.content).toBe('First.');
    expect(first.buttons).toHaveLength(1);
  });

  test('reaches the member even if the message that it should replace was deleted', async () => {
    const row = [{ kind: 'button' as const, id: 'act:again', label: 'Again' }];
    const first = await runs('public', async () => say('First.', { rows: [row] })).reply();
    const gate = Promise.withResolvers<void>();
    act = async () => {
      await gate.promise;
      return say('Second.', { isReplacing: true });
    };
    const use = member.presses(first, 'Again');
    await use.ackedAfterMs;
    guild.addMember().deletes(first);
    gate.resolve();
    expect(await use.nextFollowUp()).toMatchObject({ content: 'Second.', ephemeral: true });
  });

  test('that Discord refuses becomes a line saying that something went wrong', async () => {
    const row = [{ kind: 'button' as const, id: 'x'.repeat(101), label: 'Too long' }];
    const line = await runs('act', async () => say('Text.', { rows: [row] })).reply();
    expect(line.content).toBe(SENTENCES.internal_error.en);
  });
});

describe('a form', () => {
  test('opens if the command is quick, and its submission comes back with its arguments', async () => {
    const form = await runs('form', async () => FORM).reply();
    act = async () => say('Thank you.');
    const line = await member.submits(form, { word: 'new' }).reply();
    expect(line).toMatchObject({ content: 'Thank you.', ephemeral: true });
    expect(uses.at(-1)).toMatchObject({ args: ['7'], fields: { word: 'new' } });
  });

  test('that comes too late becomes a line that asks to try again', async () => {
    const gate = Promise.withResolvers<void>();
    const use = runs('form', async () => {
      await gate.promise;
      return FORM;
    });
    await use.ackedAfterMs;
    gate.resolve();
    expect(await use.reply()).toMatchObject({ ephemeral: true, content: expect.stringMatching(/try again/) });
  });

  test('opened by a button changes the button’s message when it is submitted', async () => {
    const row = [{ kind: 'button' as const, id: 'act:form', label: 'Edit' }];
    const first = await runs('act', async () => say('First.', { rows: [row] })).reply();
    act = async () => FORM;
    const form = await member.presses(first, 'Edit').reply();
    act = async () => say('Edited.', { isReplacing: true });
    await member.submits(form, { word: 'new' }).reply();
    expect(first.content).toBe('Edited.');
  });
});

describe('an error', () => {
  test.each([
    'forbidden',
    'quota_exhausted',
    'ai_unavailable',
  ] as const)('%s is shown in the member’s language', async (code) => {
    for (const locale of ['de', 'en-GB', 'fr'] as const) {
      member.locale = locale;
      const line = await runs('act', async () => {
        throw new AppError(code, { cause: new Error('secret cause') });
      }).reply();
      expect(line.content).toBe(SENTENCES[code][locale === 'de' ? 'de' : 'en']);
      expect(line.ephemeral).toBe(true);
    }
    member.locale = 'en-US';
  });

  test('says when the quota restarts, in the reader’s time zone', async () => {
    const resets_at = '2026-03-23T00:00:00.000Z';
    const line = await runs('act', async () => {
      throw new AppError('quota_exhausted', { details: { resets_at } });
    }).reply();
    expect(line.content).toContain(`<t:${Date.parse(resets_at) / 1000}:F>`);
  });
});

describe('an effect', () => {
  const ANSWER = 'Old.\n-# This answer was generated automatically by an AI.';

  test('changes a public message of the bot but keeps its buttons and its notice', async () => {
    const row = [{ kind: 'button' as const, id: 'act:again', label: 'Again' }];
    const first = await runs('public', async () => say(ANSWER, { rows: [row] })).reply();
    const edit = { kind: 'edit' as const, channelId: channel.id, messageId: first.id, text: LONG };
    await runs('act', async () => say('Done.', { effects: [edit] })).reply();
    const second = await discord.nextMessage(channel);
    const third = await discord.nextMessage(channel);
    expect(first.buttons).toHaveLength(1);
    expect(first.content).toMatch(/-# This answer was generated automatically by an AI\.$/);
    const whole = [first.content.replace(/\n-# .*$/, ''), second.content, third.content].join('');
    expect(whole.replace(/\s/g, '')).toBe(LONG.replace(/\s/g, ''));
    expect([second.replyTo, third.replyTo]).toEqual([first.id, first.id]);
  });

  test('that fails is reported to the person who requested it', async () => {
    const edit = {
      kind: 'edit' as const,
      channelId: channel.id,
      messageId: '123456789012345678',
      text: 'New.',
    };
    const use = runs('act', async () => say('Done.', { effects: [edit] }));
    expect(await use.nextFollowUp()).toMatchObject({
      ephemeral: true,
      content: expect.stringMatching(/could not change the message/),
    });
  });
});
