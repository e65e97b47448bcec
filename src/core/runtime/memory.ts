import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/time.ts';

const MAX_ANSWERS = 10_000;

/** The answer under a key, asked for where none is known that is young enough; who asks meanwhile shares it. */
export type Memory<Answer> = (key: string, ask: () => Promise<Answer>) => Promise<Answer>;

/** Whether something of that moment still counts. A clock that was set back would make one of the future last. */
export function isYoung(clock: Clock, at: number, lifeMs: number): boolean {
  const age = clock() - at;
  return age >= 0 && age < lifeMs;
}

/** Keeps answers of the outside world for so long after they were asked for, and no faults. */
export function createMemory<Answer>(clock: Clock, lifeMs: number): Memory<Answer> {
  const known = new LRUCache<string, { answer: Promise<Answer>; at: number }>({ max: MAX_ANSWERS });
  return (key, ask) => {
    const found = known.get(key);
    if (found && isYoung(clock, found.at, lifeMs)) return found.answer;
    const answer = ask().catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
    known.set(key, { answer, at: clock() });
    return answer;
  };
}
