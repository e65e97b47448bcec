import type { Database } from '../../adapters/db/connect.ts';
import type { Core } from '../core.ts';
import type { Reading } from '../runtime/readings.ts';

/** Feedback may still come after the day is over. */
const LIFETIME_MS = 10 * 60_000;

/**
 * Counts days that are over at most once in ten minutes: 100,000 answers take tens of milliseconds. Counts of a standby
 * that is behind are not kept.
 * @param from.key names the server, the days and the zone.
 */
export async function countFinished<Count>(
  core: Core,
  { key, reading }: { key: string; reading: Reading },
  count: (database: Database) => Promise<Count>,
): Promise<Count> {
  const [known] = await core.cache.getMany<Count>([key]);
  if (known !== undefined) return known;
  const counted = await reading.read(count);
  if (reading.asOf === null) await core.cache.setMany([{ key, value: counted }], LIFETIME_MS);
  return counted;
}
