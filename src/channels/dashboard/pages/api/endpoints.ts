import * as webhooks from '../../../../core/webhooks/webhooks.ts';
import { MAX_URL_CHARACTERS, MAX_WEBHOOKS } from '../../../../domain/limits.ts';
import { WEBHOOK_EVENTS } from '../../../../domain/types.ts';
import { eventTexts, webhookTexts } from '../../i18n/api.ts';
import type { ServerVisit } from '../../route.ts';
import { badge, exactMoment, moment, table, tellMoment } from '../../view/components.ts';
import { actionButton, checkbox, field, hiddenFields, inPlace, postForm } from '../../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

/** Another one after every address that comes or goes: a form tells by it that it is old. */
export function standOf(all: readonly webhooks.WebhookOverview[]): string {
  return all.map(({ id }) => id).join(' ');
}

/** Another one after every new secret beside an old one. */
export function rotationOf({ formerUntil }: webhooks.WebhookOverview): string {
  return formerUntil?.toISOString() ?? '';
}

export function overview(visit: ServerVisit, webhook: webhooks.WebhookOverview): Html {
  const t = webhookTexts[visit.language];
  const { id, url, types, state, formerUntil } = webhook;
  const fields = { webhook: String(id) };
  const about = (label: string) => ({ label, fields, spoken: `${label} (${id})` });
  const remove = { to: 'webhook/remove', ...about(t.remove), question: t.removeQuestion };
  const rotation = { ...about(t.rotate), fields: { ...fields, stand: rotationOf(webhook) } };
  const names = types?.map((type) => eventTexts[visit.language][type]).join(', ');
  return html`<dl class="facts" data-webhook="${id}"><dt>${t.address}</dt><dd><code>${url}</code></dd>
<dt>${t.types}</dt><dd>${names ?? t.allTypes}</dd>
<dt>${t.state}</dt><dd data-webhook-state="${state}">${stateOf(visit, webhook)}</dd>
${formerUntil && html`<dt>${t.former}</dt><dd>${exactMoment(visit, formerUntil)}</dd>`}</dl>
<div class="actions">${state === 'off' && actionButton(visit, { to: 'webhook/enable', ...about(t.enable), kind: 'primary' })}
${actionButton(visit, { to: 'webhook/test', ...about(t.test), part: 'webhook' })}
${actionButton(visit, { to: 'webhook/rotate', ...rotation, part: 'webhook' })}
${actionButton(visit, { ...remove, kind: 'danger' })}</div>`;
}

function stateOf(visit: ServerVisit, { failingSince, disabledAt }: webhooks.WebhookOverview): Html {
  const t = webhookTexts[visit.language];
  if (disabledAt) return html`${t.off} ${exactMoment(visit, disabledAt)}. ${t.offHint}`;
  return failingSince
    ? html`${t.failing} ${exactMoment(visit, failingSince)}. ${t.failingHint}`
    : html`${t.works}`;
}

export function addressForm(
  visit: ServerVisit,
  webhook: webhooks.WebhookOverview | null,
  { fault }: { fault?: string },
): Html {
  const { form, language } = visit;
  const t = webhookTexts[language];
  const typed = fault === undefined ? (webhook?.url ?? '') : form.text('url');
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

/** One more address; nothing where there are five. */
export function addForm(
  visit: ServerVisit,
  all: readonly webhooks.WebhookOverview[],
  { fault }: { fault?: string },
): Html {
  const { form, language } = visit;
  const t = webhookTexts[language];
  if (all.length >= MAX_WEBHOOKS) return NOTHING;
  const faults = fault ? new Map([['url', fault]]) : undefined;
  const chosen = fault ? form.all('types') : [];
  const boxes = WEBHOOK_EVENTS.filter((type) => type !== 'webhook.test').map((value) =>
    checkbox({ name: 'types', value, label: eventTexts[language][value], isChecked: chosen.includes(value) }),
  );
  const content = html`${hiddenFields({ stand: standOf(all) })}
${field({
  ...{ name: 'url', type: 'url', label: t.address, value: fault ? form.text('url') : '', faults },
  ...{ isRequired: true, maxLength: MAX_URL_CHARACTERS, placeholder: 'https://', idPrefix: 'added-' },
})}
<fieldset><legend>${t.types}</legend>${boxes}<small>${t.typesHint}</small></fieldset>
<button type="submit" class="secondary">${t.add}</button>`;
  return html`<details class="sample"${fault && html` open`}><summary>${t.addOne}</summary>
${postForm(visit, 'webhook/add', content, inPlace(visit, 'webhook/add', 'webhook'))}</details>`;
}

export function deliveryList(visit: ServerVisit, deliveries: readonly webhooks.Delivery[]): Html {
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
  const { id, webhookId, type, state, createdAt, dueAt, tries } = delivery;
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
  return html`<tr data-delivery="${id}" data-state="${state}"><td>${name}${webhookId !== webhooks.FIRST_WEBHOOK && html` <small>(${webhookId})</small>`}</td>
<td>${moment(visit, createdAt)}</td>
<td class="lead">${badge(TONES[state], t[state])}${told !== '' && html` <br><small>${told}</small>`}${next}</td>
<td>${formatNumber(tries, language)}</td>
<td>${again}</td></tr>`;
}
