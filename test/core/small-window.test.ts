import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { StubChatRequest } from '../support/ai-stub.ts';
import { ask } from '../support/app.ts';
import { readCharges } from '../support/books.ts';
import { useAppWithAi } from '../support/use-app.ts';
import { sound } from './prompt-setup.ts';

// A person takes over, whatever of the entries still fits.
const handedOver = { ...sound, needs_team: true };

const TOO_LONG = {
  status: 400,
  body: {
    error: { message: 'request (6012 tokens) exceeds the available context size (4096 tokens)', code: 400 },
  },
};

const { app, stub } = useAppWithAi();
let key: string;
let id: string;
beforeAll(async () => {
  ({ key, id } = await app.addServer());
  await app.addKnowledge(
    id,
    Array.from({ length: 30 }, (_, n) => ({
      id: `e${n}`,
      title: `When is berth ${n} open?`,
      text: `Berth ${n}: ${'it opens at nine and closes at five. '.repeat(20)}`,
    })),
  );
});
beforeEach(() => {
  stub.fault(null);
  stub.reply(handedOver);
  stub.requests.length = 0;
});

const sizes = () =>
  stub.requests.map(({ body }) => JSON.stringify((body as StubChatRequest).messages).length);

test('a window smaller than the level is asked with half of the prompt, then a quarter, and charged once', async () => {
  stub.fault([TOO_LONG, TOO_LONG]);
  const { status, body } = await app.chat(key, ask('When is berth 7 open?'));
  expect({ status, answer: body.answer }).toEqual({ status: 200, answer: handedOver.answer });
  const [first = 0, second = 0, third = 0] = sizes();
  expect(sizes()).toHaveLength(3);
  expect(second).toBeLessThan(first * 0.7);
  expect(third).toBeLessThan(second);
  expect(JSON.stringify(stub.requests[2]?.body)).toContain('When is berth 7 open?');
  expect(await readCharges(app, id)).toHaveLength(1);
});

test('a window that does not even fit a quarter ends after three calls', async () => {
  stub.fault(TOO_LONG);
  expect((await app.chat(key, ask('When is berth 8 open?'))).status).toBe(503);
  expect(sizes()).toHaveLength(3);
});

test('another refusal does not lead to a shorter prompt', async () => {
  stub.fault({ status: 404, body: { error: { message: 'The model `x` does not exist.' } } });
  expect((await app.chat(key, ask('When is berth 9 open?'))).status).toBe(503);
  expect(sizes()).toHaveLength(1);
});
