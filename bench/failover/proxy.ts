import { startBalancer } from '../../test/support/balancer.ts';
import type { Cluster } from '../../test/support/cluster.ts';

/** What a session begins with and one statement, as the protocol has them; then the session is ended. */
const START = `00030000${hexOf('user\0postgres\0database\0postgres\0\0')}`;
const ASK = hexOf('SELECT pg_is_in_recovery()\0');
const END = '5800000004';
const READY = '5a0000000549';
/** One row with the one value `f`. */
const IS_PRIMARY = `440000000b000100000001${hexOf('f')}`;

/** Asks every server whether it takes writes; one that is no longer the primary keeps no connection. */
const configure = (port: number, servers: readonly string[]): string => `
defaults
  mode tcp
  retries 1
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 3s
listen postgresql
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${withLength(START)}
  tcp-check expect binary ${READY}
  tcp-check send-binary 51${withLength(ASK)}${END}
  tcp-check expect binary ${IS_PRIMARY}
  default-server check inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
${servers.map((server, index) => `  server s${index} 127.0.0.1:${server}`).join('\n')}
`;

/** HAProxy on one address that is always the primary's. */
export async function startProxy(
  clusters: readonly Cluster[],
  cleanup: AsyncDisposableStack,
): Promise<{ port: number }> {
  const servers = clusters.map(({ url }) => new URL(url).port);
  const proxy = await startBalancer((port) => configure(port, servers));
  cleanup.defer(() => proxy.stop());
  return proxy;
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** The length counts itself. */
function withLength(hex: string): string {
  return (hex.length / 2 + 4).toString(16).padStart(8, '0') + hex;
}
