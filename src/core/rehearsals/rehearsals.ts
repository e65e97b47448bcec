import { randomUUID } from 'node:crypto';
import * as store from '../../adapters/db/learning/rehearsals.ts';
import { AppError } from '../../domain/errors.ts';
import type { RehearsalOutcome } from '../../domain/rehearsals.ts';
import type { ChatMessage } from '../../domain/types.ts';
import { answerQuestion } from '../answering/answer.ts';
import type { Answer } from '../answering/question.ts';
import { readFollowUp } from '../answering/ticket/follow-up.ts';
import type { Core } from '../core.ts';
import { saysOtherwise } from '../learning/statements/stance.ts';
import { getServer } from '../owners/servers.ts';
import { planLimitsOf } from '../quota/plan-limits.ts';
import { noRehearsal } from './report.ts';

/** Beyond the deadline of an answer, for reading and writing it. */
const CLAIM_GRACE_MS = 60_000;
const RETRY_MS = 30_000;
const MAX_TRIES = 5;

type Claimed = NonNullable<Awaited<ReturnType<typeof store.claimConversation>>>;

interface Run {
  signal: AbortSignal;
  /** This one alone; all that waits where it is left out. */
  only?: { serverId: string; id: string };
  onDone?: () => Promise<void> | void;
}

/**
 * Asks the conversations that wait, one after the other, until none is left or all rest. Several processes may do so at
 * once: each conversation is done by one of them, and one that dies leaves its own to the others when its claim runs out.
 * @throws AppError('service_unavailable')
 */
export async function rehearse(core: Core, { signal, only, onDone }: Run): Promise<void> {
  while (!signal.aborted) {
    const now = core.clock();
    const until = new Date(now + core.config.AI_TIMEOUT_MS + CLAIM_GRACE_MS);
    const by = randomUUID();
    const claimed = await store.claimConversation(
      core.database,
      { by, now: new Date(now), until },
      only ?? null,
    );
    if (!claimed) return;
    await askAgain(core, claimed, by, signal);
    await onDone?.();
  }
}

/** Paid from the week like any answer, never from credit, and never more in a week than the share of it. */
async function askAgain(core: Core, claimed: Claimed, by: string, signal: AbortSignal): Promise<void> {
  const { serverId, rehearsalId, place, messages, teamAnswer } = claimed;
  const claim = { serverId, rehearsalId, place, by };
  try {
    const server = await getServer(core, serverId);
    const share = Math.floor((planLimitsOf(core, server).quota * claimed.share) / 100);
    const question = { server, channel: 'rehearsal' as const, key: null, messages, share, signal };
    const { answer, cost } = await answerQuestion(core, question);
    const outcome = outcomeOf(answer, messages);
    const isShown = outcome === 'answered' || outcome === 'drafted';
    await store.saveResult(core.database, claim, {
      ...{ outcome, reason: answer.teamReason, answer: answer.answer, units: cost.units },
      differs: isShown && teamAnswer !== null && saysOtherwise(answer.answer, teamAnswer),
    });
  } catch (error) {
    await putBack(core, { claimed, claim, hasStopped: signal.aborted }, error);
  }
}

function outcomeOf({ kind, needsTeam, isDraft }: Answer, messages: readonly ChatMessage[]): RehearsalOutcome {
  if (needsTeam) return 'handed_over';
  // A model that greets back has answered nothing.
  if (kind === 'not_a_question' || readFollowUp(messages).talk) return 'nothing_asked';
  if (kind === 'clarify') return 'asked_back';
  return isDraft ? 'drafted' : 'answered';
}

async function putBack(
  core: Core,
  { claimed, claim, hasStopped }: { claimed: Claimed; claim: store.ConversationClaim; hasStopped: boolean },
  error: unknown,
): Promise<void> {
  const now = core.clock();
  const { database } = core;
  if (hasStopped) return store.giveBack(database, claim, { until: null, isTry: false });
  if (error instanceof AppError && error.code === 'quota_exhausted') {
    const until = new Date(core.calendar.weekOf(now).endsAt);
    await store.rest(database, claim, { until, reason: 'share' });
    return store.giveBack(database, claim, { until: null, isTry: false });
  }
  core.log.warn({ err: error, server: claim.serverId }, 'rehearsed conversation failed');
  if (claimed.tries + 1 >= MAX_TRIES) {
    const nothing = { reason: null, answer: null, units: 0, differs: false };
    await store.saveResult(database, claim, { outcome: 'failed', ...nothing });
    return;
  }
  const until = new Date(now + RETRY_MS);
  await store.rest(database, claim, { until, reason: 'outage' });
  await store.giveBack(database, claim, { until, isTry: true });
}

/** Conversations and report are gone for good. @throws AppError('not_found') */
export async function deleteRehearsal(core: Core, serverId: string, id: string): Promise<void> {
  if (!(await store.deleteRehearsal(core.database, serverId, id))) throw noRehearsal();
}
