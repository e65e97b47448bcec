import { createHash } from 'node:crypto';
import * as store from '../../../adapters/db/operations/backup.ts';
import { type Restoration, RowRefusedError, restoreWithin } from '../../../adapters/db/operations/restore.ts';
import { findServer } from '../../../adapters/db/owners/servers.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { planLoss } from '../../members/provenance.ts';
import { getServer } from '../../owners/servers.ts';
import { type ExportKind, FORMAT, type Header, MAX_LINE_BYTES, refuseFile, refuseLine } from './format.ts';
import { type Batch, readBatches } from './read.ts';

/** UTF-8 takes at most this many bytes for a unit of a text. */
const MAX_BYTES_PER_UNIT = 3;

/** For the last line. */
interface RunningTotals {
  counts: Record<string, number>;
  hash: ReturnType<typeof createHash>;
}

/**
 * Reads a page of rows at a time, so memory does not grow with the server. On PostgreSQL all is of one moment. A
 * transaction would block the embedded database, so there only settings, keys, money and use are.
 * @param kind `backup` can be imported and is as secret as the database; `copy` is for owners.
 */
export async function* exportServer(core: Core, id: string, kind: ExportKind): AsyncGenerator<string> {
  await getServer(core, id);
  const isSnapshot = !core.database.isEmbedded;
  const shape = await store.readShape(core.database);
  const ledger: RunningTotals = { counts: {}, hash: createHash('sha256') };
  const tables = store.BACKUP_TABLES.filter(({ isForOwners }) => kind === 'backup' || isForOwners);
  const requests = tables.map((table) => ({ table, columns: columnsOf(shape, table, kind), serverId: id }));
  const header: Header = {
    ...{ lotse_export: FORMAT, schema: shape.schema, kind, server: id },
    ...{ exported_at: new Date(core.clock()).toISOString(), snapshot: isSnapshot },
  };
  yield note(ledger, `${JSON.stringify(header)}\n`);
  if (isSnapshot) yield* readAll(ledger, await store.openSnapshot(core.database), requests);
  else yield* readEmbedded(core, ledger, requests);
  yield `${JSON.stringify({ counts: ledger.counts, checksum: ledger.hash.digest('hex') })}\n`;
}

type Request = Omit<store.PageRequest, 'after'>;

/** One short transaction, which ends before anybody waits for the reader of the file. */
async function* readEmbedded(core: Core, ledger: RunningTotals, requests: readonly Request[]) {
  const accounting = requests.filter(({ table }) => table.isBook);
  const others = requests.filter(({ table }) => !table.isBook);
  const kept: string[] = [];
  for await (const text of readAll(ledger, await store.openSnapshot(core.database), accounting))
    kept.push(text);
  yield* kept;
  yield* readAll(ledger, store.openWithoutSnapshot(core.database), others);
}

async function* readAll(
  ledger: RunningTotals,
  snapshot: store.DatabaseSnapshot,
  requests: readonly Request[],
) {
  try {
    for (const request of requests) {
      ledger.counts[request.table.name] = 0;
      let after: readonly string[] | null = null;
      do {
        const page: store.BackupPage = await snapshot.readPage({ ...request, after });
        after = page.next;
        if (page.rows.length > 0) yield note(ledger, toLines(request.table.name, page.rows, ledger));
      } while (after !== null);
    }
  } finally {
    await snapshot.close();
  }
}

function columnsOf(shape: store.Shape, table: store.BackupTable, kind: ExportKind) {
  const hidden = kind === 'copy' ? (table.hiddenFromOwners ?? []) : [];
  return (shape.columns.get(table.name) ?? []).filter(({ name }) => !hidden.includes(name));
}

/** @throws AppError('internal_error') for a row that no import would take. */
function toLines(table: string, rows: readonly string[], { counts }: RunningTotals): string {
  counts[table] = (counts[table] ?? 0) + rows.length;
  const lines = rows.map((row) => `{"table":"${table}","row":${row}}\n`);
  const tooLong = lines.find(
    (line) => line.length * MAX_BYTES_PER_UNIT > MAX_LINE_BYTES && Buffer.byteLength(line) > MAX_LINE_BYTES,
  );
  if (tooLong !== undefined)
    throw new AppError('internal_error', {
      cause: new Error(`a row of ${table} is too long to be exported`),
    });
  return lines.join('');
}

function note({ hash }: RunningTotals, text: string): string {
  hash.update(text);
  return text;
}

const DAY_MS = 24 * 3600 * 1000;

export interface Imported {
  server: string;
  /** ISO. */
  exportedAt: string;
  rows: Record<string, number>;
  /** The row they belong to is not in the file. */
  leftOut: Record<string, number>;
}

/**
 * Puts an exported server back, all of it or nothing. Reads the file twice, so it is checked before anything is
 * written. Members who opted out or had their data deleted since are left out.
 * @param input.open gives the whole file each time.
 * @param input.as another id; subscriptions then stay behind, as the provider knows the old one.
 */
export async function importServer(
  core: Core,
  input: { open: () => AsyncIterable<Uint8Array>; as?: string | undefined },
): Promise<Imported> {
  const shape = await store.readShape(core.database);
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
  shape: store.Shape,
  { open, as }: Parameters<typeof importServer>[1],
): Promise<Header> {
  let header: Header | null = null;
  const onHeader = async (found: Header) => {
    header = found;
    const id = as ?? found.server;
    if (await findServer(core.database, id)) throw refuseTaken(id);
  };
  for await (const _ of readBatches(open(), shape, onHeader));
  if (!header) throw refuseFile('the file is empty');
  return header;
}

async function writeRows(
  restoration: Restoration,
  shape: store.Shape,
  file: AsyncIterable<Uint8Array>,
  { header, id }: { header: Header; id: string },
): Promise<Pick<Imported, 'rows' | 'leftOut'>> {
  const rows: Record<string, number> = {};
  const leftOut: Record<string, number> = {};
  const onHeader = (again: Header) => {
    if (JSON.stringify(again) !== JSON.stringify(header))
      throw refuseFile('the file was changed while it was read');
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

/** Two servers would share a key or a subscription. */
async function refuseShared(restoration: Restoration): Promise<void> {
  const { keys, subscriptions } = await restoration.findServersWithSame();
  const [shared] = [...keys, ...subscriptions];
  if (shared === undefined) return;
  const what = keys.length > 0 ? 'a key' : 'the subscription';
  const message = `Nothing was imported: ${what} in this file already belongs to the server ${shared}.`;
  throw new AppError('already_exists', { message });
}

async function forgetUnwilling(core: Core, restoration: Restoration, header: Header): Promise<void> {
  for (const memberId of await restoration.findUnwilling(new Date(header.exported_at))) {
    const loss = { reason: 'member_gone' as const, at: new Date(core.clock()), of: { memberId } };
    await restoration.forgetMember(memberId, (stored) => planLoss(stored, loss));
  }
}

function refuseTaken(id: string): AppError {
  const message = `Nothing was imported: a server with the id ${id} already exists. Delete it first, or choose another id with --as.`;
  return new AppError('already_exists', { message });
}
