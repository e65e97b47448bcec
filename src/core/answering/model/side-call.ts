import { randomUUID } from 'node:crypto';
import type { AiBackend } from '../../../adapters/ai/ai.ts';
import { AppError } from '../../../domain/errors.ts';
import {
  LEARNING_SHARE_DIVISOR,
  LEVEL_LIMITS,
  MIN_OUTPUT_TOKENS,
  UNITS_PER_COMPLETION_TOKEN,
} from '../../../domain/limits.ts';
import type { Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { type PlanLimits, planLimitsOf } from '../../quota/plan-limits.ts';
import { countTokens } from '../../search/tokens.ts';
import { admit } from '../admission/admission.ts';
import { type Bounds, unitsOf, withMargin } from '../admission/bounds.ts';
import type { PromptMessage } from '../prompt.ts';
import { complete, type ModelSession, openSession, type ReplyForm } from './model-call.ts';

/** Requests to a model beside the answers, with the limit of each reply. */
export interface SideJob<Shape> {
  reply: ReplyForm<Shape>;
  messages: PromptMessage[];
  outputTokens: number;
  /** One part in so many of the week may be used; half of it if not given. */
  share?: number;
}

/**
 * One call, admitted before and charged after; a failure gives everything back. Paid from the server's quota while
 * less than half of it is used, never from credit.
 * @throws AppError('quota_exhausted' | 'too_busy' | 'ai_unavailable' | 'service_unavailable')
 */
export async function askOnTheSide<Shape>(
  core: Core,
  ai: AiBackend,
  server: Server,
  { reply: form, messages, outputTokens, share = LEARNING_SHARE_DIVISOR }: SideJob<Shape>,
  signal: AbortSignal,
): Promise<Shape> {
  const id = randomUUID();
  const planLimits = learningTermsOf(core, server, share);
  const bounds = boundsOf(planLimits, messages, outputTokens);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(core.config.AI_TIMEOUT_MS)]);
  const entry = { id, server, channel: 'learning' as const, key: null, planLimits, bounds };
  const { units } = await admit(core, { ...entry, signal: deadline });
  const session = openSession(core, ai, 'V1', deadline);
  try {
    const reply = await complete(session, form, messages, bounds.outputTokensFor(units));
    await settle(core, server.id, id, { planLimits, session });
    return reply;
  } catch (error) {
    await core.releases.release({ id, serverId: server.id });
    throw error;
  }
}

/** V1 and half of the week or less, whatever the owner chose: answers always keep the other half. */
function learningTermsOf(core: Core, server: Server, share: number): PlanLimits {
  const planLimits = planLimitsOf(core, server);
  const quota = Math.floor(planLimits.quota / share);
  return { ...planLimits, level: 'V1', levelLimits: LEVEL_LIMITS.V1, quota };
}

function boundsOf(planLimits: PlanLimits, messages: readonly PromptMessage[], outputTokens: number): Bounds {
  const counted = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  const promptTokens = Math.ceil(withMargin(counted));
  const unitsFor = (completionTokens: number) => unitsOf(planLimits, { promptTokens, completionTokens });
  return {
    promptTokens,
    wanted: unitsFor(outputTokens),
    least: unitsFor(MIN_OUTPUT_TOKENS),
    outputTokensFor: (units) =>
      Math.min(outputTokens, Math.floor((units - promptTokens) / UNITS_PER_COMPLETION_TOKEN)),
  };
}

/** @throws AppError('service_unavailable') when it cannot be charged: what is not paid is not used. */
async function settle(
  core: Core,
  serverId: string,
  id: string,
  { planLimits, session: { usage } }: { planLimits: PlanLimits; session: ModelSession },
): Promise<void> {
  const charge = { id, serverId, units: unitsOf(planLimits, usage), level: planLimits.level, ...usage };
  if (!(await core.ledger.settle(charge))) throw new AppError('service_unavailable');
  core.meters.unitsSettled('learning', charge.units);
  core.meters.tokensUsed(planLimits.level, usage);
}
