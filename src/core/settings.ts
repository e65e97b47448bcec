import { z } from 'zod';
import { MAX_INSTRUCTIONS_CHARACTERS, MAX_URL_CHARACTERS } from '../domain/limits.ts';
import { toCleanText } from '../domain/text.ts';

const text = (characters: number) => z.string().trim().max(characters).transform(toCleanText);

/** An http or https address; the same shape for avatars, links and documentation. */
export const urlSchema = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }));

const levelSchema = z.enum(['V1', 'V1.5', 'V2']);
export const languageSchema = z.enum(['de', 'en']);

const fields = {
  bot_name: text(100).pipe(z.string().min(1)),
  avatar: urlSchema.nullable(),
  tone: text(500),
  instructions: text(MAX_INSTRUCTIONS_CHARACTERS),
  level: levelSchema,
  language: languageSchema,
  /** Words that always hand over. */
  topics: z.array(text(60).pipe(z.string().min(1))).max(50),
};

/** What an owner sets about the bot; the one shape for commands, dashboard, command line and database. */
export const settingsSchema = z.object({
  bot_name: fields.bot_name.default('Lotse'),
  avatar: fields.avatar.default(null),
  tone: fields.tone.default(''),
  instructions: fields.instructions.default(''),
  level: fields.level.default('V1'),
  language: fields.language.default('en'),
  topics: fields.topics.default([]),
});

/** The same fields, each only when given: a default would overwrite what is stored. */
export const settingsChangeSchema = z.object(fields).partial();

export type Settings = z.infer<typeof settingsSchema>;

/** Settings as stored, with defaults for what older versions did not know. */
export function parseSettings(stored: unknown): Settings {
  return settingsSchema.parse(stored ?? {});
}
