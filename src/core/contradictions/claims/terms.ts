import { NUMBERS, WEEKDAYS } from '../../learning/statements/units.ts';
import { unify, words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { conceptsOf, isLight, isSoft, isVerb, rootOf } from './concepts.ts';

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

/** Said before or after what, or under which condition. */
const CONDITIONS =
  /(?<!\p{L})(?:(außer|except|unless|wenn|if|falls|sofern|ohne|without|solange|sobald)|(nur|only|ausschließlich|exclusively)|(vor|before|bevor)|(nach(?=\s(?:de|eine|dem|abl|vers|kauf|best))|nachdem|after|sobald)|(nachträglich|afterwards))(?!\p{L})/giu;
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

/** Verbs in two parts, and the words that are none of their own then. */
const PHRASES: readonly [RegExp, concept: string, loses: readonly string[]][] = [
  [/(?<!\p{L})(?:send|sent|give|ship)\p{L}*\s.*back(?!\p{L})/iu, '#return', []],
  [/(?<!\p{L})(?:schick|send|gib|geb)\p{L}*\s.*zurück(?!\p{L})/iu, '#return', []],
  [/(?<!\p{L})start\p{L}*\s.*(?<!\p{L})neu(?!\p{L})/iu, '#restart', ['#begin']],
  [/(?<!\p{L})komm\p{L}*\s.*\san(?!\p{L})/iu, '#ship', []],
  [/(?<!\p{L})schalt\p{L}*\s.*\sfrei(?!\p{L})/iu, '#setup', ['schalt', 'frei']],
  [/(?<!\p{L})tritt\p{L}*\s.*\sbei(?!\p{L})/iu, '#register', ['tritt']],
  [/(?<!\p{L})set(?:ting)? up(?!\p{L})/iu, '#setup', []],
  // What goes after a month is kept for one.
  [/(?<!\p{L})(?:delet|remov|lösch|disappear|verschwind|purg|wip)\p{L}* (?:[\p{L}]+ ){0,4}(?:after|nach)(?!\p{L})|(?<!\p{L})(?:nach|after) .*(?:gelöscht|entfernt|deleted|removed|purged|wiped)(?!\p{L})/iu, '#keep', ['#delete', 'disappear', 'verschwind', 'purg', 'wip']],
  [/(?<!\p{L})log(?:s|ged|ging)? in(?!\p{L})/iu, '#login', ['log']],
];

/** One look tells of most sentences that none of them is there. */
const MAY_HOLD_PHRASES = /back|zurück|neu|\san(?!\p{L})|frei|bei(?!\p{L})|up(?!\p{L})|log|delet|remov|lösch|disappear|verschwind|entfernt|purg|wip/iu;
const MAY_HOLD_KINDS =
  /klein|small|groß|large|big|online|Pro|new|old|current|aktuell|neue|alte|ältere|legacy|former|früher|bisherig|per |je |each|every|any|jede|erst|first|weiter|further|additional|subsequent|all|stor|laden|kasse|counter|till|desk|shop|branch|filial|gesch|vor ort|in person|spieler|player|nutzer|user|moder|admin|staff|mitglied|member|view|read|seh|schau|les|edit|chang|modify|writ|arbeit|änder|schreib/i;

/** Whoever is no member is a guest. */
const NO_MEMBER =
  /(?<!\p{L})(?:kein(?:e|en)? mitglied(?:er|ern)?|nicht-?mitglied(?:er|ern)?|non-?members?|not (?:yet )?a member)(?!\p{L})/giu;

const CHANNEL = /(?<![\p{L}\d&#])#\p{L}[\p{L}\d-]+/gu;
const CHANNEL_MARK = '?#';

/** Everything that a text names. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  const plain = text.replace(NO_MEMBER, ' guest ');
  for (const word of new Set(words(plain))) for (const term of termsOf(word)) names.add(term);
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
  const plain = text.replace(NO_MEMBER, ' guest ');
  const verbs = verbsIn(text, isGerman);
  const all = new Map<string, number>();
  for (const word of words(plain)) for (const term of termsOf(word)) all.set(term, tellingOf(term, verbs));
  if (MAY_HOLD_PHRASES.test(text)) addPhrases(all, text);
  const objects = [...text.matchAll(OBJECT)].flatMap(([, plain, name]) => words(plain ?? name ?? ''));
  const narrow = new Set([
    ...[...all.keys()].filter((term) => CATEGORY_OF.has(term)),
    ...objects.flatMap(termsOf).filter((term) => !isSoft(term)),
    ...conditionsIn(plain),
    ...[...text.matchAll(CHANNEL)].map(([name]) => `${CHANNEL_MARK}${name}`),
  ]);
  return { all, narrow };
}

function addPhrases(all: Map<string, number>, text: string): void {
  for (const [expression, concept, loses] of PHRASES) {
    if (!expression.test(text)) continue;
    all.set(concept, CONCEPT);
    for (const term of loses) all.delete(term);
  }
}

function tellingOf(term: string, verbs: ReadonlySet<string>): number {
  if (isSoft(term) || HOME.has(term)) return GENERAL;
  if (term.startsWith('#')) return CONCEPT;
  return verbs.has(term) ? VERB : 1;
}

/** Of several texts; what any of them narrows is narrowed. */
export function mergeTerms(...some: readonly Terms[]): Terms {
  const all = new Map<string, number>();
  for (const terms of some)
    for (const [term, telling] of terms.all) all.set(term, Math.max(telling, all.get(term) ?? 0));
  return { all, narrow: some.reduce((narrow, terms) => narrow.union(terms.narrow), new Set<string>()) };
}

/** Words that tell one thing from another only where they stand: `small parcels`, `the online shop`. */
const KINDS: readonly [RegExp, string][] = [
  // Capitals tell the plan from `pro Person`.
  [/(?<=[\p{L}\d] )Pro(?!\p{L})|(?<!\p{L})Pro(?=-| \p{Ll}|$)/u, '?pro'],
  [/^\P{L}*(?:als |as an? |nur |only |die |unsere )?(?:moderator|admin|staff|teammitglied)\p{L}*/iu, '?staff'],
  [/^\P{L}*(?:als |as an? |normale |regular |die )?(?:spieler(?:innen)?|players?|users?|nutzer(?:innen)?)(?!\p{L})/iu, '?player'],
  [/(?<!\p{L})(?:mitglieder[sn]?|members)(?!\p{L})/iu, '?member'],
  [/(?<!\p{L})(?:view|viewing|read|reading|ansehen|anschauen|anzusehen|anzuschauen|lesen)(?!\p{L})/iu, '?view'],
  [/(?<!\p{L})(?:edit|editing|change|changing|modify|write|writing|bearbeiten|ändern|schreiben)(?!\p{L})/iu, '?edit'],
  [/(?<!\p{L})(?:current|newer|aktuelle\p{Ll}{0,2}|neue[nrsm]?) (?=\p{L})/iu, '?new'],
  [/(?<!\p{L})(?<!years? |months? |days? )(?:old|older|legacy|former|alte[nrsm]?|ältere[nrsm]?|frühere[nrsm]?|bisherige[nrsm]?) (?=\p{L})/iu, '?old'],
  [/(?<!\p{L})(?:pro|per|je|each|every|jede[rn]?) (?:person|kopf|head|player|spieler|user|nutzer|mitglied|member|konto|account|guest|gast|teilnehmer|participant|kind|child)/iu, '?each'],
  [/(?<!\p{L})(?:pro|per|je|each|every|jede[rns]?) (?:gruppe|group|team|famil|haushalt|household|crew|clan|gilde|guild|klasse|class|firma|company|unternehmen)/iu, '?group'],
  [/(?<!\p{L})(?:the|your|die|der|das|deine?[nr]?|euer|eure) (?:first|erste[nrsm]?) (?=\p{L})/iu, '?first'],
  [/(?<!\p{L})(?:jede[rsn]? (?:weitere|andere|zusätzliche)|alle weiteren|(?:every|each|any) (?:further|additional|other|extra)|all (?:further|other)|(?:additional|further|subsequent|weitere[nrsm]?) (?=\p{L}))/iu, '?later'],
  [/(?<!\p{L})(?:in[ -]store|in person|vor ort|an der kasse|at the (?:counter|till|desk)|(?:im|in (?:the|our)|in der) (?:laden|geschäft|filiale|store|branch|shop))(?!\p{L})/iu, '?store'],
  [/(?<!\p{L})(?:kleine\p{Ll}? (?=\p{Lu})|small (?=\p{L}))/iu, '?small'],
  [/(?<!\p{L})(?:große\p{Ll}? (?=\p{Lu})|(?<!how )(?:large|big) (?=\p{L}))/iu, '?large'],
  [/(?<!\p{L})(?:online[ -]?(?:shop|store|zahl|pay|bestell|order|kauf)|(?:bestell|zahl|kauf|order|pay|buy|book|buch|bought|booked|paid|ordered)\p{L}* online|online (?:bestell|bezahl|zahl|kauf|gekauf|gebuch|buch))/iu, '?online'],
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

/** Of each kind one case is told from another: plans, seasons, groups of people, devices, places, steps. */
const CATEGORIES = `
plan: express standard premium plus #starter basic basis pro vip #free deluxe ultimate enterprise business starter gewerblich privat ?pro
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

function verbsIn(text: string, isGerman: boolean): Set<string> {
  if (!isGerman) return new Set(words(text).filter(isVerb).flatMap(termsOf));
  return new Set([...text.matchAll(NO_NOUN)].flatMap(([word]) => termsOf(word.toLowerCase())));
}
