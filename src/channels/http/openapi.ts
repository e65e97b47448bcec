import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { answerIdSchema, feedbackRequestSchema, outcomeRequestSchema } from './answers.ts';
import {
  chatRequestSchema,
  chatResponseSchema,
  idempotencyKeySchema,
  includeSchema,
  statusResponseSchema,
} from './contract.ts';
import { errorResponseSchema, PUBLIC_ERRORS } from './errors.ts';
import { describeEvents } from './events.ts';
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

type PublicCode = keyof typeof PUBLIC_ERRORS;

/** The codes of each operation besides those of BASE; the document groups them by their status. */
const BASE: PublicCode[] = ['invalid_api_key', 'internal_error', 'service_unavailable'];
const BODY: PublicCode[] = [
  'invalid_json',
  'invalid_body',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
];
const SCOPE: PublicCode[] = ['wrong_scope', 'server_inactive'];
const CHAT: PublicCode[] = [
  ...(['invalid_json', 'invalid_body', 'too_many_messages', 'last_message_not_user'] as const),
  ...(['quota_exhausted', 'trial_requirements_not_met', 'server_inactive', 'wrong_scope'] as const),
  ...BODY.slice(2),
  ...([
    'idempotency_in_progress',
    'idempotency_mismatch',
    'rate_limited_minute',
    'rate_limited_day',
  ] as const),
  'ai_unavailable',
];

/** Refusals after which the same request may work. */
const WAITS = new Set<PublicCode>([
  ...(['idempotency_in_progress', 'rate_limited_minute', 'rate_limited_day'] as const),
  ...(['ai_unavailable', 'service_unavailable'] as const),
]);
/** These may come before the key is known, and then have no RateLimit fields. */
const WITHOUT_LIMITS = new Set(['400', '408', '500', '503']);

function json(schema: z.ZodType, example?: object) {
  return { content: { 'application/json': { schema, ...(example && { example }) } } };
}

function takes(schema: z.ZodType, example: object) {
  return { requestBody: { required: true, ...json(schema, example) } };
}

const CHAT_OPERATION: ZodOpenApiOperationObject = {
  operationId: 'createAnswer',
  tags: ['Chat'],
  summary: 'Create an answer',
  description:
    'Answers the last message of a ticket. Costs quota; a refused or failed request costs nothing.',
  requestParams: {
    header: z.object({ 'Idempotency-Key': idempotencyKeySchema.optional() }),
    query: z.object({ include: includeSchema }),
  },
  ...takes(chatRequestSchema, {
    messages: [{ role: 'user', content: 'How do I join the server?' }],
    customer: 'pilot_42',
  }),
  responses: {
    '200': {
      description:
        'The answer. Show it and `ai_notice` in the ticket; tell your team when `needs_team` is true.',
      headers: RATE_LIMIT_HEADERS,
      ...json(chatResponseSchema),
    },
    ...describeRefusals(CHAT, { hasLimits: true }),
  },
};

const FEEDBACK = describeRating({
  operationId: 'sendFeedback',
  summary: 'Send feedback',
  description:
    'Whether an answer helped. What did not help is listed for the owner under *Unanswered*. The last feedback counts. Costs nothing and counts nowhere.',
  ...takes(feedbackRequestSchema, { helpful: false, comment: 'The link leads nowhere.' }),
});

const OUTCOME = describeRating({
  operationId: 'reportOutcome',
  summary: 'Report an outcome',
  description:
    'What became of the ticket. What your team answered becomes a suggestion for the owner where learning is on. The last outcome counts; the same again changes nothing. Costs nothing and counts nowhere.',
  ...takes(outcomeRequestSchema, { outcome: 'team_answered', team_answer: 'The harbour opens at nine.' }),
});

function describeRating({
  requestBody,
  ...described
}: Omit<ZodOpenApiOperationObject, 'responses'>): ZodOpenApiOperationObject {
  return {
    ...described,
    tags: ['Answers'],
    requestParams: { path: z.object({ id: answerIdSchema }) },
    requestBody,
    responses: {
      '204': { description: 'It is noted.' },
      ...describeRefusals([...BODY, ...SCOPE, 'not_found']),
    },
  };
}

const STATUS: ZodOpenApiOperationObject = {
  operationId: 'getStatus',
  tags: ['Chat'],
  summary: 'Query quota',
  description: 'The bot and what is left. Counts nothing: no quota, no minute, no day.',
  responses: {
    '200': { description: 'What is left.', ...json(statusResponseSchema) },
    ...describeRefusals([]),
  },
};

const LIST: ZodOpenApiOperationObject = {
  operationId: 'listKnowledge',
  tags: ['Knowledge'],
  summary: 'List entries',
  description: 'Everything the bot knows, 100 entries a page. Costs nothing.',
  requestParams: { query: pageQuerySchema },
  responses: {
    '200': { description: 'A page of entries.', ...json(knowledgePageSchema) },
    ...describeRefusals(['invalid_body', ...SCOPE]),
  },
};

const PUT: ZodOpenApiOperationObject = {
  operationId: 'putEntry',
  tags: ['Knowledge'],
  summary: 'Create or replace an entry',
  description:
    'Makes the entry say exactly this from the next answer on. The same content again changes nothing.',
  requestParams: { path: entryPathSchema },
  ...takes(entryRequestSchema, { title: 'How do I join?', text: 'Open `play.example` in the launcher.' }),
  responses: {
    '200': { description: 'The entry was there and says this now.', ...json(entryResponseSchema) },
    '201': { description: 'The entry is new.', ...json(entryResponseSchema) },
    ...describeRefusals([...BODY, 'invalid_input', ...SCOPE, 'already_exists']),
  },
};

const DELETE: ZodOpenApiOperationObject = {
  operationId: 'deleteEntry',
  tags: ['Knowledge'],
  summary: 'Delete an entry',
  description: 'The next answer does not know it any more.',
  requestParams: { path: entryPathSchema },
  responses: {
    '204': { description: 'The entry is gone.' },
    ...describeRefusals(['invalid_body', 'invalid_input', ...SCOPE, 'not_found']),
  },
};

function describeRefusals(
  codes: readonly PublicCode[],
  { hasLimits = false } = {},
): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy([...codes, ...BASE], (code) => String(PUBLIC_ERRORS[code].status));
  const described = [...byStatus].map(([status, ofStatus]) => {
    const limits = WITHOUT_LIMITS.has(status) ? RATE_LIMIT_HEADERS.partial() : RATE_LIMIT_HEADERS;
    const headers = {
      ...(hasLimits && status !== '401' ? limits.shape : {}),
      ...(ofStatus.some((code) => WAITS.has(code)) ? RETRY_AFTER.shape : {}),
    };
    const refusal = {
      description: ofStatus.map((code) => `\`${code}\`: ${PUBLIC_ERRORS[code].message}`).join('\n\n'),
      ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
      ...json(errorResponseSchema),
    };
    return [status, refusal] as const;
  });
  return Object.fromEntries(described);
}

const PATHS = {
  '/api/v1/chat': { post: CHAT_OPERATION },
  '/api/v1/answers/{id}/feedback': { post: FEEDBACK },
  '/api/v1/answers/{id}/outcome': { post: OUTCOME },
  '/api/v1/status': { get: STATUS },
  '/api/v1/knowledge': { get: LIST },
  '/api/v1/knowledge/{id}': { put: PUT, delete: DELETE },
} satisfies ZodOpenApiObject['paths'];

/** Each operation by method, path and summary, for whoever lists them in short. */
export function listOperations() {
  return Object.entries(PATHS).flatMap(([path, operations]) =>
    Object.entries<ZodOpenApiOperationObject>(operations).map(([method, { summary = '' }]) => ({
      ...{ method: method.toUpperCase(), path, summary },
    })),
  );
}

/** Made from the schemas that check the requests. */
export function buildOpenApiDocument(baseUrl: string) {
  const document: ZodOpenApiObject = {
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
      { name: 'Webhooks', description: 'What your server is told; docs/integrators.md has the signature.' },
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
    paths: PATHS,
    webhooks: describeEvents(),
  };
  return createDocument(document, { override: openResponse });
}

/** New fields may come to an answer at any time, so no client may refuse those it does not know. */
const openResponse: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  // The format says it; the pattern takes 160 characters.
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  if (io === 'output') delete jsonSchema.additionalProperties;
};
