import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { type OpenAdapters, openAdapters } from './adapters/adapters.ts';
import { isEmbeddedMade } from './adapters/db/embedded.ts';
import { migrate } from './adapters/db/migrate.ts';
import { createLog } from './adapters/log.ts';
import { runCli } from './channels/cli/program.ts';
import { readConfig } from './config.ts';
import { type Core, createCore } from './core/core.ts';

/** The operator's command line: the same core as the service, beside a running one or alone. */

let adapters: OpenAdapters | null = null;

// `… | head` closes the pipe early; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function openCore(use?: 'look'): Promise<Core> {
  const config = readConfig();
  const log = createLog('silent');
  // Who set DATABASE_URL for the service alone would else work on another database without a word.
  if (!config.DATABASE_URL && !isEmbeddedMade(config.DATA_DIR)) {
    process.stderr.write(`DATABASE_URL is not set: making a new database in ${resolve(config.DATA_DIR)}.\n`);
  }
  adapters = await openAdapters(config, log, 'share');
  if (use !== 'look') await migrate(adapters.database);
  return createCore({ ...adapters, config, clock: Date.now, log });
}

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  openCore,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  readFile: (path) => (path === '-' ? readAll(process.stdin) : readFile(path)),
}).finally(() => adapters?.close());
