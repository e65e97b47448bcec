import { endOldDrafts } from '../../adapters/db/answering/drafts.ts';
import { removeOldVersions } from '../../adapters/db/knowledge/versions.ts';
import { removeOldImports } from '../../adapters/db/learning/history-imports.ts';
import { removeOldRehearsals } from '../../adapters/db/learning/rehearsals.ts';
import { removeOldSuggestions } from '../../adapters/db/learning/suggestions.ts';
import { removeOldConversations } from '../../adapters/db/members/members.ts';
import {
  forgetAnswerTexts,
  removeCached,
  removeExpired,
  removeOutcomes,
} from '../../adapters/db/operations/housekeeping.ts';
import { removeOldDeliveries } from '../../adapters/db/webhooks/events.ts';
import { forgetFormerSecrets } from '../../adapters/db/webhooks/webhooks.ts';
import { attemptEach } from '../../domain/errors.ts';
import { REHEARSAL_DAYS } from '../../domain/rehearsals.ts';
import type { Core } from '../core.ts';
import { AUDIT_DAYS, removeOldActions } from '../members/audit.ts';
import { removeOldWindows } from '../members/member-limit.ts';
import { runDaily } from '../runtime/shared-work.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Once a day: forgets texts, versions, suggestions that are no knowledge and deliveries after RETENTION_DAYS, the audit log after
 * a year, and expired rows; members' windows and old rehearsals each hour. A failure does not stop the rest. @param signal ends it between
 * two batches. @returns whether this process did it. @throws the failures.
 */
export async function keepHouse(core: Core, signal: AbortSignal): Promise<boolean> {
  let isOurs = false;
  const works = [
    () => removeOldWindows(core),
    () => removeOldRehearsals(core.database, new Date(core.clock() - REHEARSAL_DAYS * DAY_MS)),
    async () => {
      isOurs = await clearDaily(core, signal);
    },
  ];
  await attemptEach(works, (work) => work());
  return isOurs;
}

function clearDaily(core: Core, signal: AbortSignal): Promise<boolean> {
  return runDaily(core, 'housekeeping', async () => {
    const { database, config } = core;
    const now = new Date(core.clock());
    const before = new Date(now.getTime() - config.RETENTION_DAYS * DAY_MS);
    const clearings = [
      () => forgetAnswerTexts(database, before, signal),
      () => endOldDrafts(database, { before, dayBefore: new Date(before.getTime() - DAY_MS), now }, signal),
      () => removeOldConversations(database, before, signal),
      () => removeOldSuggestions(database, before),
      () => removeOldImports(database, before),
      () => removeOldVersions(database, before),
      () => removeOldDeliveries(database, before, signal),
      () => forgetFormerSecrets(database, now),
      () => removeOldActions(database, new Date(now.getTime() - AUDIT_DAYS * DAY_MS)),
      () => removeOutcomes(database, now, signal),
      () => removeExpired(database, now, before),
      () => removeCached(database, now, signal),
    ];
    await attemptEach(clearings, (clear) => clear());
  });
}
