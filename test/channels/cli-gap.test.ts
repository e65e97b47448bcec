import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addEntry, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../src/core/learning/test-questions/test-questions.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const listed = async (serverId: string) => JSON.parse((await run('gap', 'list', serverId, '--json')).out);

/** A server whose customers asked what it does not know. */
async function addAsked(...questions: string[]) {
  const { id, key } = await app.addServer();
  for (const question of questions) {
    app.clock.now += 1_000;
    expect((await app.chat(key, ask(question))).body.team_reason).toBe('not_in_knowledge');
  }
  return { id, key };
}

test('gaps are listed with their counts, answered as an entry and then gone', async () => {
  const { id, key } = await addAsked(
    'How long is the warranty?',
    'How long is the warranty then?',
    'Parking?',
  );
  expect((await run('gap', 'list', id)).out).toMatch(
    /^id +count +unanswered +voted down +covered by now +newest +question +newest comment\n/,
  );
  const [warranty, parking] = await listed(id);
  expect(warranty).toEqual({
    ...{ id: expect.any(String), question: 'How long is the warranty then?', count: 2, unanswered: 2 },
    ...{ voted_down: 0, covered: false, answer: expect.any(String), comment: null, at: expect.any(String) },
  });
  expect(parking).toMatchObject({ question: 'Parking?', count: 1 });
  expect(JSON.parse((await run('gap', 'list', id, '--limit', '1', '--json')).out)).toHaveLength(1);

  const answer = 'The warranty lasts two years.';
  const done = await run('gap', 'answer', id, warranty.id, '--answer', answer, '--question', 'Warranty');
  expect(done.out).toMatch(
    new RegExp(`^Answered ${warranty.id}: it is now the entry training:\\w{10}\\. Undo: `),
  );
  expect((await app.chat(key, ask('How long is the warranty?'))).body.answer).toContain(answer);
  expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'Warranty', text: answer }]);
  expect(await listed(id)).toMatchObject([{ id: parking.id }]);

  expect((await run('gap', 'close', id, parking.id)).out).toBe(`Dismissed ${parking.id}.\n`);
  expect((await run('gap', 'list', id)).out).toMatch(/^There are no gaps: /);
});

test('an answer keeps the question as it was asked, without personal data', async () => {
  const { id } = await addAsked('My mail is jo@mail.example, is there parking?');
  const [gap] = await listed(id);
  await run('gap', 'answer', id, gap.id, '--answer', 'Behind the house.');
  const [entry] = await listKnowledge(app.core, id);
  expect(entry?.title).toMatch(/is there parking\?$/);
  expect(entry?.title).not.toContain('@');
});

test('a gap and a suggestion that ask the same as an entry become wordings of it', async () => {
  const json = async (...argv: string[]) => JSON.parse((await run(...argv, '--json')).out);
  const { id, key } = await app.addServer();
  const { id: entry } = await addEntry(app.core, { serverId: id, title: 'Warranty', text: 'Two years.' });
  await app.chat(key, ask('Where is the harbour office?'));
  const [gap] = await json('gap', 'list', id);
  const both = await run('gap', 'answer', id, gap.id, '--answer', 'A', '--entry', entry);
  expect(both).toMatchObject({ code: 2, err: 'Give --answer or --entry, not both.\n' });
  const gone = await run('gap', 'answer', id, gap.id, '--entry', 'gone');
  expect(gone).toMatchObject({ code: 3, err: 'There is no entry with the id gone.\n' });
  const done = await run('gap', 'answer', id, gap.id, '--entry', entry, '--question', 'Guarantee?');
  expect(done.out).toContain(`it is now a wording of the entry ${entry}.`);
  expect(await json('gap', 'list', id)).toEqual([]);
  const made = await json(
    'training',
    'add',
    id,
    '--question',
    'How long is it covered?',
    '--answer',
    'Long.',
  );
  const approved = await run('training', 'approve', id, made.id, '--entry', entry);
  expect(approved.out).toContain(`Approved ${made.id}: it is now a wording of the entry ${entry}.`);
  expect(await listKnowledge(app.core, id)).toMatchObject([
    { title: 'Warranty', text: 'Two years.', questions: ['Guarantee?', 'How long is it covered?'] },
  ]);
});

test('an answer that a test question forbids waits, and the gap stays open', async () => {
  const { id } = await addAsked('Warranty?');
  const made = await addTest(app.core, id, { question: 'Warranty?', needsTeam: true });
  const [gap] = await listed(id);
  const refused = await run('gap', 'answer', id, gap.id, '--answer', 'The warranty lasts two years.');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain(`training approve ${id} ID --force, with the id`);
  expect(refused.err).toContain(`  ${made.id}  "Warranty?": whether the team is called is not as expected\n`);
  expect(await listKnowledge(app.core, id)).toEqual([]);
  expect(await listed(id)).toHaveLength(1);
  const [waiting] = await listTraining(app.core, id, 'pending');
  expect(waiting).toMatchObject({ source: 'gap' });
  const forced = await run('training', 'approve', id, waiting?.id ?? '', '--force');
  expect(forced.code).toBe(0);
});

test('an answer by an entry that a test question forbids names that entry in the way to do it anyway', async () => {
  const { id } = await addAsked('Warranty?');
  const { id: entry } = await addEntry(app.core, { serverId: id, title: 'Returns', text: 'Two years.' });
  await addTest(app.core, id, { question: 'Warranty?', needsTeam: true });
  const [gap] = await listed(id);
  const refused = await run('gap', 'answer', id, gap.id, '--entry', entry);
  expect(refused.err).toContain(`training approve ${id} ID --entry ${entry} --force, with the id`);
});

test('a missing, unknown, foreign or misspelt argument is refused with a sentence', async () => {
  const [{ id }, other] = [await addAsked('Warranty?'), await app.addServer()];
  const [gap] = await listed(id);
  const unknown = randomUUID();
  const missing = 'There is no such gap; it may have been closed.\n';
  const refusals = [
    [['close', id, unknown], missing, 3],
    [['close', other.id, gap.id], missing, 3],
    [['answer', other.id, gap.id, '--answer', 'A'], missing, 3],
    [['answer', id, gap.id], 'Give --answer or --entry.\n', 2],
    [['close', id, 'x'], 'ID: is not the id of a gap\n', 2],
    [['list', id, '--limit', '0'], '--limit: must be 1 or more\n', 2],
    [['list', 'nowhere'], 'There is no server with the id nowhere.\n', 3],
  ] as const;
  for (const [argv, err, code] of refusals) expect(await run('gap', ...argv)).toEqual({ code, out: '', err });
  expect(await listed(id)).toHaveLength(1);
});
