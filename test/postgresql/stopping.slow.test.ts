import { describe, expect, test } from 'vitest';
import { runOnServer } from '../support/database.ts';
import { askOne } from '../support/load.ts';
import { expectExit, prepareBehindProxy } from './process.ts';
import { markOf } from './setup.ts';

describe.concurrent('B12 · a service that is told to stop in a black hole', { timeout: 40_000 }, () => {
  test.for([
    ['admit', undefined],
    ['find-key', 'ticket'],
  ] as const)('answers requests in flight with 503 and exits with 0, at %s', async ([
    statement,
    onceAs,
  ], context) => {
    const { proxy, url, key, start } = await prepareBehindProxy(context);
    const service = start();
    await service.saw('listening on');
    expect((await askOne({ url, key })).status).toBe(200);
    const begun = proxy.breakAt(markOf(statement), 'statement', 'black-hole');
    const asked = askOne({ url, key }, { onceAs });
    await begun;
    await Promise.all([expectExit(service), asked]);
    expect((await asked).status).toBe(503);
  });

  test('exits with 0 even in the middle of a migration', async (context) => {
    const { proxy, databaseUrl, start } = await prepareBehindProxy(context, 'direct');
    await runOnServer(databaseUrl, 'DELETE FROM kysely_migration');
    const begun = proxy.breakAt('pg_advisory_xact_lock', 'reply', 'black-hole');
    const service = start();
    await begun;
    await expectExit(service);
  });
});
