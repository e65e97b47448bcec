/** What a person sees of the product on the provider's page. */
export interface Checkout {
  serverId: string;
  /** In EUR. */
  cents: number;
  /** One line. */
  product: string;
  /** Whose purse it fills, in words. */
  description: string;
  language: 'de' | 'en';
  /** Where the provider's page leads afterwards, and when the person turns back. */
  successUrl: string;
  cancelUrl: string;
}

export interface TopUpCheckout extends Checkout {
  percent: number;
}

export interface PremiumCheckout extends Checkout {
  /** Within a day the same attempt with the same facts leads to the same page: nobody subscribes twice by a double click. */
  attempt: string;
  /** The page cannot be paid on afterwards: 30 minutes from now at least, a day at most; the same for one attempt. */
  expiresAt: Date;
  /** Comes back with what is paid: whose page it was. */
  mark: string;
}

/** Money that arrived. */
export interface Payment {
  id: string;
  kind: 'top_up' | 'premium';
  /** Of a top-up; null for premium. */
  percent: number | null;
  cents: number;
  /** ISO 4217, capitals. */
  currency: string;
  receiptUrl: string | null;
  at: Date;
}

/** The same as the provider reports it. */
export interface ReportedPayment extends Payment {
  /** Its names at the provider: refunds and disputes say one of them alone. */
  names: string[];
  /** Null for a top-up, and where it says of no period. */
  month: { subscriptionId: string; from: Date; until: Date } | null;
}

/** How far money is on its way back. A trace only rises: whichever word comes last, the highest counts. */
export const STAGES = { asked: 0, held: 1, gone: 2, kept: 3 } as const;

/**
 * Said of a payment without saying whose it is: a refund, a dispute, the `total` that a charge gave back so far, or a
 * `link` between two names of one payment.
 */
export interface PaymentTrace {
  id: string;
  kind: 'refund' | 'dispute' | 'total' | 'link';
  names: string[];
  cents: number;
  currency: string;
  stage: number;
  at: Date;
}

interface EventFacts {
  /** Unique for ever, also when it is delivered again. */
  id: string;
  serverId: string;
  /** When it happened, to the second. */
  at: Date;
}

/** `serverId` null: the event names its subscription alone. */
type SubscriptionFacts = Omit<EventFacts, 'serverId'> & { serverId: string | null; subscriptionId: string };

/** What a provider reports. Events come late, more than once and in any order. */
export type PaymentEvent =
  /** `reference` is the same in every event about one purchase; `priceCents` was the price when it began, in EUR. */
  | (EventFacts & {
      kind: 'top_up_paid';
      reference: string;
      percent: number;
      priceCents: number;
      payment: ReportedPayment;
    })
  /** Says where the receipt of a top-up is, and nothing about its credit. */
  | (EventFacts & { kind: 'receipt_ready'; payment: ReportedPayment })
  /**
   * `paidUntil` null: paid, but for no period. `payment` null: another event brings the amount. `mark` null: it does
   * not say on whose page it began.
   */
  | (SubscriptionFacts & {
      kind: 'premium_paid';
      paidUntil: Date | null;
      payment: ReportedPayment | null;
      mark: string | null;
    })
  /** `cancelsAt` null: it goes on. */
  | (SubscriptionFacts & { kind: 'premium_cancels'; cancelsAt: Date | null })
  | (SubscriptionFacts & { kind: 'premium_ended'; endedAt: Date })
  | { kind: 'payment_traced'; id: string; serverId: null; at: Date; trace: PaymentTrace }
  /** Of no interest, or of something else that the same account sells. */
  | { kind: 'ignored'; id: string; type: string };

/**
 * A payment provider as the product needs it. Nothing here belongs to one of them: any provider fits that has
 * hosted pages to pay on, monthly subscriptions and signed notifications. Calls take at most 10 s.
 * @throws PaymentFault from every call to the provider.
 */
export interface Payments {
  /** @returns the address of a page where it is paid once. */
  startTopUp(checkout: TopUpCheckout): Promise<string>;
  /** @returns the address of a page where it is paid every month. */
  startPremium(checkout: PremiumCheckout): Promise<string>;
  /** Lets a subscription end with its paid period, or go on. @returns when it ends now; null: it goes on. */
  setRenewal(subscriptionId: string, renews: boolean): Promise<Date | null>;
  /** Whether the provider will charge for a subscription again, as it knows it now; not for one it knows nothing of. */
  isRenewed(subscriptionId: string): Promise<boolean>;
  /** Ends a subscription at once, without a refund; one that is over already stays so. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Whether the provider answers and takes the key. */
  checkAccess(): Promise<void>;
  /**
   * @param raw the bytes as they came: the signature is about them.
   * @param now in milliseconds; a signature older than five minutes is none.
   * @throws EventFault
   */
  readEvent(raw: Buffer, signature: string, now: number): Promise<PaymentEvent>;
}

/**
 * A call to the payment provider that failed, in our own words: errors of its library hold its texts and
 * the request, so they are never passed on as a cause.
 */
export class PaymentFault extends Error {
  /** HTTP status the provider answered with; null when there was no answer. */
  readonly status: number | null;
  /** The provider's word for it, such as `resource_missing`. */
  readonly code: string | null;

  constructor(message: string, facts: { status?: number | undefined; code?: string | undefined } = {}) {
    super(message);
    this.name = 'PaymentFault';
    this.status = facts.status ?? null;
    this.code = facts.code ?? null;
  }
}

/** A notification that is not taken: not signed by the provider just now, or signed and not understood. */
export class EventFault extends Error {
  readonly reason: 'signature' | 'unreadable';

  constructor(reason: 'signature' | 'unreadable', message: string) {
    super(message);
    this.name = 'EventFault';
    this.reason = reason;
  }
}

const CODE = /^[a-z_]{1,60}$/;

/** Any error of a call as a PaymentFault whose message holds neither the provider's text nor a key. */
export function describePaymentFault(error: unknown): PaymentFault {
  if (error instanceof PaymentFault) return error;
  const { statusCode: status, code } = readFacts(error);
  if (status === undefined) return new PaymentFault('payment provider could not be reached or broke off');
  const known = code !== undefined && CODE.test(code) ? code : undefined;
  const message = `payment provider answered with status ${status}${known ? ` (${known})` : ''}`;
  return new PaymentFault(message, { status, code: known });
}

function readFacts(error: unknown): { statusCode?: number; code?: string } {
  if (!(error instanceof Error)) return {};
  return {
    ...('statusCode' in error && typeof error.statusCode === 'number'
      ? { statusCode: error.statusCode }
      : {}),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
  };
}
