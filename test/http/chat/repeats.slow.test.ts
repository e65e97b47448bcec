import { expect, test } from 'vitest';
import { changeEntry } from '../../../src/core/knowledge/knowledge.ts';

import { sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { ask } from '../../support/app.ts';
import { readWeek } from '../../support/books.ts';

const { app, stub } = useStubbedApp();

const REPEATS = 10_000;
const AT_ONCE = 50;
const ENTRY = { id: 'berths', title: 'Berths', text: 'A berth is paid monthly.' };

test('10,000 repeats call no backend and cost no unit, and a change of the entry ends them at once', async () => {
  const { id, key } = await app.addServer({ language: 'en', repeats: true });
  await app.addKnowledge(id, [ENTRY]);
  stub.reply(() => ({ ...sound, answer: 'Monthly.', used: ['berths'] }));
  await app.chat(key, ask('How is a berth paid?'));
  const [calls, week] = [stub.requests.length, await readWeek(app, id)];
  let left = REPEATS;
  const askAgain = async () => {
    while (left > 0) {
      left -= 1;
      const { status, body } = await app.chat(key, ask('how is a berth paid'));
      expect([status, body.repeated, body.answer]).toEqual([200, true, 'Monthly.']);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askAgain));
  expect(stub.requests.length).toBe(calls);
  expect(await readWeek(app, id)).toEqual(week);
  const { usage } = (await app.status(key)).body;
  expect(usage.requests_today).toBe(REPEATS + 1);
  stub.reply(() => ({ ...sound, answer: 'Yearly.', used: ['berths'] }));
  await changeEntry(app.core, { serverId: id, entryId: 'berths', ...ENTRY, text: 'A berth is paid yearly.' });
  const after = await app.chat(key, ask('How is a berth paid?'));
  expect([after.body.repeated, after.body.answer]).toEqual([false, 'Yearly.']);
});
