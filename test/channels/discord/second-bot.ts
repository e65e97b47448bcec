import { expect } from 'vitest';
import { openAdapters } from '../../../src/adapters/adapters.ts';
import { createBot } from '../../../src/channels/discord/bot.ts';
import type { Config } from '../../../src/config.ts';
import { assembleCore } from '../../../src/core/assembly.ts';
import type { TestApp } from '../../support/app.ts';

const STOP_MS = 5_000;

/** The bot of another process of the same installation: same database, clock and log. */
export async function openSecondBot(app: TestApp, settings: Partial<Config> = {}) {
  const { clock, log } = app.core;
  const config: Config = { ...app.core.config, ...settings };
  const adapters = await openAdapters(config, log, 'share');
  const core = assembleCore({ ...adapters, config, clock, log });
  const bot = createBot(core, { token: config.DISCORD_TOKEN ?? '', burstMs: 20 });
  bot.start();
  await expect.poll(() => bot.state(), { interval: 5, timeout: 10_000 }).toBe('ready');
  let isStopped = false;
  return {
    core,
    /** Does what this bot does by the clock. */
    runJob: async (name: string) => {
      const job = bot.jobs.find((one) => one.name === name);
      if (!job) throw new Error(`There is no job ${name}`);
      await job.run(new AbortController().signal);
    },
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      await bot.stop(STOP_MS);
      await adapters.close();
    },
  };
}
