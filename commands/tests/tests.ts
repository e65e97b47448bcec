import type { Core } from '../../src/core/core.ts';
import { runTestsWithAnswers } from '../../src/core/learning/test-questions/real-answers.ts';
import type { TestQuestion } from '../../src/core/learning/test-questions/test-questions.ts';
import {
  addTestAndRun,
  listTests,
  MAX_EXPECTED_CHARACTERS,
  MAX_TEST_QUESTION_CHARACTERS,
  MAX_TEST_TIMES,
  MAX_TESTS_PER_SERVER,
  removeTest,
  runTests,
  testTimesSchema,
} from '../../src/core/learning/test-questions/test-questions.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../src/domain/limits.ts';
import { toLine as oneLine } from '../../src/domain/text.ts';
import { type Invocation, slash } from '../command.ts';
import { orRefuse, parseOrRefuse, RefusalError, type Refusals, unlessGone } from '../refusal.ts';
import { type Draft, done, toLine, toSuggestions } from '../reply.ts';
import type { Texts } from '../wording.ts';
import { describeExpectation, sayRun, showTests } from './texts.ts';

const NAME_CHARACTERS = 200;

export const tests = slash('tests', {
  description: {
    de: 'Testfragen: was der Bot immer richtig beantworten soll',
    en: 'Test questions: what the bot must always get right',
  },
  access: 'editor',
  subcommands: {
    add: {
      description: {
        de: 'Eine Testfrage speichern; sie wird vor jeder Übernahme geprüft',
        en: 'Save a test question; it is checked before every approval of a suggestion',
      },
      options: {
        question: {
          description: { de: 'Die Frage', en: 'The question' },
          isRequired: true,
          maxLength: MAX_TEST_QUESTION_CHARACTERS,
        },
        expected: {
          description: {
            de: 'Text, der in der Antwort stehen muss, etwa eine Zahl',
            en: 'Text that must be in the answer, such as a number',
          },
          maxLength: MAX_EXPECTED_CHARACTERS,
        },
        needs_team: {
          description: {
            de: 'Ob das Team gerufen werden muss; sonst ist beides richtig',
            en: 'Whether the team must be called; if left out, either is accepted',
          },
          choices: [
            { name: { de: 'ja', en: 'yes' }, value: 'yes' },
            { name: { de: 'nein', en: 'no' }, value: 'no' },
          ],
        },
      },
      run: add,
    },
    list: {
      description: {
        de: 'Alle Testfragen mit ihrem letzten Ergebnis',
        en: 'All test questions with their last result',
      },
      run: list,
    },
    run: {
      description: { de: 'Alle Testfragen prüfen', en: 'Check all test questions' },
      options: {
        answers: {
          description: {
            de: 'Was geprüft wird; ohne Angabe, was der Bot findet',
            en: 'What is checked; by default, only what the bot finds',
          },
          choices: [
            {
              name: { de: 'was der Bot findet (kostet nichts)', en: 'what is found (free)' },
              value: 'found',
            },
            {
              name: {
                de: `echte Antworten (zählen zu den ${PLAYGROUND_QUESTIONS_PER_DAY} Probefragen am Tag)`,
                en: `real answers (count towards the ${PLAYGROUND_QUESTIONS_PER_DAY} free questions a day)`,
              },
              value: 'real',
            },
          ],
        },
        times: {
          description: {
            de: 'Wie oft jede gefragt wird (mehrmals: echte Antworten, wenn es eine KI gibt); alle müssen stimmen',
            en: 'Times to ask each (all must pass); with 2 or more, real answers are checked if there is an AI',
          },
          choices: Array.from({ length: MAX_TEST_TIMES }, (_, place) => ({
            name: { de: `${place + 1}-mal`, en: place === 0 ? 'once' : `${place + 1} times` },
            value: String(place + 1),
          })),
        },
      },
      run,
    },
    remove: {
      description: { de: 'Eine Testfrage entfernen', en: 'Remove a test question' },
      options: {
        test: {
          description: {
            de: 'Die Testfrage; tippe einen Teil von ihr',
            en: 'The test question; type a part of it',
          },
          isRequired: true,
          isCompleted: true,
        },
      },
      run: remove,
    },
  },
  complete: async (core, { serverId, typed }) => {
    const wanted = typed.trim().toLowerCase();
    const fitting = (await listTests(core, serverId)).filter(({ question }) =>
      question.toLowerCase().includes(wanted),
    );
    return toSuggestions(fitting, ({ id, question }) => ({ name: oneLine(question), value: id }));
  },
  actions: { 'tests:page': list },
});

const NEEDS_TEAM: Record<string, boolean> = { yes: true, no: false };

const REFUSALS: Refusals = {
  'invalid_input:question': {
    de: `Die Frage braucht 1 bis ${MAX_TEST_QUESTION_CHARACTERS} Zeichen. Bitte ändere sie und versuch es noch einmal.`,
    en: `The question must have 1 to ${MAX_TEST_QUESTION_CHARACTERS} characters. Please change it and try again.`,
  },
  'invalid_input:expected': {
    de: `Sag dazu, was in der Antwort stehen muss (\`expected\`, bis ${MAX_EXPECTED_CHARACTERS} Zeichen mit Buchstaben oder Ziffern), ob das Team gerufen werden muss (\`needs_team\`), oder beides.`,
    en: `Say what must be in the answer (\`expected\`, up to ${MAX_EXPECTED_CHARACTERS} characters with letters or digits), whether the team must be called (\`needs_team\`), or both.`,
  },
  'invalid_input:tests': {
    de: `Dieser Server hat schon ${MAX_TESTS_PER_SERVER} Testfragen, mehr gehen nicht. Entferne zuerst eine mit \`/tests remove\`.`,
    en: `This server already has ${MAX_TESTS_PER_SERVER} test questions. Remove one first with \`/tests remove\`.`,
  },
};

async function add(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const { question = '', expected = '', needs_team = '' } = options;
  const given = {
    question,
    expected: expected.trim() === '' ? null : expected,
    needsTeam: NEEDS_TEAM[needs_team] ?? null,
  };
  const test = await orRefuse(addTestAndRun(core, serverId, given), REFUSALS);
  const name = toLine(test.question, NAME_CHARACTERS);
  const { de, en } = describeExpectation(test);
  const head = {
    de: `✅ Gespeichert: **${name}** (${de}). Sie wird täglich und vor jeder Übernahme geprüft.`,
    en: `✅ Saved: **${name}** (${en}). It is checked every day and before every approval of a suggestion.`,
  };
  return done('test.added', test.question, [head, describeNow(test)]);
}

function describeNow({ faults }: TestQuestion): Texts {
  if (faults === null)
    return {
      de: '⚠️ Mit dem jetzigen Wissen ließ sie sich gerade nicht prüfen. Prüf sie später mit `/tests run`.',
      en: '⚠️ It could not be checked right now. Check it later with `/tests run`.',
    };
  return faults.length > 0
    ? {
        de: '⚠️ Mit dem jetzigen Wissen scheitert sie noch. Ergänze es mit `/knowledge add`.',
        en: '⚠️ It still fails with the current knowledge. Add what is missing with `/knowledge add`.',
      }
    : { de: 'Mit dem jetzigen Wissen besteht sie.', en: 'It passes with the current knowledge.' };
}

/** The first page, or the one that a button names. */
async function list(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const card = showTests(await listTests(core, serverId), Number(args[0] ?? 1));
  return { kind: 'cards', cards: [card], isReplacing: true };
}

async function run(core: Core, { serverId, options, signal, language }: Invocation): Promise<Draft> {
  const { answers, times: given = '1' } = options;
  const times = parseOrRefuse(testTimesSchema, given, {
    de: `Bitte wähle 1 bis ${MAX_TEST_TIMES} aus der Liste.`,
    en: `Please choose 1 to ${MAX_TEST_TIMES} from the list.`,
  });
  // What is found is the same each time.
  const isReal = answers === 'real' || (answers === undefined && times > 1 && core.ai !== null);
  const work = isReal ? runTestsWithAnswers(core, serverId, signal, times) : runTests(core, serverId, times);
  return sayRun(await work, { times, language });
}

async function remove(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const test = (await listTests(core, serverId)).find(({ id }) => id === options.test);
  // Somebody else may be faster.
  if (!test || (await unlessGone(removeTest(core, serverId, test.id))) === null)
    throw new RefusalError({
      de: 'Diese Testfrage gibt es nicht (mehr). Tippe einen Teil der Frage und wähle sie aus der Liste; `/tests list` zeigt alle.',
      en: 'There is no such test question, or it is gone. Type a part of it and choose it from the list; `/tests list` shows all.',
    });
  const name = toLine(test.question, NAME_CHARACTERS);
  const { de, en } = describeExpectation(test);
  return done('test.removed', test.question, {
    de: `🗑️ Entfernt: **${name}** (${de}). Sie wird nicht mehr geprüft.`,
    en: `🗑️ Removed: **${name}** (${en}). It is no longer checked.`,
  });
}
