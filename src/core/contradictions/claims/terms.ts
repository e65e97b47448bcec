import { NUMBERS, WEEKDAYS } from '../../learning/statements/units.ts';
import { unify, words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { conceptsOf, isLight, isSoft, isVerb, rootOf } from './concepts.ts';
import { CHANNEL_MARK, readTurns, wordsMeant } from './turns.ts';

/** What a stretch of text is about. */
export interface Terms {
  /** Concepts, and stems of what is in none, by how much they tell of what is meant. */
  all: ReadonlyMap<string, number>;
  /** Those of them that narrow it down: a place, a plan, a condition. */
  narrow: ReadonlySet<string>;
}

const NO_TERMS: Terms = { all: new Map(), narrow: new Set() };
/** Names and nouns tell 1. */
const [CONCEPT, VERB, GENERAL] = [0.9, 0.45, 0.25];

/** The thing behind a preposition: `nach Österreich`, `for guests`; what is `yours` is no case, nor is `am besten`. */
const OBJECT =
  /(?<!\p{L})(?:(?:[Nn]ach|[Ff]ür|[Aa]us|[Mm]it|[Bb]ei|[Ii]n|[Ii]m|[Ii]ns|[Aa]uf|[Aa]m|[Ff]or|[Ww]ith|[Ff]rom|[Oo]n|[Aa]t|[Ii]nside|[Ii]nto) (?:the |a |an |der |die |das |dem |den |einen? |einem |einer |unsere[mnrs]? |our )?(?!\p{Ll}+sten(?!\p{L}))([\p{L}\p{N}][\p{L}\p{N}-]*)|to (?:the )?(\p{Lu}[\p{L}\p{N}]*))/gu;
/** A seat at home: what is said of it mostly holds where nothing is said. */
const HOME = new Set(['deutschland', 'inland', 'innerdeutsch', 'germany'].map(rootOf));

const MEMO_WORDS = 50_000;
const memo = new Map<string, readonly string[]>();

/** What a word stands for, parts of compounds apart; nothing for words that say nothing about what is meant. */
function termsOf(word: string): readonly string[] {
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
  return readPlain(word, unified);
}

function readPlain(word: string, unified: string): string[] {
  if (isStopWord(word, 'de') || isStopWord(unified, 'de') || isStopWord(word, 'en')) return [];
  const root = rootOf(word);
  return isLight(unified, root) ? [] : [root];
}

/** Everything that a text names. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const word of new Set(wordsMeant(text))) for (const term of termsOf(word)) names.add(term);
  return names;
}

/** Sentences are read again as what the next one follows, and titles with each. */
const MEMO_TEXTS = 300;
const texts = new Map<string, Terms>();

/** @param text as it was written: capitals tell names. */
export function readTerms(text: string, isGerman = readsGerman(text)): Terms {
  if (text === '') return NO_TERMS;
  const key = `${isGerman} ${text}`;
  const known = texts.get(key);
  if (known) return known;
  if (texts.size >= MEMO_TEXTS) texts.clear();
  const terms = readText(text, isGerman);
  texts.set(key, terms);
  return terms;
}

function readText(text: string, isGerman: boolean): Terms {
  const { all: said, phrases, conditions } = readTurns(text);
  const verbs = isGerman ? verbsIn(text) : null;
  const all = new Map<string, number>();
  for (const word of said) {
    for (const term of termsOf(word))
      all.set(term, tellingOf(term, verbs === null ? isVerb(word) : verbs.has(term)));
  }
  for (const [concept, loses] of phrases) {
    all.set(concept, CONCEPT);
    for (const term of loses) all.delete(term);
  }
  const objects = [...text.matchAll(OBJECT)].flatMap(([, plain, name]) => words(plain ?? name ?? ''));
  const narrow = new Set([
    ...[...all.keys()].filter((term) => CATEGORY_OF.has(term)),
    ...objects.flatMap(termsOf).filter((term) => !isSoft(term)),
    ...conditions,
  ]);
  return { all, narrow };
}

function tellingOf(term: string, isSaid: boolean): number {
  if (isSoft(term) || HOME.has(term)) return GENERAL;
  if (term.startsWith('#')) return CONCEPT;
  return isSaid ? VERB : 1;
}

/** Of several texts; what any of them narrows is narrowed. */
export function mergeTerms(...some: readonly Terms[]): Terms {
  const all = new Map<string, number>();
  for (const terms of some)
    for (const [term, telling] of terms.all) all.set(term, Math.max(telling, all.get(term) ?? 0));
  return { all, narrow: some.reduce((narrow, terms) => narrow.union(terms.narrow), new Set<string>()) };
}

/** Of each kind one case is told from another: plans, seasons, groups of people, devices, places, steps. */
const CATEGORIES = `
plan: express standard premium plus #starter basic basis pro vip #free deluxe ultimate enterprise business starter gewerblich privat ?pro ?business
season: sommer winter summer fruhling herbst spring autumn
person: student #student #child jugendlich senior erwachsen adult neukunde erstkunde
belonging: ?member #guest
stated: ?before ?after
sized: ?small ?large
level: #novice fortgeschritten advanced profi
day: wochenende weekend feiertag holiday nacht nachts night
per: ?each ?group
era: ?new ?old
where: ?online ?store
use: ?view ?edit
role: ?staff ?player
system: ios ipad iphone android windows mac macos linux
device: xbox playstation ps4 ps5 switch bedrock java mobile handy desktop web browser
stage: beta alpha test
country: schweiz osterreich austria switzerland #abroad eu usa europe europa weltweit worldwide deutschland germany
world: insel lobby creative survival nether arena skyblock kreativ
order: ?first ?later zweit second dritt third letzt last nachst next
part: half halb
period: monatsabo jahresabo monatskart jahreskart
step: #refund #return #valid #keep #reply #ban #cancel #trial #warranty #discount #payout #deposit #transfer #rename #restart #backup #download #upload #invoice #voucher #shop #phone #tournament #event #ship #register #delete`;
const CATEGORY_OF = new Map(
  CATEGORIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [category = '', names = ''] = line.split(': ');
      const terms = names.split(' ').flatMap((name) => (/^[#?]/.test(name) ? [name] : termsOf(name)));
      return terms.map((term): [string, string] => [term, category]);
    }),
);

/** The kind of case that a term names, `season`; undefined: none. */
export function categoryOf(term: string): string | undefined {
  return term.startsWith(CHANNEL_MARK) ? CHANNEL_MARK : CATEGORY_OF.get(term);
}

/** A German word in small letters is no noun; before one it may tell it from another. */
const NO_NOUN = /(?<![\p{L}\p{N}])\p{Ll}\p{L}+(?![\p{L}-]|\s+\p{Lu})/gu;
const GERMAN =
  /[äöüß]|(?<!\p{L})(?:der|die|das|ein|eine|und|ist|du|wir|nach|mit|für|bei|auf|den|dem|im|von|zu|pro)(?!\p{L})/iu;
/** `Die` and `den` are words of both. */
const ENGLISH = /(?<!\p{L})(?:the|you|your|is|are|of|and|we|our)(?!\p{L})/iu;

export function readsGerman(text: string): boolean {
  return GERMAN.test(text) && !ENGLISH.test(text);
}

function verbsIn(text: string): Set<string> {
  return new Set([...text.matchAll(NO_NOUN)].flatMap(([word]) => termsOf(word.toLowerCase())));
}
