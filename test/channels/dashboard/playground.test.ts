import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, startDashboard } from './setup.ts';

describe('The playground', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
    await dashboard.app.addKnowledge(dashboard.server.id, [
      { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press **Join**.' },
    ]);
  });
  afterAll(() => dashboard.stop());

  test('shows the answer as members see it and the passages behind it', async () => {
    const seen = await dashboard.visitor.post(dashboard.path('playground'), {
      question: 'How do I join the server?',
    });
    expect(seen.status).toBe(200);
    expect(seen.document.querySelector('[data-answer] strong')?.textContent).toBe('Join');
    expect(seen.text('[data-passage] h3')).toBe('How do I join the server?');
  });

  test('says why a human takes over', async () => {
    const seen = await dashboard.visitor.post(dashboard.path('playground'), {
      question: 'I want my money back',
    });
    expect(seen.text('[data-needs-team=true]')).toContain('It is about a payment.');
  });

  test('refuses an empty question beside the field and keeps the page', async () => {
    const seen = await dashboard.visitor.post(dashboard.path('playground'), { question: ' ' });
    expect(seen.status).toBe(422);
    expect(seen.text('#question-fault')).toBe('Please fill this in.');
  });
});
