export const PERTURBATIONS = ['none', 'umlauts', 'typos'] as const;
export type Perturbation = (typeof PERTURBATIONS)[number];

const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A question as people type it: umlauts spelled out, or one typo in each word of four letters or more. */
export function perturb(text: string, perturbation: Perturbation, seed: number): string {
  if (perturbation === 'none') return text;
  if (perturbation === 'umlauts')
    return text.replace(/[äöüÄÖÜß]/g, (letter) => SPELLED_OUT[letter] ?? letter);
  const next = makeRandom(seed);
  return text.replace(/\p{L}{4,}/gu, (word) => addTypo(word, next));
}

/** Omits, inserts or replaces a letter, or swaps two neighbours. @param next returns a number below its argument. */
export function addTypo(word: string, next: (below: number) => number): string {
  const at = next(word.length - 1);
  const letter = LETTERS[next(LETTERS.length)] ?? '';
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  const kinds = [
    before + after,
    before + letter + word.slice(at),
    before + letter + after,
    before + after.slice(0, 1) + word.slice(at, at + 1) + after.slice(1),
  ];
  return kinds[next(kinds.length)] ?? word;
}

/** Mulberry32: the same typos in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
