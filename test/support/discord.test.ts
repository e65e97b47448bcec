import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type FakeDiscord, startDiscord } from './discord.ts';

// What the fake refuses, so that a bot which misbehaves fails its tests. What it grants, the suite shows.

async function openScene() {
  const discord = await startDiscord();
  onTestFinished(() => discord.stop());
  const guild = discord.addGuild();
  const channel = guild.addChannel();
  /** One request of the bot; resolves with the status and Discord's code. */
  async function call(at: string, body?: unknown): Promise<{ status: number; code?: number }> {
    const [method = '', path = ''] = at.split(' ');
    const response = await fetch(`${discord.apiUrl}/v10${path}`, {
      method,
      headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, ...(text === '' ? {} : (JSON.parse(text) as { code?: number })) };
  }
  const put = (...commands: object[]) =>
    call(`PUT /applications/${discord.applicationId}/commands`, commands);
  const messages = `/channels/${channel.id}/messages`;
  return { discord, guild, channel, member: guild.addMember(), call, put, messages };
}

/** Sends the payloads on a raw connection; resolves with the code that it is closed with. */
function closeCode(discord: FakeDiscord, ...payloads: unknown[]): Promise<number> {
  const socket = new WebSocket(`${discord.gateway.url}?v=10&encoding=json`);
  socket.once('message', () => {
    for (const payload of payloads)
      socket.send(typeof payload === 'string' ? payload : JSON.stringify(payload));
  });
  return new Promise((resolve) => socket.once('close', resolve));
}

test('payloads that Discord refuses close the connection with the codes of the protocol', async () => {
  const { discord } = await openScene();
  const identify = { op: 2, d: { token: discord.token, intents: 1, properties: {} } };
  const refused: [number, ...unknown[]][] = [
    [4001, { op: 99 }],
    [4002, 'garbage'],
    [4002, { op: 1, d: 'x'.repeat(5_000) }],
    [4004, { ...identify, d: { ...identify.d, token: 'wrong' } }],
    [4005, identify, identify],
    [4008, ...Array.from({ length: 121 }, () => ({ op: 1, d: null }))],
    [4013, { ...identify, d: { ...identify.d, intents: 1 << 30 } }],
    [4014, { ...identify, d: { ...identify.d, intents: 1 << 15 } }],
  ];
  for (const [code, ...payloads] of refused) expect(await closeCode(discord, ...payloads)).toBe(code);
});

test('bodies that Discord refuses are refused', async () => {
  const { discord, channel, call, messages } = await openScene();
  const button = { type: 2, style: 1, label: 'Yes', custom_id: 'yes' };
  const row = (...components: object[]) => ({ type: 1, components });
  const buttons = Array.from({ length: 6 }, (_, n) => ({ ...button, custom_id: `b${n}` }));
  const refused = [
    { content: 'x'.repeat(2_001) },
    { content: 'x', nonce: 'n'.repeat(26) },
    { content: 'x', allowed_mentions: { parse: ['users'], users: [discord.botId] } },
    { content: 'x', allowed_mentions: { parse: [], replied: true } },
    { content: 'x', message_reference: { message_id: channel.id } },
    { components: [row(button, button)] },
    { components: [row({ ...button, custom_id: 'y'.repeat(101) })] },
    { components: [row({ ...button, label: 'y'.repeat(81) })] },
    { components: buttons.map((one) => row(one)) },
    { components: [row(...buttons)] },
  ];
  for (const body of refused)
    expect(await call(`POST ${messages}`, body), JSON.stringify(body)).toMatchObject({ code: 50035 });
  expect(await call(`POST ${messages}`, { content: ' ' })).toMatchObject({ status: 400, code: 50006 });
  expect(await call('GET /channels/1')).toMatchObject({ status: 404, code: 10003 });
  expect(discord.sent).toEqual([]);
});

test('commands that Discord refuses are refused', async () => {
  const { discord, put } = await openScene();
  const ask = { name: 'ask', description: 'Ask' };
  const option = (more: object) => ({ type: 3, name: 'text', description: 'Text', ...more });
  const choices = Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` }));
  const refused = [
    [{ ...ask, name: 'Ask' }],
    [{ ...ask, description: '' }],
    [{ ...ask, dm_permission: false }],
    [ask, ask],
    [{ ...ask, name_localizations: { xx: 'frage' } }],
    [{ name: 'Learn', type: 3, description: 'no' }],
    [{ ...ask, options: [option({ name: 'a' }), option({ required: true })] }],
    [{ ...ask, options: [option({ choices })] }],
  ];
  for (const body of refused) expect(await put(...body), JSON.stringify(body)).toMatchObject({ code: 50035 });
  await put({ ...ask, options: [option({ required: true })] }, { name: 'Learn from this', type: 3 });
  expect(discord.commands).toHaveLength(2);
});

test('permissions follow from roles and overwrites', async () => {
  const { discord, guild, channel, member, call, messages } = await openScene();
  const post = () => call(`POST ${messages}`, { content: 'Hello', allowed_mentions: { parse: [] } });
  const theirs = member.says(channel, 'Mine');
  channel.setOverwrite(guild.everyone, { deny: 1n << 11n });
  expect(await post()).toMatchObject({ status: 403, code: 50013 });
  channel.setOverwrite(discord.roleOfBot(guild), { allow: 1n << 11n });
  expect(await post()).toMatchObject({ status: 200 });
  expect(await call(`PATCH ${messages}/${theirs.id}`, { content: 'Hers' })).toMatchObject({ code: 50005 });
  channel.setOverwrite(discord.roleOfBot(guild), { deny: 1n << 10n });
  expect(await post()).toMatchObject({ status: 403, code: 50001 });
  channel.remove();
  expect(await post()).toMatchObject({ status: 404, code: 10003 });
});

test('careless mentions and unknown routes become faults', async () => {
  const { discord, guild, call, messages } = await openScene();
  const role = guild.addRole({ mentionable: true });
  await call(`POST ${messages}`, { content: `@everyone <@&${role.id}> <@${discord.botId}>` });
  expect(discord.sent[0]?.pinged).toEqual({ everyone: true, roles: [role.id], users: [discord.botId] });
  expect(await call('POST /users/@me/channels', {})).toMatchObject({ status: 404 });
  expect(discord.faults).toHaveLength(2);
});

test('an interaction is acknowledged only once and only in time, and a form takes what fits', async () => {
  const { discord, channel, member, call, put } = await openScene();
  await put({ name: 'ping', description: 'Ping' });
  expect(() => member.runs(channel, 'pong')).toThrow('not registered');
  expect(() => member.runs(channel, 'ping', { to: 'x' })).toThrow('no option');
  const [forgotten, asked, filled] = [1, 2, 3].map(() => member.runs(channel, 'ping'));
  if (!forgotten || !asked || !filled) throw new Error('three uses');
  const acknowledge = ({ id, token }: typeof asked, body: object = { type: 5, data: { flags: 64 } }) =>
    call(`POST /interactions/${id}/${token}/callback`, body);
  const original = `PATCH /webhooks/${discord.applicationId}/${asked.token}/messages/@original`;
  const pong = { content: 'Pong', allowed_mentions: { parse: [] } };
  expect(await call(original, pong)).toMatchObject({ code: 10015 });
  await acknowledge(asked);
  expect(await acknowledge(asked)).toMatchObject({ status: 400, code: 40060 });
  await call(original, pong);
  expect(await asked.reply()).toMatchObject({ content: 'Pong', ephemeral: true });
  const input = { type: 4, custom_id: 'title', style: 1, label: 'Title', max_length: 5 };
  const form = { custom_id: 'form', title: 'Form', components: [{ type: 1, components: [input] }] };
  await acknowledge(filled, { type: 9, data: form });
  const opened = await filled.reply();
  expect(() => member.submits(opened, { title: 'too long' })).toThrow('characters');
  await discord.until(() => discord.faults[0], 'The fault of the forgotten interaction');
  expect(await acknowledge(forgotten)).toMatchObject({ status: 404, code: 10062 });
  expect(discord.faults).toEqual([expect.stringContaining(forgotten.id)]);
});
