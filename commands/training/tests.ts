import type { Core } from '../../src/core/core.ts';
import type { Regression } from '../../src/core/learning/suggestions/refusals.ts';
import { listTests, type TestQuestion } from '../../src/core/learning/test-questions/test-questions.ts';
import type { TestFault } from '../../src/domain/types.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { toLine } from '../markdown.ts';

type Reader = Pick<Invocation, 'language'>;

const EXPECTED_CHARACTERS = 80;
const QUESTION_CHARACTERS = 120;
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
    return `- “${toLine(question, QUESTION_CHARACTERS)}”: ${describeFaults(input, { faults, test })}`;
  });
  const more = regressions.length - lines.length;
  if (more > 0) lines.push(pick(input, { de: `- und ${more} weitere`, en: `- and ${more} more` }));
  return lines.join('\n');
}

/** What is wrong with the answer to a test question, in half a sentence. */
export function describeFaults(
  reader: Reader,
  {
    faults,
    test,
  }: { faults: readonly TestFault[]; test?: Pick<TestQuestion, 'expected' | 'needsTeam'> | undefined },
): string {
  const parts = faults.map((fault) => pick(reader, fault === 'expected' ? lacks(test) : goesWrong(test)));
  return parts.join(pick(reader, { de: ' und ', en: ' and ' }));
}

function lacks(test: Pick<TestQuestion, 'expected'> | undefined): Texts {
  const expected = test?.expected ? toLine(test.expected, EXPECTED_CHARACTERS) : '';
  return expected === ''
    ? { de: 'der erwartete Text fehlt', en: 'the expected text is missing' }
    : { de: `„${expected}“ fehlt`, en: `“${expected}” is missing` };
}

function goesWrong(test: Pick<TestQuestion, 'needsTeam'> | undefined): Texts {
  if (test?.needsTeam === true) return { de: 'das Team wird nicht gerufen', en: 'the team is not called' };
  if (test?.needsTeam === false) return { de: 'das Team wird gerufen', en: 'the team is called' };
  return { de: 'das Team wird anders gerufen als gewünscht', en: 'the team is called other than wished' };
}
