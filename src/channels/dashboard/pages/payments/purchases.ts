import type { Billing } from '../../../../core/quota/billing/billing.ts';
import type { readUsage } from '../../../../core/quota/usage.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { paymentTexts } from '../../i18n/ki.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { day, exactMoment, outLink, table } from '../../view/components.ts';
import { actionButton, faultNote, saidHere } from '../../view/controls.ts';
import { formatMoney, formatNumber, formatPercent, type Html, html, NOTHING } from '../../view/html.ts';

/** What is left of the week, and of what was bought. */
export function quotaSection(visit: ServerVisit, usage: Awaited<ReturnType<typeof readUsage>>): Html {
  const { language } = visit;
  const t = paymentTexts[language];
  return html`<section id="quota">
<h2>${t.quota}</h2>
<p>${t.quotaLeft(formatPercent(usage.available_percent, language))} ${t.quotaReset} ${exactMoment(visit, new Date(usage.week.resets_at))}.
${t.quotaCredit(formatPercent(usage.credit_percent, language))}</p>
<p><a href="${addressOf(visit)}">${t.more}</a></p>
</section>`;
}

/** What can be bought, what runs and what was paid; without a provider, what the operator can do instead. */
export function purchaseSection(visit: ServerVisit, billing: Billing, fault: string | undefined): Html {
  const { core, server, language } = visit;
  const t = paymentTexts[language];
  const { isOn, premium, packs, currency, payments, debtPercent } = billing;
  const end = premium.until && html` ${day(visit, premium.until)}.`;
  const state = premium.state === 'granted' && premium.until ? t.grantedUntil : t[premium.state];
  const byOperator = html`<p>${t.off}</p>
<pre tabindex="0"><code>npm run cli -- credit grant ${server.id} 100 --reference REFERENCE
npm run cli -- server set ${server.id} --plan premium</code></pre>`;
  const packButtons = packs.map(({ percent, cents }) =>
    actionButton(visit, {
      ...{ to: 'top-ups', kind: 'primary', fields: { pack: String(percent) } },
      label: t.buyPack(formatPercent(percent, language), formatMoney(cents, currency, language)),
    }),
  );
  return html`<section id="purchases">
<h2>${t.title}</h2>
${faultNote(fault)}
${isOn ? html`<p>${t.leaves}</p>` : byOperator}
<h3>${t.topUps}</h3>
<p>${t.whatItGives}</p>
${debtPercent > 0 && html`<p data-debt>${t.debt(formatPercent(debtPercent, language))}</p>`}
${isOn && html`<div class="actions">${packButtons}</div>`}
<h3>${t.premium}</h3>
<p>${t.whatPremiumGives(formatNumber(core.config.LIMIT_PER_DAY_PREMIUM, language))}</p>
<p data-premium="${premium.state}">${state}${end} ${saidHere(visit, 'purchases')}</p>
${isOn && premiumActions(visit, billing)}
${payments.length > 0 && receipts(visit, payments)}
</section>`;
}

/** What can be done about premium; nothing where the operator gave it, or ended it for good. */
function premiumActions(visit: ServerVisit, billing: Billing): Html {
  const { language } = visit;
  const { premium, premiumCents, currency, isRenewalDue, isMonthReturned, isResumable } = billing;
  const t = paymentTexts[language];
  const end = isRenewalDue
    ? { label: t.stop, question: t.stopQuestion }
    : { label: t.cancel, question: t.cancelQuestion };
  const price = formatMoney(premiumCents, currency, language);
  const buttons = [
    (isRenewalDue || premium.state === 'active') &&
      actionButton(visit, { to: 'premium/cancel', kind: 'danger', ...end }),
    isResumable && actionButton(visit, { to: 'premium/resume', label: t.resume }),
    premium.state === 'none' &&
      actionButton(visit, { to: 'premium', label: t.buyPremium(price), kind: 'primary' }),
  ];
  return html`${isRenewalDue && html`<p data-renewal-due>${isMonthReturned ? t.monthReturned : t.due}</p>`}
${buttons.some(Boolean) ? html`<div class="actions">${buttons}</div>` : NOTHING}`;
}

function receipts(visit: ServerVisit, payments: Billing['payments']): Html {
  const { language } = visit;
  const t = paymentTexts[language];
  const rows = payments.map((payment) => {
    const { kind, percent, cents, currency, receiptUrl, at } = payment;
    const share = percent === null ? '' : formatPercent(percent, language);
    const what = kind === 'premium' ? t.premiumMonth : t.topUpOf(share);
    return html`<tr><td>${day(visit, at)}</td><td>${what}</td>
<td>${formatMoney(cents, currency, language)}${whatWentBack(payment, language)}</td>
<td>${receiptUrl ? outLink(receiptUrl, t.receiptOf(what)) : '–'}</td></tr>`;
  });
  return html`<h3>${t.receipts}</h3>${table(t.receipts, [t.date, t.what, t.amount, t.receipt], rows)}`;
}

function whatWentBack(payment: Billing['payments'][number], language: InterfaceLanguage): Html {
  const { cents, currency, paidBack, disputed } = payment;
  const t = paymentTexts[language];
  const part = paidBack < cents ? t.partPaidBack(formatMoney(paidBack, currency, language)) : t.paidBack;
  const words = [...(paidBack > 0 ? [part] : []), ...(disputed > 0 ? [t.disputed] : [])];
  return html`${words.map((word) => html`<br><small data-returned>${word}</small>`)}`;
}
