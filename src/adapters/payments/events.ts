import { z } from 'zod';
import { EventFault, type PaymentEvent, PaymentFault, type PaymentTrace, STAGES } from './payments.ts';
import type { StripeEvent } from './shapes.ts';
import {
  answeredShape,
  cancellationOf,
  chargeShape,
  dateOf,
  endOf,
  eventShape,
  invoiceOrigins,
  invoicePaymentShape,
  invoiceShape,
  isRenewed,
  monthAfter,
  namesIn,
  paidPeriodEnd,
  paidPeriodStart,
  paymentNamesIn,
  premiumMetadata,
  refundedShape,
  returnShape,
  sessionShape,
  subscriptionOf,
  subscriptionShape,
  topUpMetadata,
} from './shapes.ts';

/** Null: nothing that matters. @throws ZodError */
type EventReader = (
  event: StripeEvent,
  metadata: unknown,
) => Exclude<PaymentEvent, { kind: 'ignored' }> | null;

const READERS: Record<string, EventReader> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'charge.succeeded': readCharge,
  'charge.updated': readCharge,
  'invoice.paid': readInvoice,
  'invoice.payment_succeeded': readInvoice,
  'customer.subscription.updated': readRenewal,
  'customer.subscription.deleted': readEnd,
  'invoice_payment.paid': readLink,
  'charge.refunded': readRefunded,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.dispute.funds_reinstated': readDispute,
  'charge.dispute.closed': readDispute,
};

/** Their subscription or payment names the server even without our metadata. */
const WITHOUT_METADATA = new Set<EventReader>([
  ...[readInvoice, readRenewal, readEnd],
  ...[readLink, readRefunded, readRefund, readDispute],
]);

/**
 * @param parsed JSON whose signature is right. @param now in milliseconds, for an event without a time. @throws
 * EventFault for an event of ours in another shape.
 */
export function readStripeEvent(parsed: object, now: number): PaymentEvent {
  const { data: event, error } = eventShape.safeParse({ created: Math.floor(now / 1000), ...parsed });
  if (!event) throw unreadable(error);
  const { id, type } = event;
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const metadata = findOwnMetadata(event.data.object);
  if (!read || (!metadata && !WITHOUT_METADATA.has(read))) return { kind: 'ignored', id, type };
  try {
    return read(event, metadata) ?? { kind: 'ignored', id, type };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    if (!metadata) return { kind: 'ignored', id, type };
    throw unreadable(error, event);
  }
}

/** Names the field alone: its value may be personal. */
function unreadable(error: z.ZodError | undefined, event?: StripeEvent): EventFault {
  const path = error?.issues[0]?.path.join('.') ?? '';
  const name = event ? `event ${event.id} (${event.type})` : 'an event';
  return new EventFault('unreadable', `${name} has an unexpected shape at "${path}"`);
}

const ownMetadata = z.looseObject({ kind: z.enum(['top_up', 'premium']), server_id: z.string() });

/** Our metadata of the object; null for anything else that the account sells. */
function findOwnMetadata(object: Record<string, unknown>): unknown {
  const origins = invoiceOrigins.safeParse(object).data;
  const places = [
    object.metadata,
    origins?.parent?.subscription_details?.metadata,
    origins?.subscription_details?.metadata,
    ...(origins?.lines?.data.map((line) => line.metadata) ?? []),
  ];
  return places.find((place) => ownMetadata.safeParse(place).success) ?? null;
}

function factsOf<Id extends string | null>({ id, created }: StripeEvent, serverId: Id) {
  return { id, serverId, at: dateOf(created) };
}

/** Null where the event does not say. */
function serverOf(metadata: unknown): string | null {
  return metadata === null ? null : premiumMetadata.parse(metadata).server_id;
}

/** An unpaid session waits for the event that brings the money. */
function readSession(event: StripeEvent, metadata: unknown) {
  const session = sessionShape.parse(event.data.object);
  if (session.payment_status !== 'paid') return null;
  if (session.mode === 'subscription') return readFirstMonth(event, session, metadata);
  return session.mode === 'payment' ? readTopUp(event, session, metadata) : null;
}

function readTopUp(event: StripeEvent, session: z.infer<typeof sessionShape>, metadata: unknown) {
  const { server_id, percent, cents, purchase } = topUpMetadata.parse(metadata);
  const { amount_total, currency } = session;
  return {
    kind: 'top_up_paid' as const,
    ...factsOf(event, server_id),
    reference: `stripe:${session.id}`,
    percent,
    priceCents: cents,
    payment: {
      id: purchase,
      kind: 'top_up' as const,
      percent,
      cents: amount_total ?? cents,
      currency: currency ?? 'EUR',
      receiptUrl: null,
      at: dateOf(event.created),
      names: [purchase, ...namesIn(event.data.object)],
      month: null,
    },
  };
}

/** Premium begins at once; the invoice brings the exact end and the amount. */
function readFirstMonth(event: StripeEvent, session: z.infer<typeof sessionShape>, metadata: unknown) {
  const { server_id, mark } = premiumMetadata.parse(metadata);
  return {
    kind: 'premium_paid' as const,
    ...factsOf(event, server_id),
    subscriptionId: z.string().parse(session.subscription),
    paidUntil: monthAfter(session.created ?? event.created),
    payment: null,
    mark,
  };
}

function readCharge(event: StripeEvent, metadata: unknown) {
  const own = topUpMetadata.safeParse(metadata).data;
  if (!own) return null;
  const charge = chargeShape.parse(event.data.object);
  if (charge.status !== 'succeeded' || !charge.receipt_url) return null;
  return {
    kind: 'receipt_ready' as const,
    ...factsOf(event, own.server_id),
    payment: {
      id: own.purchase,
      kind: 'top_up' as const,
      percent: own.percent,
      cents: charge.amount,
      currency: charge.currency,
      receiptUrl: charge.receipt_url,
      at: dateOf(charge.created),
      names: [own.purchase, charge.id, ...namesIn(event.data.object)],
      month: null,
    },
  };
}

function readInvoice(event: StripeEvent, metadata: unknown) {
  const own = premiumMetadata.safeParse(metadata).data;
  if (metadata !== null && !own) return null;
  const invoice = invoiceShape.parse(event.data.object);
  const subscriptionId = subscriptionOf(invoice);
  if (!subscriptionId) return null;
  const until = paidPeriodEnd(invoice);
  const from = paidPeriodStart(invoice);
  return {
    kind: 'premium_paid' as const,
    ...factsOf(event, own?.server_id ?? null),
    subscriptionId,
    paidUntil: until,
    mark: own?.mark ?? null,
    payment: {
      id: invoice.id,
      kind: 'premium' as const,
      percent: null,
      cents: invoice.amount_paid,
      currency: invoice.currency,
      receiptUrl: invoice.hosted_invoice_url ?? null,
      at: dateOf(invoice.status_transitions?.paid_at ?? event.created),
      names: [invoice.id, ...paymentNamesIn(event.data.object)],
      month: from && until && { subscriptionId, from, until },
    },
  };
}

/** Never says until when it is paid: a renewal is reported before its money arrives. */
function readRenewal(event: StripeEvent, metadata: unknown) {
  const subscription = subscriptionShape.parse(event.data.object);
  return {
    kind: 'premium_cancels' as const,
    ...factsOf(event, serverOf(metadata)),
    subscriptionId: subscription.id,
    cancelsAt: cancellationOf(subscription),
  };
}

function readEnd(event: StripeEvent, metadata: unknown) {
  const subscription = subscriptionShape.parse(event.data.object);
  return {
    kind: 'premium_ended' as const,
    ...factsOf(event, serverOf(metadata)),
    subscriptionId: subscription.id,
    endedAt: endOf(subscription, event.created),
  };
}

function traced(event: StripeEvent, trace: Omit<PaymentTrace, 'at' | 'names'>, names: string[]) {
  const { id, at } = factsOf(event, null);
  return { kind: 'payment_traced' as const, id, serverId: null, at, trace: { ...trace, names, at } };
}

function readLink(event: StripeEvent) {
  const { id, payment } = invoicePaymentShape.parse(event.data.object);
  const names = [...namesIn(event.data.object), ...namesIn(payment)];
  return traced(event, { id, kind: 'link', cents: 0, currency: '', stage: STAGES.asked }, names);
}

function readRefunded(event: StripeEvent) {
  const { id, amount_refunded: cents, currency } = refundedShape.parse(event.data.object);
  const names = [id, ...namesIn(event.data.object)];
  return traced(event, { id, kind: 'total', cents, currency, stage: STAGES.gone }, names);
}

/** A pending refund counts as gone; it comes back if it fails. */
function readRefund(event: StripeEvent) {
  const { id, amount: cents, currency, status } = returnShape.parse(event.data.object);
  const isKept = event.type === 'refund.failed' || status === 'failed' || status === 'canceled';
  const stage = isKept ? STAGES.kept : STAGES.gone;
  return traced(event, { id, kind: 'refund', cents, currency, stage }, namesIn(event.data.object));
}

function readDispute(event: StripeEvent) {
  const { id, amount: cents, currency, status } = returnShape.parse(event.data.object);
  const stage = stageOf(event.type, status ?? '');
  return traced(event, { id, kind: 'dispute', cents, currency, stage }, namesIn(event.data.object));
}

/** An inquiry of the bank (`warning_…`) takes no money, unless it is said to. */
function stageOf(type: string, status: string): number {
  if (type === 'charge.dispute.funds_reinstated' || status === 'won') return STAGES.kept;
  if (status === 'lost') return STAGES.gone;
  if (type === 'charge.dispute.funds_withdrawn') return STAGES.held;
  const isOpen = type !== 'charge.dispute.closed' && status !== 'prevented' && !status.startsWith('warning');
  return isOpen ? STAGES.held : STAGES.asked;
}

/** Null: it goes on. @throws PaymentFault */
export function findCancellation(answer: unknown): Date | null {
  return cancellationOf(readAnswer(subscriptionShape, answer));
}

/** @throws PaymentFault */
export function isAnsweredRenewed(answer: unknown): boolean {
  return isRenewed(readAnswer(answeredShape, answer));
}

function readAnswer<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.infer<Shape> {
  const { data: subscription } = shape.safeParse(answer);
  if (!subscription) throw new PaymentFault('payment provider sent an unexpected subscription');
  return subscription;
}
