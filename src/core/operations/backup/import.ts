import { readShape, type Shape } from '../../../adapters/db/operations/backup.ts';
import { type Restoration, RowRefusedError, restoreWithin } from '../../../adapters/db/operations/restore.ts';
import { findServer } from '../../../adapters/db/owners/servers.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { planLoss } from '../../knowledge/provenance.ts';
import type { Header } from './format.ts';
import { refuseLine } from './lines.ts';
import { type Batch, readBatches } from './read.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface Imported {
  server: string;
  /** When it was exported, ISO. */
  exportedAt: string;
  /** Rows written, by table. */
  rows: Record<string, number>;
  /** Rows of the file that were not written, by table: what they belong to is not in it. */
  leftOut: Record<string, number>;
}

/**
 * Puts an exported server back, all of it or nothing. The file is read twice: nobody waits for a database that waits
 * for a file, and what is cut or changed is refused before anything is written.
 * Who opted out, or had their data deleted since the export, is not put back by name or word.
 * @param input.open gives the whole file from its beginning, each time.
 * @param input.as another id than the one in the file. A subscription stays behind then: the provider knows it
 * under the old one.
 * @throws AppError('already_exists'); 'invalid_input' with the line that is wrong and why.
 */
export async function importServer(
  core: Core,
  input: { open: () => AsyncIterable<Uint8Array>; as?: string | undefined },
): Promise<Imported> {
  const shape = await readShape(core.database);
  const header = await checkFile(core, shape, input);
  const id = input.as ?? header.server;
  return restoreWithin(core.database, id, async (restoration) => {
    const written = await writeRows(restoration, shape, input.open(), { header, id });
    await refuseShared(restoration);
    await restoration.complete(core.clock());
    await restoration.forgetTexts(new Date(core.clock() - core.config.RETENTION_DAYS * DAY_MS));
    await forgetUnwilling(core, restoration, header);
    return { server: id, exportedAt: header.exported_at, ...written };
  });
}

async function checkFile(
  core: Core,
  shape: Shape,
  { open, as }: Parameters<typeof importServer>[1],
): Promise<Header> {
  let header: Header | null = null;
  const onHeader = async (found: Header) => {
    header = found;
    const id = as ?? found.server;
    if (await findServer(core.database, id)) throw refuseTaken(id);
  };
  for await (const _ of readBatches(open(), shape, onHeader));
  if (!header) throw new AppError('invalid_input', { message: 'Nothing was imported: the file is empty.' });
  return header;
}

async function writeRows(
  restoration: Restoration,
  shape: Shape,
  file: AsyncIterable<Uint8Array>,
  { header, id }: { header: Header; id: string },
): Promise<Pick<Imported, 'rows' | 'leftOut'>> {
  const rows: Record<string, number> = {};
  const leftOut: Record<string, number> = {};
  const onHeader = (again: Header) => {
    if (JSON.stringify(again) !== JSON.stringify(header))
      throw new AppError('invalid_input', { message: 'Nothing was imported: the file changed meanwhile.' });
  };
  for await (const batch of readBatches(file, shape, onHeader)) {
    const { name } = batch.table;
    const isForeign = name === 'subscriptions' && id !== header.server;
    const written = isForeign ? 0 : await insert(restoration, batch);
    if (name === 'servers' && written === 0) throw refuseTaken(id);
    if (written > 0) rows[name] = (rows[name] ?? 0) + written;
    const rest = batch.rows.length - written;
    if (rest > 0) leftOut[name] = (leftOut[name] ?? 0) + rest;
  }
  return { rows, leftOut };
}

async function insert(restoration: Restoration, batch: Batch): Promise<number> {
  try {
    return await restoration.insert(batch);
  } catch (error) {
    if (!(error instanceof RowRefusedError)) throw error;
    throw refuseLine(batch.lines[error.index] ?? 0, `was refused by the database: ${error.message}`);
  }
}

/** A key or a subscription of two servers would be either's. */
async function refuseShared(restoration: Restoration): Promise<void> {
  const { keys, subscriptions } = await restoration.findServersWithSame();
  const [shared] = [...keys, ...subscriptions];
  if (shared === undefined) return;
  const what = keys.length > 0 ? 'a key' : 'the subscription';
  const message = `Nothing was imported: ${what} of this file belongs to the server ${shared} here.`;
  throw new AppError('already_exists', { message });
}

async function forgetUnwilling(core: Core, restoration: Restoration, header: Header): Promise<void> {
  for (const memberId of await restoration.findUnwilling(new Date(header.exported_at))) {
    const loss = { reason: 'member_gone' as const, at: new Date(core.clock()), of: { memberId } };
    await restoration.forgetMember(memberId, (stored) => planLoss(stored, loss));
  }
}

function refuseTaken(id: string): AppError {
  const message = `Nothing was imported: a server with the id ${id} exists already. Delete it first, or choose another id with --as.`;
  return new AppError('already_exists', { message });
}
