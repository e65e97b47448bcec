import { expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { ask } from '../../support/app.ts';

const { app, stub } = useStubbedApp();

async function serverWithBerths() {
  const server = await app.addServer({ language: 'en' });
  await app.addKnowledge(server.id, [{ title: 'How is a berth paid?', text: 'Monthly.' }]);
  return server;
}

async function askFor(key: string, question: string) {
  const { status, body } = await app.chat(key, ask(question));
  expect(status).toBe(200);
  return body as { id: string; draft: boolean; confidence: number; repeated: boolean };
}

test('an answer is a draft as the owner set it: never, below a confidence, or always', async () => {
  const { id, key } = await serverWithBerths();
  const sure = 'How is a berth paid?';
  stub.reply(({ messages }) => ({
    ...sound,
    ...(messages.at(-1)?.content.includes(`"text":"${sure}"`) ? { answer: 'Monthly.', used: ['1'] } : {}),
  }));
  const unsure = 'Which films are on at the cinema tonight?';
  expect((await askFor(key, unsure)).draft).toBe(false);
  await changeServer(app.core, id, { drafts: 'unsure' });
  const [one, other] = [await askFor(key, sure), await askFor(key, unsure)];
  expect([one.draft, other.draft]).toEqual([false, true]);
  expect(one.confidence).toBeGreaterThanOrEqual(0.5);
  expect(other.confidence).toBeLessThan(0.5);
  await changeServer(app.core, id, { draft_below: 1 });
  expect((await askFor(key, sure)).draft).toBe(true);
  await changeServer(app.core, id, { draft_below: 0 });
  expect((await askFor(key, unsure)).draft).toBe(false);
  await changeServer(app.core, id, { drafts: 'all' });
  expect((await askFor(key, sure)).draft).toBe(true);
});

test('an answer has an id of its own and a confidence of two decimals between 0 and 1', async () => {
  const { key } = await serverWithBerths();
  const answers = await Promise.all(
    ['How is a berth paid?', 'Hello!', 'What?'].map((text) => askFor(key, text)),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
  for (const { confidence } of answers) {
    expect(confidence).toBe(Math.round(confidence * 100) / 100);
    expect(confidence >= 0 && confidence <= 1).toBe(true);
  }
});

test('a test key knows no trial terms and no day, is refused nothing but its minute, and leaves nothing unanswered', async () => {
  const { id } = await app.addServer({
    language: 'en',
    plan: 'free',
    members: 1,
    joined: new Date(app.clock.now),
  });
  const made = await createKey(app.core, { serverId: id, isTest: true });
  const live = await createKey(app.core, { serverId: id });
  expect((await app.chat(live.key, ask('Which films are on?'))).status).toBe(403);
  const { body } = await app.chat(made.key, ask('Which films are on?'));
  expect([body.team_reason, body.usage.requests_today]).toEqual(['not_in_knowledge', 0]);
  expect((await app.status(made.key)).body.access).toEqual({ allowed: true, reason: null });
  expect((await app.status(live.key)).body.access).toEqual({
    allowed: false,
    reason: 'trial_requirements_not_met',
  });
  const kept = await app.core.database.kysely
    .selectFrom('answers')
    .select('channel')
    .where('server_id', '=', id)
    .execute();
  expect(kept).toEqual([{ channel: 'test' }]);
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
