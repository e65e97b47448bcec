import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { findPort, isFree } from '../ports.ts';
import type { Peer } from './arguments.ts';
import { makeKnowledge } from './knowledge.ts';
import type { PostgreSql } from './postgresql.ts';
import type { Program } from './processes.ts';
import { type Checkout, OURS, type Room, type Stock, serviceProgram } from './service.ts';

/** A measured program: its name and how one start of it is prepared. */
export interface Target {
  /** Its name for `--only`. */
  name: string;
  title: string;
  prepare(backendPort: number): Promise<Launch>;
}

export interface Launch {
  program: Program;
  origin: string;
  path: string;
  /** For a question of this ticket. */
  headersOf(ticket: number): Record<string, string>;
  /** The PostgreSQL database it uses. */
  database: string | null;
  /** Removes what was prepared. */
  release(): Promise<void>;
}

const FORWARD = new URL('./forward.ts', import.meta.url);
const LIBRARIES = new URL('./libraries.ts', import.meta.url);
const PATH = '/v1/chat/completions';
const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer sk-bench' };

export const BARE: Target = forwardTarget('bare', 'bare node:http + undici');
export const KOA: Target = forwardTarget('koa', 'Koa + undici');

interface ServiceSetting {
  name: string;
  title: string;
  stock: Stock;
  /** Searches by meaning too. */
  isEmbedding?: boolean;
}

/** Each ticket is asked on a different server, in rotation. */
export function serviceTarget(
  room: Room,
  checkout: Checkout,
  { name, title, stock, isEmbedding = false }: ServiceSetting,
): Target {
  const headers = stock.keys.map((key) => ({ ...HEADERS, authorization: `Bearer ${key}` }));
  return {
    name,
    title,
    prepare: async (backendPort) => {
      const [port, copy] = [await findPort(), await stock.copy()];
      const program = serviceProgram(room, checkout, {
        ...{ PORT: `${port}`, OPENAI_BASE_URL: `http://127.0.0.1:${backendPort}/v1` },
        ...(isEmbedding ? { EMBEDDING_MODEL: 'stub' } : {}),
        ...copy.settings,
      });
      return {
        program,
        ...{ origin: `http://127.0.0.1:${port}`, path: '/api/v1/chat' },
        headersOf: (ticket) => headers[ticket % headers.length] ?? HEADERS,
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
    prepare: async (backendPort) => {
      if (!(await isFree(peer.port))) throw new Error(`port ${peer.port} is in use`);
      const fill = (text: string) => fillPorts(text, backendPort, peer.port);
      const env = Object.fromEntries(
        Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      );
      const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
      const all = { ...HEADERS, ...Object.fromEntries(filled) };
      return {
        program: { command: peer.command.map(fill), env, cwd: process.cwd() },
        ...{ origin: `http://127.0.0.1:${peer.port}`, path: peer.path },
        headersOf: () => all,
        database: null,
        release: async () => undefined,
      };
    },
  };
}

function fillPorts(text: string, stub: number, port: number): string {
  return text.replaceAll('{stub}', `${stub}`).replaceAll('{port}', `${port}`);
}

/** The same visible work by well-kept libraries, on as many servers with as many entries. */
export function librariesTarget(
  room: Room,
  postgreSql: PostgreSql,
  { servers, entries }: { servers: number; entries: number },
): Target {
  const keys = Array.from({ length: servers }, () => `sk-${randomBytes(24).toString('hex')}`);
  const file = join(room.folder, 'libraries.json');
  writeFileSync(file, JSON.stringify({ keys, entries: makeKnowledge(entries) }));
  let starts = 0;
  return {
    name: 'libraries',
    title: 'Koa + MiniSearch + openai + pg',
    prepare: async (backendPort) => {
      const port = await findPort();
      starts += 1;
      const database = `lotse_speed_${process.pid}_libraries_${starts}`;
      room.cleanup.defer(() => postgreSql.drop(database));
      await postgreSql.create(database);
      const env = { DATABASE_URL: postgreSql.urlOf(database), STOCK: file };
      return {
        program: scriptProgram(LIBRARIES, [`${port}`, `${backendPort}`], env),
        ...{ origin: `http://127.0.0.1:${port}`, path: PATH, database },
        headersOf: (ticket) => ({ ...HEADERS, authorization: `Bearer ${keys[ticket % keys.length]}` }),
        release: () => postgreSql.drop(database),
      };
    },
  };
}

function forwardTarget(name: string, title: string): Target {
  return {
    name,
    title,
    prepare: async (backendPort) => {
      const port = await findPort();
      return {
        program: scriptProgram(FORWARD, [name, `${port}`, `${backendPort}`]),
        ...{ origin: `http://127.0.0.1:${port}`, path: PATH },
        headersOf: () => HEADERS,
        database: null,
        release: async () => undefined,
      };
    },
  };
}

/**
 * Scripts run as plain JavaScript: reading types costs a process 17 MB, which would make what they are compared
 * with look small.
 */
function scriptProgram(script: URL, words: string[], env: Record<string, string> = {}): Program {
  const code = stripTypeScriptTypes(readFileSync(script, 'utf8'));
  const command = [process.execPath, '--input-type=module', '--eval', code, ...words];
  return { command, env: { PATH: process.env.PATH ?? '', ...env }, cwd: OURS };
}
