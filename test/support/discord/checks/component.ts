import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { type Component, walkComponents } from '../components.ts';
import { findDuplicate } from './form.ts';

const customId = z.string().min(1).max(100);
const emoji = z.looseObject({ name: z.string().nullish(), id: z.string().nullish() });
const id = z.int().optional();
const disabled = z.boolean().optional();

const linkButton = z.strictObject({
  type: z.literal(ComponentType.Button),
  id,
  style: z.literal(ButtonStyle.Link),
  label: z.string().min(1).max(80).optional(),
  emoji: emoji.optional(),
  url: z.url({ protocol: /^(https?|discord)$/ }).max(512),
  disabled,
});
const actionButton = z
  .strictObject({
    type: z.literal(ComponentType.Button),
    id,
    style: z.int().min(ButtonStyle.Primary).max(ButtonStyle.Danger),
    label: z.string().max(80).optional(),
    emoji: emoji.optional(),
    custom_id: customId,
    disabled,
  })
  .refine(({ label, emoji }) => label || emoji, 'A button needs a label or an emoji');
const button = z.union([linkButton, actionButton]);

const selectBase = {
  id,
  custom_id: customId,
  placeholder: z.string().max(150).optional(),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  disabled,
  required: z.boolean().optional(),
};
const option = z.strictObject({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: z.string().max(100).nullish(),
  emoji: emoji.nullish(),
  default: z.boolean().nullish(),
});
const stringSelect = z
  .strictObject({
    type: z.literal(ComponentType.StringSelect),
    ...selectBase,
    options: z.array(option).min(1).max(25),
  })
  .refine(({ options }) => findDuplicate(options.map(({ value }) => value)) === undefined, 'Duplicate option')
  .refine(
    ({ options, max_values = 1 }) => max_values <= options.length,
    'max_values exceeds the number of options',
  );
const entitySelect = z.strictObject({
  type: z.union([
    z.literal(ComponentType.UserSelect),
    z.literal(ComponentType.RoleSelect),
    z.literal(ComponentType.MentionableSelect),
    z.literal(ComponentType.ChannelSelect),
  ]),
  ...selectBase,
  channel_types: z.array(z.int()).optional(),
  default_values: z.array(z.looseObject({ id: z.string(), type: z.string() })).optional(),
});
const select = z.union([stringSelect, entitySelect]);

const messageRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  id,
  components: z.union([z.array(button).min(1).max(5), z.array(select).length(1)]),
});

/** The classic rows of a message: five at most, custom ids unique. */
export const messageRows = z.array(messageRow).max(5).superRefine(refuseDuplicateIds);

const LAYOUTS: ReadonlySet<number> = new Set([
  ComponentType.Section,
  ComponentType.TextDisplay,
  ComponentType.MediaGallery,
  ComponentType.File,
  ComponentType.Separator,
  ComponentType.Container,
]);

/** Components v2: 40 in all, 4,000 characters of text; rows inside are checked as usual. */
export const layoutComponents = z
  .array(z.looseObject({ type: z.int() }))
  .superRefine((components, ctx) => {
    const all = [...walkComponents(components as Component[])];
    const text = all.map(({ content }) => (typeof content === 'string' ? content : '')).join('');
    if (all.length > 40) ctx.addIssue('More than 40 components');
    if (text.length > 4000) ctx.addIssue('More than 4000 characters of text');
    const rows = all.filter(({ type }) => type === ComponentType.ActionRow);
    const inner: ReadonlySet<number> = new Set([ComponentType.Button, ComponentType.Thumbnail]);
    const isKnown = ({ type }: Component) => LAYOUTS.has(type) || type === ComponentType.ActionRow;
    if (components.some(({ type }) => !isKnown({ type }) || inner.has(type))) ctx.addIssue('Not a layout');
    for (const row of rows) if (!messageRow.safeParse(row).success) ctx.addIssue('Invalid row');
  })
  .superRefine(refuseDuplicateIds);

const textInput = z
  .strictObject({
    type: z.literal(ComponentType.TextInput),
    id,
    custom_id: customId,
    style: z.int().min(1).max(2),
    label: z.string().min(1).max(45).optional(),
    min_length: z.int().min(0).max(4000).optional(),
    max_length: z.int().min(1).max(4000).optional(),
    required: z.boolean().optional(),
    value: z.string().max(4000).optional(),
    placeholder: z.string().max(100).optional(),
  })
  .refine(({ value = '', max_length = 4000 }) => value.length <= max_length, 'The value exceeds max_length');
const inputRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  id,
  components: z.array(textInput.refine(({ label }) => label !== undefined, 'A label is required')).length(1),
});
const inputLabel = z.strictObject({
  type: z.literal(ComponentType.Label),
  id,
  label: z.string().min(1).max(45),
  description: z.string().max(100).optional(),
  component: z.union([textInput.refine(({ label }) => label === undefined, 'Label twice'), select]),
});
const displayedText = z.strictObject({
  type: z.literal(ComponentType.TextDisplay),
  id,
  content: z.string().min(1),
});

export const modal = z.strictObject({
  custom_id: customId,
  title: z.string().min(1).max(45),
  components: z
    .array(z.union([inputRow, inputLabel, displayedText]))
    .min(1)
    .max(5)
    .superRefine(refuseDuplicateIds),
});

function refuseDuplicateIds(components: unknown[], ctx: z.RefinementCtx): void {
  const ids = [...walkComponents(components as Component[])].flatMap(({ custom_id }) => custom_id ?? []);
  const twice = findDuplicate(ids);
  if (twice) ctx.addIssue(`Component custom id cannot be duplicated: ${twice}`);
}
