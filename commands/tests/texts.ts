import type {
  AskedRun,
  TestQuestion,
  TestResult,
  TestRun,
} from '../../src/core/learning/test-questions/test-questions.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../src/domain/limits.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { ago, type Card, pager, type TextFile, toLine } from '../reply.ts';
import { describeFaults } from '../training/proof.ts';

type Reader = Pick<Invocation, 'language'>;

/** A page, and the failures of a run, are one message. */
const TESTS_PER_PAGE = 10;
const MAX_FAILURES = 5;
const LISTED_CHARACTERS = 70;
const EXPECTED_CHARACTERS = 50;
const QUESTION_CHARACTERS = 90;
const ANSWER_CHARACTERS = 60;

const NONE: Texts = {
  de: 'Es gibt noch keine Testfragen. Speichere mit `/tests add` eine Frage und was in der Antwort stehen muss: Dann erfährst du vor jeder Übernahme, ob sie noch richtig beantwortet würde.',
  en: 'There are no test questions yet. Save a question with what must be in its answer with `/tests add`: you then learn before every approval whether it would still be answered right.',
};

/** What must come of a test question, in a few words. */
export function describeExpectation(
  reader: Reader,
  { expected, needsTeam }: Pick<TestQuestion, 'expected' | 'needsTeam'>,
): string {
  const text = expected === null ? '' : toLine(expected, EXPECTED_CHARACTERS);
  const parts = [
    text === '' ? '' : pick(reader, { de: `erwartet „${text}“`, en: `expects “${text}”` }),
    needsTeam === true ? pick(reader, { de: 'mit Team', en: 'with the team' }) : '',
    needsTeam === false ? pick(reader, { de: 'ohne Team', en: 'without the team' }) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** @param asked counts from 1; beyond the ends the nearest page is shown. */
export function showTests(reader: Reader, tests: readonly TestQuestion[], asked: number): Card {
  if (tests.length === 0) return { text: pick(reader, NONE) };
  const last = Math.ceil(tests.length / TESTS_PER_PAGE);
  const number = Number.isSafeInteger(asked) ? Math.min(Math.max(1, asked), last) : 1;
  const shown = tests.slice((number - 1) * TESTS_PER_PAGE, number * TESTS_PER_PAGE);
  const failing = tests.filter(({ faults }) => faults !== null && faults.length > 0).length;
  const head = pick(reader, {
    de: `**Testfragen** · ${tests.length} gesamt, ${failing} scheitern · Seite ${number} von ${last}`,
    en: `**Test questions** · ${tests.length} in all, ${failing} failing · page ${number} of ${last}`,
  });
  const text = [head, ...shown.map((test) => showTest(reader, test))].join('\n');
  return { text, ...pager(reader, 'tests:page', { number, last }) };
}

function showTest(reader: Reader, test: TestQuestion): string {
  const { question, faults, runAt } = test;
  const mark = faults === null ? '▫️' : faults.length === 0 ? '✅' : '⚠️';
  const when = runAt ? ago(runAt) : pick(reader, { de: 'noch nie geprüft', en: 'never checked' });
  return `${mark} ${toLine(question, LISTED_CHARACTERS)} · ${describeExpectation(reader, test)} · ${when}`;
}

/** What a run brought; failures that do not fit into the message come as a file. */
export function describeRun(reader: Reader, run: TestRun | AskedRun): { text: string; files: TextFile[] } {
  if (run.total === 0) return { text: pick(reader, NONE), files: [] };
  const { passed, failed } = run;
  const head = pick(reader, {
    de: `${failed.length === 0 ? '✅' : '⚠️'} **Testfragen:** ${passed} bestanden, ${failed.length} gescheitert.`,
    en: `${failed.length === 0 ? '✅' : '⚠️'} **Test questions:** ${passed} passed, ${failed.length} failed.`,
  });
  const lines = failed.map((result) => describeFailure(reader, result));
  const shown = lines.slice(0, MAX_FAILURES);
  const rest = pick(reader, {
    de: `-# Alle ${failed.length} stehen in tests.txt.`,
    en: `-# All ${failed.length} are in tests.txt.`,
  });
  const isCut = shown.length < lines.length;
  const text = [head, ...shown, isCut ? rest : '', 'notAsked' in run ? describeStop(reader, run) : ''];
  return {
    text: text.filter(Boolean).join('\n'),
    files: isCut ? [{ name: 'tests.txt', text: `${lines.join('\n')}\n` }] : [],
  };
}

function describeFailure(reader: Reader, result: TestResult & { answer?: string }): string {
  const { question, faults, answer } = result;
  const line = `- “${toLine(question, QUESTION_CHARACTERS)}”: ${describeFaults(reader, faults, result)}`;
  if (answer === undefined) return line;
  const said = toLine(answer, ANSWER_CHARACTERS);
  return `${line}\n  ${pick(reader, { de: `Der Bot sagt: ${said}`, en: `The bot says: ${said}` })}`;
}

function describeStop(reader: Reader, { notAsked, stoppedBy }: AskedRun): string {
  if (notAsked === 0) return '';
  const why: Texts =
    stoppedBy === 'rate_limited_day'
      ? {
          de: `die ${PLAYGROUND_QUESTIONS_PER_DAY} Probefragen von heute sind aufgebraucht`,
          en: `the ${PLAYGROUND_QUESTIONS_PER_DAY} trial questions of today are used up`,
        }
      : { de: 'der KI-Dienst antwortet gerade nicht', en: 'the AI service does not answer at the moment' };
  return pick(reader, {
    de: `-# Nicht gefragt: ${notAsked}, denn ${why.de}. Ohne \`answers\` kostet die Prüfung nichts.`,
    en: `-# Not asked: ${notAsked}, for ${why.en}. Without \`answers\` the check costs nothing.`,
  });
}
