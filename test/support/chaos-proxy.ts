import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

type Fault = 'cut' | 'black-hole';

/** Stands between two programs on this machine and breaks on command; until then every byte passes. */
export interface ChaosProxy {
  readonly port: number;
  /** Every byte takes this much longer, in each direction, in milliseconds. */
  slow(delayMs: number): void;
  /** Resets all connections and refuses new ones until `heal`. */
  cut(): void;
  /** Nothing passes and nothing is closed until `heal`; new connections are accepted and never answered. */
  blackHole(): void;
  /**
   * The fault begins by itself at the next bytes of a client that hold `text`: with the `statement`, which does
   * not arrive (in a black hole: not before `heal`), or with its `reply`, so that it was carried out.
   * @returns resolves when it has begun.
   */
  breakAt(text: string, moment: 'statement' | 'reply', fault: Fault): Promise<void>;
  /** Everything passes; bytes held by a black hole arrive late, as TCP would resend them. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

interface Trap {
  text: string;
  isForReply: boolean;
  spring(): void;
}

/** One direction of one connection: bytes in their order, each with the time at which it may pass. */
interface Lane {
  /** null is the end. */
  push(bytes: Buffer | null): void;
  flush(): void;
}

interface Weather {
  delayMs: number;
  isBlackHole: boolean;
  trap: Trap | null;
  lanes: Set<Lane>;
}

/** @param target of the connections. */
export async function startChaosProxy(target: { host: string; port: number }): Promise<ChaosProxy> {
  const weather: Weather = { delayMs: 0, isBlackHole: false, trap: null, lanes: new Set() };
  const sockets = new Set<Socket>();
  /** Clients that came into a black hole. */
  let stranded: Socket[] = [];

  function adopt(socket: Socket): Socket {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  }
  function lead(client: Socket): void {
    join(client, adopt(connect({ ...target, allowHalfOpen: true })), weather);
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    adopt(client);
    if (weather.isBlackHole) stranded.push(client);
    else lead(client);
  });
  const port = await listenSomewhere(server);

  const begin: Record<Fault, () => void> = {
    cut: () => {
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      weather.lanes.clear();
      stranded = [];
    },
    'black-hole': () => {
      weather.isBlackHole = true;
    },
  };

  return {
    port,
    slow: (delayMs) => {
      weather.delayMs = delayMs;
    },
    cut: begin.cut,
    blackHole: begin['black-hole'],
    breakAt: (text, moment, fault) =>
      new Promise((begun) => {
        const spring = () => {
          begin[fault]();
          begun();
        };
        weather.trap = { text, isForReply: moment === 'reply', spring };
      }),
    heal: async () => {
      Object.assign(weather, { delayMs: 0, isBlackHole: false, trap: null });
      for (const lane of weather.lanes) lane.flush();
      stranded.splice(0).forEach(lead);
      if (!server.listening) await listen(server, port);
    },
    close: async () => {
      const closed = server.listening ? once(server, 'close') : null;
      begin.cut();
      await closed;
    },
  };
}

function join(client: Socket, server: Socket, weather: Weather): void {
  const [up, down] = [createLane(server, weather), createLane(client, weather)];
  let sprung: Trap | null = null;
  client.on('data', (bytes) => {
    const { trap } = weather;
    if (trap?.text && bytes.includes(trap.text)) {
      weather.trap = null;
      if (trap.isForReply) sprung = trap;
      else trap.spring();
    }
    up.push(bytes);
  });
  server.on('data', (bytes) => {
    sprung?.spring();
    sprung = null;
    down.push(bytes);
  });
  // A client that was reset says no 'end', only 'close'.
  for (const [socket, lane] of [
    [client, up],
    [server, down],
  ] as const) {
    socket.once('end', () => lane.push(null));
    socket.once('close', () => lane.push(null));
  }
}

function createLane(to: Socket, weather: Weather): Lane {
  const parcels: { bytes: Buffer | null; dueAt: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const lane: Lane = {
    push: (bytes) => {
      parcels.push({ bytes, dueAt: performance.now() + weather.delayMs });
      lane.flush();
    },
    flush: () => {
      clearTimeout(timer);
      if (weather.isBlackHole) return;
      for (let next = parcels[0]; next; next = parcels[0]) {
        const wait = next.dueAt - performance.now();
        if (wait > 0) {
          timer = setTimeout(lane.flush, wait);
          return;
        }
        parcels.shift();
        if (next.bytes === null) to.end();
        else to.write(next.bytes);
      }
    },
  };
  weather.lanes.add(lane);
  to.once('close', () => {
    clearTimeout(timer);
    weather.lanes.delete(lane);
  });
  return lane;
}

/** Below the range that the system lends to outgoing connections, so that nobody takes the port during a cut. */
async function listenSomewhere(server: Server): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(20_000, 32_000);
    try {
      await listen(server, port);
      return port;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
