import type { Context, Middleware } from 'koa';
import { admitAdministration } from '../../../core/answering/admission/admission.ts';
import type { Core } from '../../../core/core.ts';
import { recordAction } from '../../../core/members/audit.ts';
import { getServer, serverIdSchema } from '../../../core/owners/servers.ts';
import { AppError } from '../../../domain/errors.ts';
import { ADMIN_REQUESTS_PER_MINUTE } from '../../../domain/limits.ts';
import type { Deed, Server } from '../../../domain/types.ts';
import type { ApiState } from '../authenticate.ts';
import { writeJson } from '../body.ts';
import { writeMinuteLimit } from '../chat.ts';

/** One request about a server that exists. */
export interface AdminVisit {
  core: Core;
  server: Server;
  params: Readonly<Record<string, string>>;
  /** The body; nothing where the route takes none. */
  sent: unknown;
  /** Notes in the server's audit log what was done. */
  record(action: Deed['action'], subject?: Deed['subject']): Promise<void>;
}

/** @returns the body of the answer; null: 204. */
export type AdminAction = (visit: AdminVisit) => Promise<object | null>;

/** After requireAdminKey. @throws AppError('rate_limited_minute') */
export function limitRate(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    const { window, refusal } = await admitAdministration(core, String(ctx.state.adminKeyId));
    writeMinuteLimit(ctx, core, ADMIN_REQUESTS_PER_MINUTE, window);
    if (refusal) throw refusal;
    return next();
  };
}

/** @throws AppError('not_found') */
export function visitServer(core: Core, action: AdminAction, status = 200): Middleware<ApiState> {
  return async (ctx: Context) => {
    const params = ctx.params as Record<string, string>;
    const { data: id } = serverIdSchema.safeParse(params.id);
    if (id === undefined) throw new AppError('not_found');
    const server = await getServer(core, id);
    const body = await action({ core, server, params, sent: ctx.request.body, record: recorderOf(core, id) });
    ctx.status = body === null ? 204 : status;
    if (body !== null) writeJson(ctx, body);
  };
}

/** The operator is the actor, so nobody is named. */
export function recorderOf(core: Core, serverId: string): AdminVisit['record'] {
  const actor = { channel: 'api' as const, memberId: null, memberName: null };
  return (action, subject = null) => recordAction(core, { serverId, actor, action, subject });
}
