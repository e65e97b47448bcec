import type { Core } from '../../src/core/core.ts';
import {
  addTestAndRun,
  listTests,
  MAX_EXPECTED_CHARACTERS,
  MAX_TEST_QUESTION_CHARACTERS,
  MAX_TESTS_PER_SERVER,
  removeTest,
  runTests,
  runTestsWithAnswers,
  type TestQuestion,
} from '../../src/core/learning/test-questions/test-questions.ts';
import { AppError } from '../../src/domain/errors.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../src/domain/limits.ts';
import { bySubcommand, type Command, type Invocation, pick, type Texts } from '../command.ts';
import { type Reply, say, toLine, toSuggestions } from '../reply.ts';
import { describeExpectation, describeRun, showTests } from './texts.ts';

const NAME_CHARACTERS = 200;

export const tests: Command = {
  data: {
    kind: 'slash',
    name: 'tests',
    description: {
      de: 'Testfragen: was der Bot immer richtig beantworten soll',
      en: 'Test questions: what the bot must always get right',
    },
    access: 'admin',
    subcommands: [
      {
        name: 'add',
        description: {
          de: 'Eine Testfrage speichern; sie wird vor jeder Übernahme geprüft',
          en: 'Save a test question; it is checked before every approval',
        },
        options: [
          {
            kind: 'string',
            name: 'question',
            description: { de: 'Die Frage', en: 'The question' },
            isRequired: true,
            maxLength: MAX_TEST_QUESTION_CHARACTERS,
          },
          {
            kind: 'string',
            name: 'expected',
            description: {
              de: 'Text, der in der Antwort stehen muss, etwa eine Zahl',
              en: 'Text that must be in the answer, such as a number',
            },
            maxLength: MAX_EXPECTED_CHARACTERS,
          },
          {
            kind: 'string',
            name: 'needs_team',
            description: {
              de: 'Ob das Team gerufen werden muss; sonst ist beides richtig',
              en: 'Whether the team must be called; otherwise either is right',
            },
            choices: [
              { name: { de: 'ja', en: 'yes' }, value: 'yes' },
              { name: { de: 'nein', en: 'no' }, value: 'no' },
            ],
          },
        ],
      },
      {
        name: 'list',
        description: {
          de: 'Alle Testfragen mit ihrem letzten Ergebnis',
          en: 'All test questions with their last result',
        },
      },
      {
        name: 'run',
        description: { de: 'Alle Testfragen prüfen', en: 'Check all test questions' },
        options: [
          {
            kind: 'string',
            name: 'answers',
            description: {
              de: 'Was geprüft wird; ohne Angabe, was der Bot findet',
              en: 'What is checked; if left out, what the bot finds',
            },
            choices: [
              {
                name: { de: 'was der Bot findet (kostet nichts)', en: 'what is found (free)' },
                value: 'found',
              },
              {
                name: {
                  de: `echte Antworten (zählen zu den ${PLAYGROUND_QUESTIONS_PER_DAY} Probefragen am Tag)`,
                  en: `real answers (count to the ${PLAYGROUND_QUESTIONS_PER_DAY} trial questions a day)`,
                },
                value: 'real',
              },
            ],
          },
        ],
      },
      {
        name: 'remove',
        description: { de: 'Eine Testfrage entfernen', en: 'Remove a test question' },
        options: [
          {
            kind: 'string',
            name: 'test',
            description: {
              de: 'Die Testfrage; tippe einen Teil von ihr',
              en: 'The test question; type a part of it',
            },
            isRequired: true,
            isCompleted: true,
          },
        ],
      },
    ],
  },
  run: bySubcommand({ add, list: (core, input) => list(core, input, 1), run, remove }),
  complete: async (core, { serverId, typed }) => {
    const wanted = typed.trim().toLowerCase();
    const fitting = (await listTests(core, serverId)).filter(({ question }) =>
      question.toLowerCase().includes(wanted),
    );
    return toSuggestions(fitting, ({ id, question }) => ({ name: question.replace(/\s+/g, ' '), value: id }));
  },
  actions: {
    'tests:page': {
      access: 'admin',
      run: async (core, input) => ({
        ...(await list(core, input, Number(input.args[0]))),
        isReplacing: true,
      }),
    },
  },
};

const NEEDS_TEAM: Record<string, boolean> = { yes: true, no: false };

async function add(core: Core, input: Invocation): Promise<Reply> {
  const { question = '', expected = '', needs_team = '' } = input.options;
  try {
    const test = await addTestAndRun(core, input.serverId, {
      question,
      expected: expected.trim() === '' ? null : expected,
      needsTeam: NEEDS_TEAM[needs_team] ?? null,
    });
    const head = pick(input, {
      de: `✅ Gespeichert: **${toLine(test.question, NAME_CHARACTERS)}** (${describeExpectation(input, test)}). Sie wird täglich und vor jeder Übernahme geprüft.`,
      en: `✅ Saved: **${toLine(test.question, NAME_CHARACTERS)}** (${describeExpectation(input, test)}). It is checked every day and before every approval.`,
    });
    const audited = { action: 'test.added' as const, subject: test.question };
    return say(`${head}\n${pick(input, describeNow(test))}`, { audited });
  } catch (error) {
    return sayRefusal(input, error);
  }
}

const PASSES_NOW: Texts = {
  de: 'Mit dem jetzigen Wissen besteht sie.',
  en: 'With the knowledge as it is, it passes.',
};
const FAILS_NOW: Texts = {
  de: '⚠️ Mit dem jetzigen Wissen scheitert sie noch. Ergänze es mit `/knowledge add`.',
  en: '⚠️ With the knowledge as it is, it still fails. Add to it with `/knowledge add`.',
};

const NOT_RUN: Texts = {
  de: '⚠️ Mit dem jetzigen Wissen ließ sie sich gerade nicht prüfen. Prüf sie später mit `/tests run`.',
  en: '⚠️ It could not be checked right now. Check it later with `/tests run`.',
};

function describeNow({ faults }: TestQuestion): Texts {
  if (faults === null) return NOT_RUN;
  return faults.length > 0 ? FAILS_NOW : PASSES_NOW;
}

const REFUSALS: Record<string, Texts> = {
  question: {
    de: `Die Frage braucht 1 bis ${MAX_TEST_QUESTION_CHARACTERS} Zeichen. Bitte ändere sie und versuch es noch einmal.`,
    en: `The question needs 1 to ${MAX_TEST_QUESTION_CHARACTERS} characters. Please change it and try again.`,
  },
  expected: {
    de: `Sag dazu, was in der Antwort stehen muss (\`expected\`, bis ${MAX_EXPECTED_CHARACTERS} Zeichen mit Buchstaben oder Ziffern), ob das Team gerufen werden muss (\`needs_team\`), oder beides.`,
    en: `Say what must be in the answer (\`expected\`, up to ${MAX_EXPECTED_CHARACTERS} characters with letters or digits), whether the team must be called (\`needs_team\`), or both.`,
  },
  tests: {
    de: `Dieser Server hat schon ${MAX_TESTS_PER_SERVER} Testfragen, mehr gehen nicht. Entferne zuerst eine mit \`/tests remove\`.`,
    en: `This server has its ${MAX_TESTS_PER_SERVER} test questions already. Remove one first with \`/tests remove\`.`,
  },
};

const UNKNOWN: Texts = {
  de: 'Diese Testfrage gibt es nicht (mehr). Tippe einen Teil der Frage und wähle sie aus der Liste; `/tests list` zeigt alle.',
  en: 'There is no such test question (any more). Type a part of it and choose it from the list; `/tests list` shows all.',
};

/** @throws the error when nobody could foresee it. */
function sayRefusal(input: Invocation, error: unknown): Reply {
  if (!(error instanceof AppError)) throw error;
  const refusal = error.code === 'invalid_input' ? REFUSALS[error.context.param ?? ''] : undefined;
  if (!refusal) throw error;
  return say(pick(input, refusal));
}

async function list(core: Core, input: Invocation, page: number): Promise<Reply & { kind: 'cards' }> {
  return { kind: 'cards', cards: [showTests(input, await listTests(core, input.serverId), page)] };
}

async function run(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, signal } = input;
  const result =
    input.options.answers === 'real'
      ? await runTestsWithAnswers(core, serverId, signal)
      : await runTests(core, serverId);
  const { text, files } = describeRun(input, result);
  return say(text, { files });
}

async function remove(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, options } = input;
  const test = (await listTests(core, serverId)).find(({ id }) => id === options.test);
  if (!test || !(await isRemoved(core, serverId, test))) return say(pick(input, UNKNOWN));
  const name = toLine(test.question, NAME_CHARACTERS);
  const expectation = describeExpectation(input, test);
  return say(
    pick(input, {
      de: `🗑️ Entfernt: **${name}** (${expectation}). Sie wird nicht mehr geprüft.`,
      en: `🗑️ Removed: **${name}** (${expectation}). It is not checked any more.`,
    }),
    { audited: { action: 'test.removed', subject: test.question } },
  );
}

/** false: somebody else was faster. */
async function isRemoved(core: Core, serverId: string, { id }: TestQuestion): Promise<boolean> {
  return removeTest(core, serverId, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    },
  );
}
