import { createHash } from 'node:crypto';
import { readComparisons, saveComparisons } from '../../adapters/db/knowledge/contradictions.ts';
import type { Core } from '../core.ts';
import { closeWith, openWith } from '../owners/seal.ts';
import type { Statement } from './statements.ts';

export interface Finding {
  one: Statement;
  other: Statement;
  why: string;
}

const PLACE = 'comparison';

/**
 * Remembers the model's findings by digests of the statements. A reason quotes both texts, so it is sealed with both:
 * once one is deleted, nobody can read it any more.
 */
export async function openMemory(core: Core, serverId: string, statements: readonly Statement[]) {
  const names = [...new Set(statements.map(({ name }) => name))];
  const rows = await readComparisons(core.database, serverId, names);
  const known = new Map(rows.map(({ name, compared }) => [name, compared]));

  /** Why two statements contradict each other; null: they do not; undefined: nobody has asked. */
  function find(one: Statement, other: Statement): string | null | undefined {
    const [mine = {}, theirs] = [known.get(one.name), known.get(other.name)];
    const sealed = other.name in mine ? mine[other.name] : theirs?.[one.name];
    return sealed ? openWith(keyOf(one, other), Buffer.from(sealed, 'base64'), PLACE) : sealed;
  }

  return {
    find,
    /** Names of the statements that were compared with all that was near them. */
    done: new Set(rows.flatMap(({ name, isDone }) => (isDone ? [name] : []))),
    contradicting: ({ name }: Statement) =>
      Object.entries(known.get(name) ?? {}).flatMap(([other, sealed]) => (sealed === null ? [] : [other])),
    /** Known findings stay. @param isDone for the first of the group. */
    note: async (group: readonly Statement[], findings: readonly Finding[], isDone: boolean) => {
      const noted = group.map((one, place) => {
        const others = group.slice(place + 1).filter((other) => find(one, other) === undefined);
        const compared = others.map((other) => {
          const found = findings.find((finding) => finding.one === one && finding.other === other);
          const sealed = found && closeWith(keyOf(one, other), found.why, PLACE).toString('base64');
          return [other.name, sealed ?? null] as const;
        });
        return { name: one.name, compared: Object.fromEntries(compared), isDone: isDone && place === 0 };
      });
      for (const { name, compared } of noted) known.set(name, { ...known.get(name), ...compared });
      await saveComparisons(core.database, serverId, noted, new Date(core.clock()));
    },
  };
}
export type Memory = Awaited<ReturnType<typeof openMemory>>;

function keyOf(one: Statement, other: Statement): Buffer {
  const secrets = [one.secret, other.secret].toSorted().join();
  return createHash('sha256').update(secrets).digest();
}
