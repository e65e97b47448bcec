import { isStopWord, normalise, stem, stemSpelling, words } from '../../search/words/analyse.ts';
import { EVENTS, FILLERS, findStance, type Stance } from './stance.ts';

/** A ticket says in its beginning what it is about; what follows is a log, a quotation or a second question. */
const MAX_CHARACTERS = 2_000;
const MAX_TERMS = 40;
/** `Can you tell me how …` says less about a question than what follows. */
const FILLER_WEIGHT = 0.3;
const DIGIT = /\d/;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;

/** A text as it is compared with others. */
export interface Reading {
  /** Equal for texts that differ in nothing but case, spaces and punctuation. */
  key: string;
  /** Content words by root, each once, and what they weigh; at most 40. */
  terms: ReadonlyMap<string, number>;
  /** Of all terms. */
  weight: number;
  functionWords: ReadonlySet<string>;
  /** The numbers in it, in a fixed order. */
  numbers: string;
  stance: Stance;
}

/** Reads the first 2,000 characters: 5 µs for a usual question, at most half a millisecond. */
export function readText(text: string): Reading {
  const beginning = text.slice(0, MAX_CHARACTERS);
  const all = words(beginning.replace(APOSTROPHE, ''));
  const terms = new Map<string, number>();
  const functionWords = new Set<string>();
  for (const word of all) {
    if (isFunctionWord(word)) {
      if (functionWords.size < MAX_TERMS) functionWords.add(word);
      // One root for both languages: a short question does not tell which it is in.
    } else if (terms.size < MAX_TERMS)
      terms.set(stemSpelling(stem(word, 'en')), FILLERS.has(word) ? FILLER_WEIGHT : 1);
  }
  return {
    key: all.length > 0 ? all.join(' ') : normalise(beginning).replace(/\s+/g, ' ').trim(),
    terms,
    weight: terms.values().reduce((sum, weight) => sum + weight, 0),
    functionWords,
    numbers: [...new Set(all.filter((word) => DIGIT.test(word)))].sort().join(' '),
    stance: findStance(all),
  };
}

/** A single letter is one too: `a` is in neither list. */
function isFunctionWord(word: string): boolean {
  if (word.length === 1 && !DIGIT.test(word)) return true;
  return (isStopWord(word, 'de') || isStopWord(word, 'en')) && !EVENTS.has(word);
}
