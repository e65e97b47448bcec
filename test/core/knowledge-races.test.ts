import { expect, test } from 'vitest';
import { addEntry, changeEntry, listKnowledge, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

test('entries that are saved and removed at the same time end saved or removed, and nobody is told to retry', async () => {
  const { id: serverId } = await app.addServer();
  const faults = new Set<string>();
  for (let round = 0; round < 25; round += 1) {
    const titles = ['Fees', 'Rules', 'Events'];
    const entries = await Promise.all(
      titles.map((title) => addEntry(app.core, { serverId, title, text: 'Ten euros.' })),
    );
    const outcomes = await Promise.allSettled(
      entries.flatMap(({ id: entryId, title }) => [
        changeEntry(app.core, { serverId, entryId, title, text: `Saved ${round}.` }),
        removeKnowledge(app.core, serverId, entryId),
        changeEntry(app.core, { serverId, entryId, title, text: `Saved again ${round}.` }),
      ]),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') faults.add(outcome.reason.code);
    expect(await listKnowledge(app.core, serverId)).toEqual([]);
  }
  // Who saves what somebody else removed meanwhile is told so.
  faults.delete('not_found');
  expect([...faults]).toEqual([]);
});
