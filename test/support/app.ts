import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { Log } from '../../src/adapters/log.ts';
import type { OutsideWorld } from '../../src/adapters/outbound/outbound.ts';
import { parseConfig } from '../../src/config.ts';
import type { Core } from '../../src/core/core.ts';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { addServer, type ServerChange } from '../../src/core/owners/servers.ts';
import { type Service, startService } from '../../src/service.ts';
import type { TestDatabase } from './database.ts';
import { borrowDatabase } from './shared-databases.ts';

/** Wednesday noon UTC: far from midnight and from Monday. */
export const NOON = Date.parse('2026-03-18T12:00:00Z');

/** For apps that no test stops. */
export const UNABORTED = new AbortController().signal;
/** Leaves a server that is not joined again in the meantime. */
export const FOR_GOOD = { isLeft: () => true, signal: UNABORTED };

/** The content of a log line, for tests that check it. */
export interface LoggedLine {
  level: string;
  fields: Record<string, unknown>;
  message: string;
}

export interface TestApp {
  core: Core;
  url: string;
  logged: LoggedLine[];
  /** The app's time in milliseconds; tests move it. */
  clock: { now: number };
  /** A premium server unless told otherwise, with a key; ids are new each time. */
  addServer(
    change?: Partial<ServerChange> & { id?: string },
  ): Promise<{ id: string; key: string; keyId: string }>;
  addKnowledge(serverId: string, entries: object[]): Promise<void>;
  chat(
    key: string,
    body: unknown,
    init?: { headers?: Record<string, string>; signal?: AbortSignal; query?: string },
  ): Promise<ApiAnswer>;
  status(key: string): Promise<ApiAnswer>;
  stop(): Promise<void>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  body: any;
}

const GIVEN_DATABASE: TestDatabase = {
  ownership: 'own',
  settings: { SESSION_SECRET: 's'.repeat(32) },
  directUrl: '',
  remove: async () => undefined,
};

/**
 * The whole service over a real socket, on its own empty database unless `DATABASE_URL` is given.
 * @param settings as in the environment.
 * @param world what the crawler sees as the network.
 * @param burstMs how long the bot waits for more of a message; the real two seconds only where they matter.
 */
export async function startApp(
  settings: Record<string, string> = {},
  world: Partial<OutsideWorld> = {},
  burstMs = 20,
): Promise<TestApp> {
  const database = settings.DATABASE_URL ? GIVEN_DATABASE : await borrowDatabase();
  const clock = { now: NOON };
  const logged: LoggedLine[] = [];
  const config = parseConfig({ PORT: '0', ROLES: 'api', ...database.settings, ...settings });
  let service: Service;
  try {
    const { ownership } = database;
    service = await startService({
      ...{ config, log: recordLog(logged), clock: () => clock.now, world, burstMs, ownership },
    });
    await service.ready;
  } catch (error) {
    await database.remove();
    throw error;
  }
  const { core, url } = service;
  return {
    core,
    url,
    logged,
    clock,
    addServer: (change) => addTestServer(core, change),
    addKnowledge: async (serverId, entries) => {
      const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
      const result = await importKnowledge(core, { serverId, text, format: 'jsonl', isStrict: true });
      if (result.rejected.length > 0) throw new Error(JSON.stringify(result.rejected));
    },
    ...speakTo(url),
    stop: async () => {
      await service.stop();
      await database.remove();
    },
  };
}

/** The API at `url` as a caller uses it. */
export function speakTo(url: string): Pick<TestApp, 'chat' | 'status'> {
  return {
    chat: (key, body, init = {}) =>
      send(`${url}/api/v1/chat${init.query ?? ''}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...init.headers },
        signal: init.signal ?? null,
      }),
    status: (key) => send(`${url}/api/v1/status`, { headers: { Authorization: `Bearer ${key}` } }),
  };
}

/** A premium server that is there for a month, unless told otherwise, with a key; ids are new each time. */
export async function addTestServer(
  core: Core,
  { id = `server-${randomUUID()}`, ...change }: Partial<ServerChange> & { id?: string } = {},
) {
  await addServer(core, id, {
    name: 'Test',
    plan: 'premium',
    members: 100,
    joined: new Date(core.clock() - 30 * 86_400_000),
    // Most tests ask one question again and again, and mean a new answer each time.
    repeats: false,
    ...change,
  });
  const { key, id: keyId } = await createKey(core, { serverId: id });
  return { id, key, keyId };
}

/** @returns status, headers and the parsed JSON body (its text if it is not JSON). */
async function send(url: string, init: RequestInit): Promise<ApiAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Everything logged, as text: JSON would leave out messages, stacks and causes of errors. */
export function showLog({ logged }: Pick<TestApp, 'logged'>): string {
  const all = { depth: null, maxStringLength: null, maxArrayLength: null, breakLength: Infinity };
  return inspect(logged, { ...all, showHidden: true });
}

/** One customer message, the start of most tickets. */
export function ask(content: string) {
  return { messages: [{ role: 'user', content }] };
}

function recordLog(lines: LoggedLine[]): Log {
  const write = (level: string) => (fields: unknown, message?: string) => {
    lines.push({ level, fields: fields as Record<string, unknown>, message: message ?? '' });
  };
  const levels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
  return Object.fromEntries(levels.map((level) => [level, write(level)])) as unknown as Log;
}
