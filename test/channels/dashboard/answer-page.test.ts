import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordFeedback } from '../../../src/core/learning/feedback.ts';
import { recordOutcome } from '../../../src/core/learning/outcomes.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { ask, UNABORTED } from '../../support/app.ts';
import { findLively } from '../../support/markup.ts';
import { addOwned } from './learning-setup.ts';
import { type Dashboard, startDashboard } from './setup.ts';

const DAY_MS = 86_400_000;
const GATE = 'Why is the harbour gate closed?';

let dashboard: Dashboard;
let ai: AiStub;
beforeAll(async () => {
  ai = await startAiStub();
  dashboard = await startDashboard({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: ai.url });
});
afterAll(async () => {
  await dashboard.stop();
  await ai.close();
});
beforeEach(() => {
  ai.reply({ answer: 'A **storm** is coming.', needs_team: false, answerable: true, used: ['gate'] });
  ai.usage({ promptTokens: 1_234, completionTokens: 56 });
});

async function addServer() {
  const owned = await addOwned(dashboard);
  const { app } = dashboard;
  await app.addKnowledge(owned.id, [
    { id: 'gate', title: GATE, text: 'It closes in a storm.', link: 'https://docs.example/gate' },
    { id: 'boat', title: 'Where do I rent a harbour boat?', text: 'At the pier.' },
  ]);
  // Entries are dated by the database, the rest by the clock of the test.
  await sql`UPDATE knowledge SET updated_at = ${new Date(app.clock.now)}`.execute(app.core.database.kysely);
  const askFor = async (body: object = ask(GATE)) => {
    app.clock.now += 61_000;
    const answered = await app.chat(owned.key, body);
    expect(answered.status).toBe(200);
    return answered.body.id as string;
  };
  const open = (answerId: string) => owned.visitor.get(owned.path(`answers/${answerId}`));
  return { ...owned, askFor, open };
}

type Shown = Awaited<ReturnType<Awaited<ReturnType<typeof addServer>>['open']>>;
const turnsOf = ({ document }: Shown) =>
  [...document.querySelectorAll('[data-turn]')].map((turn) => [
    turn.getAttribute('data-turn'),
    turn.querySelector('p')?.textContent,
  ]);
const passagesOf = ({ document }: Shown) =>
  Object.fromEntries(
    [...document.querySelectorAll('[data-passage]')].map((one) => [
      one.getAttribute('data-passage'),
      { isUsed: one.getAttribute('data-used'), text: one.textContent?.replace(/\s+/g, ' ') ?? '' },
    ]),
  );
const factOf = (seen: Shown, name: string) => seen.text(`[data-fact=${name}]`);

describe('The page of one answer', () => {
  test('shows the ticket with whose words they are, the answer, what was found and used, and the figures', async () => {
    const { askFor, open, path } = await addServer();
    const id = await askFor({
      messages: [
        { role: 'user', content: 'Is the harbour open? I am jo@mail.example' },
        { role: 'assistant', content: 'It is open all day.' },
        { role: 'user', content: 'Not today, said the captain.', name: 'Ole (Staff)' },
        { role: 'user', content: GATE },
      ],
    });
    const seen = await open(id);
    expect(turnsOf(seen)).toEqual([
      ['customer', 'Is the harbour open? I am …'],
      ['bot', 'It is open all day.'],
      ['team', 'Not today, said the captain.'],
      ['customer', GATE],
    ]);
    expect(seen.document.querySelector('[data-answer] strong')?.textContent).toBe('storm');
    expect(seen.text('[data-reason]')).toBe('This was not handed over.');
    const { gate } = passagesOf(seen);
    expect(gate).toMatchObject({
      isUsed: 'true',
      text: expect.stringMatching(/Score [\d.]+ · used It closes in a storm\./),
    });
    expect(seen.attribute('[data-passage=gate] a', 'href')).toBe(path('knowledge/gate'));
    expect(factOf(seen, 'tokens')).toBe('1,234 in, 56 out');
    expect(Number(factOf(seen, 'units')?.replace(',', ''))).toBeGreaterThan(1_234);
    expect([factOf(seen, 'level'), factOf(seen, 'language'), factOf(seen, 'took')]).toEqual([
      'V1',
      'English',
      '0 s',
    ]);
    expect(factOf(seen, 'confidence')).toMatch(/^\d+%$/);
  });

  test('names the ticket as the system that asked does, where it said so', async () => {
    const { askFor, open } = await addServer();
    const conversation_id = '<b>ticket-4711</b>';
    expect(factOf(await open(await askFor({ ...ask(GATE), conversation_id })), 'conversation')).toBe(
      conversation_id,
    );
    expect((await open(await askFor())).document.querySelector('[data-fact=conversation]')).toBeNull();
  });

  test('says why the text of an answer with facts about the customer is not there, and shows the rest', async () => {
    const { askFor, open } = await addServer();
    const messages = [
      { role: 'user', content: 'Is the harbour open?' },
      { role: 'assistant', content: 'Not for golden members.' },
      { role: 'user', content: GATE },
    ];
    const id = await askFor({ messages, context: [{ label: 'Plan', value: 'Gold' }] });
    const seen = await open(id);
    expect(turnsOf(seen)).toEqual([
      ['customer', 'Is the harbour open?'],
      ['customer', GATE],
    ]);
    expect(seen.text('[data-withheld]')).toContain('facts about the customer');
    expect(seen.text('[data-left]')).toContain('facts about the customer');
    expect(seen.document.querySelector('[data-answer]')).toBeNull();
    expect(seen.html).not.toMatch(/gold/i);
    expect(passagesOf(seen).gate).toMatchObject({ isUsed: 'true' });
    expect(seen.document.querySelector('#correct-answer')?.textContent?.trim()).toBe('');
  });

  test('tells why the team took over, and what came of it', async () => {
    const { id: serverId, askFor, open } = await addServer();
    const { core } = dashboard.app;
    const answerId = await askFor(ask('I want my money back for the boat.'));
    await recordFeedback(core, { serverId, answerId, isHelpful: false, comment: 'Ask jo@mail.example' });
    await recordOutcome(core, { serverId, answerId, outcome: 'reopened', teamAnswer: null });
    const seen = await open(answerId);
    expect(seen.text('[data-reason=payment]')).toContain('It is about a payment. The ticket itself says so');
    expect([factOf(seen, 'vote'), factOf(seen, 'comment'), factOf(seen, 'outcome')]).toEqual([
      ...['Not helpful', 'Ask …', 'Reopened'],
    ]);
  });

  test('says that the units of an answer that did not hold came back', async () => {
    const { id: serverId, askFor, open } = await addServer();
    const answerId = await askFor(ask('Where do I rent a boat?'));
    const before = factOf(await open(answerId), 'units');
    await recordFeedback(dashboard.app.core, { serverId, answerId, isHelpful: false, comment: null });
    expect(factOf(await open(answerId), 'units')).toBe(`${before}, later given back`);
  });

  test('shows the texts of today: a changed entry is marked, and one that is gone is not linked', async () => {
    const { id: serverId, askFor, open } = await addServer();
    const { app } = dashboard;
    const id = await askFor(ask('Where do I rent a boat when the harbour gate is closed?'));
    await app.addKnowledge(serverId, [{ id: 'gate', title: GATE, text: 'It closes at night.' }]);
    await sql`DELETE FROM knowledge WHERE server_id = ${serverId} AND id = 'boat'`.execute(
      app.core.database.kysely,
    );
    await sql`UPDATE knowledge SET updated_at = ${new Date(app.clock.now + 1)} WHERE server_id = ${serverId}`.execute(
      app.core.database.kysely,
    );
    const seen = await open(id);
    const { gate, boat } = passagesOf(seen);
    expect(gate?.text).toMatch(/used · changed since It closes at night\./);
    expect(boat?.text).toContain('no longer exists');
    expect(seen.document.querySelector('[data-passage=boat] a')).toBeNull();
  });

  test('keeps of a long ticket the newest messages, and says how many it leaves out', async () => {
    const { askFor, open } = await addServer();
    const long = (n: number) => `Message ${n}: ${'boats in the harbour are blue. '.repeat(60)}`;
    const id = await askFor({
      messages: [
        ...[1, 2, 3, 4, 5, 6].map((n) => ({ role: 'user', content: long(n) })),
        { role: 'user', content: GATE },
      ],
    });
    const seen = await open(id);
    const turns = turnsOf(seen);
    expect(turns.at(-1)?.[1]).toBe(GATE);
    expect(turns.at(-2)?.[1]).toMatch(/^Message 6/);
    expect(seen.text('[data-left]')).toBe(
      `${7 - turns.length} earlier messages are not stored: they were too long, or someone else wrote them.`,
    );
    expect(turns.flat().join('').length).toBeLessThan(6_200);
  });

  test('is not found for another server, an unknown id or one that is none', async () => {
    const [one, other] = [await addServer(), await addServer()];
    const id = await one.askFor();
    expect((await one.open(id.toUpperCase())).status).toBe(200);
    for (const wrong of [id, randomUUID(), 'nothing', '..%2f', '%00', `${id}x`]) {
      const seen = await other.open(wrong);
      expect([wrong, seen.status]).toEqual([wrong, 404]);
      expect(seen.html).not.toContain('storm');
      for (const form of ['correct', 'test'])
        expect(
          (await other.visitor.post(other.path(`answers/${wrong}/${form}`), { question: 'Q?', answer: 'A.' }))
            .status,
        ).toBe(404);
    }
    expect((await other.visitor.get(one.path(`answers/${id}`))).status).toBe(404);
  });

  test('says that it is no longer kept after RETENTION_DAYS, and housekeeping leaves nothing of it', async () => {
    const { id: serverId, owner, askFor, path } = await addServer();
    const { core, clock } = dashboard.app;
    const id = await askFor({
      messages: [
        { role: 'user', content: 'Hello harbour' },
        { role: 'user', content: GATE },
      ],
    });
    const count = async () => {
      const rows = sql`SELECT FROM answer_details WHERE server_id = ${serverId}`;
      return (await rows.execute(core.database.kysely)).rows.length;
    };
    clock.now += 30 * DAY_MS + 1_000;
    const visitor = await dashboard.signIn(owner);
    const isGone = async () => {
      const seen = await visitor.get(path(`answers/${id}`));
      const made = await visitor.post(path(`answers/${id}/test`), { question: 'Q?', needs_team: 'yes' });
      const corrected = await visitor.post(path(`answers/${id}/correct`), { question: 'Q?', answer: 'A.' });
      for (const one of [seen, made, corrected]) {
        expect(one.status).toBe(404);
        expect(one.text('[data-gone]')).toContain(
          'This answer is no longer stored. Texts are deleted after 30 days',
        );
      }
    };
    await isGone();
    expect(await count()).toBe(1);
    await keepHouse(core, UNABORTED);
    expect(await count()).toBe(0);
    await isGone();
  });
});

describe('Hostile text', () => {
  test('in every column is text on the list and on the page', async () => {
    const { id: serverId, askFor, open, visitor, path } = await addServer();
    const { kysely } = dashboard.app.core.database;
    const id = await askFor({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'user', content: GATE },
      ],
    });
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))</textarea>';
    await sql`UPDATE answers SET question = ${evil}, answer = ${evil}, comment = ${evil}, engine = ${evil}, level = ${evil},
      feedback = ${`down:${evil}`}, used_ids = ARRAY[${evil}] WHERE server_id = ${serverId}`.execute(kysely);
    await sql`UPDATE answer_details SET history = ${JSON.stringify([{ by: 'team', text: evil }])},
      passages = ${JSON.stringify([
        { id: evil, score: 1 },
        { id: 'gate', score: 2 },
      ])}
      WHERE server_id = ${serverId}`.execute(kysely);
    const [page, list] = [await open(id), await visitor.get(path('answers'))];
    for (const seen of [page, list]) {
      expect([seen.status, findLively(seen.document)]).toEqual([200, []]);
      expect(seen.text('main')).toContain('alert(1)');
    }
  });
});
