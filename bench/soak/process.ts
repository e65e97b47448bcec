import process, { env } from 'node:process';
import { createLog } from '../../src/adapters/log.ts';
import { parseConfig } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import { createOutside, PUBLIC } from '../../test/support/outbound.ts';

/** A service process as main.ts starts it, for which the site to crawl listens on a port of this machine. */
const { SITE_HOST = '', SITE_PORT, ...settings } = env;
const { world } = createOutside(Number(SITE_PORT), { [SITE_HOST]: [PUBLIC] });
const log = createLog('warn');
const service = await startService({ config: parseConfig(settings), log, clock: Date.now, world });
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.ready;
process.stdout.write(`serving at ${service.url}\n`);
