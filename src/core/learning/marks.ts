import { z } from 'zod';
import * as store from '../../adapters/db/answering/marks.ts';
import { findQuestionOfAnswer } from '../../adapters/db/members/message-claims.ts';
import { AppError } from '../../domain/errors.ts';
import { truncate } from '../../domain/text.ts';
import type { ChatMessage } from '../../domain/types.ts';
import { getMarks } from '../answering/known-marks.ts';
import { type AnswerPage, getLogged } from '../answering/log/answer-log.ts';
import { readMessageText } from '../answering/ticket/message-text.ts';
import type { Core } from '../core.ts';
import { explainTeamReasons, findTeamReason } from '../handover/handover.ts';
import { MAX_MARK_CHARACTERS } from '../handover/nearness.ts';
import { findWishes, honourWishes } from '../members/privacy.ts';
import { invalid } from '../owners/invalid-input.ts';
import { randomBase62 } from '../owners/key-format.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings } from '../owners/settings.ts';
import { foldText } from '../reading/features.ts';
import { readKind } from '../reading/kinds.ts';
import type { FoundReason } from '../reading/reader.ts';
import { prepareText } from './suggestions/texts.ts';

export type { StoredMark } from '../../adapters/db/answering/marks.ts';

export const MAX_MARKS_PER_SERVER = 500;
const ID_CHARACTERS = 10;
export const markIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/, 'is not the id of a mark');

export const VERDICTS = ['needed', 'not-needed'] as const;
export const verdictSchema = z.enum(VERDICTS, 'must be needed or not-needed');
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * Marks whether the team was needed: from the next question on, near texts follow it. A later verdict replaces an
 * earlier one. @throws AppError('not_found' (the answer is not kept) | 'forbidden' (the asker opted out) |
 * 'invalid_input' with `marks` (there are 500) or `answer` (nothing but personal data) as `param`)
 */
export async function markAnswer(
  core: Core,
  { serverId, answerId, verdict }: { serverId: string; answerId: string; verdict: Verdict },
): Promise<store.StoredMark> {
  const answer = await getLogged(core, serverId, answerId);
  if (!answer) throw new AppError('not_found', { message: 'This answer is no longer stored.' });
  const askerId = (await findQuestionOfAnswer(core.database, serverId, answerId))?.askerId ?? null;
  const askers = askerId === null ? [] : [askerId];
  const wishes = await findWishes(core, askers);
  if (wishes.hasOptOut)
    throw new AppError('forbidden', { message: 'The asker opted out, so nothing is stored.' });
  const isNeeded = verdict === 'needed';
  const text = chooseText(answer, isNeeded);
  if (text === '') throw invalid('answer', 'The question contains only personal data.');
  const createdAt = new Date(core.clock());
  const mark = { id: randomBase62(ID_CHARACTERS), answerId, text, isNeeded, createdAt };
  const stored = { ...mark, memberId: askerId };
  const id = await store.upsertMark(core.database, serverId, stored, MAX_MARKS_PER_SERVER);
  if (id === null) throw invalid('marks', `A server has at most ${MAX_MARKS_PER_SERVER} verdicts.`);
  await honourWishes(core, askers, wishes);
  return { ...mark, id };
}

/** Newest first. @throws AppError('not_found') */
export async function listMarks(core: Core, serverId: string): Promise<store.StoredMark[]> {
  await getServer(core, serverId);
  return (await store.listMarks(core.database, serverId)).toReversed();
}

export async function findMark(core: Core, serverId: string, answerId: string) {
  const marks = await store.listMarks(core.database, serverId);
  return marks.find((mark) => mark.answerId === answerId) ?? null;
}

/** @throws AppError('not_found') */
export async function unmark(core: Core, serverId: string, id: string) {
  const gone = await store.deleteMark(core.database, serverId, id);
  if (!gone) throw new AppError('not_found', { message: `There is no mark with the id ${id}.` });
  return gone;
}

/** A name for the log, without words of a member. */
export function nameMark({ answerId, isNeeded }: Pick<store.StoredMark, 'answerId' | 'isNeeded'>): string {
  return `${isNeeded ? 'needed' : 'not-needed'} ${answerId}`;
}

/** Why the team would be called for a kept answer today; masked words are left out. */
export async function explainAnswer(
  core: Core,
  serverId: string,
  answer: AnswerPage,
): Promise<FoundReason[]> {
  const server = await getServer(core, serverId);
  const { topics } = parseSettings(server.settings);
  const shown = foldText(
    toMessages(answer)
      .map(({ content }) => prepareText(content))
      .join('\n'),
  );
  return explainTeamReasons(toMessages(answer), topics, await getMarks(core, server)).map((found) => ({
    ...found,
    words: found.words.filter((word) => shown.includes(foldText(word))),
  }));
}

/** The ticket as far as it is kept, the customer in their own words. */
function toMessages({ history, question }: AnswerPage): ChatMessage[] {
  return [...(history ?? []), { by: 'customer' as const, text: question }].map(({ by, text }) =>
    by === 'customer'
      ? { role: 'user', content: readMessageText(text).words }
      : { role: 'assistant', content: text },
  );
}

/** The newest telling message of the customer; where nobody was needed, one that sounds as if somebody were. */
function chooseText(answer: AnswerPage, isNeeded: boolean): string {
  const said = toMessages(answer)
    .filter(({ role }) => role === 'user')
    .toReversed();
  const alarming = isNeeded ? undefined : said.find((message) => findTeamReason([message]) !== null);
  const telling = said.find(({ content }) => readKind(content) === null);
  return truncate(prepareText((alarming ?? telling ?? said[0])?.content ?? ''), MAX_MARK_CHARACTERS);
}
