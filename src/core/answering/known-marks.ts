import { listMarks } from '../../adapters/db/answering/marks.ts';
import type { Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { type Marks, toMarks } from '../handover/nearness.ts';

type Marked = Pick<Server, 'id' | 'revision'>;

/** By server and revision, so that those who ask at once read them once. */
const reading = new WeakMap<Core, Map<string, Promise<Marks>>>();

/** The marks of a server, read once for each of its revisions: a mark raises it. */
export async function getMarks(core: Core, server: Marked): Promise<Marks> {
  const known = core.marks.get(server.id);
  if (known?.revision === server.revision) return known.marks;
  const running = reading.get(core) ?? new Map<string, Promise<Marks>>();
  reading.set(core, running);
  const key = `${server.revision} ${server.id}`;
  const read = running.get(key) ?? readMarks(core, server).finally(() => running.delete(key));
  running.set(key, read);
  return read;
}

async function readMarks(core: Core, { id, revision }: Marked): Promise<Marks> {
  const marks = toMarks(await listMarks(core.database, id));
  core.marks.set(id, { revision, marks });
  return marks;
}
