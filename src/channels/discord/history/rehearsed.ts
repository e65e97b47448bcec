import type { Client, REST } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import { HistoryEndedError } from '../../../core/learning/history/imports.ts';
import { type ChannelReading, claimReading } from '../../../core/rehearsals/channel.ts';
import type { Removals } from '../messages/learning/removals.ts';
import { readHistory } from './reader.ts';
import { createRequests } from './walk.ts';

interface ReadingDeps {
  core: Core;
  rest: REST;
  removals: Removals;
  pauseMs: number;
}

/**
 * Reads channels that owners want to have asked again, on servers that this process is connected to, until none waits.
 * @throws AppError('service_unavailable')
 */
export async function readRehearsed(
  deps: ReadingDeps,
  client: Client<true>,
  signal: AbortSignal,
): Promise<void> {
  const serverIds = client.guilds.cache.filter(({ available }) => available).map(({ id }) => id);
  while (!signal.aborted) {
    const reading = await claimReading(deps.core, serverIds);
    if (!reading) return;
    await read(deps, reading, client, signal);
  }
}

async function read(
  { core, rest, removals, pauseMs }: ReadingDeps,
  reading: ChannelReading,
  client: Client<true>,
  signal: AbortSignal,
): Promise<void> {
  const { work, lessons, readSettings } = reading;
  try {
    // Without the privileged intent messages have no words.
    const application = await core.discord?.readApplication();
    if (application?.mayReadMessages === false) return await reading.end('content_refused');
    const requests = createRequests(rest, pauseMs, signal);
    await readHistory(work, { core, removals, requests, client, signal, lessons, readSettings });
  } catch (error) {
    if (error instanceof HistoryEndedError) return reading.end(error.reason);
    if (!signal.aborted) throw error;
    await reading.release();
  }
}
