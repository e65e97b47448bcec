import {
  type Client,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  SimpleShardingStrategy,
} from 'discord.js';
import type { Core } from '../../../core/core.ts';
import { createClient } from './client.ts';

/** A gateway that accepts a connection and then says nothing is asked anew. */
const READY_WITHIN_MS = 120_000;

/** Why a connection ended for good; everything else the client mends by itself. */
export type GatewaySessionEnd = 'invalid_token' | 'intents_refused' | 'broken';

/** A connection that is ready. */
export interface GatewaySession {
  client: Client<true>;
  withContent: boolean;
  ended: Promise<GatewaySessionEnd>;
  /** No shard has lost its connection at the moment; the client mends that by itself. */
  isWhole(): boolean;
  close(): Promise<void>;
}

export class GatewaySessionEndError extends Error {
  readonly end: GatewaySessionEnd;

  constructor(end: GatewaySessionEnd, cause: unknown) {
    super(`discord: ${end}`, { cause });
    this.name = 'GatewaySessionEndError';
    this.end = end;
  }
}

const ENDS: Partial<Record<number, GatewaySessionEnd>> = {
  [GatewayCloseCodes.AuthenticationFailed]: 'invalid_token',
  [GatewayCloseCodes.InvalidIntents]: 'intents_refused',
  [GatewayCloseCodes.DisallowedIntents]: 'intents_refused',
};

interface GatewaySessionOptions {
  token: string;
  withContent: boolean;
  /** Adds listeners before anything arrives. */
  wire(client: Client): void;
  /** Ends the attempt. */
  signal: AbortSignal;
}

/**
 * Logs in and waits until the servers are there.
 * @throws GatewaySessionEndError
 */
export async function openSession(core: Core, options: GatewaySessionOptions): Promise<GatewaySession> {
  const { token, withContent, wire } = options;
  const client = createClient(core, withContent);
  const close = makeClosable(client);
  const ended = watchEnd(client, core);
  const down = watchShards(client, core);
  logTroubles(client, core);
  wire(client);
  const ready = new Promise<Client<true>>((done) => client.once(Events.ClientReady, done));
  const failed = ended.then((end) => Promise.reject(new GatewaySessionEndError(end, null)));
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(READY_WITHIN_MS)]);
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new GatewaySessionEndError('broken', signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const loggedIn = client.login(token).then(() => ready);
    // Ended or stopped after the race they are rejections that nobody waits for.
    for (const late of [loggedIn, failed, aborted]) late.catch(() => undefined);
    const isWhole = () => down.size === 0;
    return { client: await Promise.race([loggedIn, failed, aborted]), withContent, ended, isWhole, close };
  } catch (error) {
    await close();
    throw error instanceof GatewaySessionEndError ? error : new GatewaySessionEndError(endOf(error), error);
  }
}

/**
 * A client that is destroyed while it connects, or in its pause before it does, connects all the same and
 * stays for ever; so no new connection is let begin any more.
 * @returns closes it for good.
 */
function makeClosable(client: Client): () => Promise<void> {
  let hold: (() => void) | null = null;
  client.options.ws = {
    ...client.options.ws,
    buildStrategy: (manager) => {
      hold = () => {
        manager.options.retrieveSessionInfo = () => new Promise(() => undefined);
      };
      return new SimpleShardingStrategy(manager);
    },
  };
  return async () => {
    hold?.();
    await client.destroy();
  };
}

function watchEnd(client: Client, core: Core): Promise<GatewaySessionEnd> {
  return new Promise((done) => {
    client.on(Events.ShardDisconnect, ({ code }, shard) => {
      core.log.debug({ code, shard }, 'discord: connection closed for good');
      done(ENDS[code] ?? 'broken');
    });
    client.on(Events.Invalidated, () => done('broken'));
  });
}

/** One line when the first shard loses its connection, and one when all are back. */
function watchShards(client: Client, { log }: Core): ReadonlySet<number> {
  const down = new Set<number>();
  client.on(Events.ShardReconnecting, (shard) => {
    if (down.size === 0) log.warn({ shard }, 'discord: connection lost, trying again');
    down.add(shard);
  });
  const note = (shard: number) => {
    if (down.delete(shard) && down.size === 0) log.info({ shard }, 'discord: connection is back');
  };
  client.on(Events.ShardReady, note);
  client.on(Events.ShardResume, note);
  return down;
}

function logTroubles(client: Client, core: Core): void {
  client.on(Events.Error, (error) => core.log.warn({ err: error }, 'discord: error'));
  client.on(Events.ShardError, (error, shard) =>
    core.log.debug({ err: error, shard }, 'discord: shard error'),
  );
  client.on(Events.Warn, (message) => core.log.debug({ warning: message }, 'discord: warning'));
}

function endOf(error: unknown): GatewaySessionEnd {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === DiscordjsErrorCodes.TokenInvalid ? 'invalid_token' : 'broken';
}
