import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Hours } from '../../domain/hours.ts';
import type { ChannelMode, TeamReason } from '../../domain/types.ts';
import type { Setting, SettingGroup } from './setting-list/kinds.ts';
import { SETTINGS } from './setting-list/list.ts';

export { channelSchema, chatIdSchema, urlSchema } from './setting-list/kinds.ts';
export {
  MAX_ACCESS_ROLES,
  MAX_FORM_BOTS,
  MAX_HANDOVER_ROLES,
  MAX_TEACH_ROLES,
  MAX_TEAM_NAMES,
} from './setting-list/list.ts';
export { placeInstructionsSchema, placeShare, roleQuestions } from './setting-list/places.ts';

export const languageSchema = SETTINGS.language.schema;

export type SettingName = keyof typeof SETTINGS;
type Schemas = { [Name in SettingName]: (typeof SETTINGS)[Name]['schema'] };
type Defaults = { [Name in SettingName]: z.ZodDefault<Schemas[Name]> };

const described = Object.entries<Setting>(SETTINGS) as [SettingName, Setting][];
const schemas = Object.fromEntries(described.map(([name, { schema }]) => [name, schema])) as Schemas;
const defaults = Object.fromEntries(
  described.map(([name, { schema, initial }]) => [name, schema.default(initial)]),
) as unknown as Defaults;

/** What an owner sets about the bot, each only when given: a default would overwrite what is stored. */
export const settingsChangeSchema = z.object(schemas).partial();

/** What an owner sets about the bot; the one shape for commands, dashboard, command line and database. */
export const settingsSchema = z.object(defaults);

/** A change as people type it: every value is a text, of lists also lines. */
export const typedSettingsSchema = z
  .object(Object.fromEntries(described.map(([name, { typed }]) => [name, typed])))
  .partial() as unknown as z.ZodType<Partial<Settings>>;

export type Settings = z.infer<typeof settingsSchema>;

const parsed = new LRUCache<string, Settings>({ max: 500 });

/**
 * Settings as stored, with defaults for what older versions did not know. They come with every request and change
 * seldom, so what was parsed is kept; nobody may change it.
 */
export function parseSettings(stored: unknown): Settings {
  const key = JSON.stringify(stored ?? {});
  const known = parsed.get(key);
  if (known) return known;
  const settings = Object.freeze(settingsSchema.parse(stored ?? {}));
  parsed.set(key, settings);
  return settings;
}

/** How a setting is described. */
export function describeSetting(name: SettingName): Setting {
  return SETTINGS[name];
}

/** All settings, or those of a group. @param first these come before the others */
export function listSettings(group?: SettingGroup, first: readonly SettingName[] = []): SettingName[] {
  const names = described
    .filter(([, one]) => group === undefined || one.group === group)
    .map(([name]) => name);
  return [...new Set([...first, ...names])];
}

/** A setting in words, as the command line takes it. */
export function showSetting(name: SettingName, value: unknown): string {
  const { show } = describeSetting(name);
  if (show) return show(value);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** Roles of the people who help: those who teach and those that a hand-over pings. */
export function teamRolesOf({ teach_roles, handover_role, handover_roles }: Settings): ReadonlySet<string> {
  const called = Object.values(handover_roles);
  return new Set([...teach_roles, ...(handover_role === null ? [] : [handover_role]), ...called]);
}

/** The role that a hand-over pings: of the place, then of the topic, then of the reason, then the usual one. */
export function handoverRoleIn(
  { handover_role, handover_roles }: Pick<Settings, 'handover_role' | 'handover_roles'>,
  { path, topic, reason }: { path: ChannelPath; topic?: string | null; reason?: TeamReason | null },
): string | null {
  const names = [path.channelId, ...path.above, topic, reason];
  const name = names.find((one) => one != null && Object.hasOwn(handover_roles, one));
  return (name == null ? undefined : handover_roles[name]) ?? handover_role;
}

/** A channel or thread of the chat. */
export interface ChannelPath {
  channelId: string;
  /** Ids of what it belongs to, closest first: a thread's channel, then the category. */
  above: readonly string[];
}

/** How the bot behaves in a channel: the closest setting counts. */
export function modeIn({ channels }: Pick<Settings, 'channels'>, path: ChannelPath): ChannelMode {
  return closest(channels, path) ?? 'mention';
}

/** Whether the team alone sees what is answered, everywhere or in this place. */
export function isObservedIn(
  settings: Pick<Settings, 'channels' | 'observe'>,
  path: ChannelPath | undefined,
): boolean {
  return settings.observe || (path !== undefined && modeIn(settings, path) === 'observe');
}

/**
 * What the owner wrote for a channel, after the persona's instructions; empty where nothing. The closest text counts
 * alone: a channel's own replaces its category's.
 */
export function instructionsIn(
  { place_instructions }: Pick<Settings, 'place_instructions'>,
  path: ChannelPath,
): string {
  return closest(place_instructions, path) ?? '';
}

/** Hours of the team for a place, or those that hold everywhere; null: it is there at any time. */
export function hoursIn(
  { hours, place_hours }: Pick<Settings, 'hours' | 'place_hours'>,
  path: ChannelPath,
): Hours | null {
  return closest(place_hours, path) ?? hours;
}

/** The place whose share of the week, in percent, bounds what is asked here; null: the week alone does. */
export function placeShareIn(
  { place_shares }: Pick<Settings, 'place_shares'>,
  path: ChannelPath,
): { id: string; percent: number } | null {
  const id = closestId(place_shares, path);
  const percent = id === undefined ? undefined : place_shares[id];
  return id === undefined || percent === undefined ? null : { id, percent };
}

/** Questions of a member in an hour: the most that one of the roles allows; 0: no limit. */
export function questionsOf(
  settings: Pick<Settings, 'member_questions' | 'role_questions'>,
  roleIds: readonly string[],
): number {
  const { member_questions, role_questions } = settings;
  const allowed = roleIds.flatMap((id) =>
    Object.hasOwn(role_questions, id) ? [role_questions[id] ?? 0] : [],
  );
  if (allowed.length === 0) return member_questions;
  return allowed.includes(0) ? 0 : Math.max(...allowed);
}

function closest<Value>(set: Readonly<Record<string, Value>>, path: ChannelPath): Value | undefined {
  const id = closestId(set, path);
  return id === undefined ? undefined : set[id];
}

function closestId(set: Readonly<Record<string, unknown>>, { channelId, above }: ChannelPath) {
  return [channelId, ...above].find((one) => Object.hasOwn(set, one));
}
