import type { Core } from '../../src/core/core.ts';
import type { ChangeKind, Proof, ProofChange, SearchOutcome } from '../../src/core/learning/proof.ts';
import type { Regression } from '../../src/core/learning/suggestions/refusals.ts';
import { listTests, type TestQuestion } from '../../src/core/learning/test-questions/test-questions.ts';
import type { TestFault } from '../../src/domain/types.ts';
import { describeTestFaults, REASONS } from '../../src/domain/words.ts';
import { toLine } from '../reply.ts';
import { both, inEach, joined, type Texts, type Wording } from '../wording.ts';

const QUESTION_CHARACTERS = 120;
const TITLE_CHARACTERS = 60;
const TITLES = 2;

/** In one line what approving would change. */
export function summariseProof({ looked, changes, tests }: Proof): Texts {
  if (looked === 0 && tests.length === 0) {
    return {
      de: 'Es gibt noch keine Fragen, an denen sich die Wirkung zeigen ließe.',
      en: 'There are no questions yet to show what approving this would change.',
    };
  }
  return joined(' · ', [looked > 0 && summariseQuestions(looked, changes), ...summariseTests(tests)]);
}

function summariseQuestions(looked: number, changes: readonly ProofChange[]): Texts {
  const isOne = looked === 1;
  const of = isOne
    ? { de: 'Letzte Frage', en: 'Last question' }
    : { de: `Letzte ${looked} Fragen`, en: `Last ${looked} questions` };
  const parts = (['handed_over', 'answered', 'other_passages'] as const).flatMap((kind) => {
    const n = changes.reduce((sum, change) => sum + (change.kind === kind ? change.count : 0), 0);
    return n === 0 ? [] : [KINDS[kind](isOne ? '' : `${n} `, n === 1)];
  });
  const none = { de: 'es ändert sich nichts', en: 'nothing would change' };
  return both`${of}: ${joined(', ', parts.length === 0 ? [none] : parts)}`;
}

const KINDS: Record<ChangeKind, (counted: string, isOne: boolean) => Texts> = {
  handed_over: (n, isOne) => ({
    de: `⚠️ ${n}${isOne ? 'würde' : 'würden'} übergeben statt beantwortet`,
    en: `⚠️ ${n}would be handed over instead of answered`,
  }),
  answered: (n, isOne) => ({
    de: `${n}${isOne ? 'würde' : 'würden'} beantwortet statt übergeben`,
    en: `${n}would be answered instead of handed over`,
  }),
  other_passages: (n, isOne) => ({
    de: `${n}${isOne ? 'fände' : 'fänden'} andere Einträge`,
    en: `${n}would find other entries`,
  }),
};

function summariseTests(tests: Proof['tests']) {
  const failing = tests.filter(({ before, after }) => before.isPassed && !after.isPassed).length;
  const mended = tests.filter(({ before, after }) => !before.isPassed && after.isPassed).length;
  return [
    failing > 0 && {
      de: `⚠️ ${failing} ${failing === 1 ? 'Testfrage würde' : 'Testfragen würden'} scheitern`,
      en: `⚠️ ${failing} test ${failing === 1 ? 'question' : 'questions'} would fail`,
    },
    mended > 0 && {
      de: `${mended} ${mended === 1 ? 'Testfrage würde' : 'Testfragen würden'} bestanden`,
      en: `${mended} more test ${mended === 1 ? 'question' : 'questions'} would pass`,
    },
  ];
}

/** Line by line what approving would change: each question, and each test question. */
export function describeProof({ changes, tests }: Proof, saved: readonly TestQuestion[]): Texts[] {
  const questions = changes.map(({ question, count, before, after }) => {
    const often = count > 1 && ` (×${count})`;
    const [was, becomes] = [describeFinding(before), describeFinding(after)];
    return both`- “${toLine(question, QUESTION_CHARACTERS)}”${often}\n  ${was} → ${becomes}`;
  });
  const label = { de: 'Testfrage', en: 'Test question' };
  const tested = tests.map(({ id, question, before, after }) => {
    const test = saved.find((one) => one.id === id);
    const say = ({ isPassed, faults }: typeof before) =>
      isPassed ? { de: 'bestanden', en: 'passes' } : describeFaults(faults, test);
    const mark = after.isPassed ? '✅' : '⚠️';
    return both`- ${mark} ${label} “${toLine(question, QUESTION_CHARACTERS)}”\n  ${say(before)} → ${say(after)}`;
  });
  return [...tested, ...questions];
}

function describeFinding({ passages, needsTeam, teamReason }: SearchOutcome): Wording {
  const titles = [...new Set(passages.map(({ title }) => title))];
  const named = titles.slice(0, TITLES).map((title) => `*${toLine(title, TITLE_CHARACTERS)}*`);
  const found = named.join(', ') + (titles.length > TITLES ? ` +${titles.length - TITLES}` : '');
  if (!needsTeam) return found || { de: 'beantwortet', en: 'answered' };
  const reason = teamReason && both` (${REASONS[teamReason]})`;
  const team = both`${{ de: 'ans Team', en: 'to the team' }}${reason}`;
  return teamReason === 'not_in_knowledge' ? team : joined(', ', [team, found]);
}

const EXPECTED_CHARACTERS = 80;
/** The message stays one. */
const MAX_REGRESSIONS = 5;

/** Which test questions would fail, and how. */
export async function describeRegressions(
  core: Core,
  serverId: string,
  regressions: readonly Regression[],
): Promise<Wording> {
  const saved = await listTests(core, serverId);
  const lines = regressions.slice(0, MAX_REGRESSIONS).map(({ id, question, after: { faults } }) => {
    const test = saved.find((one) => one.id === id);
    return both`- “${toLine(question, QUESTION_CHARACTERS)}”: ${describeFaults(faults, test)}`;
  });
  const more = regressions.length - lines.length;
  return [...lines, more > 0 && { de: `- und ${more} weitere`, en: `- and ${more} more` }];
}

/** What is wrong with the answer to a test question, in half a sentence. */
export function describeFaults(
  faults: readonly TestFault[],
  test: Pick<TestQuestion, 'expected' | 'needsTeam'> | undefined,
): Texts {
  const shown = test && { ...test, expected: test.expected && toLine(test.expected, EXPECTED_CHARACTERS) };
  return inEach((language) => describeTestFaults(faults, shown, language));
}
