import { LANGUAGES, type Language } from '../../../domain/types.ts';
import { fold, words } from './analyse.ts';
import { LETTER_GROUPS } from './letter-groups.ts';
import { STOP_WORDS } from './stop-words.ts';
import { TELLING_WORDS } from './telling-words.ts';

/** Languages as bits, by their place in the list. */
type Languages = number;

/** Points of a known word, and of a longer one; three letters have one to four. */
const [WORD, LONG_WORD] = [6, 8];
const LONG_WORD_LETTERS = 4;
/** With this lead the words alone decide: longer texts need no look at their letters. */
const CLEAR_LEAD = 3 * LONG_WORD;
/** With this lead another language is out of the question. */
const SAFE_LEAD = 2 * WORD;
/** Where no word is known, the letters have to be clear: a name is no language. */
const [LEAST_WITHOUT_WORD, LEAD_WITHOUT_WORD] = [8, 4];
/** So many words are looked at letter by letter. */
const MAX_SPELLED_WORDS = 40;

const DIGITS = /\p{N}/u;

const knownWords = new Map<string, Languages>();
/** Points by place of the language. */
const knownGroups = new Map<string, Uint8Array>();
for (const [place, language] of LANGUAGES.entries()) {
  const told = words(TELLING_WORDS[language]).flatMap((word) => [word, fold(word)]);
  for (const word of [...STOP_WORDS[language], ...told])
    knownWords.set(word, (knownWords.get(word) ?? 0) | (1 << place));
  for (const [points, groups] of Object.entries(LETTER_GROUPS[language]))
    for (const group of groups.split(/\s+/)) noteGroup(group, place, Number(points));
}

function noteGroup(group: string, place: number, points: number): void {
  const known = knownGroups.get(group) ?? new Uint8Array(LANGUAGES.length);
  known[place] = points;
  knownGroups.set(group, known);
}

/**
 * The language of lower-case words, by the function words and the frequent words of support among them, and in short
 * texts by their letters too. Null where too little tells. German and English win a draw.
 */
export function guessLanguage(text: readonly string[]): Language | null {
  return tellLanguage(text).language;
}

/** The same, and whether words tell it clearly: by its letters `no difference` may be Italian. */
export function tellLanguage(text: readonly string[]): { language: Language | null; isClear: boolean } {
  const { points, isAnyKnown, leadByWords } = countPoints(text);
  return { language: pick(points, isAnyKnown), isClear: leadByWords >= SAFE_LEAD };
}

/** Whether lower-case words are in one of the given languages rather than in any other, with a clear lead. */
export function areClearlyIn(text: readonly string[], given: readonly Language[]): boolean {
  const { points } = countPoints(text);
  const most = (isGiven: boolean) =>
    Math.max(...points.filter((_, place) => given.includes(LANGUAGES[place] ?? 'en') === isGiven));
  return most(true) - most(false) >= SAFE_LEAD;
}

interface Counted {
  points: Uint16Array;
  isAnyKnown: boolean;
  /** Before the letters are looked at. */
  leadByWords: number;
}

function countPoints(text: readonly string[]): Counted {
  const points = new Uint16Array(LANGUAGES.length);
  let isAnyKnown = false;
  for (const word of text) {
    const known = knownWords.get(word);
    if (known === undefined) continue;
    isAnyKnown = true;
    addWord(points, known, word.length < LONG_WORD_LETTERS ? WORD : LONG_WORD);
  }
  const leadByWords = leadOf(points);
  if (leadByWords < CLEAR_LEAD) {
    // A single word may be a name, with a number too.
    const spelled = text.slice(0, MAX_SPELLED_WORDS).filter((word) => !DIGITS.test(word));
    if (spelled.length > 1) for (const word of spelled) addGroups(points, word);
  }
  return { points, isAnyKnown, leadByWords };
}

function addWord(points: Uint16Array, languages: Languages, count: number): void {
  for (let place = 0, rest = languages; rest !== 0; place += 1, rest >>= 1) {
    if (rest & 1) points[place] = (points[place] ?? 0) + count;
  }
}

function addGroups(points: Uint16Array, word: string): void {
  const marked = `_${word}_`;
  for (let end = 3; end <= marked.length; end += 1) {
    const known = knownGroups.get(marked.slice(end - 3, end));
    if (known === undefined) continue;
    for (let place = 0; place < known.length; place += 1)
      points[place] = (points[place] ?? 0) + (known[place] ?? 0);
  }
}

function leadOf(points: Uint16Array): number {
  let [most, second] = [0, 0];
  for (const count of points) {
    if (count > most) [most, second] = [count, most];
    else if (count > second) second = count;
  }
  return most - second;
}

function pick(points: Uint16Array, isAnyKnown: boolean): Language | null {
  const most = Math.max(...points);
  const lead = leadOf(points);
  const place = points.indexOf(most);
  if (!isAnyKnown && (most < LEAST_WITHOUT_WORD || lead < LEAD_WITHOUT_WORD)) return null;
  // The first two of the list come first in a draw with others, but not with each other.
  const isDrawn = lead === 0 && (place > 1 || points[0] === points[1]);
  return most === 0 || isDrawn ? null : (LANGUAGES[place] ?? null);
}
