import type { Core } from '../../src/core/core.ts';
import type { ChangeKind, Finding, Proof, ProofChange } from '../../src/core/learning/proof.ts';
import type { Regression } from '../../src/core/learning/suggestions/refusals.ts';
import { listTests, type TestQuestion } from '../../src/core/learning/test-questions/test-questions.ts';
import type { TeamReason, TestFault } from '../../src/domain/types.ts';
import { describeTestFaults } from '../../src/domain/words.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { toLine } from '../reply.ts';

type Reader = Pick<Invocation, 'language'>;

const QUESTION_CHARACTERS = 120;
const TITLE_CHARACTERS = 60;
const TITLES = 2;

/** In one line what approving would change. */
export function summariseProof(reader: Reader, { looked, changes, tests }: Proof): string {
  if (looked === 0 && tests.length === 0) {
    return pick(reader, {
      de: 'Es gibt noch keine Fragen, an denen sich die Wirkung zeigen ließe.',
      en: 'There are no questions yet that could show what it would change.',
    });
  }
  return [...summariseQuestions(reader, looked, changes), ...summariseTests(reader, tests)].join(' · ');
}

function summariseQuestions(reader: Reader, looked: number, changes: readonly ProofChange[]): string[] {
  if (looked === 0) return [];
  const of = pick(reader, {
    de: looked === 1 ? 'Bei der letzten Frage' : `Von den letzten ${looked} Fragen`,
    en: looked === 1 ? 'Of the last question' : `Of the last ${looked} questions`,
  });
  const count = (kind: ChangeKind) =>
    changes.reduce((sum, change) => sum + (change.kind === kind ? change.count : 0), 0);
  const parts = (['handed_over', 'answered', 'other_passages'] as const).flatMap((kind) => {
    const n = count(kind);
    return n === 0 ? [] : [pick(reader, KINDS[kind](n))];
  });
  const none = pick(reader, { de: 'es ändert sich nichts', en: 'none would change' });
  return [`${of}: ${parts.length === 0 ? none : parts.join(', ')}`];
}

const KINDS: Record<ChangeKind, (count: number) => Texts> = {
  handed_over: (n) => ({
    de: `⚠️ ${n} ${n === 1 ? 'würde' : 'würden'} übergeben statt beantwortet`,
    en: `⚠️ ${n} would be handed over that ${n === 1 ? 'was' : 'were'} answered`,
  }),
  answered: (n) => ({
    de: `${n} ${n === 1 ? 'würde' : 'würden'} beantwortet statt übergeben`,
    en: `${n} would be answered that ${n === 1 ? 'was' : 'were'} handed over`,
  }),
  other_passages: (n) => ({
    de: `${n} ${n === 1 ? 'fände' : 'fänden'} andere Einträge`,
    en: `${n} would find other entries`,
  }),
};

function summariseTests(reader: Reader, tests: Proof['tests']): string[] {
  const failing = tests.filter(({ before, after }) => before.isPassed && !after.isPassed).length;
  const mended = tests.filter(({ before, after }) => !before.isPassed && after.isPassed).length;
  const parts = [
    failing > 0
      ? pick(reader, {
          de: `⚠️ ${failing} ${failing === 1 ? 'Testfrage würde' : 'Testfragen würden'} scheitern`,
          en: `⚠️ ${failing} test ${failing === 1 ? 'question' : 'questions'} would fail`,
        })
      : '',
    mended > 0
      ? pick(reader, {
          de: `${mended} ${mended === 1 ? 'Testfrage würde' : 'Testfragen würden'} bestanden`,
          en: `${mended} test ${mended === 1 ? 'question' : 'questions'} would pass now`,
        })
      : '',
  ];
  return parts.filter(Boolean);
}

/** Line by line what approving would change: each question, and each test question. */
export function describeProof(
  reader: Reader,
  { changes, tests }: Proof,
  saved: readonly TestQuestion[],
): string[] {
  const questions = changes.map(({ question, count, before, after }) => {
    const often = count > 1 ? ` (×${count})` : '';
    const was = describeFinding(reader, before);
    return `- “${toLine(question, QUESTION_CHARACTERS)}”${often}\n  ${was} → ${describeFinding(reader, after)}`;
  });
  const passes = pick(reader, { de: 'bestanden', en: 'passes' });
  const label = pick(reader, { de: 'Testfrage', en: 'Test question' });
  const tested = tests.map(({ id, question, before, after }) => {
    const test = saved.find((one) => one.id === id);
    const say = ({ isPassed, faults }: typeof before) =>
      isPassed ? passes : describeFaults(reader, faults, test);
    const mark = after.isPassed ? '✅' : '⚠️';
    return `- ${mark} ${label} “${toLine(question, QUESTION_CHARACTERS)}”\n  ${say(before)} → ${say(after)}`;
  });
  return [...tested, ...questions];
}

function describeFinding(reader: Reader, { passages, needsTeam, teamReason }: Finding): string {
  const titles = [...new Set(passages.map(({ title }) => title))];
  const named = titles.slice(0, TITLES).map((title) => `*${toLine(title, TITLE_CHARACTERS)}*`);
  const found = named.join(', ') + (titles.length > TITLES ? ` +${titles.length - TITLES}` : '');
  if (!needsTeam) return found || pick(reader, { de: 'beantwortet', en: 'answered' });
  const reason = teamReason ? ` (${pick(reader, REASONS[teamReason])})` : '';
  const team = pick(reader, { de: `ans Team${reason}`, en: `to the team${reason}` });
  return teamReason === 'not_in_knowledge' || found === '' ? team : `${team}, ${found}`;
}

const REASONS: Record<TeamReason, Texts> = {
  safety: { de: 'Sicherheit', en: 'safety' },
  legal: { de: 'Recht', en: 'legal' },
  payment: { de: 'Zahlung', en: 'payment' },
  ban: { de: 'Sperre', en: 'ban' },
  account: { de: 'Konto', en: 'account' },
  asked_for_human: { de: 'wollte einen Menschen', en: 'asked for a person' },
  owner_topic: { de: 'Thema von dir', en: 'a topic of yours' },
  not_in_knowledge: { de: 'nicht im Wissen', en: 'not in the knowledge' },
  model: { de: 'KI war unsicher', en: 'the AI was unsure' },
};

const EXPECTED_CHARACTERS = 80;
/** The message stays one. */
const MAX_REGRESSIONS = 5;

/** Which test questions would fail, and how. */
export async function describeRegressions(
  core: Core,
  input: Pick<Invocation, 'language' | 'serverId'>,
  regressions: readonly Regression[],
): Promise<string> {
  const saved = await listTests(core, input.serverId);
  const lines = regressions.slice(0, MAX_REGRESSIONS).map(({ id, question, after: { faults } }) => {
    const test = saved.find((one) => one.id === id);
    return `- “${toLine(question, QUESTION_CHARACTERS)}”: ${describeFaults(input, faults, test)}`;
  });
  const more = regressions.length - lines.length;
  if (more > 0) lines.push(pick(input, { de: `- und ${more} weitere`, en: `- and ${more} more` }));
  return lines.join('\n');
}

/** What is wrong with the answer to a test question, in half a sentence. */
export function describeFaults(
  { language }: Reader,
  faults: readonly TestFault[],
  test: Pick<TestQuestion, 'expected' | 'needsTeam'> | undefined,
): string {
  const shown = test && { ...test, expected: test.expected && toLine(test.expected, EXPECTED_CHARACTERS) };
  return describeTestFaults(faults, shown, language);
}
