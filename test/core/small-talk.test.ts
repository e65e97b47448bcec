import { beforeAll, describe, expect, test } from 'vitest';
import { NOTICES } from '../../src/core/answering/notices.ts';
import { readSmallTalk } from '../../src/core/answering/ticket/small-talk.ts';
import { LANGUAGES } from '../../src/domain/types.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { SHORT_QUESTIONS } from './languages/short-questions.ts';

const SMALL_TALK: Record<string, string[]> = {
  'greeting de': ['Hallo!', 'Moin', 'Guten Tag', 'Guten Morgen zusammen', 'hallo?', 'Hey, hallo Team'],
  'greeting en': ['Hello', 'Good morning', 'hi everyone, good evening', 'HELLO?!'],
  'greeting null': ['Hey', 'Hi there', 'yo', 'hola', 'hi all 👋'],
  'closing de': [
    ...['danke', 'Vielen Dank!', 'Danke, das hat geholfen', 'Alles klar, danke euch', 'Perfekt, geht jetzt'],
    ...['Tschüss', 'Schönen Abend noch', 'ok danke', 'Hallo Team, danke für die schnelle Hilfe'],
    ...[
      'Danke schön',
      'dankeschoen',
      'danke schon',
      'Tschuess',
      'danke im Voraus',
      'danke und schönen Tag :D',
    ],
    ...['Jetzt geht es wieder, vielen lieben Dank!', 'Das hat mir sehr geholfen 😊', 'Danke, viele Grüße'],
  ],
  'closing en': [
    ...['thanks', 'Thank you very much!', 'Thanks, that helped', 'Thanks a lot, it works now', 'bye'],
    ...[
      'ok thanks',
      "great, that's solved",
      'thanks in advance',
      'thank u <3',
      'thanks again for your quick help',
    ],
  ],
  'closing null': ['ok', 'cool', '👍', '🙏🏽 ❤️', 'ok 😅', '✅'],
};
const QUESTIONS = [
  ...[
    'Hello password',
    'How are you?',
    'it works not',
    'funktioniert das jetzt?',
    'Is it solved?',
    'Is that ok?',
  ],
  ...['super, alles verloren', 'Thank you for nothing', 'Danke, aber es geht nicht', '???', ''],
  ...['Help, thanks!', 'ok help', 'ok team', 'ok und jetzt', 'super, und jetzt', 'ok and now'],
  ...['hat es geklappt', 'hat das funktioniert', 'ok geht das so', 'Hallo, geht es jetzt wieder?', 'works？'],
  ...[
    'hi, have you the answer?',
    'hallo hat das team die antwort?',
    'thanks；works？',
    'alles klar bei euch',
  ],
  ...['👎', '😡😡', '🖕', '🆘', '❓', 'danke 👎', 'ok 😡', '   ', 'ok und', 'bitte'],
  ...['Was kostet das?', 'hallo, wo ist der Spawn'],
];

test.each(
  Object.entries(SMALL_TALK).flatMap(([told, texts]) => texts.map((text) => [text, told] as const)),
)('%j asks nothing: %s', (text, told) => {
  const found = readSmallTalk(text);
  expect(found?.kind).toBe(told.split(' ')[0]);
});

test.each(QUESTIONS)('%j may ask something', (text) => {
  expect(readSmallTalk(text)).toBeNull();
});

test('a question beside it makes it a question, in 97 of 100 cases at least', () => {
  const openings = ['Hello', 'hi', 'thanks!', 'Guten Tag,', 'danke', 'ok', 'Bonjour', 'gracias'];
  const texts = LANGUAGES.flatMap((language) =>
    SHORT_QUESTIONS[language].flatMap((asked) => openings.map((opening) => `${opening} ${asked}`)),
  );
  const missed = texts.filter((text) => readSmallTalk(text) !== null);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.03 * texts.length);
});

describe('without a model', () => {
  const app = useApp();
  let key: string;
  beforeAll(async () => {
    const server = await app.addServer({ language: 'de' });
    key = server.key;
    await app.addKnowledge(server.id, [{ id: 'open', title: 'When do you open?', text: 'At nine.' }]);
  });

  test.each([
    ['Hello', NOTICES.en.greeting],
    ['Guten Tag', NOTICES.de.greeting],
    ['Hey', NOTICES.de.greeting],
    ['Thanks, that helped', NOTICES.en.closing],
    ['👍', NOTICES.de.closing],
  ])('%j is answered in its language, and nobody is called', async (text, answer) => {
    const { body } = await app.chat(key, ask(text));
    expect(body).toMatchObject({ answer, needs_team: false, team_reason: null, sources: [] });
  });

  test('a text without a recognisable language is answered in that of the turn before', async () => {
    const messages = [
      { role: 'user', content: 'When do you open?' },
      { role: 'assistant', content: 'At nine.' },
      { role: 'user', content: 'ok' },
    ];
    expect((await app.chat(key, { messages })).body.answer).toBe(NOTICES.en.closing);
  });

  const said = (...turns: string[]) =>
    turns.map((content) => ({ role: content.startsWith('>') ? 'assistant' : 'user', content }));

  test.each([
    [['When do you open?', 'hi'], 'At nine.'],
    [['When do you open?', 'thanks!'], 'At nine.'],
    [['hi', 'When do you open?', 'ok', '👍'], 'At nine.'],
    [['How do I breed axolotls?', 'ok'], NOTICES.en.notInKnowledge],
    [['How do I breed axolotls?', '> I am passing it on to the team.', 'hello?'], NOTICES.en.notInKnowledge],
  ])('the question in %j is answered: words around it remove nothing', async (turns, answer) => {
    const { body } = await app.chat(key, { messages: said(...turns) });
    expect(body.answer).toContain(answer);
    expect(body.needs_team).toBe(answer !== 'At nine.');
  });

  test.each([
    [['hi', 'hello'], NOTICES.en.greeting],
    [['When do you open?', '> At nine.', 'ok', 'thanks'], NOTICES.en.closing],
    [['How do I breed axolotls?', '> I am passing it on to the team.', 'ok thanks'], NOTICES.en.closing],
  ])('in %j there is nothing left to answer', async (turns, answer) => {
    const { body } = await app.chat(key, { messages: said(...turns) });
    expect(body).toMatchObject({ answer, needs_team: false });
  });

  test('an accepted offer of the team still calls it, without another answer', async () => {
    const messages = [
      { role: 'user', content: 'When do you open on Sundays?' },
      { role: 'assistant', content: 'I do not know. Shall I ask the team?' },
      { role: 'user', content: 'ok' },
    ];
    const { body } = await app.chat(key, { messages });
    expect(body).toMatchObject({ needs_team: true, team_reason: 'asked_for_human' });
    expect(body.answer).toBe(NOTICES.en.teamTakesOver);
  });
});
