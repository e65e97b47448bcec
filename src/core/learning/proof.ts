import { readLastQuestions } from '../../adapters/db/answering/answers.ts';
import { findUsableAfter } from '../../adapters/db/knowledge/knowledge.ts';
import { ownEntryId } from '../../adapters/db/learning/suggestion-changes.ts';
import type { TestQuestion } from '../../adapters/db/learning/test-questions.ts';
import { listTestQuestions, lookForTests } from '../../adapters/db/learning/test-questions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Server, TeamReason } from '../../domain/types.ts';
import { getMarks } from '../answering/known-marks.ts';
import type { Core } from '../core.ts';
import type { Marks } from '../handover/nearness.ts';
import { toEntry } from '../knowledge/entry.ts';
import { getServer } from '../owners/servers.ts';
import { type PlanLimits, planLimitsOf } from '../quota/plan-limits.ts';
import { REST_MS, runInSlices, type Steps } from '../runtime/slices.ts';
import type { KnowledgeIndex } from '../search/knowledge.ts';
import { getKnowledgeIndex, imagineKnowledgeIndex } from '../search/knowledge-index.ts';
import type { FoundPassage } from '../search/passages.ts';
import { type Found, findAgain, findCurrent } from './findings.ts';
import { judge, type TestOutcome } from './test-questions/judge.ts';

const QUESTIONS = 50;
/** Stands for the id of an entry that has none yet. */
const NEW_ENTRY_ID = 'training:new';

export interface EntryCandidate {
  /** The entry it would be or replace; null: a new one. */
  entryId: string | null;
  question: string;
  answer: string;
  questions?: readonly string[];
}

/** The entry that approving a suggestion makes. */
export function toCandidate(
  suggestion: Omit<EntryCandidate, 'questions'> & { id: string; wordings: readonly string[] },
) {
  const { id, entryId, question, answer, wordings } = suggestion;
  return { entryId: entryId ?? ownEntryId(id), question, answer, questions: [...wordings] };
}

export interface SearchOutcome {
  /** Best first, as many as the server's level is given. */
  passages: { id: string; title: string }[];
  needsTeam: boolean;
  teamReason: TeamReason | null;
}

/** `answered`: the knowledge would cover it now; `handed_over`: no longer; `other_passages`: only these differ. */
export type ChangeKind = 'answered' | 'handed_over' | 'other_passages';

export interface ProofChange {
  question: string;
  count: number;
  kind: ChangeKind;
  before: SearchOutcome;
  after: SearchOutcome;
}

/** A test question with another outcome; a regression passes before and not after. */
export interface TestChange {
  id: string;
  question: string;
  before: TestOutcome;
  after: TestOutcome;
}

export interface Proof {
  /** Real questions of both channels; at most 50. */
  looked: number;
  /** First those no longer answered, then those now answered, then another best passage, then the rest. */
  changes: ProofChange[];
  tests: TestChange[];
}

/**
 * Compares the last real questions and all test questions with and without a candidate, by their words alone, so at no
 * cost; a model's use of the passages cannot be foreseen. @throws AppError('not_found' | 'service_unavailable')
 */
export function prove(core: Core, serverId: string, candidate: EntryCandidate): Promise<Proof> {
  return inTurn(async () => {
    const server = await getServer(core, serverId);
    const questions = await readLastQuestions(core.database, serverId, QUESTIONS);
    const tests = await listTestQuestions(core.database, serverId);
    const counts = new Map<string, number>();
    for (const question of questions) counts.set(question, (counts.get(question) ?? 0) + 1);
    const asked = [...counts.keys()];
    const compared = await compareIndexes(core, server, candidate, { asked, tests });
    const changed = compared.questions.flatMap((one) => describeChange(one, counts.get(one.question) ?? 0));
    const changes = changed.toSorted((one, other) => one.rank - other.rank).map(({ change }) => change);
    return { looked: questions.length, changes, tests: compared.tests };
  });
}

/**
 * Finds the test questions that a candidate would break, and the revision of the knowledge. One statement for a server
 * without test questions. @throws AppError('not_found' | 'service_unavailable')
 */
export async function findRegressions(
  core: Core,
  serverId: string,
  candidate: EntryCandidate,
): Promise<{ regressions: TestChange[]; revision: number }> {
  const looked = await lookForTests(core.database, serverId);
  if (!looked) throw new AppError('not_found', { message: `There is no server with the id ${serverId}.` });
  if (!looked.hasTests) return { regressions: [], revision: looked.revision };
  return inTurn(async () => {
    const server = await getServer(core, serverId);
    const tests = await listTestQuestions(core.database, serverId);
    const compared = await compareIndexes(core, server, candidate, { asked: [], tests });
    const regressions = compared.tests.filter(({ before, after }) => before.isPassed && !after.isPassed);
    return { regressions, revision: server.revision };
  });
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs one at a time in this process: each holds a second index of a server in memory. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const run = queue.then(work);
  queue = run.catch(() => undefined);
  return run;
}

interface Compared {
  questions: { question: string; before: Found; after: Found }[];
  tests: TestChange[];
}

async function compareIndexes(
  core: Core,
  server: Server,
  candidate: EntryCandidate,
  { asked, tests }: { asked: readonly string[]; tests: readonly TestQuestion[] },
): Promise<Compared> {
  if (asked.length === 0 && tests.length === 0) return { questions: [], tests: [] };
  const planLimits = planLimitsOf(core, server);
  const current = await getKnowledgeIndex(core, server);
  const imagined = await imagine(core, server, current, candidate);
  const marks = await getMarks(core, server);
  return runInSlices(compareSteps(core, planLimits, { current, imagined, asked, tests, marks }), {
    restMs: REST_MS,
  });
}

async function imagine(
  core: Core,
  server: Server,
  current: KnowledgeIndex,
  candidate: EntryCandidate,
): Promise<KnowledgeIndex> {
  const { question: title, answer: text, questions = [] } = candidate;
  const id = candidate.entryId ?? NEW_ENTRY_ID;
  const nextEntryId = await findUsableAfter(core.database, server.id, id, new Date(core.clock()));
  const entry = toEntry(
    core,
    { id, title, text, questions: [...questions] },
    { source: 'training', provenance: {} },
  );
  // A draft without an answer cannot be approved, so it changes nothing.
  const isWhole = title.trim() !== '' && text.trim() !== '';
  return imagineKnowledgeIndex(current, { replacedEntryId: id, nextEntryId, added: isWhole ? [entry] : [] });
}

function* compareSteps(
  core: Core,
  planLimits: PlanLimits,
  input: {
    current: KnowledgeIndex;
    imagined: KnowledgeIndex;
    asked: readonly string[];
    tests: readonly TestQuestion[];
    marks: Marks;
  },
): Steps<Compared> {
  const { current, imagined, asked, tests } = input;
  const texts = [...asked, ...tests.map(({ question }) => question)];
  const before = yield* findCurrent(current, planLimits, texts, input.marks);
  const compared: Compared = { questions: [], tests: [] };
  for (const [index, question] of texts.entries()) {
    const old = before[index];
    if (!old) continue;
    const after = findAgain(imagined, planLimits, question, old.ruleReason);
    yield;
    const test = tests[index - asked.length];
    if (!test) compared.questions.push({ question, before: old, after });
    else {
      const outcomes = {
        before: judge(core, { knowledge: current, planLimits }, test, old),
        after: judge(core, { knowledge: imagined, planLimits }, test, after),
      };
      if (outcomes.before.faults.join() !== outcomes.after.faults.join())
        compared.tests.push({ id: test.id, question, ...outcomes });
      yield;
    }
  }
  return compared;
}

/** @returns the change and its rank, 0 first; nothing where all stays as it is. */
function describeChange({ question, before, after }: Compared['questions'][number], count: number) {
  const kind = kindOf(before, after);
  if (!kind) return [];
  const hasOtherBest = contentOf(before.passages[0]) !== contentOf(after.passages[0]);
  const rank = { handed_over: 0, answered: 1, other_passages: hasOtherBest ? 2 : 3 }[kind];
  return [{ rank, change: { question, count, kind, before: toFinding(before), after: toFinding(after) } }];
}

function kindOf(before: Found, after: Found): ChangeKind | null {
  if (before.teamReason === null && after.teamReason !== null) return 'handed_over';
  if (before.teamReason !== null && after.teamReason === null) return 'answered';
  const [old, now] = [before, after].map(({ passages }) => passages.map(contentOf)) as [string[], string[]];
  // The order behind the best one does not matter: all passages are given.
  const isSame = old.length === now.length && old[0] === now[0] && now.every((one) => old.includes(one));
  return isSame ? null : 'other_passages';
}

/** A replaced entry keeps its id and says something else. */
function contentOf(passage: FoundPassage | undefined): string {
  return passage ? JSON.stringify([passage.id, passage.title, passage.text, passage.link]) : '';
}

function toFinding({ passages, teamReason }: Found): SearchOutcome {
  return {
    passages: passages.map(({ id, title }) => ({ id, title })),
    needsTeam: teamReason !== null,
    teamReason,
  };
}
