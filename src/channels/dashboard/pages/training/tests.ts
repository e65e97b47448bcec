import type { Regression } from '../../../../core/learning/suggestions/refusals.ts';
import { listTests, type TestQuestion } from '../../../../core/learning/test-questions/test-questions.ts';
import type { Language, TestFault } from '../../../../domain/types.ts';
import { testTexts } from '../../i18n/tests.ts';
import type { ServerVisit } from '../../route.ts';
import { type Html, html } from '../../view/html.ts';

/** Which test questions would fail, and how. */
export async function renderRegressions(
  { core, server, language }: ServerVisit,
  regressions: readonly Regression[],
): Promise<Html> {
  const saved = new Map((await listTests(core, server.id)).map((test) => [test.id, test]));
  return html`<ul>${regressions.map(
    ({ id, question, after }) =>
      html`<li data-regression>“${question}”: ${describeFaults(after.faults, saved.get(id), language)}</li>`,
  )}</ul>`;
}

/** What is wrong with the answer to a test question, in half a sentence. */
export function describeFaults(
  faults: readonly TestFault[],
  test: Pick<TestQuestion, 'expected' | 'needsTeam'> | undefined,
  language: Language,
): string {
  const t = testTexts[language];
  const lacks = test?.expected ? t.lacks(test.expected) : t.lacksSomething;
  const needs = test?.needsTeam ?? null;
  const team = needs === null ? t.otherwise : needs ? t.notCalled : t.called;
  return faults.map((fault) => (fault === 'expected' ? lacks : team)).join(t.and);
}
