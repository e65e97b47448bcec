import * as billing from '../../../../core/quota/billing/billing.ts';
import { readUsage } from '../../../../core/quota/usage.ts';
import { AppError } from '../../../../domain/errors.ts';
import { explain, statusOf } from '../../errors.ts';
import { paymentTexts } from '../../i18n/ki.ts';
import type { Outcome, Route, ServerVisit, SignedVisit } from '../../route.ts';
import { addressOf, done, doneAt, formAt, pageAt, show } from '../../route.ts';
import { html } from '../../view/html.ts';
import { purchaseSection, quotaSection } from './purchases.ts';

const TAB = 'payments';
const PLACE = { tab: TAB, place: 'purchases' };

export const paymentRoutes: Route[] = [
  pageAt(TAB, showPayments),
  formAt('top-ups', TAB, topUp),
  formAt('premium', TAB, buyPremium),
  formAt('premium/cancel', TAB, cancel),
  formAt('premium/resume', TAB, resume),
  { method: 'post', path: '/stripe/webhook', access: 'signature', run: takeEvent },
];

/** The provider's page leads back with `paid`: that becomes a notice, which a reload does not bring back. */
function showPayments(visit: ServerVisit): Outcome | Promise<Outcome> {
  return visit.url.searchParams.has('paid') ? done(visit, TAB, 'paid') : render(visit);
}

/** @param refused why nothing could be bought or changed */
async function render(visit: ServerVisit, refused?: { fault: string; status: number }): Promise<Outcome> {
  const { core, server } = visit;
  const [usage, purchases] = await Promise.all([
    readUsage(core, server),
    billing.describeBilling(core, server),
  ]);
  const sections = [quotaSection(visit, usage), purchaseSection(visit, purchases, refused?.fault)];
  return show({ tab: TAB, content: html`${sections}` }, refused?.status);
}

function topUp(visit: ServerVisit): Promise<Outcome> {
  const percent = Number(visit.form.text('pack'));
  return tryPurchase(visit, async (serverId, returnUrl) => {
    const to = await billing.startTopUp(visit.core, { serverId, percent, returnUrl });
    return { kind: 'redirect', to, audited: { action: 'top_up.started', subject: `${percent} %` } };
  });
}

function buyPremium(visit: ServerVisit): Promise<Outcome> {
  return tryPurchase(visit, async (serverId, returnUrl) => {
    const to = await billing.startPremium(visit.core, { serverId, returnUrl });
    return { kind: 'redirect', to, audited: { action: 'premium.checkout' } };
  });
}

function cancel(visit: ServerVisit): Promise<Outcome> {
  return tryPurchase(visit, async (serverId) => {
    const isPaid = await billing.cancelPremium(visit.core, serverId);
    const notice = isPaid ? 'premium_cancelled' : 'premium_ended';
    return doneAt(visit, PLACE, notice, { action: 'premium.cancelled' });
  });
}

function resume(visit: ServerVisit): Promise<Outcome> {
  return tryPurchase(visit, async (serverId) => {
    await billing.resumePremium(visit.core, serverId);
    return doneAt(visit, PLACE, 'premium_resumed', { action: 'premium.resumed' });
  });
}

/** What cannot be done is said on the page that it was asked for on. */
async function tryPurchase(
  visit: ServerVisit,
  act: (serverId: string, returnUrl: string) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await act(visit.server.id, visit.core.config.PUBLIC_URL + addressOf(visit, TAB));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const t = paymentTexts[visit.language];
    const own: Partial<Record<AppError['code'], string>> = {
      invalid_input: t.noSuchPack,
      already_exists: t.runsAlready,
      not_found: t.noSubscription,
    };
    const known = own[error.code];
    if (known) return render(visit, { fault: known, status: 422 });
    if (error.code !== 'payment_unavailable' && error.code !== 'payments_off') throw error;
    return render(visit, { fault: explain(error, visit.language), status: statusOf(error) });
  }
}

/** Events that mean nothing here are taken too: Stripe would send them again for days. */
async function takeEvent({ core, raw, header }: SignedVisit): Promise<Outcome> {
  try {
    await billing.takePaymentEvent(core, raw, header('Stripe-Signature'));
  } catch (error) {
    // Stripe's own word for a wrong signature is 400.
    const isForged = error instanceof AppError && error.code === 'forbidden';
    throw isForged ? new AppError('invalid_body', { cause: error }) : error;
  }
  return { kind: 'empty', status: 200 };
}
