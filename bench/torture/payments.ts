import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '../../src/core/core.ts';
import { grantCredit, unitsOfHundredPercent } from '../../src/core/quota/usage.ts';
import { AppError } from '../../src/domain/errors.ts';
import { between, type Random } from '../random.ts';
import type { Crowd } from './clients.ts';
import { SERVER_ID } from './stage.ts';

/** The share of all questions that is refused for lack of credit. */
const TURNED_AWAY = 0.15;
/** The share that must find everything spent before anybody pays. */
const REFUSED_FIRST = 0.0025;
const UNITS_PER_ANSWER = 1500;
/** Payments that are reported twice at once. */
const REPEATED = 0.1;
const AGAIN_MS = 200;

/**
 * Tops up in amounts too small for everyone, whenever more requests are refused than wanted: so the server stays
 * where the last unit is fought for.
 */
export async function payInPieces(core: Core, crowd: Crowd, random: Random): Promise<void> {
  let endedBefore = 0;
  let payments = 0;
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  crowd.allEnded.then(stop, stop);
  while (!isOver) {
    await delay(between(random, 20, 80));
    if (crowd.refusedForQuota < crowd.requests * REFUSED_FIRST) continue;
    if (crowd.turnedAway <= crowd.ended * TURNED_AWAY) continue;
    const asking = crowd.clients + crowd.ended - endedBefore;
    const percent = (100 * UNITS_PER_ANSWER * Math.ceil(random() * asking)) / unitsOfHundredPercent(core);
    const payment = { serverId: SERVER_ID, percent, reference: `payment ${payments++}` };
    const reports = random() < REPEATED ? [payment, payment] : [payment];
    await Promise.all(reports.map((report) => payUntilTaken(core, report)));
    endedBefore = crowd.ended;
  }
}

/** A provider reports again what was refused; the reference makes it count once. */
async function payUntilTaken(core: Core, payment: Parameters<typeof grantCredit>[1]): Promise<void> {
  for (;;) {
    try {
      await grantCredit(core, payment);
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
      await delay(AGAIN_MS);
    }
  }
}
