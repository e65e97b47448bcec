import type { z } from 'zod';
import { chooseAlertsChannel, listAlerts } from '../../../../core/alerts/alerts.ts';
import {
  channelModeSchema,
  learningStateSchema,
  MAX_CHANNELS,
  readGuild,
  setChannelMode,
} from '../../../../core/members/chat-rules.ts';
import { readMetLimits } from '../../../../core/members/member-limit.ts';
import { isEveryone } from '../../../../core/owners/access.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import type { SettingGroup } from '../../../../core/owners/setting-kinds.ts';
import { MAX_TEACH_ROLES, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { AuditAction } from '../../../../domain/types.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import type { NoticeCode } from '../../i18n/frame.ts';
import { done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { check, type Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';
import { saveSettings } from '../settings.ts';
import { accessSection, saveAccess } from './access.ts';
import { hoursSection, saveHours, switchHoursOff } from './hours.ts';
import { saveInstructions } from './instructions.ts';
import { limitSection } from './limit.ts';
import { type ChannelsView, type FormName, findChannel, takesMessages } from './names.ts';
import { renderSections } from './sections.ts';

const SERVER = '/servers/:server';
const PAGE = `${SERVER}/channels`;
const FORM = { method: 'post', page: PAGE, access: 'server' } as const;

export const channelsRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { ...FORM, path: PAGE, run: saveMode },
  {
    ...FORM,
    path: `${PAGE}/instructions`,
    run: async (visit: ServerVisit) => {
      const outcome = await saveInstructions(visit);
      return 'kind' in outcome ? outcome : render(visit, { form: 'instructions', faults: outcome });
    },
  },
  { ...FORM, path: `${SERVER}/team`, run: saveTeam },
  {
    ...FORM,
    path: `${SERVER}/team-names`,
    run: (visit: ServerVisit) => saveGroup(visit, 'team_names', 'team_saved', 'team.changed'),
  },
  {
    ...FORM,
    path: `${SERVER}/topics`,
    run: (visit: ServerVisit) => saveGroup(visit, 'topics', 'persona_saved', 'persona.changed'),
  },
  { ...FORM, path: `${SERVER}/access`, run: changeAccess },
  { ...FORM, path: `${SERVER}/learning`, run: saveLearning },
  { ...FORM, path: `${SERVER}/alerts`, run: saveAlerts },
  { ...FORM, path: `${SERVER}/hours`, run: changeHours },
  { ...FORM, path: `${SERVER}/hours/off`, run: endHours },
  {
    ...FORM,
    path: `${SERVER}/limits`,
    run: (visit: ServerVisit) => saveGroup(visit, 'limits', 'limit_saved', 'limits.changed'),
  },
];

const teamSchema = settingsChangeSchema.pick({ teach_roles: true, handover_role: true }).required();
const alertsSchema = settingsChangeSchema.pick({ alerts_channel: true }).required();

async function saveMode(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language, settings } = visit;
  const t = channelsTexts[language];
  const typed = { channel: form.text('channel').trim(), mode: form.text('mode') };
  const checked = check(channelModeSchema, typed, language);
  if (checked.faults) {
    const what = typed.channel === '' ? t.noneChosen : t.notAnId;
    return render(visit, { form: 'channels', faults: replace(checked.faults, { channel: what }) });
  }
  const { channel, mode } = checked.values;
  const reading = await readGuild(core, server.id);
  const found = findChannel(reading, channel);
  const isOwn = reading.state !== 'known' || found || Object.hasOwn(settings.channels, channel);
  if (!isOwn) return refuse(visit, 'channels', 'channel', t.notOfServer);
  // Where a category has a setting, `mention` is one of its own, unless the channel goes back to the default.
  const above = found?.above && !form.text('back') ? [found.above] : [];
  try {
    await setChannelMode(core, server.id, checked.values, above);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'channel') throw error;
    return refuse(visit, 'channels', 'channel', t.full(MAX_CHANNELS));
  }
  const audited = { action: 'channels.changed' as const, subject: `${channel} ${mode}` };
  return done(visit, 'channels', 'channels_saved', audited);
}

async function saveTeam(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const t = channelsTexts[language];
  // Ids typed one a line arrive as one text.
  const roles = form.all('teach_roles').flatMap((text) => text.split(/[\s,]+/).filter(Boolean));
  const teach_roles = [...new Set(roles)];
  const handover_role = form.text('handover_role').trim() || null;
  const checked = check(teamSchema, { teach_roles, handover_role }, language);
  if (checked.faults) {
    const what = teach_roles.length > MAX_TEACH_ROLES ? t.tooManyRoles(MAX_TEACH_ROLES) : t.notAnId;
    const faults = replace(checked.faults, { teach_roles: what, handover_role: t.notAnId });
    return render(visit, { form: 'team', faults });
  }
  const faults = await findTeamFaults(visit, checked.values);
  if (faults.size > 0) return render(visit, { form: 'team', faults });
  await changeSettings(core, server.id, () => checked.values);
  const subject = [`teach ${teach_roles.join(' ') || '-'}`, `handover ${handover_role ?? '-'}`].join(', ');
  return done(visit, 'channels', 'team_saved', { action: 'team.changed', subject });
}

/** The role of everybody, and roles that the server does not have; what was chosen before may stay. */
async function findTeamFaults(visit: ServerVisit, team: z.infer<typeof teamSchema>): Promise<Faults> {
  const { core, server, settings, language } = visit;
  const t = channelsTexts[language];
  const reading = await readGuild(core, server.id);
  const stored = new Set([...settings.teach_roles, settings.handover_role]);
  const faults = new Map<string, string>();
  const look = (field: string, role: string) => {
    const isKnown =
      reading.state !== 'known' || stored.has(role) || reading.guild.roles.some(({ id }) => id === role);
    if (isEveryone(server.id, role)) faults.set(field, t.everyone);
    else if (!isKnown) faults.set(field, t.notOfServer);
  };
  for (const role of team.teach_roles) look('teach_roles', role);
  if (team.handover_role !== null) look('handover_role', team.handover_role);
  return faults;
}

/** Saves the settings that have a form of their own. */
async function saveGroup(
  visit: ServerVisit,
  group: Extract<SettingGroup, FormName>,
  notice: NoticeCode,
  action: AuditAction,
): Promise<Outcome> {
  const saved = await saveSettings(visit, group);
  if ('faults' in saved) return render(visit, { form: group, faults: saved.faults });
  return done(visit, 'channels', notice, { action, subject: saved.subject });
}

async function changeAccess(visit: ServerVisit): Promise<Outcome> {
  const saved = await saveAccess(visit);
  if (typeof saved !== 'string') return render(visit, { form: 'access', faults: saved });
  return done(visit, 'channels', 'access_saved', { action: 'access.changed', subject: saved });
}

async function saveLearning(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const state = learningStateSchema.safeParse(form.text('state'));
  // Only the page's own buttons post here.
  if (!state.success) throw new AppError('invalid_input', { param: 'state' });
  await changeSettings(core, server.id, () => ({ learning: state.data === 'on' }));
  const audited = { action: 'learning.changed' as const, subject: state.data };
  return done(visit, 'channels', state.data === 'on' ? 'learning_on' : 'learning_off', audited);
}

async function saveAlerts(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language, settings } = visit;
  const alerts_channel = form.text('channel').trim() || null;
  const checked = check(alertsSchema, { alerts_channel }, language);
  const fault = checked.faults
    ? channelsTexts[language].notAnId
    : await findAlertsFault(visit, checked.values.alerts_channel);
  const isUnchanged = alerts_channel === settings.alerts_channel;
  if (fault !== null && !isUnchanged) return refuse(visit, 'alerts', 'channel', fault);
  await chooseAlertsChannel(core, server.id, alerts_channel);
  const audited = { action: 'alerts.changed' as const, subject: alerts_channel ?? 'off' };
  return done(visit, 'channels', 'alerts_saved', audited);
}

/** The bot writes there by itself: a channel of another server must never be set. */
async function findAlertsFault(visit: ServerVisit, channel: string | null): Promise<string | null> {
  if (channel === null) return null;
  const t = channelsTexts[visit.language];
  const reading = await readGuild(visit.core, visit.server.id);
  if (reading.state === 'silent') return t.cannotCheck;
  // Where names are not known, every id may be one.
  if (reading.state !== 'known') return null;
  const found = findChannel(reading, channel);
  if (!found) return t.notOfServer;
  return takesMessages(found) ? null : t.notWritable;
}

async function changeHours(visit: ServerVisit): Promise<Outcome> {
  const saved = await saveHours(visit);
  if ('faults' in saved) return render(visit, { form: 'hours', faults: saved.faults });
  return done(visit, 'channels', 'hours_saved', { action: 'hours.changed', subject: saved.subject });
}

async function endHours(visit: ServerVisit): Promise<Outcome> {
  await switchHoursOff(visit);
  return done(visit, 'channels', 'hours_saved', { action: 'hours.changed', subject: 'off' });
}

/** The texts for the fields that are at fault. */
function replace(faults: Faults, texts: Record<string, string>): Faults {
  return new Map([...faults].map(([field, text]) => [field, texts[field] ?? text]));
}

function refuse(visit: ServerVisit, form: FormName, field: string, what: string): Promise<Outcome> {
  return render(visit, { form, faults: new Map([[field, what]]) });
}

async function render(visit: ServerVisit, refused: ChannelsView['refused'] = null): Promise<Outcome> {
  const { core, server, language } = visit;
  const [reading, alerts, met] = await Promise.all([
    readGuild(core, server.id),
    listAlerts(core, server),
    readMetLimits(core, server.id),
  ]);
  const faultsOf = (form: FormName) => (refused?.form === form ? refused.faults : undefined);
  const content = html`${renderSections({ visit, reading, alerts, refused })}
${accessSection(visit, reading, faultsOf('access'))}${hoursSection(visit, faultsOf('hours'))}${limitSection(visit, met, faultsOf('limits'))}`;
  return show({ title: channelsTexts[language].title, tab: 'channels', content }, refused ? 422 : 200);
}
