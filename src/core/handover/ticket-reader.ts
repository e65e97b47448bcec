import { LRUCache } from 'lru-cache';
import type { ChatMessage } from '../../domain/types.ts';
import { digestOf, MAX_TEXTS, openMemory } from '../answering/message-memory.ts';
import type { Steps } from '../slices.ts';
import { goesOn } from './lines.ts';
import { NO_RULE, type RuleBook } from './rule-book.ts';
import type { Stretch } from './stretch.ts';

/** What rules say of one message: the first that holds, by number, and whether there was anything to read. */
interface Reading {
  rule: number;
  isEmpty: boolean;
}

/** Tries rules on tickets; of turns that come again it remembers what was found, not what was said. */
export class TicketReader {
  readonly #book: RuleBook;
  readonly #readings = openMemory<Reading>();
  /** The first rule in what two turns say together, where one ends and the next begins. */
  readonly #seams = new LRUCache<string, number>({ max: MAX_TEXTS });
  /** The same for two that follow each other at once and make one sentence. */
  readonly #bursts = new LRUCache<string, number>({ max: MAX_TEXTS });

  constructor(book: RuleBook) {
    this.#book = book;
  }

  /** The first rule that holds in what the customer wrote, by number; NO_RULE for none. */
  *findRule(messages: readonly ChatMessage[]): Steps<number> {
    const read = new Map<ChatMessage, Stretch[]>();
    let first = NO_RULE;
    let before: ChatMessage | null = null;
    let isBurst = false;
    for (const message of messages) {
      if (message.role !== 'user') {
        isBurst = false;
        continue;
      }
      const { rule, isEmpty } = yield* this.#read(message, read);
      first = Math.min(first, rule);
      if (isEmpty) continue;
      if (before) {
        first = Math.min(first, yield* this.#findAtSeam(before, message, read));
        if (isBurst && before.name === message.name && goesOn(before.content, message.content))
          first = Math.min(first, yield* this.#findInBurst(before, message, read));
      }
      before = message;
      isBurst = true;
    }
    return first;
  }

  *#read(turn: ChatMessage, read: Map<ChatMessage, Stretch[]>): Steps<Reading> {
    const known = this.#readings.get(turn);
    if (known) return known;
    const stretches = yield* this.#stretchesOf(turn, read);
    const reading = { rule: yield* this.#book.findFirst(stretches), isEmpty: stretches.length === 0 };
    this.#readings.set(turn, reading);
    return reading;
  }

  #findAtSeam(one: ChatMessage, other: ChatMessage, read: Map<ChatMessage, Stretch[]>): Steps<number> {
    return this.#findBetween(this.#seams, one, other, read, (end, start) =>
      this.#book.findInPair(end, start),
    );
  }

  #findInBurst(one: ChatMessage, other: ChatMessage, read: Map<ChatMessage, Stretch[]>): Steps<number> {
    return this.#findBetween(this.#bursts, one, other, read, (end, start) =>
      this.#book.findInSentence(end, start),
    );
  }

  *#findBetween(
    known: LRUCache<string, number>,
    one: ChatMessage,
    other: ChatMessage,
    read: Map<ChatMessage, Stretch[]>,
    find: (end: Stretch, start: Stretch) => number,
  ): Steps<number> {
    const key = digestOf(one) + digestOf(other);
    const found = known.get(key);
    if (found !== undefined) return found;
    const end = (yield* this.#stretchesOf(one, read)).at(-1);
    const [start] = yield* this.#stretchesOf(other, read);
    const rule = end && start ? find(end, start) : NO_RULE;
    known.set(key, rule);
    return rule;
  }

  *#stretchesOf(turn: ChatMessage, read: Map<ChatMessage, Stretch[]>): Steps<Stretch[]> {
    const known = read.get(turn);
    if (known) return known;
    const stretches = yield* this.#book.read(turn.content);
    read.set(turn, stretches);
    return stretches;
  }
}
