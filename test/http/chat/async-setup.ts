import { afterAll, beforeEach } from 'vitest';
import { removeHeardAnswers } from '../../../src/adapters/db/answering/async-questions.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { setWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { startHooked } from '../../core/webhooks/setup.ts';
import { startAiStub } from '../../support/ai-stub.ts';
import type { ApiAnswer } from '../../support/app.ts';
import type { Received } from '../../support/receiver.ts';

export const PREFER = { Prefer: 'respond-async' };
export const FORM = { needs_team: false, answerable: true };
export const ENTRY = { id: 'berths', title: 'Berths', text: 'A berth is paid monthly.' };
export const QUESTION = 'How is a berth paid?';

/** The whole app before a backend, and the receiver of its events. */
export async function openAsync(settings: Record<string, string> = {}) {
  const stub = await startAiStub();
  const hooked = await startHooked({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', ...settings });
  const { app, receiver } = hooked;
  afterAll(async () => {
    await hooked.stop();
    await stub.close();
  });
  beforeEach(async () => {
    await hooked.reset();
    stub.fault(null);
    stub.reply(() => ({ ...FORM, answer: 'Monthly.', used: ['berths'] }));
  });
  const pending = async (serverId: string) =>
    (await rowsOf(serverId)).filter(({ outcome }) => outcome === null).length;
  const rowsOf = (serverId: string) =>
    app.core.database.kysely
      .selectFrom('async_questions')
      .selectAll()
      .where('server_id', '=', serverId)
      .execute();
  return {
    ...{ app, stub, hooked, rowsOf },
    addServer: async (change: { repeats?: boolean } = {}) => {
      const { id, key } = await app.addServer();
      await changeServer(app.core, id, { language: 'en', ...change });
      await app.addKnowledge(id, [ENTRY]);
      // Afterwards: it would hear of the entry too.
      const { secret } = await setWebhook(app.core, id, 'http://hooks.example/in');
      return { id, key, secret };
    },
    later: (
      key: string,
      body: unknown,
      headers: Record<string, string> = {},
      query = '',
    ): Promise<ApiAnswer> => app.chat(key, body, { headers: { ...PREFER, ...headers }, query }),
    /** All that was accepted has ended, and is told. @returns the events of accepted questions. */
    hear: async (serverId: string): Promise<Received[]> => {
      while ((await pending(serverId)) > 0) await new Promise((turn) => setImmediate(turn));
      await hooked.deliver();
      await removeHeardAnswers(app.core.database);
      return receiver.received.filter(({ event }) =>
        ['answer.created', 'answer.failed'].includes(event.type),
      );
    },
  };
}
