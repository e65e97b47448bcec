import { PaymentFault } from '../../../adapters/payments/fault.ts';
import type { Payments } from '../../../adapters/payments/payments.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';

/** @throws AppError('payments_off') */
export function requirePayments({ payments }: Pick<Core, 'payments'>): Payments {
  if (!payments) throw new AppError('payments_off');
  return payments;
}

/**
 * A call to the provider; what it says about a failure stays in the log, in our own words.
 * @throws AppError('payments_off' | 'payment_unavailable')
 */
export async function callProvider<Result>(
  core: Core,
  act: (payments: Payments) => Promise<Result>,
): Promise<Result> {
  const payments = requirePayments(core);
  try {
    return await act(payments);
  } catch (error) {
    if (!(error instanceof PaymentFault)) throw error;
    core.log.error({ reason: error.message }, 'payment provider');
    throw new AppError('payment_unavailable', { cause: error });
  }
}
