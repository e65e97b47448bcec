import { expect, test } from 'vitest';
import { limits } from '../../commands/members/limits.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();

const use = (serverId: string, subcommand: string, options: Record<string, string> = {}, more: object = {}) =>
  limits.run(app.core, invoke({ serverId, subcommand, options, ...more }));
const stored = async (serverId: string) =>
  parseSettings((await getServer(app.core, serverId)).settings).member_questions;

test('a member may ask 20 questions an hour until an admin sets another number, or none', async () => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'show'))).toMatch(
    /At most 20 questions.*\nNobody has reached their limit this week/,
  );
  expect(textOf(await use(id, 'member', { questions: '1' }))).toContain('At most 1 question per member');
  expect(textOf(await use(id, 'show', {}, { language: 'de' }))).toContain('Höchstens 1 Frage je Mitglied');
  const set = await use(id, 'member', { questions: ' 0 ' });
  expect([textOf(set), set]).toMatchObject([
    expect.stringContaining('No limit'),
    { audited: [{ action: 'limits.changed', subject: 'member_questions: 1 → 0' }] },
  ]);
  expect(await stored(id)).toBe(0);
});

test.each(['-1', '1001', 'ten'])('a limit of "%s" is refused, and nothing changes', async (questions) => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'member', { questions }))).toContain('a whole number from 0 to 1000');
  expect(await stored(id)).toBe(20);
});
