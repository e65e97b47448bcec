import { randomBytes } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Charge } from './charges.ts';
import type { SessionParams } from './params.ts';

/** `current`: as the library's own version; `before_2025`: periods and metadata in their earlier places. */
export type Shape = 'current' | 'before_2025';

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  type: string;
  created: number;
  livemode: false;
  data: { object: Record<string, unknown> };
}

export interface Session {
  id: string;
  params: SessionParams;
  created: number;
  isPaid: boolean;
  subscriptionId: string | null;
  paymentIntent: string | null;
  invoice: string | null;
}

export interface Subscription {
  id: string;
  metadata: Record<string, string>;
  cents: number;
  created: number;
  /** Paid or not, so far. */
  months: number;
  periodStart: number;
  periodEnd: number;
  cancelsAtPeriodEnd: boolean;
  endedAt: number | null;
}

/** An id as Stripe makes them. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** In seconds. */
export function addMonths(seconds: number, months: number): number {
  return DateTime.fromSeconds(seconds, { zone: 'utc' }).plus({ months }).toSeconds();
}

export function newEvent(type: string, object: Record<string, unknown>, created: number): StripeEvent {
  const head = { id: newId('evt'), object: 'event' as const, api_version: '2026-10-28.endive' };
  return { ...head, type, created, livemode: false, data: { object } };
}

/** In seconds. */
export function expiryOf({ params, created }: Session): number {
  return params.expires_at ?? created + 86_400;
}

export function sessionObject(session: Session, url: string, status: 'paid' | 'unpaid') {
  const { id, params, created, isPaid, subscriptionId, paymentIntent, invoice } = session;
  return {
    id,
    object: 'checkout.session',
    mode: params.mode,
    status: isPaid ? 'complete' : 'open',
    payment_status: status,
    created,
    expires_at: expiryOf(session),
    amount_subtotal: params.line_items[0].price_data.unit_amount,
    amount_total: params.line_items[0].price_data.unit_amount,
    currency: 'eur',
    client_reference_id: params.client_reference_id ?? null,
    customer: params.mode === 'subscription' ? 'cus_1' : null,
    customer_details: { email: 'payer@example.org', name: 'A Payer' },
    metadata: params.metadata,
    subscription: subscriptionId,
    payment_intent: paymentIntent,
    invoice,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    url: isPaid ? null : url,
    livemode: false,
  };
}

export function subscriptionObject(subscription: Subscription, shape: Shape) {
  const { id, metadata, created, periodStart, periodEnd, cancelsAtPeriodEnd, endedAt } = subscription;
  const period = { current_period_start: periodStart, current_period_end: periodEnd };
  const isCurrent = shape === 'current';
  return {
    id,
    object: 'subscription',
    status: endedAt === null ? 'active' : 'canceled',
    created,
    customer: 'cus_1',
    cancel_at_period_end: cancelsAtPeriodEnd,
    cancel_at: cancelsAtPeriodEnd ? periodEnd : null,
    canceled_at: endedAt,
    ended_at: endedAt,
    metadata,
    ...(isCurrent ? {} : period),
    items: {
      object: 'list',
      data: [{ id: 'si_1', object: 'subscription_item', ...(isCurrent ? period : {}) }],
    },
  };
}

/** An invoice for the subscription's current period; in the current shape another event says how it was paid. */
export function invoiceObject(
  subscription: Subscription,
  { id, paidAt, shape, charge }: { id: string; paidAt: number; shape: Shape; charge: Charge },
) {
  const { id: subscriptionId, metadata, cents, periodStart: start, periodEnd: end } = subscription;
  const line = { id: newId('il'), object: 'line_item', amount: cents, period: { start, end }, metadata };
  const isCurrent = shape === 'current';
  const item = { subscription: subscriptionId, subscription_item: 'si_1', proration: false };
  return {
    id,
    object: 'invoice',
    status: 'paid',
    created: paidAt,
    amount_due: cents,
    amount_paid: cents,
    currency: 'eur',
    hosted_invoice_url: `https://invoice.example/${id}`,
    // Of the invoice, not of what is paid: a trap.
    period_start: start,
    period_end: start,
    metadata: {},
    status_transitions: { paid_at: paidAt },
    ...(isCurrent
      ? {
          parent: {
            type: 'subscription_details',
            subscription_details: { subscription: subscriptionId, metadata },
          },
        }
      : {
          ...{ subscription: subscriptionId, subscription_details: { metadata } },
          ...{ charge: charge.id, payment_intent: charge.paymentIntent },
        }),
    lines: {
      object: 'list',
      data: [
        isCurrent
          ? { ...line, parent: { type: 'subscription_item_details', subscription_item_details: item } }
          : { ...line, type: 'subscription', proration: false, subscription: subscriptionId },
      ],
    },
  };
}

/** How an invoice was paid. */
export function invoicePaymentObject(invoice: string, charge: Charge, paidAt: number) {
  return {
    ...{ id: newId('inpay'), object: 'invoice_payment', invoice, status: 'paid', is_default: true },
    ...{ amount_paid: charge.amount, amount_requested: charge.amount, currency: 'eur', created: paidAt },
    payment: { type: 'payment_intent', payment_intent: charge.paymentIntent },
  };
}
