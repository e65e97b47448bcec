import {
  type AskedRun,
  addTestAndRun,
  listTests,
  MAX_EXPECTED_CHARACTERS,
  MAX_TEST_QUESTION_CHARACTERS,
  removeTest,
  runTests,
  runTestsWithAnswers,
  type TestQuestion,
  type TestResult,
  type TestRun,
  testIdSchema,
} from '../../../core/learning/test-questions/test-questions.ts';
import { AppError } from '../../../domain/errors.ts';
import { describeTestFaults } from '../../../domain/words.ts';
import { testTexts } from '../i18n/quality.ts';
import { addressOf, done, type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import {
  actionButton,
  csrfField,
  faultNote,
  moment,
  selectField,
  table,
  textArea,
  textField,
} from '../view/components.ts';
import { type Faults, NO_FAULTS } from '../view/form.ts';
import { type Html, html, NOTHING } from '../view/html.ts';

const PAGE = '/servers/:server/tests';
/** Of a question in the name of a button. */
const NAME_CHARACTERS = 80;
const NEEDS_TEAM: Record<string, boolean> = { yes: true, no: false };

export const testRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: addOne },
  { method: 'post', path: `${PAGE}/run`, page: PAGE, access: 'server', run: runAll },
  { method: 'post', path: `${PAGE}/:test/delete`, page: PAGE, access: 'server', run: removeOne },
];

async function addOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  try {
    // The list shows at once whether it passes with the knowledge as it is.
    const { question } = await addTestAndRun(core, server.id, {
      question: form.text('question'),
      expected: form.text('expected').trim() === '' ? null : form.text('expected'),
      needsTeam: NEEDS_TEAM[form.text('needs_team')] ?? null,
    });
    return done(visit, 'tests', 'test_added', { action: 'test.added', subject: question });
  } catch (error) {
    return render(visit, { faults: toFaults(visit, error) });
  }
}

/** @throws the error when nobody could foresee it. */
function toFaults({ form, language }: ServerVisit, error: unknown): Faults {
  const t = testTexts[language];
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
  const isTooLong = form.text('expected').trim().length > MAX_EXPECTED_CHARACTERS;
  const texts: Record<string, string> = {
    question: t.badQuestion,
    expected: isTooLong ? t.tooLongExpected : t.badExpected,
    tests: t.full,
  };
  const { param = '' } = error.context;
  const text = texts[param];
  if (text === undefined) throw error;
  return new Map([[param, text]]);
}

async function removeOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const id = testIdSchema.safeParse(params.test);
  const test = (await listTests(core, server.id)).find((one) => one.id === id.data);
  if (!test) throw new AppError('not_found');
  await removeTest(core, server.id, test.id);
  return done(visit, 'tests', 'test_removed', { action: 'test.removed', subject: test.question });
}

/** The result is on the page that is sent: answers that were asked for are not kept. */
async function runAll(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, signal } = visit;
  const isReal = form.text('answers') === 'real';
  const before = await listTests(core, server.id);
  const run = isReal ? await runTestsWithAnswers(core, server.id, signal) : await runTests(core, server.id);
  return before.length === 0 ? render(visit) : render(visit, { run });
}

async function render(
  visit: ServerVisit,
  { faults = NO_FAULTS, run }: { faults?: Faults; run?: TestRun | AskedRun } = {},
): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = testTexts[language];
  const tests = await listTests(core, server.id);
  const content = html`<p>${t.intro}</p>
<div id="run" aria-live="polite">${run ? renderRun(visit, run) : NOTHING}</div>
<section><h2>${t.list}</h2><div id="list">${renderList(visit, tests)}</div>${tests.length > 0 ? renderRunForm(visit) : NOTHING}</section>
${renderAddForm(visit, faults)}`;
  return show({ title: t.title, tab: 'tests', content }, faults.size > 0 ? 422 : 200);
}

function renderAddForm({ server, session, form, language }: ServerVisit, faults: Faults): Html {
  const t = testTexts[language];
  const choices = [
    { value: 'any', label: t.any },
    { value: 'yes', label: t.yes },
    { value: 'no', label: t.no },
  ];
  return html`<section><h2>${t.add}</h2>
${faultNote(faults.get('tests'))}
<form method="post" action="${addressOf({ server }, 'tests')}">${csrfField(session)}
${textArea({ name: 'question', label: t.question, hint: t.questionHint, value: form.text('question'), rows: 2, isRequired: true, maxLength: MAX_TEST_QUESTION_CHARACTERS, faults })}
${textField({ name: 'expected', label: t.expected, hint: t.expectedHint, value: form.text('expected'), maxLength: MAX_EXPECTED_CHARACTERS, faults })}
${selectField({ name: 'needs_team', label: t.needsTeam, value: form.text('needs_team'), choices, faults })}
<button type="submit">${t.save}</button></form></section>`;
}

/** A hundred questions with real answers take minutes: longer than htmx waits unless told. */
const NO_TIME_LIMIT = '{"timeout": 0}';

function renderRunForm(visit: ServerVisit): Html {
  const t = testTexts[visit.language];
  const action = addressOf(visit, 'tests/run');
  const button = (hint: string, content: Html) => html`<form method="post" action="${action}" class="action"
 hx-post="${action}" hx-select="#main" hx-target="#main" hx-swap="outerHTML" hx-config="${NO_TIME_LIMIT}">${csrfField(visit.session)}${content} <small>${hint}</small></form>`;
  return html`<div class="runs">${button(t.runHint, html`<button type="submit">${t.run}</button>`)}
${button(t.runRealHint, html`<input type="hidden" name="answers" value="real"><button type="submit" class="secondary">${t.runReal}</button>`)}</div>`;
}

function renderList(visit: ServerVisit, tests: readonly TestQuestion[]): Html {
  const t = testTexts[visit.language];
  if (tests.length === 0) return html`<p>${t.none}</p>`;
  const failing = tests.filter(({ faults }) => faults !== null && faults.length > 0).length;
  const heads = [t.question, t.expectation, t.result, t.at, t.action];
  return html`<p data-counts>${t.counts(tests.length, failing)}</p>
${table(
  t.list,
  heads,
  tests.map((test) => renderTest(visit, test)),
)}`;
}

function renderTest(visit: ServerVisit, test: TestQuestion): Html {
  const { core, language } = visit;
  const t = testTexts[language];
  const { id, question, faults, runAt } = test;
  const state = faults === null ? 'none' : faults.length === 0 ? 'passed' : 'failed';
  const result = {
    none: t.notRun,
    passed: t.passed,
    failed: t.failed(describeTestFaults(faults ?? [], test, language)),
  };
  const remove = actionButton(visit.session, {
    action: addressOf(visit, `tests/${id}/delete`),
    label: t.remove,
    kind: 'danger',
    spoken: t.removeSpoken(question.slice(0, NAME_CHARACTERS)),
  });
  return html`<tr data-test="${id}"><td>${question}</td><td>${describeExpectation(visit, test)}</td>
<td data-result="${state}">${result[state]}</td>
<td>${runAt ? moment(runAt, language, core.config.QUOTA_TIME_ZONE) : '–'}</td><td>${remove}</td></tr>`;
}

/** What must come of a test question. */
function describeExpectation(
  { language }: ServerVisit,
  { expected, needsTeam }: Pick<TestQuestion, 'expected' | 'needsTeam'>,
): string {
  const t = testTexts[language];
  const parts = [
    expected === null ? '' : t.holds(expected),
    needsTeam === true ? t.withTeam : '',
    needsTeam === false ? t.withoutTeam : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** What a run brought: every test question that fails, and how. */
function renderRun({ language }: ServerVisit, run: TestRun | AskedRun): Html {
  const t = testTexts[language];
  const passedBefore = new Set('regressions' in run ? run.regressions.map(({ id }) => id) : []);
  const failed: readonly (TestResult & { answer?: string })[] = run.failed;
  return html`<section data-run><h2>${t.runResult}</h2>
<p class="note ${failed.length === 0 ? 'good' : 'warn'}">${t.runCounts(run.passed, failed.length)}</p>
${failed.length > 0 ? html`<ul>${failed.map((one) => renderFailure(one, passedBefore.has(one.id), language))}</ul>` : NOTHING}
${'notAsked' in run && run.notAsked > 0 ? html`<p>${run.stoppedBy === 'rate_limited_day' ? t.notAskedLimit(run.notAsked) : t.notAskedAi(run.notAsked)}</p>` : NOTHING}
</section>`;
}

function renderFailure(
  { question, faults, answer, ...test }: TestResult & { answer?: string },
  wasPassed: boolean,
  language: ServerVisit['language'],
): Html {
  const t = testTexts[language];
  return html`<li data-failed>“${question}”: ${describeTestFaults(faults, test, language)}. ${wasPassed ? t.wasPassed : ''}${
    answer === undefined ? NOTHING : html`<br>${t.said} <span class="whole">${answer}</span>`
  }</li>`;
}
