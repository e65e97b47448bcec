import { expect } from 'vitest';
import { ask, startApp, type TestApp } from './app.ts';
import { startTwin } from './twin.ts';

/** The same question of five people. */
export const FIVE = [
  'How do I claim the winter reward?',
  'how can i claim my winter reward',
  'How to claim the winter reward??',
  'can you tell me how to claim the winter reward',
  'how do you claim winter rewards',
];

/** Two processes on one database, and what tests about surges do with them. */
export async function startCrowd() {
  const app: TestApp = await startApp();
  const twin: TestApp = await startTwin(app);

  const readDrafts = (serverId: string) =>
    app.core.database.kysely
      .selectFrom('training')
      .select(['id', 'question', 'answer', 'state'])
      .where('server_id', '=', serverId)
      .where('source', '=', 'surge')
      .orderBy('created_at')
      .execute();

  return {
    ...{ app, twin, readDrafts },
    /** Resolves when the server has that many drafts. */
    become: (serverId: string, count: number) =>
      expect.poll(() => readDrafts(serverId), { interval: 5, timeout: 5_000 }).toHaveLength(count),
    /** What looks for a surge begins with its answer and is as quick as a look at the table. */
    stay: async (serverId: string, count: number) => {
      for (let looks = 0; looks < 20; looks += 1) expect(await readDrafts(serverId)).toHaveLength(count);
    },
    /** Asks all at once, in turn of the one and the other process; none of it is in the knowledge. */
    askAll: async (key: string, texts: readonly string[]) => {
      const answers = await Promise.all(texts.map((text, n) => (n % 2 ? twin : app).chat(key, ask(text))));
      expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
      expect(answers.every(({ body }) => body.team_reason === 'not_in_knowledge')).toBe(true);
    },
    readSources: (serverId: string) =>
      app.core.database.kysely
        .selectFrom('training_sources')
        .select('member_id')
        .where('server_id', '=', serverId)
        .execute(),
    /** As if a member had asked what was asked there in a chat. */
    attribute: async (serverId: string, memberId: string) => {
      const { kysely } = app.core.database;
      const answers = kysely.selectFrom('answers').select('id').where('server_id', '=', serverId);
      const rows = (await answers.execute()).map(({ id }, n) => ({
        ...{ server_id: serverId, message_id: `10000000000000000${n}`, channel_id: '1', member_id: memberId },
        ...{ state: 'answered' as const, lease_until: new Date(), answer_id: id, at: new Date() },
      }));
      await kysely.insertInto('handled_messages').values(rows).execute();
    },
    stop: async () => {
      await twin.stop();
      await app.stop();
    },
  };
}
