import { addServer, type ServerChange } from '../../src/core/owners/servers.ts';
import { findSession, type Session } from '../../src/core/owners/sessions.ts';
import { beginSignIn, completeSignIn } from '../../src/core/owners/sign-in.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type FakeDiscord, type FakeGuild, startDiscord } from '../support/discord.ts';

export const PUBLIC_URL = 'https://lotse.example';

/** A service that people sign in to with Discord. */
export interface Front {
  app: TestApp;
  discord: FakeDiscord;
  stop(): Promise<void>;
}

export async function openFront(): Promise<Front> {
  const discord = await startDiscord();
  const app = await startApp({ ...discord.signInSettings, PUBLIC_URL });
  return { app, discord, stop: () => app.stop().then(() => discord.stop()) };
}

/** What Discord sends the browser back with, after the person said yes. */
export async function agree(
  { discord }: Front,
  person: { id: string },
  url: string,
): Promise<{ state: string; code: string; target: URL }> {
  discord.signIn.as(person);
  const page = await fetch(url, { redirect: 'manual' });
  if (page.status !== 302) throw new Error(`${page.status} ${await page.text()}`);
  const target = new URL(page.headers.get('location') ?? '');
  return {
    state: target.searchParams.get('state') ?? '',
    code: target.searchParams.get('code') ?? '',
    target,
  };
}

/** All of it: to Discord and back. */
export async function signIn(front: Front, person: { id: string }, next = '/servers') {
  const { core } = front.app;
  const { url, browserSecret } = await beginSignIn(core, { next });
  const { state, code } = await agree(front, person, url);
  const done = await completeSignIn(core, { state, code, browserSecret });
  const session = (await findSession(core, done.secret)) as Session;
  return { ...done, session, state, code, browserSecret };
}

/** The fake's server becomes one of the service, as when the bot joins. */
export async function addGuildServer(
  { app, discord }: Front,
  change: Partial<ServerChange> = {},
): Promise<FakeGuild> {
  const guild = discord.addGuild(change.name === undefined ? {} : { name: change.name });
  await addServer(app.core, guild.id, { name: guild.name, ...change });
  return guild;
}

/** Requests that Discord got, by path. */
export function requestsTo({ discord }: Front, path: string): number {
  return discord.requests.filter((request) => request.path.split('?')[0] === path).length;
}
