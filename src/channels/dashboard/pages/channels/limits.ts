import { type Alert, chooseAlertsChannel, listAlerts } from '../../../../core/alerts/alerts.ts';
import { readGuild } from '../../../../core/members/chat-rules.ts';
import { readMetLimits } from '../../../../core/members/member-limit.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { listSettings, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import { readPlaceShares } from '../../../../core/quota/usage.ts';
import type { Deed } from '../../../../domain/types.ts';
import { alertFaultTexts, channelsTexts } from '../../i18n/channels.ts';
import { hoursTexts, ownLimitTexts } from '../../i18n/hours.ts';
import { doneAt, formAt, type Outcome, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { field, postForm, saveRow } from '../../view/controls.ts';
import { check } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { checkSettings, settingFields } from '../settings.ts';
import type { RefusedForm, SettingsView } from './names.ts';
import { channelChoices, findChannel, ID_CHARACTERS, renderState, stateOf, takesMessages } from './names.ts';
import { type LimitOwner, renderOwnLimits, saveOwnLimit } from './own-limits.ts';
import { describeMet } from './presence.ts';

const TAB = 'limits';

/** The first form has the alerts too, which can be sent alone. */
export const limitsRoutes: Route[] = [
  pageAt(TAB, (visit) => render(visit)),
  formAt(TAB, TAB, (visit) => save(visit, LIMITS)),
  formAt('alerts', TAB, (visit) => save(visit, [])),
  formAt(`${TAB}/role`, TAB, (visit) => saveOwn(visit, 'role')),
  formAt(`${TAB}/place`, TAB, (visit) => saveOwn(visit, 'place')),
];

const LIMITS = listSettings('limits');
/** Channels that the bot writes to by itself, by the names of their fields. */
const CHANNELS = { channel: 'alerts_channel', report: 'report_channel' } as const;
type ChannelField = keyof typeof CHANNELS;
const FIELDS = Object.keys(CHANNELS) as ChannelField[];
const channelsSchema = settingsChangeSchema.pick({ alerts_channel: true, report_channel: true });

async function save(visit: ServerVisit, names: typeof LIMITS): Promise<Outcome> {
  const { core, server, form } = visit;
  const limits = checkSettings(visit, names);
  const sent = FIELDS.filter((name) => form.has(name));
  const channelOf = (name: ChannelField) => form.text(name).trim() || null;
  const found = await Promise.all(
    sent.map(async (name) => [name, await findChannelFault(visit, CHANNELS[name], channelOf(name))] as const),
  );
  const faults = new Map([
    ...(limits.faults ?? []),
    ...found.flatMap(([name, fault]) => (fault === null ? [] : [[name, fault] as const])),
  ]);
  if (!limits.values || faults.size > 0) return render(visit, { form: TAB, faults });
  const report = sent.includes('report') ? { report_channel: channelOf('report') } : {};
  const { deeds } = await changeSettings(core, server.id, () => ({ ...limits.values, ...report }));
  const audited: Deed[] = [...deeds];
  // Also for the same channel: an alert that did not get there is sent once more.
  if (sent.includes('channel'))
    audited.push(...(await chooseAlertsChannel(core, server.id, channelOf('channel'))));
  return doneAt(visit, { tab: TAB, place: TAB }, 'limit_saved', audited);
}

async function saveOwn(visit: ServerVisit, form: LimitOwner): Promise<Outcome> {
  const outcome = await saveOwnLimit(visit, form);
  return 'kind' in outcome ? outcome : render(visit, { form, faults: outcome });
}

/** The bot writes there by itself: a channel of another server must never be set. What was chosen may stay. */
async function findChannelFault(
  visit: ServerVisit,
  setting: (typeof CHANNELS)[ChannelField],
  channel: string | null,
): Promise<string | null> {
  const t = channelsTexts[visit.language];
  if (channel === null || channel === visit.settings[setting]) return null;
  if (check(channelsSchema, { [setting]: channel }, visit.language).faults) return t.notAnId;
  const reading = await readGuild(visit.core, visit.server.id);
  if (reading.state === 'silent') return t.cannotCheck;
  // Where names are not known, every id may be one.
  if (reading.state !== 'known') return null;
  const found = findChannel(reading, channel);
  if (!found) return t.notOfServer;
  return takesMessages(found) ? null : t.notWritable;
}

async function render(visit: ServerVisit, refused: RefusedForm | null = null): Promise<Outcome> {
  const { core, server, language } = visit;
  const [reading, alerts, met, shares] = await Promise.all([
    readGuild(core, server.id),
    listAlerts(core, server),
    readMetLimits(core, server.id),
    readPlaceShares(core, server),
  ]);
  const view: SettingsView = { visit, reading, refused };
  const t = hoursTexts[language];
  const tellUsed = (id: string) => ` (${ownLimitTexts[language].used(shares.get(id)?.used ?? 0)})`;
  const form = html`<section id="limit"><h2>${t.limit}</h2>
<p>${t.limitIntro} ${describeMet(visit, met) ?? t.metByNobody}</p>
${settingFields(visit, LIMITS, refused?.form === TAB ? refused.faults : undefined)}</section>
${alertsSection(view, alerts)}
${saveRow(visit, TAB, t.save)}`;
  const content = html`${renderState(view)}${postForm(visit, TAB, form)}
${renderOwnLimits(view, 'role')}${renderOwnLimits(view, 'place', tellUsed)}`;
  return show({ tab: TAB, content }, refused ? 422 : 200);
}

/** Which channel is told, and why the last alert did not get there. */
function alertsSection(view: SettingsView, alerts: readonly Alert[]): Html {
  const { language, settings } = view.visit;
  const t = channelsTexts[language];
  const fault = alerts.findLast(({ deliveredAt }) => deliveredAt === null)?.fault ?? null;
  const isFaulty = fault !== null && settings.alerts_channel !== null;
  return html`<section id="alerts"><h2>${t.alerts}</h2><p>${t.alertsIntro}</p>
${isFaulty && html`<p class="note warn">${alertFaultTexts[language][fault]}</p>`}
${channelField(view, 'channel', { label: t.alertsChannel, idLabel: t.alertsChannelId })}</section>
<section id="report"><h2>${t.report}</h2><p>${t.reportIntro}</p>
${channelField(view, 'report', { label: t.reportChannel, idLabel: t.reportChannelId })}</section>`;
}

function channelField(
  view: SettingsView,
  name: ChannelField,
  { label, idLabel }: { label: string; idLabel: string },
): Html {
  const { language, settings } = view.visit;
  const t = channelsTexts[language];
  const state = stateOf(view, TAB, name, settings[CHANNELS[name]] ?? '');
  const own = { ...state, idPrefix: 'alerts-' };
  const choices = channelChoices(view, state.value, { empty: t.nowhere, fits: takesMessages });
  return choices
    ? field({ ...own, label, choices })
    : field({ ...own, label: idLabel, hint: t.alertsHint, maxLength: ID_CHARACTERS });
}
