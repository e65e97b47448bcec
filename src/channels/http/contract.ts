import { z } from 'zod';
import { nameSchema, ticketSchema } from '../../core/answering/ticket/schema.ts';
import { settingsSchema } from '../../core/owners/settings.ts';
import { contextFactsSchema } from '../../core/receivers/facts.ts';
import { MAX_IDEMPOTENCY_KEY_CHARACTERS } from '../../domain/limits.ts';
import { ANSWER_KINDS, FORMATS, TEAM_REASONS } from '../../domain/types.ts';
import { conversationIdSchema, metadataSchema, toldFields } from './conversation.ts';

/** The OpenAPI document is made from the schemas that check requests. */

export const chatRequestSchema = z
  .object({
    messages: ticketSchema,
    customer: nameSchema
      .nullish()
      .meta({ description: "The customer's name, so that the bot can address them." }),
    context: contextFactsSchema.nullish().meta({
      description:
        'What your system knows of this customer, such as plan or platform. Data for the model only: it enters no log, store or suggestion, so the text of an answer made with it is not stored either.',
    }),
    conversation_id: conversationIdSchema.nullish(),
    format: z.enum(FORMATS).optional().meta({
      description:
        'Format of `answer`: Markdown, or, with `html`, safe HTML made from that Markdown. Claims stay plain text.',
    }),
    metadata: metadataSchema.nullish().meta({
      description:
        'Up to 10 pairs of your own that come back with the answer and its events. The model never sees them; they are deleted with the question.',
      example: { queue: 'billing' },
    }),
  })
  .meta({ id: 'ChatRequest' });

/** What a chat response can tell besides. */
export const includeSchema = z.enum(['claims']).optional().meta({
  description:
    'With `claims`, each sentence of the answer comes with the sentence of the knowledge that supports it.',
  example: 'claims',
});

export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
  .max(MAX_IDEMPOTENCY_KEY_CHARACTERS)
  .meta({
    description:
      'The same key and body within 24 hours return the stored response again, at no charge. Refusals are not stored.',
    example: 'ticket-4711-message-3',
  });

const percentSchema = z.number().min(0).meta({ description: 'Percent, up to two decimals.', example: 87.25 });

const usageSchema = z
  .object({
    available_percent: percentSchema.meta({
      description: 'What is left of the API’s share of the weekly quota, in percent.',
      example: 87.25,
    }),
    credit_percent: percentSchema.meta({
      description: 'Top-up credit, in percent of what the API may use in one premium week.',
      example: 25,
    }),
    requests_today: z.int().min(0).meta({ description: 'Requests of all keys of the server today.' }),
    requests_per_day: z.int().min(1),
    requests_per_minute: z.int().min(1).meta({ description: 'Per key, in any 60 seconds.' }),
    premium: z.boolean(),
  })
  .meta({ id: 'Usage' });

const botSchema = z
  .object({ name: z.string(), avatar: z.url().meta({ description: 'Address of the bot image.' }) })
  .meta({ id: 'Bot' });
const levelSchema = settingsSchema.shape.level
  .unwrap()
  .meta({ id: 'Level', description: 'Level at which the bot answers.' });
const aiNoticeSchema = z.string().min(1).meta({
  description: 'Must be shown to customers so that they know an AI answered.',
  example: 'This answer was generated automatically by an AI.',
});

export const chatResponseSchema = z
  .object({
    answer: z.string().min(1).meta({ description: 'Answer text with simple Markdown, or as HTML.' }),
    kind: z.enum(ANSWER_KINDS).meta({
      description:
        '`hand_over` when a person should take over; `clarify` asks one question back; `not_a_question` is a friendly line in reply to a message that asks nothing, such as an automatic reply, and costs nothing.',
    }),
    needs_team: z.boolean().meta({ description: 'Whether a person should take over.' }),
    team_reason: z
      .enum(TEAM_REASONS)
      .nullable()
      .meta({ description: 'Why a person should take over; null when nobody needs to.' }),
    sources: z
      .array(z.object({ title: z.string(), url: z.url().nullable() }))
      .meta({ description: 'Entries of the knowledge that the answer rests on.' }),
    id: z.uuid().meta({ description: 'Identifies this answer in feedback and outcomes.' }),
    ...toldFields,
    confidence: z.number().min(0).max(1).meta({
      description:
        'How likely it is that the answer shown is right, with two decimals; 0 for a hand-over that shows no answer.',
      example: 0.87,
    }),
    draft: z.boolean().meta({
      description: 'Whether a person should check it before it is sent, according to the owner’s settings.',
    }),
    repeated: z.boolean().meta({
      description: 'Whether this is a stored answer to the same question, given again at no charge.',
    }),
    team_back_at: z.iso.datetime().nullable().meta({
      description: 'When the team is back, if it is away; null otherwise.',
    }),
    bot: botSchema,
    level: levelSchema,
    usage: usageSchema,
    ai_notice: aiNoticeSchema,
    claims: z
      .array(
        z
          .object({ text: z.string(), entry: z.string(), quote: z.string() })
          .meta({ id: 'Claim', description: 'A sentence of the answer, and where the knowledge says it.' }),
      )
      .optional()
      .meta({
        description:
          'Only with `?include=claims`: each sentence that states something, the id of the entry that supports it, and the sentence there.',
      }),
  })
  .meta({ id: 'ChatResponse' });

export const acceptedResponseSchema = z
  .object({
    id: z.uuid().meta({ description: 'The `id` of the answer to come, and of its event.' }),
    conversation_id: toldFields.conversation_id,
  })
  .meta({ id: 'AcceptedResponse' });

/** How a caller asks to be answered. */
export const chatHeadersSchema = z.object({
  'Idempotency-Key': idempotencyKeySchema.optional(),
  Prefer: z.string().optional().meta({
    description:
      'With `respond-async`, the request is acknowledged at once with 202, and the webhook of the server gets the event `answer.created` or `answer.failed`. Needs a webhook that is switched on and takes `answer.created`.',
    example: 'respond-async',
  }),
  'Cache-Control': z.string().optional().meta({
    description: 'With `no-cache`, the question is answered afresh: no stored answer is repeated.',
    example: 'no-cache',
  }),
});

export const statusResponseSchema = z
  .object({
    bot: botSchema,
    level: levelSchema,
    usage: usageSchema,
    ai_notice: aiNoticeSchema,
    access: z.object({ allowed: z.boolean(), reason: z.string().nullable() }).meta({
      description:
        'Whether this server may use the API; if not, `reason` is the error code that /chat would return.',
    }),
  })
  .meta({ id: 'StatusResponse' });

export type ChatResponse = z.infer<typeof chatResponseSchema>;
export type AcceptedResponse = z.infer<typeof acceptedResponseSchema>;
export type StatusResponse = z.infer<typeof statusResponseSchema>;
