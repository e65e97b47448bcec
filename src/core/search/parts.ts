import { readMarkdown } from '../../adapters/markdown/reader.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../domain/limits.ts';
import { isQuestion } from '../../domain/markdown/sentences.ts';
import { truncate } from '../../domain/text.ts';

/** A heading or question within the text of an entry. */
interface OutlineItem {
  /** Where its line begins, in UTF-16 units. */
  at: number;
  /** Titles above it and its own, the nearest last. */
  path: string[];
  isQuestion: boolean;
}

/** A stretch of a long text that answers one question at most. */
export interface TextSegment {
  text: string;
  /** The titles above that place, the nearest last; none above the first heading. */
  pathAt(offset: number): string[];
}

/** Parts a long text before every question that stands within it. */
export function splitAtQuestions(text: string): TextSegment[] {
  const groups: { start: number; places: OutlineItem[] }[] = [{ start: 0, places: [] }];
  for (const place of findPlaces(text)) {
    if (place.isQuestion && place.at > 0) groups.push({ start: place.at, places: [] });
    groups.at(-1)?.places.push(place);
  }
  return groups.map(({ start, places }, index) => ({
    text: text.slice(start, groups[index + 1]?.start),
    pathAt: (offset) => places.findLast(({ at }) => at <= start + offset)?.path ?? [],
  }));
}

function findPlaces(text: string): OutlineItem[] {
  const lineStarts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)];
  const named = readMarkdown(text).sections.filter(({ level }) => level > 0);
  const places = named.map(({ line, path, title }) => ({
    at: lineStarts[line - 1] ?? 0,
    path: path.at(-1) === title ? path : [...path, title],
    isQuestion: isQuestion(title),
  }));
  return places.toSorted((one, other) => one.at - other.at);
}

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
