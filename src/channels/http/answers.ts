import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { recordFeedback } from '../../core/learning/feedback.ts';
import { recordOutcome } from '../../core/learning/outcomes.ts';
import { parseSettings } from '../../core/owners/settings.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_COMMENT_CHARACTERS, MAX_TEAM_ANSWER_CHARACTERS } from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';
import { ANSWER_OUTCOMES, DRAFT_VERDICTS } from '../../domain/types.ts';
import { type ApiState, holderOf, refuseOtherScope } from './authenticate.ts';
import { checkSent } from './body.ts';

export function postFeedback(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { helpful: isHelpful, comment = null } = checkSent(feedbackRequestSchema, ctx.request.body);
    await recordFeedback(core, { ...answerOf(ctx, ctx.state), isHelpful, comment });
    ctx.status = 204;
  };
}

export function postOutcome(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { outcome, team_answer: teamAnswer = null } = checkSent(outcomeRequestSchema, ctx.request.body);
    await recordOutcome(core, { ...answerOf(ctx, ctx.state), outcome, teamAnswer });
    // A helpdesk that reports for months would find nothing learned.
    if (teamAnswer !== null && !parseSettings(holderOf(ctx.state).server.settings).learning)
      ctx.set('X-Lotse-Note', 'learning is off, so team_answer becomes no suggestion');
    ctx.status = 204;
  };
}

/**
 * The terms of a trial do not matter: there is an answer.
 * @throws AppError('wrong_scope' | 'server_inactive' | 'not_found')
 */
function answerOf(ctx: Context & { params?: { id?: string } }, state: ApiState) {
  const holder = holderOf(state);
  refuseOtherScope(holder, 'chat');
  if (!holder.server.active) throw new AppError('server_inactive');
  // An invalid id is an unknown one, as another server's is.
  const { data: answerId } = answerIdSchema.safeParse(ctx.params?.id);
  if (answerId === undefined) throw new AppError('not_found');
  return { serverId: holder.server.id, answerId: answerId.toLowerCase() };
}

/** Blank words count as left out. */
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
    outcome: z.enum([...ANSWER_OUTCOMES, ...DRAFT_VERDICTS]).meta({
      description:
        'What became of the ticket after the answer, or what the team did with a draft: it was sent as it was, edited, or discarded. The last of each counts.',
    }),
    team_answer: wordsSchema(MAX_TEAM_ANSWER_CHARACTERS).meta({
      description:
        'What your team wrote to the customer, text or HTML. Where learning is on, it becomes a suggestion without personal data, never used before the owner approves it.',
    }),
  })
  .meta({ id: 'OutcomeRequest' });
