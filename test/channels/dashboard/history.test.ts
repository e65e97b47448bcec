import { expect, test } from 'vitest';
import { readImport, startImport } from '../../../src/core/learning/history/imports.ts';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import { addOwned } from './learning-setup.ts';
import { lastAction, useDashboard } from './setup.ts';

const dashboard = useDashboard();

/** A server whose learning is on, with its owner on the page of suggestions. */
async function openTraining() {
  const owned = await addOwned(dashboard);
  await changeSettings(dashboard.app.core, owned.id, () => ({ learning: true, teach_roles: ['900'] }));
  await owned.visitor.get(owned.path('training'));
  return owned;
}
const begin = (serverId: string) => startImport(dashboard.app.core, serverId, { channel: '77', days: 90 });

test('the page of suggestions says how a history is read, where none was, in both languages', async () => {
  const { visitor, path } = await openTraining();
  expect((await visitor.get(path('training'))).text('[data-history=none]')).toContain('/learning import');
  expect((await visitor.get(`${path('training')}?lang=de`)).text('[data-history=none]')).toContain('Forums');
});

test('a run is shown with its figures and looks again by itself; it is stopped by a plain form', async () => {
  const { id, visitor, path } = await openTraining();
  await begin(id);
  const { kysely } = dashboard.app.core.database;
  const figures = { messages: 1_234, suggested: 12, grouped: 3, own_words: 2 };
  await kysely
    .updateTable('history_imports')
    .set({ ...figures, left_out: JSON.stringify({ small_talk: 40, opted_out: 1 }) })
    .where('server_id', '=', id)
    .execute();
  const seen = await visitor.get(path('training'));
  expect(seen.text('[data-history=running]')).toMatch(
    /Being read now[\s\S]*1,234[\s\S]*12[\s\S]*40 × only small/,
  );
  expect(seen.attribute('[data-history] a', 'href')).toContain(`/channels/${id}/77`);
  const stopped = await visitor.submit(path('training/history/stop'));
  expect(stopped.text('[data-ended=stopped]')).toContain('Stopped by hand');
  expect((await readImport(dashboard.app.core, id))?.endedFor).toBe('stopped');
  expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'history.stopped', subject: '77' });
  expect((await visitor.post(path('training/history/stop'))).status).toBe(303);
});

test('of another server nothing is shown or stopped', async () => {
  const [mine, other] = [await openTraining(), await openTraining()];
  await begin(other.id);
  expect((await mine.visitor.get(mine.path('training'))).text('[data-history=none]')).not.toBe('');
  expect((await mine.visitor.post(`/servers/${other.id}/training/history/stop`)).status).toBe(404);
  expect((await readImport(dashboard.app.core, other.id))?.state).toBe('running');
});
