import type { Context } from 'koa';
import type { Core } from '../../core/core.ts';
import { isCsrfToken, type Session } from '../../core/owners/sessions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Form } from './view/form.ts';

/**
 * That a change was asked for on a page of ours: the browser says so, and the form holds this session's token.
 * Either alone would do; both hold where one is missing or broken.
 * @throws AppError('forbidden')
 */
export function refuseForeignOrigin(core: Core, ctx: Context): void {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
  const origin = ctx.get('Origin');
  if (origin === '' || origin === new URL(core.config.PUBLIC_URL).origin) return;
  // Opened by another name of this machine, localhost for example: the browser names the same host twice.
  if (URL.canParse(origin) && new URL(origin).host === ctx.get('Host')) return;
  throw new AppError('forbidden');
}

/** @throws AppError('forbidden') */
export function refuseWrongToken(session: Session, form: Form): void {
  if (!isCsrfToken(session, form.text('_csrf'))) throw new AppError('forbidden');
}
