import { describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { approve, listTraining } from '../../../src/core/learning/suggestions/suggestions.ts';
import { listTests } from '../../../src/core/learning/test-questions/test-questions.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { ask } from '../../support/app.ts';
import { addOwned } from './learning-setup.ts';
import { lastAction, useDashboard } from './setup.ts';

const GATE = 'Why is the harbour gate closed?';
const STORM = { question: GATE, answer: 'A storm is coming.' };

const dashboard = useDashboard();

/** A server with one answer. */
async function addAnswered(question = GATE) {
  const owned = await addOwned(dashboard);
  const { app } = dashboard;
  await app.addKnowledge(owned.id, [{ id: 'gate', title: GATE, text: 'It rusts.' }]);
  const { body } = await app.chat(owned.key, ask(question));
  const page = owned.path(`answers/${body.id}`);
  await owned.visitor.get(page);
  const pending = () => listTraining(app.core, owned.id, 'pending');
  return { ...owned, page, pending };
}

describe('Correcting an answer', () => {
  test('offers its words without personal data, and makes a suggestion that changes nothing before it is approved', async () => {
    const server = await addAnswered(`${GATE} (jo@mail.example)`);
    const form = await server.visitor.get(server.page);
    expect(form.attribute('#correct-question', 'value')).toBe(`${GATE} (…)`);
    expect(form.text('#correct-answer')).toContain('It rusts.');
    const seen = await server.visitor.submit(`${server.page}/correct`, STORM);
    expect(seen.text('.note.good')).toContain('Saved.');
    expect(seen.text('main')).toContain('A storm is coming.');
    const [made, ...others] = await server.pending();
    expect(others).toEqual([]);
    expect(made).toMatchObject({ ...STORM, source: 'correction', state: 'pending' });
    expect(made?.sources).toMatchObject([{ part: 'answer', memberId: server.owner.id, isOriginal: false }]);
    expect(await lastAction(dashboard.app, server.id)).toMatchObject({
      ...{ action: 'training.suggested', subject: made?.id, memberId: server.owner.id },
    });
    expect(await listKnowledge(dashboard.app.core, server.id)).toHaveLength(1);
  });

  test('twice with the same words is one suggestion; with others the newer one waits', async () => {
    const server = await addAnswered();
    for (const answer of ['A storm.', 'A storm.', 'A repair.'])
      expect((await server.visitor.submit(`${server.page}/correct`, { question: GATE, answer })).status).toBe(
        200,
      );
    expect((await server.pending()).map(({ answer }) => answer)).toEqual(['A repair.']);
  });

  test('in words that are decided already says so', async () => {
    const server = await addAnswered();
    await server.visitor.submit(`${server.page}/correct`, STORM);
    const [made] = await server.pending();
    await approve(dashboard.app.core, server.id, made?.id ?? '');
    const seen = await server.visitor.post(`${server.page}/correct`, STORM);
    expect([seen.status, seen.text('[role=alert]')]).toEqual([
      ...[422, expect.stringContaining('has been decided')],
    ]);
  });

  test('with an invalid text is refused beside the field, and what was typed stays', async () => {
    const server = await addAnswered();
    const seen = await server.visitor.post(`${server.page}/correct?lang=de`, {
      question: 'Mine?',
      answer: ' ',
    });
    expect(seen.status).toBe(422);
    expect(seen.text('#correct-answer-fault')).toContain('Die Antwort braucht');
    expect(seen.attribute('#correct-question', 'value')).toBe('Mine?');
    expect(await server.pending()).toEqual([]);
  });

  test('names nobody who opted out', async () => {
    const server = await addAnswered();
    await optOut(dashboard.app.core, server.owner.id);
    const again = await dashboard.signIn(server.owner);
    await again.get(server.page);
    await again.submit(`${server.page}/correct`, STORM);
    expect(await server.pending()).toMatchObject([{ ...STORM, sources: [] }]);
  });

  test('needs the token of a form, and its address leads to the answer', async () => {
    const { visitor, page, pending } = await addAnswered();
    expect((await visitor.post(`${page}/correct`, STORM, { csrf: false })).status).toBe(403);
    expect((await visitor.get(`${page}/correct`)).location).toBe(page);
    expect(await pending()).toEqual([]);
  });
});

describe('Making a test question of an answer', () => {
  test('offers the question without personal data, and says at once whether it passes', async () => {
    const server = await addAnswered(`${GATE} (jo@mail.example)`);
    const form = await server.visitor.get(server.page);
    const question = form.text('#test-question') ?? '';
    expect(question).toBe(`${GATE} (…)`);
    const seen = await server.visitor.submit(`${server.page}/test`, {
      ...{ question, expected: 'rusts', needs_team: 'no' },
    });
    expect(seen.text('.note.good')).toBe('Added.');
    expect(seen.text('[data-result]')).toBe('passed');
    expect(await listTests(dashboard.app.core, server.id)).toMatchObject([
      { question, expected: 'rusts', needsTeam: false, faults: [] },
    ]);
    expect(await lastAction(dashboard.app, server.id)).toMatchObject({ action: 'test.added' });
  });

  test('without an expectation is refused beside the field, and what was typed stays', async () => {
    const server = await addAnswered();
    const typed = { question: 'Mine?', expected: '', needs_team: 'any' };
    const seen = await server.visitor.post(`${server.page}/test`, typed);
    expect([seen.status, seen.text('#test-question')]).toEqual([422, 'Mine?']);
    expect(seen.text('#test-expected-fault')).toContain('Say what must be in the answer');
    expect(await listTests(dashboard.app.core, server.id)).toEqual([]);
  });
});

test('The way to one answer stands on the unanswered questions and in the statistics', async () => {
  const { visitor, id, key, path } = await addAnswered('Who painted the lighthouse?');
  await dashboard.app.chat(key, ask('I want my money back.'));
  const gaps = await visitor.get(path('unanswered'));
  const address = gaps.attribute('[data-gap] a[href*="/answers/"]', 'href') ?? '';
  expect((await visitor.get(address)).text('[data-turn] p')).toBe('Who painted the lighthouse?');
  const overview = await visitor.get(`/servers/${id}`);
  const reason = overview.attribute('[data-reason=payment] a', 'href') ?? '';
  expect((await visitor.get(reason)).text('[data-answer-row] a')).toBe('I want my money back.');
});
