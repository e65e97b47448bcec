import type { Core } from '../../../../core/core.ts';
import { type Regression, readRegressions } from '../../../../core/learning/suggestions/refusals.ts';
import { listTests, type TestQuestion } from '../../../../core/learning/test-questions/test-questions.ts';
import { AppError } from '../../../../domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import { describeTestFaults } from '../../../../domain/words.ts';
import type { ServerVisit } from '../../route.ts';
import { faultNote, field } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';

export interface FormRefusal {
  /** Stands above the form. */
  fault?: string;
  faults?: Faults;
  regressions?: readonly Regression[];
}

/**
 * Finds the words for an error by the parameter of an invalid input, else by its code.
 * @param fields have their words beside them
 * @throws the error where there are no words for it
 */
export function explainRefusal(
  error: unknown,
  words: Readonly<Record<string, string>>,
  fields: readonly string[] = ['question', 'answer'],
): FormRefusal {
  if (!(error instanceof AppError)) throw error;
  const { param = '' } = error.context;
  const key = error.code === 'invalid_input' ? param : error.code;
  const text = words[key];
  const regressions = readRegressions(error);
  if (text === undefined && regressions) return { regressions };
  if (text === undefined) throw error;
  return fields.includes(key) ? { faults: new Map([[key, text]]) } : { fault: text };
}

/** @param around texts before and after the test questions that would fail */
export async function renderRefusal(
  visit: ServerVisit,
  { fault, regressions }: FormRefusal,
  around: { before: string; after?: Html },
): Promise<Html> {
  if (!regressions) return faultNote(fault);
  const saved = await readSaved(visit.core, visit.server.id);
  const items = regressions.map(
    ({ id, question, after }) =>
      html`<li data-regression>“${question}”: ${describeTestFaults(after.faults, saved.get(id), visit.language)}</li>`,
  );
  return html`<div class="note fault" role="alert" data-regressions><p>${around.before}</p>
<ul>${items}</ul>${around.after ?? NOTHING}</div>`;
}

export async function readSaved(core: Core, serverId: string): Promise<Map<string, TestQuestion>> {
  return new Map((await listTests(core, serverId)).map((test) => [test.id, test]));
}

interface WordedField {
  label: string;
  value: string;
  hint?: string;
}

/** The fields of a question and its answer. @param rows of the answer */
export function suggestionFields(options: {
  question: WordedField;
  answer: WordedField;
  rows: number;
  faults?: Faults | undefined;
  idPrefix?: string;
}): Html {
  const { question, answer, rows, faults, idPrefix = '' } = options;
  const common = { faults, idPrefix, isRequired: true };
  return html`${field({ ...common, ...question, name: 'question', maxLength: MAX_ENTRY_TITLE_CHARACTERS })}
${field({ ...common, ...answer, name: 'answer', rows, maxLength: MAX_ENTRY_TEXT_CHARACTERS })}`;
}
