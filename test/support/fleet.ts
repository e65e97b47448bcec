import { randomUUID } from 'node:crypto';
import { expect, inject, vi } from 'vitest';
import { type AiStub, startAiStub } from './ai-stub.ts';
import { type ApiAnswer, ask, speakTo } from './app.ts';
import { addressesOf, createTestDatabase, runOnServer, withDatabase } from './database.ts';
import { type FakeDiscord, startDiscord } from './discord.ts';
import type { Pooler } from './pooler.ts';
import { type ServingProcess, startProcess, startServing } from './process.ts';
import { type Visitor, visit } from './twin.ts';

/** For actions of other processes; a busy machine is slow. */
export const PATIENT = { timeout: 30_000, interval: 50 };

/** Several processes of one installation as an operator runs them: one PostgreSQL, one backend, one Discord. */
export interface Fleet {
  ai: AiStub;
  discord: FakeDiscord;
  /** Of the server itself, also where the processes go through a pooler. */
  databaseUrl: string;
  /** Starts a process that ends with the fleet. @param change its own settings. @param aheadMs of its clock. */
  start(roles: string, change?: Record<string, string>, aheadMs?: number): Promise<Member>;
  /** The operator's command line in a separate process. @returns its output; @throws when it fails. */
  cli(...args: string[]): Promise<string>;
  /** Reads the database like another process. */
  visit<Result>(act: (visitor: Visitor) => Promise<Result>, aheadMs?: number): Promise<Result>;
  /** Stops all running processes, expects exit code 0 and no forbidden behaviour. */
  close(): Promise<void>;
}

export interface Member extends ServingProcess {
  chat(key: string, question: string): Promise<ApiAnswer>;
  status(key: string): Promise<ApiAnswer>;
  /** Its log so far, oldest line first. */
  log(): LogLine[];
}

interface LogLine {
  level: string;
  msg: string;
  link?: string;
  server?: string;
  servers?: number;
  code?: string;
}

/**
 * @param settings as in the environment, for every process.
 * @param database `empty`: without tables, which the first process creates.
 * @param pooler that every process goes through; left out, the one of this run, if it has one.
 */
export async function openFleet(
  settings: Record<string, string> = {},
  database: 'empty' | 'migrated' = 'migrated',
  pooler?: Pooler,
): Promise<Fleet> {
  const { databaseUrl, remove } = await (database === 'empty' ? openEmpty() : openMigrated());
  const addresses = pooler
    ? { DATABASE_URL: pooler.urlOf(databaseUrl), DATABASE_DIRECT_URL: databaseUrl }
    : addressesOf(databaseUrl);
  const [ai, discord] = await Promise.all([startAiStub(), startDiscord()]);
  const common = { ...settingsFor(ai, discord), ...addresses, ...settings };
  const members: Member[] = [];
  // If a set-up fails, nobody else closes the fleet.
  process.once('exit', () => members.forEach(({ child }) => void child.kill('SIGKILL')));
  return {
    ...{ ai, discord, databaseUrl },
    start: async (roles, change = {}, aheadMs = 0) => {
      const confines = aheadMs === 0 ? {} : { node: ['--import', clockAhead(aheadMs)] };
      const member = toMember(await startServing({ ...common, ...change, ROLES: roles }, confines));
      members.push(member);
      return member;
    },
    cli: async (...args) => {
      const { exited, stdout, stderr } = startProcess('src/cli.ts', common, args);
      const code = await exited;
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr()}`);
      return stdout();
    },
    visit: (act, aheadMs) => visit(common, act, aheadMs),
    close: async () => {
      const isRunning = ({ child }: Member) => child.exitCode === null && child.signalCode === null;
      const codes = await Promise.all(members.filter(isRunning).map((member) => member.stop()));
      await Promise.all([ai.close(), discord.stop()]);
      await remove();
      expect(codes.filter((code) => code !== 0)).toEqual([]);
      for (const member of members) expectWellBehaved(member);
      expect(discord.faults).toEqual([]);
    },
  };
}

async function openMigrated() {
  const { directUrl, remove } = await createTestDatabase();
  if (!directUrl) throw new Error('several processes need a PostgreSQL: set TEST_DATABASE_URL');
  return { databaseUrl: directUrl, remove };
}

async function openEmpty() {
  const url = inject('database').directUrl ?? '';
  const name = `lotse_fleet_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(url, `CREATE DATABASE ${name}`);
  const remove = () => runOnServer(url, `DROP DATABASE ${name} WITH (FORCE)`);
  return { databaseUrl: withDatabase(url, name), remove };
}

function settingsFor(ai: AiStub, discord: FakeDiscord): Record<string, string> {
  const hour = new Date().getUTCHours();
  return {
    SESSION_SECRET: 's'.repeat(32),
    OPENAI_BASE_URL: ai.url,
    OPENAI_API_KEY: 'sk-test',
    DISCORD_TOKEN: discord.token,
    ...discord.signInSettings,
    // Noon there, so that no day or week ends during the test.
    QUOTA_TIME_ZONE: `Etc/GMT${hour < 12 ? '' : '+'}${hour - 12}`,
  };
}

/** A module that puts the clock of a process ahead: the one way to be there when the hour's work is due. */
function clockAhead(ms: number): string {
  const source = `const Real = Date, now = () => Real.now() + ${ms};
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
      static now() { return now(); }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

function toMember(process: ServingProcess): Member {
  const { chat, status } = speakTo(process.url);
  return {
    ...process,
    chat: (key, question) => chat(key, ask(question)),
    status,
    log: () =>
      process
        .stdout()
        .split('\n')
        .flatMap((line) => parseLine(line)),
  };
}

/** The last line of a killed process may be cut. */
function parseLine(line: string): LogLine[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** A refusal while it stops is not a fault. */
function expectWellBehaved(member: Member): void {
  const isFault = ({ level, msg, code }: LogLine) =>
    (level === 'error' && code !== 'service_unavailable') || msg === 'job failed';
  const wrong = member.log().filter(isFault);
  expect(wrong).toEqual([]);
  expect(member.stderr()).toBe('');
}

/** Answers that cost these tokens, made at once: 200 together take the stub seconds otherwise. */
export function answerAtOnce(ai: AiStub, prompt_tokens: number, completion_tokens: number): void {
  const content = '{"answer":"Of course.","needs_team":false,"answerable":true,"used":[]}';
  const choices = [{ finish_reason: 'stop', message: { role: 'assistant', content } }];
  ai.fault({ body: { choices, usage: { prompt_tokens, completion_tokens } } });
}

/** How many of each status. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length]));
}

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Sends to several processes at once, and all begin to let requests in at the same moment: a lock on the server's week
 * holds them up until then. Left alone their statements seldom meet, and a missing lock stayed unseen.
 */
export async function sendAtOnce<Answer>(
  { core }: Visitor,
  { serverId, processes }: { serverId: string; processes: number },
  send: () => Promise<Answer>[],
): Promise<{ sent: Promise<Answer>[] }> {
  const { kysely, query } = core.database;
  const week = { server_id: serverId, week_start: core.calendar.weekOf(core.clock()).key };
  await kysely.insertInto('week_quotas').values(week).execute();
  return kysely.transaction().execute(async (transaction) => {
    const row = transaction.selectFrom('week_quotas').select('used').where('server_id', '=', serverId);
    await row.forUpdate().execute();
    const sent = send();
    const areWaiting = async () => (await query(null, WAITING, [])).length === processes;
    // Statements are abandoned after 2.5 s: on a machine too busy for that they continue without having met.
    await vi.waitUntil(areWaiting, { timeout: 1_500, interval: 10 }).catch(() => undefined);
    return { sent };
  });
}
