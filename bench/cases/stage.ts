import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/adapters/log.ts';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { parseConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';

/** A folder for an embedded database, deleted on disposal. */
export function makeFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'lotse-cases-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The whole service on a free port, as a user starts it. */
export async function openService(
  folder: string,
  settings: Record<string, string> = {},
  world: Partial<OutsideWorld> = {},
): Promise<Service & AsyncDisposable> {
  const limits = { LIMIT_PER_MINUTE: '100000', LIMIT_PER_DAY_PREMIUM: '100000' };
  const config = parseConfig({ PORT: '0', ROLES: 'api', DATA_DIR: folder, ...limits, ...settings });
  const service = await startService({ config, log: createLog('silent'), clock: Date.now, world });
  await service.ready;
  return { ...service, [Symbol.asyncDispose]: service.stop };
}
