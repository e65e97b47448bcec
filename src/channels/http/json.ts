import type { Context } from 'koa';

/**
 * Answers with JSON. As text, for Koa asks of everything else whether it is a `Response`, and with that Node loads
 * its own fetch: see router.ts.
 */
export function writeJson(ctx: Context, value: object): void {
  ctx.type = 'json';
  ctx.body = JSON.stringify(value);
}
