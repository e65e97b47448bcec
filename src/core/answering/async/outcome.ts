import { findAsyncQuestion } from '../../../adapters/db/answering/async-questions.ts';
import { FAILURES } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { openAnswer } from '../context.ts';
import { listClaims } from '../receipts/claims.ts';
import { toChatResponse, toClaimShape } from '../response/response.ts';

/** What the webhook hears of an accepted question. @returns null once that is deleted, or cannot be read any more. */
export async function describeAsync(
  core: Core,
  { serverId, subject: id }: { serverId: string; subject: string },
): Promise<Record<string, unknown> | null> {
  const row = await findAsyncQuestion(core.database, serverId, id);
  if (!row?.outcome) return null;
  const { asked, outcome } = row;
  if ('error' in outcome) {
    const error = { code: outcome.error, message: FAILURES[outcome.error] };
    return { id, conversation_id: asked.conversationId, error };
  }
  const server = await getServer(core, serverId);
  const place = { server, key: { id: asked.keyId }, idempotencyKey: asked.idempotencyKey ?? undefined };
  const answer = openAnswer(core, place, outcome.answer);
  if (answer === null) return null;
  const claims = asked.withClaims && (await listClaims(core, server, answer));
  const body = await toChatResponse(answer, outcome.ledger, asked);
  return { ...body, ...(claims && { claims: claims.map(toClaimShape) }) };
}
