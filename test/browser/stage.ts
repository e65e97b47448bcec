import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Language } from '../../src/domain/types.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type FakeDiscord, type FakeGuild, type FakeMember, startDiscord } from '../support/discord.ts';
import { findFreePort } from '../support/process.ts';
import { watchContext } from './watch.ts';

export const LANGUAGES = ['de', 'en'] as const satisfies Language[];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

export interface OpenOptions {
  language?: Language;
  /** Signed in as the owner unless false. */
  signedIn?: boolean;
  /** Whether scripts run; they do unless false. */
  script?: boolean;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Statuses from 400 on that the test asks for; every other is a fault. */
  mayAnswer?: number[];
  /** Whether the test cuts connections; it does not unless true. */
  mayLose?: boolean;
}

type Settings = Record<string, string>;

/** The service as people meet it with a browser, with Discord around it and a server of an owner. */
export interface Stage {
  app: TestApp;
  discord: FakeDiscord;
  guild: FakeGuild;
  owner: FakeMember;
  server: { id: string; key: string; keyId: string };
  url: string;
  /** Address of a page of the server. */
  address(tab?: string): string;
  /** A browser of one's own: cookies are shared with nobody. */
  open(options?: OpenOptions): Promise<Page>;
  /** What the pages have done so far that pages must not do. */
  faults(): readonly string[];
  /** Closes what was opened. @returns what the pages did that pages must not do. */
  close(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param settings as in the environment; `names` of the server and its owner. */
export async function startStage(
  settings: Settings | ((discord: FakeDiscord) => Settings) = {},
  names: { server: string; owner: string } = { server: 'Harbour', owner: 'Ada' },
): Promise<Stage> {
  const discord = await startDiscord();
  const guild = discord.addGuild({ name: names.server, members: 120 });
  const owner = guild.addMember({ name: names.owner, isAdmin: true });
  // It has to know its address before it listens: people come back to it from Discord.
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const app = await startApp({
    ...{ PORT: String(port), PUBLIC_URL: url, ROLES: 'api,dashboard' },
    ...discord.signInSettings,
    ...(typeof settings === 'function' ? settings(discord) : settings),
  });
  // Browsers drop cookies that expire by their own clock.
  app.clock.now = Date.now();
  const { key, keyId } = await app.addServer({ id: guild.id, name: names.server });
  const browser = await chromium.connect(inject('browser'));
  const visits = openVisits(browser, url, () => discord.signIn.as(owner));
  return {
    ...{ app, discord, guild, owner, url, server: { id: guild.id, key, keyId } },
    address: (tab = '') => `${url}/servers/${guild.id}${tab === '' ? '' : `/${tab}`}`,
    ...visits,
    stop: async () => {
      await browser.close();
      await app.stop();
      await discord.stop();
    },
  };
}

function openVisits(
  browser: Browser,
  url: string,
  atDiscord: () => void,
): Pick<Stage, 'open' | 'faults' | 'close'> {
  let signedInState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
  let contexts: BrowserContext[] = [];
  let faults: string[] = [];

  const open: Stage['open'] = async ({
    signedIn = true,
    mayAnswer = [],
    mayLose = false,
    ...options
  } = {}) => {
    if (signedIn) signedInState ??= await signIn();
    const context = await browser.newContext({
      locale: options.language === 'de' ? 'de-DE' : 'en-GB',
      javaScriptEnabled: options.script ?? true,
      viewport: options.viewport ?? DESKTOP,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(signedIn && signedInState ? { storageState: signedInState } : {}),
    });
    contexts.push(context);
    await watchContext(context, faults, { mayAnswer, mayLose });
    return context.newPage();
  };
  async function signIn() {
    const page = await open({ signedIn: false });
    atDiscord();
    await page.goto(`${url}/login`);
    await page.locator('a[href^="/login/discord"]').click();
    await page.waitForURL(`${url}/servers`);
    return page.context().storageState();
  }
  return {
    open,
    faults: () => faults,
    close: async () => {
      for (const context of contexts) await context.close();
      const found = faults;
      contexts = [];
      faults = [];
      return found;
    },
  };
}
