import { z } from 'zod';
import type { Hours } from '../../../domain/hours.ts';
import {
  MAX_MEMBER_QUESTIONS,
  MAX_PLACE_INSTRUCTIONS_CHARACTERS,
  MAX_PLACES,
  MAX_ROLE_LIMITS,
} from '../../../domain/limits.ts';
import { CHANNEL_MODES } from '../../../domain/types.ts';
import { formatHours, hoursSchema, hoursTextSchema } from '../hours.ts';
import { chatIdSchema, own, type Setting, textSchema, wholeSchemas } from './kinds.ts';

/** Instructions of one place; the same shape for commands, dashboard and database. */
export const placeInstructionsSchema = textSchema(MAX_PLACE_INSTRUCTIONS_CHARACTERS, 1);

/** Questions of a role's members in an hour, and percent of the week for a place. */
export const roleQuestions = wholeSchemas(0, MAX_MEMBER_QUESTIONS);
export const placeShare = wholeSchemas(1, 100);

const NONE = 'none';
/** Without `off`, which would say nothing of one place. */
const ownHoursSchema = hoursTextSchema.transform((hours, { addIssue }) => {
  if (hours) return hours;
  addIssue({ code: 'custom', message: 'must be hours, not off' });
  return z.NEVER;
});

/** By id of the channel, forum or category, but `role_questions`. */
export const PLACE_SETTINGS = {
  /** What is not listed is `mention`. */
  channels: own(z.record(chatIdSchema, z.enum(CHANNEL_MODES)), {}, { show: showById(' ') }),
  /** What the bot minds there, after the persona's instructions. */
  place_instructions: own(z.record(chatIdSchema, placeInstructionsSchema), {}, { show: showById(': ') }),
  /** By id of the role: questions of each member in an hour, instead of `member_questions`; 0: no limit. */
  role_questions: byId(roleQuestions, {
    ...{ most: MAX_ROLE_LIMITS, between: ', ', value: 'roles' },
    help: 'questions per hour of members with a role, such as "ROLE 50, ROLE 0"; 0: no limit; none: no limits by role',
  }),
  /** Percent of the week's quota that questions there may cost together. */
  place_shares: byId(placeShare, {
    ...{ most: MAX_PLACES, between: ', ', value: 'places' },
    help: 'percent of the weekly quota for a channel or category, such as "CHANNEL 10, CHANNEL 25"; none: no limits by place',
  }),
  /** When the team is there for this place, instead of `hours`. */
  place_hours: byId<Hours>(
    { schema: hoursSchema, typed: ownHoursSchema },
    {
      ...{ most: MAX_PLACES, between: ' | ', value: 'places', show: formatHours },
      help: 'hours of a channel or category, such as "CHANNEL Europe/Berlin; monday 09:00-17:00 | CHANNEL …"; none: the same hours everywhere',
    },
  ),
};

/** A value for each of several ids; typed as `ID VALUE` with `between` them, or `none`. */
function byId<Value>(
  { schema, typed }: { schema: z.ZodType<Value>; typed: z.ZodType<Value, string> },
  words: { most: number; between: string; value: string; help: string; show?: (value: Value) => string },
): Setting<z.ZodType<Record<string, Value>>> {
  const { most, between, value, help, show = String } = words;
  const isWithin = (all: Readonly<Record<string, unknown>>) => Object.keys(all).length <= most;
  const fault = `must list at most ${most} ids`;
  const given = z.string().transform((text) => splitById(text, between));
  const stored: z.ZodType<Record<string, Value>> = z.record(chatIdSchema, schema).refine(isWithin, fault);
  return own(
    stored,
    {},
    {
      ...{ typed: given.pipe(z.record(chatIdSchema, typed).refine(isWithin, fault)), flag: { value, help } },
      ...{ show: showById(' ', between, show), showOne: (shown) => show(shown as Value) },
    },
  );
}

function splitById(text: string, between: string): Record<string, string> {
  if (text.trim() === NONE) return {};
  const parts = text.split(between.trim()).map((part) => /^\s*(\S*)\s*(.*?)\s*$/s.exec(part));
  return Object.fromEntries(parts.map((part) => [part?.[1] ?? '', part?.[2] ?? '']));
}

/** Values by id as one text, as the command line takes it. */
export function showById<Value>(before: string, between = ', ', show: (value: Value) => string = String) {
  return (values: Readonly<Record<string, Value>>) =>
    Object.entries(values)
      .map(([id, value]) => `${id}${before}${show(value)}`)
      .join(between);
}
