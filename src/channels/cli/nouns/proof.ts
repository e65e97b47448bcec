import type { Core } from '../../../core/core.ts';
import type {
  ChangeKind,
  Proof,
  ProofChange,
  SearchOutcome,
  TestChange,
} from '../../../core/learning/proof.ts';
import { readRegressions } from '../../../core/learning/suggestions/refusals.ts';
import { summariseTests } from '../../../core/learning/test-questions/test-questions.ts';
import type { TestFault } from '../../../domain/types.ts';
import { describeTestFaults } from '../../../domain/words.ts';
import { CommandFault } from '../faults.ts';
import { COMMAND, toLine } from '../print.ts';

const QUESTION_CHARACTERS = 100;
const TITLES = 3;

const KINDS: Record<ChangeKind, string> = {
  handed_over: 'would be handed over instead of answered',
  answered: 'would be answered instead of handed over',
  other_passages: 'would find other passages',
};

/** In one line what would change. */
export function summariseProof({ looked, changes, tests }: Proof): string {
  if (looked === 0 && tests.length === 0) return 'There are no questions yet to show what it would change.';
  const kinds = (Object.keys(KINDS) as ChangeKind[]).flatMap((kind) => {
    const count = changes.reduce((sum, change) => sum + (change.kind === kind ? change.count : 0), 0);
    return count === 0 ? [] : [`${count} ${KINDS[kind]}`];
  });
  const failing = tests.filter(isRegression).length;
  const passing = tests.filter(({ before, after }) => !before.isPassed && after.isPassed).length;
  const ofQuestions = `Latest questions compared: ${looked}; ${kinds.join(', ') || 'none would change'}.`;
  const ofTests = [
    failing > 0 ? `${failing} would fail` : '',
    passing > 0 ? `${passing} more would pass` : '',
  ].filter(Boolean);
  return [looked > 0 ? ofQuestions : '', ofTests.length > 0 ? `Test questions: ${ofTests.join(', ')}.` : '']
    .filter(Boolean)
    .join(' ');
}

/** Every change in a line of its own. */
export function listProof({ changes, tests }: Proof): string[] {
  return [...tests.map(describeTest), ...changes.map(describeChange)];
}

function describeTest({ question, before, after }: TestChange): string {
  const say = ({ isPassed, faults }: TestChange['before']) => (isPassed ? 'passes' : describeFaults(faults));
  return `test "${shorten(question)}": ${say(before)} -> ${say(after)}`;
}

function describeChange({ question, count, before, after }: ProofChange): string {
  const often = count > 1 ? ` (${count} times)` : '';
  return `"${shorten(question)}"${often}: ${describeFinding(before)} -> ${describeFinding(after)}`;
}

function describeFinding({ passages, needsTeam, teamReason }: SearchOutcome): string {
  const titles = [...new Set(passages.map(({ title }) => shorten(title)))];
  const found = titles.slice(0, TITLES).join(', ') + (titles.length > TITLES ? ', …' : '');
  return needsTeam ? `team (${teamReason})` : found || 'answered';
}

/** @param needsTeam whether the team must be called, if that is known. */
export function describeFaults(faults: readonly TestFault[], needsTeam: boolean | null = null): string {
  return describeTestFaults(faults, { expected: null, needsTeam }, 'en');
}

/** A proof for machines. */
export function toProofShape({ looked, changes, tests }: Proof) {
  return {
    looked,
    changes: changes.map(({ question, count, kind, before, after }) => ({
      ...{ question, count, kind, before: toFindingShape(before), after: toFindingShape(after) },
    })),
    tests: tests.map(({ id, question, before, after }) => ({
      ...{ id, question, before: toOutcomeShape(before), after: toOutcomeShape(after) },
    })),
  };
}

function toFindingShape({ passages, needsTeam, teamReason }: SearchOutcome) {
  return { passages, needs_team: needsTeam, team_reason: teamReason };
}

function toOutcomeShape({ isPassed, faults }: TestChange['before']) {
  return { passed: isPassed, faults };
}

/**
 * Waits for what test questions may forbid.
 * @param made.outcome what became of it then.
 * @param made.id the suggestion's, which may be approved all the same; the list has it where it is left out.
 * @throws CommandFault with every test question that would fail.
 */
export async function refuseRegressions<Result>(
  run: Promise<Result>,
  made: { outcome: string; serverId: string; id?: string; entryId: string | undefined },
): Promise<Result> {
  return run.catch((error: unknown) => {
    const regressions = readRegressions(error);
    if (!regressions) throw error;
    const lines = regressions.map(
      ({ id, question, after }) => `  ${id}  "${shorten(question)}": ${describeFaults(after.faults)}`,
    );
    const { outcome, serverId, id: ownId, entryId } = made;
    const entry = entryId === undefined ? '' : ` --entry ${entryId}`;
    const hint = ownId === undefined ? ', with the id that "training list" shows' : '';
    const way = `${COMMAND} training approve ${serverId} ${ownId ?? 'ID'}${entry} --force${hint}`;
    const head = `${outcome}: these test questions pass today and would fail with this change.`;
    throw new CommandFault([head, ...lines, `To do it anyway: ${way}`].join('\n'));
  });
}

/** How the test questions went that every approval runs. @returns a sentence; empty for a server that has none. */
export async function describeTests(core: Core, serverId: string): Promise<string> {
  const summary = await summariseTests(core, serverId);
  if (!summary) return '';
  const { total, failed, notRun } = summary;
  return `Test questions passing now: ${total - failed - notRun} of ${total}.`;
}

function isRegression({ before, after }: TestChange): boolean {
  return before.isPassed && !after.isPassed;
}

function shorten(text: string): string {
  const characters = [...toLine(text)];
  if (characters.length <= QUESTION_CHARACTERS) return characters.join('');
  return `${characters.slice(0, QUESTION_CHARACTERS - 1).join('')}…`;
}
