import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type { InterfaceLanguage } from '../../domain/types.ts';
import { errorTexts } from './i18n/errors.ts';
import type { PageContent } from './route.ts';
import { html } from './view/html.ts';

/** The words of every code stand in i18n/errors.ts. */
const STATUSES: Record<ErrorCode, number> = {
  invalid_json: 400,
  invalid_body: 400,
  too_many_messages: 400,
  last_message_not_user: 400,
  invalid_input: 422,
  invalid_api_key: 401,
  not_signed_in: 401,
  quota_exhausted: 402,
  trial_requirements_not_met: 403,
  server_inactive: 403,
  wrong_scope: 403,
  forbidden: 403,
  not_found: 404,
  payments_off: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_exists: 422,
  key_limit_reached: 422,
  idempotency_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited_minute: 429,
  rate_limited_day: 429,
  too_many_uploads: 429,
  client_left: 499,
  internal_error: 500,
  discord_unavailable: 503,
  payment_unavailable: 503,
  ai_unavailable: 503,
  too_busy: 503,
  service_unavailable: 503,
};

export function toKnown(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal_error', { cause: error });
}

export function statusOf(error: AppError): number {
  return STATUSES[error.code];
}

/** The words of an error, to stand beside a form. */
export function explain(error: AppError, language: InterfaceLanguage): string {
  return errorTexts[language][error.code];
}

/** A 5xx says no more than that, and the id to ask the operator with. */
export function errorPage(error: AppError, language: InterfaceLanguage, requestId: string): PageContent {
  const t = errorTexts[language];
  const isOurs = statusOf(error) >= 500;
  return {
    title: t.title,
    content: html`<p role="alert">${t[error.code]}</p>
<p><a href="/servers" role="button">${t.back}</a></p>
${isOurs ? html`<p><small>${t.requestId} <code>${requestId}</code></small></p>` : ''}`,
  };
}
