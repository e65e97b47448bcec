import { createCharges } from './charges.ts';
import {
  addMonths,
  expiryOf,
  invoiceObject,
  invoicePaymentObject,
  newEvent,
  newId,
  type Session,
  type Shape,
  type StripeEvent,
  type Subscription,
  sessionObject,
  subscriptionObject,
} from './objects.ts';
import { findExpiryFault, type Refusal, refuse, refuseMissing, type SessionParams } from './params.ts';

export type StripeLedger = ReturnType<typeof createLedger>;

/** What an account holds, and the events that come of what happens to it. */
export function createLedger(options: { now: () => number; pageOf: (id: string) => string }) {
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  let shape: Shape = 'current';
  const seconds = () => Math.floor(options.now() / 1000);
  const event = (type: string, object: Record<string, unknown>) => newEvent(type, object, seconds());
  const charges = createCharges(seconds, () => shape);
  const describe = (subscription: Subscription) => subscriptionObject(subscription, shape);

  function getSession(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }
  function getSubscription(id: string): Subscription {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  }
  function sessionEvent(type: string, session: Session, status: 'paid' | 'unpaid'): StripeEvent {
    // Stripe notes it a moment after the money itself.
    const noted = seconds() + 1;
    return newEvent(type, sessionObject(session, options.pageOf(session.id), status), noted);
  }
  function invoiceEvents(subscription: Subscription, id = newId('in')): StripeEvent[] {
    const charge = charges.add({ invoice: id, amount: subscription.cents, metadata: {} });
    const invoice = invoiceObject(subscription, { id, paidAt: seconds(), shape, charge });
    const paid = [
      event('charge.succeeded', charges.describe(charge)),
      event('invoice.paid', invoice),
      event('invoice.payment_succeeded', invoice),
    ];
    if (shape !== 'current') return paid;
    return [...paid, event('invoice_payment.paid', invoicePaymentObject(id, charge, seconds()))];
  }
  function subscribe(session: Session): StripeEvent[] {
    const start = seconds();
    const subscription: Subscription = {
      id: newId('sub'),
      metadata: session.params.subscription_data?.metadata ?? {},
      cents: session.params.line_items[0].price_data.unit_amount,
      created: start,
      months: 1,
      periodStart: start,
      periodEnd: addMonths(start, 1),
      cancelsAtPeriodEnd: false,
      endedAt: null,
    };
    subscriptions.set(subscription.id, subscription);
    session.subscriptionId = subscription.id;
    session.invoice = newId('in');
    return [
      event('customer.subscription.created', describe(subscription)),
      ...invoiceEvents(subscription, session.invoice),
      sessionEvent('checkout.session.completed', session, 'paid'),
    ];
  }

  /** The money of a page, which names what was bought. */
  function charge(session: Session): StripeEvent {
    const amount = session.params.line_items[0].price_data.unit_amount;
    const metadata = session.params.payment_intent_data?.metadata ?? {};
    const made = charges.add({ invoice: null, amount, metadata });
    session.paymentIntent = made.paymentIntent;
    return event('charge.succeeded', charges.describe(made));
  }

  return {
    charges,
    sessions,
    subscriptions,
    useShape: (next: Shape) => {
      shape = next;
    },
    describe,
    getSubscription,
    openSession(params: SessionParams) {
      const refusal = findExpiryFault(params, seconds());
      if (refusal) return refusal;
      const id = newId('cs_test');
      const unpaid = { isPaid: false, subscriptionId: null, paymentIntent: null, invoice: null };
      const session: Session = { id, params, created: seconds(), ...unpaid };
      sessions.set(id, session);
      return sessionObject(session, options.pageOf(id), 'unpaid');
    },
    /** @param how `later`: with a method whose money takes days. */
    pay(sessionId: string, how: 'now' | 'later' = 'now'): StripeEvent[] {
      const session = getSession(sessionId);
      if (session.isPaid) return [];
      if (seconds() >= expiryOf(session)) throw new Error(`session ${sessionId} has expired`);
      session.isPaid = true;
      if (session.params.mode === 'subscription') return subscribe(session);
      if (how === 'later') return [sessionEvent('checkout.session.completed', session, 'unpaid')];
      const charged = charge(session);
      return [
        charged,
        event('payment_intent.succeeded', { id: session.paymentIntent, metadata: session.params.metadata }),
        sessionEvent('checkout.session.completed', session, 'paid'),
      ];
    },
    /** The money of `pay(id, 'later')` has come. */
    moneyArrives(sessionId: string): StripeEvent[] {
      const session = getSession(sessionId);
      const charged = charge(session);
      return [charged, sessionEvent('checkout.session.async_payment_succeeded', session, 'paid')];
    },
    /** The next month begins; its events as Stripe sends them, unpaid where the card is refused. */
    renew(subscriptionId: string, card: 'accepted' | 'refused' = 'accepted'): StripeEvent[] {
      const subscription = getSubscription(subscriptionId);
      subscription.periodStart = subscription.periodEnd;
      subscription.months += 1;
      subscription.periodEnd = addMonths(subscription.created, subscription.months);
      const updated = event('customer.subscription.updated', describe(subscription));
      const failed = event('invoice.payment_failed', { id: newId('in'), metadata: {} });
      return card === 'accepted' ? [updated, ...invoiceEvents(subscription)] : [updated, failed];
    },
    /** At Stripe's own page or by its dunning: over at once. */
    end(subscriptionId: string): StripeEvent {
      const subscription = getSubscription(subscriptionId);
      subscription.endedAt ??= seconds();
      return event('customer.subscription.deleted', describe(subscription));
    },
    setCancellation(id: string, ends: boolean): StripeEvent | Refusal {
      const subscription = subscriptions.get(id);
      if (!subscription) return refuseMissing(id);
      if (subscription.endedAt !== null) {
        return refuse('A canceled subscription can only update its cancellation_details and metadata.');
      }
      subscription.cancelsAtPeriodEnd = ends;
      return event('customer.subscription.updated', describe(subscription));
    },
  };
}
