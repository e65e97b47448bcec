import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  acceptContradiction,
  checkChanged,
  listContradictions,
} from '../../../src/core/contradictions/contradictions.ts';
import { addEntry, changeEntry, removeKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { startApp, type TestApp, UNABORTED } from '../../support/app.ts';
import { startTwin } from '../../support/twin.ts';

let app: TestApp;
let twin: TestApp;
beforeAll(async () => {
  app = await startApp();
  twin = await startTwin(app);
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
});

const DAY = 24 * 3600 * 1000;
const TWO_DAYS = { title: 'Versand', text: 'Der Versand dauert 2 bis 3 Werktage.' };
const FIVE_DAYS = { title: 'Lieferung', text: 'Die Lieferung braucht 5 Werktage.' };

let id: string;
beforeEach(async () => {
  await checkChanged(app.core, UNABORTED);
  ({ id } = await app.addServer());
});
const add = (entry: { title: string; text: string; validUntil?: string }, serverId = id) =>
  addEntry(app.core, { serverId, ...entry });
const pairs = async (from = app) =>
  (await listContradictions(from.core, id)).map(({ one, other }) => [one.title, other.title].toSorted());
const PAIR = ['Lieferung', 'Versand'];

/** What is stored of the server's check. */
async function readCheck() {
  const row = await app.core.database.kysely
    .selectFrom('contradiction_checks')
    .selectAll()
    .where('server_id', '=', id)
    .executeTakeFirst();
  return row && { revision: row.revision, found: row.found?.length ?? null };
}

test('after a change the knowledge is checked in the background, once for each revision', async () => {
  await add(TWO_DAYS);
  await add(FIVE_DAYS);
  expect(await readCheck()).toBeUndefined();
  expect(await checkChanged(app.core, UNABORTED)).toBe(1);
  const first = await readCheck();
  expect(first?.found).toBe(1);
  expect(await checkChanged(app.core, UNABORTED)).toBe(0);
  await add({ title: 'Zahlung', text: 'Bezahlen kannst du mit Karte.' });
  expect(await checkChanged(app.core, UNABORTED)).toBe(1);
  expect((await readCheck())?.revision).toBeGreaterThan(first?.revision ?? 0);
});

test('of several processes one checks a revision, and all show what it found', async () => {
  await add(TWO_DAYS);
  await add(FIVE_DAYS);
  const checked = await Promise.all([app, twin, app, twin].map(({ core }) => checkChanged(core, UNABORTED)));
  expect(checked.toSorted()).toEqual([0, 0, 0, 1]);
  expect([await pairs(app), await pairs(twin)]).toEqual([[PAIR], [PAIR]]);
});

test('a process that died while it checked holds nobody up for long', async () => {
  await add(TWO_DAYS);
  await app.core.database.query(
    null,
    `INSERT INTO contradiction_checks (server_id, revision, claimed_until)
     SELECT id, revision, $2 FROM servers WHERE id = $1`,
    [id, new Date(app.clock.now + 1000)],
  );
  expect(await checkChanged(app.core, UNABORTED)).toBe(0);
  app.clock.now += 2000;
  expect(await checkChanged(twin.core, UNABORTED)).toBe(1);
});

test('whoever looks before the background check sees the present state, and a change counts at once', async () => {
  await add(TWO_DAYS);
  const { id: entryId } = await add(FIVE_DAYS);
  expect(await pairs()).toEqual([PAIR]);
  await changeEntry(twin.core, {
    serverId: id,
    entryId,
    title: 'Lieferung',
    text: 'Die Lieferung braucht 3 Werktage.',
  });
  expect(await pairs()).toEqual([]);
  await changeEntry(app.core, {
    serverId: id,
    entryId,
    title: 'Lieferung',
    text: 'Die Lieferung braucht 9 Werktage.',
  });
  expect(await pairs()).toEqual([PAIR]);
  await removeKnowledge(app.core, id, entryId);
  expect(await pairs()).toEqual([]);
});

test('entries of two servers are never compared', async () => {
  const other = await app.addServer();
  await add(TWO_DAYS);
  await add(FIVE_DAYS, other.id);
  await checkChanged(app.core, UNABORTED);
  expect(await listContradictions(app.core, id)).toEqual([]);
  expect(await listContradictions(app.core, other.id)).toEqual([]);
});

test('a pair declared fine stays away until one of the two changes, on every process', async () => {
  await add(TWO_DAYS);
  const { id: entryId } = await add(FIVE_DAYS);
  const [pair] = await listContradictions(app.core, id);
  await acceptContradiction(app.core, id, pair?.id ?? '');
  expect([await pairs(app), await pairs(twin)]).toEqual([[], []]);
  await add({ title: 'Zahlung', text: 'Bezahlen kannst du mit Karte.' });
  await checkChanged(app.core, UNABORTED);
  expect(await pairs()).toEqual([]);
  await changeEntry(app.core, {
    serverId: id,
    entryId,
    title: 'Lieferung',
    text: 'Die Lieferung braucht 6 Werktage.',
  });
  expect(await pairs()).toEqual([PAIR]);
});

test('only a pair that is shown can be declared fine', async () => {
  const other = await app.addServer();
  await add(TWO_DAYS);
  await add(FIVE_DAYS);
  const [pair] = await listContradictions(app.core, id);
  await expect(acceptContradiction(app.core, id, 'made-up')).rejects.toMatchObject({ code: 'not_found' });
  await expect(acceptContradiction(app.core, other.id, pair?.id ?? '')).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await pairs()).toEqual([PAIR]);
});

test('what was deleted from the knowledge is quoted nowhere, also where a check was under way', async () => {
  await add(TWO_DAYS);
  const { id: entryId } = await add(FIVE_DAYS);
  const looking = listContradictions(app.core, id);
  const removing = removeKnowledge(twin.core, id, entryId);
  await Promise.all([looking, removing]);
  expect((await readCheck())?.found ?? 0).toBe(0);
  expect(await pairs()).toEqual([]);
});

test('an entry that has expired contradicts nothing any more', async () => {
  await add(TWO_DAYS);
  const tomorrow = new Date(app.clock.now + DAY).toISOString();
  await add({ ...FIVE_DAYS, validUntil: tomorrow });
  expect(await pairs()).toEqual([PAIR]);
  app.clock.now += DAY + 1000;
  expect(await checkChanged(app.core, UNABORTED)).toBe(1);
  expect(await pairs()).toEqual([]);
});

test('each passage of a long entry is compared under its heading, and names the entry', async () => {
  const filler = 'Wir packen sorgfältig und ohne Plastik. '.repeat(60);
  await add({
    title: 'Handbuch',
    text: `# Allgemeines\n\n${filler}\n\n# Versand\n\nDer Versand dauert 2 Tage.`,
  });
  await add(FIVE_DAYS);
  expect(await pairs()).toEqual([['Handbuch', 'Lieferung']]);
});
