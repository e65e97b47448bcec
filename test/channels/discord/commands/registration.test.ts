import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../../commands/commands.ts';
import { startApp } from '../../../support/app.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startDiscord } from '../../../support/discord.ts';
import { useSettled } from './setup.ts';

const home = useSettled();

describe('the registration', () => {
  test('names every command, option and choice in German and both kinds of English', () => {
    // An entry in the menu of a message has a name alone.
    const slash = home.discord.commands.filter(({ type }) => type === 1);
    const faults = slash.flatMap((command) => findFaults(command, `/${command.name}`));
    expect(faults).toEqual([]);
    expect(home.discord.commands).toHaveLength(COMMANDS.length);
  });

  test('restricts admin commands to those who manage the server, and all commands to servers', () => {
    for (const { name, default_member_permissions: permissions, contexts } of home.discord.commands) {
      const access = COMMANDS.find(({ data }) => data.name === name)?.data.access;
      expect([name, permissions, contexts]).toEqual([name, access === 'admin' ? '32' : null, [0]]);
    }
  });

  test('takes one PUT, and a second start on the same database makes none', async () => {
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
