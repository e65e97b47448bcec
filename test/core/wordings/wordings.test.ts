import { expect, test } from 'vitest';
import { readUsableKnowledge } from '../../../src/adapters/db/knowledge/knowledge.ts';
import {
  addEntry,
  changeEntry,
  getEntry,
  listKnowledge,
  versionOf,
} from '../../../src/core/knowledge/knowledge.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { useApp } from '../../support/use-app.ts';

const app = useApp();

const QUESTIONS = ['When are you open?', 'Wann habt ihr offen?'];

async function startWith(questions: readonly string[]) {
  const { id: serverId } = await app.addServer();
  const given = { serverId, title: 'Opening hours', text: 'Nine to five.' };
  const entry = await addEntry(app.core, { ...given, questions });
  const change = (more: Partial<Parameters<typeof changeEntry>[1]>) =>
    changeEntry(app.core, { ...given, entryId: entry.id, ...more });
  return { serverId, entry, change };
}

test('other wordings are kept in their order, and stand in every reading of the entry', async () => {
  const { serverId, entry } = await startWith(QUESTIONS);
  expect(entry).toMatchObject({ questions: QUESTIONS, proposed: [] });
  expect(await getEntry(app.core, serverId, entry.id)).toEqual(entry);
  expect(await listKnowledge(app.core, serverId)).toMatchObject([{ questions: QUESTIONS }]);
  const { value: page } = await readUsableKnowledge(app.core.database, serverId, new Date()).next();
  expect(page).toMatchObject([{ id: entry.id, questions: QUESTIONS }]);
});

test('a change of nothing but the wordings counts from the next question on, and for whoever else edits', async () => {
  const { serverId, entry, change } = await startWith(QUESTIONS);
  const { revision } = await getServer(app.core, serverId);
  const changed = await change({ questions: QUESTIONS.slice(1) });
  expect(changed.questions).toEqual(QUESTIONS.slice(1));
  expect((await getServer(app.core, serverId)).revision).toBe(revision + 1);
  expect(versionOf(changed)).not.toBe(versionOf(entry));
  await change({ questions: QUESTIONS.slice(1) });
  expect((await getServer(app.core, serverId)).revision).toBe(revision + 1);
});

test('whoever changes an entry without a word about its wordings keeps them', async () => {
  const { change } = await startWith(QUESTIONS);
  expect((await change({ text: 'Ten to six.' })).questions).toEqual(QUESTIONS);
  expect((await change({ title: QUESTIONS[0] ?? '' })).questions).toEqual(QUESTIONS.slice(1));
});

test('what differs from another wording or the title in case and blanks alone is taken once', async () => {
  const { entry } = await startWith(['  Are you\n open? ', 'ARE YOU  OPEN?', 'opening  HOURS', 'Offen?']);
  expect(entry.questions).toEqual(['Are you open?', 'Offen?']);
});

test.each([
  ['21 wordings', Array.from({ length: 21 }, (_, n) => `Question ${n}`)],
  ['a blank one', ['Open?', ' ']],
  ['one longer than a title', ['a'.repeat(301)]],
])('%s are refused as the field "questions"', async (_name, questions) => {
  const { change } = await startWith([]);
  await expect(change({ questions })).rejects.toMatchObject({
    ...{ code: 'invalid_input', context: { param: 'questions' } },
  });
});
