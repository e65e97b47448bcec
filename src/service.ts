import { setTimeout as delay } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { type OpenAdapters, openAdapters } from './adapters/adapters.ts';
import { removeHeardAnswers } from './adapters/db/answering/async-questions.ts';
import { migrate } from './adapters/db/migrate.ts';
import { findPoolerFault } from './adapters/db/readiness.ts';
import type { Log } from './adapters/log.ts';
import type { OutsideWorld } from './adapters/outbound/outbound.ts';
import { type Job, startJobs } from './adapters/scheduler.ts';
import type { Bot } from './channels/discord/bot.ts';
import { createHttpApp, type Lifecycle } from './channels/http/app.ts';
import { type HttpServer, listen } from './channels/http/server.ts';
import { type Config, urlOf } from './config.ts';
import { checkQuotas } from './core/alerts/alerts.ts';
import { assembleCore } from './core/assembly.ts';
import type { Core } from './core/core.ts';
import { findTeamReason } from './core/handover/handover.ts';
import { crawlWhenDue } from './core/knowledge/due-links.ts';
import { watchProcess } from './core/operations/health.ts';
import { keepHouse } from './core/operations/housekeeping.ts';
import { countTokens } from './core/search/tokens.ts';
import { AppError, readCause } from './domain/errors.ts';
import { SHUTDOWN_GRACE_SECONDS } from './domain/limits.ts';
import type { Clock } from './domain/time.ts';

const MIGRATION_RETRY_MS = 500;
/** Logs every 60th attempt while the database is unreachable. */
const ATTEMPTS_PER_LINE = 60;
const MIGRATION_STOP_MS = 1_000;

export interface Service {
  core: Core;
  /** With the port that was taken; `nowhere` where it does not listen. */
  url: string;
  /** The API answers 503 until the schema is up to date. */
  ready: Promise<void>;
  isStopping(): boolean;
  /** /readyz turns 503, requests in flight finish (at most 10 s), everything closes. */
  stop(): Promise<void>;
}

/** The API listens before the database has to answer. */
export async function startService(options: {
  config: Config;
  log: Log;
  clock: Clock;
  /** Tests replace the network of crawler and webhooks. */
  world?: Partial<OutsideWorld>;
  /** How long the bot waits for the rest of a message; tests do not wait. */
  burstMs?: number;
  /** `share`: for tests on a running embedded database. */
  ownership?: 'own' | 'share';
}): Promise<Service> {
  const { config, log, clock } = options;
  const adapters = await openAdapters(config, log, options.ownership ?? 'own', options.world);
  let isStopping = false;
  try {
    const core = assembleCore({ ...adapters, config, clock, log });
    let bot: Bot | null = null;
    let isStarting = true;
    const lifecycle = {
      isStarting: () => isStarting,
      isStopping: () => isStopping,
      discord: () => bot?.state() ?? 'off',
    };
    if (config.METRICS_TOKEN) watchProcess();
    const http = await openHttp(core, lifecycle);
    const ready = migrateUntilDone(adapters, log, () => isStopping).then(() => {
      isStarting = false;
    });
    // While the database checks its schema.
    warmUp();
    bot = await openBot(core, options.burstMs);
    const jobs = config.ROLES.has('jobs') ? jobsOf(core) : [];
    const stopJobs = startJobs([...jobs, ...(bot?.jobs ?? [])], core, ready);
    void ready.then(() => (isStopping ? undefined : bot?.start())).catch(() => undefined);
    return {
      core,
      url: http ? urlOf(config.HOST, http.port) : 'nowhere',
      ready,
      isStopping: lifecycle.isStopping,
      stop: async () => {
        isStopping = true;
        await stopAll({ core, http, bot, stopJobs, adapters, ready });
      },
    };
  } catch (error) {
    await adapters.close();
    throw error;
  }
}

/**
 * Without API and dashboard, only probes and metrics need the port, which another process on the machine may have. Null
 * then.
 */
async function openHttp(core: Core, lifecycle: Lifecycle): Promise<HttpServer | null> {
  const { ROLES, HOST, PORT } = core.config;
  const pages = ROLES.has('dashboard') ? openDashboard(core) : null;
  const app = createHttpApp(core, lifecycle, { api: ROLES.has('api'), pages });
  try {
    return await listen(app, { host: HOST, port: PORT });
  } catch (error) {
    if (ROLES.has('api') || ROLES.has('dashboard')) throw error;
    const told = 'not listening, so there are no probes and no metrics; set another PORT to have them';
    core.log.warn({ err: error, port: PORT }, told);
    return null;
  }
}

/** A process that only answers tickets does without the pages. */
function openDashboard(core: Core): Middleware {
  let opening: Promise<Middleware> | null = null;
  const open = async () => {
    const { createDashboard } = await import('./channels/dashboard/app.ts');
    const { listOperations } = await import('./channels/http/openapi.ts');
    return createDashboard(core, listOperations());
  };
  return async (ctx, next) => {
    opening ??= open();
    const serve = await opening.catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return serve(ctx, next);
  };
}

/** Builds tables of 100 ms before the first customer waits for them. */
function warmUp(): void {
  findTeamReason([{ role: 'user', content: 'hello' }]);
  countTokens('hello');
}

/** Waits for a starting database; another failure ends the start. */
async function migrateUntilDone(adapters: OpenAdapters, log: Log, isStopping: () => boolean): Promise<void> {
  for (let attempt = 0; !isStopping(); attempt += 1) {
    try {
      const applied = await migrate(adapters.database);
      if (applied.length > 0) log.info({ applied }, 'database schema updated');
      const fault = await findPoolerFault(adapters.database);
      if (fault) log.warn({ reason: fault }, 'pooler not set up as it should be');
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (attempt % ATTEMPTS_PER_LINE === 0) {
        log.warn({ reason: readCause(error).text || 'unknown' }, 'database not ready, trying again');
        log.debug({ err: error }, 'database not ready');
      }
      await delay(MIGRATION_RETRY_MS);
    }
  }
}

/** The library takes 160 ms and 56 MB. */
async function openBot(core: Core, burstMs: number | undefined): Promise<Bot | null> {
  const { DISCORD_TOKEN, ROLES } = core.config;
  if (!DISCORD_TOKEN || !ROLES.has('bot')) return null;
  const { createBot } = await import('./channels/discord/bot.ts');
  return createBot(core, { token: DISCORD_TOKEN, burstMs });
}

/** The first run of a job loads its module, not the first answer. */
function jobsOf(core: Core): Job[] {
  return [
    { name: 'sweep', expression: '*/10 * * * * *', run: () => sweep(core) },
    { name: 'crawl', expression: '*/5 * * * * *', run: (signal) => crawlWhenDue(core, signal) },
    { name: 'housekeeping', expression: '0 15 * * * *', run: (signal) => keepHouse(core, signal) },
    {
      name: 'tests',
      expression: '0 45 * * * *',
      run: async (signal) =>
        (await import('./core/learning/test-questions/test-questions.ts')).runAllTests(core, signal),
    },
    {
      name: 'contradictions',
      expression: '40 * * * * *',
      run: async (signal) =>
        (await import('./core/contradictions/contradictions.ts')).checkChanged(core, signal),
    },
    {
      name: 'outdated',
      expression: '50 * * * * *',
      run: async (signal) =>
        (await import('./core/answering/outdated/outdated.ts')).checkAnswers(core, signal),
    },
    {
      name: 'webhooks',
      expression: '*/2 * * * * *',
      run: async (signal) => (await import('./core/webhooks/deliver.ts')).deliverDue(core, signal),
    },
    {
      name: 'rehearsals',
      expression: '*/5 * * * * *',
      run: async (signal) => (await import('./core/rehearsals/rehearsals.ts')).rehearse(core, { signal }),
    },
    { name: 'alerts', expression: '20 * * * * *', run: (signal) => checkQuotas(core, signal) },
    {
      name: 'reports',
      expression: '30 */10 * * * *',
      run: async (signal) => (await import('./core/alerts/week-report.ts')).tellWeeks(core, signal),
    },
  ];
}

/** Gives back what dead processes held, and forgets answers that their webhook heard. */
async function sweep(core: Core): Promise<void> {
  await core.ledger.sweep();
  await removeHeardAnswers(core.database);
}

async function stopAll(parts: {
  core: Core;
  http: HttpServer | null;
  bot: Bot | null;
  stopJobs: () => Promise<void>;
  adapters: OpenAdapters;
  ready: Promise<void>;
}): Promise<void> {
  // A crawl under way writes its pages and hands its link back.
  const graceMs = SHUTDOWN_GRACE_SECONDS * 1000;
  const { underWay } = parts.core;
  await Promise.all([
    ...[parts.http?.stop(graceMs), parts.bot?.stop(graceMs), parts.stopJobs()],
    underWay.stop(graceMs),
  ]);
  await parts.core.backlog.abandon();
  await parts.core.releases.finish();
  // A silent database would hold a migration, which has no time limits, for ever.
  await Promise.race([parts.ready.catch(() => undefined), delay(MIGRATION_STOP_MS)]);
  await parts.adapters.close();
}
