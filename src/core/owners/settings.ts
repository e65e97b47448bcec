import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import {
  MAX_INSTRUCTIONS_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PLACE_INSTRUCTIONS_CHARACTERS,
  MAX_URL_CHARACTERS,
} from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';
import { CHANNEL_MODES, type ChannelMode, DRAFT_STATES, LANGUAGES } from '../../domain/types.ts';
import { hoursSchema } from './hours.ts';

/** Words that hand over, and characters of one. */
export const MAX_TOPICS = 50;
export const MAX_TOPIC_CHARACTERS = 60;
export const MAX_TEAM_NAMES = 50;
export const MAX_MEMBER_QUESTIONS = 1_000;
export const MAX_FORM_BOTS = 10;
export const MAX_TEACH_ROLES = 25;
export const MAX_BOT_NAME_CHARACTERS = 100;
export const MAX_TONE_CHARACTERS = 500;

const text = (characters: number) => z.string().trim().max(characters).transform(toCleanText);

/** An http or https address; the same shape for avatars, links and documentation. */
export const urlSchema = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }));

/** A confidence as people type it: `0.5` or `0,5`. */
export const draftBelowSchema = z
  .string()
  .trim()
  .regex(/^(?:[01]|[01]?[.,]\d{1,4})$/, 'must be a number from 0 to 1')
  .transform((text) => Number(text.replace(',', '.')))
  .pipe(z.number().min(0).max(1));

/** A number of questions as people type it. */
export const memberQuestionsSchema = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, `must be a whole number from 0 to ${MAX_MEMBER_QUESTIONS}`)
  .transform(Number)
  .pipe(z.number().max(MAX_MEMBER_QUESTIONS));

const levelSchema = z.enum(['V1', 'V1.5', 'V2']);
export const languageSchema = z.enum(LANGUAGES);

/** Id of a channel, role, member or message of the chat platform. */
export const chatIdSchema = z.string().regex(/^\d{1,20}$/, 'must be an id');

/** Instructions of one place; the same shape for commands, dashboard and database. */
export const placeInstructionsSchema = text(MAX_PLACE_INSTRUCTIONS_CHARACTERS).pipe(z.string().min(1));

const fields = {
  bot_name: text(MAX_BOT_NAME_CHARACTERS).pipe(z.string().min(1)),
  avatar: urlSchema.nullable(),
  tone: text(MAX_TONE_CHARACTERS),
  instructions: text(MAX_INSTRUCTIONS_CHARACTERS),
  level: levelSchema,
  language: languageSchema,
  /** Words that always hand over. */
  topics: z.array(text(MAX_TOPIC_CHARACTERS).pipe(z.string().min(1))).max(MAX_TOPICS),
  /** Names by which people of the team write in tickets. */
  team_names: z.array(text(MAX_NAME_CHARACTERS).pipe(z.string().min(1))).max(MAX_TEAM_NAMES),
  /** By id of the channel; what is not listed is `mention`. */
  channels: z.record(chatIdSchema, z.enum(CHANNEL_MODES)),
  /** By id of the channel, forum or category: what the bot minds there, after the persona's instructions. */
  place_instructions: z.record(chatIdSchema, placeInstructionsSchema),
  /** Ticket bots whose opening message in a new channel is the asker's question. */
  form_bots: z.array(chatIdSchema).max(MAX_FORM_BOTS),
  /** Roles whose members teach, and the one that a hand-over pings. */
  teach_roles: z.array(chatIdSchema).max(MAX_TEACH_ROLES),
  handover_role: chatIdSchema.nullable(),
  /** Whether replies of teachers become suggestions. */
  learning: z.boolean(),
  /** Channel that is told when quota runs low or test questions fail; null: nobody is told. */
  alerts_channel: chatIdSchema.nullable(),
  /** Which answers somebody looks at first, and the confidence below which one is unsure. */
  drafts: z.enum(DRAFT_STATES),
  draft_below: z.number().min(0).max(1),
  /** Whether the same question gets the same answer for a day, without a debit. */
  repeats: z.boolean(),
  /** Questions of one member in an hour; 0: no limit. */
  member_questions: z.int().min(0).max(MAX_MEMBER_QUESTIONS),
  /** When the team is there; null: at any time. */
  hours: hoursSchema.nullable(),
};

/** What an owner sets about the bot, each only when given: a default would overwrite what is stored. */
export const settingsChangeSchema = z.object(fields).partial();

/** What an owner sets about the bot; the one shape for commands, dashboard, command line and database. */
export const settingsSchema = z.object({
  bot_name: fields.bot_name.default('Lotse'),
  avatar: fields.avatar.default(null),
  tone: fields.tone.default(''),
  instructions: fields.instructions.default(''),
  level: fields.level.default('V1'),
  language: fields.language.default('en'),
  topics: fields.topics.default([]),
  team_names: fields.team_names.default([]),
  channels: fields.channels.default({}),
  place_instructions: fields.place_instructions.default({}),
  form_bots: fields.form_bots.default([]),
  teach_roles: fields.teach_roles.default([]),
  handover_role: fields.handover_role.default(null),
  learning: fields.learning.default(false),
  alerts_channel: fields.alerts_channel.default(null),
  drafts: fields.drafts.default('off'),
  draft_below: fields.draft_below.default(0.5),
  repeats: fields.repeats.default(true),
  member_questions: fields.member_questions.default(20),
  hours: fields.hours.default(null),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Settings that `===` compares. */
type SingleName = {
  [Name in keyof Settings]: NonNullable<Settings[Name]> extends object ? never : Name;
}[keyof Settings];

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

/** Those of these settings that a change gives another value; of settings that are single values. */
export function listChanged<Name extends SingleName>(
  current: Settings,
  change: Partial<Settings>,
  names: readonly Name[],
): Name[] {
  return names.filter((name) => change[name] !== undefined && change[name] !== current[name]);
}

/** Roles of the people who help: those who teach and the one that a hand-over pings. */
export function teamRolesOf({ teach_roles, handover_role }: Settings): ReadonlySet<string> {
  return new Set(handover_role === null ? teach_roles : [...teach_roles, handover_role]);
}

/** Whether somebody helps here: by a role, or because they may manage the server. */
export function isOfTeam(
  settings: Settings,
  { roleIds, isAdmin }: { roleIds: readonly string[]; isAdmin: boolean },
): boolean {
  const team = teamRolesOf(settings);
  return isAdmin || roleIds.some((id) => team.has(id));
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
