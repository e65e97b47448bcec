import { readSourcesOf } from '../../adapters/db/answering/said-answers.ts';
import * as store from '../../adapters/db/answering/verdicts.ts';
import { AppError } from '../../domain/errors.ts';
import { DRAFT_VERDICTS, type DraftVerdict } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { changeSettings, getServer } from '../owners/servers.ts';
import { parseSettings } from '../owners/settings.ts';
import { entryIdOf } from '../search/passages.ts';
import { findThreshold } from './draft-threshold.ts';

/** Older verdicts are about a knowledge that has changed since. */
const MAX_JUDGED = 5_000;
const MAX_TOPICS = 20;
const LEVELS = 10;

export type VerdictCounts = Record<DraftVerdict, number>;

export interface DraftFigures extends VerdictCounts {
  waiting: number;
  threshold: {
    wrongIn100: number;
    /** At which and above that holds; null: the verdicts show none. */
    confidence: number | null;
  };
  /** By tenths of confidence, the highest first. */
  levels: (VerdictCounts & { from: number })[];
  /** By the entry that an answer rests on, the most frequent first; null: on none. */
  topics: (VerdictCounts & { title: string | null })[];
}

/** What the team did with the drafts, and the confidence above which nobody has to look. @throws AppError('not_found') */
export async function readDraftFigures(core: Core, serverId: string): Promise<DraftFigures> {
  const { wrong_in_100: wrongIn100 } = parseSettings((await getServer(core, serverId)).settings);
  const [judged, waiting] = await Promise.all([
    store.readJudged(core.database, serverId, MAX_JUDGED),
    store.countUnjudged(core.database, serverId),
  ]);
  // A hand-over calls the team at any confidence.
  const answers = judged.filter(({ needsTeam }) => !needsTeam);
  const judgements = answers.map(({ confidence, verdict, isReversed }) => ({
    confidence,
    isWrong: verdict !== 'sent' || isReversed,
  }));
  return {
    ...count(judged),
    waiting,
    threshold: { wrongIn100, confidence: findThreshold(judgements, wrongIn100) },
    levels: groupBy(judged, ({ confidence }) => Math.min(Math.floor(confidence * LEVELS), LEVELS - 1))
      .sort(([one], [other]) => other - one)
      .map(([level, drafts]) => ({ from: level / LEVELS, ...count(drafts) })),
    topics: await listTopics(core, serverId, judged),
  };
}

async function listTopics(core: Core, serverId: string, judged: readonly store.JudgedDraft[]) {
  const topics = groupBy(judged, ({ passageId }) => (passageId === null ? null : entryIdOf(passageId)))
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_TOPICS);
  const ids = topics.flatMap(([id]) => id ?? []);
  const sources = await readSourcesOf(core.database, serverId, ids);
  return topics.map(([id, drafts]) => ({
    title: id === null ? null : (sources.get(id)?.title ?? null),
    ...count(drafts),
  }));
}

function count(drafts: readonly store.JudgedDraft[]): VerdictCounts {
  const of = (verdict: DraftVerdict) => drafts.filter((draft) => draft.verdict === verdict).length;
  return Object.fromEntries(DRAFT_VERDICTS.map((verdict) => [verdict, of(verdict)])) as VerdictCounts;
}

function groupBy<Key>(drafts: readonly store.JudgedDraft[], keyOf: (draft: store.JudgedDraft) => Key) {
  return [...Map.groupBy(drafts, keyOf)];
}

/**
 * From now on answers below the threshold are drafts, the others go out unseen, and nothing is only observed.
 * @throws AppError('not_found'), also where the verdicts show none
 */
export async function takeThreshold(core: Core, serverId: string) {
  const { threshold } = await readDraftFigures(core, serverId);
  const { confidence } = threshold;
  if (confidence === null)
    throw new AppError('not_found', {
      message: 'The decisions so far are not enough to recommend a confidence threshold.',
    });
  const { deeds } = await changeSettings(core, serverId, () => ({
    ...{ drafts: 'unsure', draft_below: confidence, observe: false },
  }));
  return { confidence, deeds };
}
