import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/core/core.ts';
import { addEntry, changeEntry, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import type { KnowledgeIndex } from '../../src/core/search/knowledge.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import { cutIntoPieces } from '../../src/core/search/passages.ts';
import { buildIndex, IndexBuilder, search } from '../../src/core/search/search.ts';
import {
  decodeKnowledge,
  encodeKnowledge,
  type StoredKnowledge,
} from '../../src/core/search/stored/stored-index.ts';
import { storeKnowledge } from '../../src/core/search/stored/storing.ts';
import { LANGUAGES } from '../../src/domain/types.ts';
import { countRuns } from '../support/runs.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

const ENTRIES = [
  {
    id: 'pool',
    title: 'Schwimmbad',
    text: 'Das Hallenbad öffnet um sieben Uhr: Badekappenpflicht „für alle“.',
  },
  { id: 'pier', title: 'Pier', text: 'Boats moor at the northern pier until the harbour master calls.' },
  { id: 'menu', title: 'Le menu', text: 'La cantine sert le déjeuner à midi 🍲, sauf le dimanche.' },
  {
    ...{
      id: 'long',
      title: 'Handbook',
      text: '# Keys\n\nAsk the porter.\n\n# Lamps\n\nTurn left. '.repeat(90),
    },
    ...{ link: 'https://book.example/a', questions: ['Where are the keys?', 'Who has the lamps?'] },
  },
];
const QUESTIONS = [
  'Wann macht das Hallenbad auf?',
  'Where do boats mor?',
  'Badekappe?',
  'À quelle heure est le dejeuner',
  'Who keeps keys and lamps?',
  'zzz qqq',
];

const askAll = ({ index }: Pick<KnowledgeIndex, 'index'>) =>
  QUESTIONS.map((text) => search(index, [{ text, weight: 1 }], 10));
const indexOf = async (core: Core, id: string) => getKnowledgeIndex(core, await getServer(core, id));
const rowsOf = (id: string) =>
  app.core.database.kysely
    .selectFrom('search_indexes')
    .select(['part', 'parts'])
    .where('server_id', '=', id)
    .execute();

/** The same database seen by a process that has just started, and what it read of the entries. */
function startProcess(): { core: Core; read: string[] } {
  const read: string[] = [];
  const { database, knowledgeIndexes } = app.core;
  knowledgeIndexes.clear();
  const query: typeof database.query = (name, text, ...rest) => {
    if (text.includes('FROM knowledge ')) read.push(text);
    return database.query(name, text, ...rest);
  };
  return { core: { ...app.core, database: { ...database, query } }, read };
}

async function addStored(entries: object[] = ENTRIES): Promise<{ id: string; built: KnowledgeIndex }> {
  const { id } = await app.addServer();
  await app.addKnowledge(id, entries);
  return { id, built: await store(id) };
}

async function store(id: string): Promise<KnowledgeIndex> {
  const built = await indexOf(app.core, id);
  await storeKnowledge(app.core, await getServer(app.core, id), built);
  return built;
}

describe('a stored index', () => {
  test('is taken by a process that has none, which reads no entry and finds the same', async () => {
    const { id, built } = await addStored();
    const { core, read } = startProcess();
    const loaded = await indexOf(core, id);
    expect(read).toEqual([]);
    expect(askAll(loaded)).toEqual(askAll(built));
    expect([...loaded.pieces.values()]).toEqual([...built.pieces.values()]);
    expect(loaded.whole).toEqual(built.whole);
    const { hosts, validUntil, longestPiece, tokens, versions, revision } = loaded;
    const { index: _, pieces: __, whole: ___, tokensOf: ____, ...rest } = built;
    expect({ ...rest, hosts, validUntil, longestPiece, tokens, versions, revision }).toEqual(rest);
  });

  test('is put together with later changes as one that was built', async () => {
    const many = Array.from({ length: 300 }, (_, n) => ({
      id: `e${n}`,
      title: `Rule ${n}`,
      text: `Pier ${n}.`,
    }));
    const { id } = await addStored(many);
    const { core, read } = startProcess();
    await indexOf(core, id);
    await changeEntry(core, { serverId: id, entryId: 'e7', title: 'Zeppelins', text: 'They land at noon.' });
    const changed = await indexOf(core, id);
    expect(changed.changes).toBe(1);
    expect(read.every((text) => !text.includes('text,') || text.includes('ANY'))).toBe(true);
    const { hits } = search(changed.index, [{ text: 'Where do zeppelins land?', weight: 1 }], 1);
    expect(hits[0]?.id).toBe('e7');
    expect(changed.pieces.get('e8')?.text).toBe('Pier 8.');
    // What was made of a stored one is stored in its turn.
    await storeKnowledge(core, await getServer(core, id), changed);
    const again = startProcess();
    expect(askAll(await indexOf(again.core, id))).toEqual(askAll(changed));
    expect(again.read).toEqual([]);
  });

  test('in several parts is read whole, and not at all when a part is of another writing', async () => {
    const many = Array.from({ length: 1500 }, (_, n) => ({
      ...{ id: `e${n}`, title: `Rule ${n}`, text: `Boat ${n} ${'moors here '.repeat(30)} at pier ${n * 7}.` },
    }));
    const { id, built } = await addStored(many);
    expect((await rowsOf(id)).length).toBeGreaterThan(1);
    const whole = startProcess();
    expect(askAll(await indexOf(whole.core, id))).toEqual(askAll(built));
    expect(whole.read).toEqual([]);
    await sql`UPDATE search_indexes SET written = 'x', written_in = pg_current_xact_id()
      WHERE server_id = ${id} AND part = 1`.execute(app.core.database.kysely);
    const { core, read } = startProcess();
    expect(askAll(await indexOf(core, id))).toEqual(askAll(built));
    expect(read.length).toBeGreaterThan(0);
  });

  const DAMAGES: [string, ReturnType<typeof sql>][] = [
    ['cut', sql`content = left(content, 400)`],
    [
      'changed in one place',
      sql`content = overlay(content placing CASE substr(content, 4000, 1) WHEN 'A' THEN 'B' ELSE 'A' END from 4000)`,
    ],
    ['of another revision', sql`revision = revision - 1`],
  ];
  for (const [name, damage] of DAMAGES) {
    test(`that is ${name} is not trusted: the index is built anew and says the same`, async () => {
      const { id, built } = await addStored();
      await sql`UPDATE search_indexes SET ${damage}, written_in = pg_current_xact_id()
        WHERE server_id = ${id}`.execute(app.core.database.kysely);
      const { core, read } = startProcess();
      expect(askAll(await indexOf(core, id))).toEqual(askAll(built));
      expect(read.length).toBeGreaterThan(0);
    });
  }

  test('that a restore put in is not trusted, for the versions of its entries are of another database', async () => {
    const { id } = await addStored();
    const { kysely } = app.core.database;
    await sql`CREATE TABLE dump AS SELECT * FROM search_indexes`.execute(kysely);
    await sql`DELETE FROM search_indexes`.execute(kysely);
    await sql`INSERT INTO search_indexes SELECT * FROM dump`.execute(kysely);
    await sql`DROP TABLE dump`.execute(kysely);
    expect(await rowsOf(id)).toHaveLength(1);
    const { core, read } = startProcess();
    await indexOf(core, id);
    expect(read.length).toBeGreaterThan(0);
  });

  test('ends when an entry in it expires', async () => {
    const { id } = await app.addServer();
    await app.addKnowledge(id, ENTRIES);
    const validUntil = new Date(app.clock.now + 1_000);
    await app.core.database.kysely
      .updateTable('knowledge')
      .set({ valid_until: validUntil })
      .where('server_id', '=', id)
      .where('id', '=', 'pier')
      .execute();
    await store(id);
    const before = startProcess();
    expect((await indexOf(before.core, id)).validUntil).toBe(validUntil.getTime());
    expect(before.read).toEqual([]);
    app.clock.now += 1_000;
    const { core } = startProcess();
    expect((await indexOf(core, id)).pieces.get('pier')).toBeUndefined();
  });

  test('goes with every change of the knowledge, which it quotes, and with the server', async () => {
    const { id } = await addStored();
    const changes = [
      () => addEntry(app.core, { serverId: id, title: 'Zeppelins', text: 'They land at noon.' }),
      () => changeEntry(app.core, { serverId: id, entryId: 'pier', title: 'Pier', text: 'Closed.' }),
      () => removeKnowledge(app.core, id, 'pool'),
      () => app.core.database.kysely.deleteFrom('servers').where('id', '=', id).execute(),
    ];
    for (const change of changes) {
      await store(id);
      expect(await rowsOf(id)).toHaveLength(1);
      await change();
      expect(await rowsOf(id)).toEqual([]);
    }
  });

  test('is not taken after a change of settings, and is replaced by the next one', async () => {
    const { id, built } = await addStored();
    await changeSettings(app.core, id, () => ({ tone: 'brief' }));
    const { core, read } = startProcess();
    await indexOf(core, id);
    expect(read.length).toBeGreaterThan(0);
    await store(id);
    const again = startProcess();
    expect(askAll(await indexOf(again.core, id))).toEqual(askAll(built));
    expect(again.read).toEqual([]);
  });

  test('of a revision that is over is not stored, so that nothing deleted comes back', async () => {
    const { id } = await app.addServer();
    await app.addKnowledge(id, ENTRIES);
    const server = await getServer(app.core, id);
    const built = await getKnowledgeIndex(app.core, server);
    await removeKnowledge(app.core, id, 'pool');
    await storeKnowledge(app.core, server, built);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('is stored by itself after a question', async () => {
    const { id, key } = await app.addServer();
    await app.addKnowledge(id, ENTRIES);
    await app.chat(key, { messages: [{ role: 'user', content: 'Where do boats moor?' }] });
    await expect.poll(() => rowsOf(id), { timeout: 10_000 }).toHaveLength(1);
  });
});

const WORDS =
  'hafen hafenmeister meister boot bootshaus the boats moor pier où clé schlüssel schluessel 42 7 тест 日本'.split(
    ' ',
  );
const sentence = (most: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 12 })), { maxLength: most })
    .map((words) => words.join(' '));
const entry = fc.record({
  title: sentence(5),
  text: sentence(60),
  questions: fc.array(sentence(5), { maxLength: 2 }),
  language: fc.constantFrom(null, ...LANGUAGES),
});

test('whatever the entries are, the index that is read ranks and scores as the one that was stored', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 30 }),
      fc.array(sentence(12), { minLength: 1, maxLength: 5 }),
      (said, asked) => {
        const entries = said.map((one, n) => ({ ...one, id: `e${n}`, link: null, validUntil: null }));
        const pieces = cutIntoPieces(entries);
        const index = buildIndex(pieces);
        const knowledge: StoredKnowledge = {
          ...{ index, pieces: new Map(pieces.map((piece) => [piece.id, piece])), versions: new Map() },
          ...{ hosts: new Set<string>(), changes: 0, validUntil: Number.POSITIVE_INFINITY },
          ...{ longestPiece: 0, tokens: Number.POSITIVE_INFINITY, bytes: 1 },
        };
        const read = runAtOnce(decodeKnowledge(runAtOnce(encodeKnowledge(knowledge))));
        expect(read).not.toBeNull();
        if (!read) return;
        const find = (one: KnowledgeIndex['index']) =>
          asked.map((text) =>
            search(
              one,
              [
                { text, weight: 1 },
                { text: 'boot', weight: 0.3 },
              ],
              10,
            ),
          );
        expect(find(read.index)).toEqual(find(index));
        expect([...read.pieces.values()]).toEqual(pieces);
        // So does what a change makes of either.
        const change = (before: KnowledgeIndex['index']) => {
          const builder = new IndexBuilder(before);
          builder.add({ id: 'new', title: asked[0] ?? '', text: 'Bootshausschlüssel beim Hafenmeister' });
          return runAtOnce(builder.finishChange(before, (id) => id === 'e0'));
        };
        expect(find(change(read.index))).toEqual(find(change(index)));
      },
    ),
    { numRuns: countRuns(500) },
  );
});
