import { expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { showLog } from './app.ts';

test('the log as text contains what JSON leaves out of errors, and nothing is cut off', () => {
  const cause = new Error('the cause says lts_secret');
  const err = Object.assign(new AppError('forbidden', { cause }), {
    request: { headers: ['x', 'Bearer abc'] },
  });
  const list = Array.from({ length: 500 }, (_, n) => `item-${n}`);
  const fields = { err, long: 'y'.repeat(20_000), list, map: new Map([['key', new Set(['in a set'])]]) };
  const text = showLog({ logged: [{ level: 'warn', fields, message: 'did not work' }] });
  for (const part of ['lts_secret', 'Bearer abc', 'y'.repeat(20_000), 'item-499', 'in a set', 'did not work'])
    expect(text).toContain(part);
});
