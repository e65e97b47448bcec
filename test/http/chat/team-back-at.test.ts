import { expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { prepareStubbedApp, sound } from '../../core/prompt-setup.ts';
import type { AiStub } from '../../support/ai-stub.ts';
import { ask, type TestApp } from '../../support/app.ts';

let stub: AiStub;
let app: TestApp;
prepareStubbedApp((started) => {
  ({ stub, app } = started);
});

const PAYMENT = 'I want my money back.';
const open = {
  monday: '09:00-17:00',
  saturday: 'closed',
  sunday: 'closed',
  holidays: ['2026-12-25', '2026-12-28'],
};
const days = Object.fromEntries(
  ['tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, open.monday]),
) as Record<'tuesday' | 'wednesday' | 'thursday' | 'friday', string>;

async function backAt(key: string, question: string): Promise<unknown> {
  const { status, body } = await app.chat(key, ask(question));
  expect(status).toBe(200);
  return body.team_back_at;
}

test('a hand-over says when the team is back, over a holiday and a weekend, and only while it is away', async () => {
  const { id, key } = await app.addServer({ language: 'en' });
  await app.addKnowledge(id, [{ title: 'How is a berth paid?', text: 'Monthly.' }]);
  stub.reply({ ...sound, answer: 'Monthly.' });
  // The evening before Christmas.
  app.clock.now = Date.parse('2026-12-24T17:30:00Z');
  expect(await backAt(key, PAYMENT)).toBeNull();
  await changeServer(app.core, id, { hours: { zone: 'Europe/Berlin', ...open, ...days } });
  expect(await backAt(key, PAYMENT)).toBe('2026-12-29T08:00:00.000Z');
  expect(await backAt(key, 'How is a berth paid?')).toBeNull();
  app.clock.now = Date.parse('2026-12-29T08:00:00Z');
  expect(await backAt(key, PAYMENT)).toBeNull();
});

test('the same question once more, and a retry with the same key, say it as it is then and as it was', async () => {
  const { id, key } = await app.addServer({ language: 'en' });
  await changeServer(app.core, id, { hours: { zone: 'Europe/Berlin', ...open, ...days } });
  app.clock.now = Date.parse('2026-12-29T07:00:00Z');
  const retry = { headers: { 'Idempotency-Key': 'same' } };
  const first = await app.chat(key, ask(PAYMENT), retry);
  expect(first.body.team_back_at).toBe('2026-12-29T08:00:00.000Z');
  app.clock.now = Date.parse('2026-12-29T09:00:00Z');
  const again = await app.chat(key, ask(PAYMENT), retry);
  expect(again.body.team_back_at).toBe('2026-12-29T08:00:00.000Z');
  expect(await backAt(key, PAYMENT)).toBeNull();
});
