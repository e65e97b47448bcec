import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Command, CommandData, CommandOption, Texts } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';

const FOLDER = fileURLToPath(new URL('../../commands/', import.meta.url));

/** The contract's table, in the order in which commands are listed; `!` marks what is required. */
const CATALOGUE = {
  '/ask': ['everyone', 'question!'],
  '/setup': ['admin', ''],
  '/persona show': ['admin', ''],
  '/persona set': ['admin', 'name tone instructions avatar level language'],
  '/knowledge add': ['editor', 'title text link'],
  '/knowledge check': ['editor', ''],
  '/knowledge list': ['editor', ''],
  '/knowledge remove': ['editor', 'entry!'],
  '/knowledge search': ['editor', 'query!'],
  '/links add': ['editor', 'url channel'],
  '/links list': ['editor', ''],
  '/links remove': ['editor', 'url!'],
  '/links crawl': ['editor', 'url'],
  '/training list': ['editor', ''],
  '/training approve': ['editor', 'id!'],
  '/training reject': ['editor', 'id!'],
  '/training edit': ['editor', 'id!'],
  '/training revert': ['editor', 'id!'],
  '/unanswered': ['editor', ''],
  '/tests add': ['editor', 'question! expected needs_team'],
  '/tests list': ['editor', ''],
  '/tests run': ['editor', 'answers times'],
  '/tests remove': ['editor', 'test!'],
  '/channels set': ['admin', 'channel! mode! instructions'],
  '/channels list': ['admin', ''],
  '/channels forms': ['admin', 'bot! state!'],
  '/channels alerts': ['admin', 'channel'],
  '/channels report': ['admin', 'channel'],
  '/team teach': ['admin', 'role!'],
  '/team handover': ['admin', 'role!'],
  '/team roles': ['admin', 'reason! role'],
  '/team names': ['admin', 'names!'],
  '/team list': ['admin', ''],
  '/team remove': ['admin', 'role!'],
  '/access set': ['admin', 'role! right!'],
  '/access show': ['admin', ''],
  '/learning state': ['admin', 'state!'],
  '/learning import': ['admin', 'channel! days'],
  '/learning stop': ['admin', ''],
  '/drafts set': ['admin', 'state! below'],
  '/drafts show': ['admin', ''],
  '/limits member': ['admin', 'questions!'],
  '/limits role': ['admin', 'role! questions'],
  '/limits place': ['admin', 'channel! percent'],
  '/limits show': ['admin', ''],
  '/hours set': ['admin', 'zone! monday tuesday wednesday thursday friday saturday sunday holidays channel'],
  '/hours show': ['admin', 'channel'],
  '/hours off': ['admin', 'channel'],
  '/key create': ['admin', 'name scope'],
  '/key list': ['admin', ''],
  '/key revoke': ['admin', 'key!'],
  '/usage': ['viewer', ''],
  '/privacy': ['everyone', ''],
  '/my-data export': ['everyone', ''],
  '/my-data delete': ['everyone', ''],
  '/opt-out': ['everyone', ''],
  'Learn from this': ['teacher', ''],
  'Correct this answer': ['teacher', ''],
  'Show the sources': ['viewer', ''],
  'Was the team needed': ['team', ''],
  'Answer this': ['team', ''],
  'Suggest a reply': ['team', ''],
};

/** What a platform's list of choices offers, by command and option. */
const CHOICES = {
  '/persona set level': ['V1', 'V1.5', 'V2'],
  '/persona set language': ['de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr'],
  '/tests add needs_team': ['yes', 'no'],
  '/tests run answers': ['found', 'real'],
  '/tests run times': ['1', '2', '3', '4', '5'],
  '/channels set mode': ['mention', 'every_message', 'forum', 'observe', 'off'],
  '/channels forms state': ['on', 'off'],
  '/access set right': ['viewer', 'editor', 'admin', 'none'],
  '/learning state state': ['on', 'off'],
  '/key create scope': ['chat', 'knowledge'],
  '/drafts set state': ['off', 'unsure', 'all', 'observe'],
};

const COMPLETED = [
  '/knowledge remove entry',
  '/key revoke key',
  '/training revert id',
  '/tests remove test',
  '/team roles reason',
];

/** Discord's rule for names of commands and options, in lower case. */
const NAME = /^[-_\p{Ll}\p{N}]{1,32}$/u;
/** Sum of names, descriptions and values that Discord takes for one command. */
const MAX_COMMAND_CHARACTERS = 8_000;
const MAX_OPTION_CHARACTERS = 6_000;

interface Use {
  name: string;
  command: Command;
  options: readonly CommandOption[];
}

/** Every way to use a command: its subcommands, or itself. */
const uses: Use[] = COMMANDS.flatMap((command) => {
  const { kind, name, options = [], subcommands } = command.data;
  const full = kind === 'slash' ? `/${name}` : name;
  if (!subcommands) return [{ name: full, command, options }];
  return subcommands.map((sub) => ({ name: `${full} ${sub.name}`, command, options: sub.options ?? [] }));
});
const options = uses.flatMap((use) =>
  use.options.map((option) => ({ ...option, at: `${use.name} ${option.name}` })),
);
const actionIds = COMMANDS.flatMap(({ actions = {} }) => Object.keys(actions));

function textsOf({ description, subcommands = [], options: own = [] }: CommandData): Texts[] {
  const all = [...own, ...subcommands.flatMap((sub) => sub.options ?? [])];
  return [
    description,
    ...subcommands.map((sub) => sub.description),
    ...all.flatMap((option) => [option.description, ...(option.choices ?? []).map(({ name }) => name)]),
  ];
}

/** Everything in a file of the folder that is a command. */
async function commandsIn(file: string): Promise<unknown[]> {
  const exported: Record<string, unknown> = await import(pathToFileURL(FOLDER + file).href);
  return Object.values(exported).filter(
    (value) => typeof value === 'object' && value !== null && 'data' in value && 'run' in value,
  );
}

describe('the list of commands', () => {
  test('matches the contract exactly, with options and permissions', () => {
    const listed = uses.map(({ name, command, options: given }) => [
      name,
      [command.data.access, given.map((option) => option.name + (option.isRequired ? '!' : '')).join(' ')],
    ]);
    expect(listed).toEqual(Object.entries(CATALOGUE));
  });

  test('contains every command of the folder once', async () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const found = (await Promise.all(files.map(commandsIn))).flat();
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found)).toEqual(new Set(COMMANDS));
    expect(new Set(COMMANDS).size).toBe(COMMANDS.length);
  });

  test('offers the contract’s choices and completes what nobody can remember', () => {
    const choices = options.flatMap(({ at, choices: given }) =>
      given ? [[at, given.map(({ value }) => value)]] : [],
    );
    expect(Object.fromEntries(choices)).toEqual(CHOICES);
    const completed = options.filter(({ isCompleted }) => isCompleted).map(({ at }) => at);
    expect(completed).toEqual(expect.arrayContaining(COMPLETED));
    const completing = uses.filter((use) => use.options.some(({ isCompleted }) => isCompleted));
    expect(completing.every(({ command }) => command.complete !== undefined)).toBe(true);
  });

  test('asks for channels, roles and users as such', () => {
    const kinds = options.filter(({ kind }) => kind !== 'string').map(({ at, kind }) => [at, kind]);
    expect(kinds).toEqual([
      ['/links add channel', 'channel'],
      ['/channels set channel', 'channel'],
      ['/channels forms bot', 'user'],
      ['/channels alerts channel', 'channel'],
      ['/channels report channel', 'channel'],
      ['/team teach role', 'role'],
      ['/team handover role', 'role'],
      ['/team roles role', 'role'],
      ['/team remove role', 'role'],
      ['/access set role', 'role'],
      ['/learning import channel', 'channel'],
      ['/limits role role', 'role'],
      ['/limits place channel', 'channel'],
      ['/hours set channel', 'channel'],
      ['/hours show channel', 'channel'],
      ['/hours off channel', 'channel'],
    ]);
  });
});

describe('every command', () => {
  test.each(
    COMMANDS.map((command) => [command.data.name, command] as const),
  )('%s is accepted by Discord', (_, { data }) => {
    for (const { de, en } of textsOf(data)) {
      expect([de, en].filter((text) => text.trim() === '' || text.length > 100)).toEqual([]);
    }
    if (data.kind === 'slash') expect(data.name).toMatch(NAME);
    else expect(data.name).toMatch(/^[\w ]{1,32}$/);
    expect(data.options !== undefined && data.subcommands !== undefined).toBe(false);
    expect(data.subcommands?.length ?? 1).toBeLessThanOrEqual(25);
    for (const sub of data.subcommands ?? []) expect(sub.name).toMatch(NAME);
    const characters = textsOf(data).reduce((sum, { de, en }) => sum + Math.max(de.length, en.length), 0);
    expect(characters).toBeLessThan(MAX_COMMAND_CHARACTERS / 2);
  });

  test('has options that Discord accepts, required ones first', () => {
    for (const { name, options: given } of uses) {
      const required = given.map(({ isRequired }) => isRequired === true);
      expect(required, name).toEqual(required.toSorted((a, b) => Number(b) - Number(a)));
      expect(given.length).toBeLessThanOrEqual(25);
      expect(new Set(given.map((option) => option.name)).size, name).toBe(given.length);
    }
    for (const { at, name, choices = [], maxLength = 1, isCompleted } of options) {
      expect(name).toMatch(NAME);
      expect(maxLength, at).toBeGreaterThanOrEqual(1);
      expect(maxLength, at).toBeLessThanOrEqual(MAX_OPTION_CHARACTERS);
      expect(choices.length, at).toBeLessThanOrEqual(25);
      // Discord refuses an option with both.
      expect(choices.length > 0 && isCompleted === true, at).toBe(false);
      for (const { value } of choices) expect(value.length, at).toBeLessThanOrEqual(100);
    }
  });

  test('has two different languages, not the same text twice', () => {
    // An entry in a menu shows its name alone.
    const slash = COMMANDS.filter(({ data }) => data.kind === 'slash');
    const same = slash.flatMap(({ data }) => textsOf(data)).filter(({ de, en }) => de === en);
    expect(same).toEqual([]);
  });

  test('responds privately, and only /ask responds publicly', () => {
    expect(COMMANDS.filter(({ isPublic }) => isPublic).map(({ data }) => data.name)).toEqual(['ask']);
  });

  test('leaves its buttons and forms to those who may use it; only drafts and hand-overs are for the whole team', () => {
    const others = COMMANDS.flatMap(({ data, actions = {} }) =>
      Object.entries(actions).flatMap(([id, { access }]) =>
        access === data.access ? [] : `${id} ${access}`,
      ),
    );
    expect(others).toEqual([
      ...['handover:claim team', 'handover:solve team'],
      ...['draft:send team', 'draft:edit team', 'draft:edited team', 'draft:discard team'],
      'draft:learn teacher',
    ]);
  });

  test('has its own actions, named by noun and verb', () => {
    expect(actionIds).toEqual(
      expect.arrayContaining(['answer:up', 'answer:down', 'answer:why', 'answer:team']),
    );
    expect(actionIds).toEqual(
      expect.arrayContaining(['training:approve', 'training:edit', 'training:reject']),
    );
    expect(new Set(actionIds).size).toBe(actionIds.length);
    expect(actionIds.filter((id) => !/^[a-z]+:[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });
});
