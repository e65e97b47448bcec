/** A higher rank is the version that counts. */
const NAMED = new Map(
  [
    { rank: 3, names: 'stable current release' },
    { rank: 2, names: 'latest' },
    { rank: 0, names: 'next dev devel develop main master nightly edge unreleased canary beta' },
  ].flatMap(({ rank, names }) => names.split(' ').map((name) => [name, rank] as const)),
);
const NUMBERS = /^(?:v\d{1,3}|(?:v|version-?|release-?)?\d{1,4}(?:\.(?:\d{1,4}|x)){1,3})$/i;
const NUMBERED = 1;
const PLAIN = 2;

interface Version {
  url: string;
  rank: number;
  numbers: number[];
  /** `v2`, as APIs have them beside a path without: both are read. */
  isBare: boolean;
}

/**
 * The versions of a manual: `/docs/1.0/fees` and `/docs/2.0/fees` are one page, of which the current one counts.
 * `/docs/fees` beside them is the current one too, as generators write it.
 */
export class Versions {
  readonly #groups = new Map<string, Version[]>();

  add(address: string): void {
    const { key, version } = readVersion(address);
    const group = this.#groups.get(key) ?? [];
    if (group.some(({ url }) => url === address)) return;
    group.push(version ?? { url: address, rank: PLAIN, numbers: [], isBare: false });
    this.#groups.set(key, group);
  }

  /** The pages that stand for a page instead of it, the most current first; none: it is to be read. */
  newerThan(address: string): string[] {
    const { key, version } = readVersion(address);
    if (version === null) return [];
    const others = this.#groups.get(key) ?? [];
    return others
      .filter((other) => isNewer(other, version))
      .toSorted((one, other) => (isNewer(one, other) ? -1 : 1))
      .map(({ url }) => url);
  }
}

function isNewer(one: Version, other: Version): boolean {
  const isPlain = one.rank === PLAIN && one.numbers.length === 0 && !isNamed(one.url);
  if (isPlain && other.isBare) return false;
  if (one.rank !== other.rank) return one.rank > other.rank;
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let n = 0; n < length; n += 1) {
    const difference = (one.numbers[n] ?? 0) - (other.numbers[n] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function isNamed(url: string): boolean {
  return readVersion(url).version !== null;
}

/** Reads the first part of a path that names a version and has more below it: `/changelog/2.0` is a page itself. */
function readVersion(address: string): { key: string; version: Version | null } {
  const url = new URL(address);
  const parts = url.pathname.split('/');
  const index = parts.findIndex(
    (part, n) => parts.slice(n + 1).some((below) => below !== '') && rankOf(part) !== null,
  );
  const part = parts[index] ?? '';
  const rank = index < 0 ? null : rankOf(part);
  const path = rank === null ? url.pathname : parts.toSpliced(index, 1).join('/');
  const key = path + url.search;
  if (rank === null) return { key, version: null };
  const numbers = part.match(/\d+/g)?.map(Number) ?? [];
  return { key, version: { url: address, rank, numbers, isBare: /^v\d+$/i.test(part) } };
}

/** null for a part that names no version: `2` may be a chapter, `2024` a year. */
function rankOf(part: string): number | null {
  const named = NAMED.get(part.toLowerCase());
  if (named !== undefined) return named;
  return NUMBERS.test(part) ? NUMBERED : null;
}
