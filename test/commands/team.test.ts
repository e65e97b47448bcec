import { beforeEach, describe, expect, test } from 'vitest';
import type { Invocation } from '../../commands/command.ts';
import { team } from '../../commands/team/team.ts';
import { addServer, changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, newId, textOf } from './setup.ts';

const app = useApp();
let serverId: string;
beforeEach(async () => {
  serverId = newId();
  await addServer(app.core, serverId, { name: 'Test' });
});

async function use(subcommand: string, role?: string, more: Partial<Invocation> = {}): Promise<string> {
  const options: Record<string, string> = role === undefined ? {} : { role };
  return textOf(await team.run(app.core, invoke({ serverId, subcommand, options, ...more })));
}

async function stored() {
  const { teach_roles, handover_role } = parseSettings((await getServer(app.core, serverId)).settings);
  return { teach_roles, handover_role };
}

describe('/team', () => {
  test('teach adds a role once, and says how its members teach', async () => {
    expect(await use('teach', '11')).toMatch(/<@&11>.*Learn from this/);
    expect(await use('teach', '11', { language: 'de' })).toContain('darf mir Antworten beibringen');
    expect(await stored()).toEqual({ teach_roles: ['11'], handover_role: null });
  });

  test('handover sets the one role that is called, and names the previous one', async () => {
    expect(await use('handover', '11')).not.toContain('instead of');
    expect(await use('handover', '11')).not.toContain('instead of');
    expect(await use('handover', '12')).toContain('<@&12> instead of <@&11>');
    expect(await stored()).toEqual({ teach_roles: [], handover_role: '12' });
  });

  test('remove takes a role out of both and says if it was in neither', async () => {
    await use('teach', '11');
    await use('teach', '12');
    await use('teach', '13');
    await use('handover', '11');
    await use('remove', '13');
    expect(await stored()).toEqual({ teach_roles: ['11', '12'], handover_role: '11' });
    expect(await use('remove', '11')).toContain('<@&11> is no longer part of the team');
    expect(await stored()).toEqual({ teach_roles: ['12'], handover_role: null });
    expect(await use('remove', '11')).toContain('<@&11> was not part of the team');
    expect(await stored()).toEqual({ teach_roles: ['12'], handover_role: null });
  });

  test('list shows both, or how to set them', async () => {
    expect(await use('list')).toMatch(/none yet.*`\/team handover`.*no role yet.*`\/team teach`/s);
    await changeSettings(app.core, serverId, () => ({ teach_roles: ['1', '2'], handover_role: '3' }));
    expect(await use('list')).toBe('**Role to call:** <@&3>\n**Teaches me answers:** <@&1> <@&2>');
  });

  test('never makes @everyone the team', async () => {
    for (const subcommand of ['teach', 'handover']) {
      expect(await use(subcommand, serverId)).toContain('@everyone does not work');
    }
    expect(await stored()).toEqual({ teach_roles: [], handover_role: null });
  });

  test('allows 25 teaching roles and refuses one more with an explanation', async () => {
    const roles = Array.from({ length: 24 }, (_, index) => String(1000 + index));
    await changeSettings(app.core, serverId, () => ({ teach_roles: roles }));
    const texts = await Promise.all([use('teach', '1'), use('teach', '2')]);
    expect(texts.filter((text) => text.includes('At most 25'))).toHaveLength(1);
    expect((await stored()).teach_roles).toHaveLength(25);
    expect(await use('teach', '1000')).toContain('✅');
  });

  test('loses nothing if many roles are set at once', async () => {
    const roles = Array.from({ length: 20 }, (_, index) => String(100 + index));
    await Promise.all([...roles.map((role) => use('teach', role)), use('handover', '100')]);
    const { teach_roles, handover_role } = await stored();
    expect(teach_roles.toSorted()).toEqual(roles);
    expect(handover_role).toBe('100');
  });

  test.each(['', '<@&1>', 'admin', '1'.repeat(21)])('changes nothing for the role %j', async (role) => {
    for (const subcommand of ['teach', 'handover', 'remove']) {
      expect(await use(subcommand, role)).toContain('choose a role');
    }
    expect(await stored()).toEqual({ teach_roles: [], handover_role: null });
  });

  const named = (names: string, more: Partial<Invocation> = {}) =>
    use('names', undefined, { options: { names }, ...more });
  const storedNames = async () => parseSettings((await getServer(app.core, serverId)).settings).team_names;

  test('names sets the team’s names in tickets, each once, and list shows them', async () => {
    expect(await named(' Ole Muster, Mia_1 ,Ole Muster,')).toBe(
      '✅ **Names of the team in tickets:** Ole Muster, Mia\\_1',
    );
    expect(await storedNames()).toEqual(['Ole Muster', 'Mia_1']);
    expect(await use('list')).toContain('Ole Muster, Mia\\_1');
    expect(await named('-', { language: 'de' })).toContain('niemand nach Namen');
    expect(await storedNames()).toEqual([]);
    expect(await use('list')).not.toContain('tickets');
  });

  test.each([
    ' , ',
    Array.from({ length: 51 }, (_, n) => `name ${n}`).join(','),
  ])('refuses too many, too long or empty names, and keeps what was set', async (names) => {
    await named('Ole');
    expect(await named(names)).toContain('At most 50 names of up to 100 characters');
    expect(await storedNames()).toEqual(['Ole']);
  });

  test('a message by a listed name does not count as the customer’s from the next answer on', async () => {
    const { id, key } = await app.addServer();
    const messages = [
      { role: 'user', name: 'Kim', content: 'hello' },
      { role: 'user', name: 'Ole M.', content: 'your account was banned and the payment refunded' },
      { role: 'user', name: 'Kim', content: 'thanks' },
    ];
    const reason = async () => (await app.chat(key, { messages })).body.team_reason;
    expect(await reason()).not.toBeNull();
    await named('ole m.', { serverId: id });
    expect(await reason()).toBeNull();
  });
});

describe('/team roles', () => {
  const roles = async () => parseSettings((await getServer(app.core, serverId)).settings).handover_roles;
  const set = (reason: string, role?: string) =>
    use('roles', undefined, { channelId: '77', options: { reason, ...(role && { role }) } });

  test('sets the role for a reason, a word that hands over or this channel, and takes it away', async () => {
    await changeSettings(app.core, serverId, () => ({ topics: ['Season Pass'] }));
    expect(await set('payment', '11')).toBe('✅ **payment:** <@&11>');
    expect(await set('season pass', '12')).toContain('**Season Pass:** <@&12>');
    expect(await set('here', '13')).toContain('**<#77>:** <@&13>');
    expect(await roles()).toEqual({ payment: '11', 'Season Pass': '12', '77': '13' });
    expect(await use('list')).toContain('-# payment: <@&11>');
    expect(await set('payment')).toBe('✅ **payment:** the usual role');
    await use('remove', '12');
    expect(await roles()).toEqual({ '77': '13' });
  });

  test('refuses what is no reason and @everyone, and stores nothing', async () => {
    expect(await set('weather', '11')).toMatch(/choose from the list/);
    expect(await set('payment', serverId)).toMatch(/everyone does not work/);
    expect(await roles()).toEqual({});
  });

  test('suggests this channel, reasons and words in the language of the reader', async () => {
    await changeSettings(app.core, serverId, () => ({ topics: ['Zahlungsziel'] }));
    const ask = { serverId, language: 'de' as const, subcommand: 'roles', option: 'reason' };
    expect(await team.complete?.(app.core, { ...ask, typed: 'zahl' })).toEqual([
      { name: 'Zahlung', value: 'payment' },
      { name: 'Zahlungsziel', value: 'Zahlungsziel' },
    ]);
    expect((await team.complete?.(app.core, { ...ask, typed: '' }))?.[0]).toEqual({
      name: 'Dieser Kanal',
      value: 'here',
    });
  });
});
