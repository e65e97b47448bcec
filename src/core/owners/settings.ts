import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ChannelMode, TeamReason } from '../../domain/types.ts';
import type { Setting, SettingGroup } from './setting-kinds.ts';
import { SETTINGS } from './setting-list.ts';

export { channelSchema, chatIdSchema, urlSchema } from './setting-kinds.ts';
export {
  MAX_ACCESS_ROLES,
  MAX_FORM_BOTS,
  MAX_HANDOVER_ROLES,
  MAX_TEACH_ROLES,
  MAX_TEAM_NAMES,
  placeInstructionsSchema,
} from './setting-list.ts';

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

function closest<Value>(
  set: Readonly<Record<string, Value>>,
  { channelId, above }: ChannelPath,
): Value | undefined {
  const id = [channelId, ...above].find((one) => Object.hasOwn(set, one));
  return id === undefined ? undefined : set[id];
}
