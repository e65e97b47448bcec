import { createRandom, pickOne, type Random } from '../random.ts';

/** An entry of knowledge as it is imported. */
export interface MadeEntry {
  id: string;
  title: string;
  text: string;
}

const FUNCTION_WORDS = {
  de: 'der die das und ist nicht du wie mit auf für ein eine im den dem zu von wenn kann wird dein'.split(
    ' ',
  ),
  en: 'the a and is not you how with on for in to of when can will your it are be this that'.split(' '),
};
const ONSETS = 'b d f g h k l m n p r s t w st sch br kl tr gr'.split(' ');
const VOWELS = 'a e i o u ei au ie ä ö ü'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'ng', 'ck', 'nd', 'rt'];
/** Distinct content words; with compounds the vocabulary of a large documentation. */
const ROOTS = 12_000;
const WORDS_PER_ENTRY = 55;
const QUESTION_WORDS = 9;

/**
 * Entries and questions of made-up words in natural proportions: half function words, content words by Zipf's
 * law, every fifth German one a compound. The same for the same seed.
 */
export function makeCorpus(count: number, questions: number, seed: number) {
  const random = createRandom(seed, 'corpus');
  const syllable = () => pickOne(random, ONSETS) + pickOne(random, VOWELS) + pickOne(random, CODAS);
  const makeRoot = () => syllable() + syllable() + (random() < 0.5 ? syllable() : '');
  const roots = Array.from({ length: ROOTS }, makeRoot);
  // Zipf: the rank of a uniformly drawn logarithm.
  const root = () => roots[Math.floor(ROOTS ** random()) - 1] ?? '';
  const word = (language: 'de' | 'en') => {
    if (random() < 0.5) return pickOne(random, FUNCTION_WORDS[language]);
    return language === 'de' && random() < 1 / 5 ? root() + root() : root();
  };
  const sentence = (language: 'de' | 'en', length: number) =>
    Array.from({ length }, () => word(language)).join(' ');
  const entries: MadeEntry[] = Array.from({ length: count }, (_, n) => {
    const language = n % 2 === 0 ? 'de' : 'en';
    return { id: `e${n}`, title: sentence(language, 5), text: sentence(language, WORDS_PER_ENTRY) };
  });
  const texts = Array.from({ length: questions }, (_, n) => {
    const language = n % 2 === 0 ? 'de' : 'en';
    return mistype(sentence(language, QUESTION_WORDS), random);
  });
  return { entries, questions: texts };
}

/** Every fourth word of five letters or more loses one. */
function mistype(text: string, random: Random): string {
  return text.replace(/\p{L}{5,}/gu, (word) => {
    if (random() > 1 / 4) return word;
    const at = Math.floor(random() * word.length);
    return word.slice(0, at) + word.slice(at + 1);
  });
}
