import type { APIAllowedMentions, APIEmbed, APIMessage } from 'discord-api-types/v10';
import type { Bell } from './bell.ts';
import { buttonsOf, type Component } from './components.ts';
import { makeMessage, type Pings, type SentFile } from './messages.ts';
import { makeUser } from './world.ts';

export interface RecordedRequest {
  /** performance.now() of its arrival. */
  at: number;
  method: string;
  /** After /api/v10, with the query. */
  path: string;
  body: unknown;
  files: SentFile[];
  /** Null while it is not answered. */
  status: number | null;
}

/** A body of a message as the bot sent it. */
export interface MessageBody {
  content?: string | null;
  components?: Component[] | null;
  allowed_mentions?: APIAllowedMentions | null;
  attachments?: { id: string | number; filename?: string }[] | null;
  flags?: number | null;
  nonce?: string | number | null;
  enforce_nonce?: boolean | null;
  message_reference?: { message_id: string; fail_if_not_exists?: boolean } | null;
}

export interface SentEdit {
  at: number;
  content: string;
  components: Component[];
  pinged: Pings;
}

/** A form that the bot showed; `member.submits` fills it in. */
export interface Modal {
  customId: string;
  title: string;
  components: Component[];
  /** The message whose button opened it. */
  source: SentMessage | null;
}

/** A message of the bot; content and the like are always the latest, `edits` has what came after the first. */
export class SentMessage {
  readonly raw: APIMessage;
  readonly at = performance.now();
  readonly ephemeral: boolean;
  readonly pinged: Pings;
  readonly nonce: string | number | undefined;
  readonly allowedMentions: APIAllowedMentions | undefined;
  readonly edits: SentEdit[] = [];
  attachments: SentFile[];
  /** It answers an interaction: its handle has it too. */
  readonly viaInteraction: boolean;
  /** Still "is thinking…": deferred and not filled yet. */
  isLoading = false;
  isDeleted = false;
  /** Set when the answer is a form instead of a message. */
  modal: Modal | null = null;

  constructor(
    raw: APIMessage,
    body: MessageBody,
    {
      pinged,
      files,
      ephemeral = false,
      viaInteraction = false,
    }: {
      pinged: Pings;
      files: SentFile[];
      ephemeral?: boolean;
      viaInteraction?: boolean;
    },
  ) {
    this.raw = raw;
    this.pinged = pinged;
    this.attachments = files;
    this.ephemeral = ephemeral;
    this.viaInteraction = viaInteraction;
    this.nonce = body.nonce ?? undefined;
    this.allowedMentions = body.allowed_mentions ?? undefined;
  }

  static ofModal(modal: Modal, channelId: string): SentMessage {
    const raw = makeMessage({ channelId, author: makeUser('0', 'modal'), content: '' });
    const pinged = { everyone: false, roles: [], users: [] };
    const sent = new SentMessage(raw, {}, { pinged, files: [], ephemeral: true, viaInteraction: true });
    sent.modal = modal;
    return sent;
  }

  get id(): string {
    return this.raw.id;
  }

  get channelId(): string {
    return this.raw.channel_id;
  }

  get content(): string {
    return this.raw.content;
  }

  get embeds(): APIEmbed[] {
    return this.raw.embeds;
  }

  get components(): Component[] {
    return (this.raw.components ?? []) as unknown as Component[];
  }

  get buttons() {
    return buttonsOf(this.components);
  }

  /** The id of the message that it answers. */
  get replyTo(): string | null {
    return this.raw.message_reference?.message_id ?? null;
  }
}

/** What tests look at: everything that the bot did. */
export class Records {
  readonly requests: RecordedRequest[] = [];
  readonly sent: SentMessage[] = [];
  readonly typings: { channelId: string; at: number }[] = [];
  /** What a well-behaved bot never does; tests want it empty. */
  readonly faults: string[] = [];
  readonly #bell: Bell;
  readonly #byId = new Map<string, SentMessage>();
  readonly #byNonce = new Map<string, SentMessage>();
  readonly #handedOut = new Set<SentMessage>();

  constructor(bell: Bell) {
    this.#bell = bell;
  }

  addSent(message: SentMessage): void {
    this.sent.push(message);
    this.#byId.set(message.id, message);
    if (message.nonce !== undefined) this.#byNonce.set(String(message.nonce), message);
    this.#bell.ring();
  }

  sentMessage(id: string): SentMessage | undefined {
    return this.#byId.get(id);
  }

  /** The last message that was sent with it. */
  messageOfNonce(nonce: string | number): SentMessage | undefined {
    return this.#byNonce.get(String(nonce));
  }

  /** The first message, not an answer to an interaction, that no call has returned yet. */
  async nextMessage(where?: { id: string }, { after = 0 }: { after?: number } = {}): Promise<SentMessage> {
    const isNext = (message: SentMessage, index: number) =>
      index >= after &&
      !message.viaInteraction &&
      !this.#handedOut.has(message) &&
      (!where || message.channelId === where.id);
    const take = () => {
      const message = this.sent.find(isNext);
      if (message) this.#handedOut.add(message);
      return message;
    };
    return this.#bell.until(take, 'The next message of the bot', () => this.#describe());
  }

  #describe() {
    return {
      sent: this.sent
        .slice(-3)
        .map(({ channelId, content }) => ({ channelId, content: content.slice(0, 200) })),
      requests: this.requests.slice(-5).map(({ method, path, status }) => `${method} ${path} ${status}`),
      faults: this.faults,
    };
  }
}
