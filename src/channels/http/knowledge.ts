import type { Context, Middleware } from 'koa';
import type { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { getEntry, listEntriesAfter, putEntry, removeKnowledge } from '../../core/knowledge/knowledge.ts';
import { nameEntry, recordAction } from '../../core/members/audit.ts';
import { noteKeyUse } from '../../core/owners/keys.ts';
import { AppError } from '../../domain/errors.ts';
import type { Deed, KnowledgeEntry } from '../../domain/types.ts';
import { type ApiState, holderOf, refuseOtherScope } from './authenticate.ts';
import { checkSent, writeJson } from './body.ts';
import {
  type EntryResponse,
  entryPathSchema,
  entryRequestSchema,
  type KnowledgePage,
  pageQuerySchema,
} from './knowledge-contract.ts';

const ENTRIES_PER_PAGE = 100;

/** GET /api/v1/knowledge: everything an owner has, a page at a time. */
export function getKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { after = null } = checkSent(pageQuerySchema, { after: ctx.query.after });
    const serverId = await enter(core, ctx);
    const { entries, next } = await listEntriesAfter(core, serverId, { after, limit: ENTRIES_PER_PAGE });
    const body: KnowledgePage = { entries: entries.map(toResponse), next };
    writeJson(ctx, body);
  };
}

/** PUT /api/v1/knowledge/{id}: the entry says exactly this from the next answer on. */
export function putKnowledge(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { id: entryId } = readPath(ctx);
    const { valid_until: validUntil, ...said } = checkSent(entryRequestSchema, ctx.request.body);
    const serverId = await enter(core, ctx);
    const { entry, outcome } = await putEntry(core, { serverId, entryId, ...said, validUntil });
    if (outcome !== 'unchanged') await record(core, serverId, `knowledge.${outcome}`, entry);
    ctx.status = outcome === 'added' ? 201 : 200;
    writeJson(ctx, toResponse(entry));
  };
}

/** DELETE /api/v1/knowledge/{id} */
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

/** Neither quota nor limits nor the terms of a trial count for these keys. @returns the server's id. */
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

function toResponse(entry: KnowledgeEntry): EntryResponse {
  const { id, title, text, link, language, source, validUntil, questions } = entry;
  return {
    ...{ id, title, text, link, language, source },
    ...{ valid_until: validUntil?.toISOString() ?? null, questions: [...questions] },
  };
}
