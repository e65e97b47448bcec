import pg from 'pg';
import { readCpuMs, readProgram } from './proc.ts';

/** The PostgreSQL server on which a run makes its databases. */
export interface PostgreSql {
  version: string;
  /** The address of a database of this run. */
  urlOf(name: string): string;
  /** @param template a database that nobody is connected to; its content is copied. */
  create(name: string, template?: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** Runs something on a connection to this database. */
  visit<Result>(name: string, run: (client: pg.Client) => Promise<Result>): Promise<Result>;
  /** CPU milliseconds of the processes that serve the database; null: they cannot be seen from here. */
  readCpu(name: string): Promise<Map<number, number> | null>;
  close(): Promise<void>;
}

/** Its connections and the shared writers; the server's other databases are not counted. */
const FIND_PROCESSES = `SELECT pid FROM pg_stat_activity WHERE datname = $1
  OR backend_type IN ('walwriter', 'checkpointer', 'background writer')`;

/** @param url of a user that may create databases. */
export async function openPostgreSql(url: string): Promise<PostgreSql> {
  const client = await connect(url);
  // The next statement reports a lost connection.
  client.on('error', () => undefined);
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    version: rows[0]?.server_version.split(' ')[0] ?? 'unknown',
    urlOf,
    create: async (name, template = 'template1') => {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    },
    drop: async (name) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    visit: async (name, run) => {
      const inside = await connect(urlOf(name));
      return run(inside).finally(() => inside.end());
    },
    readCpu: async (name) => {
      const found = await client.query<{ pid: number }>(FIND_PROCESSES, [name]);
      const pids = found.rows.map(({ pid }) => pid);
      // On another machine these process ids belong to other programs, or to none.
      if (pids.length === 0 || !pids.every((pid) => readProgram(pid)?.startsWith('postgres'))) return null;
      return readCpuMs(pids);
    },
    close: () => client.end(),
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The usage between two readings, in milliseconds; a process that ended in between is left out. */
export function cpuBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
