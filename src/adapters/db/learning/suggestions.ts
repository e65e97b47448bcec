import { type Kysely, type Selectable, sql } from 'kysely';
import type { TrainingSource, TrainingState } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { fold } from '../knowledge/knowledge.ts';
import { changeRows, deleteRows, findRow, fromRow, type Row, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { insertEvent } from '../webhooks/events.ts';
import { insertSources, readSources, type TrainingSourceRow } from './suggestion-sources.ts';

/** Part of the knowledge, as `entryId`, once an admin approves it. */
export interface Suggestion
  extends Omit<Row<'training'>, 'serverId' | 'questionIsDerived' | 'answerIsDerived'> {
  /** `authorRole` made the author trusted. */
  sources: TrainingSourceRow[];
  /** Put into other words; otherwise a member's own text, which goes when they go. */
  isQuestionDerived: boolean;
  isAnswerDerived: boolean;
}

type Adding = [serverId: string, suggestion: Suggestion, limit: number];

/** Adds a pending suggestion unless its id is known. @param limit of pending ones. */
export function insertSuggestion(database: Database, ...adding: Adding) {
  return database.kysely
    .transaction()
    .execute((transaction) => addSuggestion(transaction, ...adding, { isTold: true }));
}

/** The same for an answer: its earlier suggestion goes if it is still pending. */
export function replaceSuggestion(database: Database, answerId: string, ...adding: Adding) {
  const [serverId, { id }] = adding;
  return database.kysely.transaction().execute(async (transaction) => {
    await lockTraining(transaction, serverId);
    const ofAnswer = { serverId, id: answerId };
    const answer = await findRow(transaction, 'answers', ofAnswer, ['suggestionId', 'question']);
    // Words that were erased meanwhile do not come back.
    if (answer?.question === null) return 'left';
    const before = answer?.suggestionId ?? id;
    if (before !== id) {
      await deleteRows(transaction, 'training', { serverId, id: before, state: 'pending' });
    }
    const outcome = await addSuggestion(transaction, ...adding, { isTold: true });
    if (outcome === 'added' || outcome === 'exists') {
      await changeRows(transaction, 'answers', ofAnswer, { suggestionId: id });
    }
    return outcome;
  });
}

/** The same within a longer transaction. @param more.isTold false: no webhook event. */
export async function addSuggestion(
  transaction: Kysely<Schema>,
  ...[serverId, suggestion, limit, { isTold }]: [...Adding, more: { isTold: boolean }]
): Promise<'added' | 'exists' | 'full' | 'left'> {
  const { isActive } = await lockTraining(transaction, serverId);
  // A server that was left has forgotten its members' words.
  if (!isActive && suggestion.sources.some(({ memberId }) => memberId !== null)) return 'left';
  const [known] = await readSuggestions(transaction, serverId, [suggestion.id]);
  if (known) return 'exists';
  if ((await countSuggestions({ kysely: transaction }, serverId, 'pending')) >= limit) return 'full';
  const { id, sources, createdAt } = suggestion;
  const { question, answer, source, authorRole, taught, wordings, isQuestionDerived, isAnswerDerived } =
    suggestion;
  const row = {
    ...toRow({ serverId, id, question, answer, source, authorRole, taught, wordings, createdAt }),
    conflicts: JSON.stringify(suggestion.conflicts),
    question_is_derived: isQuestionDerived,
    answer_is_derived: isAnswerDerived,
  };
  await transaction.insertInto('training').values(row).execute();
  await insertSources(transaction, { serverId, id }, sources, createdAt);
  const event = { serverId, type: 'suggestion.created', subject: id, at: createdAt } as const;
  if (isTold) await insertEvent(transaction, event);
  return 'added';
}

export interface SuggestionFilter {
  state?: TrainingState;
  source?: TrainingSource;
  /** In the question. */
  containing?: string;
  /** In question or answer. */
  mentioning?: string;
  /** Only older ones. */
  after?: Pick<Suggestion, 'id' | 'createdAt'>;
  limit?: number;
  offset?: number;
}

/** Newest first. */
export async function listSuggestions(
  database: Database,
  serverId: string,
  { state, source, containing, mentioning, after, limit, offset }: SuggestionFilter,
): Promise<Suggestion[]> {
  let query = database.kysely.selectFrom('training').selectAll().where('server_id', '=', serverId);
  if (state) query = query.where('state', '=', state);
  if (source) query = query.where('source', '=', source);
  if (containing) query = query.where(holds(sql.ref('question'), containing));
  if (mentioning) query = query.where(mentions(mentioning));
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  if (limit) query = query.limit(limit);
  if (offset) query = query.offset(offset);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  return withSources(database.kysely, serverId, rows);
}

function mentions(text: string) {
  return holds(sql`question || ' ' || answer`, text);
}

function holds(column: ReturnType<typeof sql>, text: string) {
  return sql<boolean>`strpos(${fold(column)}, ${fold(sql`${text}`)}) > 0`;
}

/**
 * Pending suggestions, newest first; an edited question has another digest. One text holds all: rows take the embedded
 * engine several times as long.
 */
export async function readPendingKeys(database: Database, serverId: string, mentioning?: string) {
  const { rows } = await sql<{ list: string | null }>`
    SELECT string_agg(id || ' ' || md5(question), ',' ORDER BY created_at DESC, id DESC) AS list FROM training
    WHERE server_id = ${serverId} AND state = 'pending' AND ${mentioning ? mentions(mentioning) : sql`true`}
    `.execute(database.kysely);
  return (rows[0]?.list?.split(',') ?? []).map((line) => {
    const [id = '', digest = ''] = line.split(' ');
    return { id, digest };
  });
}

export function readPendingQuestions(database: Database, serverId: string) {
  return readRows(
    database.kysely,
    'training',
    { serverId, state: 'pending' },
    ['id', 'question'],
    sql`ORDER BY created_at DESC, id DESC`,
  );
}

async function withSources(kysely: Kysely<Schema>, serverId: string, rows: Selectable<Schema['training']>[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sources = await readSources(kysely, serverId, ids);
  return rows.map(({ server_id: _, question_is_derived, answer_is_derived, ...row }) => ({
    ...fromRow(row),
    isQuestionDerived: question_is_derived,
    isAnswerDerived: answer_is_derived,
    sources: sources.get(row.id) ?? [],
  }));
}

export async function countSuggestions(
  { kysely }: Pick<Database, 'kysely'>,
  serverId: string,
  state: TrainingState,
  mentioning?: string,
): Promise<number> {
  let query = kysely
    .selectFrom('training')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(({ and }) => and({ server_id: serverId, state }));
  if (mentioning) query = query.where(mentions(mentioning));
  return (await query.executeTakeFirstOrThrow()).n;
}

export async function findSuggestion(database: Database, serverId: string, id: string) {
  return (await readSuggestions(database.kysely, serverId, [id]))[0] ?? null;
}

/** In any order. */
export async function readSuggestions(kysely: Kysely<Schema>, serverId: string, ids: readonly string[]) {
  const rows = await kysely
    .selectFrom('training')
    .selectAll()
    .where(({ and }) => and({ server_id: serverId, id: sql<string>`ANY(${[...ids]}::text[])` }))
    .execute();
  return withSources(kysely, serverId, rows);
}

/** Held to the end of the transaction. Not FOR UPDATE, which would block the recording of answers. */
export async function lockTraining(kysely: Kysely<Schema>, serverId: string) {
  const row = await kysely
    .selectFrom('servers')
    .select(['revision', 'active'])
    .where('id', '=', serverId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return { revision: row?.revision ?? 0, isActive: row?.active ?? false };
}

/**
 * Deletes pending, rejected and suspended ones before a time. Texts typed by an operator are nobody's words and stay.
 */
export async function removeOldSuggestions(database: Database, before: Date): Promise<void> {
  await database.kysely
    .deleteFrom('training')
    .where('state', '<>', 'approved')
    .where((where) => where.or([where('state', '<>', 'pending'), where('source', '<>', 'import')]))
    .where(sql<boolean>`coalesce(decided_at, created_at) < ${before}`)
    .execute();
}

/** Null once the words are deleted. */
export async function findAnswerText(database: Database, serverId: string, answerId: string) {
  const row = await findRow(database.kysely, 'answers', { serverId, id: answerId }, ['answer']);
  return row?.answer ?? null;
}
