import { expect, test } from 'vitest';
import { training } from '../../commands/training/training.ts';
import { unanswered } from '../../commands/unanswered.ts';
import { addEntry, getEntry, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { listGaps } from '../../src/core/learning/gaps.ts';
import { getSuggestion, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { act, buttonsOf, cardsOf, invoke, textOf } from './setup.ts';

const app = useApp();

const GIVEN = { title: 'When does the harbour open?', text: 'The harbour opens at six.' };

async function startWith(questions: string[] = []) {
  const { id: serverId, key } = await app.addServer();
  const { id: entryId } = await addEntry(app.core, { serverId, ...GIVEN, questions });
  const press = (id: string, values: string[] = []) =>
    act(app.core, id.startsWith('gap') ? unanswered : training, id, { serverId, values });
  const read = () => getEntry(app.core, serverId, entryId);
  return { serverId, key, entryId, press, read };
}

/** The choices of the select of a reply. */
function choicesOf(reply: Parameters<typeof cardsOf>[0]) {
  const select = cardsOf(reply)
    .flatMap(({ rows = [] }) => rows.flat())
    .find(({ kind }) => kind === 'select');
  if (select?.kind !== 'select') throw new Error('there is no select');
  return { id: select.id, values: select.options.map(({ value }) => value) };
}

test('a card offers the nearest entries, and the chosen one gets the question as a wording', async () => {
  const { serverId, entryId, press, read } = await startWith();
  const question = 'From when on is the harbour open?';
  const { id } = await suggest(app.core, { serverId, question, answer: 'At six.', source: 'menu' });
  const list = await training.run(app.core, invoke({ serverId, subcommand: 'list' }));
  expect(buttonsOf(list)).toContain(`training:same:${id}`);
  const choice = choicesOf(await press(`training:same:${id}`));
  expect(choice).toEqual({ id: `training:entry:${id}`, values: [entryId] });
  const done = await press(choice.id, [entryId]);
  expect(textOf(done)).toContain('another wording of that entry');
  expect((await read()).questions).toEqual([question]);
  await press(buttonsOf(done)[0] ?? '');
  expect((await read()).questions).toEqual([]);
});

test('an unanswered question becomes a wording of the chosen entry, and is open no more', async () => {
  const { serverId, key, entryId, press, read } = await startWith();
  const question = 'Does the harbour sell umbrellas made of bamboo?';
  await app.chat(key, ask(question));
  const list = await unanswered.run(app.core, invoke({ serverId }));
  const same = buttonsOf(list).find((id) => id.startsWith('gap:same:')) ?? '';
  const choice = choicesOf(await press(same));
  expect(choice.values).toEqual([entryId]);
  await press(choice.id, [entryId]);
  expect((await read()).questions).toEqual([question]);
  expect(await listGaps(app.core, serverId)).toEqual([]);
  expect(textOf(await press(choice.id, [entryId]))).toContain('is no longer open');
});

test('says in plain words that the entry has no room, is gone, or that none fits', async () => {
  const { serverId, entryId, press } = await startWith(Array.from({ length: 20 }, (_, n) => `Wording ${n}`));
  const given = { serverId, answer: 'At six.', source: 'menu' as const };
  const { id } = await suggest(app.core, { ...given, question: 'From when on is the harbour open?' });
  expect(textOf(await press(`training:entry:${id}`, [entryId]))).toContain('already has 20 other wordings');
  expect(textOf(await press(`training:entry:${id}`, ['gone']))).toContain('no longer exists');
  expect(textOf(await press(`training:entry:${id}`))).toContain('no longer exists');
  expect(await getSuggestion(app.core, serverId, id)).toMatchObject({ state: 'pending' });
  expect(await listKnowledge(app.core, serverId)).toHaveLength(1);
  const other = await suggest(app.core, { ...given, question: 'Gibt es Regenschirme?', answer: 'Ja, drei.' });
  expect(textOf(await press(`training:same:${other.id}`))).toContain('finds no entry for it');
});
