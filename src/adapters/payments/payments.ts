/** The product as the provider's page shows it. */
export interface Checkout {
  serverId: string;
  /** In EUR. */
  cents: number;
  product: string;
  /** Names the server, in words. */
  description: string;
  language: 'de' | 'en';
  /** After paying, and on turning back. */
  successUrl: string;
  cancelUrl: string;
}

export interface TopUpCheckout extends Checkout {
  percent: number;
}

export interface PremiumCheckout extends Checkout {
  /** The same attempt with the same facts leads to the same page for a day, so a double click subscribes once. */
  attempt: string;
  /** 30 minutes to a day from now; the same for one attempt. */
  expiresAt: Date;
  /** Comes back with the payment: on whose page it began. */
  mark: string;
}

export interface Payment {
  id: string;
  kind: 'top_up' | 'premium';
  /** Null for premium. */
  percent: number | null;
  cents: number;
  /** ISO 4217, capitals. */
  currency: string;
  receiptUrl: string | null;
  at: Date;
}

export interface ReportedPayment extends Payment {
  /** Refunds and disputes name one of them alone. */
  names: string[];
  /** Null for a top-up, and where no period is named. */
  month: { subscriptionId: string; from: Date; until: Date } | null;
}

/** A trace only rises, whatever comes last. */
export const STAGES = { asked: 0, held: 1, gone: 2, kept: 3 } as const;

/**
 * Names a payment without its server: a refund, a dispute, the `total` that a charge gave back, or a `link` between two
 * names.
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
  /** The same for each delivery. */
  id: string;
  serverId: string;
  /** To the second. */
  at: Date;
}

/** `serverId` null: the event names its subscription alone. */
type SubscriptionFacts = Omit<EventFacts, 'serverId'> & { serverId: string | null; subscriptionId: string };

/** Events come late, repeatedly and in any order. */
export type PaymentEvent =
  /** `reference` is the same in all events of one purchase; `priceCents` was the price when it began, in EUR. */
  | (EventFacts & {
      kind: 'top_up_paid';
      reference: string;
      percent: number;
      priceCents: number;
      payment: ReportedPayment;
    })
  /** Says nothing about credit. */
  | (EventFacts & { kind: 'receipt_ready'; payment: ReportedPayment })
  /**
   * `paidUntil` null: for no period. `payment` null: another event brings the amount. `mark` null: the page is not
   * named.
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
  /** Not about us, or of no interest. */
  | { kind: 'ignored'; id: string; type: string };

/**
 * Any provider fits that has hosted pages, monthly subscriptions and signed notifications. Calls take at most 10 s.
 * @throws PaymentFault from every call.
 */
export interface Payments {
  /** @returns the address of a page to pay once. */
  startTopUp(checkout: TopUpCheckout): Promise<string>;
  /** @returns the address of a page to pay monthly. */
  startPremium(checkout: PremiumCheckout): Promise<string>;
  /** @returns when the subscription ends now; null: it goes on. */
  setRenewal(subscriptionId: string, renews: boolean): Promise<Date | null>;
  /** As the provider knows it now; false for an unknown subscription. */
  isRenewed(subscriptionId: string): Promise<boolean>;
  /** At once, without a refund; repeatable. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** The provider answers and takes the key. */
  checkAccess(): Promise<void>;
  /**
   * @param raw the signed bytes. @param now in milliseconds; signatures older than five minutes are refused. @throws
   * EventFault
   */
  readEvent(raw: Buffer, signature: string, now: number): Promise<PaymentEvent>;
}

/** In our own words: the library's errors hold the provider's texts and the request, so they are never a cause. */
export class PaymentFault extends Error {
  /** Null when there was no answer. */
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

/** Not signed by the provider just now, or signed and not understood. */
export class EventFault extends Error {
  readonly reason: 'signature' | 'unreadable';

  constructor(reason: 'signature' | 'unreadable', message: string) {
    super(message);
    this.name = 'EventFault';
    this.reason = reason;
  }
}

const CODE = /^[a-z_]{1,60}$/;

/** The message holds neither the provider's text nor a key. */
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
