import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorResponseSchema, PUBLIC_ERRORS } from './errors.ts';

/** What the operations of the OpenAPI document have in common. */

export const RATE_LIMIT_HEADERS = z.object({
  RateLimit: z
    .string()
    .meta({ description: 'What is left of the limits: `"minute";r=19;t=60, "day";r=149;t=3600`.' }),
  'RateLimit-Policy': z
    .string()
    .meta({ description: 'The limits: `"minute";q=20;w=60, "day";q=150;w=86400`.' }),
});
const RETRY_AFTER = z.object({ 'Retry-After': z.int().meta({ description: 'Seconds to wait.' }) });

type PublicCode = keyof typeof PUBLIC_ERRORS;

/** The codes of each operation besides those of BASE; the document groups them by their status. */
const BASE: PublicCode[] = ['invalid_api_key', 'internal_error', 'service_unavailable'];
export const BODY: PublicCode[] = [
  'invalid_json',
  'invalid_body',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
];
export const SCOPE: PublicCode[] = ['wrong_scope', 'server_inactive'];
export const CHAT: PublicCode[] = [
  ...(['invalid_json', 'invalid_body', 'too_many_messages', 'last_message_not_user'] as const),
  ...(['quota_exhausted', 'trial_requirements_not_met', 'server_inactive', 'wrong_scope'] as const),
  ...BODY.slice(2),
  ...([
    'idempotency_in_progress',
    'idempotency_mismatch',
    'rate_limited_minute',
    'rate_limited_day',
    'too_many_uploads',
  ] as const),
  'ai_unavailable',
];

/** Refusals after which the same request may work. */
const WAITS = new Set<PublicCode>([
  ...(['idempotency_in_progress', 'rate_limited_minute', 'rate_limited_day'] as const),
  ...(['too_many_uploads', 'ai_unavailable', 'service_unavailable'] as const),
]);
/** These may come before the key is known, and then have no RateLimit fields. */
const WITHOUT_LIMITS = new Set(['400', '408', '500', '503']);

export function json(schema: z.ZodType, example?: object) {
  return { content: { 'application/json': { schema, ...(example && { example }) } } };
}

export function takes(schema: z.ZodType, example: object) {
  return { requestBody: { required: true, ...json(schema, example) } };
}

export function describeRefusals(
  codes: readonly PublicCode[],
  { hasLimits = false, without = ['401'] } = {},
): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy([...codes, ...BASE], (code) => String(PUBLIC_ERRORS[code].status));
  const described = [...byStatus].map(([status, ofStatus]) => {
    const limits = WITHOUT_LIMITS.has(status) ? RATE_LIMIT_HEADERS.partial() : RATE_LIMIT_HEADERS;
    const headers = {
      ...(hasLimits && !without.includes(status) ? limits.shape : {}),
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
