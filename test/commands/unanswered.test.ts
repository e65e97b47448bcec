import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { training } from '../../commands/training/training.ts';
import { unanswered } from '../../commands/unanswered.ts';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../src/core/learning/test-questions/test-questions.ts';
import { optOut } from '../../src/core/members/privacy.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { act, buttonsOf, cardsOf, formOf, invoke, textOf } from './setup.ts';

const app = useApp();

const GATE = 'Why is the harbour gate closed?';
const list = (serverId: string, language: 'de' | 'en' = 'en') =>
  unanswered.run(app.core, invoke({ serverId, language }));
const press = (serverId: string, id: string, more: object = {}) =>
  act(app.core, id.startsWith('gap') ? unanswered : training, id, { serverId, ...more });
const rest = (buttons: string[], verb: string) =>
  buttons.filter((id) => id.startsWith(`gap:${verb}:`)).map((id) => id.slice(`gap:${verb}:`.length));
const answersOf = (serverId: string) =>
  app.core.database.kysely.selectFrom('answers').selectAll().where('server_id', '=', serverId).execute();

/** A server whose bot was asked these questions, one after the other. */
async function addAsked(...questions: string[]) {
  const server = await app.addServer();
  for (const question of questions) {
    app.clock.now += 61_000;
    await app.chat(server.key, ask(question));
  }
  return server;
}

describe('/unanswered', () => {
  test('without gaps says so and explains it', async () => {
    const { id } = await app.addServer();
    expect(textOf(await list(id))).toContain(
      'Nothing is open: you have no recent questions left that went unanswered',
    );
    expect(textOf(await list(id, 'de'))).toContain('Es ist nichts offen');
    expect(textOf(await press(id, 'gap:more:5'))).toContain('Nothing more is open');
  });

  test('shows the most frequent first, with its newest example, counts, age and buttons', async () => {
    const { id } = await addAsked('Who painted the *lighthouse*?', GATE, `${GATE} `, `Hello, ${GATE}`);
    const reply = await list(id);
    const [first, second] = cardsOf(reply);
    expect(first?.text).toMatch(
      /^\*\*Hello, Why is the harbour gate closed\?\*\*\n-# asked 3 times · 3 handed over · <t:\d+:R>$/,
    );
    expect(second?.text).toMatch(/^\*\*Who painted the \\\*lighthouse\\\*\?\*\*\n-# asked once/);
    const [answerId] = rest(buttonsOf(reply), 'answer');
    expect(buttonsOf(reply).slice(0, 3)).toEqual([
      ...[`gap:answer:${answerId}`, `gap:close:${answerId}`, `gap:same:${answerId}`],
    ]);
    expect(textOf(await list(id, 'de'))).toContain('3-mal gefragt · 3 ans Team übergeben');
  });

  test('shows the bot’s answer and the comment if it was voted down, and what would be answered now', async () => {
    const server = await app.addServer();
    await app.addKnowledge(server.id, [
      { title: 'How do I get to Oslo?', text: 'Take the *ferry*. '.repeat(100) },
    ]);
    await app.chat(server.key, ask('How do I get to Oslo?'));
    await app.chat(server.key, ask(GATE));
    await app.core.database.kysely
      .updateTable('answers')
      .set({ feedback: 'down:wrong', comment: 'The *pier*\nis closed.' })
      .where('server_id', '=', server.id)
      .where('needs_team', '=', false)
      .execute();
    await app.addKnowledge(server.id, [{ title: GATE, text: 'A storm is coming.' }]);
    const text = textOf(await list(server.id));
    expect(text).toContain('1 👎');
    expect(text).toMatch(/> The bot said: .*Take the/);
    expect(text).toContain('> Comment: The \\*pier\\* is closed.');
    expect(text.match(/The bot now finds an entry/g)).toHaveLength(1);
    expect(text.length).toBeLessThan(2_000);
  });

  test('shows five at a time, each once, and each card is one message', async () => {
    const { id } = await app.addServer();
    const rows = Array.from({ length: 12 }, (_, n) => ({
      ...{
        server_id: id,
        id: randomUUID(),
        question: `Where is thing${n}x ${'|'.repeat(1_900)}`,
        answer: '~'.repeat(9_000),
      },
      ...{
        at: new Date(app.clock.now - n * 1_000),
        channel: 'api' as const,
        level: 'V1' as const,
        engine: 'x',
      },
      ...{
        used_ids: [],
        needs_team: true,
        reason: 'not_in_knowledge' as const,
        confidence: 0,
        feedback: 'down',
        comment: '|'.repeat(1_000),
      },
    }));
    await app.core.database.kysely
      .insertInto('answers')
      .values(rows as never)
      .execute();
    const seen: string[] = [];
    for (let reply = await list(id); ; ) {
      const cards = cardsOf(reply);
      expect(cards.length).toBeLessThanOrEqual(6);
      expect(cards.filter(({ text }) => text.length > 2_000)).toEqual([]);
      seen.push(...rest(buttonsOf(reply), 'close'));
      const [offset] = rest(buttonsOf(reply), 'more');
      if (!offset) break;
      expect(textOf(reply)).toContain('12 topics are open');
      reply = await press(id, `gap:more:${offset}`);
      expect(reply).toMatchObject({ isReplacing: true });
    }
    expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
    for (const forged of ['-5', '1e99', 'x', ''])
      expect(cardsOf(await press(id, `gap:more:${forged}`))).not.toEqual([]);
  });
});

describe('“Answer now”', () => {
  test('makes an approved entry at once, closes the gap, and can be undone', async () => {
    const { id } = await addAsked(GATE, GATE);
    await changeSettings(app.core, id, () => ({ teach_roles: ['44'] }));
    const [answerId] = rest(buttonsOf(await list(id)), 'answer');
    const form = formOf(await press(id, `gap:answer:${answerId}`));
    expect(form).toEqual({ id: `gap:save:${answerId}`, values: { question: GATE, answer: '' } });
    const fields = { question: GATE, answer: 'A storm is coming.' };
    const invoker = { id: '900', name: 'Ada', isAdmin: true, roleIds: ['44'] };
    const reply = await press(id, form.id, { fields, invoker });
    expect(reply).toMatchObject({ isReplacing: true });
    expect(textOf(reply)).toContain(`Approved: **${GATE}**`);
    expect(await listKnowledge(app.core, id)).toMatchObject([{ title: GATE, text: 'A storm is coming.' }]);
    const [made] = await listTraining(app.core, id, 'approved');
    expect(made).toMatchObject({
      source: 'gap',
      authorRole: '44',
      sources: [{ part: 'answer', memberId: '900' }],
    });
    expect(textOf(await list(id))).toContain('Nothing is open');
    expect(buttonsOf(reply)).toEqual([`training:revert:${made?.id}`]);
    expect(textOf(await press(id, `training:revert:${made?.id}`))).toContain('open again');
    expect(await listKnowledge(app.core, id)).toEqual([]);
  });

  test('submitted twice at once makes one entry, and the other person is told that it is done', async () => {
    const { id } = await addAsked(GATE);
    const [answerId] = rest(buttonsOf(await list(id)), 'answer');
    const fields = { question: GATE, answer: 'A storm.' };
    await press(id, `gap:save:${answerId}`, { fields });
    const late = await press(id, `gap:save:${answerId}`, { fields });
    expect(textOf(late)).toContain('no longer open');
    expect(late).toMatchObject({ files: [{ text: 'A storm.' }] });
    expect(await listKnowledge(app.core, id)).toHaveLength(1);
  });

  test('by an admin who has opted out stores no id', async () => {
    const { id } = await addAsked(GATE);
    await optOut(app.core, '901');
    const [answerId] = rest(buttonsOf(await list(id)), 'answer');
    const invoker = { id: '901', name: 'Ada', isAdmin: true, roleIds: [] };
    const fields = { question: GATE, answer: 'A storm.' };
    expect(textOf(await press(id, `gap:save:${answerId}`, { fields, invoker }))).toContain('Approved');
    expect(await listTraining(app.core, id, 'approved')).toMatchObject([{ sources: [] }]);
  });

  test('with an invalid text returns the text and keeps the gap', async () => {
    const { id } = await addAsked(GATE);
    const [answerId] = rest(buttonsOf(await list(id)), 'answer');
    const reply = await press(id, `gap:save:${answerId}`, {
      fields: { question: '<@1>', answer: 'A storm.' },
    });
    expect(textOf(reply)).toContain('The question must have');
    expect(reply).toMatchObject({ files: [{ text: 'A storm.' }] });
    expect(rest(buttonsOf(await list(id)), 'answer')).toEqual([answerId]);
    expect(await listTraining(app.core, id)).toEqual([]);
  });

  test('against test questions waits as a suggestion, and if forced also closes the gap', async () => {
    const { id } = await addAsked(GATE);
    await addTest(app.core, id, { question: GATE, needsTeam: true });
    const [answerId] = rest(buttonsOf(await list(id)), 'answer');
    const fields = { question: GATE, answer: 'A storm. Mail ada@harbour.example!' };
    const reply = await press(id, `gap:save:${answerId}`, { fields });
    expect(textOf(reply)).toContain('Not approved');
    expect(textOf(reply)).toContain('the team is not called');
    const [made] = await listTraining(app.core, id, 'pending');
    expect(buttonsOf(reply)).toEqual([
      `training:force:${made?.id}:${answerId}`,
      `training:edit:${made?.id}`,
      `training:reject:${made?.id}`,
    ]);
    for (const button of buttonsOf(reply)) expect(button.length).toBeLessThanOrEqual(100);
    expect(rest(buttonsOf(await list(id)), 'answer')).toEqual([answerId]);
    expect(textOf(await press(id, `training:force:${made?.id}:${answerId}`))).toContain('Approved');
    expect(textOf(await list(id))).toContain('Nothing is open');
  });

  test('fits the longest possible question into its form', async () => {
    const { id } = await addAsked(`${'wherefore '.repeat(1_200)}😀?`);
    const [answerId] = rest(buttonsOf(await list(id)), 'answer');
    expect(formOf(await press(id, `gap:answer:${answerId}`)).values.question?.length).toBeLessThanOrEqual(
      300,
    );
  });
});

describe('“Dismiss”', () => {
  test('dismisses all questions of the gap for the person who presses first', async () => {
    const { id } = await addAsked(GATE, GATE, 'Who painted the lighthouse?');
    const [answerId] = rest(buttonsOf(await list(id)), 'close');
    const reply = await press(id, `gap:close:${answerId}`);
    expect(reply).toMatchObject({ isReplacing: true });
    expect(textOf(reply)).toContain(`Dismissed: **${GATE}** and 1 like it`);
    expect(textOf(await press(id, `gap:close:${answerId}`, { language: 'de' }))).toContain(
      'nicht mehr offen',
    );
    expect(textOf(await list(id))).toContain('lighthouse');
    expect(textOf(await list(id))).not.toContain('gate');
  });
});

test.each([
  'answer',
  'save',
  'close',
])("gap:%s of what is gone, forged or another server's says so and changes nothing", async (verb) => {
  const { id } = await app.addServer();
  const other = await addAsked(GATE);
  const [foreign] = rest(buttonsOf(await list(other.id)), 'answer');
  const before = await answersOf(other.id);
  const fields = { question: 'Q?', answer: 'A' };
  for (const forged of [foreign, randomUUID(), "x'--", '']) {
    const reply = await press(id, `gap:${verb}:${forged}`, { fields });
    expect(textOf(reply)).toContain('no longer open');
  }
  expect(await answersOf(other.id)).toEqual(before);
  expect([await listTraining(app.core, id), await listTraining(app.core, other.id)]).toEqual([[], []]);
});
