import { Readable } from 'node:stream';
import type { Core } from '../../../core/core.ts';
import { exportServer } from '../../../core/operations/backup/backup.ts';
import { readOverview } from '../../../core/operations/overview.ts';
import { deleteServer } from '../../../core/owners/servers.ts';
import { endSubscriptionsOf } from '../../../core/quota/billing/billing.ts';
import { AppError } from '../../../domain/errors.ts';
import { toLine } from '../../../domain/text.ts';
import { statusOf } from '../errors.ts';
import { dataTexts } from '../i18n/records.ts';
import type { Outcome, Route, ServerVisit } from '../route.ts';
import { formAt, pageAt, show } from '../route.ts';
import { faultNote, field, postForm } from '../view/controls.ts';
import { html } from '../view/html.ts';

export const dataRoutes: Route[] = [
  pageAt('data', (visit) => render(visit)),
  formAt('export', 'data', downloadExport),
  formAt('delete', 'data', removeServer),
];

async function downloadExport({ core, server }: ServerVisit): Promise<Outcome> {
  return {
    kind: 'file',
    name: `lotse-${server.id}-${core.calendar.dayOf(core.clock()).key}.jsonl`,
    type: 'application/jsonl',
    content: await openDownload(core, server.id),
    audited: { action: 'server.exported' },
  };
}

/** The server's own log goes with it, so the service's log keeps that it was done. */
async function removeServer(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const t = dataTexts[language];
  if (toTyped(form.text('confirm')) !== toTyped(server.name))
    return render(visit, { wrongName: t.wrongName(server.name) });
  try {
    await endSubscriptionsOf(core, server.id);
  } catch (error) {
    // While somebody would still be charged, the server stays.
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'payments_off') return render(visit, { fault: t.paymentsOff });
    if (error.code !== 'payment_unavailable') throw error;
    return render(visit, { fault: t.paymentUnavailable, status: statusOf(error) });
  }
  await deleteServer(core, server.id);
  core.log.info({ server: server.id }, 'server deleted by an admin');
  return { kind: 'redirect', to: '/servers?done=server_deleted' };
}

/** A name as it can be typed: blanks as a page shows them, letters composed in one way. */
const toTyped = (name: string) => toLine(name.normalize('NFC'));

interface DeletionRefusal {
  /** Stands beside the field for the name. */
  wrongName?: string;
  fault?: string;
  status?: number;
}

async function render(visit: ServerVisit, refusal?: DeletionRefusal): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const t = dataTexts[language];
  const { isOnDiscord } = await readOverview(core, server);
  const confirm = { name: 'confirm', label: t.confirm(server.name), value: form.text('confirm') };
  const faults = refusal?.wrongName ? new Map([['confirm', refusal.wrongName]]) : undefined;
  const deletion = html`${faultNote(refusal?.fault)}
${field({ ...confirm, faults, isRequired: true })}
<button type="submit" class="danger">${t.button}</button>`;
  const content = html`<section><h2>${t.export}</h2>
<p>${t.exportIntro}</p><p>${t.exportMind}</p>
${postForm(visit, 'export', html`<button type="submit">${t.download}</button>`)}
</section>
<section><h2>${t.delete}</h2>
<p>${t.deleteIntro}</p>
<ul>${[t.goesKeys, t.goesKnowledge, t.goesAnswers, t.goesMoney].map((text) => html`<li>${text}</li>`)}</ul>
<p>${t.stays}</p>
${core.discord !== null && isOnDiscord && html`<p class="note warn" data-comes-back>${t.comesBack}</p>`}
${postForm(visit, 'delete', deletion)}
</section>`;
  return show({ tab: 'data', content }, refusal && (refusal.status ?? 422));
}

/** Each holds a connection to the database until its reader has everything. */
const MAX_DOWNLOADS = 2;
const MAX_DOWNLOAD_MS = 10 * 60 * 1000;
const RETRY_SECONDS = 30;

const running = new WeakMap<Core, Set<Readable>>();

/**
 * Reads a server page by page at the pace of the reader, for ten minutes at most. A file without its last line is
 * not whole.
 * @throws AppError('too_many_uploads') while others are being read, 'service_unavailable' before the first byte.
 */
async function openDownload(core: Core, serverId: string): Promise<Readable> {
  const downloads = running.get(core) ?? new Set<Readable>();
  running.set(core, downloads);
  if (downloads.size >= MAX_DOWNLOADS)
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  const download = Readable.from(exportServer(core, serverId, 'copy'), { objectMode: false });
  downloads.add(download);
  const timer = setTimeout(() => download.destroy(new AppError('request_timeout')), MAX_DOWNLOAD_MS);
  timer.unref();
  download.once('close', () => {
    clearTimeout(timer);
    downloads.delete(download);
  });
  // A read that fails at once becomes an error page, not a file that breaks off.
  await new Promise<void>((begin, fail) => {
    download.once('readable', () => begin());
    download.once('error', fail);
  });
  return download;
}
