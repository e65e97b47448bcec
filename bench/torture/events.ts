import { setTimeout as delay } from 'node:timers/promises';
import type { Receiver } from '../../test/support/receiver.ts';
import type { Crowd } from './clients.ts';

/** How often a receiver was told how each accepted question ended, by the ids of the answers. */
export interface Heard {
  accepted: number;
  created: number;
  failed: number;
  /** Accepted, and never told how it ended; told in more than one event. */
  untold: string[];
  twice: string[];
}

const LOOK_EVERY_MS = 500;

/**
 * Waits until every acknowledged question has its event, and makes that the end of the question. A receiver may get
 * one event several times: those have one id.
 */
export async function hearAll(crowd: Crowd, receiver: Receiver, mostSeconds: number): Promise<Heard> {
  const accepted = crowd.questions.filter(({ acceptedId }) => acceptedId !== null);
  const until = performance.now() + mostSeconds * 1000;
  const gather = () => Map.groupBy(receiver.received, ({ event }) => String(event.data.id));
  let events = gather();
  const isWaiting = () => accepted.some(({ acceptedId }) => !events.has(acceptedId ?? ''));
  for (; isWaiting() && performance.now() < until; events = gather()) await delay(LOOK_EVERY_MS);
  const heard: Heard = { accepted: accepted.length, created: 0, failed: 0, untold: [], twice: [] };
  for (const question of accepted) {
    const told = events.get(question.acceptedId ?? '') ?? [];
    if (new Set(told.map(({ id }) => id)).size > 1) heard.twice.push(question.text);
    const [first] = told;
    if (!first) heard.untold.push(question.text);
    else if (first.event.type === 'answer.created') {
      heard.created += 1;
      question.answers += 1;
      question.ending = 'answered';
    } else {
      heard.failed += 1;
      question.ending = 'refused';
      question.refusal = `${first.event.type} ${first.event.data.error.code}`;
    }
  }
  return heard;
}
