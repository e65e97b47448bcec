import { InteractionResponseType as Answer, type APIMessage, InteractionType } from 'discord-api-types/v10';
import type { Bell } from './bell.ts';
import { makeMessage } from './messages.ts';
import { type Modal, type Records, SentMessage } from './records.ts';
import type { ChannelState, MemberState, World } from './world.ts';

const ANSWER_WITHIN_MS = 3_000;
const TOKEN_LASTS_MS = 15 * 60_000;

export interface Choice {
  name: string;
  value: string | number;
}

interface InteractionParts {
  id: string;
  token: string;
  type: InteractionType;
  member: MemberState;
  channel: ChannelState;
  /** The message whose component was used, also by way of a modal. */
  source: SentMessage | null;
}

/** One interaction: what a member did, and what the bot answered. */
export class InteractionHandle {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly member: MemberState;
  readonly channel: ChannelState;
  readonly source: SentMessage | null;
  readonly at = performance.now();
  /** Everything that the bot wrote to it, in order. */
  readonly messages: SentMessage[] = [];
  /** The type of the callback; null while there is none. */
  answer: Answer | null = null;
  /** The message behind @original. */
  original: SentMessage | null = null;
  modal: Modal | null = null;
  choices: Choice[] | null = null;
  readonly #bell: Bell;
  readonly #missed: NodeJS.Timeout;
  #acknowledgedAt: number | null = null;
  #isExpired = false;
  #seenFollowUps = 0;
  #wasUpdated = false;

  constructor({ id, token, type, member, channel, source }: InteractionParts, bell: Bell, records: Records) {
    this.id = id;
    this.token = token;
    this.type = type;
    this.member = member;
    this.channel = channel;
    this.source = source;
    this.#bell = bell;
    this.#missed = setTimeout(() => {
      this.#isExpired = true;
      records.faults.push(`interaction ${id} was not acknowledged within ${ANSWER_WITHIN_MS} ms`);
      bell.ring();
    }, ANSWER_WITHIN_MS);
    this.#missed.unref();
  }

  /** Callbacks are refused from now on. */
  get isExpired(): boolean {
    return this.#isExpired || performance.now() - this.at > TOKEN_LASTS_MS;
  }

  /** Time until the callback arrived. */
  get ackedAfterMs(): Promise<number> {
    const find = () => (this.#acknowledgedAt === null ? undefined : this.#acknowledgedAt - this.at);
    return this.#bell.until(find, 'The acknowledgement of an interaction', () => this.#describe());
  }

  get followUps(): SentMessage[] {
    return this.messages.filter((message) => message !== this.original);
  }

  /** The first complete answer that the member sees: a message (after a deferral the filled one) or a modal. */
  reply(): Promise<SentMessage> {
    return this.#bell.until(
      () => this.#findReply(),
      'The answer to an interaction',
      () => this.#describe(),
    );
  }

  /** The next follow-up that this has not returned yet. */
  async nextFollowUp(): Promise<SentMessage> {
    const find = () => this.followUps[this.#seenFollowUps];
    const message = await this.#bell.until(find, 'A follow-up', () => this.#describe());
    this.#seenFollowUps += 1;
    return message;
  }

  /** The choices of an autocompletion. */
  completed(): Promise<Choice[]> {
    return this.#bell.until(
      () => this.choices ?? undefined,
      'The choices',
      () => this.#describe(),
    );
  }

  /** As if 15 minutes had passed. */
  expire(): void {
    clearTimeout(this.#missed);
    this.#isExpired = true;
  }

  acknowledge(answer: Answer): void {
    clearTimeout(this.#missed);
    this.answer = answer;
    this.#acknowledgedAt = performance.now();
    this.#bell.ring();
  }

  /** Tells those who wait that @original got its content. */
  markUpdated(): void {
    this.#wasUpdated = true;
    this.#bell.ring();
  }

  #findReply(): SentMessage | undefined {
    if (this.modal) return SentMessage.ofModal(this.modal, this.channel.id);
    if (this.answer === Answer.DeferredMessageUpdate && !this.#wasUpdated) return this.followUps[0];
    return this.original && !this.original.isLoading ? this.original : undefined;
  }

  #describe() {
    return {
      answer: this.answer,
      messages: this.messages.map(({ content, isLoading }) => ({ content, isLoading })),
    };
  }
}

/** All interactions by their token. */
export class Interactions {
  readonly #byToken = new Map<string, InteractionHandle>();
  readonly #bell: Bell;
  readonly #records: Records;

  constructor(bell: Bell, records: Records) {
    this.#bell = bell;
    this.#records = records;
  }

  open(parts: InteractionParts): InteractionHandle {
    const handle = new InteractionHandle(parts, this.#bell, this.#records);
    this.#byToken.set(parts.token, handle);
    return handle;
  }

  find(token: string | undefined): InteractionHandle | undefined {
    return this.#byToken.get(token ?? '');
  }

  stop(): void {
    for (const handle of this.#byToken.values()) handle.expire();
  }
}

const MESSAGE_TYPES: Partial<Record<InteractionType, number>> = {
  [InteractionType.ApplicationCommand]: 20,
  [InteractionType.MessageComponent]: 19,
};

/** An answer's message before it has content. */
export function makeAnswer(world: World, handle: InteractionHandle, flags: number): APIMessage {
  const metadata = {
    id: handle.id,
    type: handle.type,
    user: handle.member.user,
    authorizing_integration_owners: { 0: handle.channel.guild_id },
  };
  const more = {
    type: MESSAGE_TYPES[handle.type] ?? 0,
    flags,
    application_id: world.applicationId,
    webhook_id: world.applicationId,
    interaction_metadata: metadata as APIMessage['interaction_metadata'],
  };
  return makeMessage({ channelId: handle.channel.id, author: world.bot, content: '', more });
}
