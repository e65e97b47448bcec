import { z } from 'zod';
import { CommandFault } from './errors.ts';

/**
 * Checks arguments (named in capitals, as the help shows them) and options together.
 * @throws CommandFault with one line for every wrong value.
 */
export function readInput<Shape>(schema: z.ZodType<Shape>, given: Record<string, unknown>): Shape {
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [isArgument(name) ? name : toSnakeCase(name), value]),
  );
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? '');
    const reason = values[name] === undefined ? 'is required' : message;
    return `${isArgument(name) ? name : `--${name.replaceAll('_', '-')}`}: ${reason}`;
  });
  throw new CommandFault(faults.join('\n'));
}

/** A whole number as typed, for the schema that says its range; `Number('')` would be 0. */
export const wholeNumberSchema = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform((text): unknown => Number(text));

export const numberSchema = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, 'must be a number such as 25 or 12.5')
  .transform(Number);

/** A day (its first moment in UTC) or an instant with its zone. */
export const isoDateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'must be an ISO date such as 2026-03-01 or 2026-03-01T12:00:00Z',
  })
  .transform((text) => new Date(text));

function isArgument(name: string): boolean {
  return /^[A-Z_]+$/.test(name);
}

/** Commander turns `--bot-name` into `botName`. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
