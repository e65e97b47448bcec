import { readTexts } from '../../adapters/db/learning/gaps.ts';
import { toLine, truncate } from '../../domain/text.ts';
import type { Core } from '../core.ts';
import type { Reading } from '../runtime/readings.ts';
import { byFrequency, MAX_SHOWN_CHARACTERS, readGroups } from './gaps.ts';
import { prepareText } from './suggestions/suggest.ts';

export interface NewGap {
  /** The newest. */
  answerId: string;
  /** The newest, without personal data, in one line of at most 300 characters. */
  question: string;
  count: number;
}

/**
 * The gaps of a period, most often asked first. Older questions are left out before the grouping, which keeps it
 * short. @throws AppError('service_unavailable')
 */
export async function listNewGaps(
  core: Core,
  serverId: string,
  { since, limit, reading = core.readings.primary }: { since: Date; limit: number; reading?: Reading },
): Promise<{ gaps: NewGap[]; total: number }> {
  const groups = await readGroups(core, serverId, { since, reading });
  const shown = groups.toSorted(byFrequency).slice(0, limit);
  const ids = shown.map(({ newest }) => newest.answerId);
  const texts = await reading.read((database) => readTexts(database, serverId, ids));
  const gaps = shown.flatMap(({ newest: { answerId }, questions }) => {
    const text = texts.get(answerId);
    if (!text) return [];
    const question = truncate(toLine(prepareText(text.question)), MAX_SHOWN_CHARACTERS);
    return { answerId, question, count: questions.length };
  });
  return { gaps, total: groups.length };
}
