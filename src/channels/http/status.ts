import type { Middleware } from 'koa';
import { findAccessRefusal } from '../../core/answering/admission/admission.ts';
import { describeBot } from '../../core/answering/conclusion.ts';
import { NOTICES } from '../../core/answering/notices.ts';
import type { Core } from '../../core/core.ts';
import { planLimitsOf } from '../../core/quota/plan-limits.ts';
import { describeUsage, usageLimitsOf } from '../../core/quota/usage.ts';
import { type ApiState, holderOf } from './authenticate.ts';
import { writeJson } from './body.ts';
import type { StatusResponse } from './contract.ts';

/** Counts nothing, not even the request. */
export function getStatus(core: Core): Middleware<ApiState> {
  return (ctx) => {
    const { server, ledger, isTest } = holderOf(ctx.state);
    const planLimits = planLimitsOf(core, server);
    const refusal = findAccessRefusal(core, server, planLimits, isTest);
    const body: StatusResponse = {
      bot: describeBot(core, planLimits.settings),
      level: planLimits.level,
      usage: describeUsage(usageLimitsOf(core, planLimits), ledger),
      ai_notice: NOTICES[planLimits.settings.language].ai,
      access: { allowed: refusal === null, reason: refusal?.code ?? null },
    };
    writeJson(ctx, body);
  };
}
