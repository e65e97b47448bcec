import { MINUTES, MONTHS } from '../../../learning/statements/units.ts';
import { AGES, COUNTED, NUMBER, NUMBER_WORDS, type Reader, START } from './ages.ts';
import {
  alsoIn,
  countedIn,
  DAY_MINUTES,
  dateOf,
  durationOf,
  type Found,
  halfOf,
  hoursOf,
  oftenOf,
  priceOf,
  span,
  timeAround,
  timeOf,
  timesOf,
  toNumber,
  versionOf,
} from './values.ts';

const ONE = 'ein|einen?|eine[mr]?|one|an?';
const RANGE = `(${NUMBER})(?: {0,2}(?:-|–|—|bis|bis zu|to|and|und|or|oder|bzw\\.) {0,2}(${NUMBER}))?`;
const MONTH = [...MONTHS.keys()].join('|');
const UNIT = [...MINUTES.keys()].toSorted((one, other) => other.length - one.length).join('|');
const ADJECTIVE = '(?:working |business |calendar |volle[nr]? |full |weitere[nr]? |ganze[nr]? )?';
const CLOCK = `(\\d{1,2}|${NUMBER_WORDS.join('|')})(?:[:.](\\d{2}))? ?(uhr|h|am|pm|a\\.m\\.|p\\.m\\.)?`;
const HOUR = `\\d{1,2}|${NUMBER_WORDS.join('|')}`;
/** Without a unit 9-17 is a time only where something is open. */
const OPEN =
  /open|offen|geöffnet|geoeffnet|erreichbar|available|besetzt|staffed|da\b|hours|zeiten|online|reach/;
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
    ['metre', 1],
    ['meters', 1],
    ['feet', 0.3],
    ['foot', 0.3],
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

/** `Four small pets` are pets. */
const SIZED = /^(?:small|large|big|new|klein|groß|neu)e?[nrs]?$/;

/** What has versions that are said without the word. */
const PRODUCTS =
  'android|ipados|ios|python|java|node(?:\\.js)?|php|windows|macos|debian|ubuntu|\\.net|ruby|go|chrome|firefox|safari|edge|mysql|mariadb|postgresql|wordpress';

/** `Only one ticket`: an article counts where it is stressed. */
function onlyOneOf({ 0: whole, 1: unit = '' }: RegExpExecArray): Found | null {
  if (!/(?<!\p{L})(?:ein(?:en?|e[mr])?|one|single|einzig\p{L}*)(?!\p{L})/u.test(whole)) return null;
  const of = countedIn(unit);
  return of === '' || MINUTES.has(unit) ? null : { dimension: 'count', of, low: 1, high: 1, limit: 'max' };
}

/** In this order: each takes out what it reads. */
export const READERS: readonly Reader[] = [
  [
    /https?:\/\/\S+|\([^()]*pdf[^()]*\)|`[^`]*`|<[#@:][^>\s]{1,80}>|\S+@\S+|§§? ?[\d., ]+|(?:stand|stand vom|as of|updated|aktualisiert am|update)[: ]{1,3}\d[\d./-]+/g,
    () => null,
    /http|pdf|`|@|<|§|stand|as of|update|aktualisiert/,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(${PRODUCTS})(?:[ :]{1,2}(?:version|ab|from|edition|series|v|in der|mindestens|at least|as of)){0,3}[ :]{0,2}\\*{0,2}(?:v\\.? ?)?(\\d+(?:\\.\\d+)*)(?![\\d:%]|[.,]\\d| ?(?:gb|mb|€|uhr|-?mal|days?|tage?n?|prozent))`,
      'gu',
    ),
    ([whole, product = '', version = '']) => versionOf(product, version, whole),
  ],
  [
    /(?<!\p{L})(?:minecraft|version|versionen|versions|release|build|update|patch|firmware|v)[ :]{0,2}(?:nummer |number |ist |is |ab |auf )?\*{0,2}v?(\d+(?:\.\d+)*)(?![\d:%]| ?(?:mb|gb|uhr|€|mal|times|days?|tage?n?|minut|stund|hours?))/gu,
    ([whole, version = '']) => versionOf('', version, whole),
  ],
  [
    /(?<!(?:vom|am|bis|zum|ab|seit|den|der|until|on|by|since|stand) )(?<=[\p{L})] \*{0,2}v?)(\d{1,2}\.\d{1,2}\.\d{1,3})(?!\d|[.,]\d)/gu,
    ([whole, version = '']) => versionOf('', version, whole),
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
    /24|rund um|clock/,
  ],
  [/(?<![\d.])(\d+\.\d+\.\d+(?:\.\d+)*)(?!\d|\.\d)/g, ([, version = '']) => versionOf('', version)],
  [
    new RegExp(`${START}${CLOCK} ?(?:-|–|—|bis|to|and|und|until|till) ?${CLOCK}(?![\\p{L}\\p{N}%€$£])`, 'gu'),
    (match) => hoursOf(match, OPEN.test(match.input)),
  ],
  [
    /(?<![\d:.,])(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|a\.m\.|p\.m\.)(?!\p{L})/gu,
    ([, hour, minute, half]) => timeOf(hour, minute, half),
  ],
  [
    /(?<!\p{L})(?:mitternacht|midnight|(?:um |at )(?:noon|mittag))(?!\p{L})/gu,
    ({ 0: word }) => timeOf(/mitt?ern|midn/.test(word) ? '24' : '12', '00'),
    /midn|mitter|noon|mittag/,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(quarter|viertel|ten|zehn|five|fünf|twenty|zwanzig) (past|to|nach|vor) (\\d{1,2}|${NUMBER_WORDS.join('|')})(?![\\p{L}\\d])`,
      'gu',
    ),
    ([, part = '', side = '', hour = '']) => timeAround(hour, part, side),
    /past|to|nach|vor/,
  ],
  [
    new RegExp(`(?<!\\p{L})(halb|half past) (\\d{1,2}|${NUMBER_WORDS.join('|')})(?!\\p{L})`, 'gu'),
    ([, half = '', hour = '']) => timeOf(String(toNumber(hour) - (half === 'halb' ? 1 : 0)), '30'),
    /hal[bf]/,
  ],
  [
    new RegExp(
      `${START}(${HOUR})(?: uhr| o['’]clock)? (?:in the (morning|afternoon|evening)|(morgen|vormittag|nachmittag|abend)s|(?:am (morgen|vormittag|nachmittag|abend)|at (night)))(?!\\p{L})`,
      'gu',
    ),
    ([, hour, ...parts]) =>
      timeOf(hour, '00', /^(?:morn|morgen|vorm)/.test(parts.find(Boolean) ?? '') ? 'am' : 'pm'),
    /morning|afternoon|evening|morgen|mittag|abend|night/,
  ],
  [
    new RegExp(
      `(?<=(?:opens?|closes?|starts?|begins?|ends?|shuts?|öffnet|schließt|beginnt|startet|endet)(?: \\p{L}+){0,3} (?:um|at) )(${HOUR})(?![\\d:.,]\\d|[\\p{L}\\d%€$£]| ?(?:uhr|am|pm|p\\.|a\\.))`,
      'gu',
    ),
    ([, hour]) => timeOf(hour, '00'),
    / (?:um|at) /,
  ],
  [
    new RegExp(`${START}(${NUMBER_WORDS.join('|')}) (?:uhr|o['’]clock)(?!\\p{L})`, 'gu'),
    ([, hour]) => timeOf(hour, '00'),
    /uhr|clock/,
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
    /[€$£%]|euro?|dollar|usd|gbp|pound|chf|franken|proz|percent|cent/,
  ],
  [
    /(?<!\p{L})(?:(?:versand|gebühren|porto)?(?:kostenlos|kostenfrei|frei(?=e[rn]? versand)|gratis)(?:e[rsnm]?)?|umsonst|(?:kostet|zahlst|zahlt|zahlen)(?: \p{L}+){0,2} nichts|(?:ohne|keine?(?:rlei)?) (?:(?:zusätzliche|weitere|extra|versand)[\p{L}-]* ?)?(?:aufpreis|kosten|gebühr(?:en)?|versandkosten|aufschlag)|free of charge|for free|at no (?:extra |additional )?(?:cost|charge)|(?:no|without) (?:(?:extra|additional|any) )?(?:charge|fees?|cost|costs|postage)|(?<=(?:is|are|be|it['’]s|completely|always|absolutely|entirely) )free(?! (?:to|from|of))|free (?=shipping|delivery|returns?|postage|parking|wifi|entry|admission|upgrade|updates?|cancellation|transfer|setup|moving|repair)|(?:costs?|pay) (?:you )?nothing|on the house|(?:übernehmen|bezahlen|tragen) wir|wir (?:übernehmen|tragen)|geht auf uns|on us|(?:ist|sind|is|are|im preis)(?: \p{L}+){0,3} (?:inklusive|inbegriffen|included|enthalten)|we(?:['’]ll)? (?:cover|pay))(?!\p{L})/gu,
    () => ({ dimension: 'price', of: '', low: 0, high: 0 }),
    /kost|gratis|free|umsonst|nichts|ohne|kein|no |without|nothing|on the house|wir|on us|we|inkl|inbe|enth/,
  ],
  [
    /(?<!\p{L})(?:(?:jede[ns]?|every|(?:einmal|once) (?:am|pro|die|im|a|per|every)) (tag|woche|monat|jahr|day|week|month|year)|(stünd|täg|wöchent|monat|jähr)lich|(dai|hour|week|month|year)ly)(?!\p{L})/gu,
    ([, unit, german, english]) => oftenOf(unit ?? german ?? english ?? ''),
    /jede|every|einmal|once|lich|ly/,
  ],
  [
    new RegExp(
      `${START}(?:(${NUMBER})[ -]?(?:mal|times|x)|(zweimal|twice|dreimal|thrice|einmal|once)) (?:am|pro|die|im|in der|a|per|each|every) (tag|woche|monat|jahr|day|week|month|year)(?!\\p{L})`,
      'gu',
    ),
    ([, times, word = '', unit = '']) => timesOf(times ?? word, unit),
    /mal|times|x |once|twice|thrice/,
  ],
  [
    /(?<!\p{L})(?:(?:ein|a) )?(?:halbes|halben|half an?|half a) (stunde|jahr|hour|year|day)(?!\p{L})|(?<!\p{L})(halbjahr|fortnight)(?!\p{L})/gu,
    ([, unit, word]) => halfOf(unit ?? word ?? ''),
    /hal[bf]|fortnight/,
  ],
  [
    new RegExp(`${START}(?:${RANGE}|(${ONE}))[ -]?(${ADJECTIVE})(${UNIT})(?!\\p{L})`, 'gu'),
    ([, first, second, one, adjective, unit = '']) => durationOf(first ?? one ?? '', second, unit, adjective),
    /tag|woche|monat|jahr|stunde|minute|sekunde|day|week|month|year|hour|second|\d[ -]?(?:h|std|min|se[ck])/,
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
    /jähr|monat|wöch|tägig|stünd|minüt/,
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
    /(?<!\p{L})(port|level|slot|stufe|channel|kanal)[ :]+\*{0,2}(\d+)(?!\.?\d)/gu,
    ([, unit = '', value = '']) => ({
      ...{ dimension: 'count', of: countedIn(unit), isName: true },
      ...span(value, undefined),
    }),
  ],
  [
    /(?<!\p{L})(?:(?:nur|genau|maximal|höchstens|lediglich|exactly|only|just|at most|a single|einzigen?|einziges|gets?|have|allowed|limited to) )(?:ein(?:en?|e[mr])?|one|single)? ?(?:(?:open|offene[nrs]?|aktive[nrs]?|active|einzige[nrs]?|single) ){0,2}((?:\p{L}{3,}))/gu,
    (match) => onlyOneOf(match),
    /(?<!\p{L})(?:one|single|eine?|einzig)/u,
  ],
  [
    new RegExp(
      `${START}${RANGE} (?:of (?:our|the|your|these|those) |(?:unserer|deiner|der) )?((?:e-)?(?:\\p{L}{3,}[ -]){0,1}?\\p{L}{3,}(?:-\\p{L}{3,}){0,2})(?=((?: [\\p{L}-]{3,}){0,2}))`,
      'gu',
    ),
    ([, first = '', second, unit = '', behind = '']) => ({
      dimension: 'count',
      of: countedIn(unit) || (SIZED.test(unit) ? (alsoIn(behind)[0] ?? '') : ''),
      also: alsoIn(behind),
      ...span(first, second),
    }),
    COUNTED,
  ],
];
