import { randomUUID } from 'node:crypto';
import type { Client, REST } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import type { HistoryRun } from '../../../core/learning/history/imports.ts';
import {
  claimImport,
  endImportsOfLeft,
  HistoryClaimLostError,
  HistoryEndedError,
  RENEW_MS,
} from '../../../core/learning/history/imports.ts';
import { openLessons, readWanted } from '../../../core/learning/history/lessons.ts';
import { toFields } from '../errors.ts';
import type { Removals } from '../messages/learning/removals.ts';
import { readHistory } from './reader.ts';
import { readRehearsed } from './rehearsed.ts';
import { createRequests } from './walk.ts';

const AT_ONCE = 3;
const RETRY_MS = 30_000;
const GIVE_UP_MS = 24 * 3_600_000;

interface ImportDeps {
  core: Core;
  rest: REST;
  removals: Removals;
  messageContent(): 'granted' | 'not_asked' | 'refused';
  pauseMs: number;
}

/** Reads the histories of channels that owners asked for, on servers that this process is connected to. */
export function createHistoryImports(deps: ImportDeps) {
  const { core } = deps;
  const by = randomUUID();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> = Promise.resolve();

  function start(run: HistoryRun, client: Client<true>): void {
    const work = keepRunning(deps, run, client, stopping.signal).finally(() => running.delete(work));
    running.add(work);
  }
  async function lookOnce(client: Client<true>): Promise<void> {
    await endImportsOfLeft(core);
    // Until it is known whether messages can be read, a run would find them empty.
    if (deps.messageContent() === 'not_asked') return;
    const serverIds = client.guilds.cache.filter(({ available }) => available).map(({ id }) => id);
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const run = await claimImport(core, serverIds, by);
      if (!run) return;
      start(run, client);
    }
  }
  return {
    /** Goes on with runs that nobody works on. @throws AppError('service_unavailable') */
    look: (client: Client<true>): Promise<void> => {
      const next = looking.catch(() => undefined).then(() => lookOnce(client));
      looking = next;
      return next;
    },
    /** Reads channels whose conversations are asked again. */
    rehearse: (client: Client<true>, signal: AbortSignal) => readRehearsed(deps, client, signal),
    /** Leaves runs under way to the next process. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await looking.catch(() => undefined);
      await Promise.all(running);
    },
  };
}

/** Works on a run and says every few seconds that it does. Never rejects. */
async function keepRunning(
  deps: ImportDeps,
  run: HistoryRun,
  client: Client<true>,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const renewing = setInterval(() => {
    run.prolong().then(
      (isOurs) => isOurs || lost.abort(new HistoryClaimLostError()),
      () => undefined,
    );
  }, RENEW_MS);
  try {
    await work(deps, run, client, AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    deps.core.log.warn({ err: error, server: run.serverId }, 'history import stopped, resuming later');
  } finally {
    clearInterval(renewing);
  }
}

/** @throws AppError('service_unavailable'): another process takes it over once its claim has run out */
async function work(
  deps: ImportDeps,
  run: HistoryRun,
  client: Client<true>,
  signal: AbortSignal,
): Promise<void> {
  const { core, rest, removals, pauseMs } = deps;
  try {
    if (deps.messageContent() === 'refused') throw new HistoryEndedError('content_refused');
    const requests = createRequests(rest, pauseMs, signal);
    const readSettings = () => readWanted(core, run.serverId);
    const lessons = await openLessons(run);
    await readHistory(run, { core, removals, requests, client, signal, lessons, readSettings });
  } catch (error) {
    if (error instanceof HistoryEndedError) return end(core, run, error.reason);
    if (error instanceof HistoryClaimLostError || signal.reason instanceof HistoryClaimLostError) return;
    if (signal.aborted) return run.release(0);
    if (core.clock() - run.startedAt.getTime() > GIVE_UP_MS) return end(core, run, 'discord_unavailable');
    core.log.warn({ ...toFields(error), server: run.serverId }, 'history import paused');
    await run.release(RETRY_MS);
  }
}

async function end(core: Core, run: HistoryRun, reason: HistoryEndedError['reason']): Promise<void> {
  try {
    await run.end(reason);
  } catch (error) {
    if (!(error instanceof HistoryClaimLostError)) throw error;
    return;
  }
  const { messages, suggested } = run.progress;
  core.log.info({ server: run.serverId, reason, messages, suggested }, 'history import ended');
}
