import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeHistory } from '../test/support/discord/history.ts';
import { type FakeDiscord, type SentMessage, startDiscord } from '../test/support/discord.ts';
import { makeFolder, startServing } from '../test/support/process.ts';

/**
 * The import of a channel's history as an owner asks for it, on a Discord with rate limits: how many requests, how
 * many of them came beyond a limit, how long it takes, and how long a member waits for an answer in that channel
 * meanwhile. The service is a separate process on the embedded database. Exit code 1 when a promise is broken.
 */
const { values: options } = parseArgs({
  options: {
    questions: { type: 'string', default: '1000' },
    talk: { type: 'string', default: '3' },
    askers: { type: 'string', default: '200' },
  },
});

/** Answers wait for their turn two seconds by themselves. */
const PROMISES = { seconds: 600, refused: 0, answerMs: 5_000 };
const FIGURES_MS = 600_000;
const LIVE_QUESTIONS = 5;
const BETWEEN_LIVE_MS = 5_000;

interface Figures {
  messages: number;
  seconds: number;
  pages: number;
  lookups: number;
  refused: number;
  answerMs: number[];
  told: string;
}

async function main(): Promise<void> {
  const folder = makeFolder();
  const discord = await startDiscord({ messageContent: true });
  // As the platform gives them to bots.
  discord.rest.limit({ route: /^GET \/channels\/\d+\/messages$/, limit: 5, perSeconds: 5 });
  discord.rest.limit({ route: /^GET \/guilds\/\d+\/members\/\d+$/, limit: 5, perSeconds: 1 });
  const settings = { ROLES: 'api,bot', DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const service = await startServing({ ...settings, DATA_DIR: folder });
  try {
    report(await measure(discord));
  } finally {
    service.child.kill('SIGTERM');
    await service.exited;
    await discord.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(discord: FakeDiscord): Promise<Figures> {
  await discord.ready();
  await discord.commandsRegistered();
  const guild = discord.addGuild();
  const channel = guild.addChannel();
  const teachers = guild.addRole();
  const admin = guild.addMember({ isAdmin: true });
  const teacher = guild.addMember({ roles: [teachers] });
  const askers = Array.from({ length: Number(options.askers) }, () => guild.addMember());
  const size = { questions: Number(options.questions), talkBetween: Number(options.talk) };
  const messages = writeHistory(channel, { askers, teacher }, size);
  await admin.runs(channel, 'team teach', { role: teachers }).reply();
  await admin.runs(channel, 'learning state', { state: 'on' }).reply();
  await discord.until(
    () => discord.sessions.find(({ isOpen, intents }) => isOpen && intents & (1 << 15)),
    'Message content',
    60_000,
  );
  await discord.ready();
  const before = discord.requests.length;
  const startedAt = performance.now();
  const shown = await admin.runs(channel, 'learning import', { channel }).reply();
  const asking = askMeanwhile(discord, shown, () =>
    askers[0]?.says(channel, `<@${discord.botId}> Where is it?`),
  );
  await discord.until(() => hasEnded(shown) || undefined, 'The end of the import', FIGURES_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const made = discord.requests.slice(before).filter(({ method }) => method === 'GET');
  return {
    ...{ messages, seconds, refused: discord.rest.refusedByBucket, told: shown.content },
    pages: made.filter(({ path }) => /^\/channels\/\d+\/messages\?/.test(path)).length,
    lookups: made.filter(({ path }) => !/^\/channels\/\d+\/messages/.test(path)).length,
    answerMs: await asking,
  };
}

const hasEnded = ({ content }: SentMessage) => !content.startsWith('⏳');

/** Members ask in the same channel while it is read. @returns how long each waited. */
async function askMeanwhile(discord: FakeDiscord, shown: SentMessage, ask: () => unknown): Promise<number[]> {
  const waited: number[] = [];
  while (!hasEnded(shown) && waited.length < LIVE_QUESTIONS) {
    const askedAt = performance.now();
    ask();
    await discord.nextMessage();
    waited.push(performance.now() - askedAt);
    await new Promise((done) => setTimeout(done, BETWEEN_LIVE_MS));
  }
  return waited;
}

function report(figures: Figures): void {
  const { messages, seconds, pages, lookups, refused, answerMs, told } = figures;
  const slowest = Math.max(0, ...answerMs);
  console.log(`messages in the channel        ${messages}`);
  console.log(`seconds                        ${seconds.toFixed(1)}`);
  console.log(`pages of messages              ${pages} (${(seconds / pages).toFixed(2)} s each)`);
  console.log(`other look-ups                 ${lookups}`);
  console.log(`requests beyond a limit        ${refused}`);
  console.log(`answers to members meanwhile   ${answerMs.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
  console.log(told);
  const isBroken = seconds > PROMISES.seconds || refused > PROMISES.refused || slowest > PROMISES.answerMs;
  if (isBroken) process.exitCode = 1;
}

await main();
