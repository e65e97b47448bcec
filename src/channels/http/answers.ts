import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { recordFeedback } from '../../core/learning/feedback.ts';
import { recordOutcome } from '../../core/learning/outcomes.ts';
import { eraseAnswer, getSaid, listSaid, type ReportedAnswer } from '../../core/learning/said-answers.ts';
import { recordAction } from '../../core/members/audit.ts';
import { parseSettings } from '../../core/owners/settings.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_COMMENT_CHARACTERS, MAX_TEAM_ANSWER_CHARACTERS } from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';
import { ANSWER_OUTCOMES, DRAFT_VERDICTS, LANGUAGES, TRAINING_STATES } from '../../domain/types.ts';
import { type ApiState, holderOf, refuseOtherScope } from './authenticate.ts';
import { checkSent, writeJson } from './body.ts';
import { chatResponseSchema } from './contract.ts';
import { conversationIdSchema, toldFields } from './conversation.ts';

const ANSWERS_PER_PAGE = 100;

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
      ctx.set('X-Lotse-Note', 'learning is off, so team_answer does not become a suggestion');
    ctx.status = 204;
  };
}

/** In the order in which they were given, so that a system takes up where it stopped. */
export function getAnswers(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { after, conversation_id } = ctx.query;
    const asked = checkSent(answersQuerySchema, { after, conversation_id });
    const which = { after: asked.after, conversationId: asked.conversation_id, limit: ANSWERS_PER_PAGE };
    const { answers, next } = await listSaid(core, enter(ctx.state), which);
    const body: z.infer<typeof answersPageSchema> = { answers: answers.map(toResponse), next };
    writeJson(ctx, body);
  };
}

export function getAnswer(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { answerId } = answerOf(ctx, ctx.state);
    writeJson(ctx, toResponse(await getSaid(core, enter(ctx.state), answerId)));
  };
}

export function deleteAnswer(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { serverId, answerId } = answerOf(ctx, ctx.state);
    await eraseAnswer(core, enter(ctx.state), answerId);
    const actor = { channel: 'api' as const, memberId: null, memberName: null };
    await recordAction(core, { serverId, actor, action: 'answer.erased', subject: answerId });
    ctx.status = 204;
  };
}

function toResponse({
  vote,
  comment,
  suggestionId,
  suggestionState,
  ...said
}: ReportedAnswer): AnswerResponse {
  const { id, question, answer, sources, level, language, outcome, metadata } = said;
  return {
    ...{ id, at: said.at.toISOString(), conversation_id: said.conversationId, metadata },
    ...{ question: question ?? '', answer, needs_team: said.reason !== null, team_reason: said.reason },
    ...{ sources, confidence: Math.round(said.confidence * 100) / 100 },
    ...{ draft: said.isDraft, repeated: said.isRepeated, level, language },
    feedback: vote && { helpful: vote === 'up', comment },
    ...{ outcome, draft_outcome: said.verdict },
    suggestion: suggestionId && suggestionState ? { id: suggestionId, state: suggestionState } : null,
  };
}

/** The terms of a trial do not matter: it costs nothing. @throws AppError('wrong_scope' | 'server_inactive') */
export function enter(state: ApiState): { serverId: string; isTest: boolean } {
  const holder = holderOf(state);
  refuseOtherScope(holder, 'chat');
  if (!holder.server.active) throw new AppError('server_inactive');
  return { serverId: holder.server.id, isTest: holder.isTest };
}

/** @throws AppError('wrong_scope' | 'server_inactive' | 'not_found') */
function answerOf(ctx: Context & { params?: { id?: string } }, state: ApiState) {
  const { serverId } = enter(state);
  // An invalid id is an unknown one, as another server's is.
  const { data: answerId } = answerIdSchema.safeParse(ctx.params?.id);
  if (answerId === undefined) throw new AppError('not_found');
  return { serverId, answerId: answerId.toLowerCase() };
}

/** Blank words count as left out. */
const wordsSchema = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => (text.trim() === '' ? null : toCleanText(text)))
    .nullish();

export const answerIdSchema = z.uuid().meta({ description: 'The `id` of an answer.' });

export const answersQuerySchema = z.object({
  after: answerIdSchema.optional().meta({
    description: '`next` of the previous page, or the last `id` you know; if left out: the first page.',
  }),
  conversation_id: conversationIdSchema.optional().meta({
    description: 'Only the answers of this ticket.',
    example: 'ticket-4711',
  }),
});

const { answer, needs_team, team_reason, sources, draft, repeated, level } = chatResponseSchema.shape;

export const answerResponseSchema = z
  .object({
    id: answerIdSchema,
    at: z.iso.datetime(),
    ...toldFields,
    question: z.string().meta({ description: 'The last message, as it is stored.' }),
    answer: answer.nullable().meta({
      description:
        'As it is stored: null if the question came with `context` or pictures; personal data that the model saw as a placeholder, such as `[EMAIL_1]`, is a placeholder here too.',
    }),
    ...{ needs_team, team_reason, sources, confidence: z.number().min(0).max(1), draft, repeated, level },
    language: z.enum(LANGUAGES).nullable(),
    feedback: z
      .object({ helpful: z.boolean(), comment: z.string().nullable() })
      .nullable()
      .meta({ description: 'The last feedback that was sent; null: none.' }),
    outcome: z.enum(ANSWER_OUTCOMES).nullable(),
    draft_outcome: z.enum(DRAFT_VERDICTS).nullable(),
    suggestion: z
      .object({ id: z.string(), state: z.enum(TRAINING_STATES) })
      .nullable()
      .meta({ description: 'What was learned from `team_answer`; null: nothing.' }),
  })
  .meta({ id: 'Answer' });
type AnswerResponse = z.infer<typeof answerResponseSchema>;

export const answersPageSchema = z
  .object({
    answers: z.array(answerResponseSchema).meta({ description: 'At most 100, oldest first.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: '`after` for the next page; null: this is the last one.' }),
  })
  .meta({ id: 'AnswersPage' });

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
        'What became of the ticket after the answer, or what the team did with a draft: sent unchanged, edited, or discarded. The last report of each counts.',
    }),
    team_answer: wordsSchema(MAX_TEAM_ANSWER_CHARACTERS).meta({
      description:
        'What your team wrote to the customer, text or HTML. Where learning is on, it becomes a suggestion without personal data, never used before the owner approves it.',
    }),
  })
  .meta({ id: 'OutcomeRequest' });
