import { takePaymentEvent } from '../../../core/quota/billing/billing.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Outcome, Route, SignedVisit } from '../route.ts';

const PATH = '/stripe/webhook';

export const paymentRoutes: Route[] = [
  { method: 'post', path: PATH, page: PATH, access: 'signature', run: takeEvent },
];

/** Events that mean nothing here are taken too: Stripe would send them again for days. */
async function takeEvent({ core, raw, header }: SignedVisit): Promise<Outcome> {
  try {
    await takePaymentEvent(core, raw, header('Stripe-Signature'));
  } catch (error) {
    // Stripe's own word for a wrong signature is 400.
    const isForged = error instanceof AppError && error.code === 'forbidden';
    throw isForged ? new AppError('invalid_body', { cause: error }) : error;
  }
  return { kind: 'empty', status: 200 };
}
