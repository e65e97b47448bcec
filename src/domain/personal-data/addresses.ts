import type { FoundSpan } from './found.ts';
import * as words from './words.ts';

/** Letters of the nine languages: every class of all scripts takes a millisecond to compile. */
const UPPER = 'A-ZÀ-ÖØ-ÞĄĆĘĞİŁŃŒŚŞŠŸŹŻŽ';
const LETTER = 'A-Za-zÀ-ÖØ-öø-ž';

/** A letter of either case where the words of an address are meant; names keep their capitals. */
const any = (parts: readonly string[]) => `(?:${inAnyCase(parts.join('|'))})`;
/** Spelled out in place of `(?i:…)`, which V8 misses beside some optional parts. Escapes, groups and classes stay. */
function inAnyCase(pattern: string): string {
  return pattern.replace(/\\p\{[^}]*\}|\\.|\[[^\]]*\]|\(\?<?[=!:]|\p{L}/gu, (part) => {
    const upper = part.toUpperCase();
    return part.length > 1 || upper === part || upper.length > 1 ? part : `[${part}${upper}]`;
  });
}
const SMALL = `(?:(?:${words.PARTICLES})['’ -])*`;
const WORD = `[${UPPER}][${LETTER}'’.-]{0,24}`;
const NUMBERED = `(?:${WORD}|\\d{1,3}(?:st|nd|rd|th))`;
/** One to five words with what may stand small between them. */
const NAME = `${SMALL}(?:\\d{1,2}[º°.]? (?:de )?)?${NUMBERED}(?: ${SMALL}${NUMBERED}){0,4}`;
/** Words before the last one of a name. */
const NAMES = `(?:${WORD} (?:(?:${words.NAME_PARTICLES}) )*)*`;
const HOUSE = `(?:s/n|\\d{1,4})(?:(?:[a-zA-Z]{1,2}| [a-dA-D])(?![${LETTER}\\d.]))?(?: ?[-–/] ?(?:\\d{1,4}[a-zA-Z]?|[a-zA-Z]|I{1,3}|bis|hs)(?![${LETTER}])){0,2}(?![${LETTER}\\d%€$£]|[.,:]\\d)`;
const DOORS = new RegExp(
  `(?:, \\d{1,2}-[\\dA-Z]{1,2}(?![\\d${LETTER}])|(?:,| -)? \\(?${any(words.DOORS)}(?![${LETTER}])[.:]{0,2}(?: ?(?:\\d{1,4}[A-Za-z]?|[A-Z]\\d?)(?![${LETTER}\\d])[º°ª]?(?:[ .]?[${UPPER}](?![${LETTER}]))?)?\\)?|,?(?: -)? \\d{1,2}(?:[º°ª]|\\.(?= ?${any(words.DOORS)}))(?: ?(?:\\d[ªº]|[${LETTER}]{1,4}(?![${LETTER}])\\.?))?)*`,
  'y',
);
const SIGN = `(?:,? ?${any(words.SIGNS)}(?![${LETTER}]) ?|,? )`;
const BEHIND_TOWN = `(?: ?/ ?[${UPPER}][${LETTER}]+| \\([${UPPER}][${LETTER}]+\\)|(?: [-–]|,)? [A-Z]{2}(?![${LETTER}])| [a-z]\\. ?(?:[a-z]\\. ?)?[${UPPER}][${LETTER}]*\\.?| \\d{1,2}(?![\\d${LETTER}]|[.,:/]\\d))?`;
const TOWN = `(?:['’]s-|[AOL][ '’])?[${LETTER}][${LETTER}'’.]{1,24}(?:[ -]${SMALL}[${UPPER}][${LETTER}'’.-]{1,24}){0,4}${BEHIND_TOWN}`;
const CAPITAL_TOWN = `(?=[${UPPER}]|['’]s-)${TOWN}`;
const BOX = '\\d{1,6}(?: \\d{2,3}){0,2}(?!\\d)';
const FLAT = `(?:${WORD}(?: ${SMALL}${WORD}){1,3}, )?(?:${any(words.DOORS)}\\.? (?:[${LETTER}\\d]{1,4},? )?)?`;

/** The number of a form begins at `@`; behind `!`, hardly anything else looks like it. */
const toForms = (role: 'street' | 'place', forms: readonly string[]) =>
  forms.map((form) => {
    const isSure = form.startsWith('!');
    const [before, from = ''] = form.slice(Number(isSure)).split('@');
    // Read from the number backwards, where nearly every text differs at once.
    const ahead = new RegExp(`(?<=((?<![${LETTER}\\d])${before}))$`, 'y');
    return { role, isSure, before: ahead, from: new RegExp(from, 'y') };
  });

const FORMS = toForms('street', [
  // Hauptstraße 5, Berliner Str. 12a, Kerkstraat 7-9
  `!${NAMES}(?:[${LETTER}][${LETTER}-]{0,30}|${WORD} )${any(words.STREET_ENDS)} ?@${HOUSE}`,
  // Calle Mayor, 5; Via Roma 12; ul. Długa 3/4
  `!(?:${any(words.QUARTERS)} (?:[${LETTER}'’.]{2,24} ){0,2}[${LETTER}'’]{2,24}, )?${any(words.STREET_TYPES_BEFORE)} ?(?<=[ ./])(?:${NAME}${SIGN}|\\d{1,3}${SIGN.replace('|,? )', ')')})@${HOUSE}`,
  // Atatürk Mah. Gül Sok. No: 5/3
  `!(?:${NAME} ${any(words.STREETS_BEHIND)},? )*(?:${NAME}|\\d{1,4}\\.) ${any(words.STREETS_BEHIND)},? ?(?:[Nn]o ?[.:]? ?)?@${HOUSE}`,
  // 10 Baker Street, Flat 2; 12 bis rue des Lilas
  `!${FLAT}@${HOUSE},? ${NAME} ${any(words.STREET_TYPES_BEHIND)}(?![${LETTER}])`,
  `!${FLAT}@\\d{1,4}(?: ?(?:bis|ter|[a-d]))?,? ${any(words.STREET_TYPES_BETWEEN)} (?:${NAME}(?: (?:19|20)\\d\\d)?|(?:${words.PARTICLES}) [${LETTER}]{3,20})`,
  // PO Box 123, Postfach 12 34
  `!${any(words.BOXES)}${SIGN}@${BOX}`,
  `!${any(words.BOXES_OR_WORDS)} @\\d{1,3}(?: \\d{2,3}){1,2}(?!\\d)`,
  `${any(words.BOXES_OR_WORDS)}${SIGN}@${BOX}`,
  // What means other things too: Bosweg 5, Am Markt 3, Rue du Marché 12, 12 Mill Close
  `${NAMES}(?:[${LETTER}][${LETTER}-]{0,30}|${WORD} )${any(words.STREET_ENDS_OR_WORDS)} @${HOUSE}`,
  `(?:(?:[Aa]n|[Ii]n|[Aa]uf|[Bb]ei|[Uu]nter|[Hh]inter|[Vv]or) de[rmn]|[Aa]m|[Ii]m|[Zz]u[mr]|Alte[rn]?|Neue[rn]?) ${WORD}(?: ${WORD})? @${HOUSE}`,
  `${any(words.STREET_TYPES_BETWEEN)} ${NAME}${SIGN}@${HOUSE}`,
  `${FLAT}@${HOUSE},? ${NAME} ${any(words.STREET_TYPES_BEHIND_OR_WORDS)}(?![${LETTER}])`,
  // They live at Marszałkowska 42, Poznań
  `(?<=${any(words.HOME_STEMS)}[^.!?\\d]{0,40}(?:[ \\n](?:${words.PREPOSITIONS}):? |[:\\n]\\s?))${FLAT}(?!${any(words.NUMBER_STEMS)})(?:['’]t )?${NAME} @${HOUSE}(?:,? [${LETTER}\\d.]{1,6}){0,2}(?=(?:,? ?\\n|, )(?!${any(words.CLOSINGS)})[${UPPER}])`,
]).concat(
  // Postcodes whose form tells (pl, pt, nl), and those whose form does not.
  toForms('place', [
    `!@(?:\\d{2}-\\d{3}|\\d{4}-\\d{3}|\\d{4} ?[A-Z]{2} ?) ${CAPITAL_TOWN}`,
    `@\\d{5}-\\d{3}(?: ${TOWN})?`,
    `@\\d{4} ?[A-Z]{2}(?![${LETTER}\\d])`,
    `![A-Z]{1,2}-@\\d{4,5} ${CAPITAL_TOWN}`,
    `(?:C\\.?P\\.? ?)?@\\d{4,5} ${TOWN}`,
    `${CAPITAL_TOWN},? (?!BP)[A-Z]{2,3} @\\d{4,5}(?:-\\d{4})?(?!\\d)`,
    `${CAPITAL_TOWN}, ${WORD}(?: ${WORD})? @\\d{5}(?:-\\d{4})?(?!\\d)`,
    `${CAPITAL_TOWN},? (?:[A-Z]{2}|${WORD}(?: ${WORD})?) [A-Z]@\\d[A-Z] ?\\d[A-Z]\\d(?!\\d)`,
    `(?:(?:${CAPITAL_TOWN}|(?<=[,\\n] ?)${TOWN}),? )?[A-Z]{1,2}@\\d[A-Z\\d]? \\d[A-Z]{2}(?![${LETTER}\\d])`,
  ]),
);

const SURE_FORMS = FORMS.filter(({ isSure, role }) => isSure && role === 'street');

/** A number that counts nothing; without one there is no address. */
const UNCOUNTED = new RegExp(
  `(?:\\d(?<![\\d#/@_=+]\\d|\\d[.,:-]\\d)\\d{0,4}|s/n)(?!\\d|[.,:]\\d| ?(?:${words.UNITS.join('|')})(?![${LETTER}'’]|\\.? ?\\d))`,
  'i',
);
/** Beside a word, as in every form. */
const NUMBER = new RegExp(
  `(?<![\\d/#@_=+]|\\d[.,:-]|[a-zß-ž]|(?<![${UPPER}\\d])-)(?:(?<=[${LETTER}.,:º°/-] ?)(?:\\d{1,5}|s/n)|\\d{1,5}(?=[\\d ,/–-]{0,8}[${LETTER}]))(?!\\d)`,
  'g',
);
/** Of what stands before a number. */
const WINDOW = 80;
/** Floors and doors between a street and its town. */
const WITHIN = new RegExp(
  `^(?:[\\s,./()–|º°ª:-]|\\d{1,4}(?!\\d)|(?:${any(words.DOORS)}|[${UPPER}][${LETTER}'’]*|[${LETTER}]{1,2})(?![${LETTER}'’])){1,40}$`,
);
/** What may stand before a town with its postcode, in a line or on two. */
const AHEAD = new RegExp(
  `(?<![${LETTER}\\d.])(?:(?:[${UPPER}][${LETTER}'’]*\\.?|\\d{1,5}[a-zA-Z]?[.º°ª]?|(?:${words.NAME_PARTICLES}|['’][st]|km|nº|${any([...words.BOXES, ...words.BOXES_OR_WORDS, ...words.PLACES, ...words.DOORS, ...words.STREET_TYPES_BEFORE])})\\.?)(?![${LETTER}\\d])(?:[ ,/–-]{1,3}\\n?|\\n)){1,10}$`,
);
const IS_TYPED = new RegExp(
  `(?<![${LETTER}])(?:${[...words.BOXES, ...words.BOXES_OR_WORDS, ...words.STREET_TYPES_BEFORE, ...words.STREET_TYPES_BETWEEN, ...words.STREET_TYPES_BEHIND, ...words.STREET_TYPES_BEHIND_OR_WORDS, ...words.PLACES].join('|')})(?![${LETTER}])`,
  'i',
);
const HAS_PLACE = new RegExp(
  `\\d|(?<![${LETTER}])(?:${words.PLACES.join('|')}|(?:${words.STREET_TYPES_BEHIND.join('|')})(?=[,\\n]))(?![${LETTER}])`,
  'i',
);
/** Above a street and a town. */
const NAME_LINE = /(?:^|\n)[^\n\d]{3,40}\n$/;
/** A town without its postcode. */
const TOWN_BEHIND = new RegExp(
  `^(?:,? ?\\n|,? | [-–] )(?!${any(words.CLOSINGS)})(?:[${LETTER}]{3,24}/[${LETTER}]{3,24}|(?:['’]s-|[AOL][ '’])?[${UPPER}][${LETTER}'’.]{2,24}(?:[ -]${SMALL}[${UPPER}][${LETTER}'’]{1,24}){0,2}${BEHIND_TOWN})(?:, [${UPPER}][${LETTER}]{2,24}(?=[.!?\\n]|$| [a-z]))?(?![${LETTER}]| ?\\d)`,
);
/** A region or a country. */
const REGION_BEHIND = new RegExp(
  `^, (?!${any(words.CLOSINGS)})(?:[${UPPER}][${LETTER}-]{2,30}(?: [${UPPER}][${LETTER}]{2,24})?(?=[.,!?\\n]|$| [a-z])|[A-Z]\\.[A-Z]\\.|woj\\.? [${LETTER}-]{4,24})`,
);
const HOME = new RegExp(`(?<![${LETTER}])(?:${words.HOME_STEMS.join('|')})[^.!?\\d]{0,40}$`, 'i');
/** Says that a number is another one: `Artikel 12-345 Blau`. */
const OTHER = new RegExp(
  `(?<![${LETTER}])(?:${words.NUMBER_STEMS.join('|')})[${LETTER}]{0,14}[.:]{0,2} ?(?:n[ro]\\.? ?)?$`,
  'i',
);
const HAS_NAME = new RegExp(`[${UPPER}]`);
const NO_STREET = new RegExp(`(?<![${LETTER}])(?:${words.NO_STREETS.join('|')})(?![${LETTER}])`, 'i');
const UNIT = new RegExp(`^ ?(?:${words.UNITS.join('|')})(?![${LETTER}'’]|\\.? ?\\d)`, 'i');

type AddressPart = FoundSpan & Pick<(typeof FORMS)[number], 'isSure' | 'role'>;

/**
 * Streets with their number, postcodes with their town, and both together. What might be something else counts beside
 * another part, or where the text says that somebody lives there.
 */
export function* findAddresses(text: string): Generator<FoundSpan> {
  if (!UNCOUNTED.test(text)) return;
  for (const group of listGroups(text)) yield* widen(text, group);
  // Without capitals other words look like a street too: it must stand beside a town, or where somebody lives.
  const capital = withCapitals(text);
  const isTold = ({ role, isSure, start, end }: AddressPart) =>
    isSure && (role === 'street' || text.slice(start, end) === capital.slice(start, end));
  for (const group of capital === text ? [] : listGroups(capital)) {
    const isFound = hasBoth(group)
      ? group.some(isTold)
      : isSureStreet(group)
        ? isHome(text, group[0]?.start) || townBehind(text, group) !== ''
        : group.some((part) => isTold(part) && startAhead(text, part) === part.start);
    if (isFound) yield* widen(capital, group);
  }
}

function* listGroups(text: string): Generator<AddressPart[]> {
  let group: AddressPart[] = [];
  for (const part of listParts(text)) {
    const last = group.at(-1);
    if (last && part.start < last.end) group.splice(-1, 1, ...join(last, part));
    else if (last && isTogether(text.slice(last.end, part.start), last, part)) group.push(part);
    else {
      yield group;
      group = [part];
    }
  }
  yield group;
}

/** Postcodes with letters, up to three words before a number and behind a short one, and one behind a long one. */
const BESIDE_NUMBER = new RegExp(
  `(?<![${LETTER}\\d])(?:[a-z]{1,2}\\d[a-z\\d]? \\d[a-z]{2}|(?<=\\d{4} ?)[a-z]{2})(?![${LETTER}\\d])|` +
    `(?<![${LETTER}'’])[${LETTER}](?=(?:[${LETTER}'’.-]{0,24},? ){1,2}(?:n(?:[or]|\\.?[ºo°])[.:]? ?|[a-z]{1,2})?\\d)|` +
    `(?<=(?<!\\d)\\d{1,3}[a-z]?,? (?:[${LETTER}]{1,24} ){0,2}|\\d{3,5} (?:[a-z]{2} )?)[${LETTER}]`,
  'g',
);
/** As somebody writes it who has the time. */
const withCapitals = (text: string) => text.replace(BESIDE_NUMBER, (letters) => letters.toUpperCase());

const isTogether = (gap: string, { role }: AddressPart, part: AddressPart) =>
  WITHIN.test(gap) && ((role === 'street' && part.role === 'place') || !/[.\n]/.test(gap));

/** An address with what stands before its postcode. */
function* widen(text: string, group: readonly AddressPart[]): Generator<FoundSpan> {
  const [first] = group;
  if (!first) return;
  const start = first.role === 'place' ? startAhead(text, first) : first.start;
  const isNamed = HAS_NAME.test(text.slice(first.start, first.end)) && isHome(text, first.start);
  if (start < first.start || hasBoth(group) || isSureStreet(group) || isNamed)
    yield { ...spanOf(text, group), start };
}

/** From the first part to the last, with the town behind its street. */
function spanOf(text: string, group: readonly AddressPart[]): FoundSpan {
  return { start: group[0]?.start ?? 0, end: (group.at(-1)?.end ?? 0) + townBehind(text, group).length };
}

function townBehind(text: string, group: readonly AddressPart[]): string {
  const [end = 0, role] = [group.at(-1)?.end, group.at(-1)?.role];
  const behind = role === 'street' ? TOWN_BEHIND : REGION_BEHIND;
  return behind.exec(text.slice(end, end + WINDOW))?.[0] ?? '';
}

/** Where the street of a place begins whose form is of no kind: `Marszałkowska 42`. */
function startAhead(text: string, { start, end, isSure }: AddressPart): number {
  const [words] = AHEAD.exec(text.slice(Math.max(0, start - WINDOW), start)) ?? [];
  if (words === undefined) return start;
  const lines = words.split(/(?<=\n)/);
  const street = lines.slice(lines.findLastIndex((line) => HAS_PLACE.test(line))).join('');
  const from = start - street.length;
  const [before, place] = [text.slice(Math.max(0, from - WINDOW), from), text.slice(start, end)];
  const isCoded = /[a-zß-ž]{3}.* \d{1,3}[a-z]?(?:, |\n)$/.test(street) && /^\d{5}/.test(place);
  const isBlock = NAME_LINE.test(before) && street.endsWith('\n');
  const isStreet =
    [HAS_PLACE, HAS_NAME].every((part) => part.test(street)) &&
    (HAS_NAME.test(place)
      ? isSure || isCoded || IS_TYPED.test(street) || isBlock || isHome(text, from)
      : isCoded && isHome(text, from));
  return isStreet ? from : start;
}

/** Two that overlap; a town whose form reaches back over its street begins behind it. */
function join(one: AddressPart, other: AddressPart): AddressPart[] {
  if (one.role === 'street' && other.role === 'place' && other.end > one.end)
    return [one, { ...other, start: one.end }];
  const isSure = one.isSure || (other.isSure && other.role === one.role);
  const [start, end] = [Math.min(one.start, other.start), Math.max(one.end, other.end)];
  return [{ start, end, isSure, role: one.role }];
}

const hasBoth = (group: readonly AddressPart[]) => new Set(group.map(({ role }) => role)).size > 1;
const isSureStreet = (group: readonly AddressPart[]) =>
  group.some(({ isSure, role }) => isSure && role === 'street');
const isHome = (text: string, start = 0) => HOME.test(text.slice(Math.max(0, start - WINDOW), start));

function* listParts(text: string): Generator<AddressPart> {
  for (const { index, 0: number } of text.matchAll(NUMBER)) {
    const before = text.slice(Math.max(0, index - WINDOW), index);
    if (UNIT.test(text.slice(index + number.length).slice(0, WINDOW))) continue;
    const found: AddressPart[] = [];
    for (const form of formsBehind(before)) {
      const part = match(form, text, index, before);
      if (part) found.push(part);
    }
    const best = found.toSorted(
      (one, other) =>
        Number(other.isSure) - Number(one.isSure) || other.end - other.start - (one.end - one.start),
    )[0];
    if (best) yield best;
  }
}

/** The address of an invoice is no number of it. */
function formsBehind(before: string): typeof FORMS {
  if (!OTHER.test(before)) return FORMS;
  return HOME.test(before) ? SURE_FORMS : [];
}

function match(
  { role, isSure, before: expected, from }: (typeof FORMS)[number],
  text: string,
  index: number,
  before: string,
): AddressPart | null {
  from.lastIndex = index;
  const behind = from.exec(text)?.[0];
  if (behind === undefined) return null;
  expected.lastIndex = before.length;
  const ahead = expected.exec(before)?.[1];
  if (ahead === undefined || NO_STREET.test(ahead + behind)) return null;
  DOORS.lastIndex = from.lastIndex;
  const doors = role === 'street' ? (DOORS.exec(text)?.[0].length ?? 0) : 0;
  return { start: index - ahead.length, end: from.lastIndex + doors, role, isSure };
}
