import { addressOf, type ServerVisit } from '../../route.ts';

/** Ids that an address cannot hold as they are: a page of that name stands there, or browsers fold them away. */
const RESERVED: ReadonlySet<string> = new Set(['import', '.', '..']);
/** No id holds it. */
const MARK = '~';

/** The part of an address that stands for an entry; ids may hold slashes. */
export function toSegment(entryId: string): string {
  return encodeURIComponent(RESERVED.has(entryId) ? MARK + entryId : entryId);
}

/** The id that a decoded part of an address stands for. */
export function toEntryId(part: string): string {
  return part.startsWith(MARK) ? part.slice(MARK.length) : part;
}

export function entryAddress(visit: ServerVisit, entryId: string): string {
  return addressOf(visit, `knowledge/${toSegment(entryId)}`);
}
