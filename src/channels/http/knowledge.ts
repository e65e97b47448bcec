import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import type { PutResult } from '../../core/knowledge/knowledge.ts';
import {
  entryIdSchema,
  entrySchema,
  getEntry,
  listEntriesAfter,
  putEntries,
  putEntry,
  removeKnowledge,
} from '../../core/knowledge/knowledge.ts';
import { nameEntry, recordAction } from '../../core/members/audit.ts';
import { noteKeyUse } from '../../core/owners/keys.ts';
import { takeTurn } from '../../core/runtime/slices.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_HTML_CHARACTERS, MAX_PUT_ENTRIES, MAX_SOURCE_SYSTEM_CHARACTERS } from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';
import { type Deed, FORMATS, type KnowledgeEntry, LANGUAGES } from '../../domain/types.ts';
import { type ApiState, holderOf, refuseOtherScope } from './authenticate.ts';
import { checkSent, writeJson } from './body.ts';
import { PUBLIC_ERRORS, toErrorBody } from './errors.ts';

const ENTRIES_PER_PAGE = 100;

export function getKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { after = null } = checkSent(pageQuerySchema, { after: ctx.query.after });
    const serverId = await enter(core, ctx);
    const { entries, next } = await listEntriesAfter(core, serverId, { after, limit: ENTRIES_PER_PAGE });
    const listed = entries.map((entry) => ({
      ...toEntryResponse(entry),
      source_system: entry.provenance.system ?? null,
      updated_at: entry.updatedAt.toISOString(),
    }));
    const body: KnowledgePage = { entries: listed, next };
    writeJson(ctx, body);
  };
}

/** The entry says exactly this from the next answer on. */
export function putKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { id: entryId } = readPath(ctx);
    const said = await readSaid(entryRequestSchema, ctx.request.body);
    const serverId = await enter(core, ctx);
    const { entry, outcome } = await putEntry(core, { serverId, ...toPut({ ...said, id: entryId }) });
    if (outcome !== 'unchanged') await record(core, serverId, `knowledge.${outcome}`, nameEntry(entry));
    ctx.status = statusOf(outcome);
    writeJson(ctx, toEntryResponse(entry));
  };
}

function statusOf(outcome: PutResult['outcome']): 200 | 201 {
  return outcome === 'added' ? 201 : 200;
}

function toPut({ id, valid_until: validUntil, source_system, ...said }: z.infer<typeof namedEntrySchema>) {
  return { ...said, entryId: id, validUntil, sourceSystem: source_system };
}

/**
 * Reads an entry, its HTML as text.
 * @throws AppError('invalid_body') with the path of the first fault.
 */
async function readSaid<Said>(schema: z.ZodType<Said>, sent: unknown): Promise<Said> {
  const { data: html } = htmlEntrySchema.safeParse(sent);
  if (!html) return checkSent(schema, sent);
  // Most callers send Markdown, and the reader takes 10 MB.
  const { htmlToText } = await import('../../core/knowledge/import/html-text.ts');
  const text = htmlToText(html.text);
  if (text === null)
    throw new AppError('invalid_body', { param: 'text', message: 'text is nested too deeply.' });
  return checkSent(schema, { ...html, text });
}

/** Each entry as its own PUT would be; what refuses one stands in its result and harms no other. */
export function putManyEntries(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { entries } = checkSent(manyEntriesSchema, ctx.request.body);
    const serverId = await enter(core, ctx);
    const read = await readMany(entries);
    const sound = read.flatMap((one) => (one instanceof AppError ? [] : toPut(one)));
    const put = await putEntries(core, { serverId, entries: sound });
    const count = (outcome: string) =>
      put.filter((one) => 'outcome' in one && one.outcome === outcome).length;
    const [added, changed] = [count('added'), count('changed')];
    if (added + changed > 0) await record(core, serverId, 'knowledge.imported', `+${added} ~${changed}`);
    const rest = put.values();
    const results = read.map((one, index) =>
      toResult(entries[index], one instanceof AppError ? one : (rest.next().value as PutResult | AppError)),
    );
    writeJson(ctx, { results } satisfies ManyEntriesResponse);
  };
}

async function readMany(entries: readonly unknown[]) {
  const seen = new Set<string>();
  const read: (z.infer<typeof namedEntrySchema> | AppError)[] = [];
  for (const sent of entries) {
    const one = await readSaid(namedEntrySchema, sent).catch(toRefusal);
    const isTwice = !(one instanceof AppError) && seen.has(one.id);
    if (!(one instanceof AppError)) seen.add(one.id);
    read.push(isTwice ? new AppError('invalid_body', { param: 'id', message: TWICE }) : one);
    // Long HTML takes milliseconds: other requests go in between.
    await takeTurn();
  }
  return read;
}

const TWICE = 'id appears twice in this request; the first entry counts.';

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

function toResult(sent: unknown, result: PutResult | AppError): ManyEntriesResponse['results'][number] {
  if (!(result instanceof AppError)) return { id: result.entry.id, status: statusOf(result.outcome) };
  const { data } = z.object({ id: z.string() }).safeParse(sent);
  const { code, message, param } = toErrorBody(result, '').error;
  return { id: data?.id ?? null, status: PUBLIC_ERRORS[result.code].status, error: { code, message, param } };
}

export function deleteKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { id } = readPath(ctx);
    const serverId = await enter(core, ctx);
    const entry = await getEntry(core, serverId, id);
    await removeKnowledge(core, serverId, id);
    await record(core, serverId, 'knowledge.removed', nameEntry(entry));
    ctx.status = 204;
  };
}

/** Neither quota nor limits nor trial terms count for these keys. @returns the server's id. */
async function enter(core: Core, ctx: Context): Promise<string> {
  const holder = holderOf(ctx.state as ApiState);
  refuseOtherScope(holder, 'knowledge');
  if (!holder.server.active) throw new AppError('server_inactive');
  await noteKeyUse(core, holder);
  return holder.server.id;
}

function record(core: Core, serverId: string, action: Deed['action'], subject: string): Promise<void> {
  const actor = { channel: 'api' as const, memberId: null, memberName: null };
  return recordAction(core, { serverId, actor, action, subject });
}

function readPath(ctx: Context): z.infer<typeof entryPathSchema> {
  return checkSent(entryPathSchema, { id: ctx.params.id });
}

export function toEntryResponse(entry: KnowledgeEntry): EntryResponse {
  const { id, title, text, link, language, source, validUntil, questions } = entry;
  return {
    ...{ id, title, text, link, language, source },
    ...{ valid_until: validUntil?.toISOString() ?? null, questions: [...questions] },
  };
}

export const entryPathSchema = z.object({
  id: entryIdSchema.meta({
    description:
      'Id of the entry in your own system: 1 to 120 letters, digits or `. : / _ -`, percent-encoded (`/` as `%2F`).',
    example: 'faq-17',
  }),
});

export const pageQuerySchema = z.object({
  after: entryIdSchema.optional().meta({
    description: '`next` of the previous page; if left out: the first page.',
    example: 'faq-17',
  }),
});

const { title, text, link, language, valid_until, questions } = entrySchema.shape;

export const entryRequestSchema = z
  .object({
    title: title.meta({
      description: 'What it is about, best as a question; each entry needs a title of its own.',
    }),
    text: text.meta({ description: 'The answer, as text or simple Markdown.' }),
    link: link.meta({ description: 'Address that the bot gives with the answer; if left out: none.' }),
    language: language.meta({ description: 'If left out: detected from the text.' }),
    valid_until: valid_until.meta({
      description: 'The last day on which, or the moment until which, it is used; if left out: no end.',
      example: '2026-12-31',
    }),
    questions: questions.meta({
      description:
        'Other wordings of the title. They replace those that the entry has, and `[]` removes all; if left out, the existing ones stay, including any added in the dashboard.',
    }),
    format: z.enum(FORMATS).optional().meta({
      description: 'With `html`, `text` is HTML and is stored as Markdown; if left out: Markdown.',
    }),
    source_system: z
      .string()
      .trim()
      .min(1)
      .max(MAX_SOURCE_SYSTEM_CHARACTERS)
      .transform(toCleanText)
      .nullish()
      .meta({
        description: 'Name of your system; if left out, the stored one stays.',
        example: 'zendesk',
      }),
  })
  .meta({ id: 'EntryRequest' });

const namedEntrySchema = entryRequestSchema
  .extend({ id: entryPathSchema.shape.id.meta({ description: 'Id of the entry in your own system.' }) })
  .meta({ id: 'NamedEntryRequest' });
const htmlEntrySchema = z.looseObject({
  format: z.literal('html'),
  text: z.string().max(MAX_HTML_CHARACTERS),
});

export const manyEntriesRequestSchema = z
  .object({ entries: z.array(namedEntrySchema).max(MAX_PUT_ENTRIES) })
  .meta({ id: 'EntriesRequest' });
/** The entries are checked one by one. */
const manyEntriesSchema = z.object({ entries: z.array(z.unknown()).max(MAX_PUT_ENTRIES) });

export const manyEntriesResponseSchema = z
  .object({
    results: z
      .array(
        z.object({
          id: z.string().nullable().meta({ description: 'The id as you sent it; null: you sent none.' }),
          status: z
            .int()
            .meta({ description: 'The status that a PUT of this entry alone would return.', example: 200 }),
          error: z
            .object({ code: z.string(), message: z.string(), param: z.string().optional() })
            .optional()
            .meta({ description: 'Why it was refused; the stored entry is unchanged.' }),
        }),
      )
      .meta({ description: 'One for each entry, in the order in which you sent them.' }),
  })
  .meta({ id: 'EntriesResponse' });

export const entryResponseSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    link: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    source: z.enum(['manual', 'training', 'link', 'import']).meta({
      description:
        'How the entry was added. Entries from the API have `import`; those of a `link` cannot be changed.',
    }),
    valid_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it stops being used; null: never. Expired entries are listed too.' }),
    questions: z.array(z.string()),
  })
  .meta({ id: 'Entry' });

const listedEntrySchema = z.object({
  ...entryResponseSchema.shape,
  source_system: z.string().nullable().meta({ description: 'As you sent it; null: you sent none.' }),
  updated_at: z.iso.datetime().meta({ description: 'When it was last written.' }),
});

export const knowledgePageSchema = z
  .object({
    entries: z.array(listedEntrySchema).meta({ description: 'At most 100, ordered by id.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: '`after` for the next page; null: this is the last one.' }),
  })
  .meta({ id: 'KnowledgePage' });

export type EntryResponse = z.infer<typeof entryResponseSchema>;
type ManyEntriesResponse = z.infer<typeof manyEntriesResponseSchema>;
export type KnowledgePage = z.infer<typeof knowledgePageSchema>;
