import { expect, test } from 'vitest';
import { createUnderWay } from '../../src/core/answering/async/under-way.ts';

/** Work that ends when it is told to. */
function begin(underWay: ReturnType<typeof createUnderWay>) {
  const ending = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  ending.signal.addEventListener('abort', () => resolve());
  underWay.add(ending, promise);
  return { ending, promise, end: resolve };
}

test('a thousand questions may be under way in a process, and one that ends makes room', async () => {
  const underWay = createUnderWay();
  const works = Array.from({ length: 1_000 }, () => begin(underWay));
  expect(underWay.isFull()).toBe(false);
  const last = begin(underWay);
  expect(underWay.isFull()).toBe(true);
  last.end();
  await last.promise;
  expect(underWay.isFull()).toBe(false);
  for (const { end } of works) end();
});

test('a stop waits for those that end in time, and ends the rest as a service that is not there', async () => {
  const underWay = createUnderWay();
  const [quick, hung] = [begin(underWay), begin(underWay)];
  const stopping = underWay.stop(20);
  quick.end();
  await stopping;
  expect(quick.ending.signal.aborted).toBe(false);
  expect(hung.ending.signal.reason).toMatchObject({ code: 'service_unavailable' });
});
