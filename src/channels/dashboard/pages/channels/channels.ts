import type { z } from 'zod';
import {
  channelModeSchema,
  type GuildReading,
  isEveryone,
  learningStateSchema,
  MAX_CHANNELS,
  readGuild,
  setChannelMode,
} from '../../../../core/members/chat-rules.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import {
  MAX_TEACH_ROLES,
  MAX_TEAM_NAMES,
  MAX_TOPIC_CHARACTERS,
  MAX_TOPICS,
  settingsChangeSchema,
} from '../../../../core/owners/settings.ts';
import { chooseAlertsChannel, listAlerts } from '../../../../core/quota/quota-alerts.ts';
import { AppError } from '../../../../domain/errors.ts';
import { MAX_NAME_CHARACTERS } from '../../../../domain/limits.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import { done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { check, type Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';
import {
  type ChannelsView,
  type FormName,
  renderAlerts,
  renderChannels,
  renderLearning,
  renderState,
  renderTeam,
  renderTeamNames,
  renderTopics,
  takesMessages,
} from './sections.ts';

const SERVER = '/servers/:server';
const PAGE = `${SERVER}/channels`;

export const channelsRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: saveMode },
  { method: 'post', path: `${SERVER}/team`, page: PAGE, access: 'server', run: saveTeam },
  { method: 'post', path: `${SERVER}/team-names`, page: PAGE, access: 'server', run: saveTeamNames },
  { method: 'post', path: `${SERVER}/topics`, page: PAGE, access: 'server', run: saveTopics },
  { method: 'post', path: `${SERVER}/learning`, page: PAGE, access: 'server', run: saveLearning },
  { method: 'post', path: `${SERVER}/alerts`, page: PAGE, access: 'server', run: saveAlerts },
];

const teamSchema = settingsChangeSchema.pick({ teach_roles: true, handover_role: true }).required();
const teamNamesSchema = settingsChangeSchema.pick({ team_names: true }).required();
const topicsSchema = settingsChangeSchema.pick({ topics: true }).required();
const alertsSchema = settingsChangeSchema.pick({ alerts_channel: true }).required();

async function saveMode(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language, settings } = visit;
  const t = channelsTexts[language];
  const typed = { channel: form.text('channel').trim(), mode: form.text('mode') };
  const checked = check(channelModeSchema, typed, language);
  if (checked.faults) {
    const what = typed.channel === '' ? t.noneChosen : t.notAnId;
    return refuse(visit, 'channels', replace(checked.faults, 'channel', what));
  }
  const { channel, mode } = checked.values;
  const reading = await readGuild(core, server.id);
  const isOwn = hasChannel(reading, channel) || Object.hasOwn(settings.channels, channel);
  if (!isOwn) return refuse(visit, 'channels', new Map([['channel', t.notOfServer]]));
  try {
    await setChannelMode(core, server.id, checked.values, form.text('back') ? [] : aboveOf(reading, channel));
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'channel') throw error;
    return refuse(visit, 'channels', new Map([['channel', t.full(MAX_CHANNELS)]]));
  }
  const audited = { action: 'channels.changed' as const, subject: `${channel} ${mode}` };
  return done(visit, 'channels', 'channels_saved', audited);
}

async function saveTeam(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  // Ids typed one a line arrive as one text.
  const roles = form.all('teach_roles').flatMap((text) => text.split(/[\s,]+/).filter(Boolean));
  const teach_roles = [...new Set(roles)];
  const handover_role = form.text('handover_role').trim() || null;
  const checked = check(teamSchema, { teach_roles, handover_role }, language);
  const faults = checked.faults
    ? explainTeamFaults(visit, checked.faults, teach_roles.length)
    : await findTeamFaults(visit, checked.values);
  if (checked.faults || faults.size > 0) return refuse(visit, 'team', faults);
  await changeSettings(core, server.id, () => checked.values);
  const subject = [`teach ${teach_roles.join(' ') || '-'}`, `handover ${handover_role ?? '-'}`].join(', ');
  return done(visit, 'channels', 'team_saved', { action: 'team.changed', subject });
}

function explainTeamFaults({ language }: ServerVisit, faults: Faults, count: number): Faults {
  const t = channelsTexts[language];
  const what = count > MAX_TEACH_ROLES ? t.tooManyRoles(MAX_TEACH_ROLES) : t.notAnId;
  return replace(replace(faults, 'teach_roles', what), 'handover_role', t.notAnId);
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

async function saveTeamNames(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = channelsTexts[language];
  const team_names = linesOf(visit, 'team_names');
  const checked = check(teamNamesSchema, { team_names }, language);
  if (checked.faults) {
    const isLong = team_names.length > MAX_TEAM_NAMES;
    const what = isLong ? t.tooManyNames(MAX_TEAM_NAMES) : t.nameTooLong(MAX_NAME_CHARACTERS);
    return refuse(visit, 'team_names', new Map([['team_names', what]]));
  }
  await changeSettings(core, server.id, () => checked.values);
  return done(visit, 'channels', 'team_saved', { action: 'team.changed', subject: 'names' });
}

/** What was typed one a line, each once. */
function linesOf({ form }: ServerVisit, field: string): string[] {
  const lines = form.text(field).split('\n');
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))];
}

async function saveTopics(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = channelsTexts[language];
  const topics = linesOf(visit, 'topics');
  const checked = check(topicsSchema, { topics }, language);
  if (checked.faults) {
    const isLong = topics.length > MAX_TOPICS;
    const what = isLong ? t.tooManyTopics(MAX_TOPICS) : t.topicTooLong(MAX_TOPIC_CHARACTERS);
    return refuse(visit, 'topics', new Map([['topics', what]]));
  }
  await changeSettings(core, server.id, () => checked.values);
  return done(visit, 'channels', 'persona_saved', { action: 'persona.changed', subject: 'topics' });
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
  if (fault !== null && !isUnchanged) return refuse(visit, 'alerts', new Map([['channel', fault]]));
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
  if (!hasChannel(reading, channel)) return t.notOfServer;
  const found = reading.state === 'known' && reading.guild.channels.find(({ id }) => id === channel);
  return found && !takesMessages(found) ? t.notWritable : null;
}

/** Where names are not known, every id may be one. */
function hasChannel(reading: GuildReading, channel: string): boolean {
  return reading.state !== 'known' || reading.guild.channels.some(({ id }) => id === channel);
}

/** Where a category has a setting, `mention` is one of its own, unless the channel goes back to the default. */
function aboveOf(reading: GuildReading, channel: string): string[] {
  const above = reading.state === 'known' && reading.guild.channels.find(({ id }) => id === channel)?.above;
  return above ? [above] : [];
}

function replace(faults: Faults, field: string, what: string): Faults {
  return faults.has(field) ? new Map([...faults, [field, what]]) : faults;
}

function refuse(visit: ServerVisit, form: FormName, faults: Faults): Promise<Outcome> {
  return render(visit, { form, faults });
}

async function render(visit: ServerVisit, refused: ChannelsView['refused'] = null): Promise<Outcome> {
  const { core, server, language } = visit;
  const [reading, alerts] = await Promise.all([readGuild(core, server.id), listAlerts(core, server)]);
  const view = { visit, reading, alerts, refused };
  const content = html`${renderState(view)}${renderChannels(view)}${renderTeam(view)}
${renderTeamNames(view)}${renderTopics(view)}${renderLearning(view)}${renderAlerts(view)}`;
  const page = { title: channelsTexts[language].title, tab: 'channels' as const, content };
  return show(page, refused ? 422 : 200);
}
