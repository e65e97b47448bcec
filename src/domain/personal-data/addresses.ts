import type { FoundSpan } from './found.ts';
import * as words from './words.ts';

/** Letters of the nine languages: every class of all scripts takes a millisecond to compile. */
const UPPER = 'A-ZÀ-ÖØ-ÞĄĆĘĞİŁŃŒŚŞŠŸŹŻŽ';
const LETTER = 'A-Za-zÀ-ÖØ-öø-ž';

/** A letter of either case where the words of an address are meant; names keep their capitals. */
const any = (parts: readonly string[]) => `(?i:${parts.join('|')})`;
const SMALL = `(?:(?:${words.PARTICLES})['’ ])*`;
const WORD = `[${UPPER}][${LETTER}'’.-]{0,24}`;
/** One to four words with what may stand small between them. */
const NAME = `${SMALL}${WORD}(?: ${SMALL}${WORD}){0,4}`;
const HOUSE = `\\d{1,4}(?:(?:[a-zA-Z]{1,2}| [a-dA-D])(?![${LETTER}\\d.]))?(?: ?[-–/] ?(?:\\d{1,4}[a-zA-Z]?|[a-zA-Z]|bis)(?![${LETTER}]))?(?![${LETTER}\\d%€$£]|[.,:]\\d)`;
const DOOR = `(?:(?:,? ${any(words.DOORS)}[ .:]{1,2}(?:\\d{1,4}[A-Za-z]?|[A-Z]\\d?)(?![${LETTER}\\d])[º°ª]?(?:[ .]?[${UPPER}](?![${LETTER}]))?)|,? \\d{1,2}[º°ª](?: ?(?:\\d[ªº]|[${LETTER}]{1,4}(?![${LETTER}])))?)?`;
const SIGN = `(?:,? ?(?i:n\\.? ?[º°o]\\.?|no[.:]?|nr\\.?|n\\.|n[uú]mero|civico|num\\.?)(?![${LETTER}]) ?|,? )`;
const TOWN = `(?:'s-)?[${LETTER}][${LETTER}'’.]{1,24}(?:[ -]${SMALL}[${UPPER}][${LETTER}'’.-]{1,24}){0,4}(?: \\([A-Z]{2}\\))?`;
const CAPITAL_TOWN = `(?=[${UPPER}]|'s-)${TOWN}`;

const FLAT = `(?:(?i:flat|unit|apt\\.?|apartment|suite) [${LETTER}\\d]{1,4},? )?`;

interface AddressForm {
  /** Ends where the number begins. */
  before?: RegExp;
  /** Begins with the number. */
  from: RegExp;
  role: 'street' | 'place';
  /** Whether hardly anything else looks like it. */
  isSure: boolean;
}
const form = (
  role: AddressForm['role'],
  isSure: boolean,
  before: string | null,
  from: string,
): AddressForm => ({
  ...{ role, isSure },
  ...(before !== null && { before: new RegExp(`(?<![${LETTER}\\d])${before}$`) }),
  from: new RegExp(from, 'y'),
});

const FORMS = [
  // Hauptstraße 5, Berliner Str. 12a, Kerkstraat 7-9
  form('street', true, `(?:${WORD} )*[${LETTER}][${LETTER}-]{0,30}${any(words.STREET_ENDS)} ?`, HOUSE + DOOR),
  form('street', true, `${WORD} ${any(words.STREET_ENDS)} ?`, HOUSE + DOOR),
  // Calle Mayor, 5; Via Roma 12; ul. Długa 3/4
  form('street', true, `${any(words.STREET_TYPES_BEFORE)} ?(?:\\d{1,2} )?${NAME}${SIGN}`, HOUSE + DOOR),
  // Atatürk Mah. Gül Sok. No: 5/3
  form(
    'street',
    true,
    `(?:${NAME} ${any(words.STREETS_BEHIND)},? )*(?:${NAME}|\\d{1,4}\\.) ${any(words.STREETS_BEHIND)},? ?(?i:no ?[.:]? ?)?`,
    HOUSE + DOOR,
  ),
  // 10 Baker Street, Flat 2
  form('street', true, FLAT, `${HOUSE},? ${NAME} ${any(words.STREET_TYPES_BEHIND)}(?![${LETTER}])${DOOR}`),
  // 12 bis rue des Lilas
  form(
    'street',
    true,
    null,
    `\\d{1,4}(?: ?(?:bis|ter|[a-d]))?,? ${any(words.STREET_TYPES_BETWEEN)} (?:${NAME}|(?:${words.PARTICLES}) [${LETTER}]{3,20})`,
  ),
  // What ends other words too.
  form(
    'street',
    false,
    `(?:${WORD} )*[${LETTER}][${LETTER}-]{0,30}${any(words.STREET_ENDS_OR_WORDS)} `,
    HOUSE + DOOR,
  ),
  form(
    'street',
    false,
    `(?:am|Am|[AaIi]n der|[Aa]uf de[rm]|[Zz]u[mr]|[Ii]m|[Uu]nter den|Alte[rn]?|Neue[rn]?) ${WORD}(?: ${WORD})? `,
    HOUSE + DOOR,
  ),
  form(
    'street',
    false,
    null,
    `${HOUSE},? ${NAME} ${any(words.STREET_TYPES_BEHIND_OR_WORDS)}(?![${LETTER}])${DOOR}`,
  ),
  // Postcodes whose form tells (pl, pt, nl), and those whose form does not.
  form('place', true, null, `\\d{2}-\\d{3} ${CAPITAL_TOWN}`),
  form('place', true, null, `\\d{4}-\\d{3} ${CAPITAL_TOWN}`),
  form('place', true, null, `\\d{4} ?[A-Z]{2} ${CAPITAL_TOWN}`),
  form('place', false, null, `\\d{5}-\\d{3}(?: ${TOWN})?`),
  form('place', false, null, `\\d{4} ?[A-Z]{2}(?![${LETTER}\\d])`),
  form('place', false, '(?:[A-Z]{1,2}-)?', `\\d{4,5},? ${TOWN}`),
  form('place', false, `${CAPITAL_TOWN},? [A-Z]{2} `, '\\d{5}(?:-\\d{4})?(?!\\d)'),
  form('place', false, `(?:${CAPITAL_TOWN},? )?[A-Z]{1,2}`, `\\d[A-Z\\d]? \\d[A-Z]{2}(?![${LETTER}\\d])`),
];

/** Beside a word, as in every form. */
const NUMBER = new RegExp(
  `(?<![\\d/#@_=+]|\\d[.,:-]|[a-zß-ž]|(?<![${UPPER}\\d])-)(?:(?<=[${LETTER}.,:º°/-] ?)\\d{1,5}|\\d{1,5}(?=[\\d ,/–-]{0,8}[${LETTER}]))(?!\\d)`,
  'g',
);
/** Of what stands before a number. */
const WINDOW = 80;
const TOGETHER = new RegExp(`^[\\s,;–·|-]{1,5}(?:[${LETTER}][${LETTER} ]{1,24}[\\s,–-]{1,3}){0,2}$`);
const HOME = new RegExp(`(?<![${LETTER}])${any(words.HOME_STEMS)}[^.!?\\d]{0,40}$`);
const HAS_NAME = new RegExp(`[${UPPER}]`);
const NO_STREET = new RegExp(`(?<![${LETTER}])${any(words.NO_STREETS)}(?![${LETTER}])`);
const UNIT = new RegExp(`^ ?${any(words.UNITS)}(?![${LETTER}]|\\. ?\\d)`);

type AddressPart = FoundSpan & Pick<AddressForm, 'isSure' | 'role'>;

/**
 * Streets with their number, postcodes with their town, and both together. What might be something else counts beside
 * another part, or where the text says that somebody lives there.
 */
export function* findAddresses(text: string): Generator<FoundSpan> {
  let group: AddressPart[] = [];
  for (const part of listParts(text)) {
    const last = group.at(-1);
    if (last && part.start < last.end) group.splice(-1, 1, join(last, part));
    else if (last && TOGETHER.test(text.slice(last.end, part.start))) group.push(part);
    else {
      if (isAddress(text, group)) yield spanOf(group);
      group = [part];
    }
  }
  if (isAddress(text, group)) yield spanOf(group);
}

const join = (one: AddressPart, other: AddressPart): AddressPart => ({
  ...{ start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) },
  ...{ isSure: one.isSure || other.isSure, role: one.role },
});

const spanOf = (group: readonly AddressPart[]): FoundSpan => ({
  start: group[0]?.start ?? 0,
  end: group.at(-1)?.end ?? 0,
});

function isAddress(text: string, group: readonly AddressPart[]): boolean {
  const [first] = group;
  if (!first) return false;
  const hasBoth = new Set(group.map(({ role }) => role)).size > 1;
  return (
    hasBoth ||
    group.some(({ isSure }) => isSure) ||
    (HAS_NAME.test(text.slice(first.start, first.end)) &&
      HOME.test(text.slice(Math.max(0, first.start - WINDOW), first.start)))
  );
}

function* listParts(text: string): Generator<AddressPart> {
  for (const { index, 0: number } of text.matchAll(NUMBER)) {
    if (UNIT.test(text.slice(index + number.length, index + number.length + 12))) continue;
    const before = text.slice(Math.max(0, index - WINDOW), index);
    const found = FORMS.flatMap((one) => match(one, { text, index, before }));
    const best = found.toSorted(
      (one, other) =>
        Number(other.isSure) - Number(one.isSure) || other.end - other.start - (one.end - one.start),
    )[0];
    if (best) yield best;
  }
}

function match(
  { before: expected, from, ...known }: AddressForm,
  at: { text: string; index: number; before: string },
): AddressPart[] {
  from.lastIndex = at.index;
  const [behind] = from.exec(at.text) ?? [];
  if (behind === undefined) return [];
  const [ahead] = expected ? (expected.exec(at.before) ?? []) : [''];
  if (ahead === undefined || NO_STREET.test(ahead + behind)) return [];
  return [{ start: at.index - ahead.length, end: at.index + behind.length, ...known }];
}
