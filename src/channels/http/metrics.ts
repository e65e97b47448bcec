import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '../../core/core.ts';
import { EXPOSITION_TYPE, readMetrics } from '../../core/operations/metrics.ts';
import { AppError } from '../../domain/errors.ts';
import type { Router } from '../router.ts';
import type { ApiState } from './state.ts';

const BEARER = /^Bearer +(\S+)$/i;
const REFUSAL = 'The token is missing or wrong. Send it as "Authorization: Bearer <METRICS_TOKEN>".';

/** `GET /metrics` for whoever holds `METRICS_TOKEN`; without one there is no such address. */
export function addMetrics(router: Router<ApiState>, core: Core, gateway: () => string): void {
  const { METRICS_TOKEN } = core.config;
  if (!METRICS_TOKEN) return;
  const expected = digest(METRICS_TOKEN);
  router.get('/metrics', async (ctx) => {
    const given = BEARER.exec(ctx.get('Authorization').trim())?.[1] ?? '';
    // Digests have one length, which the comparison needs and a token's own would give away.
    if (!timingSafeEqual(digest(given), expected))
      throw new AppError('invalid_api_key', { message: REFUSAL });
    ctx.body = await readMetrics(core, gateway());
    ctx.set('Content-Type', EXPOSITION_TYPE);
  });
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
