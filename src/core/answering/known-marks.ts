import { listMarks } from '../../adapters/db/answering/marks.ts';
import type { Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { type Marks, toMarks } from '../handover/nearness.ts';
import { shareWork } from '../runtime/shared-work.ts';

/** The marks of a server, read once for each of its revisions: a mark raises it. */
export async function getMarks(
  core: Core,
  { id, revision }: Pick<Server, 'id' | 'revision'>,
): Promise<Marks> {
  const known = core.marks.get(id);
  if (known?.revision === revision) return known.marks;
  return shareWork(core, `marks ${revision} ${id}`, async () => {
    const marks = toMarks(await listMarks(core.database, id));
    core.marks.set(id, { revision, marks });
    return marks;
  });
}
