import { expect, test } from 'vitest';
import { insertDraft } from '../../../src/adapters/db/answering/drafts.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { ask } from '../../support/app.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();

const countsOn = async (tab = '') => {
  const seen = await dashboard.visitor.get(`${dashboard.path(tab)}?lang=en`);
  return Object.fromEntries(
    ['drafts', 'unanswered', 'training'].map((one) => [one, seen.text(`.menu a[href$="/${one}"]`)]),
  );
};

test('the menu has its pages in groups with names, says on which one somebody is, and has no count where nothing waits', async () => {
  const { visitor, path } = dashboard;
  const seen = await visitor.get(`${path('hours')}?lang=en`);
  const groups = [...seen.document.querySelectorAll('.menu ul[aria-labelledby]')].map((list) =>
    seen.text(`#${list.getAttribute('aria-labelledby')}`),
  );
  expect(groups).toEqual(['Inbox', 'Knowledge', 'Settings']);
  expect(seen.text('.menu [aria-current=page]')).toBe('Hours');
  expect(seen.text('.menu summary')).toContain('Hours');
  expect(await countsOn()).toEqual({ drafts: 'Drafts', unanswered: 'Unanswered', training: 'Training' });
});

test('what waits is counted beside its page on every page, and read out with its meaning', async () => {
  const { app, server } = dashboard;
  const { core } = app;
  await app.addKnowledge(server.id, [{ title: 'How do I join?', text: 'Open the launcher.' }]);
  await app.chat(server.key, ask('What about an unheard of matter?'));
  const { body } = await app.chat(server.key, ask('How do I join?'));
  const now = new Date(core.clock());
  const draft = { serverId: server.id, answerId: body.id, cardChannelId: '1', createdAt: now, dueAt: now };
  await insertDraft(core.database, draft);
  for (const question of ['How long?', 'How wide?'])
    await suggest(core, {
      ...{ serverId: server.id, question, answer: `It is so ${question}`, authorRole: null },
      ...{ source: 'import', channelId: null, sources: [] },
    });
  const counts = { drafts: 'Drafts, 1 waiting', unanswered: 'Unanswered, 1 waiting' };
  for (const tab of ['', 'data', 'training'])
    expect(await countsOn(tab)).toEqual({ ...counts, training: 'Training, 2 waiting' });
});

test('language, appearance and the way out are in the header of every page', async () => {
  const { visitor, path } = dashboard;
  for (const address of [path('hours'), path(), '/servers']) {
    const { document } = await visitor.get(`${address}?lang=en&theme=light`);
    const header = document.querySelector('header');
    expect(header?.querySelector('a[hreflang=de]')?.getAttribute('href')).toContain('lang=de');
    expect(header?.querySelector('[aria-current=true]')?.textContent).toBe('Light');
    expect(header?.querySelector('form[action="/logout"] button')?.textContent).toBe('Sign out');
  }
});
