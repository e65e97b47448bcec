import { type createKey, listKeys } from '../../../../core/owners/keys.ts';
import type { Settings } from '../../../../core/owners/settings.ts';
import { describeBilling } from '../../../../core/quota/billing/billing.ts';
import { readUsage } from '../../../../core/quota/usage.ts';
import type { Deed } from '../../../../domain/types.ts';
import { kiTexts } from '../../i18n/ki.ts';
import { paymentTexts } from '../../i18n/payments.ts';
import { addressOf, type Outcome, type ServerVisit } from '../../route.ts';
import { moment } from '../../view/components.ts';
import { type Faults, NO_FAULTS } from '../../view/form.ts';
import { formatPercent } from '../../view/format.ts';
import { type Html, html } from '../../view/html.ts';
import { keySection } from './sections/keys.ts';
import { personaSection } from './sections/persona.ts';
import { purchaseSection } from './sections/purchases.ts';

/** What a visit adds to the page as it stands. */
export interface KiState {
  /** Just made: the only time that a key is shown. */
  created?: Awaited<ReturnType<typeof createKey>>;
  /** Of whichever form was sent; no two share the name of a field. */
  faults?: Faults;
  /** Why nothing could be bought. */
  purchaseFault?: string;
  /** What the preview shows; null: what was typed makes none. */
  imagined?: Settings | null;
  status?: number;
  audited?: Deed;
}

/** The provider's page leads back with `paid`: that becomes a notice, which a reload does not bring back. */
export function showKi(visit: ServerVisit): Outcome | Promise<Outcome> {
  if (!visit.url.searchParams.has('paid')) return renderKi(visit);
  return { kind: 'redirect', to: `${addressOf(visit, 'ki')}?done=paid` };
}

/** The one page of keys, persona, quota and purchases, whichever of its forms was sent. */
export async function renderKi(visit: ServerVisit, state: KiState = {}): Promise<Outcome> {
  const { core, server, language } = visit;
  const { faults = NO_FAULTS, imagined = visit.settings, status = 200, audited } = state;
  const [keys, usage, billing] = await Promise.all([
    listKeys(core, server.id),
    readUsage(core, server),
    describeBilling(core, server),
  ]);
  const t = kiTexts[language];
  const content = html`${sectionLinks(visit)}
${keySection(visit, { keys, faults, created: state.created ?? null })}
${personaSection(visit, { faults, imagined })}
${quotaSection(visit, usage)}
${purchaseSection(visit, { billing, fault: state.purchaseFault ?? faults.get('pack') })}`;
  const page = { title: t.title, tab: 'ki' as const, content };
  return { kind: 'page', page, status, ...(audited ? { audited } : {}) };
}

function sectionLinks({ language }: ServerVisit): Html {
  const t = kiTexts[language];
  const names = { keys: t.keys, persona: t.persona, quota: t.quota, purchases: paymentTexts[language].title };
  return html`<nav class="sections" aria-label="${t.sections}"><ul>${Object.entries(names).map(
    ([id, name]) => html`<li><a href="#${id}">${name}</a></li>`,
  )}</ul></nav>`;
}

function quotaSection(visit: ServerVisit, usage: Awaited<ReturnType<typeof readUsage>>): Html {
  const { core, language } = visit;
  const t = kiTexts[language];
  const resetsAt = moment(new Date(usage.week.resets_at), language, core.config.QUOTA_TIME_ZONE);
  return html`<section id="quota">
<h2>${t.quota}</h2>
<p>${t.quotaLeft(formatPercent(usage.available_percent, language))} ${t.quotaReset} ${resetsAt}.
${t.quotaCredit(formatPercent(usage.credit_percent, language))}</p>
<p><a href="${addressOf(visit)}">${t.more}</a></p>
</section>`;
}
