import { expect, type TestContext, test } from 'vitest';
import { addressesOf } from '../support/database.ts';
import { findLedgerFaults } from '../support/ledger.ts';
import { askOne } from '../support/load.ts';
import { visit } from '../support/twin.ts';
import { prepareBehindProxy } from './process.ts';
import { GENEROUS, markOf } from './setup.ts';

// What a process that dies knew of its charges, and its callers, and the database: the three agree afterwards.

/** By then every reservation of a process that died has expired, and the two sweeps are far enough apart. */
const SWEEPS_AHEAD_MS = [120_000, 131_000];
const CALLERS = 6;

async function startDoomed(context: Pick<TestContext, 'onTestFinished'>) {
  const prepared = await prepareBehindProxy(context);
  const service = prepared.start(GENEROUS);
  await service.saw('"msg":"listening on');
  await expect.poll(() => fetch(`${prepared.url}/readyz`).then(({ status }) => status)).toBe(200);
  const askAll = (onceAs?: string) =>
    Promise.all(
      Array.from({ length: CALLERS }, (_, n) => askOne(prepared, onceAs ? { onceAs: `${onceAs}-${n}` } : {})),
    );
  const readFaults = (answered: readonly { question: string }[]) =>
    findLedgerFaults(
      prepared.databaseUrl,
      prepared.serverId,
      answered.map(({ question }) => question),
    );
  return { ...prepared, service, askAll, readFaults };
}

/** Whoever lives: past the proxy, in this process. */
async function sweepTwice(databaseUrl: string): Promise<number[]> {
  const freed: number[] = [];
  for (const ahead of SWEEPS_AHEAD_MS)
    freed.push(await visit(beside(databaseUrl), ({ core }) => core.ledger.sweep(), ahead));
  return freed;
}

const beside = (databaseUrl: string) => ({
  ...addressesOf(databaseUrl),
  SESSION_SECRET: 's'.repeat(32),
});

const statusesOf = (seen: readonly { status: number }[]) => seen.map(({ status }) => status);
const all = (status: number) => Array.from({ length: CALLERS }, () => status);

test.for([
  'cut',
  'black-hole',
] as const)('the reply to the charges of six callers is lost (%s), they read 503 and the process is killed: whoever lives gives all of it back', async (fault, context) => {
  const { proxy, databaseUrl, service, askAll, readFaults } = await startDoomed(context);
  const begun = proxy.breakAt(markOf('settle'), 'reply', fault);
  const seen = await askAll();
  await begun;
  expect(statusesOf(seen)).toEqual(all(503));
  await service.kill();
  // Without charges that stand nothing would be shown.
  expect((await readFaults([])).filter((line) => line.startsWith('charged and never'))).not.toEqual([]);
  await sweepTwice(databaseUrl);
  expect(await readFaults([])).toEqual([]);
});

test('six callers read 200 and the process is killed at once: six charges stand, however often somebody sweeps', async (context) => {
  const { databaseUrl, service, askAll, readFaults } = await startDoomed(context);
  const seen = await askAll();
  service.child.kill('SIGKILL');
  expect(statusesOf(seen)).toEqual(all(200));
  await service.exited;
  expect(await sweepTwice(databaseUrl)).toEqual([0, 0]);
  expect(await readFaults(seen)).toEqual([]);
});

test('a process that could not say that it heard of its charges says it later, and they stand', async (context) => {
  const { proxy, databaseUrl, askAll, readFaults } = await startDoomed(context);
  const begun = proxy.breakAt(HEARING, 'statement', 'cut');
  const seen = await askAll();
  await begun;
  const answered = seen.filter(({ status }) => status === 200);
  expect(answered).not.toEqual([]);
  await proxy.heal();
  await expect.poll(() => countUnheard(databaseUrl), { timeout: 10_000 }).toBe(0);
  await expect.poll(() => readFaults(answered), { timeout: 10_000 }).toEqual([]);
  expect(await sweepTwice(databaseUrl)).toEqual([0, 0]);
  expect(await readFaults(answered)).toEqual([]);
});

test('one sweep alone takes nothing back, for the process may live and say that it heard', async (context) => {
  const { proxy, databaseUrl, askAll, readFaults } = await startDoomed(context);
  const begun = proxy.breakAt(HEARING, 'statement', 'cut');
  const answered = (await askAll()).filter(({ status }) => status === 200);
  await begun;
  for (let sweeps = 0; sweeps < 2; sweeps += 1)
    await visit(beside(databaseUrl), ({ core }) => core.ledger.sweep(), SWEEPS_AHEAD_MS[0]);
  await proxy.heal();
  await expect.poll(() => countUnheard(databaseUrl), { timeout: 10_000 }).toBe(0);
  await expect.poll(() => readFaults(answered), { timeout: 10_000 }).toEqual([]);
});

/** The first of a process brings its text along. */
const HEARING = 'DELETE FROM unheard_charges';

function countUnheard(databaseUrl: string): Promise<number> {
  return visit(beside(databaseUrl), async ({ core }) => {
    const rows = await core.database.kysely.selectFrom('unheard_charges').select('batch').execute();
    return rows.length;
  });
}
