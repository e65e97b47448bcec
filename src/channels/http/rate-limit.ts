import type { Context } from 'koa';
import { serializeList } from 'structured-headers';
import type { Admission } from '../../core/answering/admission/admission.ts';
import type { Core } from '../../core/core.ts';
import type { KeyHolder } from '../../core/owners/keys.ts';
import { planLimitsOf } from '../../core/quota/plan-limits.ts';
import { MINUTE_SECONDS } from '../../domain/limits.ts';

const DAY_SECONDS = 24 * 3600;

/** The key's minute and the server's day. */
export type Progress = Pick<Admission, 'window' | 'dayUsed'>;

/** As the key lookup saw it. */
export function progressOf({ window, ledger }: KeyHolder): Progress {
  return { window, dayUsed: ledger.requests_today };
}

/**
 * As in draft-ietf-httpapi-ratelimit-headers-11: quota `q` in window `w` seconds, remaining `r`, and `t` seconds until
 * more is available.
 */
export function writeRateLimit(ctx: Context, core: Core, holder: KeyHolder, progress: Progress): void {
  const { perMinute, perDay } = planLimitsOf(core, holder.server);
  const now = core.clock();
  const { used, oldestAt } = progress.window;
  const minuteEnds = (oldestAt ?? now) + MINUTE_SECONDS * 1000;
  const dayEnds = core.calendar.dayOf(now).endsAt;
  const limits = { minute: { q: perMinute, w: MINUTE_SECONDS }, day: { q: perDay, w: DAY_SECONDS } };
  ctx.set('RateLimit-Policy', write(limits));
  const minute = {
    r: Math.max(0, perMinute - used),
    t: Math.min(MINUTE_SECONDS, toSeconds(minuteEnds - now)),
  };
  const day = { r: Math.max(0, perDay - progress.dayUsed), t: toSeconds(dayEnds - now) };
  ctx.set('RateLimit', write({ minute, day }));
}

function write(fields: Record<string, Record<string, number>>): string {
  return serializeList(
    Object.entries(fields).map(([name, parameters]) => [name, new Map(Object.entries(parameters))]),
  );
}

function toSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
