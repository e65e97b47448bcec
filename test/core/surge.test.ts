import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approve, editSuggestion, reject, revert } from '../../src/core/learning/suggestions/suggestions.ts';
import { noticeSurge } from '../../src/core/learning/surge.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { tryQuestion } from '../../src/core/playground/playground.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { FIVE, startCrowd } from '../support/surge.ts';

let crowd: Awaited<ReturnType<typeof startCrowd>>;
let app: TestApp;
beforeAll(async () => {
  crowd = await startCrowd();
  app = crowd.app;
});
afterAll(() => crowd.stop());

describe('a surge over HTTP', () => {
  test('of five at the same moment in two processes makes one draft without an answer', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE);
    await crowd.become(id, 1);
    const [draft] = await crowd.readDrafts(id);
    expect(draft).toMatchObject({ answer: '', state: 'pending' });
    expect(FIVE).toContain(draft?.question);
    await crowd.askAll(key, FIVE);
    await crowd.stay(id, 1);
  });

  test.each([
    ['four', FIVE.slice(0, 4)],
    [
      'five different questions',
      ['Where is the map?', 'Who are you?', 'Why is it cold?', 'Is tea sold?', 'When is lunch?'],
    ],
  ])('of %s makes none', async (_name, texts) => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, texts);
    await crowd.stay(id, 0);
  });

  test('is over after ten minutes', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE.slice(0, 4));
    app.clock.now += 10 * 60_000 + 1;
    await crowd.askAll(key, FIVE.slice(4));
    await crowd.stay(id, 0);
  });

  test('does not count what was asked on another server', async () => {
    const [one, other] = [await app.addServer(), await app.addServer()];
    await crowd.askAll(one.key, FIVE.slice(0, 3));
    await crowd.askAll(other.key, FIVE.slice(3));
    await crowd.stay(one.id, 0);
    await crowd.stay(other.id, 0);
  });

  test('has personal data removed from its question', async () => {
    const { id, key } = await app.addServer();
    const texts = FIVE.map((text) => `${text} (mia@example.org)`);
    await crowd.askAll(key, texts);
    await crowd.become(id, 1);
    expect((await crowd.readDrafts(id))[0]?.question).toMatch(/…\)?$/);
    expect((await crowd.readDrafts(id))[0]?.question).not.toContain('mia');
  });

  test('whose draft was reworded still covers those who ask later', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE);
    await crowd.become(id, 1);
    const [draft] = await crowd.readDrafts(id);
    const given = { question: 'Holiday presents', answer: 'Press the star.' };
    await editSuggestion(app.core, id, draft?.id ?? '', given);
    await crowd.askAll(key, FIVE);
    await crowd.stay(id, 1);
  });

  test('that was dismissed makes a new draft only when five more ask', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE);
    await crowd.become(id, 1);
    app.clock.now += 1_000;
    await reject(app.core, id, (await crowd.readDrafts(id))[0]?.id ?? '');
    app.clock.now += 1_000;
    await crowd.askAll(key, FIVE.slice(0, 4));
    await crowd.stay(id, 1);
    await crowd.askAll(key, FIVE.slice(4));
    await crowd.become(id, 2);
  });

  test('whose answer was approved and reverted waits, and makes no second draft', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE);
    await crowd.become(id, 1);
    const [draft] = await crowd.readDrafts(id);
    const question = draft?.question ?? '';
    await editSuggestion(app.core, id, draft?.id ?? '', {
      question,
      answer: 'In the lobby, at the fir tree.',
    });
    await approve(app.core, id, draft?.id ?? '');
    await revert(app.core, id, draft?.id ?? '');
    await crowd.askAll(key, FIVE);
    await crowd.stay(id, 1);
  });

  test('does not come from questions in the playground', async () => {
    const { id, key } = await app.addServer();
    await crowd.askAll(key, FIVE.slice(0, 4));
    await tryQuestion(app.core, id, FIVE[4] ?? '', new AbortController().signal);
    await crowd.stay(id, 0);
  });

  test('of hostile questions makes one draft and causes no fault', async () => {
    const { id, key } = await app.addServer();
    const long = `${'wörtchen '.repeat(200)}${'ab'.repeat(6_000)}`.slice(0, 16_000);
    await crowd.askAll(key, [long, long, long, long, long]);
    await crowd.become(id, 1);
    expect((await crowd.readDrafts(id))[0]?.question.length).toBeLessThanOrEqual(300);
    const warnings = app.logged.filter(({ message }) => message === 'similar questions not searched for');
    expect(warnings).toEqual([]);
  });
});

test('a database that is down never causes an exception', async () => {
  const closed = await startApp();
  const { id } = await closed.addServer();
  await closed.stop();
  expect(() => noticeSurge(closed.core, { serverId: id, answerId: crypto.randomUUID() })).not.toThrow();
  const warned = () =>
    closed.logged.filter(({ message }) => message === 'similar questions not searched for');
  await expect.poll(warned, { interval: 5 }).toHaveLength(1);
});

test('the words of a member whose data is deleted at that moment are in no draft', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, key } = await app.addServer();
    const memberId = `12345678901234567${round}`;
    await crowd.askAll(key, FIVE.slice(0, 4));
    await crowd.attribute(id, memberId);
    await Promise.all([
      crowd.askAll(key, FIVE.slice(4)),
      round === 0 ? null : deleteMember(crowd.twin.core, memberId),
    ]);
    if (round === 0) {
      await crowd.become(id, 1);
      await deleteMember(crowd.twin.core, memberId);
    }
    await expect.poll(() => crowd.readSources(id), { interval: 5 }).toEqual([]);
  }
});
