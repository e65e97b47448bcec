import { execFile, spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';
import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startDiscord } from '../test/support/discord.ts';
import { findFreePort, makeFolder, startProcess } from '../test/support/process.ts';
import { type ChatMessage, drawChat } from './pictures/chat.ts';

/**
 * Makes the pictures in docs/pictures: pages of the dashboard on the demo server, and the message that the bot
 * sends for a question, taken from what a stand-in for Discord received. Exit code 1 when one is too heavy.
 */
const FOLDER = new URL('../docs/pictures/', import.meta.url);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_BYTES = 150_000;
const WIDTH = 1_100;
const QUESTION = 'How do I join the server?';
/** So that the overview has something to show. */
const TICKETS = [QUESTION, 'What do the ranks cost?', 'Wie komme ich auf den Server?', 'I want a refund.'];

const run = promisify(execFile);

async function main(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  });
  try {
    await takeDashboard(browser);
    await takeAnswer(browser);
  } finally {
    await browser.close();
  }
}

/** The demo server as its first visitor sees it, after a few tickets and signed in by the one-time link. */
async function takeDashboard(browser: Browser): Promise<void> {
  await withService({}, async ({ url, output }) => {
    const key = /^ {2}(lts_\w+)$/m.exec(output)?.[1] ?? '';
    const link = /^ {2}(http\S+\/login\/local\?token=\S+)$/m.exec(output)?.[1] ?? '';
    for (const content of TICKETS) await ask(url, key, content);
    const page = await browser.newPage({
      viewport: { width: WIDTH, height: 760 },
      colorScheme: 'light',
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    await page.goto(link);
    for (const [tab, name] of [
      ['', 'dashboard-overview'],
      ['/ki', 'dashboard-ki'],
    ] as const) {
      await page.goto(`${url}/servers/demo${tab}?lang=en`);
      await page.waitForLoadState('networkidle');
      await save(page, name);
    }
  });
}

async function ask(url: string, key: string, content: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/chat`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content }] }),
  });
  if (!response.ok) throw new Error(`${content}: status ${response.status}`);
}

/** A member asks the bot; what it sent is drawn on a page of our own, in nobody's look. */
async function takeAnswer(browser: Browser): Promise<void> {
  const discord = await startDiscord();
  try {
    const guild = discord.addGuild({ name: 'Salzkai', members: 420 });
    const channel = guild.addChannel({ name: 'help' });
    const member = guild.addMember({ name: 'Mia' });
    const settings = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
    await withService(settings, async ({ folder }) => {
      await discord.ready();
      await discord.commandsRegistered();
      const knowledge = fileURLToPath(new URL('../src/demo/knowledge.jsonl', import.meta.url));
      await runCli(folder, ['knowledge', 'import', guild.id, knowledge]);
      member.says(channel, `<@${discord.botId}> ${QUESTION}`);
      const sent = await discord.nextMessage(channel);
      await drawMessage(browser, {
        channel: '#help',
        asker: 'Mia',
        question: `@Lotse ${QUESTION}`,
        bot: 'Lotse',
        content: sent.content,
        buttons: buttonsOf(sent.raw),
      });
    });
  } finally {
    await discord.stop();
  }
}

/** With their symbols, which the tests' own view of buttons leaves out. */
function buttonsOf({ components = [] }: Pick<APIMessage, 'components'>): ChatMessage['buttons'] {
  const rows = components.filter((row) => row.type === ComponentType.ActionRow);
  return rows
    .flatMap((row) => row.components)
    .flatMap((part) =>
      part.type === ComponentType.Button && 'label' in part
        ? [{ label: part.label ?? '', emoji: part.emoji?.name ?? '', isDisabled: part.disabled === true }]
        : [],
    );
}

async function drawMessage(browser: Browser, message: ChatMessage): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 820, height: 400 }, colorScheme: 'light' });
  await page.setContent(drawChat(message));
  await save(page, 'discord-answer', true);
}

/** Runs the service in a folder of its own, with nothing but these settings. */
async function withService(
  settings: Record<string, string>,
  use: (service: { url: string; folder: string; output: string }) => Promise<void>,
): Promise<void> {
  const folder = makeFolder();
  const port = await findFreePort();
  const service = startProcess('src/main.ts', { ...settings, DATA_DIR: folder, PORT: String(port) });
  try {
    const output = await service.saw('"msg":"listening on');
    await use({ url: `http://127.0.0.1:${port}`, folder, output });
  } finally {
    service.child.kill('SIGTERM');
    await service.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The operator's command line, beside the running service. */
async function runCli(folder: string, args: string[]): Promise<void> {
  const environment = { PATH: process.env.PATH ?? '', DATA_DIR: folder };
  await run(process.execPath, [`${ROOT}src/cli.ts`, ...args], { env: environment, cwd: folder });
}

async function save(page: Page, name: string, fullPage = false): Promise<void> {
  const path = fileURLToPath(new URL(`${name}.png`, FOLDER));
  await page.screenshot({ path, fullPage });
  const { size } = statSync(path);
  console.log(`${name}.png ${(size / 1_000).toFixed(0)} kB`);
  if (size <= MAX_BYTES) return;
  console.error(`${name}.png is too heavy: at most ${MAX_BYTES / 1_000} kB`);
  process.exitCode = 1;
}

/** CHROMIUM_PATH, else the machine's own `chromium`, else the one of the package. */
async function findBrowser(): Promise<string> {
  const installed = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout?.trim();
  return process.env.CHROMIUM_PATH || installed || sparticuz.executablePath();
}

await main();
