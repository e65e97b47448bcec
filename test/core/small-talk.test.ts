import { beforeAll, describe, expect, test } from 'vitest';
import { NOTICES } from '../../src/core/answering/notices.ts';
import { readSmallTalk } from '../../src/core/answering/ticket/small-talk.ts';
import { LANGUAGES } from '../../src/domain/types.ts';
import { ask } from '../support/app.ts';
import { readRows } from '../support/rows.ts';
import { useApp } from '../support/use-app.ts';
import { SHORT_QUESTIONS } from './languages/short-questions.ts';

const rows = readRows<{ text: string; kind: string | null }>('small-talk.jsonl', import.meta.url);
const QUESTIONS = rows.filter(({ kind }) => kind === null).map(({ text }) => text);

test.each(rows.filter(({ kind }) => kind !== null))('$text asks nothing: $kind', ({ text, kind }) => {
  expect(readSmallTalk(text)?.kind).toBe(kind);
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
