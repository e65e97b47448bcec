import type { Change } from '../../src/core/learning/test-questions/changes.ts';
import type { AskedRun } from '../../src/core/learning/test-questions/real-answers.ts';
import type {
  TestQuestion,
  TestResult,
  TestRun,
} from '../../src/core/learning/test-questions/test-questions.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../src/domain/limits.ts';
import type { InterfaceLanguage } from '../../src/domain/types.ts';
import { ago, type Card, type Draft, pager, say, toLine } from '../reply.ts';
import { describeFaults } from '../training/proof.ts';
import { both, joined, type Texts, toText, type Wording } from '../wording.ts';

/** A page, and the failures of a run, are one message. */
const TESTS_PER_PAGE = 10;
const MAX_FAILURES = 5;
const LISTED_CHARACTERS = 70;
const EXPECTED_CHARACTERS = 50;
const QUESTION_CHARACTERS = 90;
const ANSWER_CHARACTERS = 60;
const MAX_CHANGES = 3;
const CHANGE_CHARACTERS = 50;

const NONE: Texts = {
  de: 'Es gibt noch keine Testfragen. Speichere mit `/tests add` eine Frage und was in der Antwort stehen muss: Dann erfährst du vor jeder Übernahme, ob sie noch richtig beantwortet würde.',
  en: 'There are no test questions yet. With `/tests add`, save a question and what must be in its answer: before you approve a suggestion, you then see whether it would still be answered correctly.',
};

/** What must come of a test question, in a few words. */
export function describeExpectation({
  expected,
  needsTeam,
}: Pick<TestQuestion, 'expected' | 'needsTeam'>): Texts {
  const text = expected === null ? '' : toLine(expected, EXPECTED_CHARACTERS);
  return joined(', ', [
    text !== '' && { de: `erwartet „${text}“`, en: `expects “${text}”` },
    needsTeam === true && { de: 'mit Team', en: 'the team must be called' },
    needsTeam === false && { de: 'ohne Team', en: 'the team must not be called' },
  ]);
}

/** @param asked counts from 1; beyond the ends the nearest page is shown. */
export function showTests(tests: readonly TestQuestion[], asked: number): Card<Wording> {
  if (tests.length === 0) return { text: NONE };
  const last = Math.ceil(tests.length / TESTS_PER_PAGE);
  const number = Number.isSafeInteger(asked) ? Math.min(Math.max(1, asked), last) : 1;
  const shown = tests.slice((number - 1) * TESTS_PER_PAGE, number * TESTS_PER_PAGE);
  const failing = tests.filter(({ faults }) => faults !== null && faults.length > 0).length;
  const head = {
    de: `**Testfragen** · ${tests.length} gesamt, ${failing} gescheitert · Seite ${number} von ${last}`,
    en: `**Test questions** · ${tests.length} in all, ${failing} failing · page ${number} of ${last}`,
  };
  return { text: [head, ...shown.map(showTest)], ...pager('tests:page', { number, last }) };
}

function showTest(test: TestQuestion): Texts {
  const { question, faults, runAt } = test;
  const mark = faults === null ? '▫️' : faults.length === 0 ? '✅' : '⚠️';
  const when = runAt ? ago(runAt) : { de: 'noch nie geprüft', en: 'never checked' };
  return both`${mark} ${toLine(question, LISTED_CHARACTERS)} · ${describeExpectation(test)} · ${when}`;
}

/** What a run brought; failures that do not fit into the message come as a file. */
export function sayRun(
  run: TestRun | AskedRun,
  { times, language }: { times: number; language: InterfaceLanguage },
): Draft {
  if (run.total === 0) return say(NONE);
  const { passed, failed } = run;
  const mark = failed.length === 0 ? '✅' : '⚠️';
  const head = {
    de: `${mark} **Testfragen:** ${passed} bestanden, ${failed.length} gescheitert.${times > 1 ? ` Jede wurde ${times}-mal gefragt und besteht nur, wenn alle Antworten stimmen.` : ''}`,
    en: `${mark} **Test questions:** ${passed} passed, ${failed.length} failed.${times > 1 ? ` Each was asked ${times} times and passes only when all answers are right.` : ''}`,
  };
  const fallen = new Map(run.regressions.map(({ id, changes }) => [id, changes]));
  const lines = failed.map(
    (result) => both`${describeFailure(result, times)}${describeFall(fallen.get(result.id))}`,
  );
  const isCut = lines.length > MAX_FAILURES;
  const rest = {
    de: `-# Alle ${failed.length} stehen in tests.txt.`,
    en: `-# All ${failed.length} are in tests.txt.`,
  };
  const text = [head, ...lines.slice(0, MAX_FAILURES), isCut && rest, 'notAsked' in run && describeStop(run)];
  return say(text, { files: isCut ? [{ name: 'tests.txt', text: `${toText(lines, language)}\n` }] : [] });
}

function describeFailure(result: TestResult & { answer?: string }, times: number): Texts {
  const { question, faults, answer, right } = result;
  const often =
    times > 1
      ? { de: ` (${right} von ${times} richtig)`, en: ` (${right} of ${times} right)` }
      : { de: '', en: '' };
  const line = both`- “${toLine(question, QUESTION_CHARACTERS)}”: ${describeFaults(faults, result)}${often}`;
  if (answer === undefined) return line;
  const said = toLine(answer, ANSWER_CHARACTERS);
  return both`${line}\n  ${{ de: `Der Bot sagt: ${said}`, en: `The bot says: ${said}` }}`;
}

/** Nothing where it did not pass the last time either. */
function describeFall(changes: readonly Change[] | undefined): Texts | null {
  if (!changes) return null;
  const told = changes.slice(0, MAX_CHANGES).map(({ what, subject }) => {
    const named = both`${toLine(subject ?? what, CHANGE_CHARACTERS)}`;
    if (what === 'entry') return both`${{ de: 'Eintrag', en: 'entry' }} “${named}”`;
    return what === 'engine' ? both`${{ de: 'KI-Modell', en: 'AI model' }} ${named}` : named;
  });
  const none = { de: 'keine Änderung verzeichnet', en: 'nothing on record' };
  return both`\n  ${{
    de: '📉 Beim letzten Mal bestand sie. Seither:',
    en: '📉 It passed last time. Changed since then:',
  }} ${joined(', ', told.length > 0 ? told : [none])}`;
}

function describeStop({ notAsked, stoppedBy }: AskedRun): Texts | null {
  if (notAsked === 0) return null;
  const why: Texts =
    stoppedBy === 'rate_limited_day'
      ? {
          de: `die ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen von heute sind aufgebraucht`,
          en: `today’s ${PLAYGROUND_QUESTIONS_PER_DAY} free questions are used up`,
        }
      : { de: 'der KI-Dienst antwortet gerade nicht', en: 'the AI service is not responding' };
  return {
    de: `-# Nicht gefragt: ${notAsked}, denn ${why.de}. Mit „was der Bot findet“ kostet die Prüfung nichts.`,
    en: `-# Not asked: ${notAsked}, because ${why.en}. With “what is found”, the check costs nothing.`,
  };
}
