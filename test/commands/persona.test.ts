import { beforeEach, describe, expect, test } from 'vitest';
import type { Invocation } from '../../commands/command.ts';
import { persona } from '../../commands/persona.ts';
import type { FormField, Reply } from '../../commands/reply.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();
let serverId: string;
beforeEach(async () => {
  serverId = (await app.addServer()).id;
});

function set(options: Record<string, string>, more: Partial<Invocation> = {}): Promise<Reply> {
  return persona.run(app.core, invoke({ serverId, subcommand: 'set', options, ...more }));
}

async function submit(fields: Record<string, string>): Promise<string> {
  const action = persona.actions?.['persona:save'];
  if (!action) throw new Error('no form');
  return textOf(await action.run(app.core, invoke({ serverId, fields })));
}

async function show(more: Partial<Invocation> = {}): Promise<string> {
  return textOf(await persona.run(app.core, invoke({ serverId, subcommand: 'show', ...more })));
}

async function stored(id = serverId) {
  return parseSettings((await getServer(app.core, id)).settings);
}

describe('/persona set', () => {
  test('changes what is given, shows it, and applies to the API’s next request', async () => {
    const { key, id } = await app.addServer({ tone: 'dry' });
    const options = { name: 'Kiel', avatar: 'https://example.com/kiel.png', level: 'V2', language: 'de' };
    const text = textOf(await set(options, { serverId: id }));
    expect(text).toMatch(/✅ Saved.*Kiel.*V2.*German.*<https:\/\/example\.com\/kiel\.png>.*dry/s);
    const status = await app.status(key);
    expect(status.body).toMatchObject({
      bot: { name: 'Kiel', avatar: 'https://example.com/kiel.png' },
      level: 'V2',
    });
    expect(await stored(id)).toMatchObject({ tone: 'dry', language: 'de' });
  });

  test('opens a form filled with the current settings if nothing is given', async () => {
    await changeSettings(app.core, serverId, () => ({ bot_name: 'Kiel', tone: 'dry' }));
    expect(persona.opensForm?.({ subcommand: 'set', options: {} })).toBe(true);
    const reply = await set({}, { language: 'de' });
    expect(reply).toMatchObject({ kind: 'form', id: 'persona:save', title: 'Persona des Bots' });
    const fields: readonly FormField[] = reply.kind === 'form' ? reply.fields : [];
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['name', 'Kiel'],
      ['tone', 'dry'],
      ['instructions', ''],
      ['avatar', ''],
    ]);
    for (const { label, placeholder, value, maxLength } of fields) {
      expect(label.length).toBeLessThanOrEqual(45);
      expect(placeholder?.length).toBeLessThanOrEqual(100);
      expect(value?.length).toBeLessThanOrEqual(maxLength ?? 0);
      expect(maxLength).toBeLessThanOrEqual(4_000);
    }
  });

  test('loses nothing if several options are set at once', async () => {
    await Promise.all([
      set({ name: 'Kiel' }),
      set({ tone: 'dry' }),
      set({ instructions: 'Be kind.' }),
      set({ level: 'V1.5' }),
      changeSettings(app.core, serverId, () => ({ handover_role: '7' })),
    ]);
    expect(await stored()).toMatchObject({
      ...{ bot_name: 'Kiel', tone: 'dry', instructions: 'Be kind.', level: 'V1.5', handover_role: '7' },
    });
  });

  test('changes no other server and nothing but the persona', async () => {
    const other = await app.addServer({ bot_name: 'Other' });
    await set({ name: 'Kiel', topics: 'x', learning: 'true', plan: 'premium' });
    expect(await stored(other.id)).toMatchObject({ bot_name: 'Other' });
    expect(await stored()).toMatchObject({ bot_name: 'Kiel', topics: [], learning: false });
  });

  test.each([
    ['name', ' ', 'Name'],
    ['avatar', 'javascript:alert(1)', 'Avatar'],
    ['avatar', 'kiel.png', 'Avatar'],
    ['level', 'V9', 'Level'],
  ])('changes nothing if %s is wrong and says what it should be', async (part, value, label) => {
    const before = await stored();
    const text = textOf(await set({ name: 'Kiel', tone: 'dry', [part]: value }));
    expect(text).toMatch(new RegExp(`Nothing changed.*- \\*\\*${label}:\\*\\* .*typed:`, 's'));
    expect(text.match(/^- /gm)).toHaveLength(1);
    expect(await stored()).toEqual(before);
  });

  test('removes the avatar with a dash', async () => {
    await set({ avatar: 'https://example.com/kiel.png' });
    await set({ avatar: '-' });
    expect(await stored()).toMatchObject({ avatar: null });
    expect(await show()).toContain(`<${app.core.config.PUBLIC_URL}/avatar.svg>`);
  });
});

describe('the form of /persona set', () => {
  test('stores every field and removes emptied ones', async () => {
    await set({ avatar: 'https://example.com/kiel.png', tone: 'dry', level: 'V2' });
    const text = await submit({ name: 'Kiel', tone: '', instructions: 'Be kind.\nBe brief.', avatar: '' });
    expect(text).toContain('> Be kind.\n> Be brief.');
    expect(await stored()).toMatchObject({
      ...{ bot_name: 'Kiel', tone: '', instructions: 'Be kind.\nBe brief.', avatar: null, level: 'V2' },
    });
  });

  test('returns what was typed if a field is invalid', async () => {
    const fields = { name: 'Kiel', tone: 'dry', instructions: 'A long story.', avatar: 'nowhere' };
    const text = await submit(fields);
    expect(text).toContain('https://example.com/bot.png');
    for (const typed of Object.values(fields)) expect(text).toContain(`> ${typed}`);
    expect(await stored()).toMatchObject({ bot_name: 'Lotse', instructions: '' });
  });
});

describe('/persona show', () => {
  test('shows texts as they were typed, without rendering markup', async () => {
    await set({
      name: '**Kiel**',
      tone: '[here](https://example.com)\n# loud',
      instructions: '> no ||secret||',
    });
    const text = await show();
    expect(text).toContain('\\*\\*Kiel\\*\\*');
    expect(text).toContain('> \\[here\\]');
    expect(text).toContain('> \\# loud');
    expect(text).toContain('> \\> no \\|\\|secret\\|\\|');
  });

  test('says on the free plan that V1 answers until premium', async () => {
    const free = await app.addServer({ plan: 'free', level: 'V2' });
    expect(await show({ serverId: free.id })).toContain('V2 (V1 is used until you have premium)');
    expect(await show({ serverId: free.id, language: 'de' })).toContain('(bis Premium antwortet V1)');
    await set({ level: 'V2' });
    expect(await show()).not.toContain('until premium');
  });
});
