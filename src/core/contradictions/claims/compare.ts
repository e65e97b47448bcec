import type { Claim } from './claims.ts';
import { hasOtherValue } from './differ.ts';
import { areAboutTheSame, type IsRare } from './topic.ts';
import { WORK_DAYS } from './weekdays.ts';

/** Whether two claims cannot both hold. */
export function contradict(one: Claim, other: Claim, isRare: IsRare): boolean {
  if (one.kind !== other.kind || one.entryId === other.entryId) return false;
  return hasOtherValue(one, other) && holdAtTheSameTime(one, other) && areAboutTheSame(one, other, isRare);
}

/** Saturday's hours say nothing of Monday's. */
function holdAtTheSameTime(one: Claim, other: Claim): boolean {
  if (one.kind === 'weekday' || one.days === other.days) return true;
  if (one.days === 0 || other.days === 0) return ((one.days | other.days) & WORK_DAYS) !== 0;
  return (one.days & other.days & WORK_DAYS) !== 0;
}
