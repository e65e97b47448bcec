import type { Context, Middleware } from 'koa';
import type { Core } from '../../core/core.ts';
import { authenticate, type KeyHolder } from '../../core/owners/keys.ts';
import { AppError } from '../../domain/errors.ts';
import type { ApiState } from './state.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** Puts the key's holder into the state. @throws AppError('invalid_api_key') */
export function requireKey(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    ctx.state.holder = await authenticate(core, readKey(ctx));
    return next();
  };
}

function readKey(ctx: Context): string {
  const key = BEARER.exec(ctx.get('Authorization').trim())?.[1];
  if (key === undefined) throw new AppError('invalid_api_key');
  return key;
}

/** The holder that was found; its absence is a fault of the route table. */
export function holderOf(state: ApiState): KeyHolder {
  if (!state.holder) throw new Error('route without requireKey');
  return state.holder;
}
