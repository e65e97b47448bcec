import * as webhooks from '../../../../core/webhooks/webhooks.ts';
import { AppError, PageFaultError } from '../../../../domain/errors.ts';
import { MAX_URL_CHARACTERS } from '../../../../domain/limits.ts';
import type { Deed } from '../../../../domain/types.ts';
import { eventTexts, webhookTexts } from '../../i18n/api.ts';
import { explainAddress } from '../../i18n/errors.ts';
import { done, formAt, type Outcome, parseId, type Route, type ServerVisit } from '../../route.ts';
import { badge, exactMoment, moment, table, tellMoment } from '../../view/components.ts';
import { actionButton, faultNote, field, hiddenFields, inPlace, postForm } from '../../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

export interface WebhookState {
  /** Shown only on the page that made it. */
  secret?: string;
  fault?: string;
  /** The answer of the receiver to a test. */
  tried?: { isTaken: boolean; told: string };
  status?: number;
  audited?: Deed;
}

type Render = (visit: ServerVisit, state: WebhookState) => Promise<Outcome>;

/** @param render the page that the section stands on */
export function webhookRoutes(render: Render): Route[] {
  return [
    formAt('webhook', 'api', (visit) => save(visit, render)),
    formAt('webhook/test', 'api', (visit) => tryOut(visit, render)),
    formAt('webhook/enable', 'api', enable),
    formAt('webhook/remove', 'api', remove),
    formAt('webhook/redeliver', 'api', repeat),
  ];
}

/**
 * Shows the secret on the page that comes back, since an address, a cookie or a session would keep it. The same form
 * sent again, as a reload does, makes no second one.
 */
async function save(visit: ServerVisit, render: Render): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const given = webhooks.webhookSchema.safeParse({ url: form.text('url') });
  if (!given.success) {
    const fault = explainAddress(form.text('url').trim(), webhookTexts[language].noAddress, language);
    return render(visit, { fault, status: 422 });
  }
  try {
    const { url, secret } = await webhooks.setWebhook(core, server.id, given.data.url, readReplaced(visit));
    return await render(visit, {
      secret,
      audited: { action: 'webhook.set', subject: webhooks.nameReceiver(url) },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'already_exists') return done(visit, 'api', 'webhook_shown');
    const { cause } = error.context;
    if (!(cause instanceof PageFaultError)) throw error;
    const fault = cause.fault === 'not_public' ? cause.fault : 'invalid_address';
    return render(visit, { fault: webhooks.describeTry({ status: null, fault }, language), status: 422 });
  }
}

/** The date of the webhook that the form was shown beside. */
function readReplaced({ form }: ServerVisit): Date | 'none' | 'any' {
  if (!form.has('replaces')) return 'any';
  const made = Date.parse(form.text('replaces'));
  return Number.isNaN(made) ? 'none' : new Date(made);
}

async function tryOut(visit: ServerVisit, render: Render): Promise<Outcome> {
  return unlessGone(visit, async () => {
    const { status, fault, isTaken } = await webhooks.testWebhook(visit.core, visit.server.id);
    return render(visit, {
      tried: { isTaken, told: webhooks.describeTry({ status, fault }, visit.language) },
    });
  });
}

async function enable(visit: ServerVisit): Promise<Outcome> {
  return unlessGone(visit, async () => {
    await webhooks.enableWebhook(visit.core, visit.server.id);
    return done(visit, 'api', 'webhook_enabled');
  });
}

async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  return unlessGone(visit, async () => {
    const { url } = await webhooks.getWebhook(core, server.id);
    await webhooks.removeWebhook(core, server.id);
    return done(visit, 'api', 'webhook_removed', {
      action: 'webhook.removed',
      subject: webhooks.nameReceiver(url),
    });
  });
}

/** @throws AppError('not_found') for an event that the server does not have */
async function repeat(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  await webhooks.redeliver(core, server.id, parseId(webhooks.deliveryIdSchema, form.text('id')));
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

export async function webhookSection(visit: ServerVisit, state: WebhookState): Promise<Html> {
  const { core, server, language } = visit;
  const t = webhookTexts[language];
  const webhook = await webhooks.findWebhook(core, server.id);
  const deliveries = webhook ? await webhooks.listDeliveries(core, server.id) : [];
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

function overview(visit: ServerVisit, webhook: webhooks.WebhookOverview): Html {
  const t = webhookTexts[visit.language];
  const { url, state } = webhook;
  const remove = { to: 'webhook/remove', label: t.remove, question: t.removeQuestion };
  return html`<dl class="facts"><dt>${t.address}</dt><dd><code>${url}</code></dd>
<dt>${t.state}</dt><dd data-webhook-state="${state}">${stateOf(visit, webhook)}</dd></dl>
<div class="actions">${state === 'off' && actionButton(visit, { to: 'webhook/enable', label: t.enable, kind: 'primary' })}
${actionButton(visit, { to: 'webhook/test', label: t.test, part: 'webhook' })}
${actionButton(visit, { ...remove, kind: 'danger' })}</div>`;
}

function stateOf(visit: ServerVisit, { failingSince, disabledAt }: webhooks.WebhookOverview): Html {
  const t = webhookTexts[visit.language];
  if (disabledAt) return html`${t.off} ${exactMoment(visit, disabledAt)}. ${t.offHint}`;
  return failingSince
    ? html`${t.failing} ${exactMoment(visit, failingSince)}. ${t.failingHint}`
    : html`${t.works}`;
}

function addressForm(
  visit: ServerVisit,
  webhook: webhooks.WebhookOverview | null,
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
  return postForm(visit, 'webhook', content, inPlace(visit, 'webhook', 'webhook'));
}

function deliveryList(visit: ServerVisit, deliveries: readonly webhooks.Delivery[]): Html {
  const t = webhookTexts[visit.language];
  if (deliveries.length === 0) return html`<h3>${t.deliveries}</h3><p>${t.noDeliveries}</p>`;
  const heads = [t.event, t.when, t.outcome, t.tries, t.actions];
  const rows = deliveries.map((one) => deliveryRow(visit, one));
  return html`<h3>${t.deliveries}</h3>${table(t.deliveries, heads, rows)}`;
}

const TONES = { waiting: 'busy', delivered: 'good', failed: 'bad' } as const;

function deliveryRow(visit: ServerVisit, delivery: webhooks.Delivery): Html {
  const { language } = visit;
  const t = webhookTexts[language];
  const { id, type, state, createdAt, dueAt, tries } = delivery;
  const told = webhooks.describeTry(delivery, language);
  const name = eventTexts[language][type];
  const again = actionButton(visit, {
    ...{ to: 'webhook/redeliver', label: t.redeliver, fields: { id } },
    spoken: t.redeliverOne(name, tellMoment(visit, createdAt)),
  });
  const next =
    state === 'waiting' && tries > 0
      ? html` <br><small>${t.nextTry} ${moment(visit, dueAt)}</small>`
      : NOTHING;
  return html`<tr data-delivery="${id}" data-state="${state}"><td>${name}</td>
<td>${moment(visit, createdAt)}</td>
<td class="lead">${badge(TONES[state], t[state])}${told !== '' && html` <br><small>${told}</small>`}${next}</td>
<td>${formatNumber(tries, language)}</td>
<td>${again}</td></tr>`;
}
