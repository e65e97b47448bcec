import { afterAll, beforeAll } from 'vitest';
import type { OutsideWorld } from '../../../src/adapters/outbound/outbound.ts';
import { type AuditEntry, listActions } from '../../../src/core/members/audit.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, type FakeGuild, type FakeMember, startDiscord } from '../../support/discord.ts';
import { Visitor } from '../../support/visitor.ts';

/** A service with its dashboard, one server of an owner who is signed in, and what stands outside. */
export interface Dashboard {
  app: TestApp;
  discord: FakeDiscord;
  guild: FakeGuild;
  owner: FakeMember;
  /** The owner, signed in with Discord. */
  visitor: Visitor;
  server: { id: string; key: string; keyId: string };
  /** Path of a page of the server. */
  path(tab?: string): string;
  /** Somebody else at another browser, signed in. */
  signIn(person: { id: string }): Promise<Visitor>;
  stop(): Promise<void>;
}

/**
 * @param settings as in the environment; without a bot unless they say so.
 * @param world what the crawler sees as the network.
 * @param seesRoles with the token of the bot.
 */
export async function startDashboard(
  settings: Record<string, string> = {},
  { world = {}, seesRoles = false }: { world?: Partial<OutsideWorld>; seesRoles?: boolean } = {},
): Promise<Dashboard> {
  const discord = await startDiscord();
  const guild = discord.addGuild({ name: 'Harbour', members: 120 });
  const owner = guild.addMember({ name: 'Ada', isAdmin: true });
  const token: Record<string, string> = seesRoles ? { DISCORD_TOKEN: discord.token } : {};
  const app = await startApp(
    { ROLES: 'api,dashboard', ...discord.signInSettings, ...token, ...settings },
    world,
  );
  const { key, keyId } = await app.addServer({ id: guild.id, name: 'Harbour' });
  const signIn = async (person: { id: string }) => {
    const visitor = new Visitor(app.url);
    await signInWithDiscord(visitor, discord, person);
    return visitor;
  };
  return {
    ...{ app, discord, guild, owner, signIn },
    visitor: await signIn(owner),
    server: { id: guild.id, key, keyId },
    path: (tab = '') => `/servers/${guild.id}${tab === '' ? '' : `/${tab}`}`,
    stop: async () => {
      await app.stop();
      await discord.stop();
    },
  };
}

/** A dashboard that all tests of a file share. */
export function useDashboard(...given: Parameters<typeof startDashboard>): Dashboard {
  const dashboard = {} as Dashboard;
  beforeAll(async () => {
    Object.assign(dashboard, await startDashboard(...given));
  });
  afterAll(() => dashboard.stop());
  return dashboard;
}

/** As far as Discord's way back, without going it: path and query of the address that the person is sent to. */
export async function goToDiscord(
  visitor: Visitor,
  discord: FakeDiscord,
  person: { id: string },
  next = '/servers',
): Promise<{ path: string; search: URLSearchParams }> {
  discord.signIn.as(person);
  const begun = await visitor.get(`/login/discord?${new URLSearchParams({ next })}`);
  const agreed = await fetch(begun.location ?? '', { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  return { path: back.pathname, search: back.searchParams };
}

/** The way over Discord and back; the service is known by another port there than the one it took. */
export async function signInWithDiscord(
  visitor: Visitor,
  discord: FakeDiscord,
  person: { id: string },
  next = '/servers',
): Promise<string> {
  const { path, search } = await goToDiscord(visitor, discord, person, next);
  const signedIn = await visitor.get(`${path}?${search}`);
  await visitor.get('/servers');
  return signedIn.location ?? '';
}

/** The newest line of a server's audit log. */
export async function lastAction({ core }: TestApp, serverId: string): Promise<AuditEntry | undefined> {
  const [action] = await listActions(core, serverId, { limit: 1 });
  return action;
}
