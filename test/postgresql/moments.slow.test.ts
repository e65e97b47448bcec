import { describe, expect, test } from 'vitest';
import { askOne, type Seen } from '../support/load.ts';
import {
  askUntilAnswered,
  BACK_WITHIN_MS,
  expectOnlyAnswersAnd503,
  LONGEST_MS,
  markOf,
  withApp,
} from './setup.ts';

const WAVES = 3;

/** The statements of one answer, by name or a part of their text, in their order. */
const STATEMENTS = ['find-key', 'claim-idempotency', 'FROM knowledge', 'admit', 'settle'] as const;

/** Every point at which a connection can break, once for plain requests and once for idempotent ones. */
const MOMENTS_OF_NEW = STATEMENTS.flatMap((statement) =>
  (['statement', 'reply'] as const).flatMap((moment) =>
    (statement === 'claim-idempotency' ? ['ticket'] : [undefined, 'ticket']).map((onceAs) => {
      const kind = onceAs ? 'with an Idempotency-Key' : '';
      const title = [moment, 'of', statement, kind].join(' ').trimEnd();
      return { statement, moment, onceAs, isKnown: false, title };
    }),
  ),
);

/** With a key that was answered before, an answer begins with its admission. */
const MOMENTS_OF_KNOWN = (['admit', 'settle'] as const).flatMap((statement) =>
  (['statement', 'reply'] as const).map((moment) => {
    const title = `${moment} of ${statement} with a known key`;
    return { statement, moment, onceAs: undefined, isKnown: true, title };
  }),
);

const MOMENTS = [...MOMENTS_OF_NEW, ...MOMENTS_OF_KNOWN];
/** A black hole takes seconds each time, so plain requests of a new key are left to the cuts. */
const IN_BLACK_HOLES = MOMENTS.filter(({ onceAs, isKnown }) => onceAs || isKnown);

const askBefore = (target: Parameters<typeof askOne>[0], isKnown: boolean) =>
  Promise.all(isKnown ? [askOne(target)] : []);

async function timeOf(call: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call;
  return performance.now() - startedAt;
}

describe.concurrent('B10 · a connection that breaks costs nothing, and the request can be sent again', () => {
  test.for(MOMENTS)('at the $title', ({ statement, moment, onceAs, isKnown }, context) =>
    withApp({}, async (app) => {
      const { id, key } = await app.addServer();
      const target = { ...app, key };
      const before = await askBefore(target, isKnown);
      const begun = app.proxy.breakAt(markOf(statement), moment, 'cut');
      const asked = askOne(target, { onceAs });
      await begun;
      const caught = await asked;
      expect(caught.status).toBe(503);
      expectOnlyAnswersAnd503([caught]);
      await app.proxy.heal();
      const again = await askUntilAnswered(target, { question: caught.question, onceAs }, context);
      expect(again.ms).toBeLessThan(BACK_WITHIN_MS);
      await app.expectSoundLedger(id, [...before, ...again.seen], context);
    }));
});

describe.concurrent('B12 · a black hole lets nobody wait 5 s and costs nothing', () => {
  test('when it lasts, whether connections exist or have to be opened', (context) =>
    withApp({}, async (app) => {
      const { id, key } = await app.addServer();
      const target = { ...app, key };
      app.proxy.blackHole();
      const seen: Seen[] = [];
      const probes: number[] = [];
      for (let wave = 0; wave < WAVES; wave++) {
        const [plain, once, probe] = await Promise.all([
          askOne(target),
          askOne(target, { onceAs: 'ticket' }),
          timeOf(Promise.all([app.status(key), fetch(`${app.url}/readyz`)])),
        ]);
        seen.push(plain, once);
        probes.push(probe);
      }
      expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 503));
      expectOnlyAnswersAnd503(seen);
      expect(Math.max(...probes)).toBeLessThan(LONGEST_MS);
      await app.proxy.heal();
      const again = await askUntilAnswered(target, { onceAs: 'ticket' }, context);
      expect(again.ms).toBeLessThan(BACK_WITHIN_MS);
      await app.expectSoundLedger(id, again.seen, context);
    }));

  test.for(IN_BLACK_HOLES)('when it begins at the $title', ({
    statement,
    moment,
    onceAs,
    isKnown,
  }, context) =>
    withApp({}, async (app) => {
      const { id, key } = await app.addServer();
      const target = { ...app, key };
      const before = await askBefore(target, isKnown);
      const begun = app.proxy.breakAt(markOf(statement), moment, 'black-hole');
      const asked = askOne(target, { onceAs });
      await begun;
      const [caught, others, status, ready, alive] = await Promise.all([
        asked,
        Promise.all(Array.from({ length: 12 }, () => askOne(target))),
        timeOf(app.status(key)),
        timeOf(fetch(`${app.url}/readyz`)),
        timeOf(fetch(`${app.url}/healthz`)),
      ]);
      const seen = [caught, ...others];
      expect(seen.map((one) => one.status)).toEqual(seen.map(() => 503));
      expectOnlyAnswersAnd503(seen);
      expect(Math.max(status, ready)).toBeLessThan(LONGEST_MS);
      expect(alive).toBeLessThan(1_000);
      await app.proxy.heal();
      const again = await askUntilAnswered(target, { question: caught.question, onceAs }, context);
      expect(again.ms).toBeLessThan(BACK_WITHIN_MS);
      await app.expectSoundLedger(id, [...before, ...again.seen], context);
    }));
});
