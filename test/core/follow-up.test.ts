import { beforeAll, describe, expect, test } from 'vitest';
import { NOTICES } from '../../src/core/answering/notices.ts';
import { readFollowUp } from '../../src/core/answering/ticket/follow-up.ts';
import type { ChatMessage } from '../../src/domain/types.ts';
import { readRows } from '../support/rows.ts';
import { useApp, useAppWithAi } from '../support/use-app.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const bot = (content: string): ChatMessage => ({ role: 'assistant', content });

const QUESTION = user('How do I join the radio channel?');
const ANSWER = bot('Install the radio add-on, version 7, and restart the launcher.');
const FRAGE = user('Wie komme ich in den Funkkanal?');
const ANTWORT = bot('Installiere das Funk-Add-on in Version 7 und starte den Launcher neu.');

const rows = readRows<{ text: string; kind: string | null }>('follow-up.jsonl', import.meta.url);
const textsOf = (kind: string | null) => rows.filter((row) => row.kind === kind).map(({ text }) => text);
const UNHELPED = textsOf('unhelped');
const DONE = textsOf('closing');
const QUESTIONS = textsOf(null);

test.each(UNHELPED)('after an answer, %j says that it did not help', (text) => {
  const english = readFollowUp([QUESTION, ANSWER, user(text)]);
  const german = readFollowUp([FRAGE, ANTWORT, user(text)]);
  expect([english.kind, german.kind]).toEqual(['unhelped', 'unhelped']);
});

test.each(UNHELPED)('%j is not a complaint about an answer if there was none', (text) => {
  expect(readFollowUp([user(text)]).kind).not.toBe('unhelped');
});

test.each(DONE)('after an answer, %j ends the conversation', (text) => {
  expect(readFollowUp([QUESTION, ANSWER, user(text)]).kind).toBe('closing');
});

test.each(QUESTIONS)('after an answer, %j asks something new', (text) => {
  expect(readFollowUp([QUESTION, ANSWER, user(text)]).kind).toBeNull();
});

test('bare complaints keep the earlier question; one with a new detail is searched with it', () => {
  const bare = readFollowUp([QUESTION, ANSWER, user('did not work'), user('still nothing')]);
  expect(bare.asked).toEqual([QUESTION, ANSWER]);
  const detailed = [QUESTION, ANSWER, user('does not work with my bluetooth headset')];
  expect(readFollowUp(detailed)).toMatchObject({ kind: 'unhelped', isBare: false, asked: detailed });
});

test('a plea or a sign-off around a question removes nothing from it', () => {
  for (const text of ['pls help', 'bitte um Hilfe', 'danke schonmal', 'lg', 'urgent!!']) {
    expect(readFollowUp([QUESTION, user(text)]).asked, text).toEqual([QUESTION]);
  }
});

describe('without a model', () => {
  const app = useApp();
  let key: string;
  beforeAll(async () => {
    const server = await app.addServer({ language: 'en' });
    key = server.key;
    await app.addKnowledge(server.id, [
      { id: 'radio', title: 'Join the radio channel', text: 'Install the radio add-on and restart.' },
      { id: 'funk', language: 'de', title: 'Funkkanal beitreten', text: 'Installiere das Funk-Add-on.' },
      { id: 'badge', title: 'How much are the badges?', text: 'Badges cost 3 coins.' },
      { id: 'lamp1', title: 'Lamp does not glow', text: 'Change the wick of the lamp.' },
      { id: 'lamp2', title: 'Lamp does not glow', text: 'Fill up the oil of the lamp.' },
    ]);
  });
  const chat = async (...messages: ChatMessage[]) => (await app.chat(key, { messages })).body;

  test('a question whose answer did not help goes to the team, and the answer is not repeated', async () => {
    const body = await chat(QUESTION, ANSWER, user('still not working'));
    expect(body).toMatchObject({ needs_team: true, team_reason: 'not_in_knowledge', sources: [] });
    expect(body.answer).toBe(NOTICES.en.unhelped);
  });

  test('another equally good passage is given once before the team is called', async () => {
    const asked = user('My lamp does not glow');
    const first = await chat(asked);

    const second = await chat(asked, bot(first.answer), user('no difference'));
    expect(second.needs_team).toBe(false);
    expect(new Set([first.answer, second.answer])).toEqual(
      new Set(['Change the wick of the lamp.', '**Lamp does not glow**\n\nFill up the oil of the lamp.']),
    );
    const third = await chat(asked, bot(first.answer), user('no'), bot(second.answer), user('still dark'));
    expect(third).toMatchObject({ needs_team: true, team_reason: 'not_in_knowledge' });
  });

  test('a new question in the same message is answered', async () => {
    const next = user('did not work, but how much are the badges, how many coins?');
    const body = await chat(QUESTION, ANSWER, next);
    expect(body).toMatchObject({
      answer: expect.stringContaining('Badges cost 3 coins.'),
      needs_team: false,
    });
  });

  test('a customer who is done gets a short reply and nobody is called', async () => {
    const body = await chat(QUESTION, ANSWER, user('solved, you can close this'));
    expect(body).toMatchObject({ answer: NOTICES.en.closing, needs_team: false, sources: [] });
  });

  test('a bare call for help is asked for its topic', async () => {
    expect(await chat(user('please help me'))).toMatchObject({
      answer: NOTICES.en.greeting,
      needs_team: false,
    });
  });
});

describe('with a model', () => {
  const { app, stub } = useAppWithAi();

  test('an answer that is repeated after it did not help is withheld', async () => {
    const { id, key } = await app.addServer({ language: 'en' });
    await app.addKnowledge(id, [{ id: 'radio', title: 'Radio', text: ANSWER.content }]);
    stub.reply({ answer: ANSWER.content, needs_team: false, answerable: true, used: ['radio'] });
    const { body } = await app.chat(key, { messages: [QUESTION, ANSWER, user('still not working')] });
    expect(body).toMatchObject({
      ...{ answer: NOTICES.en.unhelped, needs_team: true, team_reason: 'not_in_knowledge', sources: [] },
    });
  });
});
