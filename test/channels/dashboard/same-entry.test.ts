import { beforeEach, expect, test } from 'vitest';
import { addEntry, getEntry, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { listGaps } from '../../../src/core/learning/gaps.ts';
import { listTraining, suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { ask } from '../../support/app.ts';
import { type Dashboard, lastAction, startDashboard, useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeEach(async () => {
  for (const table of ['knowledge', 'training', 'answers', 'test_questions'])
    await dashboard.app.core.database.query(null, `DELETE FROM ${table}`, []);
  await dashboard.app.core.database.query(null, 'UPDATE servers SET revision = revision + 1', []);
  await dashboard.visitor.get(dashboard.path('knowledge?lang=en'));
});

const GIVEN = { title: 'When does the harbour open?', text: 'The harbour opens at six.' };
const add = (given: Partial<Parameters<typeof addEntry>[1]> = {}) =>
  addEntry(dashboard.app.core, { serverId: dashboard.server.id, ...GIVEN, ...given });
const teach = (question: string) =>
  suggest(dashboard.app.core, { serverId: dashboard.server.id, question, answer: 'At six.', source: 'menu' });
const read = (id: string) => getEntry(dashboard.app.core, dashboard.server.id, id);

test('a suggestion leads to the entries that are nearest to it, and the chosen one gets its question', async () => {
  const { id: entryId } = await add();
  const { id } = await teach('From when on is the harbour open?');
  const card = await dashboard.visitor.get(dashboard.path(`training/${id}`));
  const link = card.attribute(`a[href$="training/${id}/same"]`, 'href') ?? '';
  const seen = await dashboard.visitor.get(link);
  expect(seen.text('[data-asked]')).toBe('From when on is the harbour open?');
  expect(seen.attribute('[data-same]', 'data-same')).toBe(entryId);
  const done = await dashboard.visitor.submit(link, { entry: entryId });
  expect(done.status).toBe(200);
  expect((await read(entryId)).questions).toEqual(['From when on is the harbour open?']);
  expect(await listKnowledge(dashboard.app.core, dashboard.server.id)).toHaveLength(1);
  expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({ action: 'training.approved' });
});

test('an entry that the question does not find can be searched for; what links bring is not offered', async () => {
  const { id: entryId } = await add();
  await add({ title: 'Berths', text: 'There are forty berths.' });
  const page = `UPDATE knowledge SET id = 'page:a:b', source = 'link' WHERE title = 'Berths'`;
  await dashboard.app.core.database.query(null, page, []);
  const { id } = await teach('Ab wann darf ich kommen?');
  const offered = async (query: string) => {
    const seen = await dashboard.visitor.get(dashboard.path(`training/${id}/same${query}`));
    return seen.attributes('[data-same]', 'data-same');
  };
  expect(await offered('')).toEqual([]);
  expect(await offered('?q=harbour')).toEqual([entryId]);
  expect(await offered('?q=berths')).toEqual([]);
});

test.each([
  ['en', 'already has 20 other wordings'],
  ['de', 'schon seine 20 anderen Formulierungen'],
])('a full entry is refused in plain words (%s), and the suggestion still waits', async (language, fault) => {
  const { id: entryId } = await add({ questions: Array.from({ length: 20 }, (_, n) => `Wording ${n}`) });
  const { id } = await teach('From when on is the harbour open?');
  const seen = await dashboard.visitor.post(dashboard.path(`training/${id}/same?lang=${language}`), {
    ...{ entry: entryId },
  });
  expect([seen.status, seen.text('[role=alert]')]).toEqual([422, expect.stringContaining(fault)]);
  expect(await listTraining(dashboard.app.core, dashboard.server.id)).toMatchObject([{ state: 'pending' }]);
});

test('an unanswered question can be put in other words for the entry that answers it, and is open no more', async () => {
  const { id: entryId } = await add();
  await dashboard.app.chat(dashboard.server.key, ask('Hello Ada, do you sell umbrellas made of bamboo?'));
  const [gap] = await listGaps(dashboard.app.core, dashboard.server.id);
  const page = await dashboard.visitor.get(dashboard.path('unanswered'));
  const link = page.attribute('a[href$="/same"]', 'href') ?? '';
  expect(link).toBe(dashboard.path(`unanswered/${gap?.answerId}/same`));
  expect((await dashboard.visitor.get(link)).status).toBe(200);
  const gone = await dashboard.visitor.post(link, { entry: 'gone', question: 'Bamboo umbrellas?' });
  expect([gone.status, gone.text('[role=alert]')]).toEqual([422, 'This entry no longer exists.']);
  await dashboard.visitor.submit(link, { entry: entryId, question: 'Bamboo umbrellas?' });
  expect((await read(entryId)).questions).toEqual(['Bamboo umbrellas?']);
  expect(await listGaps(dashboard.app.core, dashboard.server.id)).toEqual([]);
});

test('the page of what is no suggestion or no gap is not found', async () => {
  for (const tab of ['training/x/same', 'training/AAAAAAAAAA/same', 'unanswered/x/same'])
    expect((await dashboard.visitor.get(dashboard.path(tab))).status).toBe(404);
});

test('the AI proposes wordings on a button, which is there with a backend only; faults are said in plain words', async () => {
  const { id: entryId } = await add();
  const path = (place: Dashboard, id: string) => place.path(`knowledge/${encodeURIComponent(id)}`);
  const plain = await dashboard.visitor.get(path(dashboard, entryId));
  expect(plain.document.querySelector('form[action$="/propose"]')).toBeNull();
  const stub: AiStub = await startAiStub();
  const other = await startDashboard({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
  const entry = await addEntry(other.app.core, { serverId: other.server.id, ...GIVEN });
  await other.visitor.get(other.path('knowledge?lang=en'));
  stub.reply({ questions: ['Opening time?'] });
  const seen = await other.visitor.submit(`${path(other, entry.id)}/propose`, {});
  expect(seen.text('.note.good')).toContain('Wordings added');
  expect(seen.document.querySelector('textarea[name=proposed]')?.textContent?.trim()).toBe('Opening time?');
  stub.reply('nothing');
  const failed = await other.visitor.post(`${path(other, entry.id)}/propose`, {});
  expect(failed.text('[role=alert]')).toContain('The AI is not responding');
  expect(failed.attribute('input[name=title]', 'value')).toBe(GIVEN.title);
  await other.stop();
  await stub.close();
});
