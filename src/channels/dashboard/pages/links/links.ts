import { describeFault } from '../../../../core/knowledge/crawl/faults.ts';
import {
  addLink,
  completeAddress,
  linkSchema,
  queueLink,
  queueLinks,
  removeLink,
} from '../../../../core/knowledge/links.ts';
import { AppError, PageFaultError } from '../../../../domain/errors.ts';
import { MAX_URL_CHARACTERS } from '../../../../domain/limits.ts';
import { faultTexts } from '../../i18n/faults.ts';
import { linksTexts } from '../../i18n/links.ts';
import { addressOf, done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { csrfField, faultNote, textField } from '../../view/components.ts';
import { type Html, html } from '../../view/html.ts';
import { renderLinks } from './list.ts';
import { pagesAddress, renderPages } from './pages.ts';

const PAGE = '/servers/:server/links';

export const linksRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: open },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: add },
  { method: 'post', path: `${PAGE}/crawl`, page: PAGE, access: 'server', run: crawl },
  { method: 'post', path: `${PAGE}/delete`, page: PAGE, access: 'server', run: remove },
];

/** What was wrong with the address in the field, or with what a button asked for. */
interface Refusal {
  fault?: string;
  note?: Html | string;
}

function open(visit: ServerVisit): Promise<Outcome> {
  const url = visit.url.searchParams.get('url');
  return url === null ? render(visit) : renderPages(visit, url);
}

async function add(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const given = { url: completeAddress(form.text('url')) };
  const checked = linkSchema.safeParse(given);
  if (!checked.success) return render(visit, { fault: explainAddress(visit, given.url) });
  try {
    const { url } = await addLink(core, server.id, checked.data.url);
    return done(visit, 'links', 'link_added', { action: 'link.added', subject: url });
  } catch (error) {
    const refusal = refusalOf(visit, error);
    if (!refusal) throw error;
    return render(visit, refusal);
  }
}

function explainAddress({ language }: ServerVisit, given: string): string {
  if (given === '') return faultTexts[language].required;
  if (given.length > MAX_URL_CHARACTERS) return faultTexts[language].tooLong(MAX_URL_CHARACTERS);
  return linksTexts[language].noAddress;
}

function refusalOf(visit: ServerVisit, error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null;
  const t = linksTexts[visit.language];
  const { cause, details, param } = error.context;
  if (error.code === 'already_exists') {
    const address = pagesAddress(visit, String(details?.url ?? ''));
    return { fault: t.known, note: html`${t.known} <a href="${address}">${t.openKnown}</a>` };
  }
  if (cause instanceof PageFaultError)
    return { fault: describeFault(cause.fault, cause.detail, visit.language) };
  return error.code === 'invalid_input' && param === 'links' ? { note: t.full } : null;
}

async function crawl(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const url = form.text('url');
  return unlessGone(visit, async () => {
    const queued = url === '' ? await queueLinks(core, server.id) : [await queueLink(core, server.id, url)];
    const subject = queued.map((link) => link.url).join(' ');
    return done(visit, 'links', 'link_queued', { action: 'link.crawled', subject });
  });
}

async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const url = form.text('url');
  return unlessGone(visit, async () => {
    await removeLink(core, server.id, url);
    return done(visit, 'links', 'link_removed', { action: 'link.removed', subject: url });
  });
}

/** Somebody else may have removed a link that still stood on the page. */
async function unlessGone(visit: ServerVisit, act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    const isGone = error instanceof AppError && ['not_found', 'invalid_input'].includes(error.code);
    if (!isGone) throw error;
    return render(visit, { note: linksTexts[visit.language].gone }, '');
  }
}

/** @param typed stands in the field of the form. */
async function render(
  visit: ServerVisit,
  refusal?: Refusal,
  typed = visit.form.text('url'),
): Promise<Outcome> {
  const t = linksTexts[visit.language];
  const content = html`<p>${t.intro}</p>
${refusal?.note ? html`<p class="note fault" role="alert">${refusal.note}</p>` : faultNote(refusal?.fault)}
${addForm(visit, refusal, typed)}
${await renderLinks(visit)}`;
  return show({ title: t.title, tab: 'links', content }, refusal ? 422 : 200);
}

function addForm(visit: ServerVisit, refusal: Refusal | undefined, typed: string): Html {
  const t = linksTexts[visit.language];
  const faults = refusal?.fault ? { faults: new Map([['url', refusal.fault]]) } : {};
  return html`<section><h2>${t.add}</h2>
<form method="post" action="${addressOf(visit, 'links')}">
${csrfField(visit.session)}
${textField({ name: 'url', label: t.url, value: typed, placeholder: 'https://', isRequired: true, maxLength: MAX_URL_CHARACTERS, ...faults })}
<button type="submit">${t.save}</button>
</form>
<p>${t.kinds}</p>
<ul><li>${t.kindPage}</li><li>${t.kindSite}</li><li>${t.kindSitemap}</li></ul>
<p>${t.caps}</p></section>`;
}
