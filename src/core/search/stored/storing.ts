import { randomUUID } from 'node:crypto';
import { readSearchIndex, writeSearchIndex } from '../../../adapters/db/knowledge/search-indexes.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { REST_MS, runInSlices, takeTurn } from '../../runtime/slices.ts';
import type { KnowledgeIndex } from '../knowledge.ts';
import { decodeKnowledge, encodeKnowledge, FORMAT, type StoredKnowledge } from './stored-index.ts';

/** An index is stored when it has been in use for so long, and for as long again with each 5 MB: many change at once. */
const LEAST_USE_MS = 1_000;
const BYTES_PER_USE = 5_000_000;
/** A larger one is built anew by each process. */
const MAX_BYTES = 128_000_000;

/** The stored index of a server's revision; null: none can be used. */
export async function loadKnowledge(core: Core, server: Server): Promise<StoredKnowledge | null> {
  try {
    const packed = await readSearchIndex(core.database, versionOf(server));
    if (!packed) return null;
    await takeTurn();
    const stored = await runInSlices(decodeKnowledge(packed));
    return stored && core.clock() < stored.validUntil ? stored : null;
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A standby, for one, refuses to read a table that is not logged.
    core.log.warn({ err: error, server: server.id }, 'stored index not readable, rebuilding it');
    return null;
  }
}

/** Stores an index once it has been in use for a while; nobody waits for it. */
export function storeLater(core: Core, server: Server, knowledge: KnowledgeIndex): void {
  const store = () =>
    storeKnowledge(core, server, knowledge).catch((error: unknown) =>
      core.log.debug({ err: error, server: server.id }, 'search index not stored'),
    );
  const useMs = LEAST_USE_MS * Math.ceil(knowledge.bytes / BYTES_PER_USE);
  setTimeout(() => core.backlog.add(store), useMs).unref();
}

/** Stores an index that is still in use; a very large one is left out. */
export async function storeKnowledge(core: Core, server: Server, knowledge: KnowledgeIndex): Promise<void> {
  const isInUse = () => core.knowledgeIndexes.peek(server.id) === knowledge;
  if (!isInUse() || knowledge.bytes > MAX_BYTES) return;
  const content = await runInSlices(encodeKnowledge(knowledge), { restMs: REST_MS });
  if (isInUse()) await writeSearchIndex(core.database, versionOf(server), { content, written: randomUUID() });
}

function versionOf({ id, revision }: Server) {
  return { serverId: id, revision, format: FORMAT };
}
