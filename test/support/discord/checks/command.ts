import {
  ApplicationCommandType as Kind,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { findDuplicate } from './form.ts';

const slashName = z
  .string()
  .regex(/^[-_\p{L}\p{N}]{1,32}$/u)
  .refine((name) => name === name.toLowerCase(), 'Command name must be lower case');
const menuName = z.string().min(1).max(32);
const description = z.string().min(1).max(100);
const translations = (text: z.ZodString) => z.partialRecord(z.enum(Locale), text).nullish();
const slashNames = z.partialRecord(z.enum(Locale), slashName).nullish();

const choice = (value: z.ZodType) =>
  z.strictObject({
    name: z.string().min(1).max(100),
    name_localizations: translations(description),
    value,
  });
const choices = (value: z.ZodType) =>
  z
    .array(choice(value))
    .max(25)
    .refine((all) => findDuplicate(all.map(({ name }) => name)) === undefined, 'Duplicate choice')
    .optional();

const optionBase = {
  name: slashName,
  name_localizations: slashNames,
  description,
  description_localizations: translations(description),
  required: z.boolean().optional(),
};
const autocomplete = z.boolean().optional();
const numeric = (kind: typeof Option.Integer | typeof Option.Number, value: z.ZodNumber) =>
  z.strictObject({
    type: z.literal(kind),
    ...optionBase,
    autocomplete,
    choices: choices(value),
    min_value: value.optional(),
    max_value: value.optional(),
  });
const valueOption = z
  .union([
    z.strictObject({
      type: z.literal(Option.String),
      ...optionBase,
      autocomplete,
      choices: choices(z.string().min(1).max(100)),
      min_length: z.int().min(0).max(6000).optional(),
      max_length: z.int().min(1).max(6000).optional(),
    }),
    numeric(Option.Integer, z.int()),
    numeric(Option.Number, z.number()),
    z.strictObject({
      type: z.literal(Option.Channel),
      ...optionBase,
      channel_types: z.array(z.int()).optional(),
    }),
    z.strictObject({
      type: z.union([
        z.literal(Option.Boolean),
        z.literal(Option.User),
        z.literal(Option.Role),
        z.literal(Option.Mentionable),
        z.literal(Option.Attachment),
      ]),
      ...optionBase,
    }),
  ])
  .refine(
    (option) => !('choices' in option && option.choices?.length && option.autocomplete),
    'Choices and autocomplete exclude each other',
  );

const valueOptions = z.array(valueOption).max(25).superRefine(checkOptions).optional();
const { required: _, ...groupBase } = optionBase;
const subcommand = z.strictObject({
  type: z.literal(Option.Subcommand),
  ...groupBase,
  options: valueOptions,
});
const subcommands = z.array(subcommand).min(1).max(25).superRefine(checkOptions);
const group = z.strictObject({ type: z.literal(Option.SubcommandGroup), ...groupBase, options: subcommands });

const commandBase = {
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  nsfw: z.boolean().optional(),
  contexts: z.array(z.int().min(0).max(2)).nullish(),
  integration_types: z.array(z.int().min(0).max(1)).nullish(),
};
const slashCommand = z.strictObject({
  type: z.literal(Kind.ChatInput).optional(),
  ...commandBase,
  name: slashName,
  name_localizations: slashNames,
  description,
  description_localizations: translations(description),
  options: z
    .union([
      valueOptions.unwrap(),
      z
        .array(z.union([subcommand, group]))
        .min(1)
        .max(25)
        .superRefine(checkOptions),
    ])
    .optional(),
});
const menuCommand = z.strictObject({
  type: z.union([z.literal(Kind.User), z.literal(Kind.Message)]),
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
  if (count(Kind.User) > 15 || count(Kind.Message) > 15) ctx.addIssue('More than 15 menus of a kind');
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
  let length = 0;
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string' && ['name', 'description', 'value'].includes(key)) length += value.length;
    if (Array.isArray(value))
      for (const item of value) if (typeof item === 'object') length += textLength(item);
  }
  return length;
}
