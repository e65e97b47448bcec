import { type Alert, chooseAlertsChannel, listAlerts } from '../../../../core/alerts/alerts.ts';
import { readGuild } from '../../../../core/members/chat-rules.ts';
import { readMetLimits } from '../../../../core/members/member-limit.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { listSettings, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import type { Deed } from '../../../../domain/types.ts';
import { alertFaultTexts, channelsTexts } from '../../i18n/channels.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import { doneAt, formAt, type Outcome, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { field, postForm, saveRow } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { checkSettings, settingFields } from '../settings.ts';
import type { SettingsView } from './names.ts';
import { channelChoices, findChannel, ID_CHARACTERS, renderState, stateOf, takesMessages } from './names.ts';
import { describeMet } from './presence.ts';

const TAB = 'limits';

/** The page has one form; each of its two parts can be sent alone. */
export const limitsRoutes: Route[] = [
  pageAt(TAB, (visit) => render(visit)),
  formAt(TAB, TAB, (visit) => save(visit, { limits: true, alerts: visit.form.has('channel') })),
  formAt('alerts', TAB, (visit) => save(visit, { limits: false, alerts: true })),
];

const LIMITS = listSettings('limits');
const alertsSchema = settingsChangeSchema.pick({ alerts_channel: true }).required();

async function save(visit: ServerVisit, sent: { limits: boolean; alerts: boolean }): Promise<Outcome> {
  const { core, server, form } = visit;
  const limits = checkSettings(visit, sent.limits ? LIMITS : []);
  const channel = form.text('channel').trim() || null;
  const fault = sent.alerts ? await findAlertsFault(visit, channel) : null;
  const faults = new Map([
    ...(limits.faults ?? []),
    ...(fault === null ? [] : [['channel', fault] as const]),
  ]);
  if (!limits.values || faults.size > 0) return render(visit, faults);
  const audited: Deed[] = [];
  if (sent.limits) {
    const { deeds } = await changeSettings(core, server.id, () => limits.values);
    audited.push(...deeds);
  }
  if (sent.alerts) {
    // Also for the same channel: an alert that did not get there is sent once more.
    audited.push(...(await chooseAlertsChannel(core, server.id, channel)));
  }
  return doneAt(visit, { tab: TAB, place: TAB }, 'limit_saved', audited);
}

/** The bot writes there by itself: a channel of another server must never be set. What was chosen may stay. */
async function findAlertsFault(visit: ServerVisit, channel: string | null): Promise<string | null> {
  const t = channelsTexts[visit.language];
  if (channel === null || channel === visit.settings.alerts_channel) return null;
  if (check(alertsSchema, { alerts_channel: channel }, visit.language).faults) return t.notAnId;
  const reading = await readGuild(visit.core, visit.server.id);
  if (reading.state === 'silent') return t.cannotCheck;
  // Where names are not known, every id may be one.
  if (reading.state !== 'known') return null;
  const found = findChannel(reading, channel);
  if (!found) return t.notOfServer;
  return takesMessages(found) ? null : t.notWritable;
}

/** @param faults of the form, where it was refused */
async function render(visit: ServerVisit, faults?: Faults): Promise<Outcome> {
  const { core, server, language } = visit;
  const [reading, alerts, met] = await Promise.all([
    readGuild(core, server.id),
    listAlerts(core, server),
    readMetLimits(core, server.id),
  ]);
  const view: SettingsView = { visit, reading, refused: faults ? { form: TAB, faults } : null };
  const t = hoursTexts[language];
  const form = html`<section id="limit"><h2>${t.limit}</h2>
<p>${t.limitIntro} ${describeMet(visit, met) ?? t.metByNobody}</p>
${settingFields(visit, LIMITS, faults)}</section>
${alertsSection(view, alerts)}
${saveRow(visit, TAB, t.save)}`;
  const content = html`${renderState(view)}${postForm(visit, TAB, form)}`;
  return show({ tab: TAB, content }, faults ? 422 : 200);
}

/** Which channel is told, and why the last alert did not get there. */
function alertsSection(view: SettingsView, alerts: readonly Alert[]): Html {
  const { language, settings } = view.visit;
  const t = channelsTexts[language];
  const channel = stateOf(view, TAB, 'channel', settings.alerts_channel ?? '');
  const own = { ...channel, idPrefix: 'alerts-' };
  const choices = channelChoices(view, channel.value, { empty: t.nowhere, fits: takesMessages });
  const fault = alerts.findLast(({ deliveredAt }) => deliveredAt === null)?.fault ?? null;
  const isFaulty = fault !== null && settings.alerts_channel !== null;
  return html`<section id="alerts"><h2>${t.alerts}</h2><p>${t.alertsIntro}</p>
${isFaulty && html`<p class="note warn">${alertFaultTexts[language][fault]}</p>`}
${
  choices
    ? field({ ...own, label: t.alertsChannel, choices })
    : field({ ...own, label: t.alertsChannelId, hint: t.alertsHint, maxLength: ID_CHARACTERS })
}</section>`;
}
