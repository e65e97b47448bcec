import type { Span } from './found.ts';
import * as words from './words.ts';

/** A letter of either case where the words of an address are meant; names keep their capitals. */
const any = (parts: readonly string[]) => `(?i:${parts.join('|')})`;
const SMALL = `(?:(?:${words.PARTICLES})(?:['’]| ))`;
const WORD = "\\p{Lu}[\\p{L}'’.-]{0,24}";
/** One to four words with what may stand small between them. */
const NAME = `${SMALL}{0,2}${WORD}(?: ${SMALL}{0,2}${WORD}){0,3}`;
const HOUSE =
  '\\d{1,4}(?:(?:[a-zA-Z]{1,2}| [a-dA-D])(?![\\p{L}\\p{N}.]))?(?: ?[-–/] ?(?:\\d{1,4}[a-zA-Z]?|[a-zA-Z]|bis)(?!\\p{L}))?(?![\\p{L}\\p{N}%€$£]|[.,:]\\d)';
const DOOR = `(?:(?:,? ${any(words.DOORS)}[ .:]{0,2}[\\p{N}\\p{L}]{1,5}[º°ª]?(?:[ .]?\\p{Lu}(?![\\p{L}]))?)|,? \\d{1,2}[º°ª](?: ?(?:\\d[ªº]|\\p{L}{1,4}(?!\\p{L})))?)?`;
const SIGN = '(?:,? ?(?:(?i:n\\.? ?[º°o]\\.?|no[.:]?|nr\\.?|n\\.|n[uú]mero|civico|num\\.?)(?!\\p{L}))? ?)';
const TOWN = `(?:'s-)?\\p{L}[\\p{L}'’.]{1,24}(?:[ -]${SMALL}{0,2}\\p{Lu}[\\p{L}'’.-]{1,24}){0,3}(?: \\([A-Z]{2}\\))?`;
const CAPITAL_TOWN = `(?=\\p{Lu}|'s-)${TOWN}`;

const FLAT = '(?:(?i:flat|unit|apt\\.?|apartment|suite) [\\p{L}\\p{N}]{1,4},? )?';

interface Form {
  /** Ends where the number begins. */
  before?: RegExp;
  /** Begins with the number. */
  from: RegExp;
  role: 'street' | 'place';
  /** Whether hardly anything else looks like it. */
  isSure: boolean;
}
const form = (role: Form['role'], isSure: boolean, before: string | null, from: string): Form => ({
  ...{ role, isSure },
  ...(before !== null && { before: new RegExp(`(?<![\\p{L}\\p{N}])${before}$`, 'u') }),
  from: new RegExp(from, 'uy'),
});

const FORMS = [
  // Hauptstraße 5, Berliner Str. 12a, Kerkstraat 7-9
  form('street', true, `(?:${WORD} ){0,2}\\p{L}[\\p{L}-]{0,30}${any(words.STREET_ENDS)} ?`, HOUSE + DOOR),
  form('street', true, `${WORD} ${any(words.STREET_ENDS)} ?`, HOUSE + DOOR),
  // Calle Mayor, 5; Via Roma 12; ul. Długa 3/4
  form('street', true, `${any(words.STREET_TYPES_BEFORE)} ?(?:\\d{1,2} )?${NAME}${SIGN}`, HOUSE + DOOR),
  // Atatürk Mah. Gül Sok. No: 5/3
  form(
    'street',
    true,
    `(?:${NAME} ${any(words.STREETS_BEHIND)},? ){0,2}${NAME} ${any(words.STREETS_BEHIND)},? ?(?i:no ?[.:]? ?)?`,
    HOUSE + DOOR,
  ),
  // 10 Baker Street, Flat 2
  form('street', true, FLAT, `${HOUSE},? ${NAME} ${any(words.STREET_TYPES_BEHIND)}(?!\\p{L})${DOOR}`),
  // 12 bis rue des Lilas
  form(
    'street',
    true,
    null,
    `\\d{1,4}(?: ?(?:bis|ter|[a-d]))?,? ${any(words.STREET_TYPES_BETWEEN)} (?:${NAME}|(?:${words.PARTICLES}) \\p{L}{3,20})`,
  ),
  // What ends other words too.
  form(
    'street',
    false,
    `(?:${WORD} ){0,2}\\p{L}[\\p{L}-]{0,30}${any(words.STREET_ENDS_OR_WORDS)} `,
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
    `${HOUSE},? ${NAME} ${any(words.STREET_TYPES_BEHIND_OR_WORDS)}(?!\\p{L})${DOOR}`,
  ),
  // Postcodes whose form tells (pl, pt, nl), and those whose form does not.
  form('place', true, null, `\\d{2}-\\d{3} ${CAPITAL_TOWN}`),
  form('place', true, null, `\\d{4}-\\d{3} ${CAPITAL_TOWN}`),
  form('place', true, null, `\\d{4} ?[A-Z]{2} ${CAPITAL_TOWN}`),
  form('place', false, null, `\\d{5}-\\d{3}(?: ${TOWN})?`),
  form('place', false, null, `\\d{4} ?[A-Z]{2}(?![\\p{L}\\p{N}])`),
  form('place', false, '(?:[A-Z]{1,2}-)?', `\\d{4,5},? ${TOWN}`),
  form('place', false, `${CAPITAL_TOWN},? [A-Z]{2} `, '\\d{5}(?:-\\d{4})?(?!\\d)'),
  form('place', false, `(?:${CAPITAL_TOWN},? )?[A-Z]{1,2}`, '\\d[A-Z\\d]? \\d[A-Z]{2}(?![\\p{L}\\p{N}])'),
];

const NUMBER = /(?<![\p{N}/#@_=+]|\p{N}[.,:-]|\p{Ll}|(?<![\p{Lu}\p{N}])-)\d{1,5}(?!\d)/gu;
/** Of what stands before a number. */
const WINDOW = 80;
const TOGETHER = /^[\s,;–·|-]{1,5}(?:\p{L}[\p{L} ]{1,24}[\s,–-]{1,3}){0,2}$/u;
const HOME = new RegExp(`(?<!\\p{L})${any(words.HOME_STEMS)}[^.!?\\d]{0,40}$`, 'u');
const NO_STREET = new RegExp(`(?<!\\p{L})${any(words.NO_STREETS)}(?!\\p{L})`, 'u');
const UNIT = new RegExp(`^ ?${any(words.UNITS)}(?!\\p{L}|\\. ?\\d)`, 'u');

type Part = Span & Pick<Form, 'isSure' | 'role'>;

/**
 * Streets with their number, postcodes with their town, and both together. What might be something else counts beside
 * another part, or where the text says that somebody lives there.
 */
export function* findAddresses(text: string): Generator<Span> {
  let group: Part[] = [];
  for (const part of listParts(text)) {
    const last = group.at(-1);
    if (last && part.start < last.end) {
      if (part.end > last.end || (part.isSure && !last.isSure)) group[group.length - 1] = join(last, part);
    } else if (last && TOGETHER.test(text.slice(last.end, part.start))) group.push(part);
    else {
      if (isAddress(text, group)) yield spanOf(group);
      group = [part];
    }
  }
  if (isAddress(text, group)) yield spanOf(group);
}

const join = (one: Part, other: Part): Part => ({
  ...{ start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) },
  ...{ isSure: one.isSure || other.isSure, role: one.role },
});

const spanOf = (group: readonly Part[]): Span => ({
  start: group[0]?.start ?? 0,
  end: group.at(-1)?.end ?? 0,
});

function isAddress(text: string, group: readonly Part[]): boolean {
  const [first] = group;
  if (!first) return false;
  const hasBoth = new Set(group.map(({ role }) => role)).size > 1;
  return (
    hasBoth ||
    group.some(({ isSure }) => isSure) ||
    HOME.test(text.slice(Math.max(0, first.start - WINDOW), first.start))
  );
}

function* listParts(text: string): Generator<Part> {
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
  { before: expected, from, ...known }: Form,
  at: { text: string; index: number; before: string },
): Part[] {
  from.lastIndex = at.index;
  const [behind] = from.exec(at.text) ?? [];
  if (behind === undefined) return [];
  const [ahead] = expected ? (expected.exec(at.before) ?? []) : [''];
  if (ahead === undefined || NO_STREET.test(ahead + behind)) return [];
  return [{ start: at.index - ahead.length, end: at.index + behind.length, ...known }];
}
