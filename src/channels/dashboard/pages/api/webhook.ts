import * as webhooks from '../../../../core/webhooks/webhooks.ts';
import { AppError, PageFaultError } from '../../../../domain/errors.ts';
import type { Deed } from '../../../../domain/types.ts';
import { webhookTexts } from '../../i18n/api.ts';
import { explainAddress } from '../../i18n/errors.ts';
import { done, formAt, type Outcome, parseId, type Route, type ServerVisit } from '../../route.ts';
import { faultNote } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import { addForm, addressForm, deliveryList, overview, rotationOf, standOf } from './endpoints.ts';

export interface WebhookState {
  /** Shown only on the page that made it. */
  secret?: string;
  fault?: string;
  /** The form for one more address was refused, not that of the first. */
  isAdding?: boolean;
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
    formAt('webhook/add', 'api', (visit) => add(visit, render)),
    formAt('webhook/rotate', 'api', (visit) => rotate(visit, render)),
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
function save(visit: ServerVisit, render: Render): Promise<Outcome> {
  const { core, server } = visit;
  return withAddress(visit, render, (url) => webhooks.setWebhook(core, server.id, url, readReplaced(visit)));
}

/** The same for one more address; with no type chosen, it gets every event. */
async function add(visit: ServerVisit, render: Render): Promise<Outcome> {
  const { core, server, form } = visit;
  const stand = standOf(await webhooks.listWebhooks(core, server.id));
  if (form.has('stand') && form.text('stand') !== stand) return done(visit, 'api', 'webhook_shown');
  const types = webhooks.typesSchema.safeParse(form.all('types').filter(isEvent)).data ?? null;
  const act = (url: string) => webhooks.addWebhook(core, server.id, { url, types });
  return withAddress(visit, render, act, { isAdding: true });
}

const isEvent = (type: string) => webhooks.typesSchema.safeParse([type]).success;

async function withAddress(
  visit: ServerVisit,
  render: Render,
  act: (url: string) => Promise<{ url: string; secret: string }>,
  state: WebhookState = {},
): Promise<Outcome> {
  const { form, language } = visit;
  const given = webhooks.webhookSchema.safeParse({ url: form.text('url') });
  if (!given.success) {
    const fault = explainAddress(form.text('url').trim(), language);
    return render(visit, { ...state, fault, status: 422 });
  }
  try {
    const { url, secret } = await act(given.data.url);
    const audited = { action: 'webhook.set' as const, subject: webhooks.nameReceiver(url) };
    return await render(visit, { secret, audited });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'already_exists') return done(visit, 'api', 'webhook_shown');
    const { cause, param } = error.context;
    if (param === 'webhooks')
      return render(visit, { ...state, fault: webhookTexts[language].five, status: 422 });
    if (!(cause instanceof PageFaultError)) throw error;
    const fault = cause.fault === 'not_public' ? cause.fault : 'invalid_address';
    const told = webhooks.describeTry({ status: null, fault }, language);
    return render(visit, { ...state, fault: told, status: 422 });
  }
}

/** Of a form that a reload sends again, the secret before would be lost. */
async function rotate(visit: ServerVisit, render: Render): Promise<Outcome> {
  const { core, server, form } = visit;
  const id = readId(visit);
  return unlessGone(visit, async () => {
    const webhook = await webhooks.getWebhook(core, server.id, id);
    if (form.has('stand') && form.text('stand') !== rotationOf(webhook))
      return done(visit, 'api', 'webhook_shown');
    const { url, secret } = await webhooks.rotateWebhook(core, server.id, id);
    const audited = { action: 'webhook.rotated' as const, subject: webhooks.nameReceiver(url) };
    return render(visit, { secret, audited });
  });
}

/** The webhook that a form is about: the first where it names none. */
function readId({ form }: ServerVisit): number {
  return form.has('webhook')
    ? parseId(webhooks.webhookIdSchema, form.text('webhook'))
    : webhooks.FIRST_WEBHOOK;
}

/** The date of the webhook that the form was shown beside. */
function readReplaced({ form }: ServerVisit): Date | 'none' | 'any' {
  if (!form.has('replaces')) return 'any';
  const made = Date.parse(form.text('replaces'));
  return Number.isNaN(made) ? 'none' : new Date(made);
}

async function tryOut(visit: ServerVisit, render: Render): Promise<Outcome> {
  const id = readId(visit);
  return unlessGone(visit, async () => {
    const { status, fault, isTaken } = await webhooks.testWebhook(visit.core, visit.server.id, id);
    return render(visit, {
      tried: { isTaken, told: webhooks.describeTry({ status, fault }, visit.language) },
    });
  });
}

async function enable(visit: ServerVisit): Promise<Outcome> {
  const id = readId(visit);
  return unlessGone(visit, async () => {
    await webhooks.enableWebhook(visit.core, visit.server.id, id);
    return done(visit, 'api', 'webhook_enabled');
  });
}

async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  const id = readId(visit);
  return unlessGone(visit, async () => {
    const { url } = await webhooks.getWebhook(core, server.id, id);
    await webhooks.removeWebhook(core, server.id, id);
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
  const all = await webhooks.listWebhooks(core, server.id);
  const first = all.find(({ id }) => id === webhooks.FIRST_WEBHOOK) ?? null;
  const deliveries = all.length > 0 ? await webhooks.listDeliveries(core, server.id) : [];
  const [ofFirst, ofMore] = state.isAdding ? [{}, state] : [state, {}];
  return html`<section id="webhook">
<h2>${t.title}</h2>
<p>${t.intro}</p>
${state.secret && newSecret(visit, state.secret)}
${state.tried && testOutcome(visit, state.tried)}
${all.length === 0 && html`<p>${t.none}</p>`}
${first && overview(visit, first)}
${addressForm(visit, first, ofFirst)}
${all.filter((webhook) => webhook !== first).map((webhook) => overview(visit, webhook))}
${first && addForm(visit, all, ofMore)}
${all.length > 0 && deliveryList(visit, deliveries)}
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
