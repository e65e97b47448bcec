import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';

/** A row has some hundred bytes, 120 kB at most; of a server's one picture 2 MB. */
const ROWS_PER_PAGE = 250;

export interface Column {
  name: string;
  /** As PostgreSQL names it, for example `timestamp with time zone`. */
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

export interface Shape {
  /** Name of the last migration; names of later ones sort behind it. */
  schema: string;
  /** Columns of a row in a file, by table. */
  columns: ReadonlyMap<string, readonly Column[]>;
}

export async function readShape(database: Pick<Database, 'kysely'>): Promise<Shape> {
  const { rows } = await sql<Column & { table: string }>`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
      NOT a.attnotnull AS "isNullable", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
      AND NOT a.attisdropped
    ORDER BY a.attnum`.execute(database.kysely);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  const ran = await sql<{ last: string }>`
    SELECT max(name COLLATE "C") AS last FROM kysely_migration`.execute(database.kysely);
  return {
    schema: ran.rows[0]?.last ?? '',
    columns: new Map(
      BACKUP_TABLES.map((table) => [
        table.name,
        (byTable.get(table.name) ?? []).filter(
          ({ name }) => name !== table.owner && !Object.hasOwn(table.without ?? {}, name),
        ),
      ]),
    ),
  };
}

/** Rows as JSON, and where the next page begins; null: this was the last. */
export interface BackupPage {
  rows: string[];
  next: readonly string[] | null;
}

export interface PageRequest {
  table: BackupTable;
  columns: readonly Column[];
  serverId: string;
  after: readonly string[] | null;
}

/** The database makes the JSON, so times keep their microseconds. */
async function readPage(kysely: Kysely<Schema>, request: PageRequest): Promise<BackupPage> {
  const { table, columns, serverId, after } = request;
  const { key, owner, instead = {} } = table;
  const fields = columns.map(
    ({ name }) => sql`${sql.raw(instead[name] ?? `t."${name}"`)} AS ${sql.id(name)}`,
  );
  const keys = sql.raw(key.map(([expression]) => expression).join(', '));
  const from = (after ?? []).map((value, index) => sql`${value}::${sql.raw(key[index]?.[1] ?? 'text')}`);
  const { rows } = await sql<{ row: string; key: string[] }>`
    SELECT (SELECT row_to_json(f) FROM (SELECT ${sql.join(fields)}) f)::text AS row,
      ARRAY[${sql.raw(key.map(([expression]) => `(${expression})::text`).join(', '))}] AS key
    FROM ${sql.table(table.name)} t
    WHERE ${sql.raw(`t.${owner}`)} = ${serverId}
      ${after === null ? sql`` : sql`AND (${keys}) > (${sql.join(from)})`}
    ORDER BY ${keys} LIMIT ${sql.raw(`${ROWS_PER_PAGE}`)}`.execute(kysely);
  const isLast = rows.length < ROWS_PER_PAGE;
  return { rows: rows.map(({ row }) => row), next: isLast ? null : (rows.at(-1)?.key ?? null) };
}

export interface DatabaseSnapshot {
  readPage(request: PageRequest): Promise<BackupPage>;
  close(): Promise<void>;
}

/** One read-only transaction. It holds a connection past the pooler. */
export async function openSnapshot(database: Database): Promise<DatabaseSnapshot> {
  const transaction = await database.direct
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  return {
    readPage: (request) => readPage(transaction, request),
    // Nothing was written, so a broken connection is no fault.
    close: () =>
      transaction
        .rollback()
        .execute()
        .catch(() => undefined),
  };
}

/** On the embedded database a transaction would hold everybody up, so each page is as of its reading. */
export function openWithoutSnapshot(database: Database): DatabaseSnapshot {
  return {
    readPage: (request) => readPage(database.kysely, request),
    close: async () => undefined,
  };
}

export interface BackupTable {
  name: keyof Schema;
  /** Rows in a file do not repeat it. */
  owner: 'id' | 'server_id';
  /** The order of pages, as SQL with its type. */
  key: readonly (readonly [expression: string, type: string])[];
  /** Columns that are not in a file, with the reason. */
  without?: Readonly<Record<string, string>>;
  /** Columns that differ in a file, as SQL over `t`. */
  instead?: Readonly<Record<string, string>>;
  /** The row it belongs to besides its server: columns here by columns there. */
  belongsTo?: { table: keyof Schema; columns: Readonly<Record<string, string>> };
  /** Few rows that must agree, such as a payment and its credit. */
  isBook?: true;
  /** Also in an owner's copy, without `hiddenFromOwners`. */
  isForOwners?: true;
  hiddenFromOwners?: readonly string[];
}

const byId = [['t.id', 'text']] as const;
const byUuid = [['t.id', 'uuid']] as const;
const HELD = 'belongs to a reservation, whose units are given back';
const CLAIMED = 'nobody is crawling where it is put back';

/** Reservations that are given back count on no day. */
const DAY_COUNT = `GREATEST(0, t.n - CASE WHEN t.kind = 'api' THEN (SELECT count(*)::integer FROM reservations r
  WHERE r.server_id = t.server_id AND r.day = t.day) ELSE 0 END)`;

/** In the order of the file: owners before the rows that belong to them. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  {
    ...{ name: 'servers', owner: 'id', key: byId, isBook: true, isForOwners: true },
    without: {
      revision: 'set again, so that no older index is taken for its own',
      on_discord: 'the bot says itself that it is there; a server it is not on would be left, and emptied',
    },
  },
  {
    ...{ name: 'api_keys', owner: 'server_id', key: byId, isBook: true },
    ...{ isForOwners: true, hiddenFromOwners: ['sha256'] },
  },
  {
    ...{ name: 'key_windows', owner: 'server_id', key: [['t.key_id', 'text']], isBook: true },
    belongsTo: { table: 'api_keys', columns: { key_id: 'id' } },
  },
  {
    ...{ name: 'week_quotas', owner: 'server_id', key: [['t.week_start', 'date']] },
    ...{ isBook: true, isForOwners: true, without: { reserved: HELD, api_reserved: HELD } },
  },
  {
    ...{ name: 'day_counts', owner: 'server_id', isBook: true, instead: { n: DAY_COUNT } },
    key: [
      ['t.day', 'date'],
      ['t.kind', 'text'],
    ],
  },
  {
    ...{ name: 'credit', owner: 'server_id', key: [['t.server_id', 'text']] },
    ...{ isBook: true, isForOwners: true, without: { reserved: HELD } },
  },
  { name: 'credit_entries', owner: 'server_id', key: byUuid, isBook: true, isForOwners: true },
  { name: 'payment_events', owner: 'server_id', key: byId, isBook: true },
  { name: 'payments', owner: 'server_id', key: byId, isBook: true, isForOwners: true },
  { name: 'payment_traces', owner: 'server_id', key: byId, isBook: true, isForOwners: true },
  { name: 'subscriptions', owner: 'server_id', key: byId, isBook: true, isForOwners: true },
  {
    ...{ name: 'quota_alerts', owner: 'server_id', isBook: true, isForOwners: true },
    key: [
      ['t.week_start', 'date'],
      ['t.scope', 'text'],
      ['t.percent', 'integer'],
    ],
  },
  { name: 'pictures', owner: 'server_id', key: [['t.server_id', 'text']], isForOwners: true },
  { name: 'knowledge', owner: 'server_id', key: byId, isForOwners: true },
  {
    ...{ name: 'knowledge_versions', owner: 'server_id', isForOwners: true },
    key: [
      ['t.entry_id', 'text'],
      ['t.until_revision', 'bigint'],
    ],
  },
  {
    ...{ name: 'setting_versions', owner: 'server_id', isForOwners: true },
    key: [['t.until_revision', 'bigint']],
  },
  { name: 'fine_contradictions', owner: 'server_id', key: byId, isForOwners: true },
  {
    ...{ name: 'links', owner: 'server_id', key: byId, isForOwners: true },
    without: { claimed_by: CLAIMED, claimed_until: CLAIMED, began_at: CLAIMED },
    instead: { state: "CASE t.state WHEN 'crawling' THEN 'queued' ELSE t.state END" },
  },
  {
    ...{ name: 'pages', owner: 'server_id', isForOwners: true },
    key: [
      ['t.link_id', 'text'],
      ['t.id', 'text'],
    ],
    belongsTo: { table: 'links', columns: { link_id: 'id' } },
  },
  { name: 'training', owner: 'server_id', key: byId, isForOwners: true },
  {
    ...{ name: 'training_sources', owner: 'server_id', isForOwners: true },
    key: [
      ['t.training_id', 'text'],
      ['t.part', 'text'],
      ['t.message_id', 'text'],
      ["coalesce(t.member_id, '')", 'text'],
    ],
    belongsTo: { table: 'training', columns: { training_id: 'id' } },
  },
  { name: 'test_questions', owner: 'server_id', key: byId, isForOwners: true },
  { name: 'handover_marks', owner: 'server_id', key: byId, isForOwners: true },
  {
    ...{ name: 'conversations', owner: 'server_id' },
    key: [
      ['t.channel_id', 'text'],
      ['t.member_id', 'text'],
    ],
  },
  {
    ...{ name: 'handled_messages', owner: 'server_id', key: [['t.message_id', 'text']] },
    // An answer under way would come days later.
    instead: { state: "CASE t.state WHEN 'claimed' THEN 'dropped' ELSE t.state END" },
  },
  { name: 'charges', owner: 'server_id', key: byUuid, isForOwners: true },
  { name: 'answers', owner: 'server_id', key: byUuid, isForOwners: true },
  {
    ...{ name: 'answer_details', owner: 'server_id', key: [['t.answer_id', 'uuid']] },
    ...{ isForOwners: true, hiddenFromOwners: ['sent'] },
    belongsTo: { table: 'answers', columns: { answer_id: 'id' } },
  },
  {
    ...{ name: 'discord_drafts', owner: 'server_id', key: [['t.answer_id', 'uuid']] },
    belongsTo: { table: 'answers', columns: { answer_id: 'id' } },
    // A message under way would be sent days later.
    instead: { due_at: "CASE t.state WHEN 'open' THEN t.due_at END" },
  },
  {
    ...{ name: 'discord_handovers', owner: 'server_id', key: [['t.answer_id', 'uuid']] },
    belongsTo: { table: 'answers', columns: { answer_id: 'id' } },
    // A reminder would come days later.
    instead: { due_at: 'NULL::timestamptz' },
  },
  {
    ...{ name: 'audit_log', owner: 'server_id', key: [['t.id', 'bigint']], isForOwners: true },
    without: { id: 'drawn again, in the same order' },
  },
];

/** Tables that no export holds, with the reason. A test holds both lists to the schema. */
export const NOT_BACKED_UP: Readonly<Record<string, string>> = {
  reservations: 'answers under way; what they hold is given back',
  unheard_charges: 'charges of this second that their process has not heard of yet',
  idempotency: 'outcomes that live for a day; a retry after that is a new request',
  async_questions: 'answers that a webhook is to hear; it is not put back either',
  webhooks: 'its secret is sealed with the one of the installation; set again where the server is put back',
  lookups: 'as webhooks',
  webhook_deliveries: 'events on their way to that webhook',
  knowledge_changes: 'what such events are about',
  member_windows: 'what members asked in the last hour, by digest; a limit starts over',
  contradiction_checks: 'found again from the knowledge',
  outdated_claims: 'found again from the versions of entries; what was corrected on Discord is offered again',
  outdated_checks: 'as outdated_claims',
  comparisons: 'made again from the knowledge',
  search_indexes: 'built again from the knowledge',
  history_imports: 'how far a channel was read; started again where the server is put back',
  rehearsals: 'conversations that are kept for two weeks at most; asked again where the server is put back',
  rehearsed_conversations: 'as rehearsals',
  job_claims: 'work of the installation, not of a server',
  cache: 'may vanish; belongs to no server',
  opt_outs: 'a wish that holds on every server and is kept apart from them; an import honours those it finds',
  deletions: 'as opt_outs',
  sessions: 'sign-ins of people, sealed with the secret of the installation',
  sign_ins: 'as sessions',
  sign_in_links: 'as sessions',
  server_sign_ins: 'as sessions',
  admin_keys: 'keys of the installation, not of a server',
  kysely_migration: 'the schema itself',
};
