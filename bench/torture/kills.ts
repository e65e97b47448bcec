import { randomBytes } from 'node:crypto';
import { setWebhook } from '../../src/core/webhooks/webhooks.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { createRandom } from '../random.ts';
import { startBackend } from './backend.ts';
import { chargeLastWeek, readCharges, readEndState, startAuditor, waitForSweep } from './books.ts';
import { type Crowd, startCrowd } from './clients.ts';
import { hearAll } from './events.ts';
import { payInPieces } from './payments.ts';
import { startFleet, stopFleet, torment } from './processes.ts';
import type { Report } from './report.ts';
import { openStage, SERVER_ID } from './stage.ts';
import { describe, type Evidence, findExamples, judge } from './verdict.ts';
import { findLost, startWriters } from './writers.ts';

const PROCESSES = 2;
/** With the one that writes knowledge, as many as a server may have. */
const KEYS = 4;
/** An answer costs about 1,000 units, so the API's share is gone after a tenth of the run. */
const SHARE_PER_REQUEST = 100;
/** Reservations of dead processes are then held for 32 s, and swept every 10 s. */
const AI_TIMEOUT_MS = 2000;
const SWEEP_SECONDS = 60;
/** A dead process keeps the queue of events for a minute. */
const CLAIM_SECONDS = 90;
const EVENTS_A_SECOND = 50;
const PROGRESS_EVERY_MS = 10_000;

export interface KillOptions {
  database: string;
  direct: string | undefined;
  seed: number;
  requests: number;
  clients: number;
}

/** Two processes on one database under load, one of them killed again and again; then the ledger is checked. */
export async function runKills(options: KillOptions, cleanup: AsyncDisposableStack): Promise<Report> {
  const { database, direct, seed, requests, clients } = options;
  const share = SHARE_PER_REQUEST * requests;
  const apiKey = `sk-${randomBytes(16).toString('hex')}`;
  const backend = await startBackend(createRandom(seed, 'backend'), apiKey);
  cleanup.defer(() => backend.close());

  const settings = {
    ...{ OPENAI_BASE_URL: backend.url, OPENAI_API_KEY: apiKey, AI_TIMEOUT_MS: String(AI_TIMEOUT_MS) },
    ...{ LIMIT_PER_MINUTE: '1000000', LIMIT_PER_DAY_PREMIUM: '100000000' },
    PREMIUM_WEEKLY_UNITS: String(2 * share),
  };
  const name = `lotse_torture_${process.pid}`;
  const stage = await openStage({ database, direct, name, keys: KEYS, settings, cleanup });
  const auditor = await startAuditor(stage.databaseUrl, { quota: 2 * share, share });
  cleanup.defer(() => auditor.client.end());

  const receiver = await startReceiver();
  cleanup.defer(() => receiver.close());
  const { secret } = await setWebhook(stage.core, SERVER_ID, 'http://hooks.example/torture');
  const secrets = [...stage.secrets, apiKey, secret];
  const random = createRandom(seed, 'processes');
  const hooked = {
    settings: { ...stage.settings, RECEIVER_PORT: String(receiver.port) },
    script: 'test/support/webhook-process.ts',
  };
  const fleet = await startFleet({ count: PROCESSES, ...hooked, secrets, random, cleanup });

  const startedAt = performance.now();
  const crowd = startCrowd({ seed, requests, clients, keys: stage.keys, fleet });
  const { knowledgeKey } = stage;
  const before = await chargeLastWeek(auditor.client);
  const writers = startWriters({ seed, crowd, knowledgeKey, before });
  const progress = setInterval(() => showProgress(crowd, fleet.kills), PROGRESS_EVERY_MS);
  cleanup.defer(() => clearInterval(progress));
  const paying = payInPieces(stage.core, crowd, createRandom(seed, 'payments'));
  await Promise.race([torment(fleet, random, crowd.allAsked), crowd.allEnded]);
  const loadSeconds = (performance.now() - startedAt) / 1000;
  const endedUnderLoad = crowd.ended;

  const [paid] = await Promise.all([paying, crowd.allEnded, writers.allWritten]);
  const sweepSeconds = await waitForSweep(auditor.client, SWEEP_SECONDS);
  const heard = await hearAll(crowd, receiver, CLAIM_SECONDS + requests / EVENTS_A_SECOND);
  await auditor.stop();
  await stopFleet(fleet);
  const [books, charges] = [await readEndState(auditor.client), await readCharges(auditor.client)];
  const lost = await findLost(auditor.client, writers);
  const written = { ...writers.counts, lost };
  const evidence: Evidence = {
    crowd,
    backend,
    fleet,
    samples: auditor.samples,
    books,
    charges,
    written,
    heard,
    paid,
  };
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    title: `A1 · kills: ${PROCESSES} processes, ${clients} clients, seed ${seed}`,
    figures: describe(evidence, { seconds, loadSeconds, sweepSeconds, endedUnderLoad }),
    checks: judge(evidence),
    examples: findExamples(evidence),
  };
}

function showProgress({ ended, requests, parked }: Crowd, kills: number): void {
  console.log(`  ${ended} of ${requests} ended, ${parked} wait for another try, ${kills} kills`);
}
