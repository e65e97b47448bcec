import type { Middleware } from 'koa';
import type { Core } from '../../core/core.ts';
import { authenticate, type KeyHolder } from '../../core/owners/keys.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type { KeyScope } from '../../domain/types.ts';

/** Handed on within one request. */
export interface ApiState {
  requestId: string;
  /** Set once the key is known to be valid. */
  holder?: KeyHolder;
  errorCode?: ErrorCode;
  /** The process starts or stops, which is no fault. */
  isPlanned?: boolean;
}

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** @throws AppError('invalid_api_key') */
export function requireKey(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    const key = BEARER.exec(ctx.get('Authorization').trim())?.[1];
    if (key === undefined) throw new AppError('invalid_api_key');
    ctx.state.holder = await authenticate(core, key);
    return next();
  };
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
