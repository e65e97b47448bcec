import { LANGUAGES, type Language } from '../../../domain/types.ts';
import { fold, words } from './analyse.ts';
import { LETTER_GROUPS } from './letter-groups.ts';
import { STOP_WORDS } from './stop-words.ts';
import { TELLING_WORDS } from './telling-words.ts';

/** Languages as bits, by their place in the list. */
type Languages = number;

/** Points of a known word, of a longer one, and of three letters. */
const [WORD, LONG_WORD, GROUP] = [3, 4, 1];
const LONG_WORD_LETTERS = 4;
/** With this lead the words alone decide: longer texts need no look at their letters. */
const CLEAR_LEAD = 3 * LONG_WORD;
/** With this lead another language is out of the question. */
const SAFE_LEAD = 2 * WORD;
/** Where no word is known, the letters have to be clear: a name is no language. */
const [LEAST_WITHOUT_WORD, LEAD_WITHOUT_WORD] = [5, 3];
/** So many words are looked at letter by letter. */
const MAX_SPELLED_WORDS = 40;

const signs = { words: new Map<string, Languages>(), groups: new Map<string, Languages>() };
for (const [place, language] of LANGUAGES.entries()) {
  const told = words(TELLING_WORDS[language]).flatMap((word) => [word, fold(word)]);
  note(signs.words, [...STOP_WORDS[language], ...told], place);
  note(signs.groups, LETTER_GROUPS[language].split(/\s+/), place);
}

function note(known: Map<string, Languages>, found: Iterable<string>, place: number): void {
  for (const sign of found) known.set(sign, (known.get(sign) ?? 0) | (1 << place));
}

/**
 * The language of lower-case words, by the function words and the frequent words of support among them, and in short
 * texts by their letters too. Null where too little tells. German and English win a draw.
 */
export function guessLanguage(text: readonly string[]): Language | null {
  const { points, isAnyKnown } = countPoints(text);
  return pick(points, isAnyKnown);
}

/** Whether lower-case words are in one of the given languages rather than in any other, with a clear lead. */
export function areClearlyIn(text: readonly string[], given: readonly Language[]): boolean {
  const { points } = countPoints(text);
  const most = (isGiven: boolean) =>
    Math.max(...points.filter((_, place) => given.includes(LANGUAGES[place] ?? 'en') === isGiven));
  return most(true) - most(false) >= SAFE_LEAD;
}

function countPoints(text: readonly string[]): { points: Uint16Array; isAnyKnown: boolean } {
  const points = new Uint16Array(LANGUAGES.length);
  let isAnyKnown = false;
  for (const word of text) {
    const known = signs.words.get(word);
    if (known === undefined) continue;
    isAnyKnown = true;
    add(points, known, word.length < LONG_WORD_LETTERS ? WORD : LONG_WORD);
  }
  if (text.length > 1 && leadOf(points) < CLEAR_LEAD) {
    for (const word of text.slice(0, MAX_SPELLED_WORDS)) addGroups(points, word);
  }
  return { points, isAnyKnown };
}

function add(points: Uint16Array, languages: Languages, count: number): void {
  for (let place = 0, rest = languages; rest !== 0; place += 1, rest >>= 1) {
    if (rest & 1) points[place] = (points[place] ?? 0) + count;
  }
}

function addGroups(points: Uint16Array, word: string): void {
  const marked = `_${word}_`;
  for (let end = 3; end <= marked.length; end += 1) {
    const languages = signs.groups.get(marked.slice(end - 3, end));
    if (languages !== undefined) add(points, languages, GROUP);
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
