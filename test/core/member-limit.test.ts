import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CountedQuestion,
  countQuestion,
  giveQuestionBack,
  type LimitCheck,
} from '../../src/core/members/member-limit.ts';
import { countRuns } from '../support/runs.ts';
import { useApp } from '../support/use-app.ts';
import { SEED } from './ledger/seed.ts';

const HOUR = 3_600_000;

const app = useApp();

test('60 questions at once take exactly the places of the limit, and one of the rest is told', async () => {
  const { id: serverId } = await app.addServer();
  const ask = (n: number) =>
    countQuestion(app.core, { serverId, memberId: 'm', questionId: `q${n}`, limit: 20, tells: true });
  const checks = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
  const over = checks.filter((check) => check.isOver);
  expect(over).toHaveLength(40);
  expect(over.filter(({ isToBeTold }) => isToBeTold)).toHaveLength(1);
  // Delivered once more, a counted question keeps its place.
  const again = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
  expect(again.map(({ isOver }) => isOver)).toEqual(checks.map(({ isOver }) => isOver));
});

/** What a member does: asks, takes a question back that got no answer, or lets time go by. */
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask' as const), tells: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), which: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: HOUR }) }),
    },
  ),
  { maxLength: 30 },
);

/** The limit in the plainest way: a list of what counts, and when it was told. */
function createModel(limit: number) {
  let counted: { at: number; handle: CountedQuestion }[] = [];
  const told: number[] = [];
  const openAt = (now: number) => counted.filter(({ at }) => at > now - HOUR);
  return {
    failOne: async (now: number, which: number) => {
      const open = openAt(now);
      const failed = open[which % Math.max(1, open.length)];
      await giveQuestionBack(app.core, failed?.handle ?? null);
      counted = counted.filter((one) => one !== failed);
    },
    expectAt: (now: number, tells: boolean, result: LimitCheck) => {
      const times = openAt(now).map(({ at }) => at);
      expect(result.isOver).toBe(times.length >= limit);
      if (!result.isOver) {
        counted.push({ at: now, handle: result.counted });
        return;
      }
      const { isToBeTold, againAt } = result;
      const first = times.toSorted((one, other) => one - other)[times.length - limit] ?? 0;
      expect([isToBeTold, againAt]).toEqual([
        tells && !told.some((at) => at > now - HOUR),
        new Date(first + HOUR),
      ]);
      if (isToBeTold) told.push(now);
    },
  };
}

test(`within any hour no more is answered than the limit, no more than one line told, and the time that is told is the first at which asking works (FC_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (done, limit) => {
      const { id: serverId } = await app.addServer();
      const model = createModel(limit);
      for (const [index, step] of done.entries()) {
        const { now } = app.clock;
        if (step.kind === 'wait') app.clock.now += step.ms;
        else if (step.kind === 'fail') await model.failOne(now, step.which);
        else {
          const asked = { serverId, memberId: 'm', questionId: `q${index}`, limit, tells: step.tells };
          model.expectAt(now, step.tells, await countQuestion(app.core, asked));
        }
      }
    }),
    { seed: SEED, numRuns: countRuns(200) },
  );
});

test('a limit that was lowered says when enough of the hour is over, and members of other servers are apart', async () => {
  const { id: serverId } = await app.addServer();
  const other = await app.addServer();
  const ask = (questionId: string, limit: number, at = serverId) =>
    countQuestion(app.core, { serverId: at, memberId: 'm', questionId, limit, tells: true });
  const started = app.clock.now;
  for (let n = 0; n < 5; n++) {
    await ask(`q${n}`, 10);
    app.clock.now += 60_000;
  }
  const check = await ask('q5', 2);
  expect(check.isOver && check.againAt.getTime()).toBe(started + 3 * 60_000 + HOUR);
  expect((await ask('q6', 1, other.id)).isOver).toBe(false);
});
