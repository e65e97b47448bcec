import {
  AUDIT_DAYS,
  type AuditEntry,
  listActions,
  listActors,
  toAuditQuery,
} from '../../../core/members/audit.ts';
import { type GuildReading, readGuild } from '../../../core/members/chat-rules.ts';
import { signInMethods } from '../../../core/owners/sign-in.ts';
import { AUDIT_ACTIONS } from '../../../domain/types.ts';
import { actionTexts, auditTexts } from '../i18n/records.ts';
import type { Outcome, Route, ServerVisit } from '../route.ts';
import { addressOf, pageAt, show } from '../route.ts';
import { moment, table, zoneNote } from '../view/components.ts';
import { field, filterForm } from '../view/controls.ts';
import { type Html, html } from '../view/html.ts';
import { findChannel, nameChannel } from './channels/names.ts';

const ENTRIES_PER_PAGE = 50;

export const auditRoutes: Route[] = [pageAt('audit', showLog)];

type AuditQuery = ReturnType<typeof toAuditQuery>;

async function showLog(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language, url, zone } = visit;
  const t = auditTexts[language];
  const query = toAuditQuery(Object.fromEntries(url.searchParams));
  const { before, ...filters } = query;
  // One more than is shown tells whether there are older ones.
  const found = await listActions(core, server.id, { ...query, zone, limit: ENTRIES_PER_PAGE + 1 });
  const entries = found.slice(0, ENTRIES_PER_PAGE);
  const older = found.length > entries.length ? entries.at(-1)?.id : undefined;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const none = before !== undefined ? t.noMore : isFiltered ? t.noneFits : t.nothing;
  const to = (more: Record<string, string>) => {
    const search = new URLSearchParams(Object.entries({ ...filters, ...more }).filter(([, value]) => value));
    return search.size === 0 ? addressOf(visit, 'audit') : `${addressOf(visit, 'audit')}?${search}`;
  };
  const guild = await readGuild(core, server.id);
  const content = html`<p>${t.intro(AUDIT_DAYS)}</p>
${await renderFilters(visit, query)}
<div id="entries">
${entries.length === 0 ? html`<p>${none}</p>` : html`${renderEntries(visit, guild, entries)}${zoneNote(visit)}`}
<p class="actions">${before !== undefined && html`<a href="${to({})}" role="button" class="secondary outline">${t.newest}</a>`}
${older !== undefined && html`<a href="${to({ before: older })}" rel="next" role="button" class="secondary outline">${t.older}</a>`}</p>
</div>`;
  return show({ tab: 'audit', content });
}

async function renderFilters(visit: ServerVisit, query: AuditQuery): Promise<Html> {
  const { core, server, language } = visit;
  const t = auditTexts[language];
  const actors = await listActors(core, server.id);
  const who = [
    { value: '', label: t.everybody },
    ...actors.map(({ memberId, memberName }) => ({
      value: memberId,
      label: memberName ?? t.member(memberId),
    })),
    ...(['cli', 'payment'] as const).map((value) => ({ value, label: t[value] })),
  ];
  const actions = AUDIT_ACTIONS.map((value) => ({ value, label: actionTexts[language][value] }));
  const what = [{ value: '', label: t.everything }, ...actions];
  const select = (name: 'who' | 'what', choices: typeof who) =>
    html`<div>${field({ name, label: t[name], value: query[name] ?? '', choices })}</div>`;
  const date = (name: 'from' | 'to') =>
    html`<div>${field({ name, label: t[name], type: 'date', value: query[name] ?? '' })}</div>`;
  const fields = html`<div class="filters">${select('who', who)}${select('what', what)}${date('from')}${date('to')}</div>`;
  return filterForm(visit, { tab: 'audit', part: 'entries', button: t.filter }, fields);
}

function renderEntries(visit: ServerVisit, guild: GuildReading, entries: readonly AuditEntry[]): Html {
  const t = auditTexts[visit.language];
  const rows = entries.map(
    (
      entry,
    ) => html`<tr data-entry="${entry.id}"><td data-action="${entry.action}">${actionTexts[visit.language][entry.action]}</td>
<td>${describeSubject(visit, guild, entry)}</td>
<td>${nameOf(visit, entry)}</td><td>${t[entry.channel]}</td>
<td>${moment(visit, entry.at)}</td></tr>`,
  );
  return table(t.log, [t.what, t.subject, t.who, t.where, t.when], rows);
}

/** What it says now, and before it what the change before this one left. */
function describeSubject(visit: ServerVisit, guild: GuildReading, entry: AuditEntry): Html | string {
  const { subject, before } = entry;
  if (subject === null) return '–';
  const after = nameIds(visit, guild, subject);
  if (before === null || before === subject) return after;
  return html`<del data-before>${nameIds(visit, guild, before)}</del> → <span data-after>${after}</span>`;
}

/** Ids of channels and roles become names where those are known. */
function nameIds({ language }: ServerVisit, guild: GuildReading, subject: string): string {
  if (guild.state !== 'known') return subject;
  const { roles } = guild.guild;
  return subject.replace(/\b\d{15,20}\b/g, (id) => {
    if (findChannel(guild, id)) return nameChannel(guild, id, language);
    const role = roles.find((one) => one.id === id);
    return role ? `@${role.name}` : id;
  });
}

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
