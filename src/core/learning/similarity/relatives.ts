/** Shorter roots differ by a letter and mean something else. */
const MIN_TYPO_LETTERS = 5;
/** `anmelden` and `abmelden`, `enable` and `unable`: the beginning is where opposites differ. */
const SAME_LETTERS = 3;
/** Parts of a compound that are shorter are endings or prefixes: `entsperren`, `deaktivieren`. */
const MIN_PART_LETTERS = 4;
const TYPO_CREDIT = 0.9;
const COMPOUND_CREDIT = 0.6;

/** How far two different roots mean the same: one has a typo, or is a compound that begins or ends with the other. */
export function similarityOf(one: string, other: string): number {
  if (isTypoOf(one, other)) return TYPO_CREDIT;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const hasParts = short.length >= MIN_PART_LETTERS && long.length - short.length >= MIN_PART_LETTERS;
  return hasParts && (long.startsWith(short) || long.endsWith(short)) ? COMPOUND_CREDIT : 0;
}

/** Whether one letter is missing, too much, another one or in its neighbour's place. */
function isTypoOf(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < MIN_TYPO_LETTERS || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  if (start < SAME_LETTERS) return false;
  const isSwap = one[start] === other[start + 1] && one[start + 1] === other[start];
  const rests =
    one.length === other.length
      ? [
          one.slice(start + 1) === other.slice(start + 1),
          isSwap && one.slice(start + 2) === other.slice(start + 2),
        ]
      : [
          one.length > other.length
            ? one.slice(start + 1) === other.slice(start)
            : one.slice(start) === other.slice(start + 1),
        ];
  return rests.includes(true);
}
