import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { answerIdSchema, feedbackRequestSchema, outcomeRequestSchema } from './answers.ts';
import {
  chatRequestSchema,
  chatResponseSchema,
  idempotencyKeySchema,
  statusResponseSchema,
} from './contract.ts';
import { errorResponseSchema, PUBLIC_ERRORS } from './errors.ts';
import {
  entryPathSchema,
  entryRequestSchema,
  entryResponseSchema,
  knowledgePageSchema,
  pageQuerySchema,
} from './knowledge.ts';

const RATE_LIMIT_HEADERS = z.object({
  RateLimit: z.string().meta({ description: 'What is left: `"minute";r=19;t=60, "day";r=149;t=3600`.' }),
  'RateLimit-Policy': z
    .string()
    .meta({ description: 'The limits: `"minute";q=20;w=60, "day";q=150;w=86400`.' }),
});
const RETRY_AFTER = z.object({ 'Retry-After': z.int().meta({ description: 'Seconds to wait.' }) });

/**
 * The codes of each status. `limits`: whether it has RateLimit fields, `always` or only where the key could be looked
 * up.
 */
type OperationErrors = Record<
  string,
  { codes: (keyof typeof PUBLIC_ERRORS)[]; waits?: boolean; limits?: 'always' | 'sometimes' }
>;

const CHAT_REFUSALS: OperationErrors = {
  '400': {
    codes: ['invalid_json', 'invalid_body', 'too_many_messages', 'last_message_not_user'],
    limits: 'sometimes',
  },
  '401': { codes: ['invalid_api_key'] },
  '402': { codes: ['quota_exhausted'], limits: 'always' },
  '403': { codes: ['trial_requirements_not_met', 'server_inactive', 'wrong_scope'], limits: 'always' },
  '408': { codes: ['request_timeout'], limits: 'sometimes' },
  '409': { codes: ['idempotency_in_progress'], waits: true, limits: 'always' },
  '413': { codes: ['body_too_large'], limits: 'always' },
  '415': { codes: ['unsupported_media_type'], limits: 'always' },
  '422': { codes: ['idempotency_mismatch'], limits: 'always' },
  '429': { codes: ['rate_limited_minute', 'rate_limited_day'], waits: true, limits: 'always' },
  '500': { codes: ['internal_error'], limits: 'sometimes' },
  '503': { codes: ['ai_unavailable', 'service_unavailable'], waits: true, limits: 'sometimes' },
};
const RATING_REFUSALS: OperationErrors = {
  '400': { codes: ['invalid_json', 'invalid_body'] },
  '401': { codes: ['invalid_api_key'] },
  '403': { codes: ['wrong_scope', 'server_inactive'] },
  '404': { codes: ['not_found'] },
  '408': { codes: ['request_timeout'] },
  '413': { codes: ['body_too_large'] },
  '415': { codes: ['unsupported_media_type'] },
  '500': { codes: ['internal_error'] },
  '503': { codes: ['service_unavailable'], waits: true },
};
const STATUS_REFUSALS: OperationErrors = {
  '401': { codes: ['invalid_api_key'] },
  '500': { codes: ['internal_error'] },
  '503': { codes: ['service_unavailable'], waits: true },
};

/** Shared by all routes of scope `knowledge`. */
const KNOWLEDGE_REFUSALS: OperationErrors = {
  '400': { codes: ['invalid_body'] },
  '401': { codes: ['invalid_api_key'] },
  '403': { codes: ['wrong_scope', 'server_inactive'] },
  '500': { codes: ['internal_error'] },
  '503': { codes: ['service_unavailable'], waits: true },
};
const PUT_REFUSALS: OperationErrors = {
  ...KNOWLEDGE_REFUSALS,
  '400': { codes: ['invalid_json', 'invalid_body', 'invalid_input'] },
  '408': { codes: ['request_timeout'] },
  '409': { codes: ['already_exists'] },
  '413': { codes: ['body_too_large'] },
  '415': { codes: ['unsupported_media_type'] },
};
const DELETE_REFUSALS: OperationErrors = {
  ...KNOWLEDGE_REFUSALS,
  '400': { codes: ['invalid_body', 'invalid_input'] },
  '404': { codes: ['not_found'] },
};

/** Made from the schemas that check the requests. */
export function buildOpenApiDocument(baseUrl: string) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Lotse API',
      version: '1',
      description:
        'Send the history of a support ticket, get one answer. Call it from your own server only: the key spends the AI quota of its owner.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Chat', description: 'Answers for tickets, and what is left of the quota.' },
      { name: 'Answers', description: 'What became of an answer.' },
      {
        name: 'Knowledge',
        description: 'What the bot knows, kept in step from your own system with a key of scope `knowledge`.',
      },
    ],
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key from the dashboard, tab "KI".' },
      },
    },
    paths: {
      '/api/v1/chat': { post: chatOperation() },
      '/api/v1/answers/{id}/feedback': { post: feedbackOperation() },
      '/api/v1/answers/{id}/outcome': { post: outcomeOperation() },
      '/api/v1/status': { get: statusOperation() },
      '/api/v1/knowledge': { get: listOperation() },
      '/api/v1/knowledge/{id}': { put: putOperation(), delete: deleteOperation() },
    },
  });
}

function chatOperation() {
  return {
    operationId: 'createAnswer',
    tags: ['Chat'],
    summary: 'Create an answer',
    description:
      'Answers the last message of a ticket. Costs quota; a refused or failed request costs nothing.',
    requestParams: { header: z.object({ 'Idempotency-Key': idempotencyKeySchema.optional() }) },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: chatRequestSchema,
          example: {
            messages: [{ role: 'user', content: 'How do I join the server?' }],
            customer: 'pilot_42',
          },
        },
      },
    },
    responses: {
      '200': {
        description:
          'The answer. Show it and `ai_notice` in the ticket; tell your team when `needs_team` is true.',
        headers: RATE_LIMIT_HEADERS,
        content: { 'application/json': { schema: chatResponseSchema } },
      },
      ...describeRefusals(CHAT_REFUSALS),
    },
  };
}

function feedbackOperation() {
  return ratingOperation(feedbackRequestSchema, {
    operationId: 'sendFeedback',
    summary: 'Send feedback',
    description:
      'Whether an answer helped. What did not help is listed for the owner under *Unanswered*. The last feedback counts. Costs nothing and counts nowhere.',
    example: { helpful: false, comment: 'The link leads nowhere.' },
  });
}

function outcomeOperation() {
  return ratingOperation(outcomeRequestSchema, {
    operationId: 'reportOutcome',
    summary: 'Report an outcome',
    description:
      'What became of the ticket. What your team answered becomes a suggestion for the owner where learning is on. The last outcome counts; the same again changes nothing. Costs nothing and counts nowhere.',
    example: { outcome: 'team_answered', team_answer: 'The harbour opens at nine.' },
  });
}

function ratingOperation(
  schema: z.ZodType,
  {
    example,
    ...described
  }: Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description'> & { example: object },
): ZodOpenApiOperationObject {
  return {
    ...described,
    tags: ['Answers'],
    requestParams: { path: z.object({ id: answerIdSchema }) },
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: { '204': { description: 'It is noted.' }, ...describeRefusals(RATING_REFUSALS) },
  };
}

function statusOperation() {
  const content = { 'application/json': { schema: statusResponseSchema } };
  return {
    operationId: 'getStatus',
    tags: ['Chat'],
    summary: 'Query quota',
    description: 'The bot and what is left. Counts nothing: no quota, no minute, no day.',
    responses: { '200': { description: 'What is left.', content }, ...describeRefusals(STATUS_REFUSALS) },
  };
}

function listOperation() {
  return {
    operationId: 'listKnowledge',
    tags: ['Knowledge'],
    summary: 'List entries',
    description: 'Everything the bot knows, 100 entries a page. Costs nothing.',
    requestParams: { query: pageQuerySchema },
    responses: {
      '200': {
        description: 'A page of entries.',
        content: { 'application/json': { schema: knowledgePageSchema } },
      },
      ...describeRefusals(KNOWLEDGE_REFUSALS),
    },
  };
}

function putOperation() {
  const content = { 'application/json': { schema: entryResponseSchema } };
  const example = { title: 'How do I join?', text: 'Open `play.example` in the launcher.' };
  return {
    operationId: 'putEntry',
    tags: ['Knowledge'],
    summary: 'Create or replace an entry',
    description:
      'Makes the entry say exactly this from the next answer on. The same content again changes nothing.',
    requestParams: { path: entryPathSchema },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: entryRequestSchema, example } },
    },
    responses: {
      '200': { description: 'The entry was there and says this now.', content },
      '201': { description: 'The entry is new.', content },
      ...describeRefusals(PUT_REFUSALS),
    },
  };
}

function deleteOperation() {
  return {
    operationId: 'deleteEntry',
    tags: ['Knowledge'],
    summary: 'Delete an entry',
    description: 'The next answer does not know it any more.',
    requestParams: { path: entryPathSchema },
    responses: { '204': { description: 'The entry is gone.' }, ...describeRefusals(DELETE_REFUSALS) },
  };
}

function describeRefusals(
  refusals: OperationErrors,
): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { codes, ...sent }]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${PUBLIC_ERRORS[code].message}`).join('\n\n'),
        ...headersOf(sent),
        content: { 'application/json': { schema: errorResponseSchema } },
      },
    ]),
  );
}

function headersOf({ waits, limits }: Omit<OperationErrors[string], 'codes'>) {
  const left = limits === 'always' ? RATE_LIMIT_HEADERS : RATE_LIMIT_HEADERS.partial();
  if (!limits) return waits ? { headers: RETRY_AFTER } : {};
  return { headers: waits ? left.extend(RETRY_AFTER.shape) : left };
}
