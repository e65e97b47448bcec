import { type Client, DiscordjsErrorCodes, Events, GatewayCloseCodes } from 'discord.js';
import type { Core } from '../../core/core.ts';
import { createClient } from './client.ts';

/** Why a connection ended for good; everything else the client mends by itself. */
export type SessionEnd = 'invalid_token' | 'intents_refused' | 'broken';

/** A connection that is ready. */
export interface Session {
  client: Client<true>;
  withContent: boolean;
  ended: Promise<SessionEnd>;
  /** No shard has lost its connection at the moment; the client mends that by itself. */
  isWhole(): boolean;
  close(): Promise<void>;
}

export class SessionEndError extends Error {
  readonly end: SessionEnd;

  constructor(end: SessionEnd, cause: unknown) {
    super(`discord: ${end}`, { cause });
    this.name = 'SessionEndError';
    this.end = end;
  }
}

const ENDS: Partial<Record<number, SessionEnd>> = {
  [GatewayCloseCodes.AuthenticationFailed]: 'invalid_token',
  [GatewayCloseCodes.InvalidIntents]: 'intents_refused',
  [GatewayCloseCodes.DisallowedIntents]: 'intents_refused',
};

/**
 * Logs in and waits until the servers are there.
 * @param wire adds listeners before anything arrives.
 * @throws SessionEndError
 */
export async function openSession(
  core: Core,
  options: { token: string; withContent: boolean; wire(client: Client): void },
): Promise<Session> {
  const client = createClient(core, options.withContent);
  const ended = watchEnd(client);
  const down = watchShards(client);
  logTroubles(client, core);
  options.wire(client);
  const ready = new Promise<Client<true>>((done) => client.once(Events.ClientReady, done));
  const close = () => client.destroy();
  try {
    const failed = ended.then((end) => Promise.reject(new SessionEndError(end, null)));
    const loggedIn = client.login(options.token).then(() => ready);
    const { withContent } = options;
    return {
      client: await Promise.race([loggedIn, failed]),
      withContent,
      ended,
      isWhole: () => down.size === 0,
      close,
    };
  } catch (error) {
    await close();
    throw error instanceof SessionEndError ? error : new SessionEndError(endOf(error), error);
  }
}

function watchEnd(client: Client): Promise<SessionEnd> {
  return new Promise((done) => {
    client.on(Events.ShardDisconnect, ({ code }) => done(ENDS[code] ?? 'broken'));
    client.on(Events.Invalidated, () => done('broken'));
  });
}

function watchShards(client: Client): ReadonlySet<number> {
  const down = new Set<number>();
  client.on(Events.ShardReconnecting, (shard) => down.add(shard));
  client.on(Events.ShardReady, (shard) => down.delete(shard));
  client.on(Events.ShardResume, (shard) => down.delete(shard));
  return down;
}

function logTroubles(client: Client, core: Core): void {
  client.on(Events.Error, (error) => core.log.warn({ err: error }, 'discord: error'));
  client.on(Events.ShardError, (error, shard) =>
    core.log.debug({ err: error, shard }, 'discord: shard error'),
  );
  client.on(Events.Warn, (message) => core.log.debug({ warning: message }, 'discord: warning'));
}

function endOf(error: unknown): SessionEnd {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === DiscordjsErrorCodes.TokenInvalid ? 'invalid_token' : 'broken';
}
