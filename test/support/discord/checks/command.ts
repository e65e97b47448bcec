import {
  ApplicationCommandType as Kind,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { findDuplicate } from './form.ts';

// The kinds of commands and options that the bot has; others are refused until it has them.

const slashName = z
  .string()
  .regex(/^[-_\p{L}\p{N}]{1,32}$/u)
  .refine((name) => name === name.toLowerCase(), 'Command name must be lower case');
const menuName = z.string().min(1).max(32);
const description = z.string().min(1).max(100);
const translations = (text: z.ZodString) => z.partialRecord(z.enum(Locale), text).nullish();

const choice = z.strictObject({
  name: z.string().min(1).max(100),
  name_localizations: translations(description),
  value: z.string().min(1).max(100),
});
const described = {
  name: slashName,
  name_localizations: z.partialRecord(z.enum(Locale), slashName).nullish(),
  description,
  description_localizations: translations(description),
};
const optionBase = { ...described, required: z.boolean().optional() };
const valueOption = z
  .union([
    z.strictObject({
      type: z.literal(Option.String),
      ...optionBase,
      autocomplete: z.boolean().optional(),
      choices: z
        .array(choice)
        .max(25)
        .refine((all) => findDuplicate(all.map(({ name }) => name)) === undefined, 'Duplicate choice')
        .optional(),
      max_length: z.int().min(1).max(6000).optional(),
    }),
    z.strictObject({
      type: z.union([z.literal(Option.Channel), z.literal(Option.User), z.literal(Option.Role)]),
      ...optionBase,
    }),
  ])
  .refine(
    (option) => !('choices' in option && option.choices?.length && option.autocomplete),
    'Choices and autocomplete exclude each other',
  );
const valueOptions = z.array(valueOption).max(25).superRefine(checkOptions);
const subcommand = z.strictObject({
  type: z.literal(Option.Subcommand),
  ...described,
  options: valueOptions.optional(),
});

const commandBase = {
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  contexts: z.array(z.int().min(0).max(2)).nullish(),
  integration_types: z.array(z.int().min(0).max(1)).nullish(),
};
const slashCommand = z.strictObject({
  type: z.literal(Kind.ChatInput).optional(),
  ...commandBase,
  ...described,
  options: z.union([valueOptions, z.array(subcommand).min(1).max(25).superRefine(checkOptions)]).optional(),
});
const menuCommand = z.strictObject({
  type: z.literal(Kind.Message),
  ...commandBase,
  name: menuName,
  name_localizations: translations(menuName),
  description: z.literal('').optional(),
});

/** The body of PUT commands; strict, so that dm_permission and typing mistakes are refused. */
export const commandList = z.array(z.union([slashCommand, menuCommand])).superRefine((commands, ctx) => {
  const twice = findDuplicate(commands.map(({ type = Kind.ChatInput, name }) => `${type} ${name}`));
  if (twice) ctx.addIssue(`Application command names must be unique: ${twice}`);
  const count = (kind: Kind) => commands.filter(({ type = Kind.ChatInput }) => type === kind).length;
  if (count(Kind.ChatInput) > 100) ctx.addIssue('More than 100 commands');
  if (count(Kind.Message) > 15) ctx.addIssue('More than 15 menus of a kind');
  if (commands.some((command) => textLength(command) > 8000)) ctx.addIssue('More than 8000 characters');
});

function checkOptions(
  options: { name: string; required?: boolean | undefined }[],
  ctx: z.RefinementCtx,
): void {
  const twice = findDuplicate(options.map(({ name }) => name));
  if (twice) ctx.addIssue(`Option names must be unique: ${twice}`);
  const firstOptional = options.findIndex(({ required }) => !required);
  if (firstOptional >= 0 && options.slice(firstOptional).some(({ required }) => required)) {
    ctx.addIssue('Required options must be placed before non-required options');
  }
}

/** Names, descriptions and string values of everything inside count together. */
function textLength(node: object): number {
  const lengths = Object.entries(node).map(([key, value]) => {
    if (Array.isArray(value)) return textLength(value);
    if (typeof value === 'object' && value !== null && !key.endsWith('_localizations'))
      return textLength(value);
    return typeof value === 'string' && ['name', 'description', 'value'].includes(key) ? value.length : 0;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}
