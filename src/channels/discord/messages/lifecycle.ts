import { giveQuestionBack } from '../../../core/members/member-limit.ts';
import { type Claims, createClaims, dropMessages } from '../../../core/members/message-claims.ts';
import { type Arrival, type ClaimDeps, claimMessage } from './claim.ts';
import type { Incoming } from './incoming.ts';
import { beginClaim, listOurs, move, type Pending } from './message-state.ts';
import { answerTurn, type TurnDeps } from './turn/answer-turn.ts';
import { type Turn, Turns } from './turn/turns.ts';

interface LifecycleDeps extends Omit<ClaimDeps, 'claims'>, TurnDeps {
  burstMs: number;
  latest(message: Incoming): Incoming;
}

/** Takes messages from their claim to their answer; the methods stand in the order of the states. */
export class MessageLifecycle {
  readonly #deps: LifecycleDeps;
  readonly #claims: Claims;
  readonly #claiming = new Set<string>();
  readonly #turns: Turns;

  constructor(deps: LifecycleDeps) {
    this.#deps = deps;
    this.#claims = createClaims(deps.core);
    this.#turns = new Turns(deps.burstMs, (turn) => this.#answer(turn));
  }

  /** Claims a message, which joins its turn at once so that what follows finds the turn open. */
  open(message: Incoming, arrival: Arrival & { isTakenOver?: boolean } = {}): void {
    const pending = beginClaim(message, arrival.isTakenOver ?? false);
    void this.#claim(pending, this.#turns.add(pending), arrival);
  }

  async #claim(pending: Pending, turn: Turn, arrival: Arrival): Promise<void> {
    const { id } = pending.message;
    this.#claiming.add(id);
    const earlier = turn.messages.filter((one) => one !== pending);
    const deps = { ...this.#deps, claims: this.#claims };
    const isOurs = await claimMessage(deps, pending, { ...arrival, earlier });
    this.#claiming.delete(id);
    move([pending], isOurs ? 'gathering' : 'left');
    if (isOurs && !pending.isObserved) turn.showTyping(deps.rest);
  }

  /** Answers a turn that is complete. Never rejects. */
  async #answer(turn: Turn): Promise<void> {
    const { core, rest } = this.#deps;
    const ours = await listOurs(turn.messages);
    const read = await Promise.all(ours.map(({ message }) => this.#readAgain(message)));
    const gone = ours.filter((_, index) => read[index] === null);
    const standing = ours.filter((_, index) => read[index] !== null);
    const counted = ours.find((one) => one.counted)?.counted ?? null;
    if (gone.length > 0) await this.#leaveDeleted(turn, gone);
    const [first, ...more] = read.filter((message) => message !== null);
    if (!first) return giveQuestionBack(core, counted);
    move(standing, 'answering');
    const isObserved = ours.some((one) => one.isObserved);
    if (!isObserved) turn.showTyping(rest);
    const isSent = await answerTurn(this.#deps, {
      turn: [first, ...more],
      signal: turn.ending.signal,
      stopTyping: () => turn.stopTyping(),
      isObserved,
      isUnrecorded: ours.some(({ isOptedOut }) => isOptedOut),
      isLeftOnce: !ours.some(({ isTakenOver }) => isTakenOver),
      counted,
    });
    move(standing, isSent ? 'sent' : 'left');
    this.#claims.letGo(standing.map(({ message }) => message.id));
  }

  /** A message as it stands now; null: it is gone. */
  async #readAgain(message: Incoming): Promise<Incoming | null> {
    if (this.#deps.isDeleted(message)) return null;
    return message.isForm ? this.#deps.tickets.latest(message) : this.#deps.latest(message);
  }

  #leaveDeleted(turn: Turn, gone: readonly Pending[]): Promise<void> {
    const at = { server: gone[0]?.message.serverId, messages: gone.map(({ message }) => message.id) };
    this.#deps.core.log.info(at, 'question deleted, not answered');
    return this.#leave(turn, gone);
  }

  /** Ends what was begun for messages of a turn that get no answer. Never rejects. */
  async #leave(turn: Turn, left: readonly Pending[]): Promise<void> {
    const { core } = this.#deps;
    const [first] = left;
    if (!first) return;
    const { serverId, channelId } = first.message;
    const messageIds = left.map(({ message }) => message.id);
    move(left, 'left');
    await turn.stopTyping();
    await dropMessages(core, { serverId, messageIds, channelId }).catch((error: unknown) =>
      core.log.warn({ err: error, server: serverId, messages: messageIds }, 'message not recorded'),
    );
    this.#claims.letGo(messageIds);
  }

  /** The team answers these itself: what is open is left, and answers that are being made end. */
  async leaveToTeam(isMeant: (message: Incoming) => boolean): Promise<void> {
    const left = this.#turns.leave(isMeant).map(async (turn) => {
      const ours = await listOurs(turn.messages);
      await this.#leave(turn, ours);
      for (const { counted } of ours) await giveQuestionBack(this.#deps.core, counted);
    });
    await Promise.all(left);
  }

  /** Ends answers to turns of which every message was deleted. */
  withdraw(): void {
    this.#turns.withdraw(this.#deps.isDeleted);
  }

  has(messageId: string): boolean {
    return this.#claims.has(messageId) || this.#claiming.has(messageId);
  }

  isGathering(message: Incoming): boolean {
    return this.#turns.isGathering(message);
  }

  finish(): Promise<void> {
    return this.#turns.finish();
  }

  /** Leaves what is open to the next process. */
  async abandon(): Promise<void> {
    await this.#turns.abandon();
    this.#claims.stop();
  }
}
