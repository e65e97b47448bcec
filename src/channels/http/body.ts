import type { Context, Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import type { z } from 'zod';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { MAX_BODY_BYTES } from '../../domain/limits.ts';
import type { ApiState } from './authenticate.ts';

/** Leaves out an unknown field of that name; missing in the library's types. */
const WITHOUT_PROTO: object = { onProtoPoisoning: 'remove' };

const parseUpTo = (bytes: number) =>
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
      throw new AppError(codeOf(error), { cause: error });
    },
  });

/**
 * Reads a JSON body into `ctx.request.body`.
 * @throws AppError('unsupported_media_type' | 'body_too_large' | 'invalid_json' | 'request_timeout')
 */
export function readJsonUpTo(bytes: number): Middleware<ApiState> {
  const parseJson = parseUpTo(bytes);
  return async (ctx, next) => {
    const { type, charset } = ctx.request;
    const isUtf8 = ['', 'utf-8', 'utf8'].includes(charset.toLowerCase());
    if (type.toLowerCase() !== 'application/json' || !isUtf8) throw new AppError('unsupported_media_type');
    await parseJson(ctx, async () => undefined);
    // No body at all would count as an empty text.
    if (ctx.request.rawBody === '') throw new AppError('invalid_json');
    return next();
  };
}

export const readJson = readJsonUpTo(MAX_BODY_BYTES);

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
  const param = toPath(issue?.path ?? []);
  const message = `${param || 'The body'} ${issue?.message}.`;
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
