import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A program of the project as an operator starts it: its own process, only the settings given. */
export interface StartedProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with all output once stdout contains `text`; rejects if the process ends before. */
  saw(text: string | RegExp): Promise<string>;
  exited: Promise<number | null>;
  /** SIGTERM, and SIGKILL to what hangs; @returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
}

/** Far longer than the service's grace for requests in flight. */
const STOP_MS = 60_000;

/** How narrow the process's world is. */
export interface Confines {
  /** Options of node itself, before the script. */
  node?: string[];
  /** Files and sockets it may have open. */
  files?: number;
}

/** @param script from the root of the project, or absolute. @param settings its whole environment but PATH and HOME. */
export function startProcess(
  script: string,
  settings: Record<string, string>,
  args: string[] = [],
  { node = [], files }: Confines = {},
): StartedProcess {
  const environment = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...settings };
  const command = [process.execPath, ...node, resolve(ROOT, script), ...args];
  // The shell sets the limit and becomes the program, so signals reach it.
  const confined =
    files === undefined ? command : ['sh', '-c', `ulimit -n ${files} && exec "$@"`, 'sh', ...command];
  // Another folder as working directory, so that no .env of a developer is read.
  return startCommand(confined, { env: environment, cwd: tmpdir() });
}

/** Any program, without a shell. @param surroundings.isApart a separate group without stdin, whose stdout is discarded. */
export function startCommand(
  [program = '', ...args]: readonly string[],
  { env, cwd, isApart = false }: { env: Record<string, string>; cwd: string; isApart?: boolean },
): StartedProcess {
  const inAndOut = isApart ? 'ignore' : 'pipe';
  const child: ChildProcess = spawn(program, args, {
    ...{ env, cwd, detached: isApart },
    stdio: [inAndOut, inAndOut, 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    child.emit('progress');
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  child.once('error', (error) => {
    err += error.message;
  });
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return {
    child,
    stdout: () => out,
    stderr: () => err,
    exited,
    stop: () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      return exited.finally(() => clearTimeout(patience));
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    saw: (text) =>
      new Promise((done, fail) => {
        const look = () => {
          if (typeof text === 'string' ? out.includes(text) : text.test(out)) done(out);
        };
        child.on('progress', look);
        void exited.then((code) => fail(new Error(`ended with ${code} before "${text}": ${out}${err}`)));
        look();
      }),
  };
}

/** The service as a process that has said where it listens, on a port that the system chose. */
export interface ServingProcess extends StartedProcess {
  url: string;
}

export async function startServing(
  settings: Record<string, string>,
  confines: Confines = {},
): Promise<ServingProcess> {
  const service = startProcess('src/main.ts', { ...settings, PORT: '0' }, [], confines);
  const output = await service.saw('"msg":"listening on');
  return { ...service, url: /"url":"([^"]+)"/.exec(output)?.[1] ?? '' };
}

/** `npm start` in the folder of the project, as README.md says. */
export function startByNpm(settings: Record<string, string>): StartedProcess {
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...settings, PORT: '0' };
  return startCommand(['npm', 'start'], { env, cwd: ROOT });
}

/** A port that was free a moment ago, for programs that need one. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'lotse-'));
}
