import { describeFault } from '../../../core/knowledge/crawl/faults.ts';
import * as docs from '../../../core/knowledge/links.ts';
import { type GuildReading, readGuild } from '../../../core/members/chat-rules.ts';
import { AppError, PageFaultError } from '../../../domain/errors.ts';
import { MAX_URL_CHARACTERS } from '../../../domain/limits.ts';
import type { LinkState } from '../../../domain/types.ts';
import { CRAWL_LIMITS, LINK_STATES } from '../../../domain/words.ts';
import { explainAddress } from '../i18n/errors.ts';
import { linksTexts, pageStateTexts } from '../i18n/knowledge.ts';
import type { Outcome, ServerVisit } from '../route.ts';
import { addressOf, done, formAt, openTo, pageAt, show } from '../route.ts';
import { badge, moment, outLink, pager, readPaged, tabLink, table } from '../view/components.ts';
import { actionButton, faultNote, field, postForm } from '../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../view/html.ts';
import { channelChoices, nameChannel } from './channels/names.ts';

export const linksRoutes = openTo('editor', [
  pageAt('links', open),
  formAt('links', 'links', add),
  formAt('links/crawl', 'links', crawl),
  formAt('links/delete', 'links', remove),
]);

interface LinkRefusal {
  fault?: string;
  /** Stands above the form, in place of `fault` where both are there. */
  note?: Html | string;
}

function open(visit: ServerVisit): Promise<Outcome> {
  const url = visit.url.searchParams.get('url');
  return url === null ? render(visit) : renderPages(visit, url);
}

async function add(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const t = linksTexts[language];
  const checked = docs.linkSchema.safeParse({ url: docs.completeAddress(form.text('url')) });
  if (!checked.success)
    return render(visit, {
      fault: explainAddress(docs.completeAddress(form.text('url')), language, t.noAddress),
    });
  try {
    const { url } = await docs.addLink(core, server.id, checked.data.url);
    return done(visit, 'links', 'link_added', { action: 'link.added', subject: url });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { cause, details, param } = error.context;
    if (error.code === 'already_exists') {
      const link = html`<a href="${pagesAddress(visit, String(details?.url ?? ''))}">${t.openKnown}</a>`;
      return render(visit, { fault: t.known, note: html`${t.known} ${link}` });
    }
    if (cause instanceof PageFaultError)
      return render(visit, { fault: describeFault(cause.fault, cause.detail, language) });
    if (error.code !== 'invalid_input' || param !== 'links') throw error;
    return render(visit, { note: t.full });
  }
}

async function crawl(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const url = form.text('url');
  return unlessGone(visit, async () => {
    const queued =
      url === '' ? await docs.queueLinks(core, server.id) : [await docs.queueLink(core, server.id, url)];
    const subject = queued.map((link) => link.url).join(' ');
    return done(visit, 'links', 'link_queued', { action: 'link.crawled', subject });
  });
}

async function remove(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const url = form.text('url');
  return unlessGone(visit, async () => {
    await docs.removeLink(core, server.id, url);
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
  refusal?: LinkRefusal,
  typed = visit.form.text('url'),
): Promise<Outcome> {
  const t = linksTexts[visit.language];
  const reading = await readGuild(visit.core, visit.server.id);
  const url = { name: 'url', label: t.url, value: typed, placeholder: 'https://', isRequired: true };
  const faults = refusal?.fault ? new Map([['url', refusal.fault]]) : undefined;
  const form = html`${field({ ...url, maxLength: MAX_URL_CHARACTERS, faults })}
<button type="submit">${t.save}</button>`;
  const content = html`<p>${t.intro}</p>
${faultNote(refusal?.note ?? refusal?.fault)}
<section><h2>${t.add}</h2>
${postForm(visit, 'links', form)}
<p>${t.kinds}</p>
<ul><li>${t.kindPage}</li><li>${t.kindSite}</li><li>${t.kindSitemap}</li><li>${t.kindFolder}</li></ul>
<p>${t.caps}</p></section>
${renderChannels(visit, reading)}
${await renderLinks(visit, reading)}`;
  return show({ tab: 'links', content }, refusal ? 422 : 200);
}

/** A channel is a link too; where names are not known it is added by its id. */
function renderChannels(visit: ServerVisit, reading: GuildReading): Html {
  const t = linksTexts[visit.language];
  const fits = ({ kind }: { kind: string }) => kind === 'text' || kind === 'forum';
  const choices = channelChoices({ visit, reading, refused: null }, '', { empty: t.chooseChannel, fits });
  if (!choices) return NOTHING;
  const named = choices.map(({ value, label }) => ({ label, value: value && `discord:${value}` }));
  const channel = { name: 'url', idPrefix: 'channel-', label: t.channel, value: '', hint: t.channelHint };
  return html`<section><h2>${t.addChannel}</h2>${postForm(
    visit,
    'links',
    html`${field({ ...channel, choices: named, isRequired: true })}<button type="submit">${t.save}</button>`,
  )}</section>`;
}

/** A channel by its name. */
function nameOf({
  url,
  reading,
  language,
}: {
  url: string;
  reading: GuildReading;
  language: ServerVisit['language'];
}) {
  const [, channel] = /^discord:(\d+)$/.exec(url) ?? [];
  return channel === undefined ? url : nameChannel(reading, channel, language);
}

async function renderLinks(visit: ServerVisit, reading: GuildReading): Promise<Html> {
  const t = linksTexts[visit.language];
  const links = await docs.listLinks(visit.core, visit.server.id);
  if (links.length === 0) return html`<section><h2>${t.links}</h2><p>${t.none}</p></section>`;
  const states = links.map(({ state }) => state);
  return html`<section id="${PROGRESS_ID}"><h2>${t.links}</h2>
${renderProgress(visit, states, addressOf(visit, 'links'))}
${links.map((link) => renderLink(visit, reading, link))}
${actionButton(visit, { to: 'links/crawl', label: t.crawlAll })}
</section>`;
}

function renderLink(visit: ServerVisit, reading: GuildReading, link: ListedLink): Html {
  const t = linksTexts[visit.language];
  const { url } = link;
  const name = nameOf({ url, reading, language: visit.language });
  const remove = { label: t.remove, spoken: t.removeOf(name), question: t.removeQuestion(name) };
  return html`<article class="card link-card" data-link="${url}" data-state="${link.state}">
<h3>${outLink(url, name)}</h3>
${renderState(visit, link)}
<div class="actions"><a href="${pagesAddress(visit, url)}" role="button" class="secondary outline" aria-label="${t.showPagesOf(name)}">${t.showPages}</a>
${actionButton(visit, { to: 'links/crawl', label: t.crawl, spoken: t.crawlOf(name), fields: { url } })}
${actionButton(visit, { to: 'links/delete', ...remove, kind: 'danger', fields: { url } })}</div>
</article>`;
}

const PAGES_PER_PAGE = 50;

type LinkPage = Awaited<ReturnType<typeof docs.pageLinkPages>>['pages'][number];

function pagesAddress(visit: ServerVisit, url: string): string {
  return `${addressOf(visit, 'links')}?${new URLSearchParams({ url }).toString()}`;
}

async function renderPages(visit: ServerVisit, url: string): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = linksTexts[language];
  const page = await readPaged(visit.url, PAGES_PER_PAGE, async (slice) => {
    const { link, pages, total } = await docs.pageLinkPages(core, server.id, url, slice);
    return { rows: { link, pages }, total };
  });
  const { link, pages } = page.rows;
  const here = `${pagesAddress(visit, url)}&page=${page.number}`;
  const name = nameOf({ url, reading: await readGuild(core, server.id), language });
  const rows = pages.map((one) => renderPage(visit, one));
  const content = html`<p>${tabLink(visit, 'links', t.back)}</p>
<section id="${PROGRESS_ID}"><h2>${t.pagesOf} ${outLink(url, name)}</h2>
${renderProgress(visit, [link.state], here)}
${renderState(visit, link)}
${rows.length === 0 ? html`<p>${t.noPages}</p>` : table(t.pages, [t.page, t.state, t.lastRead], rows)}
${pager(visit, page, 'links', { url })}</section>`;
  return show({ tab: 'links', content });
}

function renderPage(visit: ServerVisit, page: LinkPage): Html {
  const { language } = visit;
  const fault = page.fault && describeFault(page.fault, page.detail, language);
  return html`<tr data-page="${page.state}"><td>${outLink(page.url)}</td>
<td class="lead">${badge(PAGE_TONES[page.state], pageStateTexts[language][page.state])}${fault && html`<br><span class="fault-text">${fault}</span>`}${
    page.mergedInto !== null && html`<br><small>${linksTexts[language].merged}</small>`
  }</td>
<td>${page.crawledAt ? moment(visit, page.crawledAt) : '–'}</td></tr>`;
}

const PAGE_TONES = { queued: 'busy', fetched: 'good', unchanged: 'good', failed: 'bad' } as const;
const LINK_TONES = { queued: 'busy', crawling: 'busy', crawled: 'good', failed: 'bad' } as const;

const PROGRESS_ID = 'progress';

/** While something is being read, the page looks again every two seconds. @param here address of the page */
function renderProgress(visit: ServerVisit, states: readonly LinkState[], here: string): Html {
  const t = linksTexts[visit.language];
  const isUnderWay = states.some((state) => state === 'queued' || state === 'crawling');
  return html`<p role="status">${isUnderWay ? t.underWay : t.settled}</p>
${
  isUnderWay &&
  html`<p id="poll" hx-get="${here}" hx-trigger="every 2s" hx-select="#${PROGRESS_ID}"
 hx-target="#${PROGRESS_ID}" hx-swap="outerMorph"><a href="${here}">${t.reload}</a></p>`
}`;
}

type ListedLink = Awaited<ReturnType<typeof docs.listLinks>>[number];

function renderState(visit: ServerVisit, link: ListedLink): Html {
  const { core, language } = visit;
  const t = linksTexts[language];
  const count = (n: number) => formatNumber(n, language);
  const [read, known] = [link.pages + link.failed, link.pages + link.failed + link.queued];
  const isUnderWay = link.state === 'crawling' && known > 0;
  const isDue = link.state === 'queued' || link.dueAt.getTime() <= core.clock();
  return html`<p>${badge(LINK_TONES[link.state], LINK_STATES[link.state][language])} ${t.read(count(link.pages))}${
    link.failed > 0 && html` · <span class="fault-text">${t.failed(count(link.failed))}</span>`
  }${link.queued > 0 && html` · ${t.waiting(count(link.queued))}`}</p>
${isUnderWay && html`<p data-crawled="${read}">${t.progress(count(read), count(known))} <progress value="${read}" max="${known}" aria-label="${t.pages}"></progress></p>`}
${link.fault && html`<p class="fault-text" data-fault>${describeFault(link.fault, link.detail, language)}</p>`}
${link.limits.map((limit) => html`<p data-limit>${CRAWL_LIMITS[limit][language]}</p>`)}
<p><small>${t.lastRead}: ${link.crawledAt ? moment(visit, link.crawledAt) : t.never} ·</small>
<small>${t.nextRead}: ${isDue ? t.soon : moment(visit, link.dueAt)}</small></p>`;
}
