import { createHash } from 'node:crypto';
import * as store from '../../../adapters/db/operations/backup.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { type ExportKind, FORMAT, type Header, MAX_LINE_BYTES } from './format.ts';

/** UTF-8 takes at most this many bytes for a unit of a text. */
const MAX_BYTES_PER_UNIT = 3;

/** What is written, and what the last line says of it. */
interface Ledger {
  counts: Record<string, number>;
  hash: ReturnType<typeof createHash>;
}

/**
 * A server as JSON lines (format.ts), a page of rows at a time, so that memory does not grow with the server.
 * On PostgreSQL all of it is of one moment. On the embedded database a transaction would hold everybody else up:
 * settings, keys, money and use are of one moment there, the rest is read page by page as it is then.
 * Ending it early closes what it holds.
 * @param kind `backup` can be imported and is as secret as the database; `copy` is for owners.
 * @throws AppError('not_found'), before the first line.
 */
export async function* exportServer(core: Core, id: string, kind: ExportKind): AsyncGenerator<string> {
  await getServer(core, id);
  const isSnapshot = !core.database.isEmbedded;
  const shape = await store.readShape(core.database);
  const ledger: Ledger = { counts: {}, hash: createHash('sha256') };
  const tables = store.BACKUP_TABLES.filter(({ isForOwners }) => kind === 'backup' || isForOwners);
  const requests = tables.map((table) => ({ table, columns: columnsOf(shape, table, kind), serverId: id }));
  const header: Header = {
    ...{ lotse_export: FORMAT, schema: shape.migrations.at(-1) ?? '', kind, server: id },
    ...{ exported_at: new Date(core.clock()).toISOString(), snapshot: isSnapshot },
  };
  yield note(ledger, `${JSON.stringify(header)}\n`);
  if (isSnapshot) yield* readAll(ledger, await store.openSnapshot(core.database), requests);
  else yield* readEmbedded(core, ledger, requests);
  yield `${JSON.stringify({ counts: ledger.counts, checksum: ledger.hash.digest('hex') })}\n`;
}

type Request = Omit<store.PageRequest, 'after'>;

/** The books in one short transaction, which is over before anybody waits for the reader of the file. */
async function* readEmbedded(core: Core, ledger: Ledger, requests: readonly Request[]) {
  const books = requests.filter(({ table }) => table.isBook);
  const others = requests.filter(({ table }) => !table.isBook);
  const kept: string[] = [];
  for await (const text of readAll(ledger, await store.openSnapshot(core.database), books)) kept.push(text);
  yield* kept;
  yield* readAll(ledger, store.openWithoutSnapshot(core.database), others);
}

async function* readAll(ledger: Ledger, snapshot: store.Snapshot, requests: readonly Request[]) {
  try {
    for (const request of requests) {
      ledger.counts[request.table.name] = 0;
      let after: readonly string[] | null = null;
      do {
        const page: store.Page = await snapshot.readPage({ ...request, after });
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

/** @throws AppError('internal_error') for a row that no import would take: better now than on the day it is needed. */
function toLines(table: string, rows: readonly string[], { counts }: Ledger): string {
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

function note({ hash }: Ledger, text: string): string {
  hash.update(text);
  return text;
}
