import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { FAILURES, type FailureCode } from '../../domain/errors.ts';
import { TEAM_REASONS, TRAINING_STATES, type WebhookEvent } from '../../domain/types.ts';
import { SUGGESTION_SOURCES } from '../../domain/words.ts';
import { acceptedResponseSchema, chatResponseSchema } from './contract.ts';
import { toldFields } from './conversation.ts';

/** What a server's webhooks are sent, as the OpenAPI document describes it. */

const linkSchema = z.url().meta({ description: 'Page of the dashboard that shows it.' });

const answerSchema = z.object({
  answer_id: z.uuid().meta({ description: 'The `id` of the answer.' }),
  test: z.boolean().meta({ description: 'Asked with a test key.' }),
  ...toldFields,
  brief: z.object({
    question: z.string().nullable().meta({ description: 'null once it was deleted.' }),
    summary: z.string().nullable().meta({
      description:
        'The ticket in a sentence or two; null unless a model is set and several messages are handed over.',
    }),
    reason: z.enum(TEAM_REASONS).nullable(),
    team_back_at: z.iso.datetime().nullable(),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'Also null if the question came with `context` or pictures.' }),
    sources: z.array(z.object({ title: z.string(), url: z.url().nullable() })),
    language: z.string().nullable(),
    channel: z.string().meta({ description: 'Where it was asked, such as `api` or `discord`.' }),
    link: linkSchema,
  }),
});

const failureSchema = z.object({
  ...acceptedResponseSchema.shape,
  error: z.object({ code: z.enum(Object.keys(FAILURES) as FailureCode[]), message: z.string() }),
});

const outdatedSchema = z.object({
  answer_id: z.uuid().meta({ description: 'The `id` of the answer.' }),
  ...toldFields,
  brief: z.object({
    question: z.string().nullable().meta({ description: 'null once it was deleted.' }),
    answer: z.string().nullable(),
    claims: z.array(
      z.object({
        entry: z.string().meta({ description: 'Id of the entry that said it.' }),
        said: z.string().meta({ description: 'The sentence of the answer.' }),
        now: z.string().nullable().meta({ description: 'What the entry says about it now; null: nothing.' }),
      }),
    ),
    language: z.string().nullable(),
    channel: z.string(),
    link: linkSchema,
  }),
});

const knowledgeSchema = z.object({
  entries: z
    .array(z.object({ id: z.string(), change: z.enum(['added', 'changed', 'removed']) }))
    .meta({ description: 'At most 500; a larger change comes as several events.' }),
  brief: z.object({ link: linkSchema }),
});

const quotaSchema = z.object({
  brief: z.object({
    text: z.string(),
    scope: z.enum(['week', 'api']),
    percent: z.union([z.literal(80), z.literal(100)]),
    used_units: z.int().min(0),
    allowed_units: z.int().min(0),
    resets_at: z.iso.datetime(),
    link: linkSchema,
  }),
});

const weekSchema = z.object({
  brief: z.object({
    week: z.iso.date().meta({ description: 'The Monday on which the week began.' }),
    answers: z.int().min(0),
    handed_over: z.int().min(0),
    reasons: z
      .array(z.object({ reason: z.enum(TEAM_REASONS), count: z.int().min(1) }))
      .meta({ description: 'The three most frequent reasons for a hand-over.' }),
    confirmed: z.int().min(0),
    silent: z.int().min(0),
    reopened: z.int().min(0),
    wrong_now: z
      .int()
      .min(0)
      .meta({ description: 'Answers that are wrong now because an entry changed, up to 100.' }),
    next: z
      .array(z.object({ task: z.string(), count: z.int().min(1), link: linkSchema }))
      .meta({ description: 'At most three tasks, the most urgent first.' }),
    link: linkSchema,
  }),
});

const suggestionSchema = z.object({
  suggestion_id: z.string(),
  conversation_id: toldFields.conversation_id.meta({
    description: 'The `conversation_id` of the answer from which it was made.',
  }),
  brief: z.object({
    question: z.string(),
    answer: z.string().nullable(),
    source: z.enum(Object.keys(SUGGESTION_SOURCES) as (keyof typeof SUGGESTION_SOURCES)[]),
    state: z.enum(TRAINING_STATES),
    link: linkSchema,
  }),
});

const testSchema = z.object({ brief: z.object({ text: z.string(), link: linkSchema }) });

/** Each event, when it comes, and what its `data` has beside `server`. */
const EVENTS: Record<WebhookEvent, { summary: string; data: z.ZodObject }> = {
  'answer.created': {
    summary: 'An answer that was asked for with `Prefer: respond-async`',
    data: chatResponseSchema,
  },
  'answer.failed': {
    summary: 'An answer that was asked for with `Prefer: respond-async` failed; nothing was charged',
    data: failureSchema,
  },
  'answer.handed_over': { summary: 'A question was handed over to a person', data: answerSchema },
  'answer.outdated': {
    summary: 'An entry changed, and an answer that rests on it is wrong now',
    data: outdatedSchema,
  },
  'knowledge.changed': { summary: 'Entries were added, changed or removed', data: knowledgeSchema },
  'question.unanswered': { summary: 'The knowledge had no answer to a question', data: answerSchema },
  'quota.reached': {
    summary: "80% or 100% of the weekly quota, or of the API's share of it, is used",
    data: quotaSchema,
  },
  'report.weekly': { summary: 'A week is over', data: weekSchema },
  'suggestion.created': { summary: 'A suggestion waits for the owner to decide', data: suggestionSchema },
  'webhook.test': { summary: 'Someone asked for a test', data: testSchema },
};

/** Signed as Standard Webhooks says. */
const HEADERS = z.object({
  'webhook-id': z
    .string()
    .meta({ description: 'The same at every attempt: skip events that you have handled.' }),
  'webhook-timestamp': z.string().meta({ description: 'Time of this attempt, in seconds since 1970.' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; several are separated by spaces.',
  }),
});

export function describeEvents(): Record<string, ZodOpenApiPathItemObject> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { summary, data }]) => [
      type,
      { post: describeEvent(type, summary, data) },
    ]),
  );
}

function describeEvent(type: string, summary: string, data: z.ZodObject) {
  const schema = z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: z.object({ server: z.string().meta({ description: 'Id of the server.' }) }).extend(data.shape),
  });
  return {
    operationId: type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary,
    // The signature stands for the key.
    security: [],
    requestParams: { header: HEADERS },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': {
        description:
          'The event was received. After any other status except 410, or none within 15 seconds, it is sent again.',
      },
      '410': { description: 'The receiver wants no more events: the webhook is switched off.' },
    },
  };
}
