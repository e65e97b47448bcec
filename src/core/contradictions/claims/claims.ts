import { isQuestion, sentencesOf, splitSentences } from '../../../domain/markdown/sentences.ts';
import { WEEKDAYS } from '../../learning/statements/units.ts';
import { normalise, words } from '../../search/words/analyse.ts';
import { type Dimension, type Quantity, readQuantities } from './quantities.ts';
import { type Matter, readSaid, readVerdict } from './stances.ts';
import { readTerms, type Terms } from './terms.ts';

/** A passage as it is read: the title of its entry with the headings above it. */
export interface Source {
  entryId: string;
  title: string;
  text: string;
}

/** One thing that an entry says, which another may say otherwise. */
export interface Claim {
  entryId: string;
  /** The sentence as it stands there, and the values in it. */
  sentence: string;
  marks: readonly (readonly [at: number, end: number])[];
  kind: Dimension | Matter;
  quantity: Quantity | null;
  isDenied: boolean;
  isStrict: boolean;
  /** `month`, `year`, `once`: what a price is paid for. */
  period: string;
  /** Bits of the weekdays that it holds on; 0: none is named. */
  days: number;
  /** Of its clause. */
  own: Terms;
  /** Of its sentence, the heading above and the title. */
  around: ReadonlySet<string>;
  title: Terms;
}

/** Longer sentences are tables and lists of names. */
const MAX_SENTENCE = 500;
const MAX_SENTENCES = 120;
/** What happened, and when a page was written, is no promise. */
const IS_HISTORY =
  /(?<![\d.,])(?:1\d{3}|20[01]\d)(?![\d.,]*\d)(?! ?(?:€|\$|mb|gb|euro|zeichen|characters|kilo))|last (?:updated|modified)|updated on|^stand:/i;
/** What can or must be is said in few words, or under more conditions than words tell. */
const MAX_SAID = 6;
const WORTH_READING =
  /\d|€|\$|£|kostenl|gratis|free|(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|two|three|four|five|six|seven|eight|nine|ten|twelve|jahr|monat|woche|tag|stunde|year|month|week|day|hour)|tag(?:s|e)?(?!\p{L})|mittwoch|wochenende|day|verboten|untersagt|erlaubt|darf|dürf|kann|könn|möglich|geht|gibt|haben|verfügbar|brauch|nötig|notwendig|erforderlich|pflicht|muss|müss|akzept|unterstütz|bieten|lässt|lassen|tabu|willkommen|optional|freiwillig|forbid|prohibit|banned|allow|permit|can|may|possible|need|requir|must|mandatory|necessary|there|offer|support|accept|available|welcome|have/u;
const CLAUSE = /[;()]|[,:](?!\d)|\s[–—-]\s|(?<=\d[^,;]{0,40})\s(?:und|and|sowie|or|oder)\s(?=[^,;]*\d)/gu;
const PERIODS: readonly [RegExp, string][] = [
  [
    /(?:pro|per|im|je|a|an|\/|jeden|every|each|the) ?monat|(?:pro|per|im|je|a|an|\/|jeden|every|each|for the) ?month|monatlich|monthly/u,
    'month',
  ],
  [
    /(?:pro|per|im|je|\/|jedes) ?jahr|(?:per|a|an|\/|every|each) ?year|jährlich|yearly|annual|jahres/u,
    'year',
  ],
  [/(?:pro|per|\/|die|in der) ?woche|(?:per|a|\/|every|each) ?week|wöchentlich|weekly/u, 'week'],
  [/(?:pro|per|am|\/) ?tag|(?:per|a|\/|every|each) ?day|täglich|daily/u, 'day'],
  [/(?:pro|per|\/|die) ?stunde|(?:per|an|\/|every|each) ?hour/u, 'hour'],
];
const ALL_DAYS = 0b1111111;
const WORK_DAYS = 0b0011111;
const DAY_NAMES = [
  ...WEEKDAYS.keys(),
  'mo',
  'di',
  'mi',
  'do',
  'fr',
  'sa',
  'so',
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
];
const SHORT_DAYS = new Map('mo di mi do fr sa so'.split(' ').map((name, index) => [name, index + 1]));
const ENGLISH_DAYS = new Map(
  'mon tue wed thu fri sat sun'.split(' ').map((name, index) => [name, index + 1]),
);
const DAY_RANGE = new RegExp(
  `(?<!\\p{L})(${DAY_NAMES.join('|')})\\.? ?(?:bis|to|-|–|through|until) ?(${DAY_NAMES.join('|')})(?!\\p{L})`,
  'gu',
);

/** Reads what a passage says; a step is a sentence. */
export function* readClaims({ entryId, title, text }: Source): Generator<void, Claim[]> {
  const titleTerms = readTerms(title);
  const claims: Claim[] = verdictOf({ entryId, title, text }, titleTerms);
  let heading = readTerms('');
  for (const sentence of linesOf(text).slice(0, MAX_SENTENCES)) {
    const shown = sentence.replace(/^(?:[-*+]|\d+[.)])\s+/, '').replace(/\*\*|__/g, '');
    if (/^#|:\**$|^\*\*[^*]+\*\*$/.test(shown)) heading = readTerms(shown);
    if (shown.length > MAX_SENTENCE || isQuestion(shown) || IS_HISTORY.test(shown)) continue;
    const lower = normalise(shown);
    if (lower.length !== shown.length || !WORTH_READING.test(lower)) continue;
    const context = { entryId, title: titleTerms, heading: heading.all, sentence: shown };
    claims.push(...readSentence(lower, context));
    yield;
  }
  return claims;
}

/** Sentences; a small letter goes on with the one before: `bis zum 31.03. möglich`. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const joined: string[] = [];
    for (const { text: part, before } of splitSentences(line)) {
      if (before === 'perhaps') joined.push((joined.pop() ?? '') + part);
      else joined.push(part);
    }
    return joined.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
  });
}

interface Context {
  entryId: string;
  title: Terms;
  heading: ReadonlySet<string>;
  sentence: string;
}

function readSentence(lower: string, context: Context): Claim[] {
  const { sentence, title, heading, entryId } = context;
  const quantities = readQuantities(lower);
  const whole = readTerms(blank(sentence, quantities));
  const around = whole.all.union(title.all).union(heading);
  const base = {
    entryId,
    sentence,
    around,
    title,
    isDenied: false,
    isStrict: false,
    period: '',
    days: 0,
    quantity: null,
  };
  const clauses = clausesOf(lower);
  const versions = quantities.filter(({ dimension }) => dimension === 'version').length;
  const claims = quantities.filter((quantity) => isComparable(quantity, versions)).map((quantity): Claim => {
    const place = clauses.findIndex(({ end }) => quantity.at < end);
    const own = ownTerms(sentence, quantities, clauses, place);
    const clause = lower.slice(clauses[place]?.at, clauses[place]?.end);
    const near = quantity.dimension === 'price' ? lower.slice(quantity.at, quantity.end + 30) : '';
    return {
      ...base,
      ...{ kind: quantity.dimension, quantity, own, marks: [[quantity.at, quantity.end]] },
      days: weekdaysIn(clause) || (quantities.length === 1 ? weekdaysIn(lower) : 0),
      period:
        periodOf(near) || periodOf(clause) || (/einmal|one-time|once|one-off/.test(clause) ? 'once' : ''),
    };
  });
  return [
    ...claims,
    ...weekdayClaim(lower, quantities, { ...base, own: whole }),
    ...stancesOf(lower, blank(sentence, quantities), { ...base, own: whole }),
  ];
}

/** From one version to another is a way, and what is counted must have a name. */
function isComparable({ dimension, of, version = '' }: Quantity, versions: number): boolean {
  if (dimension === 'version') return versions === 1 && (of !== '' || version.includes('.'));
  return dimension !== 'count' || of !== '';
}

/** The text without what was measured in it, so that units are no words. */
function blank(text: string, quantities: readonly Quantity[]): string {
  let rest = text;
  for (const { at, end, dimension } of quantities) {
    if (dimension === 'count' || dimension === 'version') continue;
    rest = rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end);
  }
  return rest;
}

function clausesOf(lower: string): { at: number; end: number }[] {
  const ends = [...lower.matchAll(CLAUSE)].map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts.map((at, index) => ({ at, end: ends[index] ?? lower.length }));
}

/** Of the clause with the value, or of the nearest one before or behind it that says what it is about. */
function ownTerms(
  sentence: string,
  quantities: readonly Quantity[],
  clauses: readonly { at: number; end: number }[],
  place: number,
): Terms {
  const plain = blank(sentence, quantities);
  const order = [place, ...Array.from({ length: place }, (_, index) => place - 1 - index), place + 1];
  for (const index of order) {
    const clause = clauses[index];
    if (!clause) continue;
    const terms = readTerms(plain.slice(clause.at, clause.end));
    if (terms.all.size > 0) return terms;
  }
  return readTerms('');
}

function periodOf(text: string): string {
  return PERIODS.find(([expression]) => expression.test(text))?.[1] ?? '';
}

function weekdaysIn(lower: string): number {
  let days = 0;
  const bit = (name: string) =>
    1 << (Number(WEEKDAYS.get(name) ?? SHORT_DAYS.get(name) ?? ENGLISH_DAYS.get(name)) - 1);
  for (const [, first = '', last = ''] of lower.matchAll(DAY_RANGE)) {
    for (let day = bit(first); day > 0 && day <= bit(last); day <<= 1) days |= day;
  }
  for (const word of words(lower)) if (WEEKDAYS.has(word)) days |= bit(word);
  if (/(?<!\p{L})(?:werktags|wochentags|weekdays?)(?!\p{L})/u.test(lower)) days |= WORK_DAYS;
  if (/wochenende|weekend/.test(lower)) days |= ALL_DAYS & ~WORK_DAYS;
  return days || (/(?<!\p{L})(?:täglich|daily|every day|jeden tag)(?!\p{L})/u.test(lower) ? ALL_DAYS : 0);
}

type Base = Omit<Claim, 'kind' | 'marks'>;

/** On which day of the week something is. */
function weekdayClaim(lower: string, quantities: readonly Quantity[], base: Base): Claim[] {
  if (quantities.some(({ dimension }) => dimension === 'hours')) return [];
  const marks = [...lower.matchAll(/\p{L}+/gu)]
    .filter(([word]) => WEEKDAYS.has(word))
    .map(({ index, 0: word }) => [index, index + word.length] as const);
  const days = weekdaysIn(lower);
  return marks.length === 0 || marks.length > 2 ? [] : [{ ...base, kind: 'weekday', days, marks }];
}

/** What the sentence allows, demands or denies, clause by clause, and each thing of a list alone. */
function stancesOf(lower: string, plain: string, base: Base): Claim[] {
  const parts = splitAt(lower, /;|,? (?:aber|but|sondern|doch|jedoch|however) /gu);
  return parts.flatMap(({ at, end }) => {
    const said = readSaid(lower.slice(at, end));
    if (!said) return [];
    const clause = plain.slice(at, end);
    const mark = [at + said.at, at + said.end] as const;
    const { matter: kind, isDenied, isStrict } = said;
    const claim = (own: Terms): Claim => ({ ...base, kind, isDenied, isStrict, own, marks: [mark] });
    const items = clause.split(/,| und | and | oder | or |:/u);
    const whole = readTerms(clause);
    if (!isStrict && whole.all.size > MAX_SAID) return [];
    if (items.length < 3 || !isStrict) return [claim(whole)];
    const conditions = whole.narrow;
    const things = items.map((item) => readTerms(item)).filter(({ all }) => all.size > 0 && all.size <= 3);
    return [
      claim(whole),
      ...things.map(({ all, narrow }) => claim({ all, narrow: narrow.union(conditionsIn(conditions)) })),
    ];
  });
}

function conditionsIn(terms: ReadonlySet<string>): Set<string> {
  return new Set([...terms].filter((term) => term.startsWith('?')));
}

function splitAt(text: string, mark: RegExp): { at: number; end: number }[] {
  const cuts = [...text.matchAll(mark)];
  const starts = [0, ...cuts.map(({ index, 0: cut }) => index + cut.length)];
  return starts.map((at, index) => ({ at, end: cuts[index]?.index ?? text.length }));
}

/** A title that asks, answered with a plain yes or no. */
function verdictOf({ entryId, title, text }: Source, terms: Terms): Claim[] {
  const verdict = readVerdict(text);
  if (verdict === null || !isQuestion(title) || / oder | or /i.test(title)) return [];
  const [first = ''] = sentencesOf(text);
  const said = readSaid(normalise(title));
  if (!said || said.isDenied || first.length > MAX_SENTENCE) return [];
  const mark = /\p{L}+/u.exec(first);
  const at = mark?.index ?? 0;
  return [
    {
      ...{
        entryId,
        sentence: first,
        marks: [[at, at + (mark?.[0].length ?? 0)] as const],
        kind: said.matter,
      },
      ...{ quantity: null, isDenied: verdict === 'no', isStrict: said.isStrict, period: '', days: 0 },
      ...{ own: terms, around: terms.all, title: terms },
    },
  ];
}
