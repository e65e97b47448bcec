import { z } from 'zod';
import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { invalid } from '../../owners/invalid-input.ts';

/** @throws AppError('invalid_input', `state`) unless it waits or is suspended. */
export function refuseDecided(suggestion: Suggestion): void {
  if (suggestion.state !== 'pending' && suggestion.state !== 'suspended') throw decided(suggestion);
}

/** @throws AppError('invalid_input', `question` or `answer`) for a draft that somebody must finish first. */
export function refuseUnfinished({ question, answer }: Pick<Suggestion, 'question' | 'answer'>): void {
  const param = question === '' ? 'question' : answer === '' ? 'answer' : null;
  if (param !== null) throw invalid(param, `This suggestion has no ${param} yet; edit it first.`);
}

export function decided({ state }: Suggestion): AppError {
  return invalid('state', `This suggestion is already ${state}.`);
}

export function missing(): AppError {
  return new AppError('not_found', { message: 'There is no such suggestion.' });
}

const regressionsSchema = z.array(
  z.object({
    id: z.string(),
    question: z.string(),
    after: z.object({ faults: z.array(z.enum(['expected', 'needs_team'])) }),
  }),
);
export type Regression = z.infer<typeof regressionsSchema>[number];

/** The test questions that keep a suggestion from being approved; null for another error. */
export function readRegressions(error: unknown): Regression[] | null {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return null;
  if (error.context.param !== 'tests') return null;
  return regressionsSchema.catch([]).parse(error.context.details?.regressions);
}
