import { describe, expect, test } from 'vitest';
import { createBatcher } from '../../src/adapters/db/batch.ts';
import { isConflict, isLostConnection, toDatabaseError } from '../../src/adapters/db/faults.ts';
import { AppError } from '../../src/domain/errors.ts';

const fault = (code: string, message = 'broken') => Object.assign(new Error(message), { code });

describe('a fault of the database', () => {
  const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EMFILE', '08006', '53100'];
  const BUSY = ['53300', '57014', '57P01', '57P03', '58030', '40001', '40P01', '25006', '42P01'];
  test.each([...AWAY, ...BUSY])('%s is "not now"', (code) => {
    const error = toDatabaseError(fault(code));
    expect(error).toMatchObject({ code: 'service_unavailable', context: { retryAfterSeconds: 2 } });
  });

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('without a code, "%s" is "not now"', (message) => {
    expect(toDatabaseError(new Error(message))).toMatchObject({ code: 'service_unavailable' });
  });

  test('a connection that the server ends without a class of its own is "not now"', () => {
    const error = Object.assign(fault('XX000', 'could not write init file'), { severity: 'FATAL' });
    expect(toDatabaseError(error)).toMatchObject({ code: 'service_unavailable' });
  });

  test.each(['23505', '22021', '42601', 'XX000'])('%s is our own fault and stays unchanged', (code) => {
    const error = fault(code);
    expect(toDatabaseError(error)).toBe(error);
  });

  test('allows a retry of anything after a conflict, and of repeatable work after a lost connection', () => {
    const told = (code: string) => toDatabaseError(fault(code));
    expect(['40001', '40P01', '57P01'].map((code) => isConflict(told(code)))).toEqual([true, true, false]);
    const codes = ['ECONNRESET', 'EPIPE', '57P01', '08006', 'ECONNREFUSED', '53300', '57014'];
    expect(codes.map((code) => isLostConnection(told(code)))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a batch that finds the database down', () => {
  test('B12 · fails all its callers at once, so that nobody waits for two timeouts', async () => {
    const { promise: timeout, reject: giveUp } = Promise.withResolvers<never>();
    let runs = 0;
    const run = createBatcher(async (items: number[]) => {
      runs += 1;
      return runs === 1 ? timeout : items;
    });
    const first = run(1);
    await new Promise((done) => setImmediate(done));
    const queued = [2, 3, 4].map((item) => run(item));
    giveUp(new AppError('service_unavailable'));
    const ends = await Promise.allSettled([first, ...queued]);
    expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(runs).toBe(1);
    expect(await run(5)).toBe(5);
  });
});
