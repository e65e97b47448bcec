import { z } from 'zod';
import { hoursSchema } from '../../core/owners/hours.ts';
import { CLOSED, type Hours, listOvernight, WEEKDAYS } from '../../domain/hours.ts';

const OFF = 'off';
const NAMES: readonly string[] = [...WEEKDAYS, 'holidays'];
const EXAMPLE = 'Europe/Berlin; monday 09:00-17:00; friday 09:00-12:00; holidays 2026-12-25, 2026-12-26';

export const HOURS_HELP = `when the team is there, such as "${EXAMPLE}"; Tuesday to Friday are like Monday and the weekend is closed unless given; off: at any time`;

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
    const unknown = given.find(([name]) => !NAMES.includes(name));
    if (unknown)
      addIssue({ code: 'custom', message: `${unknown[0]} is no day; write it such as "${EXAMPLE}"` });
    return { zone, ...Object.fromEntries(given) };
  })
  .pipe(hoursSchema.nullable());

/** Hours that end on the next day, with how long they are: a slip of the pen makes a day of twenty. */
export function tellOvernight(hours: Hours | null): string {
  const days = WEEKDAYS.flatMap((day) =>
    listOvernight(hours?.[day] ?? CLOSED).map(
      (one) => `${day} ${one.from} to ${one.to} of the next day, ${Number(one.hours.toFixed(2))} hours`,
    ),
  );
  return days.join('; ');
}

/** Hours as the option takes them. */
export function formatHours(hours: Hours | null): string {
  if (hours === null) return OFF;
  const days = WEEKDAYS.map((day) => `${day} ${hours[day]}`);
  const off = hours.holidays.length > 0 ? [`holidays ${hours.holidays.join(', ')}`] : [];
  return [hours.zone, ...days, ...off].join('; ');
}
