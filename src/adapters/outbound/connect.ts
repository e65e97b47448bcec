import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { BlockList, connect, isIP, isIPv4, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { PageFaultError } from '../../domain/errors.ts';

const SCHEMES = ['http:', 'https:'];
/** An empty port is the scheme's own, 80 or 443. */
const PORTS = ['', '80', '443', '8080', '8443'];
const INNER_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** IANA IPv4 Special-Purpose Address Registry and multicast, as of 2025. */
const SPECIAL_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`;
/** In no registry: the host's control service on virtual machines of Azure. */
const AZURE_HOST = '168.63.129.16/32';
const RESERVED_V4 = listRanges('ipv4', [...SPECIAL_V4.split(/\s+/), AZURE_HOST]);

/** The part of IPv6 given out for the internet (RFC 4291); the rest is refused, with mapped addresses. */
const UNICAST_V6 = listRanges('ipv6', ['2000::/3']);
/** Protocol assignments with Teredo, documentation, 6to4, documentation again (RFC 9637). */
const RESERVED_V6 = listRanges('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function listRanges(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** False for texts that are no address, and for those with a zone. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !RESERVED_V4.check(address, 'ipv4');
  if (isIP(address) === 0 || address.includes('%')) return false;
  return UNICAST_V6.check(address, 'ipv6') && !RESERVED_V6.check(address, 'ipv6');
}

/**
 * Folds the host's last dot away. The connector checks the resolved addresses.
 * @throws PageFaultError `invalid_address` (scheme, credentials, port, no URL) or `not_public`
 */
export function parsePublicUrl(text: string): URL {
  // No cause: the error of `new URL` carries the text, which may hold a password.
  if (!URL.canParse(text)) throw new PageFaultError('invalid_address', 'not a complete web address');
  const url = new URL(text);
  if (!SCHEMES.includes(url.protocol)) throw new PageFaultError('invalid_address', 'only http and https');
  if (url.username !== '' || url.password !== '') {
    throw new PageFaultError('invalid_address', 'no user name or password');
  }
  if (!PORTS.includes(url.port)) {
    throw new PageFaultError('invalid_address', 'only the ports 80, 443, 8080 and 8443');
  }
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  assertPublicHost(hostOf(url));
  return url;
}

/** The host as resolvers and sockets take it: an IPv6 literal without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function assertPublicHost(host: string): void {
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw new PageFaultError('not_public', host);
    return;
  }
  const labels = host.split('.');
  if (labels.includes('')) throw new PageFaultError('invalid_address', 'a host name with an empty part');
  // A name without a dot is one of the own network.
  if (labels.length === 1 || INNER_NAME.test(host)) throw new PageFaultError('not_public', host);
}

const LOOKUP_TIMEOUT_MS = 2_000;
const LOOKUP_TRIES = 2;

interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

interface HostTarget {
  host: string;
  port: number;
  /** Ends the attempt; has no power over a connected socket. */
  signal: AbortSignal;
}

/** `host` is the name that the address stands for. */
type DialTarget = HostTarget & ResolvedAddress;

/** Tests replace it; it is never a setting. */
export interface OutsideWorld {
  resolve(host: string): Promise<ResolvedAddress[]>;
  /** A connected TCP socket, without TLS. */
  dial(target: DialTarget): Promise<Socket>;
}

/**
 * A and AAAA records, IPv4 first. `dns.lookup` would read the hosts file and block one of libuv's two threads while a
 * hostile name server is silent.
 */
export function createResolve(nameServers?: readonly string[]): OutsideWorld['resolve'] {
  return async (host) => {
    // A new resolver reads the system's name servers.
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

/** Checks once more where the socket really ended. */
export async function dialAddress({ address, family, port, host, signal }: DialTarget): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({ host: address, family, port, noDelay: true });
  // The promise reports errors; without a listener they would end the process.
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

/** Lookup, every address and TLS together. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Leaves time for the next address. */
const DIAL_TIMEOUT_MS = 3_000;
const MAX_ADDRESSES = 4;

/**
 * An undici `connect` that reaches public addresses only. It resolves once and dials the checked address, so rebinding
 * has no second lookup to change. Errors are `PageFaultError`s.
 * @param closing ends connections being made.
 */
export function createConnector(world: OutsideWorld, closing: AbortSignal): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const isSecure = protocol === 'https:';
    const signal = AbortSignal.any([closing, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
    const target = { host: hostname, port: Number(port || (isSecure ? 443 : 80)), signal };
    void open(world, target, isSecure).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function open(world: OutsideWorld, target: HostTarget, isSecure: boolean): Promise<Socket> {
  const addresses = await findAddresses(world, target);
  try {
    const socket = await dialFirst(world, target, addresses);
    socket.on('error', () => {});
    return isSecure ? await secure(socket, target) : socket;
  } catch (error) {
    throw error instanceof PageFaultError ? error : new PageFaultError('unreachable', target.host, error);
  }
}

/** One inner address among good ones spoils the name. */
async function findAddresses(world: OutsideWorld, { host, signal }: HostTarget): Promise<ResolvedAddress[]> {
  const family = isIP(host);
  const addresses =
    family === 0
      ? await untilAborted(world.resolve(host), signal).catch((cause: unknown) => {
          throw new PageFaultError('unresolved', host, cause);
        })
      : [{ address: host, family: family === 4 ? (4 as const) : (6 as const) }];
  if (addresses.length === 0) throw new PageFaultError('unresolved', host);
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new PageFaultError('not_public', host);
  return addresses.slice(0, MAX_ADDRESSES);
}

async function dialFirst(
  world: OutsideWorld,
  { signal, ...target }: HostTarget,
  addresses: readonly ResolvedAddress[],
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(DIAL_TIMEOUT_MS)]);
    try {
      return await world.dial({ ...address, ...target, signal: attempt });
    } catch (error) {
      failure = error;
    }
    signal.throwIfAborted();
  }
  throw failure;
}

/** For the name, not for the address. */
async function secure(socket: Socket, { host, signal }: HostTarget): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // NODE_TLS_REJECT_UNAUTHORIZED=0 does not count here.
    rejectUnauthorized: true,
  });
  secured.on('error', () => {});
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    socket.destroy();
    // Set only where the handshake went well and the certificate did not.
    throw secured.authorizationError ? new PageFaultError('certificate', host, error) : error;
  }
}

/** Rejects with the signal's reason as soon as it aborts; later results of `work` are dropped. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
