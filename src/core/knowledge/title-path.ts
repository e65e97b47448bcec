import { MAX_ENTRY_TITLE_CHARACTERS } from '../../domain/limits.ts';

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
  if (path.length === 1 || room < LEAST_CHARACTERS) return shorten(last, most);
  return [shorten(first, room), ...rest].join(SEPARATOR);
}

/** A title of at most `most` UTF-16 units that ends at a whole character and shows that more followed. */
function shorten(title: string, most: number): string {
  if (title.length <= most) return title;
  return `${title
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
