import type { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';

interface Payload {
  op: unknown;
  d?: Record<string, unknown> | null;
}

/** A frame that is not an event. */
export function sendFrame(socket: WebSocket, op: GatewayOpcodes, d: unknown = null): void {
  socket.send(JSON.stringify({ op, d, s: null, t: null }));
}

/** Null if it is not a payload. */
export function parseFrame(data: Buffer): Payload | null {
  try {
    const payload: unknown = JSON.parse(data.toString());
    return typeof payload === 'object' && payload !== null && 'op' in payload ? (payload as Payload) : null;
  } catch {
    return null;
  }
}
