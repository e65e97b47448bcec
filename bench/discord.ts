import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type FakeDiscord, type FakeGuild, startDiscord } from '../test/support/discord.ts';
import { makeFolder, type ServingProcess, startServing } from '../test/support/process.ts';

/**
 * The cost of many servers and much talk for the bot: memory with none and with a thousand servers of 30 channels and
 * 20 roles, CPU for each message that it ignores, and how soon it shows typing. The
 * service is a separate process on the embedded database. Exit code 1 when a promise is broken.
 */
const { values: options } = parseArgs({
  options: {
    guilds: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '20000' },
  },
});

const PROMISES = {
  kilobytesPerGuild: 250,
  microsecondsPerMessage: 400,
  megabytesOfTalk: 60,
  firstSignMs: 1_000,
};
/** Of the kernel, for the times in /proc. */
const TICKS_PER_SECOND = 100;

interface Figures {
  bare: number;
  withGuilds: number;
  afterTalk: number;
  readyMs: number;
  microsecondsPerMessage: number;
  firstSignMs: number;
}

async function main(): Promise<void> {
  const bare = await withBot(0, async (service) => settledMemory(service));
  const figures = await withBot(Number(options.guilds), async (service, discord, guild, readyMs) => ({
    readyMs,
    bare,
    ...(await measure(service, discord, guild)),
  }));
  report(figures);
}

/** A service whose bot is on this many servers, and one more to talk on. */
async function withBot<Result>(
  count: number,
  run: (service: ServingProcess, discord: FakeDiscord, guild: FakeGuild, readyMs: number) => Promise<Result>,
): Promise<Result> {
  const folder = makeFolder();
  const discord = await startDiscord();
  for (let n = 0; n < count; n++) discord.addGuild({ name: `Server ${n}`, channels: 30, roles: 20 });
  const guild = discord.addGuild({ name: 'Talk' });
  const settings = { ROLES: 'api,bot', DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const startedAt = performance.now();
  const service = await startServing({ ...settings, DATA_DIR: folder }, { node: ['--expose-gc'] });
  try {
    await discord.ready();
    await service.saw('discord: ready');
    return await run(service, discord, guild, performance.now() - startedAt);
  } finally {
    service.child.kill('SIGTERM');
    await service.exited;
    await discord.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(service: ServingProcess, discord: FakeDiscord, guild: FakeGuild) {
  const channel = guild.addChannel();
  const withGuilds = await settledMemory(service);
  // The first messages warm the code up.
  await discord.flood(guild, channel, 2_000);
  const before = cpuSeconds(service);
  await discord.flood(guild, channel, Number(options.messages), { authors: Number(options.messages) });
  const microsecondsPerMessage = ((cpuSeconds(service) - before) * 1e6) / Number(options.messages);
  const afterTalk = await settledMemory(service);
  const member = guild.addMember();
  const askedAt = performance.now();
  member.says(channel, `<@${discord.botId}> How do I join?`);
  const typing = await discord.until(() => discord.typings[0], 'Typing');
  const firstSignMs = typing.at - askedAt;
  await discord.nextMessage(channel);
  return { withGuilds, afterTalk, microsecondsPerMessage, firstSignMs };
}

/** Resident memory in MB once it stops falling. */
async function settledMemory({ child }: ServingProcess): Promise<number> {
  let last = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 20; look++) {
    const now = residentMegabytes(child.pid);
    if (now >= last * 0.995) return now;
    last = now;
    await new Promise((done) => setTimeout(done, 500));
  }
  return last;
}

function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

function cpuSeconds({ child }: ServingProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function report(figures: Figures): void {
  const { bare, withGuilds, afterTalk, readyMs, microsecondsPerMessage, firstSignMs } = figures;
  const found = {
    kilobytesPerGuild: ((withGuilds - bare) * 1024) / Number(options.guilds),
    microsecondsPerMessage,
    megabytesOfTalk: afterTalk - withGuilds,
    firstSignMs,
  };
  console.table({
    'memory without servers, MB': bare.toFixed(0),
    [`memory with ${options.guilds} servers, MB`]: withGuilds.toFixed(0),
    'a server, kB': found.kilobytesPerGuild.toFixed(0),
    [`after ${options.messages} messages by as many members, MB`]: afterTalk.toFixed(0),
    'start to ready, s': (readyMs / 1000).toFixed(1),
    'CPU for a message that is ignored, us': microsecondsPerMessage.toFixed(0),
    'typing after a question, ms': firstSignMs.toFixed(0),
  });
  for (const [name, limit] of Object.entries(PROMISES)) {
    const value = found[name as keyof typeof PROMISES];
    if (value <= limit) continue;
    console.error(`BROKEN ${name}: ${value.toFixed(0)}, promised at most ${limit}`);
    process.exitCode = 1;
  }
}

await main();
