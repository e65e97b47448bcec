import { beforeAll, expect, test } from 'vitest';
import { ask } from '../support/app.ts';
import { useApp, useAppWithAi } from '../support/use-app.ts';

const STEPS = Array.from(
  { length: 60 },
  (_, n) =>
    `${n + 1}. Turn the capstan wheel to mark ${n + 1}.\n   Wait until it clicks twice and the lamp is green.`,
).join('\n');

const app = useApp();
const { app: model, stub: ai } = useAppWithAi();
let key: string;
beforeAll(async () => {
  const server = await app.addServer();
  key = server.key;
  await app.addKnowledge(server.id, [
    {
      id: 'capstan',
      title: 'How do I calibrate the capstan?',
      text: `Take the brass key of the harbour office.\n\n${STEPS}`,
      link: 'https://docs.example/capstan',
    },
    {
      id: 'charter',
      title: 'Can I charter the *whole* boat?',
      text: `${'You can, on every day of the week. '.repeat(50)}\n\n${'The skipper brings marzipan. '.repeat(60)}`,
    },
    { id: 'anchor', title: 'How do I drop the anchor?', text: 'Pull the red lever.' },
  ]);
});

test('from an entry that is longer than an answer, the extractive engine shows whole steps and says that more follows', async () => {
  const { status, body } = await app.chat(
    key,
    ask('Calibrate the capstan: brass key of the harbour office?'),
  );
  expect(status).toBe(200);
  expect(body.answer).toMatch(
    /lamp is green\.\n\n… \(shortened; [^\n]+\)\n\nMore: <?https:\/\/docs\.example\/capstan>?$/,
  );
});

test('a later part of a long entry names its topic, with the entry as its source', async () => {
  const { body } = await app.chat(key, ask('Does the skipper bring marzipan?'));
  expect(body.answer).toMatch(
    /^\*\*Can I charter the \\\*whole\\\* boat\?\*\*\n\nThe skipper brings marzipan\./,
  );
  expect(body.sources).toEqual([{ title: 'Can I charter the *whole* boat?', url: null }]);
});

test('a complete answer is not marked as shortened, in either language', async () => {
  expect((await app.chat(key, ask('How do I drop the anchor?'))).body.answer).toBe('Pull the red lever.');
});

test('a model’s answer beyond the limit is cut between two items, with a line that says so', async () => {
  const { key: modelKey } = await model.addServer({ language: 'de' });
  const answer = `So geht es:\n\n${Array.from({ length: 90 }, (_, n) => `- Schritt ${n}: ${Array.from({ length: 5 }, (_, turn) => `${n + turn}-mal drehen und warten.`).join(' ')}`).join('\n')}`;
  ai.reply({ answer, needs_team: false, answerable: true, used: [] });
  const { body } = await model.chat(modelKey, ask('Wie stelle ich die Winde ein?'));
  expect(body.answer.length).toBeLessThanOrEqual(6_000);
  expect(body.answer).toMatch(/warten\.\n\n… \(gekürzt; [^\n]+\)$/);
});
