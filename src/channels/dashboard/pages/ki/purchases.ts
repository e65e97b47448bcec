import {
  cancelPremium,
  resumePremium,
  startPremium,
  startTopUp,
} from '../../../../core/quota/billing/billing.ts';
import { AppError } from '../../../../domain/errors.ts';
import { explain, statusOf } from '../../errors.ts';
import { paymentTexts } from '../../i18n/payments.ts';
import { addressOf, done, type Outcome, type ServerVisit } from '../../route.ts';
import { renderKi } from './page.ts';

export function topUp(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const percent = Number(form.text('pack'));
  return tryPurchase(visit, async () => {
    const to = await startTopUp(core, { serverId: server.id, percent, returnUrl: returnUrlOf(visit) });
    return { kind: 'redirect', to, audited: { action: 'top_up.started', subject: `${percent} %` } };
  });
}

export function buyPremium(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  return tryPurchase(visit, async () => {
    const to = await startPremium(core, { serverId: server.id, returnUrl: returnUrlOf(visit) });
    return { kind: 'redirect', to, audited: { action: 'premium.checkout' } };
  });
}

export function cancel(visit: ServerVisit): Promise<Outcome> {
  return tryPurchase(visit, async () => {
    await cancelPremium(visit.core, visit.server.id);
    return done(visit, 'ki', 'premium_cancelled', { action: 'premium.cancelled' });
  });
}

export function resume(visit: ServerVisit): Promise<Outcome> {
  return tryPurchase(visit, async () => {
    await resumePremium(visit.core, visit.server.id);
    return done(visit, 'ki', 'premium_resumed', { action: 'premium.resumed' });
  });
}

function returnUrlOf(visit: ServerVisit): string {
  return visit.core.config.PUBLIC_URL + addressOf(visit, 'ki');
}

/** What cannot be done is said on the page that it was asked for on. */
async function tryPurchase(visit: ServerVisit, act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const t = paymentTexts[visit.language];
    const own: Partial<Record<AppError['code'], string>> = {
      invalid_input: t.noSuchPack,
      already_exists: t.runsAlready,
      not_found: t.noSubscription,
    };
    const known = own[error.code];
    if (known) return renderKi(visit, { purchaseFault: known, status: 422 });
    if (error.code !== 'payment_unavailable' && error.code !== 'payments_off') throw error;
    return renderKi(visit, { purchaseFault: explain(error, visit.language), status: statusOf(error) });
  }
}
