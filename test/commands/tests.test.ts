import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tests } from '../../commands/tests/tests.ts';
import { training } from '../../commands/training/training.ts';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { getSuggestion, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest, listTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { recordAction } from '../../src/core/members/audit.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { act, buttonsOf, cardsOf, invoke, textOf } from './setup.ts';

let app: TestApp;
let withAi: TestApp;
let stub: AiStub;
beforeAll(async () => {
  stub = await startAiStub();
  app = await startApp();
  withAi = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
});
afterAll(async () => {
  await Promise.all([app.stop(), withAi.stop()]);
  await stub.close();
});

const QUESTION = 'How long does delivery to Oslo take?';
const run = (
  serverId: string,
  subcommand: string,
  options: Record<string, string> = {},
  { language = 'en' as 'de' | 'en', on = app } = {},
) => {
  // Of the same millisecond the order would be anybody's guess.
  on.clock.now += 1;
  return tests.run(on.core, invoke({ serverId, subcommand, options, language }));
};
const save = (serverId: string, given: Parameters<typeof addTest>[2], on = app) => {
  on.clock.now += 1;
  return addTest(on.core, serverId, given);
};
const press = (serverId: string, id: string, more: object = {}) =>
  act(app.core, id.startsWith('tests') ? tests : training, id, { serverId, ...more });

async function addServer(on = app) {
  const { id } = await on.addServer();
  await on.addKnowledge(id, [{ id: 'oslo', title: QUESTION, text: 'It takes nine days by ship.' }]);
  return id;
}

describe('/tests add', () => {
  test('saves a question with its expectation, and shows its current result', async () => {
    const id = await addServer();
    const reply = await run(id, 'add', { question: QUESTION, expected: 'nine days', needs_team: 'no' });
    expect(textOf(reply)).toContain(
      `Saved: **${QUESTION}** (expects “nine days”, the team must not be called)`,
    );
    expect(textOf(reply)).toContain('It passes');
    const failing = await run(
      id,
      'add',
      { question: 'Who rules the moon?', needs_team: 'no' },
      { language: 'de' },
    );
    expect(textOf(failing)).toContain('(ohne Team)');
    expect(textOf(failing)).toContain('scheitert sie noch');
    expect(await listTests(app.core, id)).toMatchObject([
      { question: QUESTION, expected: 'nine days', needsTeam: false, faults: [] },
      { expected: null, needsTeam: false, faults: ['needs_team'] },
    ]);
  });

  test.each([
    [{ question: ' ' }, 'The question must have'],
    [{ question: 'Q?' }, 'or both'],
    [{ question: 'Q?', expected: '**' }, 'or both'],
    [{ question: 'Q?', expected: 'x'.repeat(501) }, 'up to 500'],
    [{ question: 'Q?', needs_team: 'maybe' }, 'or both'],
  ])('with %o says what is wrong and saves nothing', async (options, words) => {
    const { id } = await app.addServer();
    expect(textOf(await run(id, 'add', options))).toContain(words);
    expect(await listTests(app.core, id)).toEqual([]);
  });
});

describe('/tests list', () => {
  test('shows each with its last result, in pages of one message each', async () => {
    const id = await addServer();
    await save(id, { question: QUESTION, expected: 'nine days' });
    await run(id, 'run');
    for (let n = 0; n < 24; n++) {
      const question = `${n} ${'*long* '.repeat(280)}`;
      await save(id, { question, expected: `_${n}`.repeat(160), needsTeam: true });
    }
    const seen: string[] = [];
    for (let page = 1; page <= 3; page++) {
      const reply = page === 1 ? await run(id, 'list') : await press(id, `tests:page:${page}`);
      expect(textOf(reply).length).toBeLessThanOrEqual(2_000);
      seen.push(...textOf(reply).split('\n').slice(1));
      expect(textOf(reply)).toContain(`page ${page} of 3`);
    }
    expect(seen).toHaveLength(25);
    expect(seen[0]).toMatch(/^✅ .* · expects “nine days” · <t:\d+:R>$/);
    expect(seen[1]).toContain('never checked');
  });
});

describe('/tests run', () => {
  test('counts passes and failures, and says for each failure what was expected', async () => {
    const id = await addServer();
    await save(id, { question: QUESTION, expected: 'nine days' });
    await save(id, { question: QUESTION, expected: 'five days', needsTeam: true });
    const text = textOf(await run(id, 'run'));
    expect(text).toContain('1 passed, 1 failed');
    expect(text).toContain(`“${QUESTION}”: “five days” is missing and the team is not called`);
    expect(textOf(await run(id, 'run', {}, { language: 'de' }))).toContain(
      '„five days“ fehlt und das Team wird nicht gerufen',
    );
    expect(await listTests(app.core, id)).toMatchObject([
      { faults: [] },
      { faults: ['expected', 'needs_team'] },
    ]);
  });

  test('with many failures is one message with all of them in a file', async () => {
    const { id } = await app.addServer();
    for (let n = 0; n < 12; n++) {
      const question = `${n} ${'_q_'.repeat(600)}?`;
      await save(id, { question, expected: `${'*e*'.repeat(100)}${n}`, needsTeam: false });
    }
    const reply = await run(id, 'run');
    expect(textOf(reply).length).toBeLessThanOrEqual(2_000);
    expect(reply).toMatchObject({ files: [{ name: 'tests.txt' }] });
    expect(reply.kind === 'cards' && reply.files?.[0]?.text.match(/^- /gm)?.length).toBe(12);
  });

  test('with real answers asks the bot, shows what it said, and stops at the daily limit of free questions', async () => {
    stub.reply({ answer: 'It takes days by ship.', needs_team: false, answerable: true, used: ['oslo'] });
    const id = await addServer(withAi);
    for (let n = 0; n < 3; n++) await save(id, { question: QUESTION, expected: 'nine days' }, withAi);
    const counted = { server_id: id, day: '2026-03-18', kind: 'playground' as const, n: 98 };
    await withAi.core.database.kysely.insertInto('day_counts').values(counted).execute();
    const before = stub.requests.length;
    const text = textOf(await run(id, 'run', { answers: 'real' }, { on: withAi }));
    expect(text).toContain('0 passed, 2 failed');
    expect(text).toContain('The bot says: It takes days by ship.');
    expect(text).toContain('Not asked: 1, because today’s 100 free questions are used up');
    expect(stub.requests.length - before).toBe(2);
    expect(textOf(await run(id, 'run', { answers: 'found' }, { on: withAi }))).toContain('3 passed');
    expect(stub.requests.length - before).toBe(2);
  });
});

describe('/tests run with times', () => {
  const TWICE = { times: '2' };

  test('passes a question only when all its answers are right, and says what changed since one passed', async () => {
    const says = (answer: string) => ({ answer, needs_team: false, answerable: true, used: ['oslo'] });
    stub.reply(says('It takes nine days.'));
    const id = await addServer(withAi);
    await save(id, { question: QUESTION, expected: 'nine days' }, withAi);
    const before = stub.requests.length;
    const all = textOf(await run(id, 'run', TWICE, { on: withAi }));
    expect(all).toContain('1 passed, 0 failed. Each was asked 2 times');
    expect(stub.requests.length - before).toBe(2);
    withAi.clock.now += 1_000;
    const actor = { channel: 'cli' as const, memberId: null, memberName: null };
    const deed = { action: 'persona.changed', subject: 'tone: – → brief' } as const;
    await recordAction(withAi.core, { serverId: id, actor, ...deed });
    const answers = ['It takes nine days.', 'It takes weeks.'];
    stub.reply(() => says(answers.shift() ?? ''));
    const text = textOf(await run(id, 'run', TWICE, { on: withAi, language: 'de' }));
    expect(text).toContain('0 bestanden, 1 gescheitert. Jede wurde 2-mal gefragt');
    expect(text).toContain('„nine days“ fehlt (1 von 2 richtig)');
    expect(text).toMatch(/Beim letzten Mal bestand sie\. Seither: .*tone: – → brief/);
  });

  test('asks no model where only what is found is checked, and refuses a number that it does not offer', async () => {
    const id = await addServer(withAi);
    await save(id, { question: QUESTION, expected: 'nine days' }, withAi);
    const before = stub.requests.length;
    const found = await run(id, 'run', { ...TWICE, answers: 'found' }, { on: withAi });
    expect(textOf(found)).toContain('1 passed, 0 failed. Each was asked 2 times');
    for (const times of ['0', '6', '1.5', 'x'])
      expect(textOf(await run(id, 'run', { times }, { on: withAi }))).toContain('choose 1 to 5');
    expect(stub.requests.length).toBe(before);
  });
});

describe('/tests remove', () => {
  test('removes the test chosen by a part of its question, once', async () => {
    const id = await addServer();
    const made = await save(id, {
      question: `${QUESTION} ${'x'.repeat(200)}`,
      expected: 'nine',
    });
    const complete = (serverId: string, typed: string) =>
      tests.complete?.(app.core, { serverId, language: 'en', subcommand: 'remove', option: 'test', typed });
    const [found] = (await complete(id, 'OSLO')) ?? [];
    expect([found?.value, found?.name.length]).toEqual([made.id, 100]);
    expect(await complete(id, 'bergen')).toEqual([]);
    const replies = await Promise.all([1, 2].map(() => run(id, 'remove', { test: made.id })));
    expect(replies.filter((reply) => textOf(reply).includes('Removed'))).toHaveLength(1);
    expect(replies.filter((reply) => textOf(reply).includes('no such test question'))).toHaveLength(1);
  });

  test("does not touch another server's", async () => {
    const [id, other] = [await addServer(), await addServer()];
    const made = await save(other, { question: QUESTION, expected: 'nine' });
    for (const forged of [made.id, "x'--", '']) {
      expect(textOf(await run(id, 'remove', { test: forged }))).toContain('no such test question');
    }
    expect(await listTests(app.core, other)).toHaveLength(1);
  });
});

describe('an approval that would break test questions', () => {
  async function prepare() {
    const { id } = await app.addServer();
    await app.addKnowledge(id, [{ title: 'Shipping', text: 'Delivery to Oslo takes nine days.' }]);
    await save(id, { question: QUESTION, expected: 'nine days', needsTeam: false });
    const answer = 'Twelve weeks by reindeer.';
    const made = await suggest(app.core, { serverId: id, question: QUESTION, answer, source: 'menu' });
    return { id, made, state: async () => (await getSuggestion(app.core, id, made.id)).state };
  }

  test('is refused with what would fail, and a way to approve anyway', async () => {
    const { id, made, state } = await prepare();
    const reply = await press(id, `training:approve:${made.id}`);
    expect(reply).toMatchObject({ isReplacing: true });
    expect(textOf(reply)).toContain(`Not approved: **${QUESTION}**`);
    expect(textOf(reply)).toContain('“nine days” is missing');
    expect(buttonsOf(reply)).toEqual(
      ['force', 'edit', 'reject'].map((verb) => `training:${verb}:${made.id}`),
    );
    expect(await state()).toBe('pending');
    const german = await press(id, `training:approve:${made.id}`, { language: 'de' });
    expect(textOf(german)).toContain('„nine days“ fehlt');
    expect(await listKnowledge(app.core, id)).toHaveLength(1);
    expect(textOf(await press(id, `training:force:${made.id}`))).toContain('Approved');
    expect(await state()).toBe('approved');
    expect(await listKnowledge(app.core, id)).toHaveLength(2);
  });

  test('stays one message, however many test questions fail', async () => {
    const { id, made } = await prepare();
    for (let n = 0; n < 20; n++) {
      const question = `${QUESTION} ${'*'.repeat(n)}`;
      await save(id, { question, expected: `${'*'.repeat(400)}nine days` });
    }
    const reply = await press(id, `training:approve:${made.id}`);
    expect(textOf(reply)).toMatch(/and \d+ more$/);
    expect(cardsOf(reply)[0]?.text.length).toBeLessThanOrEqual(2_000);
  });
});
