import { SEPARATOR } from '../../search/parts.ts';

/** An entry that is known by its title, unless the file gives an id. */
export interface TitledEntry {
  title: string;
  /** Titles above that are not in its own yet, the nearest last. */
  path: readonly string[];
  text: string;
}

/** `same`: the file holds it already, word for word. */
export type Told = { title: string; change: 'none' | 'renamed' | 'same' };

/**
 * Tells entries of the same title apart by the titles above them, else by a number. All of them are renamed, so that
 * no title depends on the order.
 */
export function tellApart(entries: readonly TitledEntry[]): Told[] {
  const groups = Map.groupBy(entries, ({ title }) => title.toLowerCase());
  const told = new Map<TitledEntry, Told>();
  const taken = new Set<string>();
  for (const group of groups.values()) {
    const texts = new Map(group.toReversed().map((entry) => [entry.text, entry]));
    const kept = group.filter((entry) => texts.get(entry.text) === entry);
    for (const entry of group) told.set(entry, { title: entry.title, change: 'same' });
    for (const [entry, title] of nameAll(kept)) {
      told.set(entry, { title, change: kept.length > 1 ? 'renamed' : 'none' });
      if (kept.length === 1) taken.add(title.toLowerCase());
    }
  }
  for (const entry of told.values()) if (entry.change === 'renamed') number(entry, taken);
  return entries.flatMap((entry) => told.get(entry) ?? []);
}

function number(entry: Told, taken: Set<string>): void {
  const { title } = entry;
  for (let n = 2; taken.has(entry.title.toLowerCase()); n += 1) entry.title = `${title} (${n})`;
  taken.add(entry.title.toLowerCase());
}

/** With as many of the titles above as it takes for all to differ. */
function nameAll(entries: readonly TitledEntry[]): [TitledEntry, string][] {
  const most = entries.length > 1 ? entries.reduce((depth, { path }) => Math.max(depth, path.length), 0) : 0;
  const nameAt = (depth: number) =>
    entries.map((entry): [TitledEntry, string] => [
      entry,
      [...(depth === 0 ? [] : entry.path.slice(-depth)), entry.title].join(SEPARATOR),
    ]);
  for (let depth = Math.min(1, most); depth < most; depth += 1) {
    const names = nameAt(depth);
    if (new Set(names.map(([, name]) => name.toLowerCase())).size === entries.length) return names;
  }
  return nameAt(most);
}
