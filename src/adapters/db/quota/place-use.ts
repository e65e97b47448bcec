import type { Database } from '../connect.ts';

/** Units of a week, without what was given back, and those of answers under way. */
export interface PlaceUse {
  used: number;
  held: number;
}

/** What the questions of places with a share cost in a week, by id. @param week its Monday */
export async function readPlaceUse(
  database: Database,
  serverId: string,
  week: string,
  places: readonly string[],
): Promise<Map<string, PlaceUse>> {
  const rows = await database.query<PlaceUse & { place: string }>(
    'place-use',
    'SELECT p.place, s.used, s.held FROM unnest($3::text[]) AS p(place), spent_in($1, $2, p.place) AS s',
    [serverId, week, [...places]],
    { repeatable: true },
  );
  return new Map(rows.map(({ place, used, held }) => [place, { used, held }]));
}
