import { type Kysely, sql } from 'kysely';
import type { Server } from '../../../domain/types.ts';
import type { Payment, PaymentTrace, ReportedPayment } from '../../payments/payments.ts';
import type { Database } from '../connect.ts';
import { toServer } from '../owners/servers.ts';
import { changeRows, fromRow, insertNew, readRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { addCredit } from './credit.ts';
import type { JudgeReturn, ReturnChange } from './payment-traces.ts';
import { findPaymentNamed, isTraceKnown, keepTrace, settleReturns } from './payment-traces.ts';

export interface EventNote {
  id: string;
  serverId: string;
  at: Date;
}

export type Taken<Result> =
  | { outcome: 'taken'; result: Result }
  | { outcome: 'repeated' }
  | { outcome: 'unknown_server' };

/**
 * An event that makes a payment known and one that names it without its server must see each other's effect. Money that
 * goes back is rare, so it waits for all others.
 */
async function lockPayments(transaction: Kysely<Schema>, how: 'shared' | 'alone'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`SELECT ${lock}(hashtextextended('lotse payments', 0))`.execute(transaction);
}

/**
 * Notes an event and applies its effect, once for its id, both or nothing. The server's row is locked, so of two at
 * once the second sees the first.
 */
export function takeOnce<Result>(
  database: Database,
  note: EventNote,
  act: (transaction: Kysely<Schema>, server: Server) => Promise<Result>,
): Promise<Taken<Result>> {
  return database.kysely.transaction().execute(async (transaction): Promise<Taken<Result>> => {
    await lockPayments(transaction, 'shared');
    const server = await lockServerRow(transaction, note.serverId);
    if (!server) return { outcome: 'unknown_server' };
    if (
      !(await insertNew(transaction, 'payment_events', { serverId: note.serverId, id: note.id, at: note.at }))
    )
      return { outcome: 'repeated' };
    return { outcome: 'taken', result: await act(transaction, server) };
  });
}

/** Waits for changes of the plan, not for rows that only refer to the server. */
export async function lockServerRow(transaction: Kysely<Schema>, id: string): Promise<Server | null> {
  const row = await transaction
    .selectFrom('servers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toServer(row) : null;
}

/** `returned`: reported before the payment was known. */
export interface TakenTopUp {
  isGranted: boolean;
  returned: ReturnChange | null;
}

/** @param credit null: the money is noted and nothing granted. */
export function takeTopUp(
  database: Database,
  note: EventNote,
  sold: {
    payment: ReportedPayment;
    credit: { units: number; reference: string } | null;
    judge: JudgeReturn;
  },
): Promise<Taken<TakenTopUp>> {
  const { serverId } = note;
  const { payment, credit, judge } = sold;
  return takeOnce(database, note, async (transaction) => {
    await writePayment(transaction, serverId, payment);
    const isGranted = credit !== null && (await addCredit(transaction, { serverId, ...credit })).granted;
    if (isGranted) {
      await changeRows(transaction, 'payments', { serverId, id: payment.id }, { creditUnits: credit.units });
    }
    return { isGranted, returned: await settleReturns(transaction, { serverId, id: payment.id }, judge) };
  });
}

/**
 * Keeps a report and gives it to its payment where that is known.
 * @param settle runs in the same transaction under the server's lock.
 * @returns null for a repeated report.
 */
export async function takeTrace<Result>(
  database: Database,
  trace: PaymentTrace,
  settle: (transaction: Kysely<Schema>, server: Server, paymentId: string) => Promise<Result>,
): Promise<Result | 'unknown_payment' | null> {
  if (await isTraceKnown(database, trace)) return null;
  return database.kysely.transaction().execute(async (transaction) => {
    await lockPayments(transaction, 'alone');
    await keepTrace(transaction, trace);
    const payment = await findPaymentNamed(transaction, trace.names);
    const server = payment && (await lockServerRow(transaction, payment.serverId));
    return server ? settle(transaction, server, payment.id) : 'unknown_payment';
  });
}

/** Two events may tell of one payment: the later moment, all names and any receipt stay. */
export async function writePayment(
  transaction: Kysely<Schema>,
  serverId: string,
  { receiptUrl, month, ...payment }: ReportedPayment,
): Promise<void> {
  const period = {
    subscription_id: month?.subscriptionId ?? null,
    period_start: month?.from ?? null,
    period_end: month?.until ?? null,
  };
  await transaction
    .insertInto('payments')
    .values({ server_id: serverId, ...payment, receipt_url: receiptUrl, credit_units: 0, ...period })
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'id']).doUpdateSet({
        receipt_url: sql`COALESCE(payments.receipt_url, excluded.receipt_url)`,
        at: sql`GREATEST(payments.at, excluded.at)`,
        names: sql`(SELECT array_agg(DISTINCT name) FROM unnest(payments.names || excluded.names) AS name)`,
        subscription_id: sql`COALESCE(payments.subscription_id, excluded.subscription_id)`,
        period_start: sql`COALESCE(payments.period_start, excluded.period_start)`,
        period_end: sql`COALESCE(payments.period_end, excluded.period_end)`,
      }),
    )
    .execute();
}

/** `paidBack` and `disputed` in cents. */
export type ListedPayment = Payment & { paidBack: number; disputed: number };

/** The latest first. */
export async function listPayments(database: Database, serverId: string, limit: number) {
  const rows = await readRows(
    database.kysely,
    'payments',
    { serverId },
    ['id', 'kind', 'percent', 'cents', 'currency', 'receiptUrl', 'at', 'paidBack', 'disputed'],
    sql`ORDER BY at DESC, id LIMIT ${limit}`,
  );
  return rows.map((row): ListedPayment => fromRow(row));
}
