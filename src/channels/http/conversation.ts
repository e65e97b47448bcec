import { z } from 'zod';
import {
  MAX_CONVERSATION_ID_CHARACTERS,
  MAX_METADATA_NAME_CHARACTERS,
  MAX_METADATA_PAIRS,
  MAX_METADATA_VALUE_CHARACTERS,
} from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';

/** What a caller's system gives with a question and gets back with all that is told of its answer. */

export const conversationIdSchema = z
  .string()
  .min(1)
  .max(MAX_CONVERSATION_ID_CHARACTERS)
  .transform(toCleanText)
  .meta({
    description: 'The id of the ticket in your own system; it comes back with the answer and its events.',
    example: 'ticket-4711',
  });

const nameOfPair = `must have a name of 1 to ${MAX_METADATA_NAME_CHARACTERS} characters`;
export const metadataSchema = z
  .record(
    z.string().min(1).max(MAX_METADATA_NAME_CHARACTERS),
    z.string().max(MAX_METADATA_VALUE_CHARACTERS),
    { error: ({ code }) => (code === 'invalid_key' ? nameOfPair : undefined) },
  )
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS, {
    error: `must have at most ${MAX_METADATA_PAIRS} pairs`,
  })
  .transform((pairs) =>
    Object.fromEntries(Object.entries(pairs).map(([name, value]) => [toCleanText(name), toCleanText(value)])),
  );

/** Back from the request, wherever an answer is told. */
export const toldFields = {
  conversation_id: z.string().nullable().meta({ description: 'As you sent it; null: you sent none.' }),
  metadata: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'As you sent it; null: you sent none.' }),
};
