import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '../src/adapters/log.ts';
import { ROUTES } from '../src/channels/dashboard/app.ts';
import { parseConfig } from '../src/config.ts';
import type { Core } from '../src/core/core.ts';
import { addEntry } from '../src/core/knowledge/knowledge.ts';
import { deleteServer } from '../src/core/owners/servers.ts';
import { startService } from '../src/service.ts';
import { signInWithDiscord } from '../test/channels/dashboard/setup.ts';
import { startDiscord } from '../test/support/discord.ts';
import { Visitor } from '../test/support/visitor.ts';
import { fillServer } from './learning/fill.ts';

/**
 * How long the pages of a large server take: every page of the route table, over a real socket. Before each round
 * the knowledge changes, a question is not answered and a suggestion comes. Exit code 1 when a page's slowest
 * twentieth takes longer than promised.
 */
const { values: options } = parseArgs({
  options: {
    answers: { type: 'string', default: '100000' },
    open: { type: 'string', default: '5000' },
    entries: { type: 'string', default: '5000' },
    suggestions: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '5' },
    visits: { type: 'string', default: '8' },
    database: { type: 'string' },
  },
});

const PROMISED_P95_MS = 200;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-pages-'));
  const discord = await startDiscord();
  const guild = discord.addGuild({ name: 'Learned' });
  const database = options.database
    ? { DATABASE_URL: options.database, SESSION_SECRET: randomUUID() }
    : { DATA_DIR: folder };
  const config = parseConfig({
    ...{ PORT: '0', ROLES: 'api,dashboard', LOG_LEVEL: 'warn' },
    ...discord.signInSettings,
    ...database,
  });
  const service = await startService({ config, log: createLog('warn'), clock: Date.now });
  try {
    await service.ready;
    await fillServer(service.core, guild.id, {
      entries: Number(options.entries),
      suggestions: Number(options.suggestions),
      openQuestions: Number(options.open),
      answered: Number(options.answers) - Number(options.open),
      tests: 100,
      seed: 1,
    });
    const visitor = new Visitor(service.url);
    await signInWithDiscord(visitor, discord, guild.addMember({ isAdmin: true }));
    await measure(service.core, visitor, guild.id);
    await deleteServer(service.core, guild.id);
  } finally {
    await service.stop();
    await discord.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(core: Core, visitor: Visitor, serverId: string): Promise<void> {
  const paths = await listPaths(core, serverId);
  const taken = new Map(paths.map((path) => [path, [] as number[]]));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    await changeSomething(core, serverId);
    for (let visit = 0; visit < Number(options.visits); visit += 1)
      for (const [path, times] of taken) times.push(await openPage(visitor, path));
  }
  const rows = [...taken].map(([path, times]) => {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return {
      path: path.replace(serverId, ':server'),
      first: times[0] ?? 0,
      p50: at(0.5),
      p95: at(0.95),
      longest: at(1),
    };
  });
  console.table(
    rows.map(({ path, ...ms }) => ({
      path,
      ...Object.fromEntries(Object.entries(ms).map(([name, value]) => [`${name}, ms`, value.toFixed(1)])),
    })),
  );
  for (const { path, p95 } of rows) {
    if (p95 <= PROMISED_P95_MS) continue;
    console.error(`BROKEN ${path}: p95 ${p95.toFixed(0)} ms, promised at most ${PROMISED_P95_MS} ms`);
    process.exitCode = 1;
  }
}

async function openPage(visitor: Visitor, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await visitor.get(path);
  if (status !== 200) throw new Error(`${path}: status ${status}`);
  return performance.now() - startedAt;
}

/** Every page of the server, with an example for each parameter, and a search. */
async function listPaths(core: Core, serverId: string): Promise<string[]> {
  const { id: suggestion } = await core.database.kysely
    .selectFrom('training')
    .select('id')
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow();
  const pages = ROUTES.filter(({ method, access }) => method === 'get' && access === 'server');
  const examples: Record<string, string> = { server: serverId, entry: 'e1' };
  const paths = pages.map(({ path }) =>
    path.replace(/:(\w+)/g, (_, name: string) =>
      path.includes('/training/') && name === 'entry' ? suggestion : (examples[name] ?? name),
    ),
  );
  return [...paths, `/servers/${serverId}/knowledge?q=das`];
}

async function changeSomething(core: Core, serverId: string): Promise<void> {
  const question = `What about ${randomUUID()}?`;
  await addEntry(core, { serverId, title: `New ${randomUUID()}`, text: 'Something that nobody knew.' });
  await core.database.kysely
    .insertInto('training')
    .values({
      ...{ server_id: serverId, id: randomUUID(), question, answer: 'It is new.', source: 'reply' },
      ...{ author_role: null, conflicts: '[]', created_at: new Date() },
    })
    .execute();
  await core.database.kysely
    .insertInto('answers')
    .values({
      ...{ server_id: serverId, id: randomUUID(), channel: 'api', level: 'V1', engine: 'extractive' },
      ...{ question, answer: 'I do not know.', needs_team: true },
      ...{ reason: 'not_in_knowledge', used_ids: [], confidence: 0.1, at: new Date() },
    })
    .execute();
}

await main();
