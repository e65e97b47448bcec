import { z } from 'zod';
import { MAX_CONTENT_CHARACTERS, MAX_MESSAGES, MAX_NAME_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import { imagesSchema } from '../given/images.ts';
import { withoutPictures } from './undecoded.ts';

/** The API's reference shows these descriptions. */

export const nameSchema = z.string().max(MAX_NAME_CHARACTERS).transform(toCleanText);

const messageSchema = z
  .object({
    role: z.enum(['user', 'assistant']).meta({
      description: '`user` is the customer; `assistant` is an earlier answer of the bot.',
    }),
    content: z
      .string()
      .min(1)
      .overwrite(withoutPictures)
      .max(MAX_CONTENT_CHARACTERS)
      .transform(toCleanText)
      .meta({ description: 'The message text.' }),
    name: nameSchema
      .nullish()
      .meta({ description: 'Who wrote it, useful when several people write in one ticket.' }),
    images: imagesSchema.nullish().meta({
      description:
        'Pictures that belong to the last message; on others they are refused. They add to the cost of the answer and go to a model that can see pictures. Neither they nor the text of that answer is stored. If no model sees them, `answer` says so.',
    }),
  })
  .meta({ id: 'Message' });

export const ticketSchema = z
  .array(messageSchema)
  .min(1)
  .max(MAX_MESSAGES)
  .refine((messages) => messages.at(-1)?.role === 'user', { params: { code: 'last_message_not_user' } })
  .superRefine((messages, context) => {
    const at = messages.slice(0, -1).findIndex(({ images }) => images?.length);
    if (at < 0) return;
    const message = 'is allowed only in the last message';
    context.addIssue({ code: 'custom', path: [at, 'images'], message });
  })
  .meta({ description: 'The ticket so far, oldest message first; the last one has the role `user`.' });
