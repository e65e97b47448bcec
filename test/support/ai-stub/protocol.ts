import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';

/** A request that a real server would refuse, in the terms of OpenAI's error format. */
export interface Refusal {
  status: number;
  message: string;
  param?: string;
}

const name = z.string().regex(/^[\w-]{1,64}$/);
const textPart = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const imagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({
    url: z
      .string()
      .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/)
      .refine((url) => url.slice(url.indexOf(',') + 1).length % 4 === 0, 'Invalid base64 image_url.'),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
});
const text = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.string(),
  name: name.optional(),
});
/** Pictures stand in messages of the user alone; the stub reads their text, and their addresses as `images`. */
const parts = z
  .strictObject({
    role: z.literal('user'),
    content: z.array(z.discriminatedUnion('type', [textPart, imagePart])).min(1),
    name: name.optional(),
  })
  .transform(({ content, ...rest }) => ({
    ...rest,
    content: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    images: content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : [])),
  }));
const message = z.union([text.transform((whole) => ({ ...whole, images: [] as string[] })), parts]);
const responseFormat = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['text', 'json_object']) }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name,
      description: z.string().optional(),
      strict: z.boolean().optional(),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
]);
export const chatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  response_format: responseFormat.optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning_effort: z.string().optional(),
  seed: z.int().optional(),
  stream: z.literal(false).optional(),
});
export type StubChatRequest = z.infer<typeof chatRequest>;

export const embeddingsRequest = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.literal('float').optional(),
});
export type StubEmbeddingsRequest = z.infer<typeof embeddingsRequest>;

export const CHAT_PATH = '/v1/chat/completions';
const SHAPES = new Map<string, z.ZodType>([
  [CHAT_PATH, chatRequest],
  ['/v1/embeddings', embeddingsRequest],
]);

/** What OpenAI would refuse about this request, or null. */
export function findRefusal(req: IncomingMessage, body: unknown): Refusal | null {
  const shape = SHAPES.get(req.url ?? '');
  if (!shape) return { status: 404, message: `Invalid URL (${req.method} ${req.url})` };
  if (req.method !== 'POST') return { status: 405, message: `Not allowed to ${req.method}` };
  if (!/^Bearer \S+$/.test(req.headers.authorization ?? '')) {
    return { status: 401, message: "You didn't provide an API key." };
  }
  if (!/^application\/json(;|$)/.test(req.headers['content-type'] ?? '')) {
    return { status: 400, message: 'The content type must be application/json.' };
  }
  const parsed = shape.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { status: 400, message: issue?.message ?? 'Invalid request', param: issue?.path.join('.') ?? '' };
  }
  return req.url === CHAT_PATH ? findChatRefusal(chatRequest.parse(body)) : null;
}

function findChatRefusal(chat: StubChatRequest): Refusal | null {
  const format = chat.response_format;
  if (chat.max_tokens !== undefined && chat.max_completion_tokens !== undefined) {
    return { status: 400, message: 'Set one limit of output tokens, not both.', param: 'max_tokens' };
  }
  if (format?.type === 'json_object' && !chat.messages.some(({ content }) => /json/i.test(content))) {
    return { status: 400, message: "'messages' must contain the word 'json'.", param: 'messages' };
  }
  if (format?.type !== 'json_schema' || !format.json_schema.strict) return null;
  const open = findOpenObject(format.json_schema.schema, 'schema');
  return open ? { status: 400, message: `Not strict at ${open}`, param: 'response_format' } : null;
}

/** Strict mode wants every object closed and every key required; the path of the first that is not. */
function findOpenObject(node: unknown, path: string): string | null {
  if (typeof node !== 'object' || node === null) return null;
  const { properties, additionalProperties, required } = node as Record<string, unknown>;
  if (typeof properties === 'object' && properties !== null) {
    const all = Array.isArray(required) && Object.keys(properties).every((key) => required.includes(key));
    if (!all || additionalProperties !== false) return path;
  }
  for (const [key, child] of Object.entries(node)) {
    const open = findOpenObject(child, `${path}.${key}`);
    if (open) return open;
  }
  return null;
}

/** 64 dimensions, length 1; every word adds to one of them, so texts that share words are alike. */
export function embedWords(text: string): number[] {
  const vector = new Array<number>(64).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = createHash('sha256').update(word).digest().readUInt16BE(0) % 64;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
