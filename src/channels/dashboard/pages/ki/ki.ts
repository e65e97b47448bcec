import { nameKey } from '../../../../core/members/audit.ts';
import { createKey, listKeys, newKeySchema, revokeKey } from '../../../../core/owners/keys.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import type { SettingName, Settings } from '../../../../core/owners/settings.ts';
import { describeSetting, listChanged } from '../../../../core/owners/settings.ts';
import * as billing from '../../../../core/quota/billing/billing.ts';
import { readUsage } from '../../../../core/quota/usage.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Deed } from '../../../../domain/types.ts';
import { explain, statusOf } from '../../errors.ts';
import { kiTexts, paymentTexts } from '../../i18n/ki.ts';
import type { Outcome, Route, ServerVisit, SignedVisit } from '../../route.ts';
import { addressOf, done, show } from '../../route.ts';
import { exactMoment } from '../../view/components.ts';
import { check, type Faults } from '../../view/form.ts';
import { formatPercent, html } from '../../view/html.ts';
import { checkSettings, saveSettings } from '../settings.ts';
import { purchaseSection } from './purchases.ts';
import { draftsSection, keySection, PERSONA_FIELDS, personaSection } from './sections.ts';

const SERVER = '/servers/:server';
const PAGE = `${SERVER}/ki`;
const FORM = { method: 'post', page: PAGE, access: 'server' } as const;

export const kiRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: showKi },
  { ...FORM, path: `${SERVER}/keys`, run: addKey },
  { ...FORM, path: `${SERVER}/keys/:key/revoke`, run: revoke },
  { ...FORM, path: `${SERVER}/persona`, run: savePersona },
  { ...FORM, path: `${SERVER}/persona/preview`, run: previewPersona },
  { ...FORM, path: `${SERVER}/drafts`, run: changeDrafts },
  { ...FORM, path: `${SERVER}/top-ups`, run: topUp },
  { ...FORM, path: `${SERVER}/premium`, run: buyPremium },
  { ...FORM, path: `${SERVER}/premium/cancel`, run: cancel },
  { ...FORM, path: `${SERVER}/premium/resume`, run: resume },
];

/** What a visit adds to the page as it stands. */
interface KiState {
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
function showKi(visit: ServerVisit): Outcome | Promise<Outcome> {
  return visit.url.searchParams.has('paid') ? done(visit, 'ki', 'paid') : renderKi(visit);
}

/** The one page of keys, persona, quota and purchases, whichever of its forms was sent. */
async function renderKi(visit: ServerVisit, state: KiState = {}): Promise<Outcome> {
  const { core, server, language } = visit;
  const { created, faults, imagined = visit.settings, purchaseFault, status, audited } = state;
  const [keys, usage, purchases] = await Promise.all([
    listKeys(core, server.id),
    readUsage(core, server),
    billing.describeBilling(core, server),
  ]);
  const t = kiTexts[language];
  const names = {
    keys: t.keys,
    persona: t.persona,
    drafts: t.drafts,
    quota: t.quota,
    purchases: paymentTexts[language].title,
  };
  const links = Object.entries(names).map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`);
  const content = html`<nav class="sections" aria-label="${t.sections}"><ul>${links}</ul></nav>
${keySection(visit, { keys, faults, created })}
${personaSection(visit, { faults, imagined })}
${draftsSection(visit, faults)}
<section id="quota">
<h2>${t.quota}</h2>
<p>${t.quotaLeft(formatPercent(usage.available_percent, language))} ${t.quotaReset} ${exactMoment(visit, new Date(usage.week.resets_at))}.
${t.quotaCredit(formatPercent(usage.credit_percent, language))}</p>
<p><a href="${addressOf(visit)}">${t.more}</a></p>
</section>
${purchaseSection(visit, purchases, purchaseFault ?? faults?.get('pack'))}`;
  return show({ title: t.title, tab: 'ki', content }, status, audited);
}

/** Saves what the form holds; a field that is absent from it stays as it is. */
async function savePersona(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  const checked = checkPersona(visit);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, imagined: null, status: 422 });
  let changed: string[] = [];
  await changeSettings(core, server.id, (current) => {
    changed = listChanged(current, checked.values, PERSONA_FIELDS);
    return checked.values;
  });
  const audited = { action: 'persona.changed' as const, subject: changed.join(', ') };
  return done(visit, 'ki', 'persona_saved', changed.length > 0 ? audited : undefined);
}

async function changeDrafts(visit: ServerVisit): Promise<Outcome> {
  const outcome = await saveSettings(visit, 'drafts');
  if ('faults' in outcome) return renderKi(visit, { faults: outcome.faults, status: 422 });
  return done(visit, 'ki', 'persona_saved', { action: 'drafts.changed', subject: outcome.subject });
}

/** The page with what was typed and what would come of it; saves nothing. */
function previewPersona(visit: ServerVisit): Promise<Outcome> {
  const checked = checkPersona(visit);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, imagined: null, status: 422 });
  return renderKi(visit, { imagined: { ...visit.settings, ...checked.values } });
}

/** Only the fields that the form holds; a box counts as not ticked where all the others are there. */
function checkPersona(visit: ServerVisit) {
  const isBox = (name: SettingName) => describeSetting(name).kind === 'flag';
  const sent = PERSONA_FIELDS.filter((name) => visit.form.has(name));
  const isWhole = PERSONA_FIELDS.every((name) => isBox(name) || sent.includes(name));
  return checkSettings(visit, isWhole ? PERSONA_FIELDS : sent);
}

/**
 * Makes a key and shows it on the page that comes back: an address, a cookie or a session would keep it. Sending
 * the same form again, as a reload does, makes no second one.
 */
async function addKey(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const given = (name: string) => (form.has(name) ? form.text(name) : undefined);
  const typed = { name: form.text('name'), scope: given('scope'), test: form.has('test'), id: given('once') };
  const checked = check(newKeySchema, typed, language);
  if (checked.faults) return renderKi(visit, { faults: toKeyFaults(checked.faults, visit), status: 422 });
  const { test: isTest, ...wanted } = checked.values;
  try {
    const created = await createKey(core, { serverId: server.id, isTest, ...wanted });
    return await renderKi(visit, { created, audited: { action: 'key.created', subject: nameKey(created) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'already_exists') return done(visit, 'ki', 'key_shown');
    if (error.code !== 'key_limit_reached') throw error;
    return renderKi(visit, { faults: new Map([['name', explain(error, language)]]), status: 422 });
  }
}

/** By the names that the fields have in the form. */
function toKeyFaults(faults: Faults, { language }: ServerVisit): Faults {
  const named = new Map(faults);
  const once = faults.get('id');
  if (once !== undefined) named.set('once', once);
  if (faults.has('test')) named.set('test', kiTexts[language].testOfKnowledge);
  return named;
}

/** A second click on the same button finds the key revoked, which is what was wanted. */
async function revoke(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const key = (await listKeys(core, server.id)).find(({ id }) => id === params.key);
  if (!key) throw new AppError('not_found');
  if (key.revokedAt) return done(visit, 'ki', 'key_revoked');
  await revokeKey(core, server.id, key.id);
  return done(visit, 'ki', 'key_revoked', { action: 'key.revoked', subject: nameKey(key) });
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
    await billing.cancelPremium(visit.core, serverId);
    return done(visit, 'ki', 'premium_cancelled', { action: 'premium.cancelled' });
  });
}

function resume(visit: ServerVisit): Promise<Outcome> {
  return tryPurchase(visit, async (serverId) => {
    await billing.resumePremium(visit.core, serverId);
    return done(visit, 'ki', 'premium_resumed', { action: 'premium.resumed' });
  });
}

/** What cannot be done is said on the page that it was asked for on. */
async function tryPurchase(
  visit: ServerVisit,
  act: (serverId: string, returnUrl: string) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await act(visit.server.id, visit.core.config.PUBLIC_URL + addressOf(visit, 'ki'));
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

export const paymentRoutes: Route[] = [
  { method: 'post', path: '/stripe/webhook', access: 'signature', run: takeEvent },
];

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
