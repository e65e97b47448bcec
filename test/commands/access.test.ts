import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '../../commands/team/access.ts';
import { setRight } from '../../src/core/owners/access.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { invoke, textOf } from './setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://lotse.example' });
});
afterAll(() => app.stop());

const run = (serverId: string, subcommand: string, options: Record<string, string> = {}) =>
  access.run(app.core, invoke({ serverId, subcommand, options }));

test('a role gets a right, and the reply says where it works and how its members see the commands', async () => {
  const { id } = await app.addServer();
  const reply = await run(id, 'set', { role: '42', right: 'editor' });
  expect(reply).toMatchObject({ audited: [{ action: 'access.changed', subject: 'access 42: – → editor' }] });
  const said = textOf(reply);
  expect(said).toContain('<@&42> now has the access level **Editor**');
  expect(said).toContain(`https://lotse.example/servers/${id}`);
  expect(said).toContain('Server Settings → Integrations');
  expect(textOf(await run(id, 'show'))).toMatch(/\*\*Admin:\*\* no role.*\*\*Editor:\*\* <@&42>/s);
});

test('a right can be taken away', async () => {
  const { id } = await app.addServer();
  await run(id, 'set', { role: '42', right: 'admin' });
  expect(textOf(await run(id, 'set', { role: '42', right: 'none' }))).toContain('no longer has access');
  expect(textOf(await run(id, 'show'))).not.toContain('<@&42>');
});

test.each([
  [{ role: 'mods', right: 'viewer' }, /choose a role and a level of access/],
  [{ role: '42', right: 'owner' }, /choose a role and a level of access/],
])('what no list offers changes nothing: %j', async (options, said) => {
  const { id } = await app.addServer();
  const reply = await run(id, 'set', options);
  expect([textOf(reply), reply]).toEqual([
    expect.stringMatching(said),
    expect.not.objectContaining({ audited: expect.anything() }),
  ]);
});

test('neither @everyone nor a 26th role gets a right', async () => {
  const { id } = await app.addServer({ id: '815' });
  expect(textOf(await run(id, 'set', { role: id, right: 'viewer' }))).toContain('@everyone does not work');
  for (let role = 1; role <= 25; role += 1)
    await setRight(app.core, id, { role: String(role), right: 'viewer' });
  expect(textOf(await run(id, 'set', { role: '26', right: 'viewer' }))).toContain('At most 25 roles');
});
