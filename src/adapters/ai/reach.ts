import { once } from 'node:events';
import { connect } from 'node:net';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** Why nothing listens at a backend's address, as a code such as `ECONNREFUSED`; null where something does. Costs no tokens. */
export async function findReachFault(url: string, timeoutMs: number): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 80) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
    return null;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    return name === 'AbortError' ? `no answer within ${timeoutMs / 1000} s` : (code ?? name);
  } finally {
    socket.destroy();
  }
}
