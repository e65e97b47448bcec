import { MAX_ENTRY_TITLE_CHARACTERS } from '../../domain/limits.ts';
import { truncate } from '../../domain/text.ts';

/** Between a title and what stands above it. */
export const SEPARATOR = ' › ';
/** Less of a title above says nothing. */
const LEAST_CHARACTERS = 10;

/**
 * Titles as one, the nearest last, in at most `most` UTF-16 units. Where they are too long, the first and the last say most;
 * the last, which is the question, stays whole as long as it can.
 */
export function joinTitles(path: readonly string[], most = MAX_ENTRY_TITLE_CHARACTERS): string {
  const title = path.join(SEPARATOR);
  if (title.length <= most) return title;
  const [first = '', last = ''] = [path.at(0), path.at(-1)];
  const rest = path.length > 2 ? [`…${SEPARATOR}${last}`] : [last];
  const room = most - (SEPARATOR + rest[0]).length;
  if (path.length === 1 || room < LEAST_CHARACTERS) return truncate(last, most);
  return [truncate(first, room), ...rest].join(SEPARATOR);
}
