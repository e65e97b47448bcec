import type { z } from 'zod';
import { AppError } from '../src/domain/errors.ts';
import { type Draft, type Extras, say } from './reply.ts';
import type { Wording } from './wording.ts';

/** Thrown where a command can go no further: what is said instead. */
export class RefusalError extends Error {
  readonly reply: Draft;

  constructor(text: Wording, more: Extras = {}) {
    super('refused');
    this.name = 'Refusal';
    this.reply = say(text, more);
  }
}

/** What is said of errors that can be foreseen, by code, or code and field: `invalid_input:title`. */
export type Refusals = Readonly<Record<string, Wording | undefined>>;

/** What is said of an error; undefined for what nobody could foresee. */
export function wordingOf(error: unknown, refusals: Refusals): Wording | undefined {
  if (!(error instanceof AppError)) return undefined;
  return refusals[`${error.code}:${error.context.param ?? ''}`] ?? refusals[error.code];
}

/** Waits for work that may be refused. @throws RefusalError in the place of an error that can be foreseen */
export async function orRefuse<Result>(
  work: Promise<Result>,
  refusals: Refusals,
  more: Extras = {},
): Promise<Result> {
  return work.catch((error: unknown) => {
    const text = wordingOf(error, refusals);
    throw text ? new RefusalError(text, more) : error;
  });
}

/** Waits for work on something that may be gone; null: it is. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  });
}

/** What was given, checked: ids and options may be made up. @throws RefusalError */
export function parseOrRefuse<Value>(
  schema: z.ZodType<Value>,
  given: unknown,
  text: Wording,
  more: Extras = {},
): Value {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new RefusalError(text, more);
}
