import { MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import type { SentFile } from '../messages.ts';
import type { MessageBody } from '../records.ts';
import { layoutComponents, messageRows } from './component.ts';
import { checkForm, findDuplicate } from './form.ts';

const snowflake = z.string().regex(/^\d{15,20}$/);

const allowedMentions = z
  .strictObject({
    parse: z.array(z.enum(['everyone', 'roles', 'users'])).optional(),
    roles: z.array(snowflake).max(100).optional(),
    users: z.array(snowflake).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .superRefine(({ parse = [], roles = [], users = [] }, ctx) => {
    const clash =
      (parse.includes('roles') && roles.length > 0) || (parse.includes('users') && users.length > 0);
    if (clash)
      ctx.addIssue({ code: 'custom', path: ['parse'], message: 'parse and its list exclude each other' });
    if (findDuplicate([...roles, ...users])) ctx.addIssue('Every id only once');
  });

const embed = z.looseObject({
  title: z.string().max(256).nullish(),
  description: z.string().max(4096).nullish(),
  url: z.url().nullish(),
  fields: z
    .array(z.looseObject({ name: z.string().min(1).max(256), value: z.string().min(1).max(1024) }))
    .max(25)
    .nullish(),
  footer: z.looseObject({ text: z.string().max(2048) }).nullish(),
  author: z.looseObject({ name: z.string().max(256) }).nullish(),
});
const embeds = z
  .array(embed)
  .max(10)
  .refine((all) => all.reduce((sum, one) => sum + textLength(one), 0) <= 6000, 'Embed size exceeds 6000');

const base = {
  content: z.string().max(2000, 'Must be 2000 or fewer in length.').nullish(),
  embeds: embeds.nullish(),
  allowed_mentions: allowedMentions.nullish(),
  attachments: z
    .array(z.looseObject({ id: z.union([z.string(), z.int()]) }))
    .max(10)
    .nullish(),
  flags: z.int().nullish(),
};
const createShape = {
  ...base,
  tts: z.boolean().nullish(),
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z
    .looseObject({ message_id: snowflake, fail_if_not_exists: z.boolean().optional() })
    .nullish(),
  sticker_ids: z.array(snowflake).max(3).nullish(),
};
const rows = { components: messageRows.nullish() };
const layout = { components: layoutComponents.nullish() };

/** Discord's limits for a new message, then that it is not empty. */
export function checkNewMessage(body: MessageBody, files: SentFile[], prefix: string[] = []): void {
  const isLayout = Boolean((body.flags ?? 0) & MessageFlags.IsComponentsV2);
  checkForm(z.looseObject({ ...createShape, ...(isLayout ? layout : rows) }), body, prefix);
  checkForm(z.array(z.unknown()).max(10), files, [...prefix, 'files']);
  if (isLayout && (body.content || body.embeds?.length)) {
    checkForm(z.looseObject({ content: z.undefined(), embeds: z.undefined() }), body, prefix);
  }
}

export function checkEdit(body: MessageBody, isLayout: boolean): void {
  checkForm(z.looseObject({ ...base, ...(isLayout ? layout : rows) }), body);
}

interface EmbedTexts {
  title?: string | null | undefined;
  description?: string | null | undefined;
  fields?: { name: string; value: string }[] | null | undefined;
  footer?: { text: string } | null | undefined;
  author?: { name: string } | null | undefined;
}

function textLength({ title, description, fields, footer, author }: EmbedTexts): number {
  const texts = [title, description, footer?.text, author?.name];
  for (const { name, value } of fields ?? []) texts.push(name, value);
  return texts.join('').length;
}
