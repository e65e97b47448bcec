import type { Billing } from '../../../../core/quota/billing/billing.ts';
import { paymentTexts } from '../../i18n/ki.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { actionButton, day, faultNote, outLink, table } from '../../view/components.ts';
import { formatMoney, formatNumber, formatPercent, type Html, html, NOTHING } from '../../view/html.ts';

interface Shown {
  billing: Billing;
  fault: string | undefined;
}

/** What can be bought, what runs and what was paid; without a provider, what the operator can do instead. */
export function purchaseSection(visit: ServerVisit, { billing, fault }: Shown): Html {
  const { language } = visit;
  const t = paymentTexts[language];
  return html`<section id="purchases">
<h2>${t.title}</h2>
${faultNote(fault)}
${billing.isOn ? html`<p>${t.leaves}</p>` : grantedByOperator(visit)}
<h3>${t.topUps}</h3>
<p>${t.whatItGives}</p>
${billing.isOn ? packButtons(visit, billing) : NOTHING}
<h3>${t.premium}</h3>
<p>${t.whatPremiumGives(formatNumber(visit.core.config.LIMIT_PER_DAY_PREMIUM, language))}</p>
<p data-premium="${billing.premium.state}">${premiumState(visit, billing.premium)}</p>
${billing.isOn ? premiumActions(visit, billing) : NOTHING}
${billing.payments.length > 0 ? receipts(visit, billing.payments) : NOTHING}
</section>`;
}

function grantedByOperator({ server, language }: ServerVisit): Html {
  return html`<p>${paymentTexts[language].off}</p>
<pre tabindex="0"><code>npm run cli -- credit grant ${server.id} 100 --reference REFERENCE
npm run cli -- server set ${server.id} --plan premium</code></pre>`;
}

function packButtons(visit: ServerVisit, { packs, currency }: Billing): Html {
  const { session, language } = visit;
  const t = paymentTexts[language];
  const buttons = packs.map(({ percent, cents }) =>
    actionButton(session, {
      action: addressOf(visit, 'top-ups'),
      label: t.buyPack(formatPercent(percent, language), formatMoney(cents, currency, language)),
      kind: 'primary',
      fields: { pack: String(percent) },
    }),
  );
  return html`<div class="actions">${buttons}</div>`;
}

function premiumState({ core, language }: ServerVisit, { state, until }: Billing['premium']): Html {
  const t = paymentTexts[language];
  const end = until ? html` ${day(until, language, core.config.QUOTA_TIME_ZONE)}.` : NOTHING;
  if (state === 'granted') return html`${until ? t.grantedUntil : t.granted}${end}`;
  return html`${t[state]}${end}`;
}

function premiumActions(visit: ServerVisit, billing: Billing): Html {
  const buttons = premiumButtons(visit, billing);
  const due = html`<p data-renewal-due>${paymentTexts[visit.language].due}</p>`;
  return html`${billing.isRenewalDue ? due : NOTHING}
${buttons.length > 0 ? html`<div class="actions">${buttons}</div>` : NOTHING}`;
}

/** What can be done about premium; nothing where the operator gave it, or ended it for good. */
function premiumButtons(visit: ServerVisit, billing: Billing): Html[] {
  const { session, language } = visit;
  const { premium, premiumCents, currency } = billing;
  const t = paymentTexts[language];
  const action = addressOf(visit, 'premium');
  const buttons: Html[] = [];
  if (billing.isRenewalDue) {
    const stop = { label: t.stop, question: t.stopQuestion };
    buttons.push(actionButton(session, { action: `${action}/cancel`, kind: 'danger', ...stop }));
  } else if (premium.state === 'active') {
    const cancel = { label: t.cancel, question: t.cancelQuestion };
    buttons.push(actionButton(session, { action: `${action}/cancel`, kind: 'danger', ...cancel }));
  }
  if (billing.isResumable) {
    buttons.push(actionButton(session, { action: `${action}/resume`, label: t.resume }));
  }
  if (premium.state === 'none') {
    const label = t.buyPremium(formatMoney(premiumCents, currency, language));
    buttons.push(actionButton(session, { action, label, kind: 'primary' }));
  }
  return buttons;
}

function receipts({ core, language }: ServerVisit, payments: Billing['payments']): Html {
  const t = paymentTexts[language];
  const rows = payments.map(({ kind, percent, cents, currency, receiptUrl, at }) => {
    const what =
      kind === 'premium'
        ? t.premiumMonth
        : t.topUpOf(percent === null ? '' : formatPercent(percent, language));
    return html`<tr><td>${day(at, language, core.config.QUOTA_TIME_ZONE)}</td><td>${what}</td>
<td>${formatMoney(cents, currency, language)}</td>
<td>${receiptUrl ? outLink(receiptUrl, t.receiptOf(what)) : '–'}</td></tr>`;
  });
  return html`<h3>${t.receipts}</h3>${table(t.receipts, [t.date, t.what, t.amount, t.receipt], rows)}`;
}
