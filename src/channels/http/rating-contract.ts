import { z } from 'zod';
import { MAX_COMMENT_CHARACTERS, MAX_TEAM_ANSWER_CHARACTERS } from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';
import { ANSWER_OUTCOMES } from '../../domain/types.ts';

/** What callers say of an answer, as zod schemas: what is checked here is what /api/v1/openapi.json shows. */

/** What a caller leaves out, or leaves blank, says nothing. */
const wordsSchema = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => (text.trim() === '' ? null : toCleanText(text)))
    .nullish();

export const answerIdSchema = z.uuid().meta({ description: 'The `id` of an answer.' });

export const feedbackRequestSchema = z
  .object({
    helpful: z.boolean().meta({ description: 'Whether the answer helped; the last feedback counts.' }),
    comment: wordsSchema(MAX_COMMENT_CHARACTERS).meta({
      description: 'What the customer says about it; shown to the owner, deleted with the question.',
    }),
  })
  .meta({ id: 'FeedbackRequest' });

export const outcomeRequestSchema = z
  .object({
    outcome: z.enum(ANSWER_OUTCOMES).meta({
      description: 'What became of the ticket after the answer; the last outcome counts.',
    }),
    team_answer: wordsSchema(MAX_TEAM_ANSWER_CHARACTERS).meta({
      description:
        'What your team wrote to the customer, text or HTML. Where learning is on, it becomes a suggestion without personal data, never used before the owner approves it.',
    }),
  })
  .meta({ id: 'OutcomeRequest' });
