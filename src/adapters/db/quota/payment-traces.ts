import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Payment, PaymentTrace } from '../../payments/payments.ts';
import type { Database } from '../connect.ts';
import { changeRows, findRow, fromRow, type Named } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { addCredit } from './credit.ts';

/** In cents, and the units that went with them. */
export interface Returned {
  paidBack: number;
  disputed: number;
  takenUnits: number;
}

/** @param payment `creditUnits` null: paid before they were stored. */
export type JudgeReturn = (
  payment: Pick<Payment, 'kind' | 'percent' | 'cents' | 'currency'> & { creditUnits: number | null },
  traces: readonly Pick<PaymentTrace, 'kind' | 'cents' | 'currency' | 'stage'>[],
) => Returned;

export interface ReturnChange {
  serverId: string;
  payment: Pick<Payment, 'id' | 'kind' | 'percent' | 'cents' | 'currency'>;
  before: Returned;
  after: Returned;
  /** Units that were spent before they were taken back. */
  debtUnits: number;
}

/** Keeps the highest of repeated and unordered reports. */
export async function keepTrace(transaction: Kysely<Schema>, trace: PaymentTrace): Promise<void> {
  await transaction
    .insertInto('payment_traces')
    .values(trace)
    .onConflict((conflict) => conflict.columns(['server_id', 'id']).doUpdateSet(RISE))
    .execute();
}

const RISE = {
  stage: sql<number>`GREATEST(payment_traces.stage, excluded.stage)`,
  cents: sql<number>`GREATEST(payment_traces.cents, excluded.cents)`,
  names: sql<
    string[]
  >`(SELECT array_agg(DISTINCT name) FROM unnest(payment_traces.names || excluded.names) AS name)`,
};

/** Most reports come several times. */
export async function isTraceKnown(database: Database, { id, stage, cents, names }: PaymentTrace) {
  const known = { id, serverId: sql`IS NOT NULL`, stage: sql`>= ${stage}`, cents: sql`>= ${cents}` };
  const match = { ...known, names: sql`@> ${names}::text[]` };
  return (await findRow(database.kysely, 'payment_traces', match, ['id'])) !== null;
}

export function findPaymentNamed(transaction: Kysely<Schema>, names: readonly string[]) {
  const isNamed = { names: sql`&& ${[...names]}::text[]` };
  return findRow(transaction, 'payments', isNamed, ['serverId', 'id'], sql`LIMIT 1`);
}

/**
 * Gives a payment the traces that name it and takes or returns the server's units. All reports are counted anew, so
 * their order does not matter.
 * @returns null where nothing changed.
 */
export async function settleReturns(
  transaction: Kysely<Schema>,
  { serverId, id }: { serverId: string; id: string },
  judge: JudgeReturn,
): Promise<ReturnChange | null> {
  await adoptTraces(transaction, serverId, id);
  const payment = await readPayment(transaction, serverId, id);
  const { rows } = await sql<Parameters<JudgeReturn>[1][number]>`
    SELECT kind, cents, currency, stage FROM payment_traces WHERE server_id = ${serverId} AND payment_id = ${id}`.execute(
    transaction,
  );
  const before: Returned = payment;
  const after = judge(payment, rows);
  const units = before.takenUnits - after.takenUnits;
  if (units === 0 && before.paidBack === after.paidBack && before.disputed === after.disputed) return null;
  await changeRows(
    transaction,
    'payments',
    { serverId, id },
    { paidBack: after.paidBack, disputed: after.disputed, takenUnits: after.takenUnits },
  );
  const reference = `payment ${id}: ${randomUUID()}`;
  const { debtUnits } = await addCredit(transaction, { serverId, units, reference });
  return { serverId, payment: { ...payment, id }, before, after, debtUnits };
}

async function readPayment(transaction: Kysely<Schema>, serverId: string, id: string) {
  const row = await transaction
    .selectFrom('payments')
    .select(['kind', 'percent', 'cents', 'currency', 'credit_units', 'paid_back', 'disputed', 'taken_units'])
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return fromRow(row) as Named<typeof row>;
}

/** Repeats, since a trace may bring a further name that finds another one. */
async function adoptTraces(transaction: Kysely<Schema>, serverId: string, id: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      WITH payment AS (SELECT names FROM payments WHERE server_id = ${serverId} AND id = ${id}),
      found AS (DELETE FROM payment_traces t USING payment p
        WHERE t.server_id IS NULL AND t.names && p.names RETURNING t.*),
      named AS (UPDATE payments SET names = (SELECT array_agg(DISTINCT name)
          FROM unnest(payments.names || (SELECT array_agg(name) FROM found f, unnest(f.names) AS name)) AS name)
        WHERE server_id = ${serverId} AND id = ${id} AND EXISTS (SELECT FROM found))
      INSERT INTO payment_traces (server_id, payment_id, id, kind, names, cents, currency, stage, at)
        SELECT ${serverId}, ${id}, f.id, f.kind, f.names, f.cents, f.currency, f.stage, f.at FROM found f
        ON CONFLICT (server_id, id) DO UPDATE SET stage = ${RISE.stage}, cents = ${RISE.cents}, names = ${RISE.names}
        RETURNING id`.execute(transaction);
    if (rows.length === 0) return;
  }
}
