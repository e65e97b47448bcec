import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

type Connect = buildConnector.connector;
type Target = Parameters<Connect>[0];

/** Half as long as undici keeps one that has been used: whoever listens may have less patience with a silent one. */
const STANDBY_MS = 2_000;

/**
 * An abort closes its connection. When many who asked leave at once, those who come next would each wait for a new
 * one, and for its TLS handshake: the 200th of 200 was asked for 98 ms after they came, and 60 ms with standby.
 * One is opened for each that was closed, and kept for two seconds where nobody uses it.
 * @param open opens a connection to the only place there is.
 */
export function keepStandby(open: Connect) {
  const waiting = new Map<Socket, NodeJS.Timeout>();
  let target: Target | null = null;
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
      // A failure is told to whoever asks next.
      if (target !== null && !isClosed) open(target, (_error, socket) => void (socket && store(socket)));
    },
    close(): void {
      isClosed = true;
      for (const socket of waiting.keys()) socket.destroy();
    },
  };
}

/** What came before a request would be read as its answer. */
function isSilent(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
}
