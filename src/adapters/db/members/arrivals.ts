import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, readRows } from '../rows.ts';

export interface ServerRecord {
  id: string;
  name: string;
  icon: string | null;
  members: number;
  /** Null: not told, so the stored moment stays. */
  joinedAt: Date | null;
  /** For a new server. */
  settings: object;
}

const UPSERT = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(id text, name text, icon text, members integer,
    joined_at timestamptz, settings jsonb)
), before AS (
  SELECT s.id FROM servers s JOIN given g ON g.id = s.id WHERE s.active AND s.on_discord
), written AS (
  INSERT INTO servers AS s (id, name, icon, member_count, bot_joined_at, plan, active, on_discord, settings)
  SELECT g.id, g.name, g.icon, g.members, coalesce(g.joined_at, $2), 'free', true, true, g.settings FROM given g
  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, icon = EXCLUDED.icon,
    member_count = EXCLUDED.member_count, active = true, on_discord = true,
    bot_joined_at = coalesce((SELECT g.joined_at FROM given g WHERE g.id = s.id), s.bot_joined_at)
  WHERE (s.name, s.icon, s.member_count, s.active, s.on_discord) IS DISTINCT FROM
      (EXCLUDED.name, EXCLUDED.icon, EXCLUDED.member_count, true, true)
    OR s.bot_joined_at IS DISTINCT FROM
      coalesce((SELECT g.joined_at FROM given g WHERE g.id = s.id), s.bot_joined_at)
  RETURNING s.id
), credited AS (
  INSERT INTO credit (server_id) SELECT id FROM written ON CONFLICT DO NOTHING
)
SELECT id FROM written WHERE id NOT IN (SELECT id FROM before)`;

/**
 * Upserts servers in one statement and leaves knowledge, settings and revision alone.
 * @returns ids of those that the bot was not on before.
 */
export async function upsertServers(database: Database, facts: readonly ServerRecord[], now: Date) {
  const given = facts.map(({ joinedAt, ...rest }) => ({ ...rest, joined_at: joinedAt }));
  const options = { repeatable: true };
  const joined = await database.query<{ id: string }>(
    'arrivals',
    UPSERT,
    [JSON.stringify(given), now],
    options,
  );
  return joined.map(({ id }) => id);
}

export async function setMemberCount(database: Database, id: string, members: number): Promise<void> {
  await changeRows(
    database.kysely,
    'servers',
    { id, memberCount: sql`<> ${members}` },
    { memberCount: members },
  );
}

/** @returns whether it was active. */
export async function deactivateServer(database: Database, id: string): Promise<boolean> {
  return (await changeRows(database.kysely, 'servers', { id, active: true }, { active: false })) > 0;
}

/** Notes that no words of members are left on a server; not where the bot is back. */
export async function markEmptied(database: Database, id: string): Promise<void> {
  await changeRows(database.kysely, 'servers', { id, active: false }, { onDiscord: false });
}

/** Servers the bot was on at its last look, or left and not emptied yet. */
export async function listServersOnDiscord(database: Database): Promise<string[]> {
  const rows = await readRows(database.kysely, 'servers', { onDiscord: true }, ['id']);
  return rows.map(({ id }) => id);
}

/** Whether some server needs messages without a mention. */
export async function needsMessageContent(database: Database): Promise<boolean> {
  const rows = await database.query<{ needed: boolean }>(
    'message-content',
    `SELECT EXISTS (SELECT FROM servers WHERE active AND (settings -> 'learning' = 'true'::jsonb
       OR jsonb_path_exists(settings, '$.channels.* ? (@ == "every_message" || @ == "forum" || @ == "observe")'))) AS needed`,
    [],
    { repeatable: true },
  );
  return rows[0]?.needed === true;
}
