import { listChangesSince } from '../../../adapters/db/learning/test-questions.ts';
import type { AuditAction } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';

/** What may have made an answer another one: an entry that was written, a setting, or the engine. */
export interface Change {
  what: AuditAction | 'entry' | 'engine';
  /** A title, the name of a setting, or `old -> new`; null where the log names nothing. */
  subject: string | null;
}

const MOST = 10;
/** Of the audit log; what entries were added, changed or read anew is told by the entries themselves. */
const CHANGING: readonly AuditAction[] = [
  ...(['persona.changed', 'team.changed', 'hours.changed', 'server.changed', 'limits.changed'] as const),
  ...(['knowledge.removed', 'link.removed', 'training.reverted'] as const),
  ...(['answer.marked', 'answer.unmarked'] as const),
];

/** A test question that was right the last time. */
interface Fallen {
  id: string;
  /** When it was right the last time, and by which engine, where that is known. */
  since: Date;
  engine?: { before: string | null; now: string };
}

/** At most ten for each, the newest first. */
export async function readChanges(
  core: Core,
  serverId: string,
  fallen: readonly Fallen[],
): Promise<ReadonlyMap<string, Change[]>> {
  const moments = new Map(fallen.map(({ since }) => [since.getTime(), since]));
  const found = new Map<number, Change[]>();
  for (const [time, since] of moments)
    found.set(
      time,
      await listChangesSince(core.database, serverId, { since, actions: CHANGING, limit: MOST }),
    );
  return new Map(
    fallen.map(({ id, since, engine }) => {
      const hasOther = engine && engine.before !== null && engine.before !== engine.now;
      const other: Change[] = hasOther
        ? [{ what: 'engine', subject: `${engine.before} -> ${engine.now}` }]
        : [];
      return [id, [...other, ...(found.get(since.getTime()) ?? [])]];
    }),
  );
}
