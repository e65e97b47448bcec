import { removeOldSuggestions } from '../../adapters/db/learning/suggestions.ts';
import { removeOldConversations } from '../../adapters/db/members/members.ts';
import {
  forgetAnswerTexts,
  removeCached,
  removeExpired,
  removeOutcomes,
} from '../../adapters/db/operations/housekeeping.ts';
import { attemptEach } from '../../domain/attempts.ts';
import type { Core } from '../core.ts';
import { AUDIT_DAYS, removeOldActions } from '../owners/audit.ts';
import { runDaily } from './daily.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Forgets raw questions and answers, and suggestions that are no knowledge, after RETENTION_DAYS, the audit log
 * after a year, and clears what has expired, once a day. What fails keeps nothing else from its turn.
 * @param signal ends it between two batches. @returns whether this process did it.
 * @throws what failed, once all had their turn.
 */
export function keepHouse(core: Core, signal: AbortSignal): Promise<boolean> {
  return runDaily(core, 'housekeeping', async () => {
    const { database, config } = core;
    const now = new Date(core.clock());
    const before = new Date(now.getTime() - config.RETENTION_DAYS * DAY_MS);
    const clearings = [
      () => forgetAnswerTexts(database, before, signal),
      () => removeOldConversations(database, before, signal),
      () => removeOldSuggestions(database, before),
      () => removeOldActions(database, new Date(now.getTime() - AUDIT_DAYS * DAY_MS)),
      () => removeOutcomes(database, now, signal),
      () => removeExpired(database, now, before),
      () => removeCached(database, now, signal),
    ];
    await attemptEach(clearings, (clear) => clear());
  });
}
