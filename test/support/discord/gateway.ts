import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIMessage } from 'discord-api-types/v10';
import {
  GatewayCloseCodes as Close,
  GatewayIntentBits as Intents,
  GatewayOpcodes as Op,
} from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Bell } from './bell.ts';
import { dispatchMessage } from './core.ts';
import { parseFrame, sendFrame } from './frame.ts';
import { type GatewayEvent, Session } from './session.ts';
import { makeSnowflake } from './snowflake.ts';
import { viewGuildCreate } from './views.ts';
import type { World } from './world.ts';

const MAX_PAYLOAD_BYTES = 4096;
const MAX_SENDS_PER_MINUTE = 120;
const ALL_INTENTS = Object.values(Intents).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);
const PRIVILEGED = Intents.GuildMembers | Intents.GuildPresences | Intents.MessageContent;
/** A session does not survive these, nor that the bot itself says goodbye. */
const ENDING: ReadonlySet<number> = new Set([1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

interface Connection {
  socket: WebSocket;
  session: Session | null;
  sends: { count: number; since: number };
  acks: boolean;
}

/** The gateway: connections, sessions, and who gets which event. */
export class Gateway {
  /** Ended ones too, in order. */
  readonly sessions: Session[] = [];
  /** Every IDENTIFY, and the close code when it was refused. */
  readonly identifies: { intents: unknown; shard: unknown; refusedWith: number | null }[] = [];
  /** Every close in order, by whom and with which code. */
  readonly closes: { code: number; by: 'bot' | 'discord' }[] = [];
  /** Sockets so far. */
  connectionCount = 0;
  url = '';
  readonly #world: World;
  readonly #bell: Bell;
  readonly #heartbeatMs: number;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #connections = new Set<Connection>();
  #refuses = false;
  #invalidNext: boolean | null = null;
  #replayExtra = 0;

  constructor(world: World, bell: Bell, heartbeatMs: number) {
    this.#world = world;
    this.#bell = bell;
    this.#heartbeatMs = heartbeatMs;
  }

  /** Sends to every session whose shard and intents cover the event. */
  dispatch(event: GatewayEvent): void {
    for (const session of this.sessions) {
      if (!session.hasEnded && session.covers(event)) session.send(event.type, session.dataOf(event));
    }
  }

  /** For floods: nothing is kept, so a RESUME that needs it is refused. */
  dispatchUnkept(event: GatewayEvent): void {
    for (const session of this.sessions) {
      if (!session.hasEnded && session.covers(event)) session.sendUnkept(event.type, session.dataOf(event));
    }
  }

  /** Closes every connection; 1006 drops the sockets silently. */
  closeAll(code = 4000): void {
    for (const connection of [...this.#connections]) this.#close(connection, code);
  }

  /** Op 7: asks every connection to reconnect. */
  reconnect(): void {
    for (const { socket } of this.#connections) sendFrame(socket, Op.Reconnect, null);
  }

  /** Op 9 to every connection; without any, to the next RESUME. */
  invalidate(resumable: boolean): void {
    if (this.#connections.size === 0) this.#invalidNext = resumable;
    for (const connection of this.#connections) {
      const { session } = connection;
      if (session) session.leave(!resumable);
      connection.session = null;
      sendFrame(connection.socket, Op.InvalidSession, resumable);
    }
  }

  /** The present connections get no heartbeat ACK any more; later ones do. */
  stopAcks(): void {
    for (const connection of this.#connections) connection.acks = false;
  }

  /** True: new connections are reset, as when the gateway is down. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses;
  }

  /** The next RESUME gets the last `count` events once more although they had arrived. */
  replayFrom(count: number): void {
    this.#replayExtra = count;
  }

  /** Resolves when every open connection has taken in what was sent so far. */
  async delivered(): Promise<void> {
    const mark = makeSnowflake();
    const pong = ({ socket }: Connection) =>
      new Promise<void>((resolve) => {
        const finish = (data?: unknown) => {
          if (Buffer.isBuffer(data) && data.toString() !== mark) return;
          socket.off('pong', finish).off('close', finish);
          resolve();
        };
        socket.on('pong', finish).on('close', finish);
        if (socket.readyState === socket.OPEN) socket.ping(mark);
        else finish();
      });
    await Promise.all([...this.#connections].map(pong));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#refuses) socket.destroy();
    else this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#greet(webSocket, request));
  }

  /** MESSAGE_CREATE of a stored message once more, under a new sequence number. */
  redeliver(message: APIMessage): void {
    dispatchMessage({ world: this.#world, gateway: this }, 'MESSAGE_CREATE', message);
  }

  stop(): void {
    for (const { socket } of this.#connections) socket.terminate();
  }

  #greet(socket: WebSocket, request: IncomingMessage): void {
    const connection = { socket, session: null, sends: { count: 0, since: performance.now() }, acks: true };
    this.#connections.add(connection);
    this.connectionCount += 1;
    socket.setMaxListeners(0).on('error', () => {});
    socket.on('close', (code) => this.#forget(connection, code));
    const query = new URL(request.url ?? '', 'ws://localhost').searchParams;
    if (query.get('v') !== '10') this.#close(connection, Close.InvalidAPIVersion);
    else if (query.get('encoding') !== 'json' || query.has('compress'))
      this.#close(connection, Close.DecodeError);
    else {
      socket.on('message', (data: Buffer, isBinary) => {
        if (socket.readyState !== socket.OPEN) return;
        const code = this.#receive(connection, isBinary ? null : data);
        if (code !== null) this.#close(connection, code);
      });
      sendFrame(socket, Op.Hello, { heartbeat_interval: this.#heartbeatMs });
    }
    this.#bell.ring();
  }

  /** Does what the payload asks; a number is the code to close with. */
  #receive(connection: Connection, data: Buffer | null): number | null {
    const payload = data && data.length <= MAX_PAYLOAD_BYTES ? parseFrame(data) : null;
    if (!payload) return Close.DecodeError;
    if (isOverLimit(connection)) return Close.RateLimited;
    const d = (typeof payload.d === 'object' && payload.d) || {};
    switch (payload.op) {
      case Op.Heartbeat:
        if (connection.acks) sendFrame(connection.socket, Op.HeartbeatAck);
        return null;
      case Op.Identify:
        return this.#identify(connection, d);
      case Op.Resume:
        return this.#resume(connection, d);
      default:
        return Close.UnknownOpcode;
    }
  }

  #identify(connection: Connection, d: Record<string, unknown>): number | null {
    const problem = connection.session ? Close.AlreadyAuthenticated : this.#findIdentifyProblem(d);
    this.identifies.push({ intents: d.intents, shard: d.shard, refusedWith: problem });
    if (problem !== null) return problem;
    const shard = (d.shard ?? [0, 1]) as [number, number];
    const session = new Session(`session-${makeSnowflake()}`, d.intents as number, shard, d.properties);
    this.sessions.push(session);
    connection.session = session;
    session.attach(connection.socket);
    this.#welcome(session);
    this.#bell.ring();
    return null;
  }

  #welcome(session: Session): void {
    const guilds = [...this.#world.guilds.values()].filter(({ id }) => session.hasGuild(id));
    const { id, flags } = this.#world.application;
    const ready = {
      v: 10,
      user: { ...this.#world.bot, verified: true, mfa_enabled: false, email: null },
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: this.url,
      shard: session.shard,
      application: { id, flags },
    };
    session.send('READY', JSON.stringify(ready));
    if (!(session.intents & Intents.Guilds)) return;
    for (const guild of guilds)
      session.send('GUILD_CREATE', JSON.stringify(viewGuildCreate(this.#world, guild)));
  }

  #findIdentifyProblem({
    token,
    intents,
    shard,
    compress,
    properties,
  }: Record<string, unknown>): number | null {
    if (token !== this.#world.token) return Close.AuthenticationFailed;
    if (typeof properties !== 'object' || properties === null || compress === true) return Close.DecodeError;
    if (typeof intents !== 'number' || intents & ~ALL_INTENTS) return Close.InvalidIntents;
    if (intents & PRIVILEGED & ~this.#world.enabledIntents) return Close.DisallowedIntents;
    if (shard === undefined) return null;
    const [id, count] = Array.isArray(shard) ? shard : [];
    return Number.isInteger(id) && Number.isInteger(count) && id >= 0 && id < count
      ? null
      : Close.InvalidShard;
  }

  #resume(connection: Connection, d: Record<string, unknown>): number | null {
    if (connection.session) return Close.AlreadyAuthenticated;
    if (d.token !== this.#world.token) return Close.AuthenticationFailed;
    const session = this.sessions.find(({ id, hasEnded }) => id === d.session_id && !hasEnded);
    const sequence = Number(d.seq);
    const planned = this.#invalidNext;
    this.#invalidNext = null;
    if (session && sequence > session.sequence) {
      session.leave(true);
      return Close.InvalidSeq;
    }
    if (planned !== null || !session?.canReplay(sequence)) {
      sendFrame(connection.socket, Op.InvalidSession, planned ?? false);
      return null;
    }
    connection.session = session;
    session.attach(connection.socket);
    session.resumes += 1;
    session.replay(sequence - this.#replayExtra);
    this.#replayExtra = 0;
    session.send('RESUMED', '{"_trace":[]}');
    this.#bell.ring();
    return null;
  }

  #close(connection: Connection, code: number): void {
    this.closes.push({ code, by: 'discord' });
    this.#detach(connection, code);
    if (code === 1006) connection.socket.terminate();
    else connection.socket.close(code);
    this.#bell.ring();
  }

  #forget(connection: Connection, code: number): void {
    if (!this.#connections.has(connection)) return;
    this.closes.push({ code, by: 'bot' });
    this.#detach(connection, code);
    this.#bell.ring();
  }

  #detach(connection: Connection, code: number): void {
    this.#connections.delete(connection);
    const { session, socket } = connection;
    if (session?.socket === socket) session.leave(ENDING.has(code));
  }
}

function isOverLimit({ sends }: Connection): boolean {
  const now = performance.now();
  if (now - sends.since >= 60_000) Object.assign(sends, { count: 0, since: now });
  sends.count += 1;
  return sends.count > MAX_SENDS_PER_MINUTE;
}
