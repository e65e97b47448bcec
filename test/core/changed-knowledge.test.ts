import { expect, test, vi } from 'vitest';
import { addEntry, changeEntry, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import type { KnowledgeIndex } from '../../src/core/search/knowledge.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import { useApp } from '../support/use-app.ts';

/** Enough that a change is put into the index that there is. */
const ENTRIES = 400;

const app = useApp();

async function addLarge(): Promise<string> {
  const { id } = await app.addServer();
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    ...{ id: `e${n}`, title: `Rule ${n} of the harbour`, text: `Boat number ${n} moors at pier ${n % 7}.` },
    link: `https://host-${n}.example/`,
  }));
  await app.addKnowledge(id, entries);
  return id;
}

const indexOf = async (id: string) => getKnowledgeIndex(app.core, await getServer(app.core, id));
const textsOf = ({ pieces }: KnowledgeIndex) =>
  new Map([...pieces.values()].map((one) => [one.id, one.text]));

test('a large knowledge counts from the next question after every kind of change, analysing only what changed', async () => {
  const id = await addLarge();
  const whole = await indexOf(id);
  const added = await addEntry(app.core, { serverId: id, title: 'Zeppelins', text: 'They land at noon.' });
  await changeEntry(app.core, { serverId: id, entryId: 'e5', title: 'Rule 5', text: 'No boats here.' });
  await removeKnowledge(app.core, id, 'e7');
  const validUntil = new Date(app.clock.now + 1_000);
  const { kysely } = app.core.database;
  const update = kysely.updateTable('knowledge').where('server_id', '=', id);
  await update.set({ status: 'suspended' }).where('id', '=', 'e8').execute();
  await update.set({ valid_until: validUntil }).where('id', '=', 'e9').execute();
  const changed = await indexOf(id);
  expect(changed.changes).toBe(5);
  const texts = textsOf(changed);
  expect(texts.size).toBe(ENTRIES - 1);
  expect([texts.get(added.id), texts.get('e5')]).toEqual(['They land at noon.', 'No boats here.']);
  expect([texts.has('e7'), texts.has('e8'), texts.has('e9')]).toEqual([false, false, true]);
  expect([changed.hosts.has('host-7.example'), changed.hosts.has('host-9.example')]).toEqual([false, true]);
  expect(changed.pieces.get('e1')).toBe(whole.pieces.get('e1'));
  expect(changed.validUntil).toBe(validUntil.getTime());
  app.clock.now += 1_000;
  const later = await indexOf(id);
  expect([textsOf(later).has('e9'), later.validUntil]).toEqual([false, Number.POSITIVE_INFINITY]);
});

test('after a change of settings alone the index stays as it is', async () => {
  const id = await addLarge();
  const before = await indexOf(id);
  await changeSettings(app.core, id, () => ({ tone: 'brief' }));
  const after = await indexOf(id);
  expect(after.index).toBe(before.index);
  expect([after.revision, after.changes]).toEqual([before.revision + 1, 0]);
});

test('once a fifth has changed, the index is built as a whole again while questions go on', async () => {
  const id = await addLarge();
  await indexOf(id);
  await app.addKnowledge(
    id,
    Array.from({ length: 100 }, (_, n) => ({ id: `e${n}`, title: `Rule ${n}`, text: `Changed ${n}.` })),
  );
  expect((await indexOf(id)).changes).toBe(100);
  await vi.waitUntil(() => app.core.knowledgeIndexes.get(id)?.changes === 0);
  expect(textsOf(await indexOf(id)).get('e99')).toBe('Changed 99.');
});

test('questions of many revisions at once share two builds, and each gets its own revision or a later one', async () => {
  const id = await addLarge();
  const servers = [await getServer(app.core, id)];
  for (let n = 1; n < 10; n += 1) {
    await changeEntry(app.core, { serverId: id, entryId: 'e1', title: 'Rule 1', text: `Version ${n}.` });
    servers.push(await getServer(app.core, id));
  }
  const indexes = await Promise.all(servers.map((server) => getKnowledgeIndex(app.core, server)));
  expect(new Set(indexes).size).toBe(2);
  for (const [n, { revision }] of indexes.entries())
    expect(revision).toBeGreaterThanOrEqual(servers[n]?.revision ?? Number.NaN);
  expect(indexes.at(-1)?.pieces.get('e1')?.text).toBe('Version 9.');
});
