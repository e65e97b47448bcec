import type { KnowledgeEntry } from '../../../domain/types.ts';
import { isSameContent } from '../entry.ts';
import { addProposals, toWordings } from '../wordings.ts';
import type { ImportedEntry } from './check.ts';

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

export interface ImportPlan {
  added: KnowledgeEntry[];
  updated: KnowledgeEntry[];
  unchanged: number;
}

/** The changes that an import would make; the same id updates. */
export function planImport(
  stored: readonly KnowledgeEntry[],
  imported: readonly ImportedEntry[],
): ImportPlan {
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const entries = imported.map((one) => keepQuestions(one, byId.get(one.entry.id)));
  const added = entries.filter((entry) => !byId.has(entry.id));
  const updated = entries.filter((entry) => {
    const old = byId.get(entry.id);
    return old !== undefined && !isSameContent(old, entry);
  });
  return { added, updated, unchanged: entries.length - added.length - updated.length };
}

export function countPlan({ added, updated, unchanged }: ImportPlan): ImportCounts {
  return { added: added.length, updated: updated.length, unchanged };
}

/** A model's proposals stay beside the file's wordings, for the owner to take out. */
function keepQuestions({ entry, saysQuestions }: ImportedEntry, old?: KnowledgeEntry): KnowledgeEntry {
  if (!old) return entry;
  const said = saysQuestions ? entry : { ...entry, ...toWordings(entry.title, old.questions, old.proposed) };
  return { ...said, ...addProposals(said, old.proposed) };
}
