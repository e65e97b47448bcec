import { MIMEType } from 'node:util';
import type { Context } from 'koa';
import type { z } from 'zod';
import { AppError } from '../../../domain/errors.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/limits.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';
import { explainIssue } from '../i18n/errors.ts';

const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';
/** Fits the longest entry with every character percent-encoded. */
const MAX_FORM_BYTES = 512 * 1024;
/** The form with most fields has a box for each role of a Discord server, 250 at most. */
const MAX_FIELDS = 2_000;
/** Browsers write the name of a field above it, and the name and kind of a file. */
const MAX_PART_HEADER_BYTES = 2_048;

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

export class Form {
  readonly #texts: ReadonlyMap<string, string[]>;
  readonly #files: ReadonlyMap<string, UploadedFile[]>;

  constructor(
    texts: ReadonlyMap<string, string[]> = new Map(),
    files: ReadonlyMap<string, UploadedFile[]> = new Map(),
  ) {
    this.#texts = texts;
    this.#files = files;
  }

  text(name: string): string {
    return this.#texts.get(name)?.[0] ?? '';
  }

  entries(): [name: string, value: string][] {
    return [...this.#texts].flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    );
  }

  all(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  /** null where no file was chosen. */
  file(name: string): UploadedFile | null {
    return this.#files.get(name)?.[0] ?? null;
  }

  files(name: string): readonly UploadedFile[] {
    return this.#files.get(name) ?? [];
  }
}

/** Texts in the reader's language, by field. */
export type Faults = ReadonlyMap<string, string>;

/** Checks a form with the schema that every other door uses too. */
export function check<Shape>(
  schema: z.ZodType<Shape>,
  typed: Record<string, unknown>,
  language: InterfaceLanguage,
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

/**
 * @param options.sender id of the person, or of the session of somebody without one
 * @throws AppError('unsupported_media_type' | 'body_too_large' | 'invalid_body' | 'request_timeout'), for a form
 * with a file also AppError('too_many_uploads')
 */
export async function readForm(
  ctx: Context,
  { takesFile = false, sender }: { takesFile?: boolean; sender: string },
): Promise<Form> {
  const type = readType(ctx);
  if (!takesFile) return parseForm(await readBody(ctx, MAX_FORM_BYTES), type);
  return inUploadPlace(sender, async () => {
    const body = await readBody(ctx, MAX_IMPORT_BYTES);
    return inParsingTurn(() => parseForm(body, type));
  });
}

/** A list of types can be read in several ways: counting and parsing use this one reading. */
function readType(ctx: Context): MIMEType {
  try {
    const type = new MIMEType(ctx.get('Content-Type'));
    if (type.essence === MULTIPART || type.essence === URLENCODED) return type;
  } catch {
    // No type at all, or none that can be read.
  }
  throw new AppError('unsupported_media_type');
}

/** The bytes of a body, at most `limit`. @throws AppError('body_too_large' | 'request_timeout') */
export async function readBody(ctx: Context, limit: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(ctx.get('Content-Length')) > limit) throw tooLarge(ctx);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Left early, a request usually takes its connection with it, and the answer.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limit) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new AppError('request_timeout', { cause: error });
  }
  if (bytes > limit) throw tooLarge(ctx);
  return Buffer.concat(chunks);
}

/** The rest of a body that nobody reads would block the connection's next request. */
function tooLarge(ctx: Context): AppError {
  ctx.req.resume();
  return new AppError('body_too_large');
}

async function parseForm(body: Buffer<ArrayBuffer>, type: MIMEType): Promise<Form> {
  try {
    refuseManyFields(body, markOf(type));
    // As a stream it is not copied once more.
    const data = await new Response(ReadableStream.from([body]), {
      headers: { 'Content-Type': String(type) },
    }).formData();
    return await toForm(data);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('invalid_body', { cause: error });
  }
}

/** The bytes before each part of a multipart form, or between two fields of another. */
function markOf({ essence, params }: MIMEType): string {
  if (essence === URLENCODED) return '&';
  const boundary = params.get('boundary');
  if (!boundary) throw new AppError('invalid_body');
  return `--${boundary}`;
}

/** Parsing takes long for each field and each line above it, so they are counted before. */
function refuseManyFields(body: Buffer, mark: string): void {
  let fields = 0;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    fields += 1;
    const above = mark === '&' ? '' : body.toString('latin1', at, at + MAX_PART_HEADER_BYTES);
    const isLong = above.length === MAX_PART_HEADER_BYTES && !above.includes('\r\n\r\n');
    if (fields > MAX_FIELDS || isLong) throw new AppError('body_too_large');
  }
}

async function toForm(data: FormData): Promise<Form> {
  const texts = new Map<string, string[]>();
  const files = new Map<string, UploadedFile[]>();
  for (const [name, value] of data) {
    if (typeof value !== 'string') {
      // Without a choice browsers send a file without name and bytes.
      if (value.size === 0) continue;
      const before = files.get(name) ?? [];
      files.set(name, [...before, { name: value.name, bytes: await value.bytes() }]);
      continue;
    }
    // Browsers end lines of a text field with CRLF.
    const text = value.replaceAll('\r\n', '\n');
    const given = texts.get(name);
    if (given) given.push(text);
    else texts.set(name, [text]);
  }
  return new Form(texts, files);
}

/** Each is in memory until it is taken apart: 32 MB at most, twice that for a moment. */
const MAX_UPLOADS = 3;
/** Somebody who leaves one upload and begins another has two for a moment; nobody may keep the others out. */
const MAX_UPLOADS_PER_PERSON = 2;
const RETRY_SECONDS = 5;

/** Ids of the senders, once for each upload that is under way. */
const senders: string[] = [];

/** Nobody waits behind a slow sender. @throws AppError('too_many_uploads') and the errors of `receive` */
async function inUploadPlace<Received>(sender: string, receive: () => Promise<Received>): Promise<Received> {
  const own = senders.filter((one) => one === sender).length;
  if (senders.length >= MAX_UPLOADS || own >= MAX_UPLOADS_PER_PERSON)
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  senders.push(sender);
  try {
    return await receive();
  } finally {
    senders.splice(senders.indexOf(sender), 1);
  }
}

let lastParsing: Promise<void> = Promise.resolve();
const noteEnd = () => undefined;

/** Parses one upload after another, since each is in memory several times meanwhile. */
function inParsingTurn<Parsed>(parse: () => Promise<Parsed>): Promise<Parsed> {
  const parsing = lastParsing.then(parse);
  // Keeps only the end: the file would stay in memory until the next one comes.
  lastParsing = parsing.then(noteEnd, noteEnd);
  return parsing;
}
