import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { claimReading } from '../../../src/core/rehearsals/channel.ts';
import { rehearse } from '../../../src/core/rehearsals/rehearsals.ts';
import { EXPORTS, type Talk } from '../../core/rehearsals/files.ts';
import { UNABORTED } from '../../support/app.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { lastAction, useDashboard } from './setup.ts';

const dashboard = useDashboard({}, { seesRoles: true });
let helpDesk: FakeChannel;
beforeAll(() => {
  helpDesk = dashboard.guild.addChannel({ name: 'help-desk' });
});

const FERRY = { id: 'ferry', title: 'How long does the ferry take?', text: 'The ferry takes 40 minutes.' };
const TALKS: Talk[] = [
  { asked: 'How long does the ferry take?', told: 'The ferry takes <40> minutes.' },
  { asked: 'How long does the ferry take, tell me?', told: 'The ferry takes 50 minutes.' },
  { asked: 'I was charged twice, give my money back!', told: 'Done.' },
  { asked: 'Wo kaufe ich einen Regenschirm?', told: 'Im Laden am Kai.' },
];

beforeEach(async () => {
  await dashboard.app.core.database.query(null, 'DELETE FROM rehearsals', []);
  await dashboard.app.addKnowledge(dashboard.server.id, [FERRY]);
  await dashboard.visitor.get(dashboard.path('rehearsals'));
});

const upload = (text: string, share = '10') =>
  dashboard.visitor.upload(
    dashboard.path('rehearsals'),
    { share },
    { field: 'file', name: 'tickets.json', text },
  );
const work = () => rehearse(dashboard.app.core, { signal: UNABORTED });
const open = (query = '') => dashboard.visitor.get(`${dashboard.path('rehearsals')}${query}`);

describe.each(['en', 'de'])('the page in %s', (language) => {
  test('takes a file, shows the progress, and then the report with examples side by side', async () => {
    const { location } = await upload(EXPORTS.zendesk(TALKS));
    const waiting = await dashboard.visitor.get(`${location}&lang=${language}`);
    expect(waiting.attribute('[data-progress]', 'data-progress')).toBe('0');
    expect(waiting.attribute('[data-rehearsal]', 'data-rehearsal')).toBe('running');
    await work();
    const seen = await open(`?lang=${language}`);
    expect(seen.status).toBe(200);
    expect(seen.attribute('[data-rehearsal]', 'data-rehearsal')).toBe('done');
    expect(seen.text('[data-figure="answered"]')).toBe('2');
    expect(seen.text('[data-figure="answered_percent"]')).toMatch(/50.*\b0\b.*\b100\b/);
    expect(seen.text('[data-figure="differs"]')).toMatch(/^1\s/);
    expect(seen.attributes('[data-figure="handed_over"] li', 'data-reason').toSorted()).toEqual([
      'not_in_knowledge',
      'payment',
    ]);
    expect(seen.texts('[data-entry] td')).toEqual([
      'Wo kaufe ich einen Regenschirm?',
      '1',
      'Im Laden am Kai.',
    ]);
    expect(seen.texts('[data-example="differs"] td')).toEqual([
      TALKS[1]?.asked,
      TALKS[1]?.told,
      expect.stringContaining('40 minutes'),
    ]);
    expect(seen.texts('[data-example="answered"] td')[1]).toBe('The ferry takes <40> minutes.');
  });
});

test('the file, the share and nothing of a conversation are in the audit log', async () => {
  await upload(EXPORTS.zendesk(TALKS));
  expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
    ...{ action: 'rehearsal.started', subject: 'tickets.json', memberId: dashboard.owner.id },
  });
});

test('a share that is used up is told, and a greater one goes on', async () => {
  await upload(EXPORTS.zendesk(TALKS), '0,01');
  await work();
  const rests = await open('?lang=en');
  expect(rests.attribute('[data-rehearsal]', 'data-rehearsal')).toBe('paused');
  expect(rests.text('[data-progress]')).toContain('share or the whole weekly quota is used up');
  const action = rests.attribute('form[action$="/share"]', 'action') ?? '';
  expect((await dashboard.visitor.post(action, { share: 'much' })).status).toBe(422);
  await dashboard.visitor.submit(action, { share: '50' });
  await work();
  expect((await open()).attribute('[data-rehearsal]', 'data-rehearsal')).toBe('done');
});

test('several transcripts are taken in one upload, and deleting leaves nothing', async () => {
  await upload(EXPORTS.zendesk(TALKS));
  const action = (await open()).attribute('form[action$="/delete"]', 'action') ?? '';
  const left = await dashboard.visitor.submit(action);
  expect(left.attribute('[data-rehearsal]', 'data-rehearsal')).toBeUndefined();
  expect((await dashboard.visitor.post(action)).status).toBe(404);
});

test.each([
  ['no file', '', '10'],
  ['a file that holds no conversations', 'Dear all', '10'],
  ['a share that is none', EXPORTS.zendesk(TALKS), '0'],
])('%s is refused with a sentence', async (_, text, share) => {
  const refused = await upload(text, share);
  expect(refused.status).toBe(422);
  expect(refused.texts('.fault').join(' ')).not.toBe('');
});

test('a channel is taken once the team is known, and stands there by its name', async () => {
  const { app, guild, server, visitor, path } = dashboard;
  const channel = helpDesk.id;
  const page = await open();
  expect(page.texts('select[name="channel"] option')).toContain('#help-desk');
  expect((await visitor.post(path('rehearsals'), { channel, share: '10' })).status).toBe(422);
  const role = guild.addRole({ name: 'Crew' });
  await changeServer(app.core, server.id, { handover_role: role.id });
  const begun = await visitor.submit(path('rehearsals'), { channel, share: '10' });
  expect(begun.attribute('[data-rehearsal]', 'data-rehearsal')).toBe('reading');
  expect(begun.text('[data-rehearsal] h2')).toBe('#help-desk');
  await (await claimReading(app.core, [server.id]))?.end('all');
  expect((await open('?lang=en')).text('[data-progress]')).toBe('Your team answered no question there.');
});
