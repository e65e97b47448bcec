import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type OpenAdapters, openAdapters } from './adapters/adapters.ts';
import { isEmbeddedMade } from './adapters/db/embedded.ts';
import { migrate } from './adapters/db/migrate.ts';
import { createLog } from './adapters/log.ts';
import { runCli } from './channels/cli/program.ts';
import { type Config, readConfig } from './config.ts';
import { assembleCore } from './core/assembly.ts';
import type { Core } from './core/core.ts';

/** Closing takes a fraction of it. */
const WAITING_MS = 2_000;

let adapters: OpenAdapters | null = null;
let scratch: string | null = null;

// `… | head` closes the pipe early; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function openCore(use?: 'look'): Promise<Core> {
  const given = readConfig();
  const log = createLog('silent');
  const config = given.DATABASE_URL || isEmbeddedMade(given.DATA_DIR) ? given : announceNew(given, use);
  adapters = await openAdapters(config, log, 'command');
  if (use !== 'look') await migrate(adapters.database);
  return assembleCore({ ...adapters, config, clock: Date.now, log });
}

/** DATABASE_URL may be set for the service alone: the command would work on another database unnoticed. */
function announceNew(config: Config, use: 'look' | undefined): Config {
  const folder = resolve(config.DATA_DIR);
  if (use !== 'look') {
    process.stderr.write(`DATABASE_URL is not set: making a new database in ${folder}.\n`);
    return config;
  }
  process.stderr.write(`DATABASE_URL is not set, and ${folder} holds no database yet.\n`);
  // A look leaves nothing behind, so it looks at an empty database elsewhere.
  scratch = mkdtempSync(join(tmpdir(), 'lotse-look-'));
  return { ...config, DATA_DIR: scratch };
}

/** The chat library takes 300 ms, which every command would pay. */
async function readCommands() {
  const [{ COMMANDS }, { toApiCommands }] = await Promise.all([
    import('../commands/commands.ts'),
    import('./channels/discord/gateway/register.ts'),
  ]);
  return toApiCommands(COMMANDS);
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return terminal.question(question).finally(() => terminal.close());
}

/** Only whoever opened the embedded database has to wait for others. */
function sayWaiting(): void {
  if (process.argv.includes('--json')) return;
  const told =
    'Another command is still using the database that this command opened; this command ends when the other does.\n';
  process.stderr.write(told);
}

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  openCore,
  readCommands,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  readFile,
  ask: process.stdin.isTTY ? ask : null,
}).finally(async () => {
  const waiting = setTimeout(sayWaiting, WAITING_MS);
  await adapters?.close();
  clearTimeout(waiting);
  if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
});
