import { createServer } from 'node:net';
import { between, type Random } from './random.ts';

/** Below the ports of outgoing connections: one of ours could take the port of a process that ended. */
const [LOWEST_PORT, HIGHEST_PORT] = [20_000, 30_000];

/** A port that was free a moment ago. */
export async function findPort(random: Random = Math.random): Promise<number> {
  for (;;) {
    const port = Math.floor(between(random, LOWEST_PORT, HIGHEST_PORT));
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
