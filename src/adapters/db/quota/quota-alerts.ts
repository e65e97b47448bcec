import { sql } from 'kysely';
import type { AlertFault } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, type Row, readRows } from '../rows.ts';
import { NEW_EVENT_ID } from '../webhooks/events.ts';

/** The whole weekly quota, or the API's share of it. */
export type AlertScope = 'week' | 'api';
export type AlertPercent = 80 | 100;

interface Allowance {
  quota: number;
  apiShare: number;
}

/** Not delivered yet. */
export interface DueAlert {
  serverId: string;
  scope: AlertScope;
  percent: AlertPercent;
  /** Credit without reservations. */
  creditUnits: number;
}

export type Alert = Omit<Row<'quota_alerts'>, 'serverId' | 'weekStart'>;

/** The marks reached for the first time, as `reached`, and as events for webhooks. */
const tellReached = (insert: string) => `
  WITH reached AS (${insert} ON CONFLICT DO NOTHING RETURNING server_id, week_start, scope, percent, reached_at)
  INSERT INTO webhook_deliveries (server_id, webhook_id, id, type, subject, created_at, due_at)
  SELECT r.server_id, h.id, ${NEW_EVENT_ID}, 'quota.reached', concat_ws(' ', r.scope, r.percent, r.week_start),
    r.reached_at, r.reached_at
  FROM reached r JOIN webhooks h ON h.server_id = r.server_id AND takes_event(h, 'quota.reached')
  ORDER BY r.scope, r.percent
  ON CONFLICT DO NOTHING`;

/** Notes the marks of 80 and 100 percent, each once a week; reserved units do not count. */
export async function noteReached(
  database: Database,
  { week, now, premium, free }: { week: string; now: Date; premium: Allowance; free: Allowance },
): Promise<void> {
  await database.query(
    'note-reached',
    tellReached(`INSERT INTO quota_alerts (server_id, week_start, scope, percent, reached_at)
     SELECT q.server_id, q.week_start, part.scope, mark.percent, $2
     FROM week_quotas q
     JOIN servers s ON s.id = q.server_id
     CROSS JOIN LATERAL
       (SELECT s.plan = 'premium' AND coalesce(s.premium_until > $2, true) AS is_premium) AS terms
     CROSS JOIN LATERAL (VALUES
       ('week', q.used, CASE WHEN is_premium THEN $3::bigint ELSE $5::bigint END),
       ('api', q.api_used, CASE WHEN is_premium THEN $4::bigint ELSE $6::bigint END)
     ) AS part (scope, used, allowed)
     CROSS JOIN (VALUES (80), (100)) AS mark (percent)
     WHERE q.week_start = $1 AND s.active AND part.allowed > 0
       AND part.used * 100 >= part.allowed * mark.percent
     ORDER BY q.server_id, part.scope, mark.percent`),
    [week, now, premium.quota, premium.apiShare, free.quota, free.apiShare],
    { repeatable: true },
  );
}

interface QuotaRefusal {
  serverId: string;
  week: string;
  now: Date;
  /** The cost of the shortest answer. */
  least: number;
  /** `apiShare` null: it did not come over the API. */
  allowed: { quota: number; apiShare: number | null };
}

/**
 * Notes as used up what has too little left for any question. Reserved units may come back, so they do not count. An
 * owner who was not told of 80 percent hears of it first.
 */
export async function noteExhausted(
  database: Database,
  { serverId, week, now, least, allowed }: QuotaRefusal,
) {
  await database.query(
    'note-exhausted',
    tellReached(`INSERT INTO quota_alerts (server_id, week_start, scope, percent, reached_at)
     SELECT q.server_id, q.week_start, part.scope, mark.percent, $3
     FROM week_quotas q
     CROSS JOIN (VALUES (80), (100)) AS mark (percent)
     CROSS JOIN LATERAL (VALUES ('week', q.used, $4::bigint), ('api', q.api_used, $5::bigint))
       AS part (scope, used, allowed)
     WHERE q.server_id = $1 AND q.week_start = $2 AND part.allowed - part.used < $6::bigint
     ORDER BY part.scope, mark.percent`),
    [serverId, week, now, allowed.quota, allowed.apiShare, least],
    { repeatable: true },
  );
}

/** Failed alerts come last. Of two marks of one scope only the higher one. */
export function listDueAlerts(
  database: Database,
  { week, since, limit }: { week: string; since: Date; limit: number },
): Promise<DueAlert[]> {
  return database.query(
    'due-alerts',
    `SELECT a.server_id AS "serverId", a.scope, a.percent, c.balance - c.reserved AS "creditUnits"
     FROM quota_alerts a JOIN servers s ON s.id = a.server_id JOIN credit c ON c.server_id = a.server_id
     WHERE a.week_start = $1 AND a.delivered_at IS NULL AND a.reached_at > $2 AND s.active
       AND s.settings ->> 'alerts_channel' IS NOT NULL
       AND a.fault IS DISTINCT FROM 'channel_gone' AND a.fault IS DISTINCT FROM 'right_missing'
       AND NOT EXISTS (SELECT FROM quota_alerts b WHERE b.server_id = a.server_id
         AND b.week_start = a.week_start AND b.scope = a.scope AND b.percent > a.percent)
     ORDER BY a.fault NULLS FIRST, a.reached_at, a.server_id, a.scope
     LIMIT $3`,
    [week, since, limit],
    { repeatable: true },
  );
}

/** Lower marks of the scope share the outcome. */
export async function noteOutcome(
  database: Database,
  alert: { serverId: string; week: string; scope: AlertScope; percent: AlertPercent },
  outcome: { deliveredAt: Date | null; fault: AlertFault | null },
): Promise<void> {
  await changeRows(
    database.kysely,
    'quota_alerts',
    {
      serverId: alert.serverId,
      weekStart: alert.week,
      scope: alert.scope,
      percent: sql`<= ${alert.percent}`,
      deliveredAt: null,
    },
    { deliveredAt: outcome.deliveredAt, fault: outcome.fault },
  );
}

/** Has failed alerts of the week tried again. */
export async function forgetFaults(database: Database, serverId: string, week: string): Promise<void> {
  await changeRows(
    database.kysely,
    'quota_alerts',
    { serverId, weekStart: week, deliveredAt: null },
    { fault: null },
  );
}

/** After a change of plan: its marks are reached, and told, anew. */
export async function forgetAlerts(
  { kysely }: Pick<Database, 'kysely'>,
  serverId: string,
  week: string,
): Promise<void> {
  await deleteRows(kysely, 'quota_alerts', { serverId, weekStart: week });
  await deleteRows(kysely, 'webhook_deliveries', {
    ...{ serverId, type: 'quota.reached', subject: sql`LIKE ${`% ${week}`}`, state: sql`<> 'waiting'` },
  });
}

/** Sorted by scope and mark. */
export async function listAlerts(database: Database, serverId: string, week: string): Promise<Alert[]> {
  return readRows(
    database.kysely,
    'quota_alerts',
    { serverId, weekStart: week },
    ['scope', 'percent', 'reachedAt', 'deliveredAt', 'fault'],
    sql`ORDER BY scope, percent`,
  );
}
