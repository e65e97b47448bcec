import { beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/commands.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import type { Setting } from '../../src/core/owners/setting-list/kinds.ts';
import { SETTINGS } from '../../src/core/owners/setting-list/list.ts';
import { invoke } from '../commands/setup.ts';
import { runOn } from './cli-setup.ts';
import { useDashboard } from './dashboard/setup.ts';

const described = Object.entries<Setting>(SETTINGS);
/** Settings that a form of a page shows by their description alone. */
const simple = described.filter(([, { group }]) => group !== 'own');
const FORMS: Record<string, string> = {
  team_names: 'team-names',
  drafts: 'persona',
  threshold: 'drafts/wrong',
};
const COMMAND_USES: Record<string, [name: string, subcommand: string]> = {
  persona: ['persona', 'set'],
  drafts: ['drafts', 'set'],
  limits: ['limits', 'member'],
};

/** Two values that differ, as the command line takes them. */
function samplesOf({ kind, choices = {} }: Setting): [string, string] {
  if (kind === 'flag') return ['true', 'false'];
  if (kind === 'number') return ['0', '1'];
  if (kind === 'address') return ['https://example.com/a.png', 'https://example.com/b.png'];
  const [first = 'Kiel', second = 'Hamburg'] = Object.keys(choices);
  return [first, second];
}

const dashed = (name: string) => name.replaceAll('_', '-');

describe('A setting that is described once', () => {
  const dashboard = useDashboard();
  const fields = new Map<string, string>();
  beforeAll(async () => {
    for (const page of ['ki', 'channels', 'team', 'hours', 'limits', 'drafts']) {
      const { document } = await dashboard.visitor.get(dashboard.path(page));
      for (const field of document.querySelectorAll('main form [name]'))
        fields.set(field.getAttribute('name') ?? '', field.closest('form')?.textContent ?? '');
    }
  });

  test('has its field on a page, with its label, and is an option of a slash command unless it is none', () => {
    const commands = JSON.stringify(COMMANDS);
    for (const [name, { label, option }] of simple) {
      expect(fields.get(name)).toContain(label.en);
      if (option !== null) expect(commands).toContain(JSON.stringify(option?.name ?? name));
    }
  });

  test('is a flag of the command line, unless it is none there, and is listed', async () => {
    const core = async () => dashboard.app.core;
    const { out: help } = await runOn(core, ['server', 'set', '--help']);
    const { out: shown } = await runOn(core, ['server', 'show', dashboard.server.id, '--json']);
    for (const [name, { flag }] of described) {
      if (flag !== null) expect(help).toContain(`--${flag?.name ?? dashed(name)} `);
      expect(JSON.parse(shown)).toHaveProperty(name);
    }
  });

  test.each(
    simple,
  )('%s is saved from the page, the slash command and the command line alike', async (name, setting) => {
    const { app, path, server, visitor } = dashboard;
    const core = async () => app.core;
    const [one, other] = samplesOf(setting);
    const saved = async (typed: string) => {
      const { settings } = await getServer(app.core, server.id);
      expect(settings).toHaveProperty(name, setting.typed.parse(typed));
    };
    const argv = ['server', 'set', server.id, `--${setting.flag?.name ?? dashed(name)}`];
    const box = setting.kind === 'flag' ? 'on' : one;
    await runOn(core, [...argv, other]);
    await saved(other);
    const { group, option } = setting;
    const rest: Record<string, string> = group === 'drafts' ? { drafts: 'off', draft_below: '0.5' } : {};
    const sent = await visitor.post(path(FORMS[group] ?? group), { ...rest, [name]: box });
    expect(sent.status).toBe(303);
    await saved(one);
    const [commandName = '', subcommand = ''] = COMMAND_USES[group] ?? [];
    const command = COMMANDS.find(({ data }) => data.name === commandName);
    if (!command || option === null) return;
    const given = setting.kind === 'flag' ? 'off' : other;
    const state: Record<string, string> = group === 'drafts' ? { state: 'off' } : {};
    const options = { ...state, [option?.name ?? name]: given };
    await command.run(app.core, invoke({ serverId: server.id, subcommand, options }));
    await saved(other);
  });
});
