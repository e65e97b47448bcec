import type { Database } from './connect.ts';

export async function setFeedback(
  database: Database,
  rating: { serverId: string; answerId: string; feedback: string },
): Promise<boolean> {
  const rated = await database.kysely
    .updateTable('answers')
    .set({ feedback: rating.feedback })
    .where('server_id', '=', rating.serverId)
    .where('id', '=', rating.answerId)
    .returning('id')
    .executeTakeFirst();
  return rated !== undefined;
}

/** @returns false when the team was called for this answer before. */
export async function claimTeamCall(
  database: Database,
  call: { serverId: string; answerId: string; at: Date },
): Promise<boolean> {
  const called = await database.kysely
    .updateTable('answers')
    .set({ team_asked_at: call.at })
    .where('server_id', '=', call.serverId)
    .where('id', '=', call.answerId)
    .where('team_asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return called !== undefined;
}
