import { afterAll, describe, expect, test } from 'vitest';
import { lockTraining } from '../../src/adapters/db/learning/suggestions.ts';
import { claimTopicCall } from '../../src/core/learning/surge.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { FIVE, startCrowd } from '../support/surge.ts';

const crowd = await startCrowd();
const app = crowd.app;
afterAll(() => crowd.stop());

/** Statements that wait for the lock of another one. */
async function waitingCount(): Promise<number> {
  const rows = await app.core.database.query<{ n: number }>(
    null,
    "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    [],
  );
  return rows[0]?.n ?? 0;
}

const waiting = (count: number) =>
  expect.poll(() => waitingCount(), { interval: 5, timeout: 5_000 }).toBe(count);

// The embedded engine has one session: whoever holds a lock there holds up everything.
describe('a database that is busy', () => {
  test('neither delays an answer nor makes the call of the team fail', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE.slice(0, 4));
    const [answer] = await app.core.database.kysely
      .selectFrom('answers')
      .select('id')
      .where('server_id', '=', id)
      .execute();
    await app.core.database.kysely.transaction().execute(async (transaction) => {
      await lockTraining(transaction, id);
      const started = performance.now();
      await crowd.askAll(key, FIVE.slice(4));
      expect(performance.now() - started).toBeLessThan(1_000);
      const place = { serverId: id, channelId: 'c', memberId: 'm' };
      expect(await claimTopicCall(app.core, place, answer?.id ?? '')).toBe('due');
    });
  });

  test('gives one draft when two requests find a surge at once, even if each would take another example', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE.slice(0, 4));
    await app.core.database.kysely.transaction().execute(async (transaction) => {
      await lockTraining(transaction, id);
      await crowd.askAll(key, FIVE.slice(4));
      await waiting(1);
      await crowd.askAll(key, ['how claim winter reward']);
      await waiting(2);
    });
    await crowd.become(id, 1);
    await crowd.stay(id, 1);
  });

  test('withdraws a draft whose words were deleted while it waited', async () => {
    const { id, key } = await app.addServer();
    const memberId = '623456789012345678';
    await crowd.askAll(key, FIVE.slice(0, 4));
    await crowd.attribute(id, memberId);
    await app.core.database.kysely.transaction().execute(async (transaction) => {
      await lockTraining(transaction, id);
      await crowd.askAll(key, FIVE.slice(0, 1));
      await waiting(1);
      await deleteMember(app.core, memberId);
    });
    // By then it was written, were it not for its members' wishes.
    for (let looks = 0; looks < 50; looks += 1) await crowd.readSources(id);
    await expect.poll(() => crowd.readSources(id), { interval: 5 }).toEqual([]);
  });
});
