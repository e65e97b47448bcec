import { describe, expect, test } from 'vitest';
import { limits } from '../../commands/members/limits.ts';
import { hours } from '../../commands/team/hours.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();

const use =
  (command: typeof limits, serverId: string) =>
  (subcommand: string, options = {}, more = {}) =>
    command.run(app.core, invoke({ serverId, subcommand, options, ...more }));
const stored = async (serverId: string) => parseSettings((await getServer(app.core, serverId)).settings);

describe('/limits role', () => {
  test('gives a role its own limit, shows it, and takes it away without a number', async () => {
    const { id } = await app.addServer();
    const run = use(limits, id);
    const set = await run('role', { role: '70', questions: '50' });
    expect([textOf(set), set]).toMatchObject([
      expect.stringContaining('<@&70>: 50 questions per member per hour'),
      { audited: [{ action: 'limits.changed', subject: 'role_questions 70: – → 50' }] },
    ]);
    await run('role', { role: '71', questions: '0' });
    expect(textOf(await run('show', {}, { language: 'de' }))).toMatch(
      /<@&70>: 50 Fragen je Mitglied.*\n✅ <@&71>: kein Limit/,
    );
    expect(textOf(await run('role', { role: '70' }))).toContain('the limit for all members');
    expect((await stored(id)).role_questions).toEqual({ 71: 0 });
  });

  test.each([
    { role: '70', questions: '1001' },
    { role: '70', questions: '-1' },
    { role: 'x', questions: '5' },
  ])('refuses %o, and nothing changes', async (options) => {
    const { id } = await app.addServer();
    expect(textOf(await use(limits, id)('role', options))).toContain('a whole number from 0 to 1000');
    expect((await stored(id)).role_questions).toEqual({});
  });

  test('refuses @everyone, and a role beyond the twenty-fifth', async () => {
    const { id } = await app.addServer({ id: '4711' });
    expect(textOf(await use(limits, id)('role', { role: id, questions: '5' }))).toContain('/limits member');
    const full = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [String(100 + index), 1]));
    await changeSettings(app.core, id, () => ({ role_questions: full }));
    const run = use(limits, id);
    expect(textOf(await run('role', { role: '70', questions: '5' }))).toContain('At most 25 roles');
    expect(textOf(await run('role', { role: '100', questions: '5' }))).toContain('5 questions');
  });
});

describe('/limits place', () => {
  test('gives a channel a share of the week, shows what of it is used, and lifts it without a number', async () => {
    const { id } = await app.addServer();
    const run = use(limits, id);
    const set = await run('place', { channel: '7', percent: '10' });
    expect([textOf(set), set]).toMatchObject([
      expect.stringContaining('at most 10%'),
      { audited: [{ action: 'limits.changed', subject: 'place_shares 7: – → 10' }] },
    ]);
    expect(textOf(await run('show'))).toContain('<#7>: 10% of the weekly quota, 0% of that share used');
    const place = '7';
    const quota = app.core.config.PREMIUM_WEEKLY_UNITS;
    const charge = { id: crypto.randomUUID(), serverId: id };
    const [units, share] = [Math.floor(quota / 40), Math.floor(quota / 10)];
    await app.core.ledger.admit({
      ...{ ...charge, keyId: null, channel: 'discord', place, wanted: units, least: units },
      ...{ quota, share, perMinute: 1, perDay: 1 },
    });
    await app.core.ledger.settle({ ...charge, units, level: 'V1', promptTokens: 1, completionTokens: 1 });
    expect(textOf(await run('show', {}, { language: 'de' }))).toMatch(
      /<#7>: 10 % der Woche, davon verbraucht: 2[45] %/,
    );
    expect(textOf(await run('place', { channel: '7' }))).toContain('no longer has a share');
    expect((await stored(id)).place_shares).toEqual({});
  });

  test.each(['0', '101', '5.5', 'ten'])('refuses %s percent, and nothing changes', async (percent) => {
    const { id } = await app.addServer();
    const said = textOf(await use(limits, id)('place', { channel: '7', percent }));
    expect(said).toContain('a whole number from 1 to 100');
    expect((await stored(id)).place_shares).toEqual({});
  });
});

describe('/hours with a channel', () => {
  test('sets the hours of that channel alone, shows them, and takes them away', async () => {
    const { id } = await app.addServer();
    const run = use(hours, id);
    await run('set', { zone: 'UTC', monday: '09:00-17:00' });
    const set = await run('set', { zone: 'Europe/Berlin', monday: '10-12', channel: '7' });
    expect(textOf(set)).toMatch(/Team hours\*\* <#7> \(Europe\/Berlin\)[\s\S]*Tuesday: 10:00-12:00/);
    expect(set).toMatchObject({
      audited: [{ action: 'hours.changed', subject: expect.stringMatching(/^place_hours 7: – → Europe/) }],
    });
    await run('set', { zone: 'Europe/Berlin', friday: 'closed', channel: '7' });
    expect(textOf(await run('show', { channel: '7' }))).toContain('Friday: closed');
    expect(textOf(await run('show'))).toMatch(/\(UTC\)[\s\S]*Places with hours of their own: <#7>/);
    expect(textOf(await run('show', { channel: '8' }))).toMatch(/<#8> has no hours[\s\S]*\(UTC\)/);
    expect(await stored(id)).toMatchObject({
      hours: { zone: 'UTC' },
      place_hours: { 7: { monday: '10:00-12:00' } },
    });
    await run('off', { channel: '7' });
    expect(await stored(id)).toMatchObject({ hours: { zone: 'UTC' }, place_hours: {} });
  });

  test('needs a Monday for a channel without its own, and refuses the fifty-first', async () => {
    const { id } = await app.addServer();
    const run = use(hours, id);
    await run('set', { zone: 'UTC', monday: '09:00-17:00' });
    expect(textOf(await run('set', { zone: 'UTC', friday: '9-12', channel: '7' }))).toContain(
      'at least `monday`',
    );
    const { hours: set } = await stored(id);
    if (!set) throw new Error('no hours');
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [String(100 + index), set]));
    await changeSettings(app.core, id, () => ({ place_hours: full }));
    const refused = await run('set', { zone: 'UTC', monday: '9-12', channel: '7' });
    expect(textOf(refused)).toContain('At most 50 places');
  });
});
