import { setTimeout as wait } from 'node:timers/promises';
import { findReachFault } from './adapters/ai/reach.ts';
import {
  FolderInUseError,
  ForeignFolderError,
  isEmbeddedMade,
  UnusableFolderError,
} from './adapters/db/embedded.ts';
import { SchemaError } from './adapters/db/migrate.ts';
import { createLog, GATHERING_MS, type Log, type LogFormat } from './adapters/log.ts';
import { findFreePort } from './channels/http/server.ts';
import { type Config, listMistyped, readConfig, secretsOf, urlOf } from './config.ts';
import { seedDemo } from './core/operations/demo.ts';
import { createLocalLink } from './core/owners/sign-in.ts';
import { ConfigError } from './domain/errors.ts';
import { SHUTDOWN_GRACE_SECONDS } from './domain/limits.ts';
import { type Service, startService } from './service.ts';

/** The grace of requests, plus time for jobs and connections. */
const STOP_LIMIT_MS = (SHUTDOWN_GRACE_SECONDS + 10) * 1000;

/** Nobody waits longer at the start for a backend that may come later. */
const REACH_MS = 3_000;

/** Ctrl+C under npm comes twice: from the terminal, and passed on by npm. */
const SAME_SIGINT_MS = 100;

async function main(): Promise<void> {
  const config = await choosePort(readConfig());
  const format: LogFormat = config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
  const log = createLog(config.LOG_LEVEL, secretsOf(config), format);
  handleLastResort(log);
  // A terminal that closes or a full disk ends what is told there, not the service.
  process.stdout.on('error', () => undefined);
  for (const [given, meant] of listMistyped())
    log.warn({ given, meant }, `unknown setting ${given}: did you mean ${meant}?`);
  if (!config.DATABASE_URL && !isEmbeddedMade(config.DATA_DIR))
    log.info({ folder: config.DATA_DIR }, 'making a new database; this takes up to half a minute');
  const starting = startService({ config, log, clock: Date.now });
  let greeting = Promise.resolve();
  // PID 1 of a container must listen for signals from the start; a new database takes seconds.
  handleSignals(async () => {
    const service = await starting;
    // A half-filled demo would never show its key.
    await greeting.catch(() => undefined);
    await service.stop();
  }, log);
  const service = await starting;
  await service.ready;
  if (service.isStopping()) return;
  greeting = greet(service, config, log, format);
  await greeting;
}

async function greet(service: Service, config: Config, log: Log, format: LogFormat): Promise<void> {
  const tellAddress = () => log.info({ url: service.url }, `listening on ${service.url}`);
  const engines = await describeEngines(config);
  // In a terminal the way in stands last, below the lines that the log gathers.
  if (format === 'pretty') {
    tellAddress();
    await wait(2 * GATHERING_MS);
  }
  // Who starts the demo reads along, and its key and links are no log lines either.
  const isRead = format === 'pretty' || config.isDemo;
  if (isRead) process.stdout.write(`${engines.join('\n')}\n`);
  else for (const engine of engines) log.info(engine);
  if (config.isDemo) await showDemo(service, config);
  if (!config.DATABASE_URL && config.ROLES.has('dashboard')) {
    // The operator's way into the dashboard, in no log line.
    const link = await createLocalLink(service.core);
    process.stdout.write(`Sign in to the dashboard (works once, within 24 hours):\n\n  ${link}\n\n`);
  }
  if (format === 'json') tellAddress();
}

/** What answers on each level, and whether something listens there. */
async function describeEngines(config: Config): Promise<string[]> {
  const { OPENAI_BASE_URL: address, MODEL_V1, MODEL_V1_5, MODEL_V2 } = config;
  if (!address) return ['engine: extractive'];
  const fault = await findReachFault(address, REACH_MS);
  const state = fault === null ? 'reachable' : `not reachable: ${fault}`;
  return [MODEL_V1, MODEL_V1_5, MODEL_V2].map(
    (model) => `engine: ${model} at ${new URL(address).host} (${state})`,
  );
}

/** Links name the port, so PORT=0 is resolved before anything is built. */
async function choosePort(config: Config): Promise<Config> {
  if (config.PORT !== 0) return config;
  const port = await findFreePort(config.HOST);
  const isDerived = config.PUBLIC_URL === urlOf(config.HOST, 0);
  return { ...config, PORT: port, PUBLIC_URL: isDerived ? urlOf(config.HOST, port) : config.PUBLIC_URL };
}

/** For the person at the terminal; the key is shown this once and is in no log line. */
async function showDemo(service: Service, config: Config): Promise<void> {
  const key = await seedDemo(service.core);
  if (key === null) return;
  const ways = config.ROLES.has('api') ? describeWays(config.PUBLIC_URL, key) : '';
  process.stdout.write(`\nA demo server is ready. Its API key, shown only this once:\n\n  ${key}\n\n${ways}`);
}

/** Only a process with the API answers there. */
function describeWays(baseUrl: string, key: string): string {
  const ask = (question: string) =>
    `curl -s ${baseUrl}/api/v1/chat -H 'Authorization: Bearer ${key}' \\\n` +
    `  -H 'Content-Type: application/json' -d '{"messages":[{"role":"user","content":"${question}"}]}'`;
  return (
    `Ask it, in German or in English:\n\n${ask('Wie komme ich auf den Server?')}\n\n` +
    `${ask('How do I join the server?')}\n\nReference: ${baseUrl}/docs\n\n`
  );
}

/** The first signal drains, a second one ends at once. */
function handleSignals(stop: () => Promise<void>, log: Log): void {
  let stoppingSince: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    const isEcho = stoppingSince !== null && signal === 'SIGINT' && now - stoppingSince < SAME_SIGINT_MS;
    if (isEcho) return;
    if (stoppingSince !== null) process.exit(1);
    stoppingSince = now;
    log.info({ signal }, 'stopping');
    // Ends a process that hangs beyond all its limits.
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    const fail = (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    };
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** A rejected promise is a fault of one request, not of the process. */
function handleLastResort(log: Log): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

const TELLING = [ConfigError, FolderInUseError, ForeignFolderError, UnusableFolderError, SchemaError];

type ListenFault = NodeJS.ErrnoException & { address?: string; port?: number };

/** Also an unknown name, or one that nobody could be asked for. */
const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN']);

/** A fault that an operator can mend is one sentence; others keep their stack. */
function describeStartFault(error: unknown): string {
  if (TELLING.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code = '', syscall, address, port } = error as ListenFault;
  // A link-local address without its zone is EINVAL.
  if (NO_ADDRESS.has(code) || (code === 'EINVAL' && syscall === 'listen'))
    return 'HOST is not an address of this machine. 127.0.0.1 accepts connections from this machine only, 0.0.0.0 from all.';
  if (code === 'EADDRINUSE') return `${address}:${port} is in use by another program. Set another PORT.`;
  if (code === 'EACCES') return `Not allowed: ${error instanceof Error ? error.message : code}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`);
  process.exit(1);
}
