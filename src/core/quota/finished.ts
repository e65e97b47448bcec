import type { Database } from '../../adapters/db/connect.ts';
import type { Core } from '../core.ts';
import type { Reading } from '../runtime/readings.ts';

/** What became of an answer is said for a while after its day is over. */
const LIFETIME_MS = 10 * 60_000;

/**
 * Counts what is over, such as the days before today, at most once in ten minutes: of 100,000 answers it takes tens of
 * milliseconds. What comes from a standby that is behind is not kept, or it would be shown once that has caught up.
 * @param from.key names what is counted, with the server, the days and the zone.
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
