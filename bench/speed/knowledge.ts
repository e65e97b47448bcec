import { createRandom, pickOne, type Random } from '../random.ts';
import { readLanguages } from './questions.ts';

/** An entry of knowledge as it is imported. */
export interface MadeEntry {
  id: string;
  title: string;
  text: string;
}

const ONSETS = 'b d f g h k l m n p r s t w st sch br kl tr gr'.split(' ');
const VOWELS = 'a e i o u ei au ie ä ö ü'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'ng', 'ck', 'nd', 'rt'];
/** Distinct words that no question uses; with compounds the vocabulary of a large documentation. */
const ROOTS = 12_000;
const ROOTS_PER_ENTRY = 25;
/** What people ask is longer than most titles, and than any may be. */
const MOST_TITLE = 120;

/**
 * Entries of what people ask about, in their words, and of words that only few entries share, by Zipf's law, every
 * fifth German one a compound. The same for the same seed.
 */
export function makeKnowledge(count: number, seed = 1): MadeEntry[] {
  const random = createRandom(seed, 'knowledge');
  const { languages } = readLanguages();
  const roots = Array.from({ length: ROOTS }, () => makeRoot(random));
  // Zipf: the rank of a uniformly drawn logarithm.
  const root = () => roots[Math.floor(ROOTS ** random()) - 1] ?? '';
  return Array.from({ length: count }, (_, n) => {
    const isGerman = n % 2 === 0;
    const { asked, replies } = languages[isGerman ? 'de' : 'en'];
    const word = () => (isGerman && random() < 1 / 5 ? root() + root() : root());
    const rare = Array.from({ length: ROOTS_PER_ENTRY }, word).join(' ');
    const text = `${pickOne(random, replies)} ${pickOne(random, asked)} ${rare}.`;
    return { id: `e${n}`, title: (asked[n % asked.length] ?? '').slice(0, MOST_TITLE), text };
  });
}

function makeRoot(random: Random): string {
  const syllable = () => pickOne(random, ONSETS) + pickOne(random, VOWELS) + pickOne(random, CODAS);
  return syllable() + syllable() + (random() < 0.5 ? syllable() : '');
}
