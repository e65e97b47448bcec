import { type RawBuilder, sql } from 'kysely';
import type { Channel, Language, Server } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows, type Row } from '../rows.ts';
import { insertEvent } from '../webhooks/events.ts';

type ServerRevision = Pick<Server, 'id' | 'revision'>;

/** Up to where the answers of a server were looked at. */
export type LookedUpTo = Pick<Row<'outdated_checks'>, 'revision' | 'checkedAt' | 'expiresAt'>;

/** Servers whose entries changed or expired since, those that waited longest first. */
export async function listUnlooked(database: Database, now: Date, limit: number): Promise<ServerRevision[]> {
  const { rows } = await sql<ServerRevision>`
    SELECT s.id, s.revision FROM servers s LEFT JOIN outdated_checks c ON c.server_id = s.id
    WHERE s.active AND (c.server_id IS NULL OR c.revision <> s.revision OR c.expires_at <= ${now})
      AND (c.claimed_until IS NULL OR c.claimed_until <= ${now})
    ORDER BY c.checked_at NULLS FIRST, s.id LIMIT ${limit}`.execute(database.kysely);
  return rows;
}

/** @returns null where another process looks at them, or the server is gone. */
export async function claimLook(
  database: Database,
  serverId: string,
  { now, until }: { now: Date; until: Date },
): Promise<LookedUpTo | null> {
  const { rows } = await sql<LookedUpTo>`
    INSERT INTO outdated_checks AS c (server_id, revision, checked_at, claimed_until)
    SELECT id, 0, to_timestamp(0), ${until}::timestamptz FROM servers WHERE id = ${serverId}
    ON CONFLICT (server_id) DO UPDATE SET claimed_until = excluded.claimed_until
      WHERE c.claimed_until IS NULL OR c.claimed_until <= ${now}
    RETURNING revision, checked_at AS "checkedAt", expires_at AS "expiresAt"`.execute(database.kysely);
  return rows[0] ?? null;
}

/** Ends a claim. @param looked left out: it failed. */
export async function noteLook(
  database: Database,
  serverId: string,
  looked?: { revision: number; at: Date },
) {
  const done = looked && {
    ...{ revision: looked.revision, checkedAt: looked.at },
    expiresAt: sql`(SELECT min(valid_until) FROM knowledge
      WHERE server_id = ${serverId} AND valid_until > ${looked.at}::timestamptz)`,
  };
  await changeRows(database.kysely, 'outdated_checks', { serverId }, { ...done, claimedUntil: null });
}

/** Ids of entries that were added, changed, removed or ran out since. */
export async function listChangedEntries(
  database: Database,
  serverId: string,
  { revision, checkedAt }: LookedUpTo,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT entry_id AS id FROM knowledge_versions WHERE server_id = ${serverId} AND until_revision >= ${revision}
    UNION SELECT id FROM knowledge
      WHERE server_id = ${serverId} AND valid_until > ${checkedAt} AND valid_until <= ${now}`.execute(
    database.kysely,
  );
  return rows.map(({ id }) => id);
}

export interface RestingAnswer {
  id: string;
  at: Date;
  answer: string;
  language: Language | null;
  usedIds: string[];
  knowledgeRevision: number;
}

/** Kept answers that people saw and that rest on one of these entries, oldest first. */
export async function pageResting(
  database: Database,
  serverId: string,
  page: { entryIds: readonly string[]; since: Date; after: RestingAnswer | null; limit: number },
): Promise<RestingAnswer[]> {
  const { entryIds, since, after, limit } = page;
  const place = after ? sql`(a.at, a.id) > (${after.at}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<RestingAnswer>`
    SELECT a.id, a.at, a.answer, a.language, a.used_ids AS "usedIds", d.knowledge_revision AS "knowledgeRevision"
    FROM answers a JOIN answer_details d ON d.server_id = a.server_id AND d.answer_id = a.id
    WHERE a.server_id = ${serverId} AND a.at >= ${since} AND ${place} AND ${IS_SEEN}
      AND d.knowledge_revision IS NOT NULL
      AND EXISTS (SELECT FROM unnest(a.used_ids) AS used
        WHERE regexp_replace(used, '#[0-9]+$', '') = ANY(${entryIds}::text[]))
    ORDER BY a.at, a.id LIMIT ${limit}`.execute(database.kysely);
  return rows;
}

const IS_SEEN: RawBuilder<unknown> = sql`a.question IS NOT NULL AND a.answer IS NOT NULL
  AND a.channel IN ('api', 'discord') AND NOT EXISTS (SELECT FROM discord_drafts w
    WHERE w.server_id = a.server_id AND w.answer_id = a.id AND w.state <> 'sent')`;

export type OutdatedClaim = Omit<Row<'outdated_claims'>, 'serverId' | 'claimedUntil' | 'correctedAt'>;

/**
 * Replaces what was found of these answers; what was corrected in public stays so while the same is said and holds. The
 * webhook hears of answers that had nothing outdated before.
 */
export async function saveOutdated(
  database: Database,
  serverId: string,
  found: { answerIds: readonly string[]; claims: readonly OutdatedClaim[]; at: Date },
): Promise<void> {
  const { answerIds, claims, at } = found;
  if (answerIds.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
    AS g("answerId" uuid, place integer, "entryId" text, said text, now text)`;
  await database.kysely.transaction().execute(async (transaction) => {
    const { rows: before } = await sql<{ id: string }>`SELECT DISTINCT answer_id AS id FROM outdated_claims
      WHERE server_id = ${serverId} AND answer_id = ANY(${answerIds}::uuid[]) AND corrected_at IS NULL`.execute(
      transaction,
    );
    await sql`DELETE FROM outdated_claims c WHERE server_id = ${serverId} AND answer_id = ANY(${answerIds}::uuid[])
      AND NOT EXISTS (SELECT FROM ${given} WHERE g."answerId" = c.answer_id AND g.place = c.place)`.execute(
      transaction,
    );
    // Words that were deleted meanwhile do not come back.
    const { rows: written } = await sql<{ id: string; isOpen: boolean }>`
      INSERT INTO outdated_claims AS c (server_id, answer_id, place, entry_id, said, now)
      SELECT a.server_id, a.id, g.place, g."entryId", g.said, g.now
      FROM ${given} JOIN answers a ON a.server_id = ${serverId} AND a.id = g."answerId" AND a.answer IS NOT NULL
      ON CONFLICT (server_id, answer_id, place) DO UPDATE SET
        entry_id = excluded.entry_id, said = excluded.said, now = excluded.now,
        corrected_at = CASE WHEN c.said = excluded.said AND c.now IS NOT DISTINCT FROM excluded.now
          THEN c.corrected_at END
      RETURNING answer_id AS id, corrected_at IS NULL AS "isOpen"`.execute(transaction);
    const known = new Set(before.map(({ id }) => id));
    for (const id of new Set(written.flatMap((row) => (row.isOpen ? [row.id] : []))))
      if (!known.has(id))
        await insertEvent(transaction, { serverId, type: 'answer.outdated', subject: id, at });
  });
}

export interface ListedClaim extends OutdatedClaim {
  at: Date;
  channel: Channel | 'test';
  question: string;
  askerId: string | null;
  /** Whether a message of the chat holds the answer. */
  isPosted: boolean;
}

/** What nobody has corrected in public, newest answers first. @param answerId of this one alone */
export async function listOutdated(
  database: Database,
  serverId: string,
  { since, limit, answerId = null }: { since: Date; limit: number | null; answerId?: string | null },
): Promise<ListedClaim[]> {
  const { rows } = await sql<ListedClaim>`
    SELECT c.answer_id AS "answerId", c.place, c.entry_id AS "entryId", c.said, c.now, a.at, a.channel, a.question,
      m.member_id AS "askerId", coalesce(cardinality(m.reply_ids) > 0, false) AS "isPosted"
    FROM outdated_claims c JOIN answers a ON a.server_id = c.server_id AND a.id = c.answer_id
    LEFT JOIN LATERAL (SELECT member_id, reply_ids FROM handled_messages h
      WHERE h.server_id = a.server_id AND h.answer_id = a.id ORDER BY message_id DESC LIMIT 1) m ON true
    WHERE c.server_id = ${serverId} AND a.at >= ${since} AND a.question IS NOT NULL AND c.corrected_at IS NULL
      AND (${answerId}::uuid IS NULL OR c.answer_id = ${answerId}::uuid)
    ORDER BY a.at DESC, a.id DESC, c.place LIMIT ${limit}`.execute(database.kysely);
  return rows;
}

type ClaimedSentence = Pick<OutdatedClaim, 'place' | 'said' | 'now'>;

/** The first sentences of an answer that nobody has corrected or is correcting; they are this caller's alone. */
export async function claimCorrection(
  database: Database,
  { serverId, answerId }: { serverId: string; answerId: string },
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedSentence[]> {
  const { rows } = await sql<ClaimedSentence>`
    WITH held AS (SELECT place FROM outdated_claims
      WHERE server_id = ${serverId} AND answer_id = ${answerId}::uuid AND corrected_at IS NULL
        AND (claimed_until IS NULL OR claimed_until <= ${now})
      ORDER BY place LIMIT ${limit} FOR UPDATE)
    UPDATE outdated_claims c SET claimed_until = ${until} FROM held
    WHERE c.server_id = ${serverId} AND c.answer_id = ${answerId}::uuid AND c.place = held.place
    RETURNING c.place, c.said, c.now`.execute(database.kysely);
  return rows.sort((one, other) => one.place - other.place);
}

/** Ends a claim. @param at when it was corrected: what the entry says otherwise by now is open again; null: it was not */
export async function endCorrection(
  database: Database,
  { serverId, answerId }: { serverId: string; answerId: string },
  { claims, at }: { claims: readonly ClaimedSentence[]; at: Date | null },
): Promise<void> {
  for (const { place, now } of claims)
    await sql`UPDATE outdated_claims SET claimed_until = NULL, corrected_at = CASE
        WHEN now IS NOT DISTINCT FROM ${now}::text THEN ${at}::timestamptz END
      WHERE server_id = ${serverId} AND answer_id = ${answerId}::uuid AND place = ${place}`.execute(
      database.kysely,
    );
}
