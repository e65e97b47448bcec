import { ApplicationCommandType, type REST } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/commands.ts';
import { registerCommands, toApiCommands } from '../../../src/channels/discord/gateway/register.ts';
import { createRest } from '../../../src/channels/discord/gateway/session.ts';
import { RIGHTS } from '../../../src/domain/types.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, startDiscord } from '../../support/discord.ts';

const MANAGE_GUILD = String(1 << 5);
const LOCALES = ['de', 'en-GB', 'en-US'];

/** Every object within, also in lists. */
function* walk(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Record<string, unknown>;
  for (const inner of Object.values(node)) yield* walk(inner);
}

describe('the commands that Discord gets', () => {
  const bodies = toApiCommands(COMMANDS);

  test('are complete and available only on servers', () => {
    expect(bodies.map(({ name }) => name)).toEqual(COMMANDS.map(({ data }) => data.name));
    for (const body of bodies) {
      expect(body).toMatchObject({ contexts: [0], integration_types: [0] });
      expect(body).not.toHaveProperty('dm_permission');
    }
  });

  test('are shown only to those who may manage the server if they take a right', () => {
    const shown = bodies.map(({ default_member_permissions }) => default_member_permissions);
    const rights: readonly string[] = RIGHTS;
    expect(shown).toEqual(COMMANDS.map(({ data }) => (rights.includes(data.access) ? MANAGE_GUILD : null)));
    expect(shown).toContain(MANAGE_GUILD);
    expect(shown).toContain(null);
  });

  test('have every description and choice in German, American and British English; names are English', () => {
    const slash = bodies.filter(({ type }) => type === ApplicationCommandType.ChatInput);
    const described = [...walk(slash)].filter((node) => 'description' in node);
    const choices = [...walk(slash)].filter((node) => 'value' in node);
    expect(described.length).toBeGreaterThan(40);
    expect(choices.length).toBeGreaterThan(8);
    for (const node of described) {
      const localised = node.description_localizations as Record<string, string>;
      expect(Object.keys(localised).sort()).toEqual(LOCALES);
      expect(localised['en-US']).toBe(node.description);
      expect(node).not.toHaveProperty('name_localizations');
    }
    for (const node of choices) {
      expect(Object.keys(node.name_localizations as object).sort()).toEqual(LOCALES);
    }
  });

  test('have a name in each language and no description if they are in a message menu', () => {
    const menus = bodies.filter(({ type }) => type === ApplicationCommandType.Message);
    expect(menus.map(({ name, name_localizations: names }) => [name, names?.de])).toEqual([
      ['Learn from this', 'Daraus lernen'],
      ['Correct this answer', 'Antwort berichtigen'],
      ['Show the sources', 'Quellen zeigen'],
      ['Was the team needed', 'War das Team nötig'],
      ['Answer this', 'Diese Frage beantworten'],
      ['Suggest a reply', 'Antwort vorschlagen'],
    ]);
    for (const menu of menus) expect(menu).not.toHaveProperty('description');
  });
});

describe('registering', () => {
  let app: TestApp;
  let discord: FakeDiscord;
  let rest: REST;
  beforeAll(async () => {
    discord = await startDiscord();
    app = await startApp({ DISCORD_API_URL: discord.apiUrl });
    rest = createRest(app.core, discord.token);
  });
  afterAll(async () => {
    expect(discord.faults).toEqual([]);
    await app.stop();
    await discord.stop();
  });

  const register = (commands: readonly Command[] = COMMANDS) =>
    registerCommands({ core: app.core, rest, applicationId: discord.applicationId, commands });
  const puts = () => discord.requests.filter(({ method }) => method === 'PUT');

  test('that fails is logged once and retried later', async () => {
    discord.failNext({ method: 'PUT', path: /\/commands$/, status: 403, code: 50001 });
    expect(await register()).toBe(false);
    const lines = app.logged.filter(({ message }) => message.includes('not registered'));
    expect(lines).toHaveLength(1);
    expect(discord.commands).toEqual([]);
  });

  test('sends all commands if Discord lacks them, and nothing if it has them', async () => {
    const before = puts().length;
    expect(await register()).toBe(true);
    expect(discord.commands.map(({ name }) => name)).toEqual(COMMANDS.map(({ data }) => data.name));
    expect(await register()).toBe(true);
    expect(puts()).toHaveLength(before + 1);
  });

  test('sends them again if one was removed or changed on the platform, whatever was sent last', async () => {
    expect(await register()).toBe(true);
    const changes: Parameters<typeof discord.changeCommands>[0][] = [
      (commands) => commands.filter(({ name }) => name !== 'ask'),
      () => [],
      (commands) => commands.map((one) => (one.name === 'usage' ? { ...one, description: 'Nonsense' } : one)),
      (commands) =>
        commands.map((one) =>
          one.name === 'ask' ? { ...one, description_localizations: { de: 'Unsinn' } } : one,
        ),
      (commands) => [...commands, { ...commands[0], name: 'stale' } as (typeof commands)[number]],
    ];
    for (const change of changes) {
      const before = puts().length;
      discord.changeCommands(change);
      expect(await register()).toBe(true);
      expect(puts()).toHaveLength(before + 1);
      expect(await register()).toBe(true);
      expect(puts()).toHaveLength(before + 1);
      expect(discord.commands.map(({ name }) => name)).toEqual(COMMANDS.map(({ data }) => data.name));
    }
  });

  test('ignores their order and the entry point of an activity, which the platform adds', async () => {
    expect(await register()).toBe(true);
    const before = puts().length;
    discord.changeCommands((commands) => [
      ...commands.toReversed(),
      { ...commands[0], id: '1', name: 'launch', type: 4 } as unknown as (typeof commands)[number],
    ]);
    expect(await register()).toBe(true);
    expect(puts()).toHaveLength(before);
  });

  test('sends once to a platform that keeps less than it is sent, and again if something goes missing', async () => {
    discord.forgetFields('contexts', 'integration_types', 'default_member_permissions');
    discord.changeCommands(() => []);
    const before = puts().length;
    for (let start = 0; start < 3; start += 1) expect(await register()).toBe(true);
    expect(puts()).toHaveLength(before + 1);
    discord.changeCommands((commands) => commands.slice(1));
    for (let start = 0; start < 3; start += 1) expect(await register()).toBe(true);
    expect(puts()).toHaveLength(before + 2);
  });

  test('that cannot be checked with the platform is retried later', async () => {
    const before = puts().length;
    discord.failNext({ method: 'GET', path: /\/commands/, status: 503, count: 3 });
    expect(await register()).toBe(false);
    expect(puts()).toHaveLength(before);
    const [line] = app.logged.filter(({ message }) => message.includes('not registered')).slice(-1);
    expect(line?.fields).toEqual({ cause: 'outage', status: 503, code: null });
  });
});
