import { beforeEach, describe, expect, test } from 'vitest';
import { addEntry, getEntry, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeEach(async () => {
  await dashboard.app.core.database.query(null, 'DELETE FROM knowledge', []);
  await dashboard.visitor.get(dashboard.path('knowledge?lang=en'));
});

const QUESTIONS = ['When are you open?', 'Wann habt ihr offen?'];
const GIVEN = { title: 'Opening hours', text: 'Nine to five.' };
const all = () => listKnowledge(dashboard.app.core, dashboard.server.id);
const pathOf = (entryId: string) => dashboard.path(`knowledge/${encodeURIComponent(entryId)}`);
const typed = (wordings: readonly string[]) => wordings.join('\r\n');

async function addWith(questions: string[], proposed: string[] = []) {
  const { id: serverId } = dashboard.server;
  const entry = await addEntry(dashboard.app.core, { serverId, ...GIVEN, questions });
  // As a model's proposals are stored.
  await dashboard.app.core.database.query(null, 'UPDATE knowledge SET proposed = $1', [proposed]);
  return { id: entry.id, read: () => getEntry(dashboard.app.core, serverId, entry.id) };
}

describe('The form of an entry', () => {
  test('takes other wordings one a line, and shows them again', async () => {
    await dashboard.visitor.submit(dashboard.path('knowledge'), {
      ...{ ...GIVEN, questions: `${typed(QUESTIONS)}\r\n\r\n` },
    });
    const [entry] = await all();
    expect(entry).toMatchObject({ ...GIVEN, questions: QUESTIONS, proposed: [] });
    const seen = await dashboard.visitor.get(pathOf(entry?.id ?? ''));
    expect(seen.document.querySelector('textarea[name=questions]')?.textContent?.trim()).toBe(
      QUESTIONS.join('\n'),
    );
    expect(seen.document.querySelector('textarea[name=proposed]')).toBeNull();
  });

  test('changes and empties them; whoever sends no such field keeps them', async () => {
    const { id, read } = await addWith(QUESTIONS);
    await dashboard.visitor.post(pathOf(id), { ...GIVEN, text: 'Ten to six.' });
    expect(await read()).toMatchObject({ text: 'Ten to six.', questions: QUESTIONS });
    await dashboard.visitor.submit(pathOf(id), { ...GIVEN, questions: 'Open?' });
    expect((await read()).questions).toEqual(['Open?']);
    await dashboard.visitor.submit(pathOf(id), { ...GIVEN, questions: '' });
    expect((await read()).questions).toEqual([]);
  });

  test.each([
    ['en', 'At most 20 wordings'],
    ['de', 'Höchstens 20 Formulierungen'],
  ])('says beside the field that there are too many, and keeps what was typed (%s)', async (language, fault) => {
    const many = Array.from({ length: 21 }, (_, n) => `Question ${n}`);
    const seen = await dashboard.visitor.post(dashboard.path(`knowledge?lang=${language}`), {
      ...{ ...GIVEN, questions: typed(many) },
    });
    expect(seen.status).toBe(422);
    expect(seen.text('#questions-fault')).toContain(fault);
    expect(seen.document.querySelector('textarea[name=questions]')?.textContent?.trim()).toBe(
      many.join('\n'),
    );
    expect(await all()).toEqual([]);
  });

  test('shows what was proposed by itself: a deleted line goes, one that is moved up is the owner’s own', async () => {
    const { id, read } = await addWith(['Own?', 'One?', 'Two?', 'Three?'], ['One?', 'Two?', 'Three?']);
    const seen = await dashboard.visitor.get(pathOf(id));
    const textOf = (name: string) =>
      seen.document.querySelector(`textarea[name=${name}]`)?.textContent?.trim();
    expect([textOf('questions'), textOf('proposed')]).toEqual(['Own?', 'One?\nTwo?\nThree?']);
    await dashboard.visitor.submit(pathOf(id), {
      ...GIVEN,
      questions: typed(['Own?', 'Two?']),
      proposed: 'Three?',
    });
    expect(await read()).toMatchObject({ questions: ['Own?', 'Two?', 'Three?'], proposed: ['Three?'] });
    await dashboard.visitor.submit(pathOf(id), {
      ...GIVEN,
      questions: typed(['Own?', 'Two?']),
      proposed: '',
    });
    expect(await read()).toMatchObject({ questions: ['Own?', 'Two?'], proposed: [] });
  });
});

test('an import says which entry has too many wordings', async () => {
  const questions = Array.from({ length: 21 }, (_, n) => `Question ${n}`);
  const text = JSON.stringify({ ...GIVEN, questions });
  const seen = await dashboard.visitor.post(dashboard.path('knowledge/import?lang=de'), { text });
  expect(seen.text('[data-warning]')).toContain('„Opening hours“ hat mehr als 20 andere Formulierungen');
  const preview = seen.attribute('input[name=preview]', 'value') ?? '';
  await dashboard.visitor.post(dashboard.path('knowledge/import/confirm'), { preview });
  expect(await all()).toMatchObject([{ questions: questions.slice(0, 20) }]);
});

test('an import that is refused promises nothing of the rest of the file', async () => {
  const text = '# One\n\n# Two\n';
  const seen = await dashboard.visitor.post(dashboard.path('knowledge/import'), { text });
  expect(seen.text('#import [role=alert]')).toBe('Nothing was imported. Correct this error and try again.');
  expect(seen.text('#import .note:not([role=alert])')).toBe('Other remarks about the file: 2.');
});
