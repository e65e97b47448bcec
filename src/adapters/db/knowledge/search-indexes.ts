import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { deleteRows } from '../rows.ts';

export interface IndexVersion {
  serverId: string;
  revision: number;
  /** Two versions of Lotse do not read each other's bytes. */
  format: string;
}

interface IndexPart {
  content: string;
  parts: number;
  written: string;
}

/** The embedded database sends a part in a few milliseconds. A multiple of 3 needs no Base64 padding. */
const PART_BYTES = 768 * 1024;

/** Single parts would take some sixty round trips for 20,000 entries. */
const PARTS_PER_READ = 8;
/** The embedded database blocks its process while it answers. */
const EMBEDDED_PARTS_PER_READ = 2;

const READ = `SELECT content, parts, written FROM search_indexes
  WHERE server_id = $1 AND part >= $2 AND part < $3 AND revision = $4 AND format = $5
    AND xmin::text::bigint = (written_in::text::bigint & 4294967295)
  ORDER BY part`;

/** Null when there is none, or another one was stored meanwhile. */
export async function readSearchIndex(
  database: Database,
  { serverId, revision, format }: IndexVersion,
): Promise<Buffer | null> {
  const read = (from: number, to: number): Promise<IndexPart[]> => {
    const values = [serverId, from, to, revision, format];
    return database.query<IndexPart>('read-search-index', READ, values, { repeatable: true });
  };
  const [first] = await read(0, 1);
  if (!first) return null;
  const contents = [Buffer.from(first.content, 'base64')];
  const step = database.isEmbedded ? EMBEDDED_PARTS_PER_READ : PARTS_PER_READ;
  while (contents.length < first.parts) {
    const from = contents.length;
    const next = await read(from, Math.min(from + step, first.parts));
    if (next.length === 0 || next.some(({ written }) => written !== first.written)) return null;
    for (const { content } of next) contents.push(Buffer.from(content, 'base64'));
  }
  return contents.length === 1 ? (contents[0] ?? null) : Buffer.concat(contents);
}

/**
 * Stores an index while the server has its revision, so no deleted word comes back. Each part is its own statement:
 * admissions wait for the server's row.
 */
export async function writeSearchIndex(
  database: Database,
  { serverId, revision, format }: IndexVersion,
  { content, written }: { content: Buffer; written: string },
): Promise<void> {
  const parts = Math.ceil(content.length / PART_BYTES);
  await deleteRows(database.kysely, 'search_indexes', { serverId });
  // Readers begin with part 0, so it is written last.
  for (let part = parts - 1; part >= 0; part -= 1) {
    const text = content.toString('base64', part * PART_BYTES, (part + 1) * PART_BYTES);
    const { rows } = await sql`
      INSERT INTO search_indexes AS i (server_id, part, parts, revision, format, written, content)
      SELECT id, ${part}::integer, ${parts}::integer, revision, ${format}, ${written}, ${text}
      FROM servers WHERE id = ${serverId} AND revision = ${revision} FOR SHARE
      ON CONFLICT (server_id, part) DO UPDATE SET parts = excluded.parts, revision = excluded.revision,
        format = excluded.format, written = excluded.written, content = excluded.content,
        written_in = pg_current_xact_id()
      RETURNING part`.execute(database.kysely);
    if (rows.length === 0) return;
  }
}
