import { expect, test } from 'vitest';
import { setup } from '../../commands/setup/setup.ts';
import { drafts } from '../../commands/team/drafts.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();

const use = (serverId: string, subcommand: string, options: Record<string, string> = {}, more: object = {}) =>
  drafts.run(app.core, invoke({ serverId, subcommand, options, ...more }));
const settingsOf = async (serverId: string) => parseSettings((await getServer(app.core, serverId)).settings);

test('drafts are off until an admin sets which answers are; what is left out stays', async () => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'show'))).toContain('Drafts are off');
  expect(textOf(await use(id, 'set', { state: 'unsure', below: '0,7' }))).toContain('below 0.7');
  expect(await settingsOf(id)).toMatchObject({ drafts: 'unsure', draft_below: 0.7 });
  expect(textOf(await use(id, 'set', { state: 'all' }, { language: 'de' }))).toContain('Jede Antwort');
  expect(await settingsOf(id)).toMatchObject({ drafts: 'all', draft_below: 0.7 });
});

test.each(['1.5', 'half', ''])('a confidence of "%s" is refused, and nothing changes', async (below) => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'set', { state: 'unsure', below }))).toContain('from 0 to 1');
  expect(await settingsOf(id)).toMatchObject({ drafts: 'off', draft_below: 0.5 });
});

test('while no place is chosen for drafts, setting, showing and /setup say plainly that questions are handed over', async () => {
  const { id } = await app.addServer();
  const warned =
    /No channel is chosen for drafts.*\/channels alerts channel.*I hand questions over to the team/s;
  expect(textOf(await use(id, 'show'))).not.toMatch(/place/);
  expect(textOf(await use(id, 'set', { state: 'all' }))).toMatch(warned);
  expect(textOf(await use(id, 'show'))).toMatch(warned);
  expect(textOf(await use(id, 'show', {}, { language: 'de' }))).toMatch(
    /kein Ort gewählt.*gebe ich hier Fragen/s,
  );
  expect(textOf(await setup.run(app.core, invoke({ serverId: id })))).toMatch(warned);
});

test('the place that is chosen is named, and what is wrong with it is said', async () => {
  const { id } = await app.addServer();
  await changeSettings(app.core, id, () => ({ drafts: 'unsure', alerts_channel: '17', handover_role: '5' }));
  const shown = textOf(await use(id, 'show'));
  expect(shown).toMatch(/the draft goes to <#17> as a card/);
  expect(shown).not.toContain('⚠️');
  await changeSettings(app.core, id, () => ({ handover_role: null }));
  expect(textOf(await use(id, 'show'))).toMatch(
    /No role is called for drafts yet. Choose one: `\/team handover`/,
  );
  await changeSettings(app.core, id, () => ({ handover_roles: { payment: '6' } }));
  expect(textOf(await use(id, 'show'))).not.toContain('No role is called');
  const listUnwritable = () => [
    { channelId: '17', above: [], missingRights: ['SendMessages'], wasAsked: false },
  ];
  const open = { missingRights: [], messageContent: 'granted', readersOf: () => 'everyone' as const };
  expect(textOf(await use(id, 'show', {}, { bot: open }))).toMatch(/Every member can read <#17>/);
  const gone = { ...open, readersOf: () => 'nobody' as const };
  expect(textOf(await use(id, 'show', {}, { bot: gone }))).toMatch(/no longer exists.*hand questions over/s);
  const bot = { missingRights: [], messageContent: 'granted', listUnwritable };
  expect(textOf(await use(id, 'show', {}, { bot }))).toMatch(
    /not allowed to write in <#17>.*hand questions over/s,
  );
});
