import { Readable } from 'node:stream';
import type { Core } from '../../../core/core.ts';
import { exportServer } from '../../../core/operations/backup/backup.ts';
import { AUDIT_DAYS, type AuditEntry, listActions } from '../../../core/owners/audit.ts';
import { readOverview } from '../../../core/owners/overview.ts';
import { deleteServer } from '../../../core/owners/servers.ts';
import { signInMethods } from '../../../core/owners/sign-in.ts';
import { endSubscriptionsOf } from '../../../core/quota/billing/billing.ts';
import { AppError } from '../../../domain/errors.ts';
import { statusOf } from '../errors.ts';
import { actionTexts, auditTexts, dataTexts } from '../i18n/records.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import { csrfField, faultNote, moment, table, textField } from '../view/components.ts';
import { type Faults, NO_FAULTS } from '../view/form.ts';
import { type Html, html, NOTHING } from '../view/html.ts';

const ENTRIES_PER_PAGE = 50;

export const auditRoutes: Route[] = [
  { method: 'get', path: '/servers/:server/audit', access: 'server', run: showLog },
];

async function showLog(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language, url } = visit;
  const t = auditTexts[language];
  const before = url.searchParams.get('before') ?? undefined;
  // One more than is shown tells whether there are older ones.
  const found = await listActions(core, server.id, { before, limit: ENTRIES_PER_PAGE + 1 });
  const entries = found.slice(0, ENTRIES_PER_PAGE);
  const older = found.length > entries.length ? entries.at(-1)?.id : undefined;
  const empty = before === undefined ? t.nothing : t.noMore;
  const content = html`<p>${t.intro(AUDIT_DAYS)}</p>
${entries.length === 0 ? html`<p>${empty}</p>` : renderEntries(visit, entries)}
<p class="actions">${before === undefined ? NOTHING : html`<a href="${addressOf(visit, 'audit')}">${t.newest}</a>`}
${older === undefined ? NOTHING : html`<a href="${addressOf(visit, 'audit')}?before=${older}" rel="next">${t.older}</a>`}</p>`;
  return show({ title: t.title, tab: 'audit', content });
}

function renderEntries(visit: ServerVisit, entries: readonly AuditEntry[]): Html {
  const { core, language } = visit;
  const t = auditTexts[language];
  const rows = entries.map(
    (
      entry,
    ) => html`<tr data-entry="${entry.id}"><td>${moment(entry.at, language, core.config.QUOTA_TIME_ZONE)}</td>
<td>${nameOf(visit, entry)}</td><td>${t[entry.channel]}</td>
<td data-action="${entry.action}">${actionTexts[language][entry.action]}</td><td>${entry.subject ?? '–'}</td></tr>`,
  );
  return table(t.log, [t.when, t.who, t.where, t.what, t.subject], rows);
}

/** Whoever opted out stands here without name, and so does the operator. */
function nameOf({ core, language }: ServerVisit, { channel, memberId, memberName }: AuditEntry): string {
  const t = auditTexts[language];
  if (memberName !== null) return memberName;
  if (memberId !== null) return t.member(memberId);
  if (channel === 'payment') return t.provider;
  if (channel === 'cli') return t.operator;
  const { local, discord } = signInMethods(core);
  if (channel === 'discord' || !local) return t.unnamed;
  return discord ? t.operatorOrUnnamed : t.operator;
}

const PAGE = '/servers/:server/data';

export const dataRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: '/servers/:server/export', page: PAGE, access: 'server', run: downloadExport },
  { method: 'post', path: '/servers/:server/delete', page: PAGE, access: 'server', run: removeServer },
];

async function downloadExport({ core, server }: ServerVisit): Promise<Outcome> {
  const download = await openDownload(core, server.id);
  return {
    kind: 'file',
    name: `lotse-${server.id}-${core.calendar.dayOf(core.clock()).key}.jsonl`,
    type: 'application/jsonl',
    content: download,
    audited: { action: 'server.exported' },
  };
}

/** The server's own log goes with it, so the service's log keeps that it was done. */
async function removeServer(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  if (toTyped(form.text('confirm')) !== toTyped(server.name)) {
    const faults = new Map([['confirm', dataTexts[language].wrongName(server.name)]]);
    return render(visit, { faults, status: 422 });
  }
  try {
    await endSubscriptionsOf(core, server.id);
  } catch (error) {
    return refuse(visit, error);
  }
  await deleteServer(core, server.id);
  core.log.info({ server: server.id }, 'server deleted by an admin');
  return { kind: 'redirect', to: '/servers?done=server_deleted' };
}

/** A name as it can be typed: blanks as a page shows them, letters composed in one way. */
function toTyped(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** While somebody would still be charged, the server stays. */
function refuse(visit: ServerVisit, error: unknown): Promise<Outcome> {
  if (!(error instanceof AppError)) throw error;
  const t = dataTexts[visit.language];
  if (error.code === 'payments_off') return render(visit, { fault: t.paymentsOff, status: 422 });
  if (error.code !== 'payment_unavailable') throw error;
  return render(visit, { fault: t.paymentUnavailable, status: statusOf(error) });
}

interface Refusal {
  faults?: Faults;
  fault?: string;
  status?: number;
}

async function render(visit: ServerVisit, refusal: Refusal = {}): Promise<Outcome> {
  const { core, server, session, language } = visit;
  const t = dataTexts[language];
  const { isOnDiscord } = await readOverview(core, server);
  const content = html`<section><h2>${t.export}</h2>
<p>${t.exportIntro}</p><p>${t.exportMind}</p>
<form method="post" action="${addressOf(visit, 'export')}">${csrfField(session)}<button type="submit">${t.download}</button></form>
</section>
<section><h2>${t.delete}</h2>
<p>${t.deleteIntro}</p>
<ul>${[t.goesKeys, t.goesKnowledge, t.goesAnswers, t.goesMoney].map((text) => html`<li>${text}</li>`)}</ul>
<p>${t.stays}</p>
${core.discord !== null && isOnDiscord ? html`<p class="note warn" data-comes-back>${t.comesBack}</p>` : NOTHING}
${renderDeletion(visit, refusal)}
</section>`;
  return show({ title: t.title, tab: 'data', content }, refusal.status);
}

function renderDeletion(visit: ServerVisit, { faults = NO_FAULTS, fault }: Refusal): Html {
  const { server, session, form, language } = visit;
  const t = dataTexts[language];
  const label = t.confirm(server.name);
  return html`<form method="post" action="${addressOf(visit, 'delete')}">${csrfField(session)}
${faultNote(fault)}
${textField({ name: 'confirm', label, value: form.text('confirm'), faults, isRequired: true })}
<button type="submit" class="danger">${t.button}</button></form>`;
}

/** Each holds a connection to the database until its reader has everything. */
const MAX_DOWNLOADS = 2;
const MAX_DOWNLOAD_MS = 10 * 60 * 1000;
const RETRY_SECONDS = 30;

const running = new WeakMap<Core, Set<Readable>>();

/**
 * An owner's copy of a server as it is read, page by page; a slow reader slows the reading down and is cut off after
 * ten minutes. A file without its last line is not whole.
 * @throws AppError('too_many_uploads') while others are being read, 'service_unavailable' before the first byte.
 */
async function openDownload(core: Core, serverId: string): Promise<Readable> {
  const downloads = running.get(core) ?? new Set<Readable>();
  running.set(core, downloads);
  if (downloads.size >= MAX_DOWNLOADS)
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  const download = toStream(exportServer(core, serverId, 'copy'));
  downloads.add(download);
  const timer = setTimeout(() => download.destroy(new AppError('request_timeout')), MAX_DOWNLOAD_MS);
  timer.unref();
  download.once('close', () => {
    clearTimeout(timer);
    downloads.delete(download);
  });
  await hasBegun(download);
  return download;
}

function toStream(lines: AsyncGenerator<string>): Readable {
  return Readable.from(lines, { objectMode: false });
}

/** What fails at once is an answer of its own, not a file that breaks off. */
function hasBegun(download: Readable): Promise<void> {
  return new Promise((done, fail) => {
    download.once('readable', () => done());
    download.once('error', fail);
  });
}
