import { listMigrations, type Migrations, SchemaError } from '../../../adapters/db/migrate.ts';
import { findPoolerFault, readLag, readReadiness } from '../../../adapters/db/readiness.ts';
import type { Discord } from '../../../adapters/discord.ts';
import { PaymentFault } from '../../../adapters/payments/payments.ts';
import { type CommandDefinition, compareDefinitions } from '../../../domain/command-definitions.ts';
import type { Core } from '../../core.ts';
import { needsMessageContent } from '../../members/arrivals.ts';
import { DATABASE_FAULTS } from '../health.ts';
import { checkBackend, explain, limitOf } from './backend.ts';

/** `message` never holds a secret. */
export interface DoctorCheck {
  check: 'settings' | 'database' | 'standby' | 'discord' | 'ai' | 'embeddings' | 'payments';
  status: 'ok' | 'warn' | 'fail';
  message: string;
}

/** Null: not configured. */
type CheckResult = Omit<DoctorCheck, 'check'>;

/** As `server_version_num`. */
const OLDEST_POSTGRES = 150_000;

/** The first setting does nothing without the second. */
const PAIRS = [
  ['DATABASE_READ_URL', 'DATABASE_URL'],
  ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  ['DISCORD_CLIENT_SECRET', 'DISCORD_CLIENT_ID'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL'],
] as const;

/** Looks at every part and changes nothing. Never throws. @param commands that the chat platform should have. */
export async function diagnose(core: Core, commands?: readonly CommandDefinition[]): Promise<DoctorCheck[]> {
  const looks: [DoctorCheck['check'], CheckResult | Promise<CheckResult | null>][] = [
    ['settings', checkSettings(core)],
    ['database', checkDatabase(core)],
    ['standby', checkStandby(core)],
    ['discord', checkDiscord(core, commands)],
    ['ai', checkAi(core)],
    ['embeddings', checkEmbeddings(core)],
    ['payments', checkPayments(core)],
  ];
  const checks = await Promise.all(looks.map(async ([check, look]) => ({ check, found: await look })));
  return checks.flatMap(({ check, found }) => (found ? [{ check, ...found }] : []));
}

function checkSettings(core: Core): CheckResult {
  const lonely = PAIRS.filter(([name, partner]) => core.config[name] && !core.config[partner]);
  const hints = lonely.map(([name, partner]) => `${name} does nothing without ${partner}`);
  if (core.config.EMBEDDING_MODEL && !core.embedder)
    hints.push('EMBEDDING_MODEL does nothing without EMBEDDING_BASE_URL or OPENAI_BASE_URL');
  if (hints.length === 0) return { status: 'ok', message: 'all valid' };
  return { status: 'warn', message: `valid, but ${hints.join('; ')}` };
}

async function checkDatabase(core: Core): Promise<CheckResult> {
  try {
    const [server] = await core.database.query<{ number: number; version: string }>(
      'doctor-version',
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
      [],
    );
    const kind = core.database.isEmbedded ? 'embedded database' : `PostgreSQL ${server?.version}`;
    if ((server?.number ?? 0) < OLDEST_POSTGRES) {
      return { status: 'fail', message: `${kind} is too old; version 15 or newer is needed` };
    }
    const schema = describeSchema(kind, await listMigrations(core.database));
    if (schema.status === 'fail') return schema;
    const readiness = schema.status === 'ok' ? await readReadiness(core.database) : 'ok';
    if (readiness !== 'ok') return { status: 'fail', message: DATABASE_FAULTS[readiness] };
    const fault = await findPoolerFault(core.database);
    return fault ? { status: 'warn', message: `${schema.message}; ${fault}` } : schema;
  } catch (error) {
    if (error instanceof SchemaError) return { status: 'fail', message: error.message };
    core.log.warn({ err: error }, 'doctor: database');
    const hint = core.config.DATABASE_URL ? 'check DATABASE_URL' : 'check DATA_DIR';
    return { status: 'fail', message: `does not answer or has no tables; ${hint}` };
  }
}

function describeSchema(kind: string, { applied, pending }: Migrations): CheckResult {
  if (pending.length === 0) return { status: 'ok', message: `${kind} answers, schema up to date` };
  if (applied.length > 0) {
    return { status: 'fail', message: `${kind} lacks ${pending.join(', ')}; start the service once` };
  }
  return {
    status: 'warn',
    message: `${kind} answers, and is empty: the service makes its tables at its first start`,
  };
}

/** Only a warning: pages then read the primary. */
async function checkStandby({ database, standby, log }: Core): Promise<CheckResult | null> {
  if (!standby) return null;
  const instead = 'pages read DATABASE_URL instead; check DATABASE_READ_URL';
  try {
    const { isStandby, lagMs } = await readLag(database, standby);
    if (!isStandby) return { status: 'warn', message: `is not a standby of the database; ${instead}` };
    if (lagMs === null) return { status: 'warn', message: 'does not say how far behind it is' };
    return { status: 'ok', message: `answers, ${(lagMs / 1_000).toFixed(1)} s behind` };
  } catch (error) {
    log.warn({ err: error }, 'doctor: standby');
    return { status: 'warn', message: `does not answer; ${instead}` };
  }
}

async function checkAi(core: Core): Promise<CheckResult> {
  if (!core.ai) return { status: 'ok', message: 'no backend set: the extractive engine answers' };
  return checkBackend(core, core.ai);
}

/** Only a warning: questions are then searched by words alone. */
async function checkEmbeddings(core: Core): Promise<CheckResult | null> {
  const { embedder, config } = core;
  if (!embedder) return null;
  const { model } = embedder;
  try {
    await embedder.embedQueries(['Are you there?'], AbortSignal.timeout(limitOf(core)));
    return { status: 'ok', message: `model ${model} answers` };
  } catch (error) {
    const why = explain(error, 'EMBEDDING_MODEL', {
      key: config.EMBEDDING_API_KEY ? 'EMBEDDING_API_KEY' : 'OPENAI_API_KEY',
      url: config.EMBEDDING_BASE_URL ? 'EMBEDDING_BASE_URL' : 'OPENAI_BASE_URL',
    });
    return { status: 'warn', message: `model ${model} fails, so the search uses words alone: ${why}` };
  }
}

/** Asks whether the key is taken; nothing is bought. */
async function checkPayments(core: Core): Promise<CheckResult | null> {
  if (!core.payments) return null;
  try {
    await core.payments.checkAccess();
    return { status: 'ok', message: 'the payment provider accepts the key' };
  } catch (error) {
    const status = error instanceof PaymentFault ? error.status : null;
    const isRefused = status === 401 || status === 403;
    const hint = isRefused
      ? 'STRIPE_SECRET_KEY is wrong or is not allowed to read Checkout sessions'
      : 'the payment provider does not answer; check STRIPE_API_URL';
    return { status: 'fail', message: hint };
  }
}

const NO_CONTENT =
  "it lacks the Message Content Intent (developer portal, Bot), which a server's settings need, so it answers only mentions and replies";
const MAX_GUILDS = 5;

/** Token, intents, rights on servers, and commands. */
async function checkDiscord(core: Core, commands?: readonly CommandDefinition[]): Promise<CheckResult> {
  if (!core.discord) return { status: 'ok', message: 'DISCORD_TOKEN not set: bot off' };
  try {
    const { id, name, mayReadMessages } = await core.discord.readApplication();
    const isWanted = await needsMessageContent(core).catch(() => false);
    const guilds = await core.discord.readRights().catch(() => null);
    const lacking = guilds?.filter(({ missing }) => missing.length > 0) ?? [];
    const hints = [
      ...(mayReadMessages || !isWanted ? [] : [NO_CONTENT]),
      ...(commands ? await findCommandHints(core.discord, id, commands) : []),
      ...(guilds ? [] : ['its permissions on servers could not be read; run doctor again in a minute']),
      ...lacking.slice(0, MAX_GUILDS).map((guild) => `on ${guild.name} it lacks ${guild.missing.join(', ')}`),
      ...(lacking.length > MAX_GUILDS
        ? [`and it lacks permissions on ${lacking.length - MAX_GUILDS} more servers`]
        : []),
    ];
    const count = guilds && `${guilds.length} ${guilds.length === 1 ? 'server' : 'servers'}`;
    const told = `the token belongs to ${name}${count ? `, which is on ${count}` : ''}`;
    if (hints.length > 0) return { status: 'warn', message: `${told}; ${hints.join('; ')}` };
    return {
      status: 'ok',
      message: `${told} with all permissions; /setup shows the permissions in a channel`,
    };
  } catch (error) {
    const isRefused = error instanceof Error && 'status' in error && error.status === 401;
    const why = isRefused ? 'DISCORD_TOKEN is wrong' : 'Discord does not answer; check DISCORD_API_URL';
    return { status: 'fail', message: why };
  }
}

async function findCommandHints(
  discord: Discord,
  applicationId: string,
  commands: readonly CommandDefinition[],
): Promise<string[]> {
  const found = await discord.readCommands(applicationId).catch(() => null);
  if (!found) return ['its commands could not be read; run doctor again in a minute'];
  const { missing, changed, foreign } = compareDefinitions(commands, found);
  const faults = [
    ...(missing.length > 0 ? [`Discord lacks the commands ${missing.join(', ')}`] : []),
    ...(changed.length > 0
      ? [`Discord has different definitions of the commands ${changed.join(', ')}`]
      : []),
    ...(foreign.length > 0 ? [`Discord has commands that are not the bot's: ${foreign.join(', ')}`] : []),
  ];
  if (faults.length === 0) return [];
  return [...faults, 'the bot registers its commands when it starts and every ten minutes'];
}
