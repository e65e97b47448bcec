import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import * as tables from './migrations/0001-tables.ts';
import * as ledger from './migrations/0002-ledger.ts';
import * as release from './migrations/0003-release.ts';
import * as links from './migrations/0004-links.ts';
import * as discord from './migrations/0005-discord.ts';
import * as learning from './migrations/0006-learning.ts';
import * as learningLedger from './migrations/0007-learning-ledger.ts';
import * as dashboard from './migrations/0008-dashboard.ts';
import * as payments from './migrations/0009-payments.ts';
import * as audit from './migrations/0010-audit.ts';
import * as recalledKeys from './migrations/0011-recalled-keys.ts';
import * as settlePlan from './migrations/0012-settle-plan.ts';
import type { Schema } from './schema.ts';

/** In order; a landed migration never changes, a change is a new one. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-tables': tables,
  '0002-ledger': ledger,
  '0003-release': release,
  '0004-links': links,
  '0005-discord': discord,
  '0006-learning': learning,
  '0007-learning-ledger': learningLedger,
  '0008-dashboard': dashboard,
  '0009-payments': payments,
  '0010-audit': audit,
  '0011-recalled-keys': recalledKeys,
  '0012-settle-plan': settlePlan,
};

/** The database was brought up to date by a later version. */
export class NewerSchemaError extends Error {
  constructor() {
    super(
      'The database was used by a later version of Lotse. Start that version, or restore a backup that was made before it.',
    );
  }
}

/** The library has no error of its own for a migration that it does not know. */
function isFromLater(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations: .* is missing$/.test(error.message);
}

/** Whether exactly what this version knows has run; false where it cannot be told at a glance. */
async function isUpToDate(kysely: Kysely<Schema>): Promise<boolean> {
  try {
    const { rows } = await sql<{
      name: string;
    }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(kysely);
    return (
      new Set(rows.map(({ name }) => name)).symmetricDifference(new Set(Object.keys(MIGRATIONS))).size === 0
    );
  } catch {
    return false;
  }
}

/**
 * Brings the schema up to date. Safe with several processes starting at once: Kysely holds an advisory
 * lock, so one migrates and the others wait for it.
 * @returns names of the migrations that ran.
 * @throws NewerSchemaError where a migration ran that this version does not know.
 */
export function migrate(database: Database): Promise<string[]> {
  return database.withoutLimits(async (kysely) => {
    // One statement at nearly every start; the library's own look takes 80 ms.
    if (await isUpToDate(kysely)) return [];
    const { error, results = [] } = await openMigrator(kysely).migrateToLatest();
    if (error) throw isFromLater(error) ? new NewerSchemaError() : error;
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
  });
}

/** Names of migrations that this version knows and the database does not have yet. */
export async function listPendingMigrations(database: Database): Promise<string[]> {
  const migrations = await openMigrator(database.kysely).getMigrations();
  return migrations.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

function openMigrator(kysely: Kysely<Schema>): Migrator {
  return new Migrator({ db: kysely, provider: { getMigrations: async () => MIGRATIONS } });
}
