import { changeSuggestions } from '../../adapters/db/learning/suggestion-changes.ts';
import type { Core } from '../core.ts';

const ENTRY_PREFIX = 'training:';

/** Removes an entry that an approval made; its suggestion counts as rejected. @returns false for another entry. */
export async function withdrawEntry(core: Core, serverId: string, entryId: string): Promise<boolean> {
  if (!entryId.startsWith(ENTRY_PREFIX)) return false;
  const id = entryId.slice(ENTRY_PREFIX.length);
  let isWithdrawn = false;
  await changeSuggestions(core.database, serverId, [id], ([stored]) => {
    isWithdrawn = stored?.state === 'approved' && stored.entryId === entryId;
    const decidedAt = new Date(core.clock());
    return isWithdrawn ? { changes: [{ id, state: 'rejected', decidedAt, dropsEntry: true }] } : {};
  });
  return isWithdrawn;
}
