import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSome } from '../../src/core/proof/findings.ts';
import { getServer } from '../../src/core/servers.ts';
import { getShelf } from '../../src/core/shelf.ts';
import { runAtOnce } from '../../src/core/slices.ts';
import { termsOf } from '../../src/core/terms.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.stop();
});

test('no more questions are looked up than asked for, and each only once', async () => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [{ id: 'join', title: 'How do I join?', text: 'Press Join.' }]);
  const server = await getServer(app.core, id);
  const shelf = await getShelf(app.core, server);
  const find = (questions: string[], most: number) =>
    runAtOnce(findSome(shelf, termsOf(app.core, server), questions, { most }));
  const [join, lunch, again] = find(['How do I join?', 'Is lunch hot?', 'How do I join?'], 1);
  expect(join).toMatchObject({ teamReason: null, passages: [{ entryId: 'join' }] });
  expect(lunch).toBeNull();
  expect(again).toBe(join);
  expect(find(['Is lunch hot?', 'How do I join?'], 0)).toEqual([null, join]);
});
