import { newEvent, newId, type Shape, type StripeEvent } from './objects.ts';

/** Money that was taken, and what became of it since. */
export interface Charge {
  id: string;
  paymentIntent: string;
  invoice: string | null;
  amount: number;
  metadata: Record<string, string>;
  created: number;
  receiptUrl: string;
  refunded: number;
  isDisputed: boolean;
  /** The sum that the payer's bank holds or kept. */
  held: number;
}

export interface Refund {
  id: string;
  charge: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
}

interface Dispute {
  id: string;
  charge: string;
  amount: number;
  status: string;
}

export type DisputeEnd = 'won' | 'lost' | 'warning_closed';

/** Refunds and disputes of the charges that an account holds, each as the events that come of it. */
export function createCharges(seconds: () => number, shapeNow: () => Shape) {
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const event = (type: string, object: Record<string, unknown>) => newEvent(type, object, seconds());

  function get<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
    const item = items.get(id);
    if (!item) throw new Error(`no ${id}`);
    return item;
  }
  function describe(charge: Charge) {
    const { id, paymentIntent, invoice, amount, metadata, created, receiptUrl, refunded } = charge;
    return {
      ...{ id, object: 'charge', status: 'succeeded', paid: true, created, amount, currency: 'eur' },
      ...{ amount_refunded: refunded, refunded: refunded === amount, disputed: charge.isDisputed },
      ...{ payment_intent: paymentIntent, metadata, receipt_url: receiptUrl },
      billing_details: { email: 'payer@example.org', name: 'A Payer' },
      ...(shapeNow() === 'current' ? {} : { invoice }),
    };
  }
  const about = (id: string) => ({ charge: id, payment_intent: get(charges, id).paymentIntent });
  const describeRefund = (refund: Refund) => ({
    ...{
      object: 'refund',
      created: seconds(),
      currency: 'eur',
      metadata: {},
      reason: 'requested_by_customer',
    },
    ...refund,
    ...about(refund.charge),
  });
  const describeDispute = (dispute: Dispute) => ({
    ...{ object: 'dispute', created: seconds(), currency: 'eur', metadata: {}, reason: 'fraudulent' },
    ...{ is_charge_refundable: dispute.status.startsWith('warning'), balance_transactions: [] },
    ...dispute,
    ...about(dispute.charge),
  });

  return {
    charges,
    add(charge: Pick<Charge, 'invoice' | 'amount' | 'metadata'>): Charge {
      const id = newId('ch');
      const facts = {
        id,
        paymentIntent: newId('pi'),
        created: seconds(),
        refunded: 0,
        isDisputed: false,
        held: 0,
      };
      const added = { ...charge, ...facts, receiptUrl: `https://receipt.example/${id}` };
      charges.set(id, added);
      return added;
    },
    describe,
    /** @param cents all that is left, by default. */
    refund(id: string, cents?: number, status: Refund['status'] = 'succeeded'): StripeEvent[] {
      const charge = get(charges, id);
      const amount = cents ?? charge.amount - charge.refunded;
      if (charge.refunded + amount > charge.amount) throw new Error('charge_already_refunded');
      charge.refunded += amount;
      const refund: Refund = { id: newId('re'), charge: id, amount, status };
      refunds.set(refund.id, refund);
      const made = event('refund.created', describeRefund(refund));
      return [
        made,
        event('charge.refunded', describe(charge)),
        event('refund.updated', describeRefund(refund)),
      ];
    },
    /** The bank sends it back: the money stays with the account. */
    failRefund(id: string): StripeEvent[] {
      const refund = get(refunds, id);
      refund.status = 'failed';
      get(charges, refund.charge).refunded -= refund.amount;
      const object = describeRefund(refund);
      return [event('refund.failed', object), event('charge.refund.updated', object)];
    },
    /** An inquiry asks first, and takes no money. */
    dispute(id: string, { cents, isInquiry }: { cents?: number; isInquiry?: boolean } = {}): StripeEvent[] {
      const charge = get(charges, id);
      charge.isDisputed = true;
      const status = isInquiry ? 'warning_needs_response' : 'needs_response';
      const dispute = { id: newId('du'), charge: id, amount: cents ?? charge.amount, status };
      disputes.set(dispute.id, dispute);
      const object = describeDispute(dispute);
      const opened = event('charge.dispute.created', object);
      if (!isInquiry) charge.held += dispute.amount;
      return isInquiry ? [opened] : [opened, event('charge.dispute.funds_withdrawn', object)];
    },
    /** An inquiry that becomes a dispute. */
    escalate(id: string): StripeEvent[] {
      const dispute = get(disputes, id);
      dispute.status = 'needs_response';
      get(charges, dispute.charge).held += dispute.amount;
      const object = describeDispute(dispute);
      return [event('charge.dispute.funds_withdrawn', object), event('charge.dispute.updated', object)];
    },
    closeDispute(id: string, end: DisputeEnd): StripeEvent[] {
      const dispute = get(disputes, id);
      dispute.status = end;
      const object = describeDispute(dispute);
      if (end === 'won') get(charges, dispute.charge).held -= dispute.amount;
      const closed = event('charge.dispute.closed', object);
      return end === 'won' ? [event('charge.dispute.funds_reinstated', object), closed] : [closed];
    },
  };
}
