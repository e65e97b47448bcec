import { NUMBERS, WEEKDAYS } from '../../learning/statements/units.ts';
import { unify, words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { conceptsOf, isLight, isVerb, rootOf } from './concepts.ts';

/** What a stretch of text is about. */
export interface Terms {
  /** Concepts, and stems of what is in none. */
  all: ReadonlySet<string>;
  /** Those of them that narrow it down: a place, a plan, a condition. Said by one text only, they make it another matter. */
  narrow: ReadonlySet<string>;
  /** What is done with it: beside a value, two texts may say that in different words. */
  weak(): ReadonlySet<string>;
}

/** Said before or after what, or under which condition. */
const CONDITIONS =
  /(?<!\p{L})(?:(außer|except|unless|wenn|if|falls|sofern|ohne|without|solange|sobald)|(nur|only|ausschließlich|exclusively)|(vor|before|bevor)|(nach(?=\s(?:de|eine|dem|abl|vers|kauf|best))|nachdem|after|sobald)|(nachträglich|afterwards))(?!\p{L})/giu;
/** The thing behind a preposition: `nach Österreich`, `for guests`; what is `yours` is no case, nor is `am besten`. */
const OBJECT =
  /(?<!\p{L})(?:(?:nach|für|aus|mit|bei|in|im|ins|auf|am|for|with|from|in|on|at|inside|into) (?:the |a |an |der |die |das |dem |den |einen? |einem |einer |unsere[mnrs]? |our )?(?!\p{Ll}+sten(?!\p{L}))([\p{L}\p{N}][\p{L}\p{N}-]*)|to (?:the )?(\p{Lu}[\p{L}\p{N}]*))/gu;
/** In German a seat at home; what is said of it holds where nothing is said. */
const HOME = new Set(['deutschland', 'deutschlands', 'inland', 'innerdeutsch']);

const MEMO_WORDS = 50_000;
const memo = new Map<string, readonly string[]>();

/** What a word stands for, parts of compounds apart; nothing for words that say nothing about what is meant. */
export function termsOf(word: string): readonly string[] {
  const known = memo.get(word);
  if (known !== undefined) return known;
  if (memo.size >= MEMO_WORDS) memo.clear();
  const terms = readWord(word);
  memo.set(word, terms);
  return terms;
}

/** The one of them that says most: the last part of a compound. */
export function termOf(word: string): string {
  return termsOf(word).at(-1) ?? '';
}

function readWord(word: string): string[] {
  const unified = unify(word);
  if (/^\d/.test(word) || word.length < 2 || WEEKDAYS.has(word) || NUMBERS.has(word)) return [];
  const { concepts, front } = conceptsOf(unified);
  if (concepts.length > 0) return [...(front === '' ? [] : readPlain(front, front)), ...concepts];
  return HOME.has(unified) ? [] : readPlain(word, unified);
}

function readPlain(word: string, unified: string): string[] {
  if (isStopWord(word, 'de') || isStopWord(unified, 'de') || isStopWord(word, 'en')) return [];
  const root = rootOf(word);
  return isLight(unified, root) ? [] : [root];
}

/** Verbs in two parts, and the words that are none of their own then. */
const PHRASES: readonly [RegExp, concept: string, loses: readonly string[]][] = [
  [/(?<!\p{L})(?:send|sent|give|ship)\p{L}*\s.*back(?!\p{L})/iu, '#return', []],
  [/(?<!\p{L})(?:schick|send|gib|geb)\p{L}*\s.*zurück(?!\p{L})/iu, '#return', []],
  [/(?<!\p{L})start\p{L}*\s.*(?<!\p{L})neu(?!\p{L})/iu, '#restart', ['#begin']],
  [/(?<!\p{L})komm\p{L}*\s.*\san(?!\p{L})/iu, '#ship', []],
  [/(?<!\p{L})schalt\p{L}*\s.*\sfrei(?!\p{L})/iu, '#setup', ['schalt', 'frei']],
  [/(?<!\p{L})tritt\p{L}*\s.*\sbei(?!\p{L})/iu, '#register', ['tritt']],
  [/(?<!\p{L})set(?:ting)? up(?!\p{L})/iu, '#setup', []],
];

/** One look tells of most sentences that none of them is there. */
const MAY_HOLD_PHRASES = /back|zurück|neu|\san(?!\p{L})|frei|bei(?!\p{L})|up(?!\p{L})/iu;
const MAY_HOLD_KINDS = /kleine|small|große|large|big|online/i;

/** @param text as it was written: capitals tell names. */
export function readTerms(text: string): Terms {
  const all = new Set(words(text).flatMap(termsOf));
  for (const [expression, concept, loses] of MAY_HOLD_PHRASES.test(text) ? PHRASES : []) {
    if (!expression.test(text)) continue;
    all.add(concept);
    for (const term of loses) all.delete(term);
  }
  const narrow = new Set([...all].filter((term) => CASES.has(term)));
  for (const [, plain, name] of text.matchAll(OBJECT)) {
    for (const term of words(plain ?? name ?? '').flatMap(termsOf)) narrow.add(term);
  }
  for (const condition of conditionsIn(text)) {
    all.add(condition);
    narrow.add(condition);
  }
  return { all, narrow, weak: () => weakIn(text) };
}

/** Words that tell one thing from another only where they stand: `small parcels`, `the online shop`. */
const KINDS: readonly [RegExp, string][] = [
  [/(?<!\p{L})(?:kleine\p{Ll}? (?=\p{Lu})|small (?=\p{L}))/iu, '?small'],
  [/(?<!\p{L})(?:große\p{Ll}? (?=\p{Lu})|(?<!how )(?:large|big) (?=\p{L}))/iu, '?large'],
  [/(?<!\p{L})online[ -]?(?:shop|store|zahl|pay|bestell|order|kauf)/iu, '?online'],
];

function conditionsIn(text: string): string[] {
  const kinds = !MAY_HOLD_KINDS.test(text)
    ? []
    : KINDS.flatMap(([expression, kind]) => (expression.test(text) ? [kind] : []));
  const conditions = [...text.matchAll(CONDITIONS)].map(([, under, only, before]) =>
    under ? '?if' : only ? '?only' : before ? '?before' : '?after',
  );
  return [...kinds, ...conditions];
}

/** Each tells one case from another: plans, places, groups of people, devices, ways. */
const CASES = new Set(
  `express standard premium plus basic pro vip #free deluxe ultimate enterprise business gewerblich privat
  student #student kind kinder child children kid senior neukunde erstkunde wochenende weekend feiertag holiday nachts night ios android windows
  mac macos linux xbox playstation ps4 ps5 switch bedrock java mobile handy desktop web beta alpha schweiz osterreich
  austria switzerland #abroad eu usa europe europa weltweit worldwide insel lobby creative survival nether
  first zweit second third dritt letzt last next nachst half halb
  #refund #return #valid #keep #reply #ban #cancel #trial #warranty #discount #payout #deposit #transfer #rename
  #restart #backup #download #upload #invoice #voucher #shop #phone #tournament #event`
    .split(/\s+/)
    .flatMap((word) => (word.startsWith('#') ? [word] : termsOf(word))),
);

/** A German word in small letters is no noun; before one it may tell it from another. */
const NO_NOUN = /(?<![\p{L}\p{N}])\p{Ll}\p{L}+(?![\p{L}-]|\s+\p{Lu})/gu;
const GERMAN =
  /[äöüß]|(?<!\p{L})(?:der|die|das|ein|eine|und|ist|du|wir|nach|mit|für|bei|auf|den|dem|im|von|zu|pro)(?!\p{L})/iu;
/** `Die` and `den` are words of both. */
const ENGLISH = /(?<!\p{L})(?:the|you|your|is|are|of|and|we|our)(?!\p{L})/iu;

function weakIn(text: string): Set<string> {
  const weak = new Set(words(text).filter(isVerb).flatMap(termsOf));
  if (!GERMAN.test(text) || ENGLISH.test(text)) return weak;
  for (const [word] of text.matchAll(NO_NOUN)) {
    for (const term of termsOf(word.toLowerCase())) if (!term.startsWith('#')) weak.add(term);
  }
  return weak;
}
