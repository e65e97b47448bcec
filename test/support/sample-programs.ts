import { execFileSync } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a program in a language is run, and what that needs on the machine. */
interface Interpreter {
  command: string;
  needs: readonly string[];
}

/** Of the languages in which sample programs are written. */
export const INTERPRETERS = {
  curl: { command: 'sh', needs: ['sh', 'curl', 'jq', 'openssl'] },
  node: { command: process.execPath, needs: [process.execPath] },
  python: { command: 'python3', needs: ['python3'] },
  php: { command: 'php', needs: ['php', 'php-curl'] },
} satisfies Record<string, Interpreter>;

export type Language = keyof typeof INTERPRETERS;

/** What of `needs` this machine has not: commands, and the module `php-curl`. */
export function findMissing(needs: readonly string[]): string[] {
  return needs.filter((command) => {
    const look = command === 'php-curl' ? 'php -m | grep -qx curl' : `command -v "${command}"`;
    try {
      execFileSync('sh', ['-c', look], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

/** What to add to the title of tests that this machine skips. */
export function tellMissing(missing: readonly string[]): string {
  return missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : '';
}

/** A service that gives these answers in turn. */
export async function startScripted(answers: ((response: ServerResponse) => void)[]) {
  const messageIds: unknown[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    messageIds.push(request.headers['idempotency-key']);
    request.resume();
    request.once('end', () => left.shift()?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, messageIds, close: () => void server.close() };
}
