import {
  type Delivery,
  deliveryIdSchema,
  describeTry,
  enableWebhook,
  findWebhook,
  getWebhook,
  listDeliveries,
  nameReceiver,
  redeliver,
  removeWebhook,
  setWebhook,
  testWebhook,
  type WebhookOverview,
  webhookSchema,
} from '../../../../core/webhooks/webhooks.ts';
import { AppError, PageFaultError } from '../../../../domain/errors.ts';
import { MAX_URL_CHARACTERS } from '../../../../domain/limits.ts';
import type { Deed } from '../../../../domain/types.ts';
import { faultTexts } from '../../i18n/errors.ts';
import { eventTexts, webhookTexts } from '../../i18n/webhook.ts';
import { done, type Outcome, type ServerVisit } from '../../route.ts';
import { moment, table } from '../../view/components.ts';
import { actionButton, faultNote, field, hiddenFields, postForm } from '../../view/controls.ts';
import { formatDateTime, formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

/** What a visit adds to the section as it stands. */
export interface WebhookState {
  /** Just made: the only time that it is shown. */
  secret?: string;
  /** What is wrong with the address. */
  fault?: string;
  /** What the receiver answered to a test. */
  tried?: { isTaken: boolean; told: string };
  status?: number;
  audited?: Deed;
}

type Render = (visit: ServerVisit, state: WebhookState) => Promise<Outcome>;

/**
 * Sets the webhook and shows its secret on the page that comes back: an address, a cookie or a session would keep
 * it. Sending the same form again, as a reload does, makes no second one.
 */
export async function save(visit: ServerVisit, render: Render): Promise<Outcome> {
  const { core, server, form } = visit;
  const given = webhookSchema.safeParse({ url: form.text('url') });
  if (!given.success) return render(visit, { fault: explainAddress(visit), status: 422 });
  try {
    const { url, secret } = await setWebhook(core, server.id, given.data.url, readReplaced(visit));
    return await render(visit, { secret, audited: { action: 'webhook.set', subject: nameReceiver(url) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'already_exists') return done(visit, 'api', 'webhook_shown');
    const { cause } = error.context;
    if (!(cause instanceof PageFaultError)) throw error;
    const fault = cause.fault === 'not_public' ? cause.fault : 'invalid_address';
    return render(visit, { fault: describeTry({ status: null, fault }, visit.language), status: 422 });
  }
}

/** Which webhook the form was shown beside. */
function readReplaced({ form }: ServerVisit): Date | 'none' | 'any' {
  if (!form.has('replaces')) return 'any';
  const made = Date.parse(form.text('replaces'));
  return Number.isNaN(made) ? 'none' : new Date(made);
}

function explainAddress({ form, language }: ServerVisit): string {
  const given = form.text('url').trim();
  if (given === '') return faultTexts[language].required;
  if (given.length > MAX_URL_CHARACTERS) return faultTexts[language].tooLong(MAX_URL_CHARACTERS);
  return webhookTexts[language].noAddress;
}

export async function tryOut(visit: ServerVisit, render: Render): Promise<Outcome> {
  return unlessGone(visit, async () => {
    const { status, fault, isTaken } = await testWebhook(visit.core, visit.server.id);
    return render(visit, { tried: { isTaken, told: describeTry({ status, fault }, visit.language) } });
  });
}

export async function enable(visit: ServerVisit): Promise<Outcome> {
  return unlessGone(visit, async () => {
    await enableWebhook(visit.core, visit.server.id);
    return done(visit, 'api', 'webhook_enabled');
  });
}

export async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  return unlessGone(visit, async () => {
    const { url } = await getWebhook(core, server.id);
    await removeWebhook(core, server.id);
    return done(visit, 'api', 'webhook_removed', { action: 'webhook.removed', subject: nameReceiver(url) });
  });
}

/** @throws AppError('not_found') for an event that the server does not have */
export async function repeat(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const id = deliveryIdSchema.safeParse(form.text('id'));
  if (!id.success) throw new AppError('not_found');
  await redeliver(core, server.id, id.data);
  return done(visit, 'api', 'event_repeated');
}

/** Somebody else may have removed the webhook that still stood on the page. */
async function unlessGone(visit: ServerVisit, act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return done(visit, 'api', 'webhook_removed');
  }
}

/** Where events go, whether they arrive, and what became of the last ones. */
export async function webhookSection(visit: ServerVisit, state: WebhookState): Promise<Html> {
  const { core, server, language } = visit;
  const t = webhookTexts[language];
  const webhook = await findWebhook(core, server.id);
  const deliveries = webhook ? await listDeliveries(core, server.id) : [];
  return html`<section id="webhook">
<h2>${t.title}</h2>
<p>${t.intro}</p>
${state.secret && newSecret(visit, state.secret)}
${state.tried && testOutcome(visit, state.tried)}
${webhook ? overview(visit, webhook) : html`<p>${t.none}</p>`}
${addressForm(visit, webhook, state)}
${webhook && deliveryList(visit, deliveries)}
</section>`;
}

function newSecret({ language }: ServerVisit, secret: string): Html {
  const t = webhookTexts[language];
  return html`<div class="card new-key" role="status">
<h3>${t.newSecret}</h3>
<p><code id="new-secret" data-new-secret>${secret}</code>
<button type="button" class="secondary outline copy" data-script-only data-copy="#new-secret" data-copied="${t.copied}">${t.copy}</button></p>
<p><strong>${t.shownOnce}</strong></p>
</div>`;
}

function testOutcome({ language }: ServerVisit, { isTaken, told }: { isTaken: boolean; told: string }): Html {
  const t = webhookTexts[language];
  return isTaken
    ? html`<p class="note good" role="status">${t.testTaken} ${told}</p>`
    : faultNote(`${t.testRefused} ${told}`);
}

function overview(visit: ServerVisit, webhook: WebhookOverview): Html {
  const t = webhookTexts[visit.language];
  const { url, state } = webhook;
  const remove = { to: 'webhook/remove', label: t.remove, question: t.removeQuestion };
  return html`<dl class="facts"><dt>${t.address}</dt><dd><code>${url}</code></dd>
<dt>${t.state}</dt><dd data-webhook-state="${state}">${stateOf(visit, webhook)}</dd></dl>
<div class="actions">${state === 'off' && actionButton(visit, { to: 'webhook/enable', label: t.enable, kind: 'primary' })}
${actionButton(visit, { to: 'webhook/test', label: t.test })}
${actionButton(visit, { ...remove, kind: 'danger' })}</div>`;
}

function stateOf(visit: ServerVisit, { failingSince, disabledAt }: WebhookOverview): Html {
  const t = webhookTexts[visit.language];
  if (disabledAt) return html`${t.off} ${moment(visit, disabledAt)}. ${t.offHint}`;
  return failingSince
    ? html`${t.failing} ${moment(visit, failingSince)}. ${t.failingHint}`
    : html`${t.works}`;
}

function addressForm(
  visit: ServerVisit,
  webhook: WebhookOverview | null,
  { fault, secret }: WebhookState,
): Html {
  const { form, language } = visit;
  const t = webhookTexts[language];
  const typed = secret === undefined && form.has('url') ? form.text('url') : (webhook?.url ?? '');
  const faults = fault ? new Map([['url', fault]]) : undefined;
  const content = html`${hiddenFields({ replaces: webhook?.createdAt.toISOString() ?? '' })}
${field({
  ...{ name: 'url', type: 'url', label: t.address, hint: t.addressHint, value: typed, faults },
  ...{ isRequired: true, maxLength: MAX_URL_CHARACTERS, placeholder: 'https://', idPrefix: 'webhook-' },
})}
${webhook && html`<p><small>${t.setAgainHint}</small></p>`}
<button type="submit"${webhook && html` class="secondary"`}>${webhook ? t.setAgain : t.set}</button>`;
  return postForm(visit, 'webhook', content);
}

function deliveryList(visit: ServerVisit, deliveries: readonly Delivery[]): Html {
  const t = webhookTexts[visit.language];
  const heads = [t.event, t.when, t.outcome, t.tries, t.actions];
  const rows = deliveries.map((one) => deliveryRow(visit, one));
  return html`<h3>${t.deliveries}</h3>
${rows.length === 0 ? html`<p>${t.noDeliveries}</p>` : table(t.deliveries, heads, rows)}`;
}

function deliveryRow(visit: ServerVisit, delivery: Delivery): Html {
  const { core, language } = visit;
  const t = webhookTexts[language];
  const { id, type, state, createdAt, dueAt, tries } = delivery;
  const told = describeTry(delivery, language);
  const name = eventTexts[language][type];
  const when = formatDateTime(createdAt, language, core.config.QUOTA_TIME_ZONE);
  const again = actionButton(visit, {
    ...{ to: 'webhook/redeliver', label: t.redeliver, fields: { id } },
    spoken: t.redeliverOne(name, when),
  });
  const next =
    state === 'waiting' && tries > 0
      ? html` <br><small>${t.nextTry} ${moment(visit, dueAt)}</small>`
      : NOTHING;
  return html`<tr data-delivery="${id}" data-state="${state}"><td>${name}</td>
<td>${moment(visit, createdAt)}</td>
<td>${t[state]}${told !== '' && html` <br><small>${told}</small>`}${next}</td>
<td>${formatNumber(tries, language)}</td>
<td>${again}</td></tr>`;
}
