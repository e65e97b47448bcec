import { type Kysely, sql } from 'kysely';
import type { WebhookEvent } from '../../../domain/types.ts';
import type { Schema } from '../schema.ts';

/**
 * Notes that a server's webhook is to hear of something, once for each subject; nothing where no webhook listens.
 * Belongs into the transaction that makes it true.
 */
export async function insertEvent(
  kysely: Kysely<Schema>,
  event: { serverId: string; type: WebhookEvent; subject: string; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (server_id, id, type, subject, created_at, due_at)
    SELECT h.server_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), ${event.type}, ${event.subject},
      ${event.at}::timestamptz, ${event.at}::timestamptz
    FROM webhooks h WHERE h.server_id = ${event.serverId} AND h.disabled_at IS NULL
    ON CONFLICT DO NOTHING`.execute(kysely);
}
