import type { Suggestion } from '../../adapters/db/training.ts';
import { AppError } from '../../domain/errors.ts';

/** @throws AppError('invalid_input', `state`) unless it waits or is suspended. */
export function refuseDecided(suggestion: Suggestion): void {
  if (suggestion.state !== 'pending' && suggestion.state !== 'suspended') throw decided(suggestion);
}

/** @throws AppError('invalid_input', `question` or `answer`) for a draft that somebody must finish first. */
export function refuseUnfinished({ question, answer }: Suggestion): void {
  const param = question === '' ? 'question' : answer === '' ? 'answer' : null;
  if (param === null) return;
  throw new AppError('invalid_input', {
    param,
    message: `This suggestion has no ${param} yet; edit it first.`,
  });
}

export function decided({ state }: Suggestion): AppError {
  return new AppError('invalid_input', { param: 'state', message: `This suggestion is ${state} already.` });
}

export function missing(): AppError {
  return new AppError('not_found', { message: 'There is no such suggestion.' });
}
