import process, { env } from 'node:process';
import { createLog } from '../../src/adapters/log.ts';
import { parseConfig } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import { createOutside, PUBLIC } from './outbound.ts';

/** A service process for which every receiver of webhooks is the one that listens on a port of this machine. */
const { RECEIVER_PORT, ...settings } = env;
const { world } = createOutside(Number(RECEIVER_PORT), { 'hooks.example': [PUBLIC] });
const log = createLog('info');
const service = await startService({ config: parseConfig(settings), log, clock: Date.now, world });
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.ready;
log.info({ url: service.url }, `listening on ${service.url}`);
