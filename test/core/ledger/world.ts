import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/adapters/db/connect.ts';
import {
  type AnswerRecord,
  createLedgerStore,
  type LedgerStore,
} from '../../../src/adapters/db/quota/quota.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { createCalendar } from '../../../src/domain/time.ts';
import type { TestApp } from '../../support/app.ts';
import { type ModelRequest, RESERVATION_MS } from './model.ts';

/** A server of its own and two processes that serve it from one database. */
export interface World {
  database: Database;
  serverId: string;
  keyIds: string[];
  /** Milliseconds, of both processes. */
  clock: { now: number };
  /** @param process any number; even and odd ones are two. */
  ledgerOf(process: number): LedgerStore;
  /** What was let in, in order. */
  requests: ModelRequest[];
  answer: AnswerRecord;
}

/**
 * Runs `act` in a world of its own that leaves nothing behind: what stays open would be swept by the next one.
 * @param skewMs by how much the second process's clock is ahead.
 */
export async function inWorld(
  app: TestApp,
  { zone, now, skewMs = 0 }: { zone: string; now: number; skewMs?: number },
  act: (world: World) => Promise<void>,
): Promise<void> {
  const { database } = app.core;
  const server = await app.addServer();
  const second = await createKey(app.core, { serverId: server.id });
  const clock = { now };
  const calendar = createCalendar(zone);
  const open = (skew: number) =>
    createLedgerStore(database, { clock: () => clock.now + skew, calendar, reservationMs: RESERVATION_MS });
  const ledgers = [open(0), open(skewMs)] as const;
  try {
    await act({
      ...{ database, serverId: server.id, keyIds: [server.keyId, second.id], clock, requests: [] },
      ledgerOf: (process) => ledgers[process % 2 === 0 ? 0 : 1],
      answer: {
        ...{ engine: 'test', question: randomUUID(), answer: 'Yes.', needsTeam: false, reason: null },
        ...{ usedIds: [], confidence: 0.5, language: 'en' as const },
      },
    });
  } finally {
    await deleteServer(app.core, server.id);
  }
}
