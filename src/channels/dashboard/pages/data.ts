import { readOverview } from '../../../core/owners/overview.ts';
import { deleteServer } from '../../../core/owners/servers.ts';
import { endSubscriptionsOf } from '../../../core/quota/billing/billing.ts';
import { AppError } from '../../../domain/errors.ts';
import { statusOf } from '../errors.ts';
import { dataTexts } from '../i18n/data.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import { csrfField, faultNote, textField } from '../view/components.ts';
import { type Faults, NO_FAULTS } from '../view/form.ts';
import { type Html, html, NOTHING } from '../view/html.ts';
import { openDownload } from './data-download.ts';

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
