import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { PageFaultError } from '../../domain/errors.ts';
import { isPublicAddress, type OutsideWorld, type ResolvedAddress } from './address.ts';

/** Lookup, every address and TLS together. */
const CONNECT_TIMEOUT_MS = 10_000;
/** So that one dead address leaves time for the next. */
const DIAL_TIMEOUT_MS = 3_000;
const MAX_ADDRESSES = 4;

/**
 * The `connect` of an undici dispatcher that reaches public addresses only. It resolves once and dials the very
 * address it has checked, so a name that changes its answer (rebinding) has no second lookup to change it for.
 * Errors are `PageFaultError`s. `closing` ends connections that are still being made.
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

interface Target {
  host: string;
  port: number;
  signal: AbortSignal;
}

async function open(world: OutsideWorld, target: Target, isSecure: boolean): Promise<Socket> {
  const addresses = await findAddresses(world, target);
  try {
    const socket = await dialFirst(world, target, addresses);
    socket.on('error', () => {});
    return isSecure ? await secure(socket, target) : socket;
  } catch (error) {
    throw error instanceof PageFaultError ? error : new PageFaultError('unreachable', target.host, error);
  }
}

/** Every address of the host, none of them inside: one bad address among good ones spoils the name. */
async function findAddresses(world: OutsideWorld, { host, signal }: Target): Promise<ResolvedAddress[]> {
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

/** The first address that answers. */
async function dialFirst(
  world: OutsideWorld,
  { signal, ...target }: Target,
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

/** TLS on the dialled socket, for the name and not for the address. */
async function secure(socket: Socket, { host, signal }: Target): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not count here.
    rejectUnauthorized: true,
  });
  secured.on('error', () => {});
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    socket.destroy();
    // Set only where the handshake itself went well and the certificate did not.
    throw secured.authorizationError ? new PageFaultError('certificate', host, error) : error;
  }
}

/** `work`, or the signal's reason as soon as it aborts; what `work` does later is then nobody's concern. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
