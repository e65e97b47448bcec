import * as lookups from '../../../../core/receivers/lookups.ts';
import { describeTry, nameReceiver } from '../../../../core/receivers/receivers.ts';
import { AppError, PageFaultError } from '../../../../domain/errors.ts';
import { MAX_URL_CHARACTERS } from '../../../../domain/limits.ts';
import type { Deed } from '../../../../domain/types.ts';
import { lookupTexts, webhookTexts } from '../../i18n/api.ts';
import { explainAddress } from '../../i18n/errors.ts';
import { done, formAt, type Outcome, type Route, type ServerVisit } from '../../route.ts';
import { actionButton, faultNote, field, inPlace, postForm } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';

export interface LookupState {
  /** ShownLookup only on the page that made it. */
  secret?: string;
  fault?: string;
  tried?: lookups.LookupOutcome;
}

type RenderLookup = (
  visit: ServerVisit,
  state: { lookup: LookupState; status?: number; audited?: Deed },
) => Promise<Outcome>;

/** @param render the page that the section stands on */
export function lookupRoutes(render: RenderLookup): Route[] {
  return [
    formAt('lookup', 'api', (visit) => save(visit, render)),
    formAt('lookup/test', 'api', (visit) => tryOut(visit, render)),
    formAt('lookup/remove', 'api', remove),
  ];
}

async function save(visit: ServerVisit, render: RenderLookup): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const refuse = (fault: string) => render(visit, { lookup: { fault }, status: 422 });
  const typed = form.text('url').trim();
  const given = lookups.lookupSchema.safeParse({ url: typed, topics: form.text('topics') });
  if (!given.success) {
    const isTopic = given.error.issues.some(({ path }) => path[0] === 'topics');
    if (isTopic) return refuse(lookupTexts[language].badTopics);
    return refuse(explainAddress(typed, language));
  }
  try {
    const { url, secret } = await lookups.setLookup(core, server.id, given.data);
    const audited = { action: 'lookup.set' as const, subject: nameReceiver(url) };
    return await render(visit, { lookup: { secret }, audited });
  } catch (error) {
    const cause = error instanceof AppError ? error.context.cause : undefined;
    if (!(cause instanceof PageFaultError)) throw error;
    const fault = cause.fault === 'not_public' ? cause.fault : 'invalid_address';
    return refuse(describeTry({ status: null, fault }, language));
  }
}

async function tryOut(visit: ServerVisit, render: RenderLookup): Promise<Outcome> {
  const asked = { question: lookupTexts[visit.language].sample, conversation_id: null };
  return unlessGone(visit, async () => {
    const tried = await lookups.testLookup(visit.core, visit.server.id, asked);
    return render(visit, { lookup: { tried } });
  });
}

async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  return unlessGone(visit, async () => {
    const { url } = await lookups.getLookup(core, server.id);
    await lookups.removeLookup(core, server.id);
    return done(visit, 'api', 'lookup_removed', { action: 'lookup.removed', subject: nameReceiver(url) });
  });
}

/** Somebody else may have removed what still stood on the page. */
async function unlessGone(visit: ServerVisit, act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return done(visit, 'api', 'lookup_removed');
  }
}

export async function lookupSection(visit: ServerVisit, state: LookupState): Promise<Html> {
  const { core, server, language } = visit;
  const t = lookupTexts[language];
  const lookup = await lookups.findLookup(core, server.id);
  const remove = { to: 'lookup/remove', label: t.remove, question: t.removeQuestion };
  return html`<section id="lookup">
<h2>${t.title}</h2>
<p>${t.intro}</p>
${state.secret && secretCard(visit, state.secret)}
${state.tried && testOutcome(visit, state.tried)}
${
  lookup &&
  html`<div class="actions">${actionButton(visit, { to: 'lookup/test', label: t.test, part: 'lookup' })}
${actionButton(visit, { ...remove, kind: 'danger' })}</div>`
}
${addressForm(visit, lookup, state)}
</section>`;
}

function secretCard({ language }: ServerVisit, secret: string): Html {
  const t = webhookTexts[language];
  return html`<div class="card new-key" role="status">
<h3>${t.newSecret}</h3>
<p><code id="lookup-secret" data-lookup-secret>${secret}</code>
<button type="button" class="secondary outline copy" data-script-only data-copy="#lookup-secret" data-copied="${t.copied}">${t.copy}</button></p>
<p><strong>${lookupTexts[language].shownOnce}</strong></p>
</div>`;
}

function testOutcome({ language }: ServerVisit, { facts, fault }: lookups.LookupOutcome): Html {
  const t = lookupTexts[language];
  if (fault) return faultNote(lookups.describeLookupFault(fault, language));
  const told = facts.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  return html`<p class="note good" role="status">${t.answered} ${told || t.knowsNothing}</p>`;
}

type ShownLookup = Awaited<ReturnType<typeof lookups.findLookup>>;

function addressForm(visit: ServerVisit, lookup: ShownLookup, { fault, secret }: LookupState): Html {
  const { form, language } = visit;
  const t = lookupTexts[language];
  const isTyped = secret === undefined && fault !== undefined;
  const faults = fault ? new Map([['url', fault]]) : undefined;
  const url = isTyped ? form.text('url') : (lookup?.url ?? '');
  const topics = isTyped ? form.text('topics') : (lookup?.topics.join(', ') ?? '');
  const content = html`${field({
    ...{ name: 'url', type: 'url', label: t.address, hint: t.addressHint, value: url, faults },
    ...{ isRequired: true, maxLength: MAX_URL_CHARACTERS, placeholder: 'https://', idPrefix: 'lookup-' },
  })}
${field({ name: 'topics', label: t.topics, hint: t.topicsHint, value: topics, idPrefix: 'lookup-' })}
${lookup && html`<p><small>${t.setAgainHint}</small></p>`}
<button type="submit"${lookup && html` class="secondary"`}>${lookup ? t.setAgain : t.set}</button>`;
  return postForm(visit, 'lookup', content, inPlace(visit, 'lookup', 'lookup'));
}
