import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { grantCredit } from '../../../src/adapters/db/quota/credit.ts';
import { giveBack } from '../../../src/adapters/db/quota/give-backs.ts';
import type { AdmissionResult } from '../../../src/adapters/db/quota/quota.ts';
import type { Ledger } from '../../../src/domain/types.ts';
import { type Books, type Reservation, readBooks } from './books.ts';
import { isForNobody, learningQuotaOf, type ModelRequest, PLACES, shareOf } from './model.ts';
import type { World } from './world.ts';

/** A little before Monday 00:00 UTC, so that weeks change while requests are under way. */
export const START = Date.parse('2026-03-22T23:59:58Z');

interface Plan {
  quota: number;
  share: number;
}

/** How a request ends; `both` is to settle and to release at once, in one process or in two. */
const ENDINGS = [
  'settle',
  'settle',
  'settle twice',
  'settle here and there',
  'release',
  'release twice',
  'release here and there',
  'settle, then release',
  'settle, then release',
  'settle, then give back',
  'settle, then give back and release',
  'both here',
  'both here and there',
  'die',
] as const;

type Ask = {
  do: 'ask';
  process: number;
  channel: ModelRequest['channel'];
  place: ModelRequest['place'];
  key: number;
  wanted: number;
  leastPart: number;
  /** Part of `wanted` that it costs; above 1 the backend took more than was reserved. */
  costPart: number;
  ending: (typeof ENDINGS)[number];
};

/** What happens to the world once the request `ago` before has been let in, or has ended for `wait`. */
type Change = { ago: number } & (
  | { do: 'wait' }
  | { do: 'change plan'; plan: Plan }
  | { do: 'pass'; ms: number }
  | { do: 'grant'; units: number }
  | { do: 'sweep'; process: number }
);

/** Requests start in this order and nobody waits for them but the changes between. */
export interface History {
  plan: Plan;
  credit: number;
  /** By how much the second process's clock is ahead. */
  skewMs: number;
  /** Nothing ends before all have been let in or refused. */
  isTogether: boolean;
  actions: (Ask | Change)[];
}

const planArbitrary = fc
  .record({
    quota: fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 5, arbitrary: fc.integer({ min: 500, max: 5_000 }) },
    ),
    divisor: fc.constantFrom(2, 4),
  })
  .map(({ quota, divisor }) => ({ quota, share: Math.floor(quota / divisor) }));

const askArbitrary: fc.Arbitrary<Ask> = fc
  .record({
    do: fc.constant('ask' as const),
    process: fc.nat(1),
    channel: fc.constantFrom<ModelRequest['channel']>(
      'api',
      'api',
      'discord',
      'discord',
      'learning',
      'rehearsal',
    ),
    place: fc.constantFrom(...PLACES),
    key: fc.nat(1),
    wanted: fc.integer({ min: 1, max: 900 }),
    leastPart: fc.constantFrom(0.2, 0.5, 1),
    costPart: fc.constantFrom(0, 0.3, 0.7, 0.99, 1, 1.5),
    ending: fc.constantFrom(...ENDINGS),
  })
  .map((ask) => (ask.channel === 'discord' ? ask : { ...ask, place: null }));

const changeArbitrary: fc.Arbitrary<Change> = fc
  .tuple(
    fc.nat(5),
    fc.oneof(
      fc.record({ do: fc.constant('wait' as const) }),
      fc.record({ do: fc.constant('change plan' as const), plan: planArbitrary }),
      // 70 s are more than a reservation is held for.
      fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 1_999, 2_000, 70_000) }),
      fc.record({ do: fc.constant('grant' as const), units: fc.integer({ min: 1, max: 900 }) }),
      // Its payment went back.
      fc.record({ do: fc.constant('grant' as const), units: fc.integer({ min: -900, max: -1 }) }),
      fc.record({ do: fc.constant('sweep' as const), process: fc.nat(1) }),
    ),
  )
  .map(([ago, change]) => ({ ago, ...change }));

/** Without a bias, which would make most histories short and most numbers 0; edges are among the constants. */
export const historyArbitrary: fc.Arbitrary<History> = fc.noBias(
  fc.record({
    plan: planArbitrary,
    credit: fc.nat(2_000),
    skewMs: fc.constantFrom(0, 0, -1_500, 1_500),
    isTogether: fc.boolean(),
    actions: fc.array(
      fc.oneof({ weight: 4, arbitrary: askArbitrary }, { weight: 1, arbitrary: changeArbitrary }),
      { minLength: 1, maxLength: 40, size: 'max' },
    ),
  }),
);

/** One request as its caller saw it, with the limits that it was let in under. */
export interface Asked extends Plan {
  id: string;
  ask: Ask;
  least: number;
  cost: number;
  result: AdmissionResult;
  /** As it stood after admission; undefined when it was refused or swept by then. */
  held: Omit<Reservation, 'expires_at' | 'channel' | 'place'> | undefined;
  /** What its settles and its releases gave back. */
  settled: (Ledger | null)[];
  released: (Ledger | null)[];
}

/** Runs a history and waits until nothing is under way. @returns also the books at moments between. */
export async function runHistory(
  world: World,
  history: History,
): Promise<{ moments: Books[]; requests: Asked[] }> {
  let { plan } = history;
  const requests: ReturnType<typeof startRequest>[] = [];
  const changes: Promise<unknown>[] = [];
  const moments: Promise<Books>[] = [];
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  if (!history.isTogether) letGo();
  const look = () => readBooks(world.database, world.serverId);
  if (history.credit > 0) await grant(world, history.credit);
  for (const action of history.actions) {
    if (action.do === 'ask') {
      requests.push(startRequest(world, action, plan, gate));
      continue;
    }
    const before = requests.at(-1 - action.ago);
    const hasToEnd = action.do === 'wait' && !history.isTogether;
    await Promise.allSettled([hasToEnd ? before?.ended : before?.admitted]);
    moments.push(look());
    if (action.do === 'change plan') plan = action.plan;
    else changes.push(change(world, action));
  }
  await Promise.allSettled(requests.map((request) => request.admitted));
  moments.push(look());
  await Promise.allSettled(moments);
  letGo();
  const ended = requests.map((request) => request.ended);
  // Also when one fails, the others must have ended before their server goes.
  await Promise.allSettled([...ended, ...changes]);
  await Promise.all(changes);
  return { moments: await Promise.all([...moments, look()]), requests: await Promise.all(ended) };
}

async function change(world: World, action: Change): Promise<void> {
  if (action.do === 'pass') world.clock.now += action.ms;
  if (action.do === 'sweep') await world.ledgerOf(action.process).sweep();
  if (action.do === 'grant') await grant(world, action.units);
}

function grant({ database, serverId }: World, units: number) {
  return grantCredit(database, { serverId, units, reference: randomUUID() });
}

/** @param gate what its ending waits for. */
function startRequest(world: World, ask: Ask, plan: Plan, gate: Promise<void>) {
  const { process, channel, place, wanted } = ask;
  const id = randomUUID();
  const least = Math.ceil(wanted * ask.leastPart);
  const cost = Math.floor(wanted * ask.costPart);
  const quota = channel === 'learning' ? learningQuotaOf(plan) : plan.quota;
  const admitted = world.ledgerOf(process).admit({
    ...{ id, serverId: world.serverId, keyId: channel === 'api' ? (world.keyIds[ask.key] ?? null) : null },
    ...{ channel, place, wanted, least, quota, share: shareOf(plan, ask, quota) },
    ...{ perMinute: 100, perDay: 1_000 },
  });
  const ended = admitted.then(async (result): Promise<Asked> => {
    const asked = {
      ...plan,
      quota,
      id,
      ask,
      least,
      cost,
      result,
      held: undefined,
      settled: [],
      released: [],
    };
    if (result.outcome !== 'admitted') return asked;
    const held = await readReservation(world, id);
    await gate;
    await endRequest(world, asked);
    return { ...asked, held };
  });
  // Whoever waits for it hears of a failure; until then it is no failure of the process.
  ended.catch(() => undefined);
  return { admitted, ended };
}

function readReservation({ database, serverId }: World, id: string) {
  return database.kysely
    .selectFrom('reservations')
    .select(['week_start', 'day', 'week_units', 'credit_units'])
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .executeTakeFirst();
}

async function endRequest(world: World, { id, ask, cost, settled, released }: Asked): Promise<void> {
  const { ending, process } = ask;
  const settle = async (where = process) => {
    const charge = {
      units: cost,
      level: 'V1' as const,
      ...{ promptTokens: 1, completionTokens: 1 },
      ...(ask.channel === 'api' ? { keyId: world.keyIds[ask.key] ?? '' } : {}),
      // Learning and rehearsals answer nobody.
      ...(isForNobody(ask) ? {} : { answer: world.answer }),
    };
    settled.push(await world.ledgerOf(where).settle({ id, serverId: world.serverId, ...charge }));
  };
  const release = async (where = process) => {
    released.push(await world.ledgerOf(where).settle({ id, serverId: world.serverId, units: null }));
  };
  const at = new Date(world.clock.now);
  const giveUnitsBack = () => giveBack(world.database.kysely, { serverId: world.serverId, answerId: id, at });
  const endings: Record<typeof ending, () => Promise<unknown>> = {
    settle,
    'settle twice': () => Promise.all([settle(), settle()]),
    'settle here and there': () => Promise.all([settle(), settle(process + 1)]),
    release,
    'release twice': () => Promise.all([release(), release()]),
    'release here and there': () => Promise.all([release(), release(process + 1)]),
    'settle, then release': () => settle().then(() => release()),
    'settle, then give back': () => settle().then(() => Promise.all([giveUnitsBack(), giveUnitsBack()])),
    'settle, then give back and release': () =>
      settle().then(() => Promise.all([giveUnitsBack(), release(process + 1)])),
    'both here': () => Promise.all([release(), settle()]),
    'both here and there': () => Promise.all([settle(), release(process + 1)]),
    die: async () => undefined,
  };
  await endings[ending]();
}
