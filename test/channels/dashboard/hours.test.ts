import { beforeAll, describe, expect, test } from 'vitest';
import { countQuestion } from '../../../src/core/members/member-limit.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../src/core/owners/settings.ts';
import { type Dashboard, useDashboard } from './setup.ts';

const dashboard = useDashboard();
let visitor: Dashboard['visitor'];
beforeAll(async () => {
  // A Friday evening.
  dashboard.app.clock.now = Date.parse('2026-11-27T20:00:00Z');
  visitor = await dashboard.signIn(dashboard.owner);
});

const settings = async () =>
  parseSettings((await getServer(dashboard.app.core, dashboard.server.id)).settings);
const post = (to: string, fields: Record<string, string>) => visitor.post(dashboard.path(to), fields);
const open = (tab = '') => visitor.get(`${dashboard.path(tab)}?lang=en`);

const WEEK = {
  ...{ zone: 'Europe/Berlin', monday: '9-17', tuesday: '9-17', wednesday: 'closed', thursday: '9-17' },
  ...{
    friday: '9-12',
    saturday: 'geschlossen',
    sunday: 'closed',
    holidays: '30.11.2026\n2026-12-24 - 2026-12-31',
  },
};

describe('hours on their page', () => {
  test('are off at first, are saved as they are typed, shown with who is there now, and switched off again', async () => {
    const before = await open('hours');
    expect(before.attribute('[data-hours]', 'data-hours')).toBe('off');
    const saved = await post('hours', WEEK);
    expect(saved.status).toBe(303);
    expect(await settings()).toMatchObject({
      hours: {
        zone: 'Europe/Berlin',
        friday: '09:00-12:00',
        saturday: 'closed',
        holidays: ['2026-11-30', '2026-12-24..2026-12-31'],
      },
    });
    const after = await open('hours');
    const section = after.document.querySelector('#hours');
    expect(section?.querySelector('[data-hours=set] time')?.getAttribute('datetime')).toBe(
      '2026-12-01T08:00:00.000Z',
    );
    expect(section?.querySelector('#open-wednesday')?.hasAttribute('checked')).toBe(false);
    expect(section?.querySelector('[name=friday_to]')?.getAttribute('value')).toBe('12:00');
    const overview = await open();
    expect(overview.document.querySelector('[data-away]')?.textContent).toContain('Your team is away until');
    await post('hours/off', {});
    expect(await settings()).toMatchObject({ hours: null });
    expect((await open()).document.querySelector('[data-today]')).toBeNull();
  });

  test('that cannot be read are refused with what was typed, and nothing changes', async () => {
    const seen = await post('hours', {
      ...WEEK,
      monday: '9-12, 11-13',
      zone: 'Nowhere',
      holidays: 'Christmas',
    });
    expect(seen.status).toBe(422);
    const faults = ['zone', 'monday', 'holidays'].map(
      (name) => seen.document.querySelector(`#${name}-fault`)?.textContent,
    );
    expect(faults.every((text) => (text ?? '').length > 10)).toBe(true);
    expect(seen.attribute('[name=monday]', 'value')).toBe('9-12, 11-13');
    expect(await settings()).toMatchObject({ hours: null });
  });
});

describe('the limit of a member on its page', () => {
  test('is saved, shown with how often it was met, and named on the overview, without anybody', async () => {
    expect((await post('limits', { member_questions: '2' })).status).toBe(303);
    expect(await settings()).toMatchObject({ member_questions: 2 });
    const { core } = dashboard.app;
    const ask = (memberId: string, questionId: string) =>
      countQuestion(core, { serverId: dashboard.server.id, memberId, questionId, limit: 2, tells: true });
    for (const questionId of ['1', '2', '3', '4', '5']) await ask('777000777000777', questionId);
    for (const tab of ['limits', '']) {
      const seen = await open(tab);
      expect(seen.attribute('[data-met]', 'data-met')).toBe('1 3');
      expect(seen.document.querySelector('[data-met]')?.textContent).toBe(
        'One member reached the limit this week. 3 questions went unanswered because of it.',
      );
      expect(seen.html).not.toContain('777000777000777');
    }
  });

  test.each(['', '-1', '1001', 'ten'])('of "%s" is refused', async (member_questions) => {
    const seen = await post('limits', { member_questions });
    expect(seen.status).toBe(422);
    expect(seen.document.querySelector('#member_questions-fault')?.textContent).toContain('1000');
    expect(await settings()).toMatchObject({ member_questions: 2 });
  });
});
