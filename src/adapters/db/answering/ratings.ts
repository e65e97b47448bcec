import { type Kysely, type Selectable, sql } from 'kysely';
import { type AnswerOutcome, DRAFT_VERDICTS, type DraftVerdict } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { giveBack } from '../quota/give-backs.ts';
import { changeRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { insertEvent } from '../webhooks/events.ts';

type Answers = Selectable<Schema['answers']>;

export interface Rating {
  serverId: string;
  answerId: string;
  /** `up` or `down`, with `:reason` where one was chosen. */
  feedback: string;
  comment: string | null;
  /** Whether the units come back. */
  givesBack: boolean;
  at: Date;
}

/**
 * Replaces the earlier feedback. The webhook hears of an answer that becomes unanswered.
 * @returns whether there is such an answer.
 */
export function setFeedback(database: Database, rating: Rating): Promise<boolean> {
  const { serverId, answerId, feedback, at } = rating;
  return database.kysely.transaction().execute(async (transaction) => {
    if (rating.givesBack) await giveBack(transaction, rating);
    const answer = await lockAnswer(transaction, serverId, answerId);
    if (!answer) return false;
    // Housekeeping finds words by the question: without one, a comment would stay for ever.
    const comment = answer.question === null ? null : rating.comment;
    await changeRows(transaction, 'answers', { serverId, id: answerId }, { feedback, comment });
    if (feedback.startsWith('down')) await endRepeats(transaction, { serverId, answerId, at });
    const isNewlyDown = feedback.startsWith('down') && !answer.feedback?.startsWith('down');
    if (isNewlyDown && isListed(answer))
      await insertEvent(transaction, { serverId, type: 'question.unanswered', subject: answerId, at });
    return true;
  });
}

function lockAnswer(transaction: Kysely<Schema>, serverId: string, answerId: string) {
  return transaction
    .selectFrom('answers')
    .select(['channel', 'question', 'feedback', 'gap_closed_at'])
    .where(({ and }) => and({ server_id: serverId, id: answerId }))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The condition of readOpenQuestions for an answer that is voted down. */
function isListed({
  channel,
  question,
  gap_closed_at,
}: Pick<Answers, 'channel' | 'question' | 'gap_closed_at'>) {
  return (channel === 'api' || channel === 'discord') && question !== null && gap_closed_at === null;
}

/** The last outcome counts, and the last verdict on a draft. @returns null when there is no such answer. */
export async function setOutcome(
  database: Database,
  told: {
    serverId: string;
    answerId: string;
    outcome: AnswerOutcome | DraftVerdict;
    givesBack: boolean;
    at: Date;
  },
): Promise<Pick<Answers, 'channel' | 'question'> | null> {
  const { serverId, answerId, outcome, at } = told;
  return database.kysely.transaction().execute(async (transaction) => {
    if (told.givesBack) await giveBack(transaction, told);
    const answer = await transaction
      .updateTable('answers')
      .set(isVerdict(outcome) ? { verdict: outcome } : { outcome, outcome_at: at })
      .where(({ and }) => and({ server_id: serverId, id: answerId }))
      .returning(['channel', 'question'])
      .executeTakeFirst();
    if (outcome !== 'resolved' && outcome !== 'sent')
      await endRepeats(transaction, { serverId, answerId, at });
    return answer ?? null;
  });
}

function isVerdict(outcome: AnswerOutcome | DraftVerdict): outcome is DraftVerdict {
  return DRAFT_VERDICTS.some((verdict) => verdict === outcome);
}

const ENDED = 'repeat-ended:';

/**
 * Ends the repeats of an answer, and of those that have the same words: the one that it repeats, which is a day older
 * at most, or what the API was told where members of the chat heard it too. That costs one answer each.
 */
export async function endRepeats(
  kysely: Kysely<Schema>,
  { serverId, answerId, at }: { serverId: string; answerId: string; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO job_claims (server_id, job, due_at)
    SELECT said.server_id, ${ENDED}::text || said.id, ${at}::timestamptz
    FROM answers told
    JOIN answers said ON said.server_id = told.server_id AND said.channel IN ('api', 'test') AND (said.id = told.id
      OR (told.is_repeated OR told.channel = 'discord') AND NOT said.is_repeated AND said.answer = told.answer
        AND said.at >= told.at - interval '2 days')
    WHERE told.server_id = ${serverId} AND told.id = ${answerId}
    ON CONFLICT DO NOTHING`.execute(kysely);
}

/** Whether somebody found an answer, or a repeat of it, to be wrong. */
export async function isRepeatEnded(
  database: Database,
  serverId: string,
  answerId: string,
): Promise<boolean> {
  const statement = 'SELECT FROM job_claims WHERE server_id = $1 AND job = $2 LIMIT 1';
  const values = [serverId, `${ENDED}${answerId}`];
  return (await database.query('repeat-ended', statement, values, { repeatable: true })).length > 0;
}
