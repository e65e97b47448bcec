import type { z } from 'zod';
// Registers the sentences of faulty fields.
import '../../adapters/issues.ts';
import { AppError, type ErrorContext } from '../../domain/errors.ts';

/** What cannot be taken as it was given. @param param the faulty field, or what there is too much of. */
export function invalid(param: string, message: string, more: ErrorContext = {}): AppError {
  return new AppError('invalid_input', { ...more, param, message });
}

/** @throws AppError('invalid_input') with the first faulty field as `param`. */
export function parseGiven<Shape>(schema: z.ZodType<Shape>, input: unknown): Shape {
  const { data, error } = schema.safeParse(input);
  if (!error) return data;
  throw invalid(String(error.issues[0]?.path[0] ?? ''), describeIssues(error));
}

/** Every fault in one line. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ');
}
