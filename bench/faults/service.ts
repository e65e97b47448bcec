import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, type StartedProcess, startProcess } from '../../test/support/process.ts';

/** The service as an operator runs it, in its own process. */
export interface Serving {
  url: string;
  /** null while it runs, then how it ended. */
  end(): string | null;
  /** Lines of the log that no fault of the database excuses. */
  complaints(): string[];
  stop(): Promise<void>;
}

export interface Customer {
  id: string;
  key: string;
}

/** Limits beyond any load here. */
const SETTINGS = {
  SESSION_SECRET: 's'.repeat(32),
  LIMIT_PER_MINUTE: '10000000',
  LIMIT_PER_DAY_PREMIUM: '10000000',
  PREMIUM_WEEKLY_UNITS: '1000000000000',
  LOG_LEVEL: 'error',
};

/** Longer than the service's own grace. */
const PATIENCE_MS = 15_000;

/** Resolves when its API listens, whatever its database does. */
export async function startService(databaseUrl: string): Promise<Serving> {
  const port = await findFreePort();
  const settings = { ...SETTINGS, DATABASE_URL: databaseUrl, PORT: String(port) };
  const service = startProcess('src/main.ts', settings);
  const url = `http://127.0.0.1:${port}`;
  await waitForStatus(`${url}/healthz`, 200, 10_000);
  return {
    url,
    end: () => service.child.signalCode ?? service.child.exitCode?.toString() ?? null,
    complaints: () => findComplaints(service),
    stop: async () => {
      service.child.kill('SIGTERM');
      const patience = setTimeout(() => service.child.kill('SIGKILL'), PATIENCE_MS);
      await service.exited;
      clearTimeout(patience);
    },
  };
}

function findComplaints({ stdout, stderr }: StartedProcess): string[] {
  const isExcused = (line: string) =>
    line.includes('"msg":"request failed"') && line.includes('service_unavailable');
  return `${stdout()}\n${stderr()}`.split('\n').filter((line) => line !== '' && !isExcused(line));
}

/** Adds a server with a key by the command line. */
export async function addCustomer(databaseUrl: string, id: string): Promise<Customer> {
  await runCommand(databaseUrl, ['server', 'add', '--id', id, '--name', 'Test', '--plan', 'premium']);
  return { id, key: (await runCommand(databaseUrl, ['key', 'create', id])).trim() };
}

async function runCommand(databaseUrl: string, words: string[]): Promise<string> {
  const command = startProcess('src/cli.ts', { ...SETTINGS, DATABASE_URL: databaseUrl }, words);
  if ((await command.exited) !== 0) throw new Error(`${words.join(' ')}: ${command.stderr()}`);
  return command.stdout();
}

export async function readStatus(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}

/** @returns how long it took, in milliseconds. @throws when it takes longer than `limitMs`. */
export async function waitForStatus(url: string, status: number, limitMs: number): Promise<number> {
  const startedAt = performance.now();
  while ((await readStatus(url)) !== status) {
    if (performance.now() - startedAt > limitMs) throw new Error(`${url} did not become ${status}`);
    await delay(20);
  }
  return performance.now() - startedAt;
}
