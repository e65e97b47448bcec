import { CURRENCIES, MINUTES, MONTHS, NUMBERS } from '../../learning/statements/units.ts';
import { readLimit } from './limits.ts';
import { termOf } from './terms.ts';

export type Dimension =
  | 'duration'
  | 'interval'
  | 'lead'
  | 'price'
  | 'percent'
  | 'age'
  | 'version'
  | 'hours'
  | 'time'
  | 'date'
  | 'weekday'
  | 'count'
  | 'size';

/** Something that a sentence measures, and where it stands in it. */
export interface Quantity {
  dimension: Dimension;
  /** What else must be equal to compare it: the currency, what is counted. */
  of: string;
  low: number;
  high: number;
  /** `max`: up to that, `min`: at least that. */
  limit: 'exact' | 'min' | 'max';
  isApproximate: boolean;
  /** Of versions, whose parts count one by one. */
  version?: string;
  at: number;
  end: number;
}

type Found = Pick<Quantity, 'dimension' | 'of' | 'low' | 'high'> &
  Partial<Pick<Quantity, 'version' | 'limit'>>;
type Reader = [expression: RegExp, read: (match: RegExpExecArray) => Found | null];

const NUMBER_WORDS = [...NUMBERS.keys()].filter((word) => !/^einen?$|^eine[mr]$|^one$|^eins$/.test(word));
const NUMBER = `\\d+(?:[.,]\\d+)*|${NUMBER_WORDS.join('|')}`;
const ONE = 'einen?|eine[mr]?|one|an?';
const RANGE = `(${NUMBER})(?: ?(?:-|–|—|bis|bis zu|to|and|und|or|oder) ?(${NUMBER}))?`;
const START = '(?<![\\p{L}\\p{N}.,:/-])';
const MONTH = [...MONTHS.keys()].join('|');
const UNIT = [...MINUTES.keys()].toSorted((one, other) => other.length - one.length).join('|');
const ADJECTIVE = '(?:working |business |calendar |volle[nr]? |full |weitere[nr]? |ganze[nr]? )?';
const CLOCK = '(\\d{1,2})(?:[:.](\\d{2}))? ?(uhr|h|am|pm|a\\.m\\.|p\\.m\\.)?';
/** Without a unit 9-17 is a time only where something is open. */
const OPEN =
  /open|offen|geöffnet|geoeffnet|erreichbar|available|besetzt|staffed|da\b|hours|zeiten|online|reach/;
const WORKING = /werktag|arbeitstag|working|business/;
const DAY_MINUTES = 1440;
const SIZES = new Map([
  ...[
    ['kb', 1e3],
    ['mb', 1e6],
    ['gb', 1e9],
    ['tb', 1e12],
  ].map(([unit, factor]) => [unit, ['bytes', factor]] as const),
  ...[
    ['mm', 0.001],
    ['cm', 0.01],
    ['m', 1],
    ['meter', 1],
    ['metern', 1],
    ['metres', 1],
    ['km', 1000],
    ['kilometer', 1000],
  ].map(([unit, factor]) => [unit, ['metres', factor]] as const),
  ...[
    ['g', 1],
    ['gramm', 1],
    ['kg', 1000],
    ['kilo', 1000],
  ].map(([unit, factor]) => [unit, ['grams', factor]] as const),
  ...[
    ['grad', 1],
    ['°c', 1],
    ['degrees', 1],
  ].map(([unit, factor]) => [unit, ['degrees', factor]] as const),
] as [string, readonly [string, number]][]);

export function toNumber(text: string): number {
  const word = NUMBERS.get(text);
  if (word !== undefined) return Number(word);
  if (/^(?:an?|one|eine?[nmr]?)$/.test(text)) return 1;
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''));
  return Number(text.replace(',', '.'));
}

function span(first: string, second: string | undefined): { low: number; high: number } {
  const [one, other] = [toNumber(first), toNumber(second ?? first)];
  return { low: Math.min(one, other), high: Math.max(one, other) };
}

/** A month has 28 to 31 days, and five working days are a week: what may be equal overlaps. */
function durationOf(first: string, second: string | undefined, unit: string, adjective = ''): Found {
  const { low, high } = span(first, second);
  const minutes = MINUTES.get(unit) ?? DAY_MINUTES;
  const isWorking = WORKING.test(adjective + unit);
  const [least, most] =
    minutes === 43_200 ? [28 / 30, 31 / 30] : minutes === 525_600 ? [336 / 365, 1.02] : [1, 1];
  return {
    dimension: 'duration',
    of: isWorking ? 'working' : '',
    low: low * minutes * least,
    high: high * minutes * most,
  };
}

function priceOf(sign: string, first: string, second?: string): Found | null {
  const currency = CURRENCIES.get(sign) ?? '';
  if (currency === '') return null;
  const { low, high } = span(first, second);
  if (currency === 'percent') return { dimension: 'percent', of: '', low, high };
  const factor = currency === 'cent' ? 0.01 : 1;
  return {
    dimension: 'price',
    of: currency === 'cent' ? 'eur' : currency,
    low: low * factor,
    high: high * factor,
  };
}

function dateOf(month: string | undefined, day: string | undefined, year = ''): Found | null {
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  if (!(monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= 31)) return null;
  const at = monthNumber * 100 + dayNumber;
  return { dimension: 'date', of: year.length === 2 ? `20${year}` : year, low: at, high: at };
}

function minutesOf(hour: string | undefined, minute: string | undefined, half = ''): number {
  const hours = /^[ap]/.test(half) ? (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hour);
  return hours * 60 + Number(minute ?? 0);
}

function hoursOf([whole, h1, m1, u1 = '', h2, m2, u2 = '']: RegExpExecArray, isOpen: boolean): Found | null {
  const isMarked = u1 !== '' || u2 !== '' || (m1 !== undefined && m2 !== undefined);
  if (!isMarked && !isOpen) return null;
  if (Number(h1) > 24 || Number(h2) > 24 || Number(m1 ?? 0) > 59 || Number(m2 ?? 0) > 59) return null;
  if (whole.includes('.') && !isMarked) return null;
  const end = minutesOf(h2, m2, u2);
  const isHalf = /^[ap]/.test(u2) && u1 === '';
  const same = minutesOf(h1, m1, isHalf ? u2 : u1);
  const start = isHalf && same >= end ? minutesOf(h1, m1, 'am') : same;
  return start === end ? null : { dimension: 'hours', of: '', low: start, high: end };
}

function timeOf(hour: string | undefined, minute: string | undefined, half?: string): Found | null {
  const at = minutesOf(hour, minute, half);
  return at <= DAY_MINUTES && Number(minute ?? 0) < 60
    ? { dimension: 'time', of: '', low: at, high: at }
    : null;
}

function versionOf(product: string, version: string): Found {
  const [major = '', minor = '0'] = version.split('.');
  const low = Number(major) * 1000 + Number(minor);
  return { dimension: 'version', of: product, low, high: low, version };
}

/** The thing that is counted: `3 free homes`; empty for `2 million` and the like. */
function countedIn(unit: string): string {
  const [first = '', second = ''] = unit.split(/[ -]/);
  if (/^(?:million|billion|mio|mrd|milliard|per|pro|of|von|in|or|and|und|oder)/.test(first)) return '';
  return termOf(second) || termOf(first);
}

const AGE_UNIT = '(?:jahren?|years?)(?: (?:old|alt))?(?: (?:of age|or older|or over|and older|oder älter))?';
const ages = (pattern: string): Reader => [
  new RegExp(pattern, 'gu'),
  ([, age = '']) => {
    const low = toNumber(age);
    return low >= 6 && low <= 25 ? { dimension: 'age', of: '', low, high: low, limit: 'exact' } : null;
  },
];
const N = `(\\d{1,2}|${NUMBER_WORDS.join('|')})`;
const AGES: Reader[] = [
  ages(
    `(?:mindestalter|minimum age|age limit|age requirement|altersgrenze)[^.\\d]{0,40}?${START}${N}(?! ?(?:-|–|bis|to) ?\\d)(?: ?${AGE_UNIT})?`,
  ),
  ages(
    `(?:must be|have to be|need to be|has to be|needs to be|should be|be) (?:at least |over )?${N}(?: ?${AGE_UNIT})?(?= (?:or older|or over|and older|to |years)|[.,;!]|$)`,
  ),
  ages(`(?:mindestens|wenigstens|at least) ${N} (?:jahre alt|years old|years of age|jahre sein)`),
  ages(`${START}ab (?:dem |einem alter von )?${N} ?(?:jahren|jahre)(?! ?garantie)`),
  ages(`(?:aged|from the age of|from age|age) ${N}(?:\\+| (?:or|and) (?:older|over|up)| and above)?`),
  ages(`${START}${N} (?:years )?(?:or|and) (?:older|over)`),
  ages(`${START}${N} jahren? (?:alt (?:sein|bist)|oder älter|und älter)`),
  ages(`musst (?:du )?(?:schon |mindestens )?${N}(?: jahre(?: alt)?)? sein`),
];

const READERS: readonly Reader[] = [
  [
    /https?:\/\/\S+|`[^`]*`|<[#@:][^>\s]{1,80}>|\S+@\S+|§§? ?[\d., ]+|(?:stand|stand vom|as of|updated|aktualisiert am|update)[: ]{1,3}\d[\d./-]+/g,
    () => null,
  ],
  ...AGES,
  [/(?<![\d.])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g, ([, year, month, day]) => dateOf(month, day, year)],
  [
    /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?!\d)/g,
    ([, day, month, year]) => dateOf(month, day, year),
  ],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})(?:\\.|st|nd|rd|th)? (?:of )?(${MONTH})(?!\\p{L}),?(?: (\\d{4}))?`, 'gu'),
    ([, day, name = '', year]) => dateOf(MONTHS.get(name), day, year),
  ],
  [
    new RegExp(
      `(?<!\\p{L})(${MONTH})\\.? (?:the )?(\\d{1,2})(?:\\.|st|nd|rd|th)?(?![\\d:]),?(?: (\\d{4}))?`,
      'gu',
    ),
    ([, name = '', day, year]) => dateOf(MONTHS.get(name), day, year),
  ],
  [
    /(?:24\/7|rund um die uhr|around the clock|24 (?:hours a day|stunden am tag))/g,
    () => ({ dimension: 'hours', of: '', low: 0, high: DAY_MINUTES }),
  ],
  [
    /(?<!\p{L})(android|ios|python|java|node(?:\.js)?|php|windows|macos|debian|ubuntu|\.net|ruby|go) (?:version |v)?(\d+(?:\.\d+)*)(?![\d:]| ?(?:gb|mb|€|uhr))/gu,
    ([, product = '', version = '']) => versionOf(product, version),
  ],
  [
    /(?<!\p{L})(?:version|versionen|versions|release|v)[ :]?(?:nummer )?\*{0,2}(\d+(?:\.\d+)*)/gu,
    ([, version = '']) => versionOf('', version),
  ],
  [/(?<![\d.])(\d+\.\d+\.\d+(?:\.\d+)*)(?![\d.])/g, ([, version = '']) => versionOf('', version)],
  [
    new RegExp(`${START}${CLOCK} ?(?:-|–|—|bis|to|and|und|until|till) ?${CLOCK}(?![\\p{L}\\p{N}%€$£])`, 'gu'),
    (match) => hoursOf(match, OPEN.test(match.input)),
  ],
  [
    /(?<![\d:.,])(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|a\.m\.|p\.m\.)(?!\p{L})/gu,
    ([, hour, minute, half]) => timeOf(hour, minute, half),
  ],
  [/(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])(?: uhr)?/g, ([, hour, minute]) => timeOf(hour, minute)],
  [/(?<![\d.,])(\d{1,2})(?:\.(\d{2}))? uhr/g, ([, hour, minute]) => timeOf(hour, minute)],
  [
    new RegExp(`([€$£]) ?${RANGE}`, 'gu'),
    ([, sign = '', first = '', second]) => priceOf(sign, first, second),
  ],
  [
    new RegExp(
      `${START}${RANGE} ?([€$£%]|(?:euros?|eur|dollars?|usd|gbp|pounds?|chf|franken|prozent|percent|cents?)(?!\\p{L}))`,
      'gu',
    ),
    ([, first = '', second, sign = '']) => priceOf(sign, first, second),
  ],
  [
    /(?<!\p{L})(?:kostenlos|kostenfrei|gratis|free of charge|for free|(?<=(?:is|are) )free)(?!\p{L})(?! (?:to|from|for|of))/gu,
    () => ({ dimension: 'price', of: '', low: 0, high: 0 }),
  ],
  [
    new RegExp(`${START}(?:${RANGE}|(${ONE}))[ -]?(${ADJECTIVE})(${UNIT})(?!\\p{L})`, 'gu'),
    ([, first, second, one, adjective, unit = '']) => durationOf(first ?? one ?? '', second, unit, adjective),
  ],
  [
    new RegExp(`${START}(${NUMBER}|ein|zwei|drei)-?(jähr|monat|wöch|tägig|stünd|minüt)\\p{L}*`, 'gu'),
    ([, first = '', unit = '']) => {
      const units: Record<string, string> = {
        jähr: 'jahr',
        monat: 'monat',
        wöch: 'woche',
        tägig: 'tag',
        stünd: 'stunde',
        minüt: 'minute',
      };
      return durationOf(first, undefined, units[unit] ?? 'tag');
    },
  ],
  [
    new RegExp(`${START}${RANGE} ?(${[...SIZES.keys()].join('|')})(?!\\p{L})`, 'gu'),
    ([, first = '', second, unit = '']) => {
      const [of, factor] = SIZES.get(unit) ?? ['', 1];
      const { low, high } = span(first, second);
      return { dimension: 'size', of, low: low * factor, high: high * factor };
    },
  ],
  [
    /(?<!\p{L})(port|level|slot|stufe|channel|kanal)[ :]+\*{0,2}(\d+)(?![\d.])/gu,
    ([, unit = '', value = '']) => ({ dimension: 'count', of: countedIn(unit), ...span(value, undefined) }),
  ],
  [
    new RegExp(`${START}${RANGE} ((?:\\p{L}{3,}[ -]){0,1}?\\p{L}{3,})`, 'gu'),
    ([, first = '', second, unit = '']) => ({ dimension: 'count', of: countedIn(unit), ...span(first, second) }),
  ],
];

/** Years and other long numbers count nothing. */
const MOST_COUNTED = 1_000;
const INTERVAL = /(?<!\p{L})(?:alle|every|each|jede[nrs]?)\s*$/u;
const BEFORE = /(?<!\p{L})vor\s*$/u;
const BEFORE_BEHIND =
  /^\s*(?:vorher|zuvor|vor|davor|before|ago|earlier|previously|in advance|im voraus|prior|später|danach|later|afterwards)(?!\p{L})/u;

/** What a sentence measures, in its order. @param sentence in lower case, of the length that the reader sees. */
export function readQuantities(sentence: string): Quantity[] {
  const found: Quantity[] = [];
  let rest = sentence;
  for (const [expression, read] of READERS) {
    rest = rest.replace(expression, (...match) => {
      const [whole] = match as [string];
      const groups = match.slice(
        0,
        match.findIndex((part) => typeof part === 'number'),
      );
      const at = Number(match[groups.length]);
      const quantity = read(
        Object.assign(groups, { index: at, input: sentence }) as unknown as RegExpExecArray,
      );
      if (!quantity && !expression.source.startsWith('https')) return whole;
      if (quantity) found.push(refine(quantity, sentence, { at, end: at + whole.length }));
      return ' '.repeat(whole.length);
    });
  }
  return found
    .filter(
      ({ dimension, high, low }) => (dimension !== 'count' || high <= MOST_COUNTED) && Number.isFinite(low),
    )
    .toSorted((one, other) => one.at - other.at);
}

function refine(quantity: Found, sentence: string, place: { at: number; end: number }): Quantity {
  const [before, behind] = [
    sentence.slice(Math.max(0, place.at - 40), place.at),
    sentence.slice(place.end, place.end + 30),
  ];
  const read = readLimit(before, behind);
  const isTimed = quantity.dimension === 'duration';
  const dimension = !isTimed
    ? quantity.dimension
    : INTERVAL.test(before)
      ? 'interval'
      : BEFORE.test(before) || BEFORE_BEHIND.test(behind)
        ? 'lead'
        : 'duration';
  // `Within 7 to 10 days` is a range.
  const limit = quantity.low < quantity.high && dimension !== 'interval' ? ({ limit: 'exact' } as const) : {};
  return { ...read, ...limit, ...quantity, dimension, ...place };
}
