import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import {
  entryIdSchema,
  entrySchema,
  getEntry,
  listEntriesAfter,
  putEntry,
  removeKnowledge,
} from '../../core/knowledge/knowledge.ts';
import { nameEntry, recordAction } from '../../core/members/audit.ts';
import { noteKeyUse } from '../../core/owners/keys.ts';
import { AppError } from '../../domain/errors.ts';
import { type Deed, type KnowledgeEntry, LANGUAGES } from '../../domain/types.ts';
import { type ApiState, holderOf, refuseOtherScope } from './authenticate.ts';
import { checkSent, writeJson } from './body.ts';

const ENTRIES_PER_PAGE = 100;

export function getKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { after = null } = checkSent(pageQuerySchema, { after: ctx.query.after });
    const serverId = await enter(core, ctx);
    const { entries, next } = await listEntriesAfter(core, serverId, { after, limit: ENTRIES_PER_PAGE });
    const body: KnowledgePage = { entries: entries.map(toEntryResponse), next };
    writeJson(ctx, body);
  };
}

/** The entry says exactly this from the next answer on. */
export function putKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { id: entryId } = readPath(ctx);
    const { valid_until: validUntil, ...said } = checkSent(entryRequestSchema, ctx.request.body);
    const serverId = await enter(core, ctx);
    const { entry, outcome } = await putEntry(core, { serverId, entryId, ...said, validUntil });
    if (outcome !== 'unchanged') await record(core, serverId, `knowledge.${outcome}`, entry);
    ctx.status = outcome === 'added' ? 201 : 200;
    writeJson(ctx, toEntryResponse(entry));
  };
}

export function deleteKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { id } = readPath(ctx);
    const serverId = await enter(core, ctx);
    const entry = await getEntry(core, serverId, id);
    await removeKnowledge(core, serverId, id);
    await record(core, serverId, 'knowledge.removed', entry);
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

function record(core: Core, serverId: string, action: Deed['action'], entry: KnowledgeEntry): Promise<void> {
  const actor = { channel: 'api' as const, memberId: null, memberName: null };
  return recordAction(core, { serverId, actor, action, subject: nameEntry(entry) });
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
    description: '`next` of the page before; left out: the first page.',
    example: 'faq-17',
  }),
});

const { title, text, link, language, valid_until, questions } = entrySchema.shape;

export const entryRequestSchema = z
  .object({
    title: title.meta({ description: 'What it is about, best as a question; no two entries share one.' }),
    text: text.meta({ description: 'The answer, as text or simple Markdown.' }),
    link: link.meta({ description: 'Address that the bot gives with it; left out: none.' }),
    language: language.meta({ description: 'Left out: told by its words.' }),
    valid_until: valid_until.meta({
      description: 'The last day or the moment to which it is used; left out: for good.',
      example: '2026-12-31',
    }),
    questions: questions.meta({
      description:
        'Other wordings of the title. Exactly these from then on, none for `[]`; left out: those it has stay, which may have been found here.',
    }),
  })
  .meta({ id: 'EntryRequest' });

export const entryResponseSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    link: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    source: z.enum(['manual', 'training', 'link', 'import']).meta({
      description:
        'How it came in; what the API adds is `import`, and entries of a `link` cannot be changed.',
    }),
    valid_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it stops being used; null: never. Expired entries are listed too.' }),
    questions: z.array(z.string()),
  })
  .meta({ id: 'Entry' });

export const knowledgePageSchema = z
  .object({
    entries: z.array(entryResponseSchema).meta({ description: 'At most 100, in the order of their ids.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'What `after` is for the next page; null: the last one.' }),
  })
  .meta({ id: 'KnowledgePage' });

export type EntryResponse = z.infer<typeof entryResponseSchema>;
export type KnowledgePage = z.infer<typeof knowledgePageSchema>;
