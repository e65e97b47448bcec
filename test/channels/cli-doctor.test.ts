import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/commands.ts';
import { type AiBackend, createAiBackend, createEmbedder } from '../../src/adapters/ai/ai.ts';
import { BackendFault } from '../../src/adapters/ai/fault.ts';
import { createDiscord } from '../../src/adapters/discord.ts';
import { registerCommands } from '../../src/channels/discord/gateway/register.ts';
import { createRest } from '../../src/channels/discord/gateway/session.ts';
import { parseConfig } from '../../src/config.ts';
import type { Core } from '../../src/core/core.ts';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { AppError } from '../../src/domain/errors.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type FakeDiscord, startDiscord } from '../support/discord.ts';
import { runOn } from './cli-setup.ts';

const KEY = 'sk-secret-of-the-operator';

let app: TestApp;
let stub: AiStub;
let ai: AiBackend;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  stub = await startAiStub();
  ai = createAiBackend({ apiKey: KEY, baseUrl: stub.url, maxResponseBytes: 100_000 });
});
afterEach(async () => {
  await ai.close();
  await stub.close();
});

/** The checks of a core, by name, and how the command ended; no secret may be anywhere in it. */
async function diagnose(change: Partial<Core> = {}, settings: Record<string, string> = {}) {
  const config = { ...app.core.config, ...parseConfig(settings) };
  const { EMBEDDING_MODEL: model } = config;
  const prefixes = { queryPrefix: '', passagePrefix: '' };
  const embedder = change.ai && model ? createEmbedder(change.ai, { baseUrl: '', model, ...prefixes }) : null;
  const openCore = async () => ({ ...app.core, config, embedder, ...change });
  const human = await runOn(openCore, ['doctor']);
  const { code, out, err } = await runOn(openCore, ['doctor', '--json']);
  expect(human.code).toBe(code);
  expect(human.out + human.err + out + err).not.toContain('secret');
  const checks: { check: string; status: string; message: string }[] = JSON.parse(out);
  expect(human.out.trim().split('\n')).toHaveLength(checks.length);
  const byName = Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest]));
  return { code, human, ...byName } as { code: number; human: typeof human } & Record<
    'settings' | 'database' | 'discord' | 'ai' | 'embeddings',
    { status: string; message: string } | undefined
  >;
}

const withBackend = () => ({
  OPENAI_BASE_URL: stub.url.replace('//', '//user:secret@'),
  OPENAI_API_KEY: KEY,
});

test('an empty configuration is sound: embedded or given database, bot off, extractive engine', async () => {
  const { code, human, settings, database, discord, ai: backend } = await diagnose();
  expect({ code, err: human.err }).toEqual({ code: 0, err: '' });
  for (const check of [settings, database, discord, backend]) expect(check?.status).toBe('ok');
  expect(database?.message).toMatch(/answers, schema up to date/);
  expect(discord?.message).toContain('not set: bot off');
  expect(backend?.message).toContain('extractive engine');
});

const ONE_MODEL = { MODEL_V1: 'small-1', MODEL_V1_5: 'small-1', MODEL_V2: 'small-1' };

test('a backend is asked one small and one long question, without its key in the output', async () => {
  stub.reply({ ok: true });
  const { code, ai: backend } = await diagnose({ ai }, { ...withBackend(), ...ONE_MODEL });
  expect({ code, ...backend }).toMatchObject({ code: 0, status: 'ok' });
  expect(backend?.message).toBe(`${new URL(stub.url).host} answers with small-1`);
  expect(stub.requests.length).toBe(4);
});

test('each model is asked, and a missing one is named with its settings', async () => {
  stub.reply({ ok: true });
  const models = { MODEL_V1: 'small-1', MODEL_V1_5: 'misspelt', MODEL_V2: 'misspelt' };
  const found: AiBackend = {
    ...ai,
    complete: (call) =>
      call.model === 'misspelt'
        ? Promise.reject(new BackendFault('status 404', 'refused', { status: 404 }))
        : ai.complete(call),
  };
  const { code, ai: backend } = await diagnose({ ai: found }, { ...withBackend(), ...models });
  expect({ code, ...backend }).toMatchObject({ code: 1, status: 'fail' });
  expect(backend?.message).toMatch(/: misspelt fails: .+ MODEL_V1_5 and MODEL_V2$/);
  expect(backend?.message).not.toContain('small-1');
});

test.each([
  ['status:401', 'check OPENAI_API_KEY'],
  ['status:429', 'limit or credit'],
  ['html', 'check OPENAI_BASE_URL'],
  ['hang', 'no answer in time'],
] as const)('a failing backend (%s) fails the command with a hint', async (fault, hint) => {
  stub.fault(fault);
  // What answers may take its time on a busy machine.
  const patience: Record<string, string> = fault === 'hang' ? { AI_TIMEOUT_MS: '150' } : {};
  const { code, human, ai: backend } = await diagnose({ ai }, { ...withBackend(), ...patience });
  expect({ code, status: backend?.status, err: human.err }).toEqual({
    ...{ code: 1, status: 'fail', err: 'Failed: ai.\n' },
  });
  expect(backend?.message).toContain(hint);
});

test('a model that ignores the requested format is not a usable backend', async () => {
  stub.reply({ sure: 'I am here' });
  const { code, ai: backend } = await diagnose({ ai }, withBackend());
  expect({ code, ...backend }).toMatchObject({ code: 1, status: 'fail' });
  expect(backend?.message).toContain('choose another MODEL_V1');
});

test.each<[string, () => void, RegExp]>([
  [
    'a context window that cuts without a word',
    () => stub.usage({ promptTokens: 4_096, completionTokens: 4 }),
    /too small for level V2 .* 4096 arrived; give it a larger one \(Ollama: OLLAMA_CONTEXT_LENGTH/,
  ],
  [
    'a context window that refuses',
    () =>
      stub.reply(({ messages }) =>
        JSON.stringify(messages).length > 10_000 ? 'long, long, long' : { ok: true },
      ),
    /small-1 fails with a prompt as long as level V2 sends/,
  ],
  ['no json_schema', () => stub.fault('refuse-json-schema'), /does not support json_schema/],
  ['no pictures', () => stub.fault('refuse-images'), /refuses pictures: remove VISION_V1/],
  [
    'no system role',
    () => stub.fault([{ status: 400, body: { error: { message: 'System role not supported' } } }]),
    /does not support the system role/,
  ],
  [
    'streaming',
    () => {
      const pieces = ['{"ok"', ': true}'].map((content) => ({ choices: [{ delta: { content } }] }));
      stub.fault({ body: pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('') });
    },
    /small-1 streams although stream: false is sent/,
  ],
  [
    'thoughts',
    () => {
      const choices = [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: '' } }];
      stub.fault([{ body: { choices } }]);
    },
    /small-1 thinks before it answers/,
  ],
])('%s is a warning that says what to do', async (_title, prepare, said) => {
  stub.reply({ ok: true });
  prepare();
  const settings = { ...withBackend(), ...ONE_MODEL, VISION_V1: 'true' };
  const { code, ai: backend } = await diagnose({ ai }, settings);
  expect({ code, status: backend?.status }).toEqual({ code: 0, status: 'warn' });
  // Said by the second run, which knows what the first one found out.
  expect(backend?.message).toMatch(said);
});

test('failing embeddings are a warning, since questions are still searched by words', async () => {
  stub.reply({ ok: true });
  const settings = { ...withBackend(), EMBEDDING_MODEL: 'embed-1' };
  expect((await diagnose({ ai }, settings)).embeddings?.status).toBe('ok');
  const broken: AiBackend = { ...ai, embed: () => Promise.reject(new AppError('ai_unavailable')) };
  const { code, embeddings } = await diagnose({ ai: broken }, settings);
  expect({ code, ...embeddings }).toMatchObject({ code: 0, status: 'warn' });
});

test('settings that lack a related setting are named', async () => {
  const { code, settings } = await diagnose({}, { DISCORD_CLIENT_ID: '1', EMBEDDING_MODEL: 'embed-1' });
  expect(code).toBe(0);
  expect(settings).toEqual({
    status: 'warn',
    message:
      'valid, but DISCORD_CLIENT_ID does nothing without DISCORD_CLIENT_SECRET; EMBEDDING_MODEL does nothing without EMBEDDING_BASE_URL or OPENAI_BASE_URL',
  });
});

/** Registers the bot's commands, as a start of the bot does. */
async function registerAll(platform: FakeDiscord): Promise<void> {
  const rest = createRest(
    { ...app.core, config: { ...app.core.config, DISCORD_API_URL: platform.apiUrl } },
    platform.token,
  );
  const { applicationId } = platform;
  expect(await registerCommands({ core: app.core, rest, applicationId, commands: COMMANDS })).toBe(true);
}

test('commands that are missing or different on Discord are named, with what to do', async () => {
  const platform = await startDiscord();
  const discord = createDiscord({ DISCORD_TOKEN: platform.token, DISCORD_API_URL: platform.apiUrl });
  const look = async () => (await diagnose({ discord })).discord;
  expect(await look()).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/lacks the commands ask, setup/),
  });
  await registerAll(platform);
  expect(await look()).toMatchObject({ status: 'ok' });
  platform.changeCommands((commands) => [
    ...commands
      .filter(({ name }) => name !== 'usage')
      .map((one) => (one.name === 'ask' ? { ...one, description: 'Odd' } : one)),
    { ...commands[0], name: 'stale' } as (typeof commands)[number],
  ]);
  const told = await look();
  expect(told?.status).toBe('warn');
  for (const part of [
    /lacks the commands usage;/,
    /different definitions of the commands ask;/,
    /not the bot's: stale;/,
    /registers its commands when it starts/,
  ])
    expect(told?.message).toMatch(part);
  platform.failNext({ method: 'GET', path: /\/commands/, status: 500, count: 2 });
  expect(await look()).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('its commands could not be read'),
  });
  await platform.stop();
});

test('a Discord token is tried, never shown, and a missing intent is named only if a server needs it', async () => {
  const platform = await startDiscord();
  await registerAll(platform);
  const lookAt = (DISCORD_TOKEN: string, DISCORD_API_URL: string) =>
    diagnose({ discord: createDiscord({ DISCORD_TOKEN, DISCORD_API_URL }) });
  expect((await lookAt(platform.token, platform.apiUrl)).discord).toMatchObject({ status: 'ok' });
  const { id } = await app.addServer({ learning: true });
  expect((await lookAt(platform.token, platform.apiUrl)).discord).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('Message Content Intent'),
  });
  platform.enableMessageContent(true);
  expect((await lookAt(platform.token, platform.apiUrl)).discord).toMatchObject({ status: 'ok' });
  expect((await lookAt('secret-token', platform.apiUrl)).discord).toEqual({
    status: 'fail',
    message: 'DISCORD_TOKEN is wrong',
  });
  const [harbour] = [platform.addGuild({ name: 'Harbour' }), platform.addGuild({ name: 'Werft' })];
  expect((await lookAt(platform.token, platform.apiUrl)).discord?.message).toContain(
    'on 2 servers with all permissions',
  );
  for (const role of harbour.state.roles.values())
    harbour.updateRole(role, { permissions: BigInt(role.permissions) & ~PermissionFlagsBits.EmbedLinks });
  expect((await lookAt(platform.token, platform.apiUrl)).discord).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/on 2 servers; on Harbour it lacks EmbedLinks$/),
  });
  const list = /users\/@me\/guilds/;
  platform.rateLimitNext({ route: list, retryAfterSeconds: 0.05 });
  expect((await lookAt(platform.token, platform.apiUrl)).discord?.message).toContain('on 2 servers');
  platform.rateLimitNext({ route: list, retryAfterSeconds: 60, count: 2 });
  expect((await lookAt(platform.token, platform.apiUrl)).discord).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('its permissions on servers could not be read'),
  });
  await platform.stop();
  const { code, discord } = await lookAt(platform.token, platform.apiUrl);
  expect({ code, ...discord }).toMatchObject({
    code: 1,
    message: expect.stringContaining('DISCORD_API_URL'),
  });
  await deleteServer(app.core, id);
});

test('a database that does not answer fails the command', async () => {
  const cause = new Error('connect ECONNREFUSED');
  const query = () => Promise.reject(new AppError('service_unavailable', { cause }));
  const { code, database } = await diagnose({ database: { ...app.core.database, query } });
  expect({ code, ...database }).toMatchObject({ code: 1, status: 'fail' });
});

test('wrong settings and an unreachable database at the start are reported as checks', async () => {
  const readWrongly = async () => {
    parseConfig({ PORT: 'x', LOG_LEVEL: 'loud' });
    return app.core;
  };
  const wrong = await runOn(readWrongly, ['doctor', '--json']);
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.err)).toEqual({ error: { code: 'failed', message: 'Failed: settings.' } });
  const [settings] = JSON.parse(wrong.out);
  expect(settings).toMatchObject({ check: 'settings', status: 'fail' });
  expect(settings.message).toMatch(/PORT: .+LOG_LEVEL: /s);

  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
  const away = () => Promise.reject(new AppError('service_unavailable', { cause }));
  const down = await runOn(away, ['doctor']);
  expect(down).toMatchObject({ code: 1, err: 'Failed: database.\n' });
  expect(down.out).toContain(
    'fail  database  The database cannot be reached or is too busy; try again in a moment. (connect ECONNREFUSED 127.0.0.1:1)',
  );
});
