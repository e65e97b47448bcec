import { z } from 'zod';
import type { ZodOpenApiObject, ZodOpenApiOperationObject, ZodOpenApiOverride } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import { ADMIN_PATHS } from './admin/openapi.ts';
import {
  answerIdSchema,
  answerResponseSchema,
  answersPageSchema,
  answersQuerySchema,
  feedbackRequestSchema,
  outcomeRequestSchema,
} from './answers.ts';
import {
  acceptedResponseSchema,
  chatHeadersSchema,
  chatRequestSchema,
  chatResponseSchema,
  includeSchema,
  statusResponseSchema,
} from './contract.ts';
import { describeEvents } from './events.ts';
import {
  entryPathSchema,
  entryRequestSchema,
  entryResponseSchema,
  knowledgePageSchema,
  manyEntriesRequestSchema,
  manyEntriesResponseSchema,
  pageQuerySchema,
} from './knowledge.ts';
import { messageSchema, outcomeSchema } from './mcp.ts';
import { BODY, CHAT, describeRefusals, json, RATE_LIMIT_HEADERS, SCOPE, takes } from './openapi-parts.ts';
import { statisticsQuerySchema, statisticsSchema } from './statistics.ts';

const CHAT_OPERATION: ZodOpenApiOperationObject = {
  operationId: 'createAnswer',
  tags: ['Chat'],
  summary: 'Create an answer',
  description:
    'Answers the last message of a ticket. Costs quota; a refused or failed request costs nothing.',
  requestParams: {
    header: chatHeadersSchema,
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
    '202': {
      description: 'With `Prefer: respond-async`: the webhook will get the answer.',
      headers: RATE_LIMIT_HEADERS.extend({ 'Preference-Applied': z.literal('respond-async') }),
      ...json(acceptedResponseSchema),
    },
    ...describeRefusals(CHAT, { hasLimits: true }),
  },
};

const FEEDBACK = describeRating({
  operationId: 'sendFeedback',
  summary: 'Send feedback',
  description:
    'Whether an answer helped. Answers that did not are listed for the owner under *Unanswered*. The last feedback counts. Costs nothing and counts towards no limit.',
  ...takes(feedbackRequestSchema, { helpful: false, comment: 'The link leads nowhere.' }),
});

const OUTCOME = describeRating({
  operationId: 'reportOutcome',
  summary: 'Report an outcome',
  description:
    'What became of the ticket. What your team answered becomes a suggestion for the owner if learning is on. The last outcome counts; repeating it changes nothing. Costs nothing and counts towards no limit.',
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
      '204': { description: 'Recorded.' },
      ...describeRefusals([...BODY, ...SCOPE, 'not_found']),
    },
  };
}

const LIST_ANSWERS: ZodOpenApiOperationObject = {
  operationId: 'listAnswers',
  tags: ['Answers'],
  summary: 'List answers',
  description:
    'Stored questions that came over the API, with their answers, 100 per page, oldest first; with a test key, only those of test keys. Costs nothing.',
  requestParams: { query: answersQuerySchema },
  responses: {
    '200': { description: 'A page of answers.', ...json(answersPageSchema) },
    ...describeRefusals(['invalid_body', ...SCOPE]),
  },
};

const GET_ANSWER: ZodOpenApiOperationObject = {
  operationId: 'getAnswer',
  tags: ['Answers'],
  summary: 'Read an answer',
  description: 'Question and answer, what was reported about it, and what was learned from that.',
  requestParams: { path: z.object({ id: answerIdSchema }) },
  responses: {
    '200': { description: 'The answer.', ...json(answerResponseSchema) },
    ...describeRefusals([...SCOPE, 'not_found']),
  },
};

const DELETE_ANSWER: ZodOpenApiOperationObject = {
  operationId: 'deleteAnswer',
  tags: ['Answers'],
  summary: 'Erase an answer',
  description:
    'Deletes its texts: question, answer, comment, `conversation_id`, `metadata`, and the suggestion made from it unless the owner approved that. Its statistics and its charge stay.',
  requestParams: { path: z.object({ id: answerIdSchema }) },
  responses: {
    '204': { description: 'The texts are deleted.' },
    ...describeRefusals([...SCOPE, 'not_found']),
  },
};

const STATISTICS: ZodOpenApiOperationObject = {
  operationId: 'getStatistics',
  tags: ['Answers'],
  summary: 'Read statistics',
  description: 'What became of the answers of a server, by channel; test keys are left out. Costs nothing.',
  requestParams: { query: statisticsQuerySchema },
  responses: {
    '200': { description: 'The figures.', ...json(statisticsSchema) },
    ...describeRefusals(['invalid_body', 'invalid_input', ...SCOPE]),
  },
};

const STATUS: ZodOpenApiOperationObject = {
  operationId: 'getStatus',
  tags: ['Chat'],
  summary: 'Query quota',
  description: 'The bot, and what is left of the quota. Costs nothing and counts towards no limit.',
  responses: {
    '200': { description: 'The bot and its usage.', ...json(statusResponseSchema) },
    ...describeRefusals([]),
  },
};

const LIST: ZodOpenApiOperationObject = {
  operationId: 'listKnowledge',
  tags: ['Knowledge'],
  summary: 'List entries',
  description: 'Everything the bot knows, 100 entries per page. Costs nothing.',
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
    'Makes the entry say exactly this, from the next answer on. Sending the same content again changes nothing.',
  requestParams: { path: entryPathSchema },
  ...takes(entryRequestSchema, { title: 'How do I join?', text: 'Open `play.example` in the launcher.' }),
  responses: {
    '200': { description: 'The entry existed and says this now.', ...json(entryResponseSchema) },
    '201': { description: 'The entry is new.', ...json(entryResponseSchema) },
    ...describeRefusals([...BODY, 'invalid_input', ...SCOPE, 'already_exists']),
  },
};

const PUT_MANY: ZodOpenApiOperationObject = {
  operationId: 'putEntries',
  tags: ['Knowledge'],
  summary: 'Create or replace entries',
  description:
    'Up to 500 entries in at most 8 MiB, each treated like a PUT of its own: if one is refused, the others are still written. Sending the same again changes nothing.',
  ...takes(manyEntriesRequestSchema, {
    entries: [{ id: 'faq-17', title: 'How do I join?', text: 'Open `play.example` in the launcher.' }],
  }),
  responses: {
    '200': { description: 'The result of each.', ...json(manyEntriesResponseSchema) },
    ...describeRefusals([...BODY, ...SCOPE]),
  },
};

const DELETE: ZodOpenApiOperationObject = {
  operationId: 'deleteEntry',
  tags: ['Knowledge'],
  summary: 'Delete an entry',
  description: 'The bot no longer uses it, from the next answer on.',
  requestParams: { path: entryPathSchema },
  responses: {
    '204': { description: 'The entry is deleted.' },
    ...describeRefusals(['invalid_body', 'invalid_input', ...SCOPE, 'not_found']),
  },
};

const MCP: ZodOpenApiOperationObject = {
  operationId: 'callMcp',
  tags: ['Chat'],
  summary: 'Speak the Model Context Protocol',
  description:
    'One JSON-RPC message of the streamable HTTP transport, without sessions: `initialize`, `tools/list`, `tools/call` of `ask`, `search_knowledge` and `read_entry`. A refused tool call has a result with `isError`.',
  ...takes(messageSchema, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  responses: {
    '200': { description: 'The outcome.', ...json(outcomeSchema) },
    '202': { description: 'The notification was accepted.' },
    '400': { description: 'The message does not have the required form.', ...json(outcomeSchema) },
    ...describeRefusals(['forbidden', 'request_timeout', 'body_too_large', 'unsupported_media_type']),
  },
};

const PATHS = {
  '/api/v1/chat': { post: CHAT_OPERATION },
  '/api/v1/answers': { get: LIST_ANSWERS },
  '/api/v1/answers/{id}': { get: GET_ANSWER, delete: DELETE_ANSWER },
  '/api/v1/answers/{id}/feedback': { post: FEEDBACK },
  '/api/v1/answers/{id}/outcome': { post: OUTCOME },
  '/api/v1/statistics': { get: STATISTICS },
  '/api/v1/status': { get: STATUS },
  '/api/v1/knowledge': { get: LIST, put: PUT_MANY },
  '/api/v1/knowledge/{id}': { put: PUT, delete: DELETE },
  '/mcp': { post: MCP },
} satisfies ZodOpenApiObject['paths'];

/** Each operation of an owner by method, path and summary, for whoever lists them in short. */
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
      { name: 'Answers', description: 'Past answers, feedback and outcomes.' },
      {
        name: 'Webhooks',
        description: 'Events sent to your server; docs/integrators.md explains the signature.',
      },
      {
        name: 'Knowledge',
        description: 'What the bot knows, kept in step from your own system with a key of scope `knowledge`.',
      },
      { name: 'Administration', description: 'For the operator: servers, with a key of scope `admin`.' },
    ],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Made on the page "AI" (not "API") of the dashboard; with scope "admin": on the command line.',
        },
      },
    },
    paths: { ...PATHS, ...ADMIN_PATHS },
    webhooks: describeEvents(),
  };
  return createDocument(document, { override: openResponse });
}

/** New fields may come to an answer at any time, so no client may refuse those it does not know. */
const openResponse: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  // The format says it; the pattern takes 160 characters.
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};
