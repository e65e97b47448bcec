import { MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import type { SentFile } from '../messages.ts';
import type { MessageBody } from '../records.ts';
import { messageRows } from './component.ts';
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

const KNOWN_FLAGS = MessageFlags.Ephemeral | MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications;

/** The bot sends neither embeds nor layouts of the second kind. */
const change = z.looseObject({
  content: z.string().max(2000, 'Must be 2000 or fewer in length.').nullish(),
  embeds: z.array(z.unknown()).max(0).nullish(),
  components: messageRows.nullish(),
  allowed_mentions: allowedMentions.nullish(),
  attachments: z
    .array(z.looseObject({ id: z.union([z.string(), z.int()]) }))
    .max(10)
    .nullish(),
  flags: z
    .int()
    .refine((flags) => (flags & ~KNOWN_FLAGS) === 0, 'Unknown flags')
    .nullish(),
});
const message = change.extend({
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z
    .looseObject({ message_id: snowflake, fail_if_not_exists: z.boolean().optional() })
    .nullish(),
});

/** Discord's limits for a new message. */
export function checkNewMessage(body: MessageBody, files: SentFile[], prefix: string[] = []): void {
  checkForm(message, body, prefix);
  checkForm(z.array(z.unknown()).max(10), files, [...prefix, 'files']);
}

export function checkEdit(body: MessageBody): void {
  checkForm(change, body);
}
