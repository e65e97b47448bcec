import type { APIMessage, APIModalInteractionResponseCallbackData } from 'discord.js';
import { GatewayIntentBits as Intents, MessageFlags, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { startScene } from './scene.ts';

test.concurrent('an enforced nonce makes one message', async ({ onTestFinished }) => {
  const { discord, channel, connect } = await startScene(onTestFinished);
  const client = await connect();
  const body = { content: 'Once', nonce: 'n-1', enforce_nonce: true, allowed_mentions: { parse: [] } };
  const [first, second] = (await Promise.all(
    [1, 2].map(() => client.rest.post(Routes.channelMessages(channel.id), { body })),
  )) as { id: string }[];
  expect(first?.id).toBe(second?.id);
  expect(discord.sent).toHaveLength(1);
});

test.concurrent('bodies that Discord refuses are refused', async ({ onTestFinished }) => {
  const { discord, channel, connect } = await startScene(onTestFinished);
  const client = await connect();
  const post = (body: object) => client.rest.post(Routes.channelMessages(channel.id), { body });
  const button = { type: 2, style: 1, label: 'Yes', custom_id: 'yes' };
  const row = (...components: object[]) => ({ type: 1, components });
  const refused = [
    { content: 'x'.repeat(2_001) },
    { content: 'x', nonce: 'n'.repeat(26) },
    { content: 'x', allowed_mentions: { parse: ['users'], users: [discord.botId] } },
    { content: 'x', allowed_mentions: { parse: [], replied: true } },
    { content: 'x', message_reference: { message_id: channel.id } },
    { components: [row(button, button)] },
    { components: [row({ ...button, custom_id: 'y'.repeat(101) })] },
    { components: [row({ ...button, label: 'y'.repeat(81) })] },
    { components: Array.from({ length: 6 }, (_, n) => row({ ...button, custom_id: `b${n}` })) },
    { components: [row(...Array.from({ length: 6 }, (_, n) => ({ ...button, custom_id: `b${n}` })))] },
  ];
  for (const body of refused)
    await expect(post(body), JSON.stringify(body)).rejects.toMatchObject({ code: 50035 });
  await expect(post({ content: ' ' })).rejects.toMatchObject({ status: 400, code: 50006 });
  await expect(client.rest.get('/channels/1')).rejects.toMatchObject({ status: 404, code: 10003 });
  expect(discord.sent).toEqual([]);
});

test.concurrent('commands that Discord refuses are refused', async ({ onTestFinished }) => {
  const { discord, connect } = await startScene(onTestFinished);
  const client = await connect();
  const put = (...body: object[]) =>
    client.rest.put(Routes.applicationCommands(discord.applicationId), { body });
  const ask = { name: 'ask', description: 'Ask' };
  const option = (more: object) => ({ type: 3, name: 'text', description: 'Text', ...more });
  const refused = [
    [{ ...ask, name: 'Ask' }],
    [{ ...ask, description: '' }],
    [{ ...ask, dm_permission: false }],
    [ask, ask],
    [{ ...ask, name_localizations: { xx: 'frage' } }],
    [{ name: 'Learn', type: 3, description: 'no' }],
    [{ ...ask, options: [option({ name: 'a' }), option({ required: true })] }],
    [
      {
        ...ask,
        options: [
          option({ choices: Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` })) }),
        ],
      },
    ],
  ];
  for (const body of refused)
    await expect(put(...body), JSON.stringify(body)).rejects.toMatchObject({ code: 50035 });
  await put({ ...ask, options: [option({ required: true })] }, { name: 'Learn from this', type: 3 });
  expect(discord.commands).toHaveLength(2);
});

test.concurrent('permissions follow from roles and overwrites', async ({ onTestFinished }) => {
  const { discord, guild, channel, member, connect } = await startScene(onTestFinished);
  const client = await connect();
  const body = { content: 'Hello', allowed_mentions: { parse: [] } };
  const post = () => client.rest.post(Routes.channelMessages(channel.id), { body });
  const theirs = member.says(channel, 'Mine');
  channel.setOverwrite(guild.everyone, { deny: 1n << 11n });
  await expect(post()).rejects.toMatchObject({ status: 403, code: 50013 });
  channel.setOverwrite(discord.roleOfBot(guild), { allow: 1n << 11n });
  await post();
  await expect(
    client.rest.patch(Routes.channelMessage(channel.id, theirs.id), { body }),
  ).rejects.toMatchObject({ code: 50005 });
  channel.setOverwrite(discord.roleOfBot(guild), { deny: 1n << 10n });
  await expect(post()).rejects.toMatchObject({ status: 403, code: 50001 });
  channel.remove();
  await expect(post()).rejects.toMatchObject({ status: 404, code: 10003 });
});

test.concurrent('careless mentions, direct messages and unknown routes become faults', async ({
  onTestFinished,
}) => {
  const { discord, guild, channel, connect } = await startScene(onTestFinished);
  const client = await connect();
  const role = guild.addRole({ mentionable: true });
  const body = { content: `@everyone <@&${role.id}> <@${discord.botId}>` };
  await client.rest.post(Routes.channelMessages(channel.id), { body });
  expect(discord.sent[0]?.pinged).toEqual({ everyone: true, roles: [role.id], users: [discord.botId] });
  await expect(client.rest.post('/users/@me/channels', { body: {} })).rejects.toMatchObject({ status: 404 });
  await expect(client.rest.get('/nowhere')).rejects.toMatchObject({ status: 404 });
  expect(discord.faults).toHaveLength(3);
});

test.concurrent('an interaction is acknowledged only once and only in time', async ({ onTestFinished }) => {
  const { discord, channel, member, connect } = await startScene(onTestFinished);
  const client = await connect();
  await client.application?.commands.set([{ name: 'ping', description: 'Ping' }]);
  expect(() => member.runs(channel, 'pong')).toThrow('not registered');
  expect(() => member.runs(channel, 'ping', { to: 'x' })).toThrow('no option');
  const forgotten = member.runs(channel, 'ping');
  const handle = member.runs(channel, 'ping');
  const acknowledge = ({ id, token }: { id: string; token: string }) =>
    client.rest.post(Routes.interactionCallback(id, token), {
      body: { type: 5, data: { flags: 64 } },
      auth: false,
    });
  const original = Routes.webhookMessage(discord.applicationId, handle.token, '@original');
  const body = { content: 'Pong', allowed_mentions: { parse: [] } };
  await expect(client.rest.patch(original, { body, auth: false })).rejects.toMatchObject({ code: 10015 });
  await acknowledge(handle);
  await expect(acknowledge(handle)).rejects.toMatchObject({ status: 400, code: 40060 });
  await client.rest.patch(original, { body, auth: false });
  expect(await handle.reply()).toMatchObject({ content: 'Pong', ephemeral: true });
  await handle.ackedAfterMs;
  await discord.until(() => discord.faults[0], 'The fault of the forgotten interaction');
  await expect(acknowledge(forgotten)).rejects.toMatchObject({ status: 404, code: 10062 });
  expect(discord.faults).toEqual([expect.stringContaining(forgotten.id)]);
});

test.concurrent('forms, buttons, menus and autocompletion work in both directions', async ({
  onTestFinished,
}) => {
  const { discord, guild, channel, member, connect } = await startScene(onTestFinished);
  const input = { type: 4, custom_id: 'title', style: 1, label: 'Title', max_length: 5 } as const;
  const modal: APIModalInteractionResponseCallbackData = {
    custom_id: 'form',
    title: 'Form',
    components: [{ type: 1, components: [input] }],
  };
  const button = { type: 2, style: 1, label: 'Edit', custom_id: 'edit' } as const;
  const client = await connect({
    interactionCreate: async (interaction) => {
      if (interaction.isAutocomplete()) {
        return interaction.respond([{ name: interaction.options.getFocused(), value: '1' }]);
      }
      if (interaction.isChatInputCommand()) {
        const place = interaction.options.getChannel('place', true);
        const flags = MessageFlags.Ephemeral;
        return interaction.reply({
          content: `At ${place.name}`,
          components: [{ type: 1, components: [button] }],
          flags,
        });
      }
      if (interaction.isMessageContextMenuCommand())
        return interaction.reply(interaction.targetMessage.content);
      if (interaction.isButton()) return interaction.showModal(modal);
      if (interaction.isModalSubmit() && interaction.isFromMessage()) {
        await interaction.update({ content: interaction.fields.getTextInputValue('title') });
        return interaction.followUp({
          content: 'Saved',
          files: [{ attachment: Buffer.from('data'), name: 'a.txt' }],
        });
      }
    },
  });
  const place = { type: 7, name: 'place', description: 'Place', required: true };
  const key = { type: 3, name: 'key', description: 'Key', autocomplete: true };
  await client.application?.commands.set([
    {
      name: 'go',
      description: 'Go',
      options: [{ type: 1, name: 'to', description: 'To', options: [place, key] }],
    },
    { name: 'Learn from this', type: 3 },
  ]);
  const shown = await member.runs(channel, 'go to', { place: channel }).reply();
  expect(shown).toMatchObject({ content: 'At help', ephemeral: true, buttons: [{ label: 'Edit' }] });
  expect(() => member.presses(shown, 'Delete')).toThrow('There is no "Delete"');
  const form = await member.presses(shown, 'Edit').reply();
  expect(() => member.submits(form, { title: 'too long' })).toThrow('characters');
  const submitted = member.submits(form, { title: 'New' });
  expect(await submitted.reply()).toMatchObject({ id: shown.id, content: 'New' });
  const [file] = (await submitted.nextFollowUp()).attachments;
  expect(file).toEqual({ name: 'a.txt', bytes: Buffer.from('data') });
  expect(await member.completes(channel, 'go to', { key: 'ab' })).toEqual([{ name: 'ab', value: '1' }]);
  const said = guild.addMember().says(channel, 'Good answer');
  expect((await member.usesMenu('Learn from this', said).reply()).content).toBe('Good answer');
  expect(discord.faults).toEqual([]);
});

test.concurrent('a rate-limited request is sent again, and a lost answer leaves the message', async ({
  onTestFinished,
}) => {
  const { discord, channel, connect } = await startScene(onTestFinished);
  const client = await connect();
  const body = { content: 'x', nonce: '7', enforce_nonce: true, allowed_mentions: { parse: [] } };
  const post = () => client.rest.post(Routes.channelMessages(channel.id), { body });
  discord.rateLimitNext({ route: /POST .*messages/, retryAfterSeconds: 0.1 });
  await post();
  expect(discord.requests.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([
    429, 200,
  ]);
  discord.failNext({ path: /messages$/, status: 403, code: 50013 });
  await expect(post()).rejects.toMatchObject({ code: 50013 });
  discord.failNext({ path: /messages$/, status: 502, applied: true });
  await post();
  expect(discord.sent).toHaveLength(1);
});

test.concurrent('a message contains the message it replies to one level deep, and null once that is deleted', async ({
  onTestFinished,
}) => {
  const { discord, guild, channel, member, connect } = await startScene(onTestFinished, {
    messageContent: true,
  });
  const events: { t: string; d: Record<string, unknown> }[] = [];
  const client = await connect({}, [Intents.MessageContent]);
  client.on('raw', ({ t, d }: { t: string; d: Record<string, unknown> }) => void events.push({ t, d }));
  const [first, other] = [member.says(channel, 'First'), member.says(channel, 'Other')];
  const second = member.says(channel, 'Second', { replyTo: first });
  const third = member.says(channel, 'Third', { replyTo: second });
  const read = (id: string) => client.rest.get(Routes.channelMessage(channel.id, id));
  const shown = (await read(third.id)) as APIMessage;
  expect(shown.referenced_message).toMatchObject({
    id: second.id,
    message_reference: { message_id: first.id },
  });
  expect(shown.referenced_message).not.toHaveProperty('referenced_message');
  member.deletes(second);
  expect(await read(third.id)).toMatchObject({ referenced_message: null });
  member.purges([first, other]);
  const thread = guild.addThread(channel, { name: 'Third', by: member, from: third });
  channel.showsPreview(third, 'https://docs.example');
  await discord.settled();
  const [pointer] = (await client.rest.get(Routes.channelMessages(thread.id))) as APIMessage[];
  expect([thread.id, pointer?.referenced_message?.id]).toEqual([third.id, third.id]);
  const dataOf = (type: string) => events.filter(({ t }) => t === type).map(({ d }) => d);
  const place = { channel_id: channel.id, guild_id: guild.id };
  expect(dataOf('MESSAGE_DELETE')).toEqual([{ id: second.id, ...place }]);
  expect(dataOf('MESSAGE_DELETE_BULK')).toEqual([{ ids: [first.id, other.id], ...place }]);
  expect(dataOf('MESSAGE_UPDATE')).toMatchObject([{ id: third.id, edited_timestamp: null }]);
  expect(() => member.purges([third])).toThrow('2 to 100');
  expect(discord.faults).toEqual([]);
});
