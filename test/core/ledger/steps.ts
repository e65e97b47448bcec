import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createIdempotencyClaims } from '../../../src/adapters/db/answering/idempotency.ts';
import { grantCredit } from '../../../src/adapters/db/quota/credit.ts';
import { giveBack } from '../../../src/adapters/db/quota/give-backs.ts';
import { createCalendar } from '../../../src/domain/time.ts';
import {
  admitInModel,
  giveBackInModel,
  grantInModel,
  isForNobody,
  learningQuotaOf,
  type Model,
  type ModelRequest,
  PLACES,
  purseOf,
  purseShareOf,
  releaseInModel,
  settleInModel,
  shareOf,
  spentIn,
  sweepInModel,
  type Terms,
} from './model.ts';
import type { World } from './world.ts';

/** What may happen to a server's ledger next; plain data, so that a failure prints the whole history. */
export type Step = { process: number } & (
  | {
      do: 'admit';
      channel: ModelRequest['channel'];
      place: ModelRequest['place'];
      key: number;
      wanted: number;
      leastPart: number;
      isKept: boolean;
    }
  | { do: 'settle' | 'release'; ago: number; cost: number; isAnswered: boolean; times: Times }
  | { do: 'give back'; ago: number; times: Times }
  | { do: 'sweep'; ms: number }
  | { do: 'pass'; ms: number }
  | { do: 'reach'; edge: 'weekOf' | 'dayOf'; ms: number }
  | { do: 'grant'; units: number; reference: string }
  | { do: 'change terms'; terms: Terms }
);

/** Twice at the same time, in one process (so in one statement) or in two. */
type Times = 'once' | 'twice in one' | 'twice in two';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const quotas = [fc.constant(0), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 2_000 })];

export const termsArbitrary: fc.Arbitrary<Terms> = fc
  .record({
    quota: fc.oneof(...quotas),
    divisor: fc.constantFrom(2, 4),
    perMinute: fc.integer({ min: 1, max: 6 }),
    // Low enough that a full minute and a full day often meet.
    perDay: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 7, max: 15 })),
  })
  .map(({ quota, divisor, ...limits }) => ({ quota, share: Math.floor(quota / divisor), ...limits }));

const admitArbitrary = fc.record({
  do: fc.constant('admit' as const),
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
  wanted: fc.oneof(fc.constantFrom(0, 1), fc.nat(300), fc.nat(300)),
  leastPart: fc.constantFrom(0, 0.3, 1),
  isKept: fc.boolean(),
});

const endArbitrary = fc.record({
  do: fc.constantFrom('settle' as const, 'settle' as const, 'release' as const, 'give back' as const),
  /** How many requests ago; small, so that the same is often ended again. */
  ago: fc.nat(3),
  cost: fc.oneof(fc.constant(0), fc.nat(400), fc.nat(400)),
  /** false: whoever asked has left, and what was finished for them is charged. */
  isAnswered: fc.constantFrom(true, true, true, false),
  times: fc.constantFrom<Times>('once', 'once', 'twice in one', 'twice in two'),
});

const timeArbitrary = fc.oneof(
  fc.record({
    do: fc.constant('pass' as const),
    ms: fc.oneof(
      fc.integer({ min: 1, max: 20 * SECOND }),
      fc.constantFrom(59_999, 60_000, 60_001),
      fc.constantFrom(-1, -5 * SECOND, -59_999),
      fc.integer({ min: 0, max: 72 * HOUR }),
      fc.integer({ min: -24 * HOUR, max: 0 }),
    ),
  }),
  fc.record({
    do: fc.constant('reach' as const),
    edge: fc.constantFrom<'weekOf' | 'dayOf'>('weekOf', 'dayOf'),
    ms: fc.constantFrom(-1, 0, 1),
  }),
);

const otherArbitrary = fc.oneof(
  // A reservation is held for 60 s.
  fc.record({ do: fc.constant('sweep' as const), ms: fc.constantFrom(0, 59_999, 60_000) }),
  fc.record({
    do: fc.constant('grant' as const),
    // Below zero: its payment went back.
    units: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: -400, max: -1 })),
    reference: fc.constantFrom('first', 'second', 'third', 'fourth', 'fifth'),
  }),
  fc.record({ do: fc.constant('change terms' as const), terms: termsArbitrary }),
);

const stepArbitrary: fc.Arbitrary<Step> = fc
  .tuple(
    fc.nat(1),
    fc.oneof(
      { weight: 5, arbitrary: admitArbitrary },
      { weight: 5, arbitrary: endArbitrary },
      { weight: 2, arbitrary: timeArbitrary },
      { weight: 2, arbitrary: otherArbitrary },
    ),
  )
  .map(([process, step]) => ({ process, ...step }));

/** Without a bias, which would make most of them a few steps long. */
export const historyArbitrary = fc.noBias(
  fc.array(stepArbitrary, { minLength: 1, maxLength: 80, size: 'max' }),
);

/** Takes one step in the ledger and in the model and holds their answers against each other. */
export async function takeStep(world: World, model: Model, step: Step): Promise<void> {
  model.now = timeAfter(model, step);
  world.clock.now = model.now;
  switch (step.do) {
    case 'admit':
      return admitInBoth(world, model, step);
    case 'settle':
    case 'release':
      return endInBoth(world, model, step);
    case 'give back':
      return giveBackInBoth(world, model, step);
    case 'sweep':
      expect(await world.ledgerOf(step.process).sweep()).toBe(sweepInModel(model));
      return;
    case 'grant': {
      const { granted } = await grantCredit(world.database, { serverId: world.serverId, ...step });
      expect(granted).toBe(grantInModel(model, step.units, step.reference));
      return;
    }
    case 'change terms':
      model.terms = step.terms;
  }
}

function timeAfter({ now, zone }: Model, step: Step): number {
  if (step.do === 'reach') return createCalendar(zone)[step.edge](now).endsAt + step.ms;
  return step.do === 'pass' || step.do === 'sweep' ? now + step.ms : now;
}

async function admitInBoth(world: World, model: Model, step: Step & { do: 'admit' }): Promise<void> {
  const { channel, wanted } = step;
  const keyId = channel === 'api' ? (world.keyIds[step.key] ?? null) : null;
  const least = Math.ceil(wanted * step.leastPart);
  const isKept = keyId !== null && step.isKept;
  const place = channel === 'discord' ? step.place : null;
  const request: ModelRequest = { id: randomUUID(), channel, place, keyId, wanted, least, isKept };
  const quota = channel === 'learning' ? learningQuotaOf(model.terms) : model.terms.quota;
  if (isKept) await claim(world, request.id, keyId);
  const result = await world.ledgerOf(step.process).admit({
    ...{ id: request.id, serverId: world.serverId, keyId, channel, place, wanted, least },
    ...{ ...model.terms, quota, share: shareOf(model.terms, request, quota) },
  });
  expect(result).toEqual(admitInModel(model, request));
  if (result.outcome === 'admitted') world.requests.push(request);
  else if (isKept) await release(world, step.process, request.id);
  expectWithinTerms(model, request.id);
}

/** I1, I2, I11 and I13 by the limits in force at this very admission; earlier ones may have been let in under others. */
function expectWithinTerms({ books, terms }: Model, id: string): void {
  const held = books.open[id];
  const week = held && books.weeks[held.week_start];
  if (held && isForNobody(held)) expect(held.credit_units).toBe(0);
  const purse = held && purseOf(held);
  if (purse) expect(held.credit_units).toBe(0);
  if (purse && held.week_units > 0)
    expect(spentIn(books, held.week_start, purse)).toBeLessThanOrEqual(purseShareOf(terms, purse));
  if (!week || held.week_units === 0) return;
  const quota = held.channel === 'learning' ? learningQuotaOf(terms) : terms.quota;
  expect(week.used + week.reserved).toBeLessThanOrEqual(quota);
  if (held.channel === 'api') expect(week.api_used + week.api_reserved).toBeLessThanOrEqual(terms.share);
}

async function endInBoth(
  world: World,
  model: Model,
  step: Step & { do: 'settle' | 'release' },
): Promise<void> {
  const request = world.requests.at(-1 - (step.ago % Math.max(1, world.requests.length)));
  if (!request) return;
  const end = step.do === 'release' ? release : settle;
  const processes = { once: [0], 'twice in one': [0, 0], 'twice in two': [0, 1] }[step.times];
  const results = await Promise.all(
    processes.map((offset) => end(world, step.process + offset, request.id, { request, ...step })),
  );
  const isRelease = step.do === 'release';
  const predicted = isRelease
    ? releaseInModel(model, request.id)
    : settleInModel(model, request.id, { ...step, keyId: request.keyId });
  // Of two that release at once only one may have found something to give back.
  const again = isRelease ? [predicted, null] : [predicted];
  expect(results).toContainEqual(predicted);
  for (const result of results) expect(again).toContainEqual(result);
}

async function giveBackInBoth(world: World, model: Model, step: Step & { do: 'give back' }): Promise<void> {
  const request = world.requests.at(-1 - (step.ago % Math.max(1, world.requests.length)));
  if (!request) return;
  const { database, serverId } = world;
  const given = { serverId, answerId: request.id, at: new Date(world.clock.now) };
  const times = step.times === 'once' ? [1] : [1, 2];
  const results = await Promise.all(times.map(() => giveBack(database.kysely, given)));
  expect(results.filter(Boolean)).toHaveLength(giveBackInModel(model, request.id) ? 1 : 0);
}

function settle(
  world: World,
  process: number,
  id: string,
  { request, cost, isAnswered }: { request: ModelRequest; cost: number; isAnswered: boolean },
) {
  const { keyId, isKept } = request;
  const response = isAnswered ? { said: 'yes' } : null;
  return world.ledgerOf(process).settle({
    ...{ id, serverId: world.serverId, units: cost, level: 'V1', promptTokens: 1, completionTokens: 1 },
    ...(isAnswered ? { answer: world.answer } : {}),
    ...(keyId ? { keyId } : {}),
    ...(isKept ? { outcome: { idempotencyKey: id, response } } : {}),
  });
}

function release(world: World, process: number, id: string) {
  return world.ledgerOf(process).settle({ id, serverId: world.serverId, units: null });
}

/** As an Idempotency-Key does before anything is counted. */
function claim({ database, serverId, clock }: World, id: string, keyId: string) {
  return createIdempotencyClaims(database)({
    ...{ serverId, keyId, idempotencyKey: id, requestId: id, bodyHash: Buffer.from('body') },
    ...{ now: new Date(clock.now), leaseUntil: new Date(clock.now + 60_000) },
  });
}
