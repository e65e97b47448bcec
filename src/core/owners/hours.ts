import { z } from 'zod';
import type { Hours } from '../../domain/hours.ts';
import { CLOSED, isOpen, nextOpening, toDay, toHoliday, toZone, WEEKDAYS } from '../../domain/hours.ts';
import type { Clock } from '../../domain/time.ts';

export const MAX_DAY_CHARACTERS = 100;
export const MAX_HOLIDAYS = 100;
export const MAX_HOLIDAYS_CHARACTERS = 2_500;

/** Texts in the form that is stored, or a fault. */
function readBy(read: (typed: string) => string | null, fault: string) {
  return z.string().transform((typed, { addIssue }) => {
    const value = read(typed);
    if (value !== null) return value;
    addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });
}

const daySchema = z
  .string()
  .max(MAX_DAY_CHARACTERS)
  .pipe(readBy(toDay, 'must be hours such as 09:00-17:00, or closed'));

/** One text with commas or line ends between the dates, or a list of them. */
const holidaysSchema = z
  .union([z.string().max(MAX_HOLIDAYS_CHARACTERS).transform(splitDates), z.array(z.string())])
  .pipe(z.array(readBy(toHoliday, 'must be dates such as 2026-12-25, or 2026-12-24..2027-01-01')))
  .transform((dates) => [...new Set(dates)].toSorted())
  .pipe(z.array(z.string()).max(MAX_HOLIDAYS, `must be at most ${MAX_HOLIDAYS} dates`));

/**
 * When the team is there, as people type it; the one shape for every door. Days that are left out: Tuesday to Friday
 * are like Monday, Saturday and Sunday are closed.
 */
export const hoursSchema = z
  .object({
    zone: readBy(toZone, 'must be a time zone such as Europe/Berlin'),
    monday: daySchema,
    tuesday: daySchema.optional(),
    wednesday: daySchema.optional(),
    thursday: daySchema.optional(),
    friday: daySchema.optional(),
    saturday: daySchema.default(CLOSED),
    sunday: daySchema.default(CLOSED),
    holidays: holidaysSchema.default([]),
  })
  .transform((given): Hours => {
    const { monday, tuesday = monday, wednesday = monday, thursday = monday, friday = monday } = given;
    return { ...given, tuesday, wednesday, thursday, friday };
  });

function splitDates(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const OFF = 'off';
const PARTS: readonly string[] = [...WEEKDAYS, 'holidays'];
const EXAMPLE = 'Europe/Berlin; monday 09:00-17:00; friday 09:00-12:00; holidays 2026-12-25, 2026-12-26';

export const HOURS_HELP = `when the team is available, such as "${EXAMPLE}"; days that are left out: Tuesday to Friday like Monday, the weekend closed; off: no hours, the team is always called`;

/** Hours as one text: the zone, then days and holidays, with semicolons between; `off` is null. */
export const hoursTextSchema = z
  .string()
  .transform((text, { addIssue }) => {
    if (text.trim() === OFF) return null;
    const [zone = '', ...parts] = text.split(';').map((part) => part.trim());
    const given = parts.filter(Boolean).map((part) => {
      const [name = '', ...rest] = part.split(/\s+/);
      return [name.toLowerCase(), rest.join(' ')] as const;
    });
    const fault = findFault(given.map(([name]) => name));
    if (fault) addIssue({ code: 'custom', message: `${fault}; write hours like this: "${EXAMPLE}"` });
    return { zone, ...Object.fromEntries(given) };
  })
  .pipe(hoursSchema.nullable());

function findFault(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) return `${unknown} is not a day`;
  return names.includes('monday') ? undefined : 'monday is missing';
}

/** Hours as that text. */
export function formatHours(hours: Hours | null): string {
  if (hours === null) return OFF;
  const days = WEEKDAYS.map((day) => `${day} ${hours[day]}`);
  const off = hours.holidays.length > 0 ? [`holidays ${hours.holidays.join(', ')}`] : [];
  return [hours.zone, ...days, ...off].join('; ');
}

/** That nobody of the team is there. `backAt` null: every day is closed. */
export interface Absence {
  backAt: Date | null;
}

/** Whether the team is away, and until when; null: it is there, or has set no hours. @param now in milliseconds */
export function findAbsence({ hours }: { hours: Hours | null }, now: number): Absence | null {
  if (hours === null || isOpen(hours, now)) return null;
  return { backAt: nextOpening(hours, now) };
}

/** When the team is back (ISO 8601), as other programs read it; null: it is there, or nobody knows. */
export function tellTeamBackAt(
  { clock }: { clock: Clock },
  settings: { hours: Hours | null },
): string | null {
  return findAbsence(settings, clock())?.backAt?.toISOString() ?? null;
}
