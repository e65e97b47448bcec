import { DateTime } from 'luxon';
import { z } from 'zod';

/**
 * Events as Stripe sends them. Each account has its own API version, so facts that moved are looked for in both places.
 */

/** Up to the year 9999, in seconds. */
const moment = z.number().int().min(0).max(253_402_300_799);
const momentOrNull = moment.nullish().transform((seconds) => seconds ?? null);
/** An id, or the object itself where the account has it expanded. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const metadata = z.record(z.string(), z.string()).nullish();
const amount = z.number().int().min(0);
const currency = z.string().transform((code) => code.toUpperCase());

const serverId = z.string().min(1).max(64);
export const topUpMetadata = z.object({
  kind: z.literal('top_up'),
  server_id: serverId,
  percent: z.coerce.number().int().positive(),
  cents: z.coerce.number().int().positive(),
  purchase: z.string().min(1).max(100),
});
export const premiumMetadata = z.object({
  kind: z.literal('premium'),
  server_id: serverId,
  mark: z.string().nullable().default(null),
});

export const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  created: moment,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeEvent = z.infer<typeof eventShape>;

export const sessionShape = z.object({
  id: z.string(),
  mode: z.string(),
  payment_status: z.string(),
  created: moment.nullish(),
  amount_total: amount.nullish(),
  currency: currency.nullish(),
  subscription: reference.nullish(),
});

export const chargeShape = z.object({
  id: z.string(),
  status: z.string(),
  created: moment,
  amount,
  currency,
  receipt_url: z.string().nullish(),
});

const lineShape = z.object({
  type: z.string().nullish(),
  proration: z.boolean().nullish(),
  period: z.object({ start: moment.nullish(), end: moment }),
  metadata,
  parent: z
    .object({ subscription_item_details: z.object({ proration: z.boolean().nullish() }).nullish() })
    .nullish(),
});
type InvoiceLine = z.infer<typeof lineShape>;

export const invoiceShape = z.object({
  id: z.string(),
  amount_paid: amount,
  currency,
  hosted_invoice_url: z.string().nullish(),
  status_transitions: z.object({ paid_at: moment.nullish() }).nullish(),
  lines: z.object({ data: z.array(lineShape) }),
  subscription: reference.nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
});
type Invoice = z.infer<typeof invoiceShape>;

/** Money that goes back: a refund or a dispute. */
export const returnShape = z.object({ id: z.string(), amount, currency, status: z.string().nullish() });
export const refundedShape = z.object({ id: z.string(), amount_refunded: amount, currency });
/** Until 2025 the invoice itself named its payment. */
export const invoicePaymentShape = z.object({ id: z.string(), payment: z.record(z.string(), z.unknown()) });

/** Places of the subscription's metadata. */
export const invoiceOrigins = z.object({
  parent: z.object({ subscription_details: z.object({ metadata }).nullish() }).nullish(),
  subscription_details: z.object({ metadata }).nullish(),
  lines: z.object({ data: z.array(z.object({ metadata })) }).nullish(),
});

export const subscriptionShape = z.object({
  id: z.string(),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: momentOrNull,
  ended_at: momentOrNull,
  current_period_end: momentOrNull,
  items: z.object({ data: z.array(z.object({ current_period_end: momentOrNull })) }).nullish(),
});
type StripeSubscription = z.infer<typeof subscriptionShape>;

/** The status says whether it is over. */
export const answeredShape = subscriptionShape.extend({ status: z.string() });

export function subscriptionOf({ subscription, parent }: Invoice): string | null {
  return parent?.subscription_details?.subscription ?? subscription ?? null;
}

/** Null when it is for no period. Corrections of other periods do not count. */
export function paidPeriodEnd({ lines }: Invoice): Date | null {
  return latest(lines.data.filter(isOfSubscription).map(({ period }) => period.end));
}

export function paidPeriodStart({ lines }: Invoice): Date | null {
  const starts = lines.data.filter(isOfSubscription).flatMap(({ period }) => period.start ?? []);
  return starts.length > 0 ? dateOf(Math.min(...starts)) : null;
}

/** All names of a payment in an object about it, with expanded parts or without. */
export function namesIn(object: Record<string, unknown>, depth = 2): string[] {
  const { payment_intent, charge, latest_charge, invoice } = object;
  const parts = [payment_intent, charge, latest_charge, invoice].flatMap((part) => {
    const id = reference.safeParse(part).data;
    const inner = z.record(z.string(), z.unknown()).safeParse(part).data;
    return [...(id ? [id] : []), ...(inner && depth > 0 ? namesIn(inner, depth - 1) : [])];
  });
  const own = topUpMetadata.safeParse(object.metadata).data;
  return [...new Set([...(own ? [own.purchase] : []), ...parts])];
}

export function paymentNamesIn(object: Record<string, unknown>): string[] {
  const list = z.object({ data: z.array(z.object({ payment: z.record(z.string(), z.unknown()) })) });
  const payments = list.safeParse(object.payments).data?.data ?? [];
  return [...namesIn(object), ...payments.flatMap(({ payment }) => namesIn(payment))];
}

function isOfSubscription({ type, proration, parent }: InvoiceLine): boolean {
  const item = parent?.subscription_item_details;
  const isProration = item?.proration ?? proration ?? false;
  return !isProration && (type === 'subscription' || (item !== null && item !== undefined));
}

/** Null: it goes on. */
export function cancellationOf(subscription: StripeSubscription): Date | null {
  const { cancel_at_period_end: ends, cancel_at: at } = subscription;
  if (at !== null) return dateOf(at);
  return ends ? latest(periodEndsOf(subscription)) : null;
}

const OVER = new Set(['canceled', 'incomplete_expired']);

/** Neither over nor about to end. Unpaid months do not end it: the provider still tries. */
export function isRenewed(subscription: z.infer<typeof answeredShape>): boolean {
  const isOver = subscription.ended_at !== null || OVER.has(subscription.status);
  return !isOver && !subscription.cancel_at_period_end && subscription.cancel_at === null;
}

/** The end that a subscription would have had; @param fallback in seconds. */
export function endOf(subscription: StripeSubscription, fallback: number): Date {
  return latest([...periodEndsOf(subscription), subscription.ended_at]) ?? dateOf(fallback);
}

function periodEndsOf({ current_period_end: end, items }: StripeSubscription): (number | null)[] {
  return [end, ...(items?.data.map((item) => item.current_period_end) ?? [])];
}

function latest(moments: (number | null)[]): Date | null {
  const known = moments.filter((at) => at !== null);
  return known.length > 0 ? dateOf(Math.max(...known)) : null;
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** The same day of the next month, or its last. */
export function monthAfter(seconds: number): Date {
  return DateTime.fromSeconds(seconds, { zone: 'utc' }).plus({ months: 1 }).toJSDate();
}
