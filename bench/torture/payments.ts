import { setTimeout as delay } from 'node:timers/promises';
import { takeTopUp } from '../../src/adapters/db/quota/payments.ts';
import { takeReturn } from '../../src/adapters/db/quota/subscriptions.ts';
import { type PaymentTrace, STAGES } from '../../src/adapters/payments/payments.ts';
import type { Core } from '../../src/core/core.ts';
import { judgeReturns } from '../../src/core/quota/billing/returns.ts';
import { AppError } from '../../src/domain/errors.ts';
import { between, pickOne, type Random } from '../random.ts';
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
const CENTS = 1000;
/** One of so many payments goes back, or is disputed, or seems to. */
const GOES_BACK = 3;

/** Payments of a run, and the credit that they have to leave in the end. */
export interface Paid {
  payments: number;
  wentBack: number;
  unitsLeft: number;
}

/**
 * Tops up in amounts too small for everyone, whenever more requests are refused than wanted: so the server stays
 * where the last unit is fought for. Some payments go back, in part or whole, before they are heard of or after, and
 * some of those come again.
 */
export async function payInPieces(core: Core, crowd: Crowd, random: Random): Promise<Paid> {
  const paid: Paid = { payments: 0, wentBack: 0, unitsLeft: 0 };
  let endedBefore = 0;
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
    const units = UNITS_PER_ANSWER * Math.ceil(random() * asking);
    await payOne(core, units, paid, random);
    endedBefore = crowd.ended;
  }
  return paid;
}

async function payOne(core: Core, units: number, paid: Paid, random: Random): Promise<void> {
  const id = `payment ${paid.payments++}`;
  const purchase = (times: number) => Array.from({ length: times }, () => reportPurchase(core, id, units));
  const times = random() < REPEATED ? 2 : 1;
  paid.unitsLeft += units;
  if (paid.payments % GOES_BACK !== 0) {
    await Promise.all(purchase(times));
    return;
  }
  paid.wentBack += 1;
  const trace = { id: `return of ${id}`, cents: Math.ceil(between(random, 1, CENTS)), names: [id] };
  const said = { ...trace, kind: pickOne(random, ['refund', 'dispute'] as const), currency: 'EUR' };
  const isKept = random() < 0.5;
  const stages = [STAGES.held, STAGES.gone, ...(isKept ? [STAGES.kept] : [])];
  const returns = stages.map((stage) => () => reportReturn(core, { ...said, stage, at: new Date() }));
  // The order and the doubles of these reports must not show in what is left.
  const reports = [...purchase(times), ...returns.map((report) => report())];
  await Promise.all([...reports, ...returns.map((report) => delay(20 * random()).then(report))]);
  if (!isKept) paid.unitsLeft -= Math.round(units * (said.cents / CENTS));
}

function reportPurchase(core: Core, id: string, units: number): Promise<unknown> {
  const note = { id, serverId: SERVER_ID, at: new Date() };
  const bought = { kind: 'top_up' as const, percent: 1, cents: CENTS, currency: 'EUR', receiptUrl: null };
  const payment = { ...bought, id, at: note.at, names: [id], month: null };
  const credit = { units, reference: id };
  return untilTaken(() => takeTopUp(core.database, note, { payment, credit, judge: judgeReturns(core) }));
}

function reportReturn(core: Core, trace: PaymentTrace): Promise<unknown> {
  const plan = () => ({ subscription: null, premiumUntil: null, outdatedAlerts: null });
  return untilTaken(() => takeReturn(core.database, trace, { judge: judgeReturns(core), plan }));
}

/** A provider reports again what was refused. */
async function untilTaken(report: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await report();
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
      await delay(AGAIN_MS);
    }
  }
}
