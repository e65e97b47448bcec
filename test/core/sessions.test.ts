import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { replaceLink } from '../../src/adapters/db/owners/sessions.ts';
import type { Core } from '../../src/core/core.ts';
import { leaveServers } from '../../src/core/members/arrivals.ts';
import { deleteMember, exportMember, optOut } from '../../src/core/members/privacy.ts';
import { keepHouse } from '../../src/core/operations/housekeeping.ts';
import { listReachable, requireRight } from '../../src/core/owners/reach.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { endAllSessions, endSession, findSession, isCsrfToken } from '../../src/core/owners/sessions.ts';
import { beginSignIn, createLocalLink, signInLocally } from '../../src/core/owners/sign-in.ts';
import { FOR_GOOD, UNABORTED } from '../support/app.ts';
import { findInTables } from '../support/tables.ts';
import { addGuildServer, type Front, openFront, requestsTo, signIn } from './sign-in-setup.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const GUILDS = '/api/users/@me/guilds';

let front: Front;
let core: Core;
beforeAll(async () => {
  front = await openFront();
  core = front.app.core;
});
afterAll(() => front.stop());

/** An admin of a server where the bot is, signed in. */
async function openDesk() {
  const guild = await addGuildServer(front);
  const admin = guild.addMember({ isAdmin: true, name: 'Ada' });
  return { guild, admin, ...(await signIn(front, admin)) };
}

describe('a session', () => {
  test('is found by its secret until it ends, and not a moment longer', async () => {
    const { secret, session, expiresAt } = await openDesk();
    const before = front.app.clock.now;
    front.app.clock.now = expiresAt.getTime() - 1;
    expect(await findSession(core, secret)).toEqual(session);
    front.app.clock.now += 1;
    expect(await findSession(core, secret)).toBeNull();
    await expect(listReachable(core, session)).rejects.toMatchObject({ code: 'not_signed_in' });
    front.app.clock.now = before;
  });

  test.each([
    '',
    'x',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}=`,
    `${'a'.repeat(42)}\u0000`,
    `${'a'.repeat(43)}\n`,
  ])('is not searched under %j', async (secret) => {
    // Without a database: a query would throw.
    expect(await findSession({ ...core, database: null as never }, secret)).toBeNull();
  });

  test('is not found by the digest in the table', async () => {
    const { session } = await openDesk();
    expect(await findSession(core, session.id)).toBeNull();
    expect(await findSession(core, Buffer.from(session.id, 'hex').toString('base64url'))).toBeNull();
  });

  test('ends where a person signs out, and stays elsewhere', async () => {
    const here = await openDesk();
    const elsewhere = await signIn(front, here.admin);
    await endSession(core, here.session);
    expect(await findSession(core, here.secret)).toBeNull();
    expect(await findSession(core, elsewhere.secret)).not.toBeNull();
    const late = requireRight(core, here.session, here.guild.id);
    await expect(late).rejects.toMatchObject({ code: 'not_signed_in' });
    // Discord would end all of the person's tokens, so it is not told.
    await expect(requireRight(core, elsewhere.session, here.guild.id)).resolves.toMatchObject({
      id: here.guild.id,
    });
  });

  test('ends everywhere at once, at Discord too, without affecting other people', async () => {
    const [here, other] = [await openDesk(), await openDesk()];
    const elsewhere = await signIn(front, here.admin);
    const tokens = front.discord.signIn.tokens.length;
    await endAllSessions(core, here.session);
    expect(await findSession(core, here.secret)).toBeNull();
    expect(await findSession(core, elsewhere.secret)).toBeNull();
    expect(await findSession(core, other.secret)).not.toBeNull();
    expect(front.discord.signIn.tokens).toHaveLength(tokens - 2);
  });

  test('ends everywhere even while Discord is down', async () => {
    const { session, secret } = await openDesk();
    front.discord.rest.refuse(true);
    await endAllSessions(core, session);
    front.discord.rest.refuse(false);
    expect(await findSession(core, secret)).toBeNull();
  });

  test('accepts its own form token and no other', async () => {
    const [{ session }, { session: other }] = [await openDesk(), await openDesk()];
    expect(isCsrfToken(session, session.csrf)).toBe(true);
    for (const given of ['', other.csrf, session.csrf.slice(1), `${session.csrf}x`, session.id, '\u0000']) {
      expect(isCsrfToken(session, given)).toBe(false);
    }
  });

  test('is removed from the tables once it is over, as are sign-ins and links', async () => {
    const { session } = await openDesk();
    await beginSignIn(core, { next: '/' });
    // Not by createLocalLink, which PostgreSQL refuses: the table is there all the same.
    const before = front.app.clock.now;
    await replaceLink(core.database, randomBytes(32), new Date(before + DAY));
    const rowsOf = (table: 'sessions' | 'sign_ins' | 'sign_in_links') =>
      core.database.kysely.selectFrom(table).selectAll().execute();
    expect(await findInTables(core, session.id)).toHaveLength(1);
    expect([(await rowsOf('sign_ins')).length, (await rowsOf('sign_in_links')).length]).toEqual([1, 1]);
    front.app.clock.now += 40 * DAY;
    expect(await keepHouse(core, UNABORTED)).toBe(true);
    front.app.clock.now = before;
    expect(await findInTables(core, session.id)).toEqual([]);
    for (const table of ['sessions', 'sign_ins', 'sign_in_links'] as const) {
      expect(await rowsOf(table)).toEqual([]);
    }
  });
});

describe('the person who manages a server', () => {
  test('is its owner, an administrator or has Manage Server; nobody else', async () => {
    const guild = await addGuildServer(front);
    const owner = guild.addMember();
    guild.setOwner(owner);
    const may = [owner, guild.addMember({ isAdmin: true })];
    may.push(guild.addMember({ roles: [guild.addRole({ permissions: 0x8n })] }));
    for (const person of may) {
      const { session } = await signIn(front, person);
      expect((await requireRight(core, session, guild.id)).id).toBe(guild.id);
      expect((await listReachable(core, session)).map(({ id }) => id)).toEqual([guild.id]);
    }
    // Everything but these two rights.
    const moderator = guild.addRole({ permissions: ((1n << 50n) - 1n) & ~0x28n });
    for (const person of [guild.addMember(), guild.addMember({ roles: [moderator] })]) {
      const { session } = await signIn(front, person);
      await expect(requireRight(core, session, guild.id)).rejects.toMatchObject({ code: 'not_found' });
      expect(await listReachable(core, session)).toEqual([]);
    }
  });

  test('gets the same response for a foreign server as for one that does not exist', async () => {
    const { session, admin, guild } = await openDesk();
    const foreign = await addGuildServer(front);
    const unknown = front.discord.addGuild();
    unknown.addMember({ person: admin, isAdmin: true });
    const ids = [
      foreign.id,
      unknown.id,
      '0',
      'demo',
      '',
      "' OR 1=1 --",
      '\u0000',
      `${guild.id} `,
      '../',
      'x'.repeat(500),
    ];
    const refusals = await Promise.all(
      ids.map((id) => requireRight(core, session, id).catch((error: unknown) => error)),
    );
    const shapes = refusals.map((error) => {
      const { code, message, context } = error as { code: string; message: string; context: object };
      return JSON.stringify({ code, message, context });
    });
    expect(new Set(shapes)).toEqual(new Set(['{"code":"not_found","message":"not_found","context":{}}']));
  });

  test('may not manage a Discord server that never had the bot', async () => {
    const { session, admin } = await openDesk();
    const elsewhere = front.discord.addGuild();
    elsewhere.addMember({ person: admin, isAdmin: true });
    front.app.clock.now += MINUTE;
    await expect(requireRight(core, session, elsewhere.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('still manages a server that the bot has left, but is not offered it', async () => {
    const { session, guild } = await openDesk();
    await changeServer(core, guild.id, { active: false });
    expect((await requireRight(core, session, guild.id)).active).toBe(false);
    expect(await listReachable(core, session)).toEqual([]);
  });

  test('sees servers by name', async () => {
    const { session, admin, guild } = await openDesk();
    for (const name of ['zebra', 'Äpfel', 'Server 10', 'Server 9']) {
      (await addGuildServer(front, { name })).addMember({ person: admin, isAdmin: true });
    }
    await changeServer(core, guild.id, { name: 'b' });
    const names = (await listReachable(core, session)).map(({ name }) => name);
    expect(names).toEqual(['Äpfel', 'b', 'Server 9', 'Server 10', 'zebra']);
  });

  test('may be on more servers than one page of Discord contains', async () => {
    const { session, admin } = await openDesk();
    for (let n = 0; n < 405; n += 1) front.discord.addGuild().addMember({ person: admin });
    const last = await addGuildServer(front);
    last.addMember({ person: admin, isAdmin: true });
    const before = requestsTo(front, GUILDS);
    expect((await requireRight(core, session, last.id)).id).toBe(last.id);
    expect(requestsTo(front, GUILDS) - before).toBe(3);
  });
});

describe('J84 · a permission', () => {
  test('that was revoked is refused a minute later at the latest, and Discord is asked once a minute', async () => {
    const { session, admin, guild } = await openDesk();
    await requireRight(core, session, guild.id);
    const before = requestsTo(front, GUILDS);
    admin.setRoles([]);
    front.app.clock.now += MINUTE - 1;
    await expect(requireRight(core, session, guild.id)).resolves.toMatchObject({ id: guild.id });
    expect(requestsTo(front, GUILDS)).toBe(before);
    front.app.clock.now += 1;
    await expect(requireRight(core, session, guild.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listReachable(core, session)).toEqual([]);
    expect(requestsTo(front, GUILDS)).toBe(before + 1);
  });

  test('that was granted applies a minute later at the latest', async () => {
    const guild = await addGuildServer(front);
    const member = guild.addMember();
    const { session } = await signIn(front, member);
    expect(await listReachable(core, session)).toEqual([]);
    guild.setOwner(member);
    front.app.clock.now += MINUTE;
    expect(await listReachable(core, session)).toHaveLength(1);
  });

  test.each([429, 500, 503])('that Discord cannot confirm (%s) is none', async (status) => {
    const { session, guild } = await openDesk();
    await requireRight(core, session, guild.id);
    const fail = () => front.discord.failNext({ path: /guilds/, status });
    fail();
    await expect(requireRight(core, session, guild.id)).resolves.toMatchObject({ id: guild.id });
    front.app.clock.now += MINUTE;
    await expect(requireRight(core, session, guild.id)).rejects.toMatchObject({
      code: 'discord_unavailable',
    });
    fail();
    await expect(listReachable(core, session)).rejects.toMatchObject({ code: 'discord_unavailable' });
    await expect(requireRight(core, session, guild.id)).resolves.toMatchObject({ id: guild.id });
  });

  test('with a date in the future is not trusted after a clock was set back', async () => {
    const { session, admin, guild } = await openDesk();
    await requireRight(core, session, guild.id);
    admin.setRoles([]);
    front.app.clock.now -= 3 * MINUTE;
    await expect(requireRight(core, session, guild.id)).rejects.toMatchObject({ code: 'not_found' });
    front.app.clock.now += 3 * MINUTE;
  });

  test('ends with the session when Discord refuses its token', async () => {
    const { session, secret, admin, guild } = await openDesk();
    front.discord.signIn.revoke(admin);
    const look = requireRight(core, session, guild.id);
    await expect(look).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(await findSession(core, secret)).toBeNull();
  });

  test('is read once for twenty requests at the same moment', async () => {
    const { session, guild } = await openDesk();
    const before = requestsTo(front, GUILDS);
    const looks = Array.from({ length: 20 }, () => requireRight(core, session, guild.id));
    expect(new Set((await Promise.all(looks)).map(({ id }) => id))).toEqual(new Set([guild.id]));
    expect(requestsTo(front, GUILDS) - before).toBe(1);
  });

  test('never passes from one person to another, however close their requests are', async () => {
    const [one, two] = [await openDesk(), await openDesk()];
    const looks = [one, two].flatMap(({ session }) =>
      [one, two].map(({ guild }) => requireRight(core, session, guild.id)),
    );
    const results = await Promise.allSettled(looks);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });
});

describe.skipIf(inject('database').url)('the operator of the embedded database', () => {
  async function signInOperator() {
    const token = new URL(await createLocalLink(core)).searchParams.get('token') ?? '';
    const { secret } = await signInLocally(core, token);
    const session = await findSession(core, secret);
    if (!session) throw new Error('not signed in');
    return { session, secret };
  }

  test('manages every existing server without asking Discord', async () => {
    const { id } = await front.app.addServer({ name: 'a quiet one', active: false });
    const { session } = await signInOperator();
    const before = requestsTo(front, GUILDS);
    expect((await requireRight(core, session, id)).id).toBe(id);
    expect((await listReachable(core, session)).map((server) => server.id)).toContain(id);
    await expect(requireRight(core, session, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
    expect(requestsTo(front, GUILDS)).toBe(before);
  });

  test('signs out everywhere, and Discord members stay signed in', async () => {
    const [one, two, member] = [await signInOperator(), await signInOperator(), await openDesk()];
    await endAllSessions(core, one.session);
    expect(await findSession(core, two.secret)).toBeNull();
    expect(await findSession(core, member.secret)).not.toBeNull();
  });
});

describe('of a member', () => {
  /** Somebody with a session and an entry in the log of a server. */
  async function leaveTraces() {
    const desk = await openDesk();
    const entry = { channel: 'dashboard', action: 'key.created', subject: 'Website' } as const;
    await core.database.kysely
      .insertInto('audit_log')
      .values({
        ...entry,
        server_id: desk.guild.id,
        at: new Date(),
        member_id: desk.admin.id,
        member_name: 'Ada',
      })
      .execute();
    return desk;
  }

  test('the export has their sessions without secrets, and what they did', async () => {
    const { admin, guild, session, secret } = await leaveTraces();
    await listReachable(core, session);
    const stored = await exportMember(core, admin.id);
    expect(stored).toMatchObject({
      sessions: [{ name: 'Ada', guild_ids: [guild.id], expires_at: session.expiresAt }],
      actions: [{ server_id: guild.id, action: 'key.created', subject: 'Website', member_name: 'Ada' }],
    });
    const text = JSON.stringify(stored);
    expect([secret, session.id, 'digest', 'sealed'].filter((one) => text.includes(one))).toEqual([]);
  });

  test.each([
    ['the deletion', deleteMember],
    ['opting out', optOut],
  ])('%s ends the sessions and removes id and name from the log', async (_, forget) => {
    const { admin, guild, secret } = await leaveTraces();
    const other = await openDesk();
    await forget(core, admin.id);
    expect(await findSession(core, secret)).toBeNull();
    expect(await findInTables(core, admin.id)).toEqual([]);
    const actions = core.database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('server_id', '=', guild.id);
    expect(await actions.execute()).toMatchObject([
      { action: 'key.created', member_id: null, member_name: null },
    ]);
    expect(await findSession(core, other.secret)).not.toBeNull();
  });

  test('nothing stays in the log of a server that the bot left', async () => {
    const { admin, guild, secret } = await leaveTraces();
    await leaveServers(core, [guild.id], FOR_GOOD);
    const left = await findInTables(core, admin.id);
    expect(left.filter((row) => !row.startsWith('sessions: '))).toEqual([]);
    expect(await findSession(core, secret)).not.toBeNull();
  });
});
