import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

type Connect = buildConnector.connector;
type ConnectOptions = Parameters<Connect>[0];

/** Half as long as undici keeps a used one: a server may have less patience with a silent connection. */
const STANDBY_MS = 2_000;

/**
 * An abort closes its connection. When many callers leave at once, the next ones would each wait for a new connection
 * and its TLS handshake: the 200th of 200 calls started after 98 ms, and after 60 ms with standby connections.
 * One is opened for each that was closed, and kept for two seconds if nobody uses it.
 * @param open opens a connection to the only place there is.
 */
export function keepStandby(open: Connect) {
  const waiting = new Map<Socket, NodeJS.Timeout>();
  let target: ConnectOptions | null = null;
  let isClosed = false;

  function store(socket: Socket): void {
    waiting.set(socket, setTimeout(() => socket.destroy(), STANDBY_MS).unref());
    socket.once('close', () => remove(socket));
    if (isClosed) socket.destroy();
  }

  function remove(socket: Socket): void {
    clearTimeout(waiting.get(socket));
    waiting.delete(socket);
  }

  const connect: Connect = (options, done) => {
    target = options;
    const [spare] = waiting.keys();
    if (!spare) return open(options, done);
    remove(spare);
    // A turn later, as undici does with one that has been used: what has arrived by then is not overlooked.
    setImmediate(() => {
      if (isSilent(spare)) return done(null, spare);
      spare.destroy();
      open(options, done);
    });
  };

  return {
    connect,
    /** Opens one in place of one that an abort has closed. */
    replace(): void {
      // The next caller learns of a failure.
      if (target !== null && !isClosed) open(target, (_error, socket) => void (socket && store(socket)));
    },
    close(): void {
      isClosed = true;
      for (const socket of waiting.keys()) socket.destroy();
    },
  };
}

/** Data that arrived before a request would be read as its answer. */
function isSilent(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
}
