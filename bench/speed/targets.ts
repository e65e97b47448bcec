import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Peer } from './arguments.ts';
import { findPort, isFree, type Program } from './processes.ts';
import { type Room, type Supply, serviceProgram } from './service.ts';

/** Something that is measured: how it is called and how one start of it is prepared. */
export interface Target {
  /** As `--only` knows it. */
  name: string;
  title: string;
  prepare(stubPort: number): Promise<Launch>;
}

export interface Launch {
  program: Program;
  url: string;
  headers: Record<string, string>;
  /** The PostgreSQL database it uses. */
  database: string | null;
  /** Removes what was prepared. */
  release(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATH = '/v1/chat/completions';
const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer sk-bench' };

export const BARE: Target = forwardTarget(
  'bare',
  'bare node:http + undici',
  new URL('./bare.ts', import.meta.url),
);
export const KOA: Target = forwardTarget('koa', 'Koa + undici', new URL('./koa.ts', import.meta.url));

export function serviceTarget(room: Room, supply: Supply, name: string, title: string): Target {
  return {
    name,
    title,
    prepare: async (stubPort) => {
      const stock = await supply();
      const [port, copy] = [await findPort(), await stock.copy()];
      const program = serviceProgram(room, {
        ...{ PORT: `${port}`, OPENAI_BASE_URL: `http://127.0.0.1:${stubPort}/v1` },
        ...copy.settings,
      });
      return {
        program,
        url: `http://127.0.0.1:${port}/api/v1/chat`,
        headers: { ...HEADERS, authorization: `Bearer ${stock.key}` },
        database: copy.database,
        release: copy.remove,
      };
    },
  };
}

export function peerTarget(peer: Peer, headers: Record<string, string>): Target {
  return {
    name: peer.name.toLowerCase(),
    title: peer.name,
    prepare: async (stubPort) => {
      if (!(await isFree(peer.port))) throw new Error(`port ${peer.port} is in use`);
      const fill = (text: string) => fillPorts(text, stubPort, peer.port);
      const env = Object.fromEntries(
        Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      );
      const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
      return {
        program: { command: peer.command.map(fill), env, cwd: process.cwd() },
        url: `http://127.0.0.1:${peer.port}${peer.path}`,
        headers: { ...HEADERS, ...Object.fromEntries(filled) },
        database: null,
        release: async () => undefined,
      };
    },
  };
}

export function fillPorts(text: string, stub: number, port: number): string {
  return text.replaceAll('{stub}', `${stub}`).replaceAll('{port}', `${port}`);
}

/**
 * Forwards run as plain JavaScript: reading types costs a process 17 MB, which would make what they are compared
 * with look small.
 */
function forwardTarget(name: string, title: string, file: URL): Target {
  return {
    name,
    title,
    prepare: async (stubPort) => {
      const port = await findPort();
      const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
      const command = [process.execPath, '--input-type=module', '--eval', code, `${port}`, `${stubPort}`];
      return {
        program: { command, env: { PATH: process.env.PATH ?? '' }, cwd: ROOT },
        url: `http://127.0.0.1:${port}${PATH}`,
        headers: HEADERS,
        database: null,
        release: async () => undefined,
      };
    },
  };
}
