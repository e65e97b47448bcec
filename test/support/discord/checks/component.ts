import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { type Component, walkComponents } from '../components.ts';
import { findDuplicate } from './form.ts';

// What the bot sends alone: link buttons, other menus and layouts are refused until it does.

const customId = z.string().min(1).max(100);
const emoji = z.looseObject({ name: z.string() });

const button = z
  .strictObject({
    type: z.literal(ComponentType.Button),
    id: z.int().optional(),
    style: z.int().min(ButtonStyle.Primary).max(ButtonStyle.Danger),
    label: z.string().max(80).optional(),
    emoji: emoji.optional(),
    custom_id: customId,
    disabled: z.boolean().optional(),
  })
  .refine(({ label, emoji }) => label || emoji, 'A button needs a label or an emoji');

const option = z.strictObject({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: z.string().max(100).nullish(),
});
const select = z
  .strictObject({
    type: z.literal(ComponentType.StringSelect),
    id: z.int().optional(),
    custom_id: customId,
    placeholder: z.string().max(150).optional(),
    options: z.array(option).min(1).max(25),
  })
  .refine(
    ({ options }) => findDuplicate(options.map(({ value }) => value)) === undefined,
    'Duplicate option',
  );

const messageRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  id: z.int().optional(),
  components: z.union([z.array(button).min(1).max(5), z.array(select).length(1)]),
});

/** The rows of a message: five at most, custom ids unique. */
export const messageRows = z.array(messageRow).max(5).superRefine(refuseDuplicateIds);

const textInput = z
  .strictObject({
    type: z.literal(ComponentType.TextInput),
    custom_id: customId,
    style: z.int().min(1).max(2),
    label: z.string().min(1).max(45),
    max_length: z.int().min(1).max(4000).optional(),
    required: z.boolean().optional(),
    value: z.string().max(4000).optional(),
    placeholder: z.string().max(100).optional(),
  })
  .refine(({ value = '', max_length = 4000 }) => value.length <= max_length, 'The value exceeds max_length');
const inputRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  components: z.array(textInput).length(1),
});

export const modal = z.strictObject({
  custom_id: customId,
  title: z.string().min(1).max(45),
  components: z.array(inputRow).min(1).max(5).superRefine(refuseDuplicateIds),
});

function refuseDuplicateIds(components: unknown[], ctx: z.RefinementCtx): void {
  const ids = [...walkComponents(components as Component[])].flatMap(({ custom_id }) => custom_id ?? []);
  const twice = findDuplicate(ids);
  if (twice) ctx.addIssue(`Component custom id cannot be duplicated: ${twice}`);
}
