import { beforeEach, describe, expect, test } from 'vitest';
import { runTestsWithAnswers } from '../../src/core/learning/test-questions/real-answers.ts';
import { addTest, runTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { recordAction } from '../../src/core/members/audit.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { UNABORTED } from '../support/app.ts';
import { useApp, useAppWithAi } from '../support/use-app.ts';

const plain = useApp();
const { app, stub } = useAppWithAi();

const QUESTION = 'How long does delivery to Oslo take?';
const OSLO = { id: 'o', title: 'Delivery to Oslo', text: 'Delivery to Oslo takes nine days.' };
const OPERATOR = { channel: 'cli' as const, memberId: null, memberName: null };

/** What the model says next, the last for ever. */
let said: string[];
beforeEach(() => {
  said = ['It takes nine days.'];
  stub.reply(() => ({
    answer: (said.length > 1 ? said.shift() : said[0]) ?? '',
    ...{ needs_team: false, answerable: true, used: ['o'] },
  }));
});

async function addServer() {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [OSLO]);
  const { id: testId } = await addTest(app.core, id, { question: QUESTION, expected: 'nine days' });
  const run = (times: number) => runTestsWithAnswers(app.core, id, UNABORTED, times);
  return { id, testId, run };
}

/** As if it had been written a minute after the last run. */
async function rewrite(serverId: string): Promise<void> {
  app.clock.now += 60_000;
  await app.core.database.kysely
    .updateTable('knowledge')
    .set({ updated_at: new Date(app.clock.now) })
    .where('server_id', '=', serverId)
    .execute();
}

/** Nothing is newer than the next run. */
async function age(serverId: string): Promise<void> {
  await app.core.database.kysely
    .updateTable('knowledge')
    .set({ updated_at: new Date(app.clock.now - 60_000) })
    .where('server_id', '=', serverId)
    .execute();
}

describe('a test question that is asked several times', () => {
  test('passes only where all answers are right, and shows the one that is not', async () => {
    const { testId, run } = await addServer();
    expect(await run(3)).toMatchObject({ total: 1, passed: 1, failed: [] });
    said = ['It takes nine days.', 'Delivery to Oslo takes days.', 'It takes nine days.'];
    const calls = stub.requests.length;
    expect(await run(3)).toMatchObject({
      ...{ total: 1, passed: 0, notAsked: 0 },
      failed: [{ id: testId, right: 2, faults: ['expected'], answer: 'Delivery to Oslo takes days.' }],
    });
    expect(stub.requests.length - calls).toBe(3);
  });

  test('counts each time to the free questions of the day, and one that was cut short counts as not asked', async () => {
    const { id, run } = await addServer();
    const day = { server_id: id, day: '2026-03-18', kind: 'playground' as const, n: 98 };
    await app.core.database.kysely.insertInto('day_counts').values(day).execute();
    expect(await run(3)).toMatchObject({ total: 1, passed: 0, notAsked: 1, stoppedBy: 'rate_limited_day' });
  });

  test('gets the same each time without a model', async () => {
    const { id } = await plain.addServer();
    await plain.addKnowledge(id, [OSLO]);
    await addTest(plain.core, id, { question: QUESTION, expected: 'nine days', needsTeam: false });
    await addTest(plain.core, id, { question: QUESTION, expected: 'ten days' });
    expect(await runTests(plain.core, id, 5)).toMatchObject({ total: 2, passed: 1, failed: [{ right: 0 }] });
    const asked = await runTestsWithAnswers(plain.core, id, UNABORTED, 5);
    expect(asked).toMatchObject({ total: 2, passed: 1, failed: [{ right: 0 }] });
  });
});

describe('one that was right and falls is told once', () => {
  test('with the entry, the setting and the model that changed since', async () => {
    const { id, testId, run } = await addServer();
    await age(id);
    await run(2);
    await rewrite(id);
    app.clock.now += 1_000;
    await changeServer(app.core, id, { level: 'V2' });
    await recordAction(app.core, {
      ...{ serverId: id, actor: OPERATOR },
      ...{ action: 'persona.changed', subject: 'level' },
    });
    said = ['It takes ten days.'];
    const { regressions } = await run(1);
    expect(regressions).toMatchObject([{ id: testId, right: 0 }]);
    expect(regressions[0]?.changes).toEqual([
      { what: 'engine', subject: expect.stringMatching(/^\S+ -> \S+$/) },
      { what: 'persona.changed', subject: 'level' },
      { what: 'entry', subject: 'Delivery to Oslo' },
    ]);
    expect((await run(1)).regressions).toEqual([]);
  });

  test('with nothing where nothing changed, and not what was changed before it was right', async () => {
    const { id, run } = await addServer();
    await rewrite(id);
    app.clock.now += 1_000;
    await run(2);
    said = ['It takes nine days.', 'It takes ten days.'];
    expect((await run(2)).regressions).toMatchObject([{ right: 1, changes: [] }]);
  });
});
