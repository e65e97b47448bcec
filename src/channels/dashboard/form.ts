import type { Context } from 'koa';
import type { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import type { Language } from '../../domain/types.ts';
import { explainIssue } from './i18n/faults.ts';

/** A form of texts alone: the longest entry, every character of it percent-encoded. */
const MAX_FORM_BYTES = 512 * 1024;
/** A form with a file: an export of the fullest server. */
const MAX_UPLOAD_BYTES = 32 * 1024 * 1024;

export interface UploadedFile {
  name: string;
  text: string;
}

/** What was typed into a form, as it was typed. */
export class Form {
  readonly #texts: ReadonlyMap<string, string[]>;
  readonly #files: ReadonlyMap<string, UploadedFile>;

  constructor(
    texts: ReadonlyMap<string, string[]> = new Map(),
    files: ReadonlyMap<string, UploadedFile> = new Map(),
  ) {
    this.#texts = texts;
    this.#files = files;
  }

  /** The first value of a field; empty where there is none. */
  text(name: string): string {
    return this.#texts.get(name)?.[0] ?? '';
  }

  all(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  /** null where no file was chosen. */
  file(name: string): UploadedFile | null {
    return this.#files.get(name) ?? null;
  }
}

/** What is wrong, by field; texts in the reader's language. */
export type Faults = ReadonlyMap<string, string>;
export const NO_FAULTS: Faults = new Map();

/** Checks what was typed with the schema that every other door uses too. */
export function check<Shape>(
  schema: z.ZodType<Shape>,
  typed: Record<string, unknown>,
  language: Language,
): { values: Shape; faults: null } | { values: null; faults: Faults } {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return { values: parsed.data, faults: null };
  const faults = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '');
    if (!faults.has(field)) faults.set(field, explainIssue(issue, language));
  }
  return { values: null, faults };
}

/** @throws AppError('unsupported_media_type' | 'body_too_large' | 'invalid_body') */
export async function readForm(ctx: Context, { takesFile = false }: { takesFile?: boolean }): Promise<Form> {
  const type = ctx.request.type.toLowerCase();
  if (type !== 'multipart/form-data' && type !== 'application/x-www-form-urlencoded')
    throw new AppError('unsupported_media_type');
  const body = await readBody(ctx, takesFile ? MAX_UPLOAD_BYTES : MAX_FORM_BYTES);
  const headers = { 'Content-Type': ctx.get('Content-Type') };
  const data = await new Response(new Uint8Array(body), { headers }).formData().catch((error: unknown) => {
    throw new AppError('invalid_body', { cause: error });
  });
  return toForm(data);
}

/** The bytes of a body, at most `limit`. @throws AppError('body_too_large' | 'request_timeout') */
export async function readBody(ctx: Context, limit: number): Promise<Buffer> {
  if (Number(ctx.get('Content-Length')) > limit) throw tooLarge(ctx);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of ctx.req) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(ctx);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('request_timeout', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** The rest of a body that nobody reads would block the connection's next request. */
function tooLarge(ctx: Context): AppError {
  ctx.set('Connection', 'close');
  ctx.req.resume();
  return new AppError('body_too_large');
}

async function toForm(data: FormData): Promise<Form> {
  const texts = new Map<string, string[]>();
  const files = new Map<string, UploadedFile>();
  for (const [name, value] of data) {
    if (typeof value !== 'string') {
      // Without a choice browsers send a file without name and bytes.
      if (value.size > 0) files.set(name, { name: value.name, text: await value.text() });
      continue;
    }
    // Browsers end lines of a text field with CRLF.
    const text = value.replaceAll('\r\n', '\n');
    texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  return new Form(texts, files);
}
