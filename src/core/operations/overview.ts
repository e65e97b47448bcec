import * as store from '../../adapters/db/owners/servers.ts';
import { AppError } from '../../domain/errors.ts';
import type { Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { countTraining } from '../learning/suggestions/suggestions.ts';
import { summariseTests } from '../learning/test-questions/test-questions.ts';
import { chatIdSchema, parseSettings } from '../owners/settings.ts';

/** More open questions are not counted. */
export const MAX_COUNTED_QUESTIONS = 1_000;

/** In the order in which they are best done. */
export type OnboardingStep = 'knowledge' | 'question' | 'persona' | 'key' | 'bot' | 'team';

export interface Overview {
  /** `bot` and `team` only where a bot can be on this server. */
  steps: { step: OnboardingStep; isDone: boolean }[];
  /** As a server of the chat platform. */
  isOnDiscord: boolean;
  waiting: {
    /** At most MAX_COUNTED_WAITING. */
    drafts: number;
    pending: number;
    suspended: number;
    /** At most MAX_COUNTED_QUESTIONS. */
    openQuestions: number;
    failingTests: number;
    failedLinks: number;
  };
}

/** @throws AppError('not_found') */
export async function readOverview(core: Core, server: Server): Promise<Overview> {
  const [facts, { drafts }, pending, suspended, tests] = await Promise.all([
    store.readOverviewFacts(core.database, server.id, { limit: MAX_COUNTED_QUESTIONS }),
    countWaiting(core, server.id),
    countTraining(core, server.id, 'pending'),
    countTraining(core, server.id, 'suspended'),
    summariseTests(core, server.id),
  ]);
  if (!facts) throw new AppError('not_found');
  const { isOnDiscord, openQuestions, failedLinks } = facts;
  return {
    steps: listSteps(core, server, facts),
    isOnDiscord,
    waiting: { drafts, pending, suspended, openQuestions, failedLinks, failingTests: tests?.failed ?? 0 },
  };
}

function listSteps(core: Core, server: Server, facts: store.OverviewFacts) {
  const { bot_name, tone, instructions, handover_role } = parseSettings(server.settings);
  const hasPersona = bot_name !== parseSettings({}).bot_name || tone !== '' || instructions !== '';
  const hasBot = core.discord !== null && chatIdSchema.safeParse(server.id).success;
  const steps: Overview['steps'] = [
    { step: 'knowledge', isDone: facts.hasKnowledge || facts.hasLink },
    { step: 'question', isDone: facts.hasTried || facts.hasAnswered },
    { step: 'persona', isDone: hasPersona },
    { step: 'key', isDone: facts.hasKey },
    { step: 'bot', isDone: facts.isOnDiscord },
    { step: 'team', isDone: handover_role !== null },
  ];
  return steps.filter(({ step }) => hasBot || (step !== 'bot' && step !== 'team'));
}

/** More of one kind are not counted for the menu. */
export const MAX_COUNTED_WAITING = 100;

export type WaitingCounts = store.WaitingCounts;

/** What waits for an owner, in one statement. */
export function countWaiting(core: Core, serverId: string): Promise<WaitingCounts> {
  return store.countWaiting(core.database, serverId, { limit: MAX_COUNTED_WAITING });
}
