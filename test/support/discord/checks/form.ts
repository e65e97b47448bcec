import type { z } from 'zod';
import { type FormIssue, invalidForms } from '../problem.ts';

/** Throws 50035 with Discord's tree of errors when the body does not have this shape. */
export function checkForm<T>(schema: z.ZodType<T>, body: unknown, prefix: readonly PropertyKey[] = []): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    ({ path, code, message }): FormIssue => ({
      path: [...prefix, ...path],
      code: CODES[code] ?? 'BASE_TYPE_BAD_VALUE',
      message,
    }),
  );
  throw invalidForms(issues);
}

const CODES: Partial<Record<string, string>> = {
  too_big: 'BASE_TYPE_BAD_LENGTH',
  too_small: 'BASE_TYPE_BAD_LENGTH',
  invalid_type: 'BASE_TYPE_REQUIRED',
  invalid_format: 'STRING_TYPE_REGEX',
  unrecognized_keys: 'UNKNOWN_FIELD',
};

/** The first value that is there twice. */
export function findDuplicate<T>(values: readonly T[]): T | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}
