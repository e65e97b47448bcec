import { expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { readBooks, readCharges } from '../../support/books.ts';
import { useAppWithAi } from '../../support/use-app.ts';

const { app, stub } = useAppWithAi();

const TICKET = {
  messages: [
    { role: 'user', content: 'I look for the harbour.' },
    { role: 'assistant', content: 'It is in the south.' },
    { role: 'user', content: 'When does it open?' },
  ],
};

/** An answer has been given before, so that no row is new. */
async function serverInUse() {
  const server = await app.addServer();
  expect((await app.chat(server.key, ask('Hi'))).status).toBe(200);
  return server;
}

async function readPurse(serverId: string) {
  const { key_windows: _, ...purse } = await readBooks(app, serverId);
  return purse;
}

/** Asks, and leaves when the backend has got `calls` calls and not answered the last one. */
async function leaveAfter(calls: number, request: (signal: AbortSignal) => Promise<unknown>) {
  const [closed, asked] = [stub.closedByClient, stub.requests.length];
  const { promise: never, resolve: letGo } = Promise.withResolvers<object>();
  stub.reply(() =>
    stub.requests.length - asked < calls ? { question: 'When does the harbour open?' } : never,
  );
  const client = new AbortController();
  const left = request(client.signal);
  await stub.received(asked + calls);
  client.abort();
  await expect(left).rejects.toThrow(/abort/);
  await stub.closed(closed + 1);
  letGo({ answer: 'Too late.', needs_team: false, answerable: true, used: [] });
  stub.reply({ answer: 'At nine.', needs_team: false, answerable: true, used: [] });
}

const everyMinuteHit = async (serverId: string) =>
  (await readBooks(app, serverId)).key_windows.flatMap(({ hits }) => hits as Date[]).length;

test('C28 · a client that leaves ends the call to the backend and is charged nothing if the backend had not answered', async () => {
  const { id, key } = await serverInUse();
  const purse = await readPurse(id);
  await leaveAfter(1, (signal) => app.chat(key, ask('Hi'), { signal }));
  await expect.poll(() => readPurse(id)).toEqual(purse);
  expect(await everyMinuteHit(id)).toBe(2);
  expect((await app.chat(key, ask('Hi'))).body.usage.requests_today).toBe(2);
});

test('C28 · an answer that the backend gave before the client left is charged once, and nothing stays reserved', async () => {
  const { id, key } = await serverInUse();
  await changeServer(app.core, id, { level: 'V2' });
  const before = await readCharges(app, id);
  stub.usage({ promptTokens: 70, completionTokens: 5 });
  // The first call rewrites the question, the second one would answer it.
  await leaveAfter(2, (signal) => app.chat(key, TICKET, { signal }));
  await expect.poll(async () => (await readBooks(app, id)).reservations).toEqual([]);
  const charges = (await readCharges(app, id)).filter(({ id }) => !before.some((one) => one.id === id));
  expect(charges).toMatchObject([{ level: 'V2', prompt_tokens: 70, completion_tokens: 5, units: 5 * 90 }]);
  const said = await app.core.database.kysely
    .selectFrom('answers')
    .select('id')
    .where('server_id', '=', id)
    .execute();
  expect(said).toHaveLength(before.length);
  expect((await app.status(key)).body.usage.requests_today).toBe(2);
  stub.usage('estimate');
});

test('C28 · the same Idempotency-Key may be tried again after the client left, and that answer is charged', async () => {
  const { id, key } = await serverInUse();
  await changeServer(app.core, id, { level: 'V2' });
  const headers = { 'Idempotency-Key': 'ticket-2' };
  await leaveAfter(2, (signal) => app.chat(key, TICKET, { headers, signal }));
  await expect.poll(async () => (await readBooks(app, id)).idempotency).toEqual([]);
  stub.reply((request) =>
    JSON.stringify(request.response_format).includes('rewrite')
      ? { question: 'When does the harbour open?' }
      : { answer: 'At nine.', needs_team: false, answerable: true, used: [], supported: true },
  );
  const answer = await app.chat(key, TICKET, { headers });
  expect(answer.status).toBe(200);
  expect((await app.chat(key, TICKET, { headers })).body).toEqual(answer.body);
  expect(await readCharges(app, id)).toHaveLength(3);
});
