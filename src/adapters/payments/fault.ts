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
