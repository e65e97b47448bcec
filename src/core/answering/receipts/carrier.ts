import { CURRENCIES } from './lexicon.ts';

/** A number, day of the week, month or address of a text; `forms` are the ways to write the same. */
export interface StatedValue {
  kind: 'number' | 'day' | 'month' | 'address';
  /** As it is written. */
  text: string;
  forms: readonly string[];
  /** `day`, `EUR`, `percent`; null where none stands beside it. */
  unit: string | null;
  /** Of a number without a unit: the root of what it counts (`six books`). */
  counted?: string;
  /** Of a day of a month: `8.12`. */
  date?: string;
  /** Nothing says it but the unit: `a week`. */
  isImplied?: boolean;
}

/** The values that a text holds, by kind and form, with the units they have there. */
export type Carrier = ReadonlyMap<string, ReadonlySet<string | null>>;

/** What a link begins with and may go without. */
export const SCHEME = /^(?:https?:\/\/)?(?:www\.)?/i;
/** Units in parts of their kind; a month is no number of days. */
const PARTS: Readonly<Record<string, readonly [string, number]>> = {
  ...{ minute: ['second', 60], hour: ['second', 3600], day: ['second', 86_400], week: ['second', 604_800] },
  year: ['month', 12],
};
const EXACT = new Set(['percent', ...CURRENCIES]);
const NOON = 12;
/** A small number alone may count what a text without figures lists. */
const MOST_COUNTED = 12;

export function toCarrier(values: readonly StatedValue[]): Carrier {
  const carrier = new Map<string, Set<string | null>>();
  for (const [key, unit] of values.flatMap(keysOf))
    carrier.set(key, (carrier.get(key) ?? new Set()).add(unit));
  return carrier;
}

function keysOf({
  kind,
  forms,
  unit,
  counted = '',
  date,
}: StatedValue): [key: string, unit: string | null][] {
  const [part, factor] = PARTS[unit ?? ''] ?? [];
  return [
    ...(date ? [[`date ${date}`, unit] as [string, string | null]] : []),
    ...forms.flatMap((form): [string, string | null][] => [
      [`${kind} ${form}`, unit],
      ...(kind === 'number' && unit === null ? [[`counted ${counted}`, form] as [string, string]] : []),
      ...(part && factor ? [[`number ${Number(form) * factor}`, part] as [string, string]] : []),
    ]),
  ];
}

/** Whether a value stands there, with its unit where both have one, or in another unit of its kind. */
export function isCarried(value: StatedValue, carriers: readonly Carrier[]): boolean {
  const { kind, text, forms, unit, date } = value;
  // A number without a month may begin a span: `4 to 8 August`.
  if (date)
    return carriers.some(
      (carrier) =>
        carrier.has(`date ${date}`) || forms.some((form) => carrier.get(`number ${form}`)?.has(null)),
    );
  const fits = (form: string, wanted: string | null) =>
    carriers.some((carrier) => {
      const units = carrier.get(`${kind} ${form}`);
      return (
        units !== undefined &&
        (wanted === null || units.has(wanted) || (units.has(null) && !hasUnit(carrier, wanted)))
      );
    });
  if (forms.some((form) => fits(form, unit))) return true;
  if (kind !== 'number') return false;
  const [part, factor] = PARTS[unit ?? ''] ?? [];
  const stands = (form: string) =>
    carriers.some((carrier) => carrier.get(`number ${form}`)?.has(part ?? null));
  if (part && factor && forms.some((form) => stands(String(Number(form) * factor)))) return true;
  if ((unit === null || unit === 'hour') && forms.some((form) => isAfternoon(form, carriers))) return true;
  // `4 pm` where `from 10 to 4` stands.
  if (unit === 'hour' && carriers.some((carrier) => carrier.get(`number ${text}`)?.has(null))) return true;
  return isDate(text, carriers) || forms.some((form) => isVersion(form, carriers));
}

/** @param carriers all; a host that stands nowhere is left to those who clean the answer: they know which may stand */
export function isAddressCarried({ text, forms }: StatedValue, carriers: readonly Carrier[]): boolean {
  const known = carriers.flatMap((carrier) =>
    [...carrier.keys()].filter((key) => key.startsWith('address ')),
  );
  const stands = (part: string) => known.some((key) => key.includes(part));
  if (forms.some(stands)) return true;
  const isLink = SCHEME.exec(text)?.[0] !== '';
  return isLink && forms.every((form) => !stands(form.split('/')[0] ?? form));
}

/** Whether a text has amounts in this currency, or in percent: then a number without it is none. */
function hasUnit(carrier: Carrier, unit: string): boolean {
  return EXACT.has(unit) && [...carrier.values()].some((units) => units.has(unit));
}

/** Whether texts count the same (`six books`), and none counts as many. */
export function isMiscounted({ counted, forms }: StatedValue, carriers: readonly Carrier[]): boolean {
  if (counted === undefined) return false;
  const told = (what: string) => carriers.flatMap((carrier) => [...(carrier.get(`counted ${what}`) ?? [])]);
  const [same, bare] = [told(counted), told('')];
  return same.length > 0 && !forms.some((form) => same.includes(form) || bare.includes(form));
}

/** Whether a value may count what texts without figures list: `three ways`, `3 ways`. */
export function isCount({ kind, unit, forms }: StatedValue, carriers: readonly Carrier[]): boolean {
  if (kind !== 'number' || unit !== null || !(Number(forms[0]) <= MOST_COUNTED)) return false;
  return !carriers.some((carrier) => [...carrier.keys()].some((key) => key.startsWith('number ')));
}

/** `6 in the evening` is 18:00. */
function isAfternoon(form: string, carriers: readonly Carrier[]): boolean {
  const hour = Number(form);
  if (!(hour >= 1 && hour < NOON)) return false;
  const later = String(Math.round((hour + NOON) * 100) / 100);
  return carriers.some((carrier) => {
    const units = carrier.get(`number ${later}`);
    return units?.has('hour') || units?.has(null);
  });
}

/** `12.10` may be 12 October. */
function isDate(text: string, carriers: readonly Carrier[]): boolean {
  const [, day, month] = /^(\d{1,2})\.(\d{1,2})$/.exec(text) ?? [];
  const stands = (key: string) => carriers.some((carrier) => carrier.has(key));
  return day !== undefined && stands(`number ${Number(day)}`) && stands(`month ${Number(month)}`);
}

/** `1.20` holds for `1.20.4`. */
function isVersion(form: string, carriers: readonly Carrier[]): boolean {
  if (!/^\d+\.\d+$/.test(form)) return false;
  return carriers.some((carrier) => [...carrier.keys()].some((key) => key.startsWith(`number ${form}.`)));
}
