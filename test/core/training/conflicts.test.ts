import { describe, expect, test } from 'vitest';
import {
  compareSuggestion,
  editSuggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { useApp } from '../../support/use-app.ts';
import { never } from './setup.ts';

const app = useApp();

const QUESTION = 'How long does the delivery to Oslo take?';
const OSLO = { id: 'oslo', title: 'How long does delivery to Oslo take?', text: 'It takes 2 days.' };
const LOBBY = {
  id: 'lobby',
  title: 'How do I get back to the lobby?',
  text: 'Click the compass in your hotbar.',
};

const suggestTo = async (
  entry: { id: string; title: string; text: string },
  question: string,
  answer: string,
) => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [
    entry,
    { id: 'bergen', title: 'How long does delivery to Bergen take?', text: 'It takes 5 days.' },
  ]);
  return { id, made: await suggest(app.core, { serverId: id, question, answer, source: 'menu' }) };
};

describe('without a model a suggestion', () => {
  test('names the entry that answers its question with other figures, beside it, and looks again when it is edited', async () => {
    const { id, made } = await suggestTo(OSLO, QUESTION, 'It takes 9 days.');
    expect(made.conflicts).toEqual([{ entryId: 'oslo', kind: 'contradicts' }]);
    const { title, text } = OSLO;
    expect(await compareSuggestion(app.core, id, made, never)).toEqual({
      conflicts: [{ entryId: 'oslo', kind: 'contradicts', title, text, why: '9 ≠ 2' }],
      unchecked: 'no_model',
    });
    const text2 = { question: QUESTION, answer: 'It takes 2 days.' };
    expect((await editSuggestion(app.core, id, made.id, text2)).conflicts).toEqual([]);
  });

  test('names the entry that answers its question in other words, and none that says the same', async () => {
    const { made } = await suggestTo(LOBBY, 'How do I get back to the lobby?', 'Type /hub.');
    expect(made.conflicts).toEqual([{ entryId: 'lobby', kind: 'same_question' }]);
    const other = await suggestTo(LOBBY, LOBBY.title, 'Use the compass of your hotbar.');
    expect(other.made.conflicts).toEqual([]);
  });

  test('is not compared with a deleted entry', async () => {
    const { id, made } = await suggestTo(OSLO, QUESTION, 'Nine days.');
    const conflicts = [
      { entryId: 'gone', kind: 'contradicts' as const },
      { entryId: 'bergen', kind: 'same_question' as const },
    ];
    const compared = await compareSuggestion(app.core, id, { ...made, conflicts }, never);
    expect(compared.conflicts).toMatchObject([{ entryId: 'bergen' }]);
  });
});
