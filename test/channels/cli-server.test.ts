import { expect, test } from 'vitest';
import { listActions } from '../../src/core/audit.ts';
import { getServer } from '../../src/core/servers.ts';
import { startApp } from '../support/app.ts';
import { runOn } from './cli-setup.ts';

test('a change of which only a part was done stands in the log as far as it was done', async () => {
  const app = await startApp();
  const { id } = await app.addServer({ level: 'V1' });
  const { kysely } = app.core.database;
  await kysely.schema.alterTable('quota_alerts').renameTo('hidden').execute();
  const argv = ['server', 'set', id, '--level', 'V2', '--alerts-channel', '77'];
  const failed = await runOn(async () => app.core, argv);
  expect([failed.code, failed.out]).toEqual([1, '']);
  expect((await getServer(app.core, id)).settings).toMatchObject({ level: 'V2' });
  const told = async () => (await listActions(app.core, id, { limit: 10 })).map(({ subject }) => subject);
  expect(await told()).toEqual(['level V2']);
  await kysely.schema.alterTable('hidden').renameTo('quota_alerts').execute();
  const { code, out } = await runOn(async () => app.core, [...argv, '--json']);
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, level: 'V2', alerts_channel: '77' });
  expect(await told()).toEqual(['alerts_channel 77', 'level V2', 'level V2']);
  await app.stop();
});
