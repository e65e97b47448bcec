import type { Context, Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import { z } from 'zod';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { MAX_BODY_BYTES, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../domain/limits.ts';
import { type ApiState, holderOf } from './authenticate.ts';

/** Leaves out an unknown field of that name; missing in the library's types. */
const WITHOUT_PROTO: object = { onProtoPoisoning: 'remove' };

const parserUpTo = (bytes: number, names: Partial<Record<ErrorCode, ErrorCode>> = {}) =>
  bodyParser({
    ...WITHOUT_PROTO,
    enableTypes: ['json'],
    // The type was checked before.
    detectJSON: () => true,
    jsonLimit: String(bytes),
    // Numbers and texts are JSON too; the schema refuses them.
    strict: false,
    onerror: (error, ctx) => {
      // The rest of an abandoned body would block the connection's next request for ever.
      ctx.req.unpipe().resume();
      const code = codeOf(error);
      const message = code === 'body_too_large' ? `The body is larger than ${nameBytes(bytes)}.` : undefined;
      throw new AppError(names[code] ?? code, { cause: error, ...(message && { message }) });
    },
  });

function nameBytes(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

/**
 * Reads a JSON body into `ctx.request.body`.
 * @throws AppError('unsupported_media_type' | 'body_too_large' | 'invalid_json' | 'request_timeout')
 */
export function readJsonUpTo(bytes: number): Middleware<ApiState> {
  const parse = parserUpTo(bytes);
  return (ctx, next) => readWith(parse, ctx, next);
}

export const readJson = readJsonUpTo(MAX_BODY_BYTES);

async function readWith(parse: ReturnType<typeof parserUpTo>, ctx: ApiContext, next: () => Promise<unknown>) {
  const { type, charset } = ctx.request;
  const isUtf8 = ['', 'utf-8', 'utf8'].includes(charset.toLowerCase());
  if (type.toLowerCase() !== 'application/json' || !isUtf8) throw new AppError('unsupported_media_type');
  await parse(ctx, async () => undefined);
  // No body at all would count as an empty text.
  if (ctx.request.rawBody === '') throw new AppError('invalid_json');
  return next();
}

type ApiContext = Parameters<Middleware<ApiState>>[0];

const MAX_CHAT_BODY_BYTES = MAX_BODY_BYTES + MAX_IMAGES * Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
/** What is no JSON holds no pictures either. */
const parseLarge = parserUpTo(MAX_CHAT_BODY_BYTES, { invalid_json: 'body_too_large' });
/** Of larger bodies that are read or answered at once in a process, and of one key: each is in memory three times. */
const MOST_LARGE_BYTES = 4 * MAX_CHAT_BODY_BYTES;
const MOST_LARGE_BYTES_OF_KEY = 2 * MAX_CHAT_BODY_BYTES;
const RETRY_SECONDS = 2;
const largeBodies = new Set<{ keyId: string; bytes: number }>();

/**
 * Reads the body of a chat: pictures alone may make it larger, where its length is told and not packed.
 * @throws AppError as readJson does, and ('too_many_uploads')
 */
export const readChat: Middleware<ApiState> = async (ctx, next) => {
  const bytes = ctx.request.length ?? 0;
  const isPacked = !['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase());
  if (bytes <= MAX_BODY_BYTES || bytes > MAX_CHAT_BODY_BYTES || isPacked) return readJson(ctx, next);
  const { keyId } = holderOf(ctx.state);
  const held = [...largeBodies];
  const sum = (bodies: typeof held) => bodies.reduce((all, body) => all + body.bytes, bytes);
  const ofKey = sum(held.filter((body) => body.keyId === keyId));
  if (sum(held) > MOST_LARGE_BYTES || ofKey > MOST_LARGE_BYTES_OF_KEY) {
    ctx.req.resume();
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  }
  const body = { keyId, bytes };
  largeBodies.add(body);
  try {
    return await readWith(parseLarge, ctx, async () => {
      // Nobody needs the text any more.
      ctx.request.rawBody = '';
      if (bytes - lettersOfImages(ctx.request.body) > MAX_BODY_BYTES)
        throw new AppError('body_too_large', {
          message: `Without its pictures, the body is larger than ${nameBytes(MAX_BODY_BYTES)}.`,
        });
      return next();
    });
  } finally {
    largeBodies.delete(body);
  }
};

const imageBodySchema = z.object({ data: z.string() }).transform(({ data }) => data.length);
const chatBodySchema = z.object({
  messages: z.array(z.object({ images: z.array(imageBodySchema.catch(0)).catch([]) }).catch({ images: [] })),
});

/** Of all that a body calls a picture, wherever it stands; each is looked at later. */
function lettersOfImages(body: unknown): number {
  const { messages = [] } = chatBodySchema.safeParse(body).data ?? {};
  return messages.flatMap(({ images }) => images).reduce((sum, letters) => sum + letters, 0);
}

/** The decoder is loaded with the first body; without a free file descriptor that looks like a broken package. */
const NO_FILES_LEFT = new Set(['EMFILE', 'ENFILE', 'ERR_INVALID_PACKAGE_CONFIG']);

/** Errors of raw-body carry a status and a type, those of zlib a code that begins with Z_. */
function codeOf(error: Error): ErrorCode {
  const { status, type, code = '' } = error as Error & { status?: number; type?: string; code?: string };
  if (NO_FILES_LEFT.has(code)) return 'service_unavailable';
  if (status === 413) return 'body_too_large';
  if (status === 415) return 'unsupported_media_type';
  if (type === 'request.aborted') return 'request_timeout';
  return 'invalid_json';
}

/** @throws AppError('invalid_body') with the path of the first fault. */
export function checkSent<Shape>(schema: z.ZodType<Shape>, sent: unknown): Shape {
  const { data, error } = schema.safeParse(sent);
  if (!error) return data;
  throw refuse(error);
}

/** Names the first fault in one sentence. */
export function refuse({ issues: [issue] }: z.ZodError): AppError {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const param = toPath([...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])]);
  const message = `${param || 'The body'} ${unknown === undefined ? issue?.message : 'is not a known field'}.`;
  return new AppError('invalid_body', { ...(param ? { param } : {}), message });
}

/** `messages[2].content` */
export function toPath(path: readonly PropertyKey[]): string {
  const parts = path.map((part, at) => {
    if (typeof part === 'number') return `[${part}]`;
    return at === 0 ? String(part) : `.${String(part)}`;
  });
  return parts.join('');
}

/** Sends a text: for other bodies Koa looks for `Response`, which makes Node load its own fetch (router.ts). */
export function writeJson(ctx: Context, value: object): void {
  ctx.type = 'json';
  ctx.body = JSON.stringify(value);
}
