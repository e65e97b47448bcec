import { claimJob, forgetAnswerTexts, removeExpired } from '../adapters/db/housekeeping.ts';
import { removeOldConversations } from '../adapters/db/members.ts';
import { removeOldSuggestions } from '../adapters/db/training.ts';
import { AUDIT_DAYS, removeOldActions } from './audit.ts';
import type { Core } from './core.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Forgets raw questions and answers, and suggestions that are no knowledge, after RETENTION_DAYS, the audit log
 * after a year, and clears what has expired. Once a day in the whole installation, whichever process comes first.
 * @returns whether this process did it.
 */
export async function keepHouse(core: Core): Promise<boolean> {
  const now = core.clock();
  const isOurs = await claimJob(core.database, 'housekeeping', new Date(core.calendar.dayOf(now).startsAt));
  if (!isOurs) return false;
  const before = new Date(now - core.config.RETENTION_DAYS * DAY_MS);
  await forgetAnswerTexts(core.database, before);
  await removeExpired(core.database, new Date(now), before);
  await removeOldConversations(core.database, before);
  await removeOldSuggestions(core.database, before);
  await removeOldActions(core.database, new Date(now - AUDIT_DAYS * DAY_MS));
  return true;
}
