import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { getSuggestion, listTraining, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest, summariseTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const json = async (...argv: string[]) => JSON.parse((await run(...argv, '--json')).out);

async function teach(serverId: string, question: string, answer = 'Nine days.') {
  app.clock.now += 1_000;
  return suggest(app.core, { serverId, question, answer, source: 'menu' });
}

async function record(serverId: string, question: string) {
  const row = { server_id: serverId, id: randomUUID(), question, answer: 'x', at: new Date(app.clock.now) };
  const rest = { channel: 'api', level: 'V1', engine: 'extractive', confidence: 0 } as const;
  await app.core.database.kysely
    .insertInto('answers')
    .values({ ...row, ...rest, needs_team: true, reason: 'not_in_knowledge', used_ids: [] })
    .execute();
}

test('suggestions are listed by state, approved and rejected', async () => {
  const { id } = await app.addServer();
  expect((await run('training', 'list', id)).out).toBe('There are no suggestions to show.\n');
  const [first, second] = [await teach(id, 'To Oslo?'), await teach(id, 'Opening hours?')];
  const shape = {
    answer: 'Nine days.',
    taught: null,
    wordings: [],
    state: 'pending',
    conflicts: [],
    count: 1,
    similar: [],
  };
  const listed = await json('training', 'list', id);
  expect(listed).toEqual([
    { id: second.id, question: 'Opening hours?', ...shape },
    { id: first.id, question: 'To Oslo?', ...shape },
  ]);
  const head = /^id +state +source +made +times +conflicts +question +answer +as taught\n/;
  expect((await run('training', 'list', id)).out).toMatch(head);

  expect(await json('training', 'approve', id, first.id)).toMatchObject({ id: first.id, state: 'approved' });
  expect((await run('training', 'reject', id, second.id)).out).toBe(`Rejected ${second.id}.\n`);
  expect(await json('training', 'list', id, '--state', 'rejected')).toMatchObject([{ id: second.id }]);
  expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'To Oslo?', source: 'training' }]);
});

test('near-duplicates are one line with their count, and are merged on request', async () => {
  const { id } = await app.addServer();
  const first = await teach(id, 'How long does delivery to Oslo take?', 'Nine days.');
  const other = await teach(id, 'Opening hours on Monday?', 'From ten.');
  const again = await teach(id, 'How long does the delivery to Oslo take?', 'It is tracked.');
  const table = (await run('training', 'list', id)).out.trim().split('\n');
  expect(table).toHaveLength(3);
  expect(table[1]).toMatch(new RegExp(`^${again.id} +pending +menu +\\S+ \\S+ +2 `));
  const listed = await json('training', 'list', id, '--state', 'pending');
  expect(listed).toMatchObject([
    { id: again.id, count: 2, similar: [first.id] },
    { id: other.id, count: 1 },
    { id: first.id, count: 1 },
  ]);
  const merged = await run('training', 'merge', id, again.id, first.id);
  expect(merged.out).toBe(`Merged into ${again.id}: ${first.id}.\n`);
  const [kept] = await listTraining(app.core, id, 'pending');
  expect((await run('training', 'show', id, again.id)).out).toContain(
    'Also asked as:\n  How long does delivery to Oslo take?',
  );
  expect(kept?.answer).toMatch(/It is tracked\.\s+Nine days\./);
  expect((await run('training', 'merge', id, again.id, 'x')).err).toBe(
    'OTHERS: is not the id of a suggestion\n',
  );
});

test('a suggestion is added, edited in part, shown with what it would change, approved and reverted', async () => {
  const { id } = await app.addServer();
  await record(id, 'How long is the warranty?');
  const added = await run('training', 'add', id, '--question', 'Warranty', '--answer', 'Two years.');
  expect(added.out).toMatch(/^Added \w{10}\. To use it: .* training approve /);
  const [made] = await listTraining(app.core, id);
  expect(made).toMatchObject({ source: 'import', sources: [], authorRole: null });
  const ref = made?.id ?? '';
  const longer = 'The warranty lasts two years.';
  expect((await run('training', 'edit', id, ref, '--answer', longer)).out).toBe(`Changed ${ref}.\n`);
  const shown = (await run('training', 'show', id, ref)).out;
  expect(shown).toContain(`Question: Warranty\n\nAnswer: ${longer}`);
  expect(shown).toContain('Latest questions compared: 1; 1 would be answered instead of handed over.');
  expect(shown).toContain('"How long is the warranty?": team (not_in_knowledge) -> Warranty');
  const machine = await json('training', 'show', id, ref);
  expect(machine).toMatchObject({
    ...{ id: ref, source: 'import', sources: [], conflicts: [], decided_at: null },
    proof: { looked: 1, changes: [{ kind: 'answered', after: { needs_team: false } }], tests: [] },
  });
  const approved = await run('training', 'approve', id, ref);
  expect(approved.out).toBe(
    `Approved ${ref}: it is now the entry training:${ref}. Latest questions compared: 1; 1 would be answered instead of handed over.\n`,
  );
  expect(await json('training', 'show', id, ref)).toMatchObject({ state: 'approved', proof: null });
  expect((await run('training', 'revert', id, ref)).out).toMatch(new RegExp(`^Reverted ${ref}: `));
  expect(await listKnowledge(app.core, id)).toEqual([]);
  expect(await getSuggestion(app.core, id, ref)).toMatchObject({ state: 'pending' });
});

test('an approval that would break a test question is refused with its name and changes nothing unless forced', async () => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [{ title: 'Oslo', text: 'Delivery to Oslo takes nine days.' }]);
  const oslo = await addTest(app.core, id, { question: 'Delivery to Oslo?', expected: 'nine' });
  const made = await teach(id, 'Delivery to Oslo?', 'Delivery to Oslo takes ten days.');
  const { revision } = await getServer(app.core, id);
  const refused = await run('training', 'approve', id, made.id);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err.split('\n')).toEqual([
    'Nothing was changed: these test questions pass today and would fail with this change.',
    `  ${oslo.id}  "Delivery to Oslo?": the expected text is missing`,
    `To do it anyway: npm run -s cli -- training approve ${id} ${made.id} --force`,
    '',
  ]);
  expect((await getServer(app.core, id)).revision).toBe(revision);
  expect(await getSuggestion(app.core, id, made.id)).toEqual(made);
  const forced = await run('training', 'approve', id, made.id, '--force');
  expect([forced.code, forced.out]).toEqual([0, expect.stringContaining('Test questions: 1 would fail.')]);
  expect(forced.out).toContain('Test questions passing now: 0 of 1.');
  expect(await summariseTests(app.core, id)).toMatchObject({ failed: 1, notRun: 0 });
});

test('a refused approval as a wording of an entry tells how to approve it as that all the same', async () => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [{ id: 'o', title: 'Oslo', text: 'Delivery to Oslo takes nine days.' }]);
  await addTest(app.core, id, { question: 'Delivery by sledge?', needsTeam: true });
  const made = await teach(id, 'Delivery by sledge?', 'No.');
  const { err } = await run('training', 'approve', id, made.id, '--entry', 'o');
  const [, way = ''] = err.split('To do it anyway: npm run -s cli -- ');
  expect(way).toBe(`training approve ${id} ${made.id} --entry o --force\n`);
  expect((await run(...way.trim().split(' '))).out).toContain('it is now a wording of the entry o.');
});

test('a contradiction is shown beside the entry that it contradicts, and no member id appears', async () => {
  const { id } = await app.addServer();
  const entry = { id: 'o', title: 'Delivery to Oslo', text: 'Delivery to Oslo takes nine days.\u001b[m' };
  await app.addKnowledge(id, [entry]);
  const made = await suggest(app.core, {
    ...{ serverId: id, question: 'How long does delivery to Oslo take?', source: 'reply', channelId: '11' },
    answer: 'Delivery to Oslo takes 14 days, except for everything that is larger than a shoe box.',
    sources: [{ part: 'answer', messageId: '12', memberId: '987654321987654321', isOriginal: true }],
    authorRole: '13',
  });
  await app.core.database.kysely
    .updateTable('training')
    .set({ conflicts: JSON.stringify([{ entryId: 'o', kind: 'contradicts' }]) })
    .where('id', '=', made.id)
    .execute();
  const shown = (await run('training', 'show', id, made.id)).out;
  expect(shown).toMatch(/role of the author +13\n/);
  expect(shown).toMatch(/messages +answer 11\/12/);
  expect(shown).toContain('Contradicts the entry o:\n');
  expect(shown).toMatch(/^How long does delivery to Oslo take\? +\| Delivery to Oslo$/m);
  expect(shown).not.toContain('\u001b');
  const machine = await json('training', 'show', id, made.id);
  expect(machine.conflicts).toEqual([
    { entry_id: 'o', kind: 'contradicts', title: entry.title, text: entry.text },
  ]);
  expect(JSON.stringify(machine) + shown).not.toContain('987654321987654321');
  expect(machine.contradicts).toEqual([{ entry: 'o', why: '', title: entry.title }]);
  const [listed] = await json('training', 'list', id);
  expect(listed.conflicts).toEqual([{ entry_id: 'o', kind: 'contradicts' }]);
});

test('a decided, unknown, foreign or misspelt id is refused with a sentence', async () => {
  const [mine, other] = [await app.addServer(), await app.addServer()];
  const made = await teach(mine.id, 'To Oslo?');
  await run('training', 'reject', mine.id, made.id);
  const refusals = [
    [['approve', mine.id, made.id], 'This suggestion is already rejected.\n', 1],
    [['approve', other.id, made.id], 'There is no such suggestion.\n', 3],
    [['show', other.id, made.id], 'There is no such suggestion.\n', 3],
    [['revert', mine.id, made.id], 'This suggestion is already rejected.\n', 1],
    [['reject', mine.id, 'x'], 'ID: is not the id of a suggestion\n', 2],
    [['edit', mine.id, made.id], 'Give --question, --answer or both.\n', 2],
    [['add', mine.id, '--question', 'Q'], '--answer: is required\n', 2],
    [
      ['list', mine.id, '--state', 'open'],
      '--state: must be one of pending, approved, rejected, suspended\n',
      2,
    ],
    [['list', 'nowhere'], 'There is no server with the id nowhere.\n', 3],
  ] as const;
  for (const [argv, err, code] of refusals)
    expect(await run('training', ...argv)).toEqual({ code, out: '', err });
  expect(await listKnowledge(app.core, mine.id)).toEqual([]);
});
