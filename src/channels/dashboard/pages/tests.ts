import * as testQuestions from '../../../core/learning/test-questions/test-questions.ts';
import { AppError } from '../../../domain/errors.ts';
import { describeTestFaults } from '../../../domain/words.ts';
import { testTexts } from '../i18n/quality.ts';
import { done, formAt, type Outcome, openTo, pageAt, type ServerVisit, show } from '../route.ts';
import { badge, moment, table } from '../view/components.ts';
import { actionButton, faultNote, field, inPlace, postForm } from '../view/controls.ts';
import { type Html, html } from '../view/html.ts';
import { explainRefusal, type FormRefusal } from './training/suggestion-form.ts';

type ListedTest = testQuestions.TestQuestion;
type RunResult = testQuestions.TestRun | testQuestions.AskedRun;

/** A question is cut to it in the name of a button. */
const NAME_CHARACTERS = 80;
const TONES = { notRun: 'quiet', passed: 'good', failed: 'bad' } as const;
const NEEDS_TEAM: Record<string, boolean> = { yes: true, no: false };

export const testRoutes = openTo('editor', [
  pageAt('tests', (visit) => render(visit)),
  formAt('tests', 'tests', addOne),
  formAt('tests/run', 'tests', runAll),
  formAt('tests/:test/delete', 'tests', removeOne),
]);

async function addOne(visit: ServerVisit): Promise<Outcome> {
  try {
    return await addTyped(visit);
  } catch (error) {
    return render(visit, { refusal: refuseTest(visit, error) });
  }
}

/** Adds what the fields of `renderTestFields` say, and leads to the list. @throws as addTestAndRun does */
export async function addTyped(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  // The list shows at once whether it passes with the knowledge as it is.
  const { question } = await testQuestions.addTestAndRun(core, server.id, {
    question: form.text('question'),
    expected: form.text('expected').trim() === '' ? null : form.text('expected'),
    needsTeam: NEEDS_TEAM[form.text('needs_team')] ?? null,
  });
  return done(visit, 'tests', 'test_added', { action: 'test.added', subject: question });
}

export function refuseTest({ form, language }: ServerVisit, error: unknown): FormRefusal {
  const t = testTexts[language];
  const isTooLong = form.text('expected').trim().length > testQuestions.MAX_EXPECTED_CHARACTERS;
  const expected = isTooLong ? t.tooLongExpected : t.badExpected;
  return explainRefusal(error, { question: t.badQuestion, expected, tests: t.full }, [
    'question',
    'expected',
  ]);
}

async function removeOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const id = testQuestions.testIdSchema.safeParse(params.test);
  const test = (await testQuestions.listTests(core, server.id)).find((one) => one.id === id.data);
  if (!test) throw new AppError('not_found');
  await testQuestions.removeTest(core, server.id, test.id);
  return done(visit, 'tests', 'test_removed', { action: 'test.removed', subject: test.question });
}

/** The result is on the page that is sent: answers that were asked for are not kept. */
async function runAll(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, signal } = visit;
  const isReal = form.text('answers') === 'real';
  const before = await testQuestions.listTests(core, server.id);
  const run = isReal
    ? await testQuestions.runTestsWithAnswers(core, server.id, signal)
    : await testQuestions.runTests(core, server.id);
  return before.length === 0 ? render(visit) : render(visit, { run });
}

async function render(
  visit: ServerVisit,
  { refusal, run }: { refusal?: FormRefusal; run?: RunResult } = {},
): Promise<Outcome> {
  const t = testTexts[visit.language];
  const tests = await testQuestions.listTests(visit.core, visit.server.id);
  const content = html`<p>${t.intro}</p>
<div id="run" aria-live="polite">${run && renderRun(visit, run)}</div>
<section><h2>${t.list}</h2><div id="list">${renderList(visit, tests)}</div>
${tests.length > 0 && renderRunForms(visit)}</section>
<section id="add"><h2>${t.add}</h2>
${faultNote(refusal?.fault)}
${postForm(visit, 'tests', renderTestFields(visit, { refusal, values: { question: visit.url.searchParams.get('question') ?? '' } }))}</section>`;
  return show({ tab: 'tests', content }, refusal && 422);
}

/** The fields of a new test question. @param given.values stand in them unless a form was refused */
export function renderTestFields(
  { form, language }: ServerVisit,
  given: { refusal?: FormRefusal | undefined; values: Readonly<Record<string, string>>; idPrefix?: string },
): Html {
  const { refusal, values, idPrefix = '' } = given;
  const t = testTexts[language];
  const choices = (['any', 'yes', 'no'] as const).map((value) => ({ value, label: t[value] }));
  const { MAX_EXPECTED_CHARACTERS: maxLength } = testQuestions;
  const typed = (name: string) => ({
    ...{ name, faults: refusal?.faults, idPrefix },
    value: refusal ? form.text(name) : (values[name] ?? form.text(name)),
  });
  return html`${field({
    ...{ ...typed('question'), label: t.question, hint: t.questionHint },
    ...{ rows: 2, isRequired: true, maxLength: testQuestions.MAX_TEST_QUESTION_CHARACTERS },
  })}
${field({ ...typed('expected'), label: t.expected, hint: t.expectedHint, maxLength })}
${field({ ...typed('needs_team'), label: t.needsTeam, choices })}
<button type="submit">${t.save}</button>`;
}

function renderRunForms(visit: ServerVisit): Html {
  const t = testTexts[visit.language];
  // A hundred questions with real answers take minutes: longer than htmx waits unless told.
  const config = '{"timeout": 0}';
  const attributes = html` class="action"${inPlace(visit, 'tests/run', 'main')} hx-config="${config}"`;
  const form = (button: Html, hint: string) =>
    postForm(visit, 'tests/run', html`${button} <small>${hint}</small>`, attributes);
  const real = html`<input type="hidden" name="answers" value="real">
<button type="submit" class="secondary">${t.runReal}</button>`;
  return html`<div class="runs">${form(html`<button type="submit">${t.run}</button>`, t.runHint)}
${form(real, t.runRealHint)}</div>`;
}

function renderList(visit: ServerVisit, tests: readonly ListedTest[]): Html {
  const t = testTexts[visit.language];
  if (tests.length === 0) return html`<p>${t.none}</p>`;
  const failing = tests.filter(({ faults }) => faults !== null && faults.length > 0).length;
  const rows = tests.map((test) => renderTest(visit, test));
  return html`<p data-counts>${t.counts(tests.length, failing)}</p>
${table(t.list, [t.question, t.expectation, t.result, t.at, t.action], rows)}`;
}

function renderTest(visit: ServerVisit, test: ListedTest): Html {
  const { language } = visit;
  const t = testTexts[language];
  const { id, question, faults, runAt, expected, needsTeam } = test;
  const state = faults === null ? 'notRun' : faults.length === 0 ? 'passed' : 'failed';
  const why = state === 'failed' && html` <small>${describeTestFaults(faults ?? [], test, language)}</small>`;
  const expectation = [
    expected !== null && t.holds(expected),
    needsTeam !== null && (needsTeam ? t.withTeam : t.withoutTeam),
  ];
  const remove = actionButton(visit, {
    ...{ to: `tests/${id}/delete`, label: t.remove, kind: 'danger' },
    spoken: t.removeSpoken(question.slice(0, NAME_CHARACTERS)),
  });
  return html`<tr data-test="${id}"><td>${question}</td><td>${expectation.filter(Boolean).join(', ')}</td>
<td class="lead" data-result="${state}">${badge(TONES[state], t[state])}${why}</td>
<td>${runAt ? moment(visit, runAt) : '–'}</td><td>${remove}</td></tr>`;
}

function renderRun({ language }: ServerVisit, run: RunResult): Html {
  const t = testTexts[language];
  const passedBefore = new Set('regressions' in run ? run.regressions.map(({ id }) => id) : []);
  const failed: readonly (testQuestions.TestResult & { answer?: string })[] = run.failed;
  const failures = failed.map(({ question, faults, answer, ...test }) => {
    const what = describeTestFaults(faults, test, language);
    return html`<li data-failed>“${question}”: ${what}. ${passedBefore.has(test.id) && t.wasPassed}${
      answer !== undefined && html`<br>${t.said} <span class="whole">${answer}</span>`
    }</li>`;
  });
  const left = 'notAsked' in run ? run.notAsked : 0;
  const isLimited = 'stoppedBy' in run && run.stoppedBy === 'rate_limited_day';
  return html`<section data-run><h2>${t.runResult}</h2>
<p class="note ${failed.length === 0 ? 'good' : 'warn'}">${t.runCounts(run.passed, failed.length)}</p>
${failed.length > 0 && html`<ul>${failures}</ul>`}
${left > 0 && html`<p>${isLimited ? t.notAskedLimit(left) : t.notAskedAi(left)}</p>`}
</section>`;
}
