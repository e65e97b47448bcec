import type { CountedQuestion } from '../../../core/members/member-limit.ts';
import type { Incoming } from './incoming.ts';

/** A message that wants an answer goes down this list; `lifecycle.ts` has a function for each step. */
export type MessageState =
  /** Asks for its row: of all processes one answers it. What follows it joins its turn meanwhile. */
  | 'claiming'
  /** The row is ours and its lease is renewed; the rest of the turn is waited for. */
  | 'gathering'
  /** The answer to its turn is being made; the team or a deletion can still end it. */
  | 'answering'
  /** The answer stands. */
  | 'sent'
  /** No answer comes from here: another process has it, the team speaks, it is gone, or something failed. */
  | 'left';

const NEXT: Record<MessageState, readonly MessageState[]> = {
  claiming: ['gathering', 'left'],
  gathering: ['answering', 'left'],
  answering: ['sent', 'left'],
  sent: [],
  left: [],
};

export interface Pending {
  readonly message: Incoming;
  state: MessageState;
  /** Resolves when `claiming` is over. Never rejects. */
  readonly claimed: Promise<void>;
  /** An answer may have been begun by a process that died, and nobody has seen it. */
  readonly isTakenOver: boolean;
  isOptedOut: boolean;
  /** The team alone sees what is answered: nothing stands where it was asked. */
  isObserved: boolean;
  /** Its author asked too much within the hour, so the rest of the turn is left too. */
  isOverLimit: boolean;
  /** Given back where there is no answer. */
  counted: CountedQuestion;
  readonly settle: () => void;
}

export function beginClaim(message: Incoming, isTakenOver: boolean): Pending {
  const { promise: claimed, resolve: settle } = Promise.withResolvers<void>();
  return {
    ...{ message, state: 'claiming', claimed, settle, isTakenOver },
    ...{ isOptedOut: false, isObserved: false, isOverLimit: false, counted: null },
  };
}

/** Moves messages on together. @throws Error for a step that is not in the list, which is a fault of ours */
export function move(messages: readonly Pending[], to: MessageState): void {
  for (const { state, message } of messages)
    if (!NEXT[state].includes(to)) throw new Error(`message ${message.id} cannot go from ${state} to ${to}`);
  for (const one of messages) {
    one.state = to;
    one.settle();
  }
}

/** Those of a turn that are ours to answer, once it is known of each. */
export async function listOurs(messages: readonly Pending[]): Promise<Pending[]> {
  await Promise.all(messages.map(({ claimed }) => claimed));
  return messages.filter(({ state }) => state === 'gathering');
}
