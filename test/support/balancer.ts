import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, startCommand } from './process.ts';

const POLL_MS = 50;
const START_MS = 20_000;

/** An HAProxy at work. */
export interface Balancer {
  port: number;
  /** Which servers it found to be up or down, and when. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Resolves after its first look: until then every server counts as up.
 * @param configure gives its configuration for a port; one server has to be down at first.
 */
export async function startBalancer(configure: (port: number) => string): Promise<Balancer> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configure(port));
  // Debian keeps it outside the PATH of most accounts.
  const env = { PATH: `${process.env.PATH ?? ''}${delimiter}/usr/sbin` };
  const balancer = startCommand(['env', 'haproxy', '-db', '-f', file], { env, cwd: folder });
  const stop = async () => {
    await balancer.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const until = performance.now() + START_MS;
  while (!balancer.stderr().includes('is DOWN')) {
    if (performance.now() > until || balancer.child.exitCode !== null) {
      await stop();
      throw new Error(`HAProxy found nothing down: ${balancer.stderr()}`);
    }
    await delay(POLL_MS);
  }
  return { port, log: balancer.stderr, stop };
}
