import { changeSubscription } from '../../../adapters/db/quota/subscriptions.ts';
import type { Core } from '../../core.ts';
import { callProvider } from './provider.ts';
import { mergeSubscription, planChange } from './subscription.ts';

/**
 * Ends a subscription at the provider, then here: nothing more is charged, and its premium ends with it.
 * @throws AppError('payments_off' | 'payment_unavailable')
 */
export async function endNow(core: Core, serverId: string, id: string): Promise<void> {
  await callProvider(core, (payments) => payments.endSubscription(id));
  await changeSubscription(core.database, serverId, (server, known) => {
    const subscription = mergeSubscription(known, id, { endedAt: new Date(core.clock()) });
    return planChange(core, server, known, subscription);
  });
}
