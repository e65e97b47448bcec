import { expect, onTestFinished, test } from 'vitest';
import { ask, speakTo } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { startServing } from '../support/process.ts';
import { visit } from '../support/twin.ts';

test('the service starts as its own process, answers a caller, and exits with 0 on SIGTERM', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.remove);
  const service = await startServing(database.settings);
  onTestFinished(service.kill);
  const { key } = await visit({ ...database.settings }, (visitor) => visitor.addServer());
  const { chat, status } = speakTo(service.url);
  expect(await chat(key, ask('How do I join?'))).toMatchObject({ status: 200, body: { needs_team: true } });
  expect((await status(key)).body.usage.requests_today).toBe(1);
  expect([await service.stop(), service.stderr()]).toEqual([0, '']);
});
