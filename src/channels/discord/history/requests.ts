import { setTimeout as delay } from 'node:timers/promises';
import { DiscordAPIError, RateLimitError, type REST, RESTJSONErrorCodes, type RouteLike } from 'discord.js';
import { HistoryEndedError } from '../../../core/learning/history/imports.ts';

/** Looking something up costs the platform less than a page of messages. */
const LOOK_UP_DIVISOR = 5;

/** Requests of a run, one at a time with pauses: an answer to a member never waits for them. */
export interface Requests {
  /** A page of messages. @throws DiscordAPIError, or what the network says */
  page<Found>(route: RouteLike, query: URLSearchParams): Promise<Found>;
  /** Anything else. @throws DiscordAPIError, or what the network says */
  lookUp<Found>(route: RouteLike, query?: URLSearchParams): Promise<Found>;
}

/**
 * @param pauseMs before a page of messages. The platform allows some five of a channel in five seconds, and what was
 * said before a question is read from the same share.
 */
export function createRequests(rest: REST, pauseMs: number, signal: AbortSignal): Requests {
  async function get(route: RouteLike, query: URLSearchParams | undefined, pause: number): Promise<unknown> {
    for (let wait = pause; ; ) {
      await delay(wait, undefined, { signal });
      try {
        return await rest.get(route, { ...(query ? { query } : {}), signal });
      } catch (error) {
        // The library waits out short ones by itself.
        if (!(error instanceof RateLimitError)) throw error;
        wait = error.retryAfter;
      }
    }
  }
  return {
    page: <Found>(route: RouteLike, query: URLSearchParams) => get(route, query, pauseMs) as Promise<Found>,
    lookUp: <Found>(route: RouteLike, query?: URLSearchParams) =>
      get(route, query, pauseMs / LOOK_UP_DIVISOR) as Promise<Found>,
  };
}

const GONE = new Set<number | string>([RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild]);
const FORBIDDEN_STATUS = 403;

/** Why a place cannot be read for good; null: another try may help. */
export function refusalOf(error: unknown): 'channel_gone' | 'right_missing' | null {
  if (!(error instanceof DiscordAPIError)) return null;
  if (GONE.has(error.code)) return 'channel_gone';
  return error.status === FORBIDDEN_STATUS ? 'right_missing' : null;
}

/** For the channel itself: what cannot be read for good ends the run. @throws HistoryEndedError, or the error */
export async function orEnd<Found>(reading: Promise<Found>): Promise<Found> {
  return reading.catch((error: unknown) => {
    const refusal = refusalOf(error);
    throw refusal ? new HistoryEndedError(refusal) : error;
  });
}
