import type { Context, Middleware } from 'koa';
import type { Core } from '../../core/core.ts';
import { authenticate, type KeyHolder, recallHolder, renewHolder } from '../../core/owners/keys.ts';
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

/**
 * The same for what ends in an admission: the holder may be the one that the last request found. Whatever
 * refuses such a request looks again first, by `renewKey`. A stored answer is given without an admission.
 */
export function recallKey(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    const key = readKey(ctx);
    const recalled = ctx.get('Idempotency-Key') === '' ? recallHolder(core, key) : null;
    ctx.state.isRecalled = recalled !== null;
    ctx.state.holder = recalled ?? (await authenticate(core, key));
    return next();
  };
}

/** Puts the holder of now in the place of a recalled one. @throws AppError('invalid_api_key') */
export async function renewKey(core: Core, state: ApiState): Promise<void> {
  const recalled = holderOf(state);
  state.isRecalled = false;
  // Until it is found again nobody is known to have asked.
  delete state.holder;
  state.holder = await renewHolder(core, recalled);
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
