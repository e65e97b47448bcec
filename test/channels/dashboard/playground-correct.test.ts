import { describe, expect, test } from 'vitest';
import { listTraining } from '../../../src/core/learning/suggestions/suggestions.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { addOwned } from './learning-setup.ts';
import { lastAction, useDashboard } from './setup.ts';

const QUESTION = 'Öffnet es zu 100 % um 9+1 & später?';

describe('A better answer to what was tried', () => {
  const dashboard = useDashboard();

  test('becomes a suggestion that waits, and is in the log; the question comes from the playground', async () => {
    const { id, visitor, path, owner } = await addOwned(dashboard);
    await visitor.get(path('playground'));
    const tried = await visitor.post(path('playground'), { question: QUESTION });
    const links = [...tried.document.querySelectorAll('#behind .actions a')];
    const link = links.find(({ textContent }) => textContent === 'Suggest a better answer');
    const page = await visitor.get(link?.getAttribute('href') ?? '');
    expect(page.attribute('#question', 'value')).toBe(QUESTION);
    const seen = await visitor.submit(path('playground/correct'), {
      question: QUESTION,
      answer: 'From ten on.',
    });
    expect(seen.text('.note.good')).toBe('Saved. It is waiting for a decision.');
    const [made, ...others] = await listTraining(dashboard.app.core, id);
    expect([made, others]).toMatchObject([
      { question: QUESTION, answer: 'From ten on.', state: 'pending', source: 'correction' },
      [],
    ]);
    expect(made?.sources).toMatchObject([{ memberId: owner.id }]);
    expect(await lastAction(dashboard.app, id)).toMatchObject({
      action: 'training.suggested',
      subject: made?.id,
    });
  });

  test('of somebody who opted out has nobody’s name', async () => {
    const { id, path, owner } = await addOwned(dashboard);
    await optOut(dashboard.app.core, owner.id);
    const visitor = await dashboard.signIn(owner);
    await visitor.get(path('playground'));
    const seen = await visitor.post(path('playground/correct'), {
      question: QUESTION,
      answer: 'From ten on.',
    });
    expect(seen.location).toContain(path('training'));
    const [made] = await listTraining(dashboard.app.core, id);
    expect([made?.answer, made?.sources]).toEqual(['From ten on.', []]);
  });

  test('is refused beside its field with what was typed, in the reader’s language', async () => {
    const { id, visitor, path } = await addOwned(dashboard);
    await visitor.get(path('playground'));
    const german = `${path('playground/correct')}?lang=de`;
    const empty = await visitor.post(german, { question: '', answer: 'Ab zehn.' });
    expect([empty.status, empty.text('#question-fault'), empty.text('textarea#answer')]).toEqual([
      ...[422, expect.stringContaining('Die Frage braucht 1 bis 300 Zeichen'), 'Ab zehn.'],
    ]);
    const lacking = await visitor.post(german, { question: QUESTION, answer: 'ada@example.org' });
    expect([lacking.status, lacking.text('#answer-fault')]).toEqual([
      ...[422, expect.stringContaining('Die Antwort braucht')],
    ]);
    expect(await listTraining(dashboard.app.core, id)).toEqual([]);
  });
});
