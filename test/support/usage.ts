import type { AnswerOutcome, TeamReason } from '../../src/domain/types.ts';
import type { TestApp } from './app.ts';

/** Sets what a server has settled this week, in units; `api` is the part of it that the API used. */
export async function spendWeek(
  { core, clock }: TestApp,
  serverId: string,
  { used, api = 0 }: { used: number; api?: number },
): Promise<void> {
  const spent = { used, api_used: api };
  await core.database.kysely
    .insertInto('week_quotas')
    .values({ server_id: serverId, week_start: core.calendar.weekOf(clock.now).key, ...spent })
    .onConflict((conflict) => conflict.columns(['server_id', 'week_start']).doUpdateSet(spent))
    .execute();
}

/** One stored answer; of the API by default. */
export interface Answered {
  at: string;
  channel?: 'api' | 'discord' | 'playground' | 'learning';
  needsTeam?: boolean;
  reason?: TeamReason;
  feedback?: string;
  outcome?: AnswerOutcome;
}

/** Writes down answers that were given at other times. */
export async function keepAnswers(
  { core }: TestApp,
  serverId: string,
  answered: readonly Answered[],
): Promise<void> {
  const rows = answered.map(({ at, channel = 'api', reason, needsTeam = reason !== undefined, ...told }) => ({
    ...{ server_id: serverId, id: crypto.randomUUID(), channel, level: 'V1' as const, engine: 'extractive' },
    ...{ needs_team: needsTeam, used_ids: [], confidence: 0.5, at: new Date(at) },
    ...{ reason: reason ?? null, feedback: told.feedback ?? null, outcome: told.outcome ?? null },
  }));
  await core.database.kysely.insertInto('answers').values(rows).execute();
}

/** What became of the answers that went out without the team, counted in plain words. */
export function countStandings(
  rows: readonly {
    reason: TeamReason | null;
    is_draft: boolean;
    feedback: string | null;
    outcome: AnswerOutcome | null;
  }[],
) {
  const given = rows.filter(({ reason, is_draft }) => reason === null && !is_draft);
  const failed = given.filter(
    ({ feedback, outcome }) =>
      feedback?.startsWith('down') || outcome === 'reopened' || outcome === 'team_answered',
  );
  const held = given.filter(
    (row) => !failed.includes(row) && (row.feedback?.startsWith('up') || row.outcome === 'resolved'),
  );
  return {
    confirmed: held.length,
    silent: given.length - held.length - failed.length,
    reopened: failed.length,
  };
}
