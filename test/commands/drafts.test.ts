import { afterAll, beforeAll, expect, test } from 'vitest';
import { drafts } from '../../commands/team/drafts.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { expectSoundData, invoke, textOf } from './setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const use = (serverId: string, subcommand: string, options: Record<string, string> = {}, more: object = {}) =>
  drafts.run(app.core, invoke({ serverId, subcommand, options, ...more }));
const settingsOf = async (serverId: string) => parseSettings((await getServer(app.core, serverId)).settings);

test('the registered data respects the platform’s limits', () => expectSoundData(drafts));

test('drafts are off until an admin sets which answers are; what is left out stays', async () => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'show'))).toContain('Drafts are off');
  expect(textOf(await use(id, 'set', { state: 'unsure', below: '0,7' }))).toContain('below 0.7');
  expect(await settingsOf(id)).toMatchObject({ drafts: 'unsure', draft_below: 0.7 });
  expect(textOf(await use(id, 'set', { state: 'all' }, { language: 'de' }))).toContain('Jede Antwort');
  expect(await settingsOf(id)).toMatchObject({ drafts: 'all', draft_below: 0.7 });
});

test.each([
  '1.5',
  '-1',
  'half',
  '0,5,5',
  '',
])('a confidence of "%s" is refused, and nothing changes', async (below) => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'set', { state: 'unsure', below }))).toContain('from 0 to 1');
  expect(await settingsOf(id)).toMatchObject({ drafts: 'off', draft_below: 0.5 });
});
