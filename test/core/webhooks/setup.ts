import { insertEvent } from '../../../src/adapters/db/webhooks/events.ts';
import { deliverDue } from '../../../src/core/webhooks/deliver.ts';
import type { Delivery } from '../../../src/core/webhooks/webhooks.ts';
import { listDeliveries, setWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { ask, startApp, type TestApp, UNABORTED } from '../../support/app.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Hooked {
  app: TestApp;
  receiver: Receiver;
  /** A server with a webhook, and the key of one that asks. */
  addHooked(path?: string): Promise<{ id: string; key: string; secret: string }>;
  /** Has something that nobody can answer asked: two events. */
  askUnknown(key: string, question?: string): Promise<void>;
  /** Knowledge whose own event has arrived and is forgotten. */
  addEntries(serverId: string, entries: object[]): Promise<void>;
  /** Has `count` events wait, a second after each other. @returns their ids in order. */
  addEvents(serverId: string, count: number): Promise<string[]>;
  /** One run of the job. */
  deliver(): Promise<void>;
  /** Newest first. */
  deliveries(serverId: string): Promise<Delivery[]>;
  /** No webhook any more, and a receiver that takes everything. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The whole app and a receiver of its events. The clock is the real one: the verifying side has no other. */
export async function startHooked(settings: Record<string, string> = {}): Promise<Hooked> {
  const receiver = await startReceiver();
  const app = await startApp({ PUBLIC_URL: 'https://lotse.example', ...settings }, receiver.world);
  app.clock.now = Math.floor(Date.now() / 1000) * 1000;
  return {
    app,
    receiver,
    addHooked: async (path = '/in') => {
      const { id, key } = await app.addServer();
      const { secret } = await setWebhook(app.core, id, `http://hooks.example${path}`);
      return { id, key, secret };
    },
    askUnknown: async (key, question = 'Is there a map editor?') => {
      const { status } = await app.chat(key, ask(question));
      if (status !== 200) throw new Error(`asked in vain: ${status}`);
    },
    addEntries: async (serverId, entries) => {
      await app.addKnowledge(serverId, entries);
      await deliverDue(app.core, UNABORTED);
      receiver.forget();
    },
    addEvents: (serverId, count) => addEvents(app, serverId, count),
    deliver: () => deliverDue(app.core, UNABORTED),
    deliveries: (serverId) => listDeliveries(app.core, serverId),
    reset: async () => {
      const { kysely } = app.core.database;
      for (const table of ['webhook_deliveries', 'webhooks'] as const)
        await kysely.deleteFrom(table).execute();
      receiver.answer(200);
      receiver.forget();
    },
    stop: async () => {
      await app.stop();
      await receiver.close();
    },
  };
}

async function addEvents({ core, clock }: TestApp, serverId: string, count: number): Promise<string[]> {
  const { kysely } = core.database;
  for (let n = 0; n < count; n += 1) {
    const at = new Date(clock.now - (count - n) * 1000);
    await insertEvent(kysely, { serverId, type: 'webhook.test', subject: `${at.getTime()} ${n}`, at });
  }
  const waiting = await listDeliveries(core, serverId);
  return waiting
    .filter(({ state }) => state === 'waiting')
    .map(({ id }) => id)
    .toReversed();
}
