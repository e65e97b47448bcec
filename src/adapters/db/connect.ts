import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../log.ts';
import { openEmbedded } from './embedded.ts';
import { isConflict, isLostConnection, toDatabaseError } from './faults.ts';
import { embeddedTarget, shareEmbedded } from './joining.ts';
import type { Schema } from './schema.ts';

/** A connection with a password takes several round trips: enough up to 300 ms each way. */
const CONNECT_TIMEOUT_MS = 2_000;
/** A slower statement is given up, so the caller gets 503 in under 5 s. */
const STATEMENT_TIMEOUT_MS = 2_500;
/** A silent connection without limits (a migration) is noticed in minutes, not after two hours. */
const KEEP_ALIVE_MS = 10_000;
/** Beside a first start or an import of another command; no request waits for it. */
const COMMAND_CONNECT_TIMEOUT_MS = 60_000;
const POOL_SIZE = 10;
/** A page has some ten statements, which wait here instead of holding up the standby. */
const STANDBY_POOL_SIZE = 4;
/** The embedded engine runs one statement at a time; more connections only cost memory. */
const EMBEDDED_POOL_SIZE = 4;
const RETRIES_ON_CONFLICT = 3;

/** The client gives up, and the server stops its statement. */
const LIMITS = { query_timeout: STATEMENT_TIMEOUT_MS, statement_timeout: STATEMENT_TIMEOUT_MS };
/** Poolers refuse the server's limit from a client, see readiness.ts. */
const POOLED_LIMITS = { query_timeout: STATEMENT_TIMEOUT_MS };

/** Leaves with the reply to the statement before it, so a process that is killed right after that has still sent it. */
export interface FollowingStatement {
  name: string;
  text: string;
  values: unknown[];
  /** Its effect is unknown. */
  onLost(): void;
}

export interface Database {
  kysely: Kysely<Schema>;
  /** Past the pooler, for an export's snapshot, which holds a connection for minutes. */
  direct: Kysely<Schema>;
  /**
   * One statement of the hot path, prepared under `name` where connections are sessions. Conflicts are tried again up
   * to three times; after a broken connection only `repeatable` statements are. `followedBy` is sent on the same
   * connection before the rows are returned, and is not waited for.
   * @throws AppError('service_unavailable') when the database cannot be reached or is busy.
   */
  query<Row extends pg.QueryResultRow>(
    name: string | null,
    text: string,
    values: unknown[],
    options?: { repeatable?: boolean; followedBy?: FollowingStatement },
  ): Promise<Row[]>;
  /** A connection without time limits, past the pooler, for migrations. */
  withoutLimits<Result>(run: (kysely: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  isEmbedded: boolean;
  /** No statement finds what the one before it left in its session. */
  isPooled: boolean;
  /** Callers `waiting` have no connection yet. */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Integers stay numbers (units are far below 2^53), dates stay `YYYY-MM-DD`. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * `own`: refuse when another process serves the embedded database; `share`: use its socket, which may come later;
 * `command`: the same, with patience for others who hold it up.
 */
export type Ownership = 'own' | 'share' | 'command';

/**
 * Opens PostgreSQL when `DATABASE_URL` is set, else the embedded database. With `DATABASE_DIRECT_URL`, the former is
 * the address of a pooler.
 * @param ownership of the embedded database, see there.
 */
export async function connectDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
  log: Log,
  ownership: Ownership = 'own',
): Promise<Database> {
  if (config.DATABASE_URL) {
    const { DATABASE_URL: connectionString, DATABASE_DIRECT_URL: directUrl } = config;
    return createDatabase({ connectionString }, { log, isEmbedded: false, directUrl });
  }
  const { close: afterClose } = await (ownership === 'own' ? openEmbedded : shareEmbedded)(config.DATA_DIR);
  const target = {
    ...embeddedTarget(config.DATA_DIR),
    ...(ownership === 'command' && { connectionTimeoutMillis: COMMAND_CONNECT_TIMEOUT_MS }),
  };
  return createDatabase(target, { log, isEmbedded: true, afterClose });
}

/** Null without `DATABASE_READ_URL`. The standby need not answer yet. */
export function openStandby(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_READ_URL'>,
  log: Log,
): Database | null {
  if (!config.DATABASE_URL || !config.DATABASE_READ_URL) return null;
  const target = { connectionString: config.DATABASE_READ_URL };
  return createDatabase(target, { log, isEmbedded: false, poolSize: STANDBY_POOL_SIZE });
}

interface DatabaseOptions {
  log: Log;
  isEmbedded: boolean;
  poolSize?: number;
  directUrl?: string | undefined;
  afterClose?: () => Promise<void>;
}

function createDatabase(target: pg.PoolConfig, options: DatabaseOptions): Database {
  const { isEmbedded, directUrl, log, poolSize = isEmbedded ? EMBEDDED_POOL_SIZE : POOL_SIZE } = options;
  const isPooled = directUrl !== undefined;
  const limits = isPooled ? POOLED_LIMITS : LIMITS;
  const pool = openPool({ ...target, ...(isEmbedded ? {} : limits), max: poolSize }, log);
  const directPool = isPooled
    ? openPool({ connectionString: directUrl, ...LIMITS, max: poolSize }, log)
    : null;
  const kysely = createKysely(pool);
  return {
    kysely,
    direct: directPool ? createKysely(directPool) : kysely,
    ...{ isEmbedded, isPooled },
    query: (name, text, values, { repeatable = false, followedBy } = {}) => {
      const isPrepared = !isEmbedded && !isPooled;
      const configOf = (named: string | null, rest: { text: string; values: unknown[] }) =>
        named !== null && isPrepared ? { name: named, ...rest } : rest;
      const query = configOf(name, { text, values });
      const run = followedBy
        ? () => queryBefore(pool, query, configOf(followedBy.name, followedBy), followedBy.onLost)
        : () => pool.query(query);
      return queryWithRetry(run, repeatable);
    },
    withoutLimits: async (run) => {
      const unlimited = openPool({ ...unlimitedTarget(target, options), max: 2 }, log);
      return run(createKysely(unlimited)).finally(() => unlimited.end());
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([pool.end(), directPool?.end()]);
      await options.afterClose?.();
    },
  };
}

function unlimitedTarget(target: pg.PoolConfig, { isEmbedded, directUrl }: DatabaseOptions): pg.PoolConfig {
  // The embedded engine accepts a connection once the transaction before it has ended.
  if (isEmbedded) return { ...target, connectionTimeoutMillis: 0 };
  // A role or database may limit statements, which would hold here too.
  return directUrl ? { connectionString: directUrl, options: '-c statement_timeout=0' } : target;
}

function createKysely(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: speakProductErrors(pool) }) });
}

/** Idle and checked-out connections both need a listener: without one, a stopped database ends the process. */
function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...config,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  const onLost = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function queryWithRetry<Row extends pg.QueryResultRow>(
  run: () => Promise<pg.QueryResult<Row>>,
  repeatable: boolean,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await guard(run)).rows;
    } catch (error) {
      const mayRepeat = isConflict(error)
        ? attempt <= RETRIES_ON_CONFLICT
        : repeatable && attempt === 1 && isLostConnection(error);
      if (!mayRepeat) throw error;
    }
  }
}

/** Releases the connection once the following statement was answered too. */
async function queryBefore<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  following: pg.QueryConfig,
  onLost: () => void,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  try {
    const result = await client.query<Row>(query);
    void client.query(following).then(
      () => client.release(),
      (error: Error) => {
        client.release(error);
        onLost();
      },
    );
    return result;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

function speakProductErrors(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await guard(() => pool.connect());
      let isBroken = false;
      const query = async (text: string, values?: readonly unknown[]) => {
        try {
          return await guard(() => client.query(text, values ? [...values] : undefined));
        } catch (error) {
          isBroken ||= error instanceof AppError;
          throw error;
        }
      };
      // The reply to a given-up query may still arrive, so its connection is not reused.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(isBroken),
      };
    },
    // The pool is also used beside Kysely, so its opener ends it.
    end: async () => undefined,
    options: pool.options,
  };
}

async function guard<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw toDatabaseError(error);
  }
}
