import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEntry, changeEntry } from '../../../src/core/knowledge/knowledge.ts';
import { answerHonestly, listCalls } from '../../core/contradictions/setup.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { type Dashboard, lastAction, startDashboard } from './setup.ts';

let dashboard: Dashboard;
let stub: AiStub;
let entryId: string;
beforeAll(async () => {
  stub = await startAiStub();
  stub.reply(answerHonestly([['2 to 3 working days', 'a whole week']]));
  dashboard = await startDashboard({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', MODEL_V1: 'small' });
  await add({ title: 'Shipping <b>', text: 'Shipping takes 2 to 3 working days.' });
  ({ id: entryId } = await add({ title: 'Delivery', text: 'Delivery <i>takes</i> a whole week.' }));
});
afterAll(async () => {
  await dashboard.stop();
  await stub.close();
});

const add = (entry: { title: string; text: string }) =>
  addEntry(dashboard.app.core, { serverId: dashboard.server.id, ...entry });
const look = async (query = 'lang=en') => {
  const { document } = await dashboard.visitor.get(dashboard.path(`knowledge?${query}`));
  return document.querySelector('#contradictions');
};

const compare = () => dashboard.visitor.post(dashboard.path('knowledge/contradictions/compare'));
const findRest = async () => {
  const { document } = await dashboard.visitor.get(dashboard.path('knowledge?lang=de'));
  return document.querySelector('[data-uncompared]');
};

test('a look asks no model: the page says how much is not compared, and has it compared when somebody says so', async () => {
  const rest = await findRest();
  expect(rest?.textContent).toContain('Noch nicht verglichene Abschnitte: 2');
  expect([await look(), listCalls(stub)]).toEqual([null, []]);
  const to = rest?.querySelector('form')?.getAttribute('action');
  expect(to).toBe(dashboard.path('knowledge/contradictions/compare'));
  expect((await compare()).location).toContain('done=entries_compared');
  expect([await findRest(), listCalls(stub).length]).toEqual([null, 1]);
});

test('the knowledge page shows both titles and texts, why they contradict each other, and the way to each entry', async () => {
  const section = await look();
  expect(section?.querySelector('h2')?.textContent).toBe('These entries contradict each other');
  const links = [...(section?.querySelectorAll('h3 a') ?? [])];
  expect(links.map((link) => link.textContent).toSorted()).toEqual(['Delivery', 'Shipping <b>']);
  for (const link of links) {
    const entry = await dashboard.visitor.get(link.getAttribute('href') ?? '');
    expect(entry.attribute('[name=title]', 'value')).toBe(link.textContent);
  }
  const why = 'One says "2 to 3 working days", the other "a whole week".';
  expect(section?.querySelector('[data-why]')?.textContent).toBe(why);
  expect(section?.textContent).toContain('Delivery <i>takes</i> a whole week.');
  expect((await look('lang=de'))?.querySelector('h2')?.textContent).toBe('Diese Einträge widersprechen sich');
});

test('while the list is searched or turned, the section is left out', async () => {
  expect(await look('q=ship')).toBeNull();
  expect(await look('page=1')).toBeNull();
});

test('“This is fine” takes the pair away, stands in the audit log, and holds until one of the two changes', async () => {
  await dashboard.visitor.get(dashboard.path('knowledge?lang=en'));
  const pair = (await look())?.querySelector('[name=pair]')?.getAttribute('value') ?? '';
  const to = dashboard.path('knowledge/contradictions/fine');
  const done = await dashboard.visitor.post(to, { pair });
  expect(done.location).toContain('done=contradiction_accepted');
  expect(await look()).toBeNull();
  const action = await lastAction(dashboard.app, dashboard.server.id);
  expect(action).toMatchObject({ action: 'contradiction.accepted', memberName: 'Ada', channel: 'dashboard' });
  expect(action?.subject).toContain(entryId);
  const again = await dashboard.visitor.post(to, { pair });
  expect(again.status).toBe(404);
  expect(again.document.querySelector('[role=alert]')?.textContent).toContain('have changed since');
  const { server, app } = dashboard;
  await changeEntry(app.core, {
    serverId: server.id,
    entryId,
    title: 'Delivery',
    text: 'Delivery takes a whole week or more.',
  });
  expect(await look()).toBeNull();
  await compare();
  expect(await look()).not.toBeNull();
});

test('a pair of another server cannot be declared fine, and nobody else may', async () => {
  const other = await dashboard.signIn({ id: '424242424242424242' });
  const answer = await other.post(dashboard.path('knowledge/contradictions/fine'), { pair: 'x' });
  expect([403, 404]).toContain(answer.status);
  expect(await look()).not.toBeNull();
});
