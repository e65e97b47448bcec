import type { KnowledgeEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getEntry } from '../knowledge/change.ts';
import { missingEntry } from '../knowledge/entry.ts';
import { searchKnowledge } from '../knowledge/knowledge.ts';
import type { KeyHolder } from '../owners/keys.ts';
import { planLimitsOf } from '../quota/plan-limits.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { entryIdOf } from '../search/passages.ts';
import { admitReading, findAccessRefusal } from './admission/admission.ts';

/** What a key may see of the knowledge itself. Each look is a request of its minute, and costs no units. */

/** @throws AppError('server_inactive' | 'trial_requirements_not_met' | 'rate_limited_minute') */
export async function findPassages(core: Core, holder: KeyHolder, asked: { query: string; limit: number }) {
  await enter(core, holder);
  return searchKnowledge(core, holder.server.id, asked.query, asked.limit);
}

/**
 * One entry that answers may rest on: what expired or was suspended is not there.
 * @param id its own, or that of one of its passages.
 * @throws AppError as findPassages, and 'not_found'
 */
export async function readEntry(core: Core, holder: KeyHolder, id: string): Promise<KnowledgeEntry> {
  await enter(core, holder);
  const { versions } = await getKnowledgeIndex(core, holder.server);
  const entryId = entryIdOf(id);
  if (!versions.has(entryId)) throw missingEntry(entryId);
  return getEntry(core, holder.server.id, entryId);
}

/** The terms of a trial are those of answers: who keeps the knowledge in step may always read it. */
async function enter(core: Core, holder: KeyHolder): Promise<void> {
  const { server, scope, isTest } = holder;
  const refusal = findAccessRefusal(
    core,
    server,
    planLimitsOf(core, server),
    isTest || scope === 'knowledge',
  );
  if (refusal) throw refusal;
  await admitReading(core, holder);
}
