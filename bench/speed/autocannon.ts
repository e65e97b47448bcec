import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { argv, stdout } from 'node:process';
import { firstNumber, type Load, type LoadJob } from './load.ts';
import { NUMBER } from './tickets.ts';

/** One run of autocannon in a process of its own, which can be kept on a core: `autocannon.ts JOB.json`. */

interface Result {
  non2xx: number;
  errors: number;
}
/** The package has no types. */
type Autocannon = (options: object, done: (error: Error | null, result: Result) => void) => EventEmitter;

const require = createRequire(import.meta.url);
const autocannon = require('autocannon') as Autocannon;

function run({ url, headers, bodies, isNew, connections, seconds }: LoadJob): Promise<Load> {
  // Its own histogram knows whole milliseconds only.
  const timesMs: number[] = [];
  const startedAt = performance.now();
  let number = firstNumber();
  const numbered = (body: string) => {
    number += 1;
    return body.replace(NUMBER, `${number}`.padStart(NUMBER.length, '0').slice(-NUMBER.length));
  };
  const requests = bodies.map((body) => ({
    ...{ method: 'POST', headers, body },
    ...(isNew ? { setupRequest: (request: object) => ({ ...request, body: numbered(body) }) } : {}),
  }));
  return new Promise((done, fail) => {
    const instance = autocannon(
      { url, connections, duration: seconds, timeout: 10, requests },
      (error, result) => {
        if (error) return fail(error);
        const sorted = timesMs.toSorted((a, b) => a - b);
        const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
        done({
          requests: sorted.length,
          seconds: (performance.now() - startedAt) / 1000,
          p50Ms: at(0.5),
          p99Ms: at(0.99),
          errors: result.non2xx + result.errors,
        });
      },
    );
    instance.on('response', (_client: unknown, _status: number, _bytes: number, timeMs: number) => {
      timesMs.push(timeMs);
    });
  });
}

const job = JSON.parse(readFileSync(argv[2] ?? '', 'utf8')) as LoadJob;
stdout.write(JSON.stringify(await run(job)));
