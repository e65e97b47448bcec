import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../../src/core/alerts/alerts.ts';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import type { Core } from '../../src/core/core.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { ask, NOON, startApp, type TestApp, UNABORTED } from '../support/app.ts';

const MINUTE = 60_000;
const QUOTA = 4_000_000;
const SHARE = QUOTA / 2;
/** Less than any answer needs. */
const REST = 20;

let app: TestApp;
let serverId: string;
let key: string;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.now = NOON;
  ({ id: serverId, key } = await app.addServer());
});
afterAll(() => app.stop());

interface Spent {
  used: number;
  api: number;
  reserved?: number;
  apiReserved?: number;
}

/** What is settled and held this week, in units. */
async function spend({ used, api, reserved = 0, apiReserved = 0 }: Spent, id = serverId): Promise<void> {
  const week = app.core.calendar.weekOf(app.clock.now).key;
  const columns = { used, api_used: api, reserved, api_reserved: apiReserved };
  await app.core.database.kysely
    .insertInto('week_quotas')
    .values({ server_id: id, week_start: week, ...columns })
    .onConflict((conflict) => conflict.columns(['server_id', 'week_start']).doUpdateSet(columns))
    .execute();
}

async function refuseOverApi(by = key): Promise<void> {
  expect((await app.chat(by, ask('When is high tide?'))).status).toBe(402);
}

/** A core whose weeks have so many units. */
const withUnits = (units: number): Core => ({
  ...app.core,
  config: { ...app.core.config, PREMIUM_WEEKLY_UNITS: units },
});

async function askCore(
  core: Core,
  { content = 'When is high tide?', channel = 'api' as 'api' | 'discord', signal = UNABORTED } = {},
) {
  const server = await getServer(core, serverId);
  return answerQuestion(core, { server, channel, key: null, messages: [{ role: 'user', content }], signal });
}

const marks = async (id = serverId) =>
  (await listAlerts(app.core, { id })).map(({ scope, percent }) => `${scope} ${percent}`);

/** Another server is refused afterwards and its mark awaited, so whatever was to be noted before stands. */
async function settleNotes(): Promise<void> {
  const other = await app.addServer();
  await spend({ used: SHARE, api: SHARE - REST }, other.id);
  await refuseOverApi(other.key);
  await expect.poll(() => marks(other.id)).toEqual(['api 80', 'api 100']);
}

describe('the alert of 100 percent after a refusal', () => {
  test('is raised for the API’s share while the week has units left, and for the week once that is used', async () => {
    await spend({ used: QUOTA * 0.81, api: SHARE - REST });
    await refuseOverApi();
    await expect.poll(() => marks()).toContain('api 100');
    expect(await marks()).toEqual(['api 80', 'api 100']);
    await spend({ used: QUOTA - REST, api: SHARE - REST });
    app.clock.now += MINUTE;
    await refuseOverApi();
    await expect.poll(() => marks()).toEqual(['api 80', 'api 100', 'week 80', 'week 100']);
  });

  test('is not raised for units that others hold, however much is settled', async () => {
    await spend({
      ...{ used: QUOTA * 0.85, reserved: QUOTA * 0.15 },
      ...{ api: SHARE * 0.85, apiReserved: SHARE * 0.15 },
    });
    // Who asks now waits, as nothing is used up.
    const caller = new AbortController();
    const waiting = (['api', 'discord'] as const).map((channel) =>
      askCore(app.core, { channel, signal: caller.signal }),
    );
    const isWaited = () =>
      (['api', 'discord'] as const).every((channel) => app.core.queues.isBusy({ serverId, channel }));
    await expect.poll(isWaited).toBe(true);
    await settleNotes();
    expect(await marks()).toEqual([]);
    caller.abort();
    for (const end of await Promise.allSettled(waiting)) {
      expect(end).toMatchObject({ reason: { code: 'client_left' } });
    }
  });

  test('is not raised if only a long question has no room', async () => {
    const core = withUnits(10_000);
    await spend({ used: 4_250, api: 4_250 });
    const long = askCore(core, { content: 'When is high tide? '.repeat(300) });
    await expect(long).rejects.toMatchObject({ code: 'quota_exhausted' });
    await settleNotes();
    expect(await marks()).toEqual([]);
    await expect(askCore(core)).resolves.toMatchObject({ answer: { teamReason: 'not_in_knowledge' } });
  });

  test('is raised however little was used if even a short question has no room', async () => {
    await spend({ used: 20, api: 20 });
    await expect(askCore(withUnits(1_000))).rejects.toMatchObject({ code: 'quota_exhausted' });
    await expect.poll(() => marks()).toEqual(['api 80', 'api 100']);
  });
});
