import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { BOMBS, DOCS, VICTIM } from './plan.ts';
import type { Seen, SiteMessage } from './site.ts';

const SITE = fileURLToPath(new URL('./site.ts', import.meta.url));
const PUBLIC = '93.184.216.34';

/** The site in a process of its own, so that its work counts neither as memory nor as blocks of the service. */
export interface Site {
  world: OutsideWorld;
  /** Connections that were asked for to other places than the site, as `host address:port`. */
  strays: string[];
  /** Everything that was asked for since the last report. */
  report(): Promise<Seen[]>;
  /** Changes ten pages. */
  change(): Promise<void>;
  stop(): void;
}

export async function startSite(seed: number): Promise<Site> {
  const child = fork(SITE, [String(seed)], { serialization: 'advanced' });
  const { port, victimPort } = await hear(child);
  const strays: string[] = [];
  const say = async (command: string): Promise<SiteMessage> => {
    child.send(command);
    return hear(child);
  };
  return {
    world: createWorld({ port, victimPort }, strays),
    strays,
    report: async () => (await say('report')).seen,
    change: async () => {
      await say('change');
    },
    stop: () => child.disconnect(),
  };
}

/** The next message of the site. @throws Error when its process ends instead. */
async function hear(child: ChildProcess): Promise<SiteMessage> {
  const heard = new AbortController();
  const ended = once(child, 'exit', { signal: heard.signal }).then(([code]) => {
    throw new Error(`the site ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message;
  } finally {
    heard.abort();
    await ended.catch(() => undefined);
  }
}

/** Names of ours are public and lead to this machine; whoever else is dialled is noted and not there. */
function createWorld(ports: { port: number; victimPort: number }, strays: string[]): OutsideWorld {
  const known = new Map([DOCS, BOMBS].map((origin) => [`${new URL(origin).host}:80`, ports.port]));
  const victim = new URL(VICTIM).host;
  return {
    async resolve(host) {
      const isOurs = known.has(`${host}:80`) || host === victim;
      if (!isOurs) throw new Error(`no such name: ${host}`);
      return [{ address: PUBLIC, family: 4 }];
    },
    async dial({ host, address, port, signal }) {
      const own = known.get(`${host}:${port}`);
      if (own === undefined) strays.push(`${host} ${address}:${port}`);
      if (own === undefined && host !== victim) throw new Error('nobody there');
      return dialHere(own ?? ports.victimPort, signal);
    },
  };
}

async function dialHere(port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => {});
  await once(socket, 'connect', { signal });
  return socket;
}
