import { AUDIT_DAYS, type AuditEntry, listActions } from '../../../core/owners/audit.ts';
import { signInMethods } from '../../../core/owners/sign-in.ts';
import { actionTexts, auditTexts } from '../i18n/audit.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import { moment, table } from '../view/components.ts';
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
