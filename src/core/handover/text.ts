import { joinLines, THOUGHT } from './lines.ts';

/**
 * Brings what people type into one spelling. The phrases of the rules go through the same functions, so
 * they are written naturally ("zurückgebucht") and still meet "zurueckgebucht", "zuruckgebucht" and "ZURÜCK".
 */

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Words per window of an endless sentence; half of it overlaps, so no phrase of a rule is cut. */
const WINDOW_WORDS = 80;

/** A ligature can unfold into 18 letters; of honest text nothing is cut here. */
const MAX_GROWTH = 2;

/** `wäre` is no `Ware`, and `nett` no `net` of those who mean `nicht`. */
const APART = /(?<!\p{L})(?:(w)(?:ä|a\u0308|ae)(re)|(n)e(tt))(?!\p{L})/giu;

/** Lower case, no accents, no invisible characters, umlauts in one spelling, no apostrophes. */
function unify(text: string): string {
  return text
    .replace(APART, '$1$3ai$2$4')
    .normalize('NFKD')
    .slice(0, MAX_GROWTH * text.length + 20)
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘`´ʼ]+/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/ae|oe|(?<![aeq])ue/g, (pair) => pair.charAt(0));
}

/** "b4nned", "acc0unt", "b@n" read as letters; "2fa" and "3x" start with a digit and stay. */
function readLeet(text: string): string {
  return text.replace(/(?<![a-z0-9])[a-z][a-z0-9@$]*[013457@$][a-z0-9@$]*/g, (word) =>
    /[a-z][013457@$]+[a-z]/.test(word) ? word.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : word,
  );
}

/** One word as rules and tickets share it: unified, runs of a letter become one ("bannned" = "banned"). */
export function foldWord(word: string): string {
  if (/^(?!.*(?:[aou]e|(.)\1))[a-z]+$/.test(word)) return word;
  return unify(word)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1+/gu, '$1')
    .trim();
}

/** Splits a text into sentences of folded words; commas, dashes and brackets stay as the word ",". */
export function splitSentences(text: string): string[] {
  return splitThoughts(text).map((sentence) => sentence.replaceAll(` ${THOUGHT} `, ' '));
}

/** The same; THOUGHT stands as a word of its own where a line may begin a new one. */
export function splitThoughts(text: string): string[] {
  const marked = readLeet(unify(joinLines(text)))
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){3,}\p{L}(?![\p{L}\p{N}])/gu, (spaced) =>
      spaced.replace(/[ .*_-]/g, ''),
    )
    .replace(/(?<![^\s"(,])\/(?=[a-z])/g, ' cmd')
    .replace(/\.{2,}|…|[^\S\n][-–—]+(?=\s)|[,:()[\]{}–—]/g, ' , ')
    .replace(/[!?;]+|\.(?=\s+[^\s\d])|\n+/g, ' \n ')
    .replaceAll(THOUGHT, ` ${THOUGHT} `)
    .replace(/[^\p{L}\p{N},\n\v]+/gu, ' ')
    .replace(/(\p{L})\1+/gu, '$1');
  return marked
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence !== ',');
}

/** Cuts an endless sentence into overlapping windows, so that every check works on bounded text. */
export function cutWindows(words: readonly string[]): string[][] {
  const windows = [words.slice(0, WINDOW_WORDS)];
  for (let start = WINDOW_WORDS / 2; start + WINDOW_WORDS / 2 < words.length; start += WINDOW_WORDS / 2) {
    windows.push(words.slice(start, start + WINDOW_WORDS));
  }
  return windows;
}
