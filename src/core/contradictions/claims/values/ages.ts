import { NUMBERS } from '../../../learning/statements/units.ts';
import { type Found, toNumber } from './values.ts';

/** @param hint what a sentence holds that it can read; left out: a digit. */
export type Reader = [expression: RegExp, read: (match: RegExpExecArray) => Found | null, hint?: RegExp];

/** The usual hint. */
export const NUMERIC = /\d/;
/** Numbers in words; articles are numbers only before a unit of time. */
export const NUMBER_WORDS = [...NUMBERS.keys()].filter(
  (word) => !/^(?:\d+|einen?|eine[mr]|one|eins)$/.test(word),
);
/** The hint of what may be in words. */
export const COUNTED = new RegExp(`\\d|${NUMBER_WORDS.join('|')}`);
const TENS = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)';
const ZEHNER = '(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)';
export const NUMBER = `\\d+(?:[.,]\\d+)*|${TENS}[- ](?:one|two|three|four|five|six|seven|eight|nine)|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und${ZEHNER}|${NUMBER_WORDS.join('|')}`;
/** A number begins behind it. */
export const START = '(?<![\\p{L}\\p{N}.,:/-])';

const OLDER =
  ',? (?:or|oder|and|und) (?:older|over|above|up|älter|darüber|aufwärts)| plus| upwards|\\+|s(?!\\p{L})| (?:is|ist|are|sind|reicht) ?(?:fine|okay?|old enough|enough|alt genug)?(?= |[.,!]|$)';
const YEARS = '(?:jahren?|years?|yrs?)(?: old| alt(?!\\p{L})| of age)?|jährige?\\p{L}*|year-olds?';
const BIRTHDAY = '(?:\\.|th|st|nd|rd)? (?:geburtstag|birthday|lebensjahr)';
const AGE = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/]|(?<!unter|under|over|über)-)(\\d{1,2}|${NUMBER_WORDS.join('|')})(${BIRTHDAY}|(?:[ -]?(?:${YEARS}))?(?:${OLDER})?)(?![\\p{L}\\p{N}%€$£:]|[.,]\\d)`,
  'gu',
);

/** What says by itself that a number is an age. */
const SURE_BEFORE =
  /(?:mindestalter|minimum age|age limit|age requirement|age restriction|altersgrenze|altersfreigabe|age rating|alter von|age of|(?<!\p{L})aged?|fsk|usk|pegi)(?!\p{L})[^.\d]{0,30}$/u;
const SURE_BEHIND =
  /alt|old|of age|plus|upwards|(?:is|ist|are|sind) (?:fine|ok|old enough|enough|alt genug)|jährige?|geburtstag|birthday|lebensjahr|older|älter/;
const FROM =
  /(?<!\p{L})(?:ab|über|unter|from|over|under|(?:younger|older) than|(?:jünger|älter) als|turn|turned|turning|u|ü)[ -]?$/u;
/** Whoever is so old: no unit may follow. */
const IS =
  /(?<!\p{L})(?:(?:must|have to|has to|need to|needs to|should|to) be|(?:you|they|who|whoever|players|members|everyone|everybody|and|or)(?: are|['’]re| is)|be|erst mit|schon mit|mit)(?: (?:at least|over|under|already|only))? $/u;
const OLD_BEHIND = /^(?: jahren?)?(?: alt)? (?:sein|bist|seid|ist|sind|wird|wirst|geworden)(?!\p{L})/u;
const END =
  /^(?:[.,;!)]|$| (?:to|or|when|before|by|spiel|mitspiel|mitmach|beitret|teilnehm|play|join|darf|dürf|kann|könn|bei|mit|freigegeben|erlaubt|zugelassen|dabei))/u;
const RANGE_BEFORE = /(?:\d|zwischen|between)[^.]{0,12}(?:-|–|bis|und|to|and) ?$/u;
const RANGE_BEHIND = /^ ?(?:-|–|bis|und|to|and) ?\d/u;
const NO_AGE = /^ (?:garant|warrant|laufzeit|lang|term|erfahrung|experience|mitglied|ago)/u;
const [YOUNGEST, OLDEST] = [6, 25];
/** The older ones are ages only where somebody is named, or where it is said outright. */
const ELDEST = 99;
const SOMEBODY =
  /(?<!\p{L})(?:mensch\p{L}*|person\p{L}*|people|adults?|erwachsene\p{L}*|alle[nr]?|jede[rmn]?|everyone|everybody|anyone|who|wer|senior\p{L}*|patient\p{L}*|wom[ae]n|m[ae]n|frauen|männern?|fahrer\p{L}*|bürger\p{L}*|residents?|citizens?|drivers?|gäste\p{L}*|guests?|kund\p{L}*|customers?)(?!\p{L})[^.]{0,25}$/u;

function ageOf(match: RegExpExecArray): Found | null {
  const [whole, number = '', behind = ''] = match;
  const age = toNumber(number);
  if (!(age >= YOUNGEST && age <= ELDEST)) return null;
  const before = match.input.slice(Math.max(0, match.index - 60), match.index);
  const after = match.input.slice(match.index + whole.length, match.index + whole.length + 40);
  if (RANGE_BEFORE.test(before) || RANGE_BEHIND.test(after) || NO_AGE.test(after)) return null;
  const isUnit = /jahr|year|yrs/.test(behind);
  const isSure =
    SURE_BEFORE.test(before) || (isUnit && (SURE_BEHIND.test(behind) || /(?<!\p{L})ab $/u.test(before)));
  if (age > OLDEST && !isSure && !SOMEBODY.test(before)) return null;
  const isOfPerson = isPerson(before, behind, after) || SURE_BEHIND.test(behind) || SURE_BEFORE.test(before);
  if (!isOfPerson) return null;
  return { dimension: 'age', of: '', low: age, high: age, limit: 'exact' };
}

/** Whether the words around say that somebody is so old. */
function isPerson(before: string, behind: string, after: string): boolean {
  const isUnit = /jahr|year|yrs/.test(behind);
  return (
    (FROM.test(before) && (isUnit || behind !== '' || END.test(after))) ||
    (IS.test(before) && (isUnit || behind !== '' || END.test(after))) ||
    (/(?:mindestens|wenigstens|at least|schon|über|unter) $/.test(before) && OLD_BEHIND.test(after)) ||
    (behind === '+' && !/^ ?\p{L}/u.test(after))
  );
}

const LEGAL_AGE = 18;

/** From which age on something is open to somebody. */
export const AGES: readonly Reader[] = [
  [AGE, ageOf, COUNTED],
  [
    /(?<!\p{L})(?:volljährig\p{L}*|(?:an|nur|only(?: for)?|for) (?:adults?|erwachsene)(?! (?:mitglied|zahl|member|ticket|pay|cost))(?: only)?|adults[ -]only|(?:of )?legal age|(?:minderjährige?|minors)(?=[^.]{0,60}(?:nicht|kein|not|n['’]t|no )))(?!\p{L})/gu,
    () => ({ dimension: 'age', of: '', low: LEGAL_AGE, high: LEGAL_AGE, limit: 'exact' }),
    /volljähr|adult|erwachsen|legal|minder|minor/,
  ],
];
