import { beforeEach, describe, expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings, settingsSchema } from '../../../src/core/owners/settings.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeEach(async () => {
  await changeSettings(dashboard.app.core, dashboard.server.id, () => settingsSchema.parse({}));
  await dashboard.visitor.get(dashboard.path('team'));
});

const settings = async () =>
  parseSettings((await getServer(dashboard.app.core, dashboard.server.id)).settings);
const actions = async (limit: number) => {
  const entries = await listActions(dashboard.app.core, dashboard.server.id, { limit });
  return entries.map(({ action, subject }) => `${action}: ${subject}`).toSorted();
};

describe('What was saved', () => {
  const drafts = { drafts: 'all', draft_below: '0.5' };
  const hours = { zone: 'Europe/Berlin', monday: '9-17' };
  test.each([
    ['persona', 'ki', 'persona', { tone: 'brief' }],
    ['persona', 'ki', 'persona', drafts],
    ['channels', 'channels', 'modes', { channel: '1', mode: 'off' }],
    ['channels/instructions', 'channels', 'instructions', { channel: '1', instructions: 'Be brief.' }],
    ['team', 'team', 'team', { teach_roles: '5', handover_role: '6' }],
    ['topics', 'team', 'team', { topics: 'refund' }],
    ['team-names', 'team', 'team', { team_names: 'Ole' }],
    ['learning', 'team', 'learning', { state: 'on' }],
    ['limits', 'limits', 'limits', { member_questions: '5' }],
    ['alerts', 'limits', 'limits', { channel: '7' }],
    ['hours', 'hours', 'hours', hours],
  ])('at %s is said on the page %s beside the button of %s, where the browser goes back to', async (to, page, place, fields) => {
    const { visitor, path } = dashboard;
    const saved = await visitor.post(path(to), fields);
    expect(saved.location).toMatch(new RegExp(`^${path(page)}\\?.*#${place}-said$`));
    const seen = await visitor.follow(saved);
    expect(seen.document.querySelectorAll('[role=status]')).toHaveLength(1);
    const row = seen.document.querySelector(`#${place}-said`)?.parentElement;
    expect(row?.querySelector('button')).not.toBeNull();
    expect((await visitor.get(path(page))).document.querySelector('[role=status]')).toBeNull();
  });
});

test.each([
  ['team-names', 'team'],
  ['learning', 'team'],
  ['alerts', 'limits'],
  ['top-ups', 'payments'],
  ['premium', 'payments'],
])('the address of the form %s leads to the page %s', async (to, page) => {
  expect((await dashboard.visitor.get(dashboard.path(to))).location).toBe(dashboard.path(page));
});

test('a checkout that was begun on the page AI ends on the page of payments', async () => {
  const { visitor, path } = dashboard;
  expect((await visitor.get(`${path('ki')}?paid`)).location).toBe(`${path('payments')}?done=paid`);
});

describe('The one button of the team', () => {
  const roles = { teach_roles: '5', handover_role: '6' };

  test('saves roles, topics and names, and each change has its line in the audit log', async () => {
    const { visitor, path } = dashboard;
    await visitor.post(path('team'), { ...roles, topics: 'refund', team_names: 'Ole' });
    expect(await settings()).toMatchObject({
      ...{ teach_roles: ['5'], handover_role: '6', topics: ['refund'], team_names: ['Ole'] },
    });
    expect(await actions(4)).toEqual([
      'persona.changed: topics: – → refund',
      'team.changed: handover_role: – → 6',
      'team.changed: teach_roles: – → 5',
      'team.changed: team_names',
    ]);
    await visitor.post(path('team'), { ...roles, topics: 'refund', team_names: 'Ole' });
    expect((await actions(2)).filter((line) => line.includes('teach'))).toHaveLength(1);
  });

  test('leaves the lists alone where the form holds only roles', async () => {
    const { visitor, path } = dashboard;
    await visitor.post(path('topics'), { topics: 'refund' });
    await visitor.post(path('team'), roles);
    expect(await settings()).toMatchObject({ teach_roles: ['5'], topics: ['refund'] });
  });

  test('saves nothing while one of its fields is at fault, and keeps what was typed in all of them', async () => {
    const { visitor, path } = dashboard;
    const seen = await visitor.post(path('team'), { ...roles, topics: 'x'.repeat(61), team_names: 'Ole' });
    expect(seen.status).toBe(422);
    expect(seen.document.querySelector('#topics')?.hasAttribute('autofocus')).toBe(true);
    expect([seen.text('#teach_roles'), seen.text('#team_names')]).toEqual(['5', 'Ole']);
    expect(await settings()).toMatchObject({ teach_roles: [], team_names: [] });
  });
});

describe('Limits and alerts', () => {
  test('are saved with one button, and either is refused beside its field', async () => {
    const { visitor, path } = dashboard;
    await visitor.post(path('limits'), { member_questions: '5', channel: '7' });
    expect(await settings()).toMatchObject({ member_questions: 5, alerts_channel: '7' });
    expect(await actions(2)).toEqual([
      'alerts.changed: alerts_channel: – → 7',
      'limits.changed: member_questions: 20 → 5',
    ]);
    const seen = await visitor.post(path('limits'), { member_questions: '6', channel: 'x' });
    expect([seen.status, seen.text('#alerts-channel-fault')]).toEqual([422, 'Enter an ID: digits only.']);
    expect(await settings()).toMatchObject({ member_questions: 5 });
  });

  test('have a channel for the report of the week, which is checked like the one for alerts', async () => {
    const { visitor, path } = dashboard;
    await visitor.post(path('limits'), { member_questions: '5', channel: '7', report: '8' });
    expect(await settings()).toMatchObject({ alerts_channel: '7', report_channel: '8' });
    const seen = await visitor.post(path('limits'), { channel: '9', report: 'x' });
    expect([seen.status, seen.text('#alerts-report-fault')]).toEqual([422, 'Enter an ID: digits only.']);
    expect(await settings()).toMatchObject({ alerts_channel: '7', report_channel: '8' });
  });

  test('a limit that is sent alone leaves the channel for alerts as it is', async () => {
    const { visitor, path } = dashboard;
    await visitor.post(path('alerts'), { channel: '7' });
    await visitor.post(path('limits'), { member_questions: '5' });
    expect(await settings()).toMatchObject({ member_questions: 5, alerts_channel: '7' });
  });
});
