import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import { needsMessageContent } from '../../../core/members/arrivals.ts';
import { toFields } from '../errors.ts';
import { type GatewaySession, GatewaySessionEndError, openSession } from './session.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** `refused`: Discord does not let the bot in as it is set up. */
export type DiscordState = 'connecting' | 'ready' | 'reconnecting' | 'invalid_token' | 'refused';

interface ConnectionOptions {
  token: string;
  wire(client: Client): void;
  onReady(client: Client<true>): void;
}

/** Keeps one session open: an outage is waited out, a refused intent done without, a wrong token said once. */
export class Connection {
  readonly #core: Core;
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  #session: GatewaySession | null = null;
  #state: DiscordState = 'connecting';
  #isContentRefused = false;
  #isAdjusting = false;

  constructor(core: Core, options: ConnectionOptions) {
    this.#core = core;
    this.#options = options;
  }

  get state(): DiscordState {
    return this.#state === 'ready' && this.#session?.isWhole() === false ? 'reconnecting' : this.#state;
  }

  get client(): Client<true> | null {
    return this.#session?.client ?? null;
  }

  get messageContent(): 'granted' | 'not_asked' | 'refused' {
    if (this.#session?.withContent) return 'granted';
    return this.#isContentRefused ? 'refused' : 'not_asked';
  }

  /** Tries until it works, or until trying again cannot help. Never rejects. */
  async connect(): Promise<void> {
    this.#state = 'connecting';
    for (
      let waitMs = FIRST_RETRY_MS;
      !this.#closing.signal.aborted;
      waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)
    ) {
      try {
        const isWanted = await needsMessageContent(this.#core);
        return this.#use(await this.#open(isWanted && !this.#isContentRefused));
      } catch (error) {
        if (this.#closing.signal.aborted || this.#isFinal(error)) return;
        this.#core.log.warn(toFields(error), 'discord: not connected, trying again');
      }
      await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  /**
   * Connects anew with the intent for message content where a server needs it.
   * @param isAllowed asks Discord again about an intent that it refused.
   */
  async adjustIntents(isAllowed: () => Promise<boolean>): Promise<void> {
    if (!this.#session || this.#session.withContent || this.#isAdjusting) return;
    this.#isAdjusting = true;
    try {
      if (!(await needsMessageContent(this.#core))) return;
      if (this.#isContentRefused && !(await isAllowed())) return;
      this.#isContentRefused = false;
      await this.#replace(this.#session);
    } finally {
      this.#isAdjusting = false;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#session?.close();
  }

  async #open(withContent: boolean): Promise<GatewaySession> {
    const { token, wire } = this.#options;
    const session = await openSession(this.#core, { token, withContent, wire, signal: this.#closing.signal });
    if (!this.#closing.signal.aborted) return session;
    await session.close();
    throw new GatewaySessionEndError('broken', null);
  }

  #use(session: GatewaySession): void {
    this.#session = session;
    this.#state = 'ready';
    const servers = session.client.guilds.cache.size;
    this.#core.log.info({ servers, content: session.withContent }, 'discord: ready');
    void session.ended.then((end) => this.#leave(session, new GatewaySessionEndError(end, null)));
    this.#options.onReady(session.client);
  }

  async #leave(session: GatewaySession, fault: GatewaySessionEndError): Promise<void> {
    if (this.#session !== session || this.#closing.signal.aborted) return;
    this.#session = null;
    this.#state = 'connecting';
    const isFinal = this.#isFinal(fault);
    if (fault.end === 'broken') this.#core.log.warn({}, 'discord: connection lost, reconnecting');
    await session.close();
    if (!isFinal) await this.connect();
  }

  /** The new session is open before the old one closes; what both deliver is answered once. */
  async #replace(old: GatewaySession): Promise<void> {
    try {
      const session = await this.#open(true);
      if (this.#session !== old) return await session.close();
      this.#use(session);
      await old.close();
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (error instanceof GatewaySessionEndError && error.end === 'intents_refused') this.#noteRefusal();
      else this.#core.log.warn(toFields(error), 'discord: could not ask for message content, trying again');
    }
  }

  #isFinal(fault: unknown): boolean {
    const end = fault instanceof GatewaySessionEndError ? fault.end : 'broken';
    const { log } = this.#core;
    if (end === 'invalid_token') {
      this.#state = 'invalid_token';
      log.error({}, 'discord: the token is wrong, set DISCORD_TOKEN and start again');
      return true;
    }
    if (end === 'intents_refused' && this.#isContentRefused) {
      this.#state = 'refused';
      log.error({}, 'discord: the bot is refused even without message content');
      return true;
    }
    if (end === 'intents_refused') this.#noteRefusal();
    return false;
  }

  #noteRefusal(): void {
    this.#isContentRefused = true;
    const hint = 'not enabled in the developer portal, answering mentions and replies only';
    this.#core.log.warn({}, `discord: message content is ${hint}`);
  }
}
