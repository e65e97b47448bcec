import { GatewayIntentBits } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { shardOf } from './snowflake.ts';

const KEPT_EVENTS = 1_000;

export interface GatewayEvent {
  type: string;
  /** Whose shard gets it; null: every shard. */
  guildId: string | null;
  /** One of these intents is needed; 0: none. */
  intents: number;
  data: unknown;
  /** The same without what needs MessageContent. */
  stripped?: unknown;
}

/** What one IDENTIFY opened: it numbers and keeps its events, and outlives its connections. */
export class Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
  readonly properties: unknown;
  /** Sockets that carried it, resumed ones included. */
  connections = 0;
  resumes = 0;
  sequence = 0;
  socket: WebSocket | null = null;
  /** No RESUME will find it any more. */
  hasEnded = false;
  #kept: { sequence: number; frame: string }[] = [];

  constructor(id: string, intents: number, shard: readonly [number, number], properties: unknown) {
    this.id = id;
    this.intents = intents;
    this.shard = shard;
    this.properties = properties;
  }

  get isOpen(): boolean {
    return this.socket !== null;
  }

  hasGuild(guildId: string): boolean {
    return shardOf(guildId, this.shard[1]) === this.shard[0];
  }

  covers({ intents, guildId }: GatewayEvent): boolean {
    return (intents === 0 || (this.intents & intents) !== 0) && (guildId === null || this.hasGuild(guildId));
  }

  /** The JSON of the event's data as this session may see it. */
  dataOf({ data, stripped }: GatewayEvent): string {
    const isStripped = stripped !== undefined && !(this.intents & GatewayIntentBits.MessageContent);
    return JSON.stringify(isStripped ? stripped : data);
  }

  attach(socket: WebSocket): void {
    this.socket = socket;
    this.connections += 1;
  }

  /** The socket is gone, and with `ends` the session too. */
  leave(ends: boolean): void {
    this.socket = null;
    this.hasEnded ||= ends;
  }

  /** Sends the event, or keeps it for a RESUME when nobody is there. */
  send(type: string, json: string): void {
    this.sequence += 1;
    const frame = `{"op":0,"t":"${type}","s":${this.sequence},"d":${json}}`;
    this.#kept.push({ sequence: this.sequence, frame });
    if (this.#kept.length > KEPT_EVENTS * 2) this.#kept = this.#kept.slice(-KEPT_EVENTS);
    this.socket?.send(frame);
  }

  /** Sends without keeping: what was kept before can no longer be replayed either. */
  sendUnkept(type: string, json: string): void {
    this.sequence += 1;
    this.#kept = [];
    this.socket?.send(`{"op":0,"t":"${type}","s":${this.sequence},"d":${json}}`);
  }

  /** Whether every event after `sequence` is still there. */
  canReplay(sequence: number): boolean {
    const first = this.#kept[0]?.sequence ?? this.sequence + 1;
    return sequence >= first - 1 && sequence <= this.sequence;
  }

  replay(afterSequence: number): void {
    for (const { sequence, frame } of this.#kept) if (sequence > afterSequence) this.socket?.send(frame);
  }
}
