import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve, listTraining } from '../src/core/learning/suggestions/suggestions.ts';
import { changeServer } from '../src/core/owners/servers.ts';
import { type AiStub, startAiStub } from './support/ai-stub.ts';
import { ask, startApp, type TestApp } from './support/app.ts';

let app: TestApp;
let stub: AiStub;
beforeAll(async () => {
  stub = await startAiStub();
  app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
});
afterAll(async () => {
  await app.stop();
  await stub.close();
});

const QUESTION = 'Which size may my boat have in the harbour?';
const TEAM_ANSWER =
  'Boats of up to twelve metres fit into the harbour. Write to ada@example.org for longer ones.';

test('K98 · a ticket becomes a draft, the team answers it, and once an owner approves that, the next ticket gets the answer', async () => {
  const server = await app.addServer({ language: 'en', drafts: 'unsure' });
  await changeServer(app.core, server.id, { learning: true });
  await app.addKnowledge(server.id, [{ title: 'Opening hours', text: 'The harbour opens at nine.' }]);
  stub.reply(() => ({ answer: 'The team will look.', needs_team: false, answerable: false, used: [] }));
  const first = (await app.chat(server.key, ask(QUESTION))).body;
  expect(first).toMatchObject({ draft: true, needs_team: true, team_reason: 'not_in_knowledge' });

  const said = await fetch(`${app.url}/api/v1/answers/${first.id}/outcome`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcome: 'team_answered', team_answer: TEAM_ANSWER }),
  });
  expect(said.status).toBe(204);
  // What the team wrote is put into general words meanwhile, which is a prompt of its own.
  await app.core.backlog.finish();
  const [suggestion, ...others] = await listTraining(app.core, server.id, 'pending');
  expect(others).toEqual([]);
  expect(suggestion).toMatchObject({ question: QUESTION, source: 'outcome' });
  expect(suggestion?.answer).toContain('twelve metres');
  expect(suggestion?.answer).not.toContain('ada@example.org');

  const asked = stub.requests.length;
  const before = (await app.chat(server.key, ask(QUESTION))).body;
  expect(JSON.stringify(stub.requests.slice(asked))).not.toContain('twelve metres');
  expect(before.draft).toBe(true);

  const approved = await approve(app.core, server.id, suggestion?.id ?? '');
  stub.reply(() => ({
    ...{ answer: 'Up to twelve metres.', needs_team: false, answerable: true },
    used: [approved.entryId],
  }));
  const last = stub.requests.length;
  const next = (await app.chat(server.key, ask(QUESTION))).body;
  expect(JSON.stringify(stub.requests.slice(last))).toContain('twelve metres');
  expect(next).toMatchObject({ answer: 'Up to twelve metres.', draft: false, needs_team: false });
  expect(next.sources).toEqual([{ title: QUESTION, url: null }]);
});
