import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listActions } from '../../src/core/members/audit.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const JOIN = 'How do I join the harbour as a sailor?';

async function addServer() {
  const server = await app.addServer();
  await app.addKnowledge(server.id, [{ id: 'join', title: JOIN, text: 'Press Join at the quay.' }]);
  return { ...server, answerId: String((await app.chat(server.key, ask(JOIN))).body.id) };
}

test('answers are marked, listed and unmarked on the command line; `read` follows, and the audit log tells', async () => {
  const { id, answerId } = await addServer();
  expect((await run('answers', 'marks', id)).out).toMatch(/^Nothing is marked yet\. Mark an answer: /);
  const marked = await run('answers', 'mark', id, answerId.toUpperCase(), 'needed', '--json');
  const mark = JSON.parse(marked.out);
  expect(mark).toMatchObject({ answer: answerId, verdict: 'needed', text: JOIN });
  expect(JSON.parse((await run('answers', 'marks', id, '--json')).out)).toEqual([mark]);
  expect((await run('answers', 'marks', id)).out).toMatch(/^id +team +at +answer +text\n\w{10} +needed /);
  const read = async () => JSON.parse((await run('read', `hi, ${JOIN}`, '--server', id, '--json')).out);
  expect(await read()).toMatchObject({
    by: 'owner',
    reasons: [{ words: expect.arrayContaining(['harbour']) }],
  });
  expect((await run('answers', 'mark', id, answerId, 'not-needed')).out).toContain(
    `answers unmark ${id} ${mark.id}`,
  );
  expect((await run('answers', 'unmark', id, mark.id)).out).toBe(`Removed ${mark.id}.\n`);
  expect(await read()).toMatchObject({ by: null, reasons: [] });
  const actions = await listActions(app.core, id, { limit: 10 });
  expect(actions.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    `answer.unmarked not-needed ${answerId}`,
    `answer.marked not-needed ${answerId}`,
    `answer.marked needed ${answerId}`,
  ]);
});

test('`read` calls nobody for what a chat takes for no question', async () => {
  const { id, key } = await addServer();
  const read = async (...argv: string[]) => JSON.parse((await run('read', ...argv, '--json')).out);
  for (const text of [
    'Auto-Submitted: auto-replied\n\nI am out of office until Monday.',
    'lol',
    '12345',
    '👍',
  ]) {
    const { kind } = (await app.chat(key, ask(text))).body;
    const told = await read(text);
    expect([kind, told.kind]).toEqual(['not_a_question', 'not_a_question']);
    expect(told).toMatchObject({ reasons: [], by: null });
    expect(await read(text, '--server', id)).toEqual(told);
  }
  expect(await read('quay', '--server', id)).toMatchObject({ kind: 'question' });
  expect(await read('I was charged twice')).toMatchObject({ kind: 'question', by: 'model' });
});

test('what is no answer, verdict or mark is refused in one sentence, and nothing is marked', async () => {
  const { id, answerId } = await addServer();
  for (const [argv, line] of [
    [['mark', id, answerId, 'perhaps'], /VERDICT: must be needed or not-needed/],
    [['mark', id, 'x', 'needed'], /ANSWER: is not the id of an answer/],
    [['mark', id, randomUUID(), 'needed'], /There is no such answer/],
    [['unmark', id, '0123456789'], /There is no mark with the id 0123456789/],
    [['unmark', id, 'x'], /ID: is not the id of a mark/],
  ] as const) {
    const refused = await run('answers', ...argv);
    expect([refused.code > 0, refused.err]).toEqual([true, expect.stringMatching(line)]);
  }
  expect(JSON.parse((await run('answers', 'marks', id, '--json')).out)).toEqual([]);
});
