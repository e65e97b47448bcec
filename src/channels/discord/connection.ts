import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'discord.js';
import { needsMessageContent } from '../../core/arrivals.ts';
import type { Core } from '../../core/core.ts';
import { openSession, type Session, SessionEndError } from './session.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Where the bot stands. `refused`: Discord does not let it in as it is set up. */
export type DiscordState = 'connecting' | 'ready' | 'reconnecting' | 'invalid_token' | 'refused';

export interface Connection {
  state(): DiscordState;
  /** null while there is none. */
  client(): Client<true> | null;
  /** Whether messages that do not address the bot can be read. */
  messageContent(): 'granted' | 'not_asked' | 'refused';
  /** Connects anew with the intent for message content where a server needs it and it is not there. */
  adjustIntents(isAllowed: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

interface ConnectionOptions {
  token: string;
  /** Adds listeners to every client before it logs in. */
  wire(client: Client): void;
  onReady(client: Client<true>): void;
}

/** Keeps one session open: an outage is waited out, a refused intent done without, a wrong token said once. */
export function createConnection(core: Core, options: ConnectionOptions): Connection {
  const { log } = core;
  const closing = new AbortController();
  let current: Session | null = null;
  let state: DiscordState = 'connecting';
  let isContentRefused = false;
  let isReplacing = false;

  async function open(withContent: boolean): Promise<Session> {
    const session = await openSession(core, { token: options.token, withContent, wire: options.wire });
    if (closing.signal.aborted) {
      await session.close();
      throw new SessionEndError('broken', null);
    }
    return session;
  }

  function use(session: Session): void {
    current = session;
    state = 'ready';
    log.info({ servers: session.client.guilds.cache.size, content: session.withContent }, 'discord: ready');
    void session.ended.then((end) => {
      if (current !== session || closing.signal.aborted) return;
      current = null;
      void session.close();
      void connect(new SessionEndError(end, null));
    });
    options.onReady(session.client);
  }

  /** Tries until it works, or until trying again cannot help. */
  async function connect(fault: unknown): Promise<void> {
    state = 'connecting';
    let problem = fault;
    for (let waitMs = FIRST_RETRY_MS; !closing.signal.aborted; waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)) {
      if (problem !== null && isFinal(problem)) return;
      if (problem !== null) await delay(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      try {
        const isWanted = await needsMessageContent(core);
        return use(await open(isWanted && !isContentRefused));
      } catch (error) {
        problem = error;
        if (!closing.signal.aborted) log.warn({ err: error }, 'discord: not connected, trying again');
      }
    }
  }

  /** Notes what a fault means; true when trying again is of no use. */
  function isFinal(problem: unknown): boolean {
    const end = problem instanceof SessionEndError ? problem.end : 'broken';
    if (end === 'invalid_token') {
      state = 'invalid_token';
      log.error({}, 'discord: the token is wrong, set DISCORD_TOKEN and start again');
      return true;
    }
    if (end !== 'intents_refused') return false;
    if (isContentRefused) {
      state = 'refused';
      log.error({}, 'discord: refuses the bot even without message content');
      return true;
    }
    noteRefusal();
    return false;
  }

  function noteRefusal(): void {
    isContentRefused = true;
    log.warn(
      {},
      'discord: message content is not enabled in the developer portal, answering mentions and replies only',
    );
  }

  /** The new session is open before the old one closes; what both deliver is answered once. */
  async function replace(): Promise<void> {
    const old = current;
    if (!old) return;
    try {
      const next = await open(true);
      use(next);
      await old.close();
    } catch (error) {
      if (error instanceof SessionEndError && error.end === 'intents_refused') noteRefusal();
      else log.warn({ err: error }, 'discord: message content not asked for, trying again');
    }
  }

  void connect(null);
  return {
    state: () => (state === 'ready' && current?.isWhole() === false ? 'reconnecting' : state),
    client: () => current?.client ?? null,
    messageContent: () => (current?.withContent ? 'granted' : isContentRefused ? 'refused' : 'not_asked'),
    adjustIntents: async (isAllowed) => {
      if (!current || current.withContent || isReplacing) return;
      isReplacing = true;
      try {
        if (!(await needsMessageContent(core))) return;
        if (isContentRefused && !(await isAllowed())) return;
        isContentRefused = false;
        await replace();
      } finally {
        isReplacing = false;
      }
    },
    close: async () => {
      closing.abort();
      await current?.close();
    },
  };
}
