import type { Context, Middleware } from 'koa';
import type { Core } from '../../core/core.ts';
import { authenticateAdmin } from '../../core/owners/admin-keys.ts';
import { authenticate, type KeyHolder } from '../../core/owners/keys.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type { KeyScope } from '../../domain/types.ts';

/** Handed on within one request. */
export interface ApiState {
  requestId: string;
  /** Set once the key is known to be valid. */
  holder?: KeyHolder;
  /** The same of a key of scope `admin`, which has no server. */
  adminKeyId?: string;
  errorCode?: ErrorCode;
  /** The process starts or stops, which is no fault. */
  isPlanned?: boolean;
}

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** @throws AppError('invalid_api_key'), 'wrong_scope' for one of scope `admin` */
export function requireKey(core: Core, needed?: KeyScope): Middleware<ApiState> {
  return async (ctx, next) => {
    ctx.state.holder = await authenticate(core, readBearer(ctx), needed);
    return next();
  };
}

/** @throws AppError('invalid_api_key'), 'wrong_scope' for the key of a server */
export function requireAdminKey(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    ctx.state.adminKeyId = await authenticateAdmin(core, readBearer(ctx));
    return next();
  };
}

function readBearer(ctx: Context): string {
  const key = BEARER.exec(ctx.get('Authorization').trim())?.[1];
  if (key === undefined) throw new AppError('invalid_api_key');
  return key;
}

/** A missing holder is a fault of the route table. */
export function holderOf(state: ApiState): KeyHolder {
  if (!state.holder) throw new Error('route without requireKey');
  return state.holder;
}

/** @throws AppError('wrong_scope') */
export function refuseOtherScope({ scope }: KeyHolder, needed: KeyScope): void {
  if (scope !== needed) throw new AppError('wrong_scope', { details: { scope, needed } });
}
