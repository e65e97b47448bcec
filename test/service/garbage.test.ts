import { expect, test } from 'vitest';
import { startAiStub } from '../support/ai-stub.ts';
import { createTestDatabase } from '../support/database.ts';
import { askOne } from '../support/load.ts';
import { startServing } from '../support/process.ts';
import { visit } from '../support/twin.ts';

/** Young objects have so much room that V8 has no reason of its own; it logs what was asked of it as "testing". */
const ROOM_MB = 256;
const ROOM = [`--min-semi-space-size=${ROOM_MB}`, `--max-semi-space-size=${ROOM_MB}`];
const OPTIONS = ['--expose-gc', '--trace-gc', ...ROOM];
const COLLECTED_YOUNG = /: Scavenge .* testing;/;
/** A second after a start that nobody asks, once. */
const COLLECTED_ALL = /: Mark-Compact .* testing;/;

test('while many questions wait for the backend, the young garbage they made is collected', async () => {
  await using stack = new AsyncDisposableStack();
  const [database, ai] = await Promise.all([createTestDatabase(), startAiStub()]);
  stack.defer(() => database.remove());
  stack.defer(() => ai.close());
  const backend = {
    OPENAI_BASE_URL: ai.url,
    OPENAI_API_KEY: 'k',
    LIMIT_PER_MINUTE: '1000',
    AI_TIMEOUT_MS: '100000',
  };
  const settings = { ...database.settings, ...backend };
  const service = await startServing(settings, { node: OPTIONS });
  stack.defer(async () => {
    service.child.kill('SIGTERM');
    await service.exited;
  });
  const { key } = await visit(settings, (visitor) => visitor.addServer());
  await service.saw(COLLECTED_ALL);
  const letGo = ai.hold();
  // Texts that nobody has asked: reading them makes more garbage than finding them in a memory.
  const questionOf = (index: number) => `How do I open door ${index} of the castle? `.repeat(80);
  const asked = Array.from({ length: 200 }, (_, index) =>
    askOne({ url: service.url, key }, { question: questionOf(index) }),
  );
  await ai.received(200);
  await service.saw(COLLECTED_YOUNG);
  letGo();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
