import { expect, test } from 'vitest';
import {
  addEntry,
  changeEntry,
  getEntry,
  importKnowledge,
  lastDayOf,
  listKnowledge,
  removeKnowledge,
  versionOf,
} from '../../src/core/knowledge/knowledge.ts';
import { approve, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

async function startWith(title = 'Fees', text = 'Ten euros.') {
  const { id: serverId, key } = await app.addServer();
  const entry = await addEntry(app.core, { serverId, title, text });
  const change = (given: Partial<Parameters<typeof changeEntry>[1]>) =>
    changeEntry(app.core, { serverId, entryId: entry.id, title, text, ...given });
  return { serverId, key, entry, change };
}

test('a change keeps id, source and origin, and the next answer uses it', async () => {
  const { serverId, key, entry, change } = await startWith('What are the fees?', 'Ten euros a month.');
  expect((await app.chat(key, ask('What are the fees?'))).body.answer).toContain('Ten euros');
  await change({ text: 'Twelve euros a month.', link: 'https://a.example/fees', language: 'en' });
  const stored = await getEntry(app.core, serverId, entry.id);
  expect(stored).toEqual({
    ...entry,
    ...{ text: 'Twelve euros a month.', link: 'https://a.example/fees', language: 'en' },
  });
  expect((await app.chat(key, ask('What are the fees?'))).body.answer).toContain('Twelve euros');
});

test('unchanged text is not written again', async () => {
  const { serverId, change } = await startWith();
  const { revision } = await getServer(app.core, serverId);
  await change({});
  expect((await getServer(app.core, serverId)).revision).toBe(revision);
  await change({ text: 'Other.' });
  expect((await getServer(app.core, serverId)).revision).toBe(revision + 1);
});

test('of two people who edit the same version the later one is refused, and nothing of the first is lost', async () => {
  const { serverId, entry, change } = await startWith();
  const version = versionOf(entry);
  const both = ['first', 'second'].map((text) => change({ text, version }));
  const outcomes = await Promise.allSettled(both);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toMatchObject([{ code: 'invalid_input', context: { param: 'version' } }]);
  const kept = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect((await getEntry(app.core, serverId, entry.id)).text).toBe(['first', 'second'][kept]);
  await change({ text: 'third' });
  expect((await getEntry(app.core, serverId, entry.id)).text).toBe('third');
});

test('the title of another entry is refused in a change as in an addition; a change of case alone is not', async () => {
  const { serverId, entry, change } = await startWith();
  const other = await addEntry(app.core, { serverId, title: 'Opening hours', text: 'Nine to five.' });
  await expect(change({ title: 'OPENING hours' })).rejects.toMatchObject({
    ...{ code: 'already_exists', context: { details: { id: other.id } } },
  });
  await expect(addEntry(app.core, { serverId, title: 'opening hours', text: 'x' })).rejects.toMatchObject({
    code: 'already_exists',
    context: { details: { id: other.id } },
  });
  expect((await change({ title: 'FEES' })).id).toBe(entry.id);
  expect((await addEntry(app.core, { serverId, title: 'Über uns', text: 'x' })).title).toBe('Über uns');
  expect((await addEntry(app.core, { serverId, title: 'Uber uns', text: 'x' })).title).toBe('Uber uns');
  await expect(addEntry(app.core, { serverId, title: 'ÜBER UNS', text: 'x' })).rejects.toMatchObject({
    code: 'already_exists',
  });
});

test.each([
  ['école', 'École'],
  ['ώρες λειτουργίας', 'ΏΡΕΣ ΛΕΙΤΟΥΡΓΊΑΣ'],
  ['été 100 %_\\', 'ÉTÉ 100 %_\\'],
  ['İstanbul', 'İSTANBUL'],
])('the title %j is recognised in other case too: %j', async (title, other) => {
  const { serverId, entry, change } = await startWith();
  const { id } = await addEntry(app.core, { serverId, title, text: 'x' });
  const refusal = (knownId: string) => ({ code: 'already_exists', context: { details: { id: knownId } } });
  const add = (given: string) => addEntry(app.core, { serverId, title: given, text: 'y' });
  await expect(add(other)).rejects.toMatchObject(refusal(id));
  await expect(change({ title: other })).rejects.toMatchObject(refusal(id));
  // Also where the id is not made of the title.
  await changeEntry(app.core, { serverId, entryId: id, title: 'Elsewhere', text: 'x' });
  await change({ title });
  await expect(add(other)).rejects.toMatchObject(refusal(entry.id));
  expect((await change({ title: other })).id).toBe(entry.id);
});

test('a title that differs in more than case is a different one', async () => {
  const { serverId } = await startWith('école 1');
  for (const title of ['ecole 1', 'êcole 1', 'école 10', 'école  1', '%', '_____ 1'])
    expect((await addEntry(app.core, { serverId, title, text: 'x' })).title).toBe(title);
});

test.each([
  ['title', { title: ' ' }],
  ['valid_until', { validUntil: '2026-02-30' }],
])('the %s is checked as in an addition', async (param, given) => {
  const { change } = await startWith();
  await expect(change(given)).rejects.toMatchObject({ code: 'invalid_input', context: { param } });
});

test('an expiry day is valid to its end, and an expiry time within a day survives saving the displayed day', async () => {
  const { serverId, change, entry } = await startWith();
  const dated = await change({ validUntil: '2026-12-31' });
  expect(dated.validUntil).toEqual(new Date('2027-01-01T00:00:00Z'));
  expect(lastDayOf(app.core, dated)).toBe('2026-12-31');
  await change({ validUntil: '2026-12-31T18:00:00Z' });
  await change({ validUntil: '2026-12-31', text: 'Other.' });
  expect((await getEntry(app.core, serverId, entry.id)).validUntil).toEqual(new Date('2026-12-31T18:00:00Z'));
  expect((await change({ validUntil: null })).validUntil).toBeNull();
});

test('the next import of the same id overwrites what was edited by hand', async () => {
  const { id: serverId } = await app.addServer();
  const text = JSON.stringify({ id: 'a/b', title: 'A', text: 'imported' });
  await importKnowledge(app.core, { serverId, text, format: 'jsonl' });
  await changeEntry(app.core, { serverId, entryId: 'a/b', title: 'A', text: 'by hand' });
  expect(await getEntry(app.core, serverId, 'a/b')).toMatchObject({ text: 'by hand', source: 'import' });
  const again = await importKnowledge(app.core, { serverId, text, format: 'jsonl' });
  expect(again).toMatchObject({ updated: 1 });
  expect(await getEntry(app.core, serverId, 'a/b')).toMatchObject({ text: 'imported' });
});

test('an entry from an approved suggestion still belongs to it after an edit', async () => {
  const { id: serverId } = await app.addServer();
  const question = 'Where is the harbour?';
  const { id } = await suggest(app.core, { serverId, question, answer: 'In the north.', source: 'menu' });
  await approve(app.core, serverId, id);
  const [entry] = await listKnowledge(app.core, serverId);
  const entryId = entry?.id ?? '';
  await changeEntry(app.core, { serverId, entryId, title: question, text: 'In the south.' });
  expect(await getEntry(app.core, serverId, entryId)).toMatchObject({
    ...{ source: 'training', text: 'In the south.', provenance: { suggestion: id } },
  });
});

test('an entry of a documentation link and a missing one cannot be changed', async () => {
  const { change } = await startWith();
  await expect(change({ entryId: 'page:1:2' })).rejects.toMatchObject({
    ...{ code: 'invalid_input', context: { param: 'source' } },
  });
  await expect(change({ entryId: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
});

test('entries that are saved and removed at the same time end saved or removed, and nobody is told to retry', async () => {
  const { id: serverId } = await app.addServer();
  const faults = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const titles = ['Fees', 'Rules', 'Events'];
    const entries = await Promise.all(
      titles.map((title) => addEntry(app.core, { serverId, title, text: 'Ten euros.' })),
    );
    const outcomes = await Promise.allSettled(
      entries.flatMap(({ id: entryId, title }) => [
        changeEntry(app.core, { serverId, entryId, title, text: `Saved ${round}.` }),
        removeKnowledge(app.core, serverId, entryId),
        changeEntry(app.core, { serverId, entryId, title, text: `Saved again ${round}.` }),
      ]),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') faults.add(outcome.reason.code);
    expect(await listKnowledge(app.core, serverId)).toEqual([]);
  }
  // Who saves what somebody else removed meanwhile is told so.
  faults.delete('not_found');
  expect([...faults]).toEqual([]);
});
