import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { askOne } from '../support/load.ts';
import {
  BACK_WITHIN_MS,
  expectOnlyAnswersAnd503,
  firstAnswerAfter,
  loadDuringTest,
  startProxiedApp,
} from './setup.ts';

const ai = await startAiStub();
const app = await startProxiedApp({
  ...{ OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k', EMBEDDING_MODEL: 'meaning' },
});
afterAll(async () => {
  await app.stop();
  await ai.close();
});

/** A server whose questions are searched by meaning, with knowledge that no cache has seen. */
async function addServer() {
  const server = await app.addServer({ level: 'V1.5' });
  await app.addKnowledge(server.id, makeEntries());
  return server;
}

/** Calls for embeddings since there were `asked` calls. */
function countEmbeddings(asked: number): number {
  return ai.requests.slice(asked).filter(({ path }) => path === '/v1/embeddings').length;
}

const makeEntries = () =>
  Array.from({ length: 20 }, (_, index) => ({ id: `door-${index}`, title: 'Doors', text: randomUUID() }));

describe('B9 · a database that goes down repeatedly', () => {
  test('breaks no process whose cache and imports are in use', async () => {
    const { id, key } = await addServer();
    const asked = ai.requests.length;
    const load = loadDuringTest({ ...app, key }, { clients: 8 });
    let [imports, refusals, isOver] = [0, 0, false];
    const importing = (async () => {
      while (!isOver) {
        const text = makeEntries()
          .map((entry) => JSON.stringify(entry))
          .join('\n');
        try {
          await importKnowledge(app.core, { serverId: id, text, format: 'jsonl' });
          imports += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'service_unavailable' });
          refusals += 1;
        }
      }
    })();
    for (let round = 0; round < 3; round++) {
      await load.sees(200, 10);
      app.proxy.cut();
      await load.sees(503, 50);
      await app.proxy.heal();
    }
    const backAt = performance.now();
    await load.sees(200, 10);
    isOver = true;
    await importing;
    const seen = await load.stop();
    expectOnlyAnswersAnd503(seen);
    expect(firstAnswerAfter(backAt, seen)).toBeLessThan(BACK_WITHIN_MS);
    expect([imports > 0, refusals > 0]).toEqual([true, true]);
    expect(countEmbeddings(asked)).toBeGreaterThan(10);
    await app.expectSoundLedger(id, seen);
  });
});

describe('B9 · when only the cache fails, nobody loses an answer', () => {
  const answersWithoutCache = async () => {
    const { id, key } = await addServer();
    const asked = ai.requests.length;
    const seen = await Promise.all(Array.from({ length: 5 }, () => askOne({ ...app, key })));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(countEmbeddings(asked), 'still searched by meaning').toBeGreaterThan(0);
    expectOnlyAnswersAnd503(seen);
    await app.expectSoundLedger(id, seen);
  };

  test('when its table is gone', async () => {
    const { kysely } = app.core.database;
    await sql`ALTER TABLE cache RENAME TO away`.execute(kysely);
    await answersWithoutCache().finally(() => sql`ALTER TABLE away RENAME TO cache`.execute(kysely));
  });

  test('when it does not answer', async () => {
    const { kysely } = app.core.database;
    const lock = Promise.withResolvers<void>();
    const holder = Promise.withResolvers<void>();
    const transaction = kysely.transaction().execute(async (held) => {
      await sql`LOCK TABLE cache IN ACCESS EXCLUSIVE MODE`.execute(held);
      lock.resolve();
      await holder.promise;
    });
    await lock.promise;
    await answersWithoutCache().finally(holder.resolve);
    await transaction;
  });
});
