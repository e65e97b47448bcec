import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  isIPv4,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { PageFaultError } from '../../src/domain/errors.ts';

/** A public address for names whose address does not matter. */
export const PUBLIC = '93.184.216.34';

type Answer = string[] | (() => string[]);

export interface OutsideStub {
  world: OutsideWorld;
  /** Every name looked up, in order. */
  resolved: string[];
  /** Every connection made, as `host address:port` of what the guard asked for. */
  dialled: string[];
}

/**
 * An outside world in which `names` resolve as given and every connection, whatever its target, ends at `port`
 * of this machine. Port 0 means a world that nobody may dial.
 */
export function createOutside(port: number, names: Record<string, Answer> = {}): OutsideStub {
  const resolved: string[] = [];
  const dialled: string[] = [];
  return {
    resolved,
    dialled,
    world: {
      async resolve(host) {
        resolved.push(host);
        const answer = names[host];
        if (!answer) throw Object.assign(new Error(`queryA ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
        const addresses = typeof answer === 'function' ? answer() : answer;
        return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
      },
      async dial(target) {
        dialled.push(`${target.host} ${target.address}:${target.port}`);
        return dialHere(port, target.signal);
      },
    },
  };
}

/** A connected socket to `port` of this machine. */
export async function dialHere(port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

export interface LocalSite {
  server: Server | TcpServer;
  port: number;
  /** Requests seen, as `host path`; a TCP site counts connections as `-`. */
  requests: string[];
  /** Sockets open now. */
  sockets: Set<Socket>;
  close(): Promise<void>;
}

/** An HTTP server of this machine that answers with `handler`. */
export async function startSite(handler: RequestListener): Promise<LocalSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    handler(request, response);
  });
  return watch(server, requests);
}

/** A TCP server that sends what `speak` writes, for responses that no HTTP server would give. */
export async function startRawSite(speak: (socket: Socket) => void): Promise<LocalSite> {
  const requests: string[] = [];
  const server = createTcpServer((socket) => {
    requests.push('-');
    speak(socket);
    // A socket that nobody reads does not notice that its other end is gone.
    socket.resume();
  });
  return watch(server, requests);
}

/** Starts `server` on this machine and follows its sockets. */
export async function watch(server: Server | TcpServer, requests: string[] = []): Promise<LocalSite> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    requests,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** How a call fails, as `fault: detail`; fails itself where the call does not, or with another error. */
export async function faultOf(call: Promise<unknown>): Promise<string> {
  const outcome = await call.then(
    () => new Error('the call was answered'),
    (error: unknown) => error,
  );
  if (outcome instanceof PageFaultError) return outcome.message;
  throw outcome;
}
