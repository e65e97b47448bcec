import { beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/commands.ts';
import type { Setting } from '../../src/core/owners/setting-kinds.ts';
import { SETTINGS } from '../../src/core/owners/setting-list.ts';
import { runOn } from './cli-setup.ts';
import { useDashboard } from './dashboard/setup.ts';

const described = Object.entries<Setting>(SETTINGS);
const dashed = (name: string) => name.replaceAll('_', '-');

describe('A setting that is described once', () => {
  const dashboard = useDashboard();
  const fields = new Map<string, string>();
  beforeAll(async () => {
    for (const page of ['ki', 'channels']) {
      const { document } = await dashboard.visitor.get(dashboard.path(page));
      for (const field of document.querySelectorAll('main form [name]'))
        fields.set(field.getAttribute('name') ?? '', field.closest('form')?.textContent ?? '');
    }
  });

  test.each(
    described.filter(([, { group }]) => group !== 'own'),
  )('%s has its field on a page, with its label', (name, setting) => {
    expect(fields.get(name)).toContain(setting.label.en);
  });

  test.each(
    described.filter(([, { group, option }]) => group !== 'own' && option !== null),
  )('%s is an option of a slash command', (name, { option }) => {
    expect(JSON.stringify(COMMANDS)).toContain(JSON.stringify(option?.name ?? name));
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
});
