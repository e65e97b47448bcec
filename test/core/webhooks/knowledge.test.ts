import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  addEntry,
  changeEntry,
  listVersions,
  putEntries,
  putEntry,
  removeKnowledge,
  restoreVersion,
} from '../../../src/core/knowledge/knowledge.ts';
import { crawlNow } from '../../../src/core/knowledge/links.ts';
import { approve, revert, suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { describeEvent } from '../../../src/core/webhooks/brief.ts';
import { addWebhook, listDeliveries, setWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { UNABORTED } from '../../support/app.ts';
import { toPage } from '../../support/site.ts';
import { SITE, startCrawlTest, stopCrawlApp } from '../crawl/setup.ts';
import { DAY, startHooked } from './setup.ts';

const hooked = await startHooked();
beforeEach(() => hooked.reset());
afterAll(async () => {
  await hooked.stop();
  await stopCrawlApp();
});
const { core } = hooked.app;

/** What the receiver was told of entries since the last look: an event each. */
async function toldChanges(): Promise<string[][]> {
  await hooked.deliver();
  const told = hooked.receiver.received.filter(({ event }) => event.type === 'knowledge.changed');
  hooked.receiver.forget();
  return told.map(({ event }) =>
    event.data.entries.map(({ id, change }: { id: string; change: string }) => `${change} ${id}`),
  );
}

test('every door tells of the entries it changed, once and after the change', async () => {
  const { id: serverId } = await hooked.addHooked();
  const entry = await addEntry(core, { serverId, title: 'The harbour', text: 'Boats.' });
  expect(await toldChanges()).toEqual([[`added ${entry.id}`]]);
  const same = { serverId, entryId: entry.id, title: 'The harbour' };
  await changeEntry(core, { ...same, text: 'Ships.' });
  await changeEntry(core, { ...same, text: 'Ships.', questions: ['Which boats?'] });
  await changeEntry(core, { ...same, text: 'Ships.' });
  expect(await toldChanges()).toEqual([[`changed ${entry.id}`], [`changed ${entry.id}`]]);
  await removeKnowledge(core, serverId, entry.id);
  expect(await toldChanges()).toEqual([[`removed ${entry.id}`]]);
  const [version] = (await listVersions(core, serverId, entry.id)).filter((one) => one.entry !== null);
  await restoreVersion(core, { serverId, entryId: entry.id, version: version?.version ?? 0 });
  expect(await toldChanges()).toEqual([[`added ${entry.id}`]]);
  await putEntry(core, { serverId, entryId: 'faq-1', title: 'Fees', text: 'Ten.' });
  expect(await toldChanges()).toEqual([['added faq-1']]);
  const suggestion = await suggest(core, { serverId, question: 'How?', answer: 'So.', source: 'reply' });
  const { entryId } = await approve(core, serverId, suggestion.id);
  expect(await toldChanges()).toEqual([[`added ${entryId}`]]);
  await revert(core, serverId, suggestion.id);
  expect(await toldChanges()).toEqual([[`removed ${entryId}`]]);
  await changeServer(core, serverId, { name: 'Renamed' });
  expect(await toldChanges()).toEqual([]);
});

test('one change is one event, and a change of more than 500 entries several, each entry once', async () => {
  const { id: serverId } = await hooked.addHooked();
  const entries = Array.from({ length: 1_201 }, (_, n) => ({ id: `e${n}`, title: `T ${n}`, text: 'x' }));
  await hooked.app.addKnowledge(serverId, entries);
  const told = await toldChanges();
  expect(told.map((event) => event.length)).toEqual([500, 500, 201]);
  expect(told.flat().toSorted()).toEqual(entries.map(({ id }) => `added ${id}`).toSorted());
  const few = entries.slice(0, 3).map(({ id, title }) => ({ entryId: id, title, text: 'y' }));
  await putEntries(core, { serverId, entries: [...few, { entryId: 'new', title: 'N', text: 'z' }] });
  const [mixed, ...more] = await toldChanges();
  expect([mixed, more]).toEqual([['changed e0', 'changed e1', 'changed e2', 'added new'], []]);
});

test('a crawl tells of the sections that came, changed and went', async () => {
  await using run = await startCrawlTest({ '/inn': toPage('Inn', '<p>The inn has forty beds.</p>') });
  await setWebhook(run.app.core, run.serverId, 'http://hooks.example/in');
  const told = async () => {
    const events = (await listDeliveries(run.app.core, run.serverId)).toReversed();
    const read = events.map((one) =>
      describeEvent(run.app.core, { serverId: run.serverId, ...one }, UNABORTED),
    );
    return (await Promise.all(read)).map((data) => data?.entries);
  };
  const page = expect.stringMatching(/^page:/);
  await run.crawl('/inn');
  expect(await told()).toEqual([[{ id: page, change: 'added' }]]);
  run.site.answers['/inn'] = toPage('Inn', '<p>The inn has fifty beds.</p>');
  const again = { signal: UNABORTED, onProgress: () => undefined };
  await crawlNow(run.app.core, run.serverId, `${SITE}/inn`, again);
  expect((await told()).slice(1)).toEqual([[{ id: page, change: 'changed' }]]);
});

test('is told to those webhooks alone that take it, and noted where none does not at all', async () => {
  const { id: serverId } = await hooked.app.addServer();
  const noted = () => core.database.kysely.selectFrom('knowledge_changes').select('entry_id').execute();
  await hooked.app.core.database.kysely.deleteFrom('knowledge_changes').execute();
  const other = { url: 'http://hooks.example/other', types: ['report.weekly' as const] };
  await addWebhook(core, serverId, other);
  await addEntry(core, { serverId, title: 'One', text: 'x' });
  expect([await toldChanges(), await noted()]).toEqual([[], []]);
  await addWebhook(core, serverId, { url: 'http://hooks.example/in', types: ['knowledge.changed'] });
  await addEntry(core, { serverId, title: 'Two', text: 'x' });
  await hooked.deliver();
  expect(hooked.receiver.received.map(({ path }) => path)).toEqual(['/in']);
  expect(await noted()).toHaveLength(1);
});

test('what was noted is deleted after RETENTION_DAYS, with the events of it', async () => {
  const { id: serverId } = await hooked.addHooked();
  await addEntry(core, { serverId, title: 'One', text: 'x' });
  await hooked.deliver();
  hooked.app.clock.now += 31 * DAY;
  await keepHouse(core, UNABORTED);
  expect(await hooked.deliveries(serverId)).toEqual([]);
  expect(await core.database.kysely.selectFrom('knowledge_changes').selectAll().execute()).toEqual([]);
});

test('writers at once are told in the order in which they wrote', async () => {
  const { id: serverId } = await hooked.addHooked();
  const versions = Array.from({ length: 8 }, (_, n) => n);
  await Promise.all(
    versions.map((n) => putEntry(core, { serverId, entryId: `e${n}`, title: `T ${n}`, text: 'x' })),
  );
  await hooked.deliver();
  const revisions = (await hooked.deliveries(serverId)).toReversed().map(({ subject }) => subject);
  expect(revisions).toHaveLength(8);
  expect(revisions).toEqual(
    revisions.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)),
  );
  expect(hooked.receiver.ids()).toEqual((await hooked.deliveries(serverId)).map(({ id }) => id).toReversed());
});
