import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PageFaultError } from '../../domain/errors.ts';
import { isPublicAddress } from './address.ts';

const LOOKUP_TIMEOUT_MS = 2_000;
const LOOKUP_TRIES = 2;

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** One connection to make: to `address` and nowhere else. `host` is the name it stands for. */
export interface DialTarget extends ResolvedAddress {
  port: number;
  host: string;
  /** Ends the attempt; has no power over the socket once it is handed over. */
  signal: AbortSignal;
}

/** What lies outside the process. Tests put their own in its place; it is never a setting. */
export interface OutsideWorld {
  resolve(host: string): Promise<ResolvedAddress[]>;
  /** A connected TCP socket, without TLS. */
  dial(target: DialTarget): Promise<Socket>;
}

/**
 * A and AAAA records from the system's name servers, IPv4 first. Asked directly: `dns.lookup` would read the
 * hosts file and hold one of libuv's two threads for lookups as long as a hostile name server is silent.
 */
export function createResolve(nameServers?: readonly string[]): OutsideWorld['resolve'] {
  return async (host) => {
    // A new one each time, since it reads the system's name servers only when it is made.
    const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: LOOKUP_TRIES });
    if (nameServers) resolver.setServers(nameServers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
  };
}

/** Connects to the address it is given and looks once more where the socket really ended. */
export async function dialAddress({ address, family, port, host, signal }: DialTarget): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({ host: address, family, port, noDelay: true });
  // The one who waits hears of errors from the promise; without a listener they would end the process.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal });
    if (!isPublicAddress(socket.remoteAddress ?? '')) throw new PageFaultError('not_public', host);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
