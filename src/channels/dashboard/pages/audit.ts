import type { AuditEntry } from '../../../core/members/audit.ts';
import {
  AUDIT_DAYS,
  listActions,
  listActors,
  toAuditQuery,
  UNNAMED_CHANNELS,
} from '../../../core/members/audit.ts';
import { type GuildReading, readGuild } from '../../../core/members/chat-rules.ts';
import { readChange } from '../../../core/owners/setting-changes.ts';
import { describeSetting, listSettings, type SettingName } from '../../../core/owners/settings.ts';
import { signInMethods } from '../../../core/owners/sign-in.ts';
import { WEEKDAYS } from '../../../domain/hours.ts';
import { AUDIT_ACTIONS, type InterfaceLanguage, RIGHTS } from '../../../domain/types.ts';
import { RIGHT_TEXTS, WEEKDAY_NAMES } from '../../../domain/words.ts';
import { modeTexts } from '../i18n/channels.ts';
import { actionTexts, auditTexts, settingTexts } from '../i18n/records.ts';
import type { Outcome, Route, ServerVisit } from '../route.ts';
import { addressOf, pageAt, show } from '../route.ts';
import { moment, table, zoneNote } from '../view/components.ts';
import { field, filterForm } from '../view/controls.ts';
import { type Html, html } from '../view/html.ts';
import { findChannel, nameChannel } from './channels/names.ts';

const ENTRIES_PER_PAGE = 50;
const SETTING_NAMES: ReadonlySet<string> = new Set(listSettings());

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
    ...UNNAMED_CHANNELS.map((value) => ({
      ...{ value, label: value === 'payment' ? t.payment : `${t.operator}: ${t[value]}` },
    })),
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

/** A change of a setting says what it was and is; everything else stands as it was recorded. */
function describeSubject(visit: ServerVisit, guild: GuildReading, { action, subject }: AuditEntry): Html {
  if (subject === null) return html`–`;
  const change = action.endsWith('.changed') ? readChange(subject) : null;
  const name = change && nameSetting(change.name, visit.language);
  if (!change || !name) return html`${nameIds(visit, guild, subject)}`;
  const { key, before, after } = change;
  const day = WEEKDAYS.find((one) => one === key);
  const of = day ? WEEKDAY_NAMES[day][visit.language] : nameIds(visit, guild, key ?? '');
  const what = key ? `${name} (${of})` : name;
  if (before === null || after === null) return html`${what}`;
  const tell = (value: string) => nameIds(visit, guild, nameValue(change.name, value, visit.language));
  return html`${what}: <del data-before>${tell(before)}</del> → <span data-after>${tell(after)}</span>`;
}

function nameSetting(name: string, language: InterfaceLanguage): string | undefined {
  const own = settingTexts[language];
  if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
  return SETTING_NAMES.has(name) ? describeSetting(name as SettingName).label[language] : undefined;
}

/** What it is called where it is chosen; else as it was typed. */
function nameValue(name: string, value: string, language: InterfaceLanguage): string {
  const { on, off } = auditTexts[language];
  if (value === 'true' || value === 'false') return value === 'true' ? on : off;
  const given: Readonly<Record<string, string>> = name === 'channels' ? modeTexts[language] : {};
  if (Object.hasOwn(given, value)) return given[value] ?? value;
  const right = RIGHTS.find((one) => name === 'access' && one === value);
  if (right) return RIGHT_TEXTS[right].name[language];
  const { choices } = SETTING_NAMES.has(name) ? describeSetting(name as SettingName) : {};
  return choices?.[value]?.[language] ?? value;
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
  if (channel === 'payment') return t.payment;
  if (channel === 'cli' || channel === 'api') return t.operator;
  const { local, discord } = signInMethods(core);
  if (channel === 'discord' || !local) return t.unnamed;
  return discord ? t.operatorOrUnnamed : t.operator;
}
