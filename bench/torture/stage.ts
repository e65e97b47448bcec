import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openAdapters } from '../../src/adapters/adapters.ts';
import { migrate } from '../../src/adapters/db/migrate.ts';
import { createLog } from '../../src/adapters/log.ts';
import { parseConfig } from '../../src/config.ts';
import { assembleCore } from '../../src/core/assembly.ts';
import type { Core } from '../../src/core/core.ts';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { addServer } from '../../src/core/owners/servers.ts';

export const SERVER_ID = 'torture';

/** The customers' topics; one entry each, so that answers have passages and sources. */
export const TOPICS = [
  'opening hours',
  'server address',
  'refund rules',
  'voice channels',
  'weekly events',
  'mod list',
];

/** A separate database with one premium server, its knowledge and its keys. */
export interface Stage {
  /** The settings of every service process on it. */
  settings: Record<string, string>;
  /** Of the database itself, also where the processes go through a pooler. */
  databaseUrl: string;
  /** Texts that no process may ever write. */
  secrets: string[];
  core: Core;
  keys: string[];
  /** Of the scope `knowledge`. */
  knowledgeKey: string;
}

/** @param settings besides the database; the two kinds of runs differ in them. @param direct past a pooler. */
export async function openStage(options: {
  database: string;
  direct: string | undefined;
  name: string;
  keys: number;
  settings: Record<string, string>;
  cleanup: AsyncDisposableStack;
}): Promise<Stage> {
  const { database, direct, name, cleanup } = options;
  const adminUrl = direct ?? database;
  const addressIn = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await runOn(adminUrl, `CREATE DATABASE ${name}`);
  cleanup.defer(() => runOn(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  const settings = {
    HOST: '127.0.0.1',
    ROLES: 'api,jobs',
    PUBLIC_URL: 'https://support.example',
    DATABASE_URL: addressIn(database),
    ...(direct && { DATABASE_DIRECT_URL: addressIn(direct) }),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ...options.settings,
  };
  const config = parseConfig(settings);
  const log = createLog('warn');
  const adapters = await openAdapters(config, log, 'share');
  cleanup.defer(() => adapters.close());
  await migrate(adapters.database);
  const core = assembleCore({ ...adapters, config, clock: Date.now, log });
  await furnish(core, { id: SERVER_ID, name: 'Torture', plan: 'premium' });
  const made = Array.from({ length: options.keys }, () => createKey(core, { serverId: SERVER_ID }));
  const keys = (await Promise.all(made)).map(({ key }) => key);
  const { key: knowledgeKey } = await createKey(core, { serverId: SERVER_ID, scope: 'knowledge' });
  const secrets = [settings.SESSION_SECRET, ...keys, knowledgeKey];
  return { settings, databaseUrl: addressIn(adminUrl), secrets, core, keys, knowledgeKey };
}

/** A server that may use the API, with one entry a topic. */
export async function furnish(
  core: Core,
  { id, ...server }: { id: string; name: string; plan: 'free' | 'premium' },
): Promise<void> {
  await addServer(core, id, { ...server, members: 100, joined: new Date(0) });
  const entries = TOPICS.map((topic) => ({
    title: topic,
    text: `All about ${topic}: the pinned message names it, and it changes every month.`,
    link: `https://support.example/${encodeURIComponent(topic)}`,
  }));
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  await importKnowledge(core, { serverId: id, text, format: 'jsonl' });
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
