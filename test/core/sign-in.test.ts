import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireRight } from '../../src/core/owners/reach.ts';
import { beginSignIn, completeSignIn, signInMethods } from '../../src/core/owners/sign-in.ts';
import { showLog, startApp } from '../support/app.ts';
import { dumpTables } from '../support/tables.ts';
import {
  addGuildServer,
  agree,
  type Front,
  openFront,
  PUBLIC_URL,
  requestsTo,
  signIn,
} from './sign-in-setup.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let front: Front;
beforeAll(async () => {
  front = await openFront();
});
afterAll(() => front.stop());

/** Somebody at the page of Discord, with what their browser and Discord's answer hold. */
async function standAtDiscord(next = '/servers') {
  const person = front.discord.addGuild().addMember({ name: 'Ada' });
  const { url, browserSecret } = await beginSignIn(front.app.core, { next });
  const { state, code } = await agree(front, person, url);
  return { person, browserSecret, state, code };
}

function countSessions(): Promise<unknown[]> {
  return front.app.core.database.kysely.selectFrom('sessions').select('digest').execute();
}

describe('signing in with Discord', () => {
  test('asks for identify and guilds with a state and PKCE, and for nothing else', async () => {
    const { url } = await beginSignIn(front.app.core, { next: '/servers' });
    const asked = new URL(url);
    expect(asked.origin + asked.pathname).toBe(`${front.discord.webUrl}/oauth2/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: 'code',
      client_id: front.discord.signIn.clientId,
      redirect_uri: `${PUBLIC_URL}/login/discord/callback`,
      scope: 'identify guilds',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('identifies the person, leads to the page they wanted, and lasts a week', async () => {
    const person = front.discord.addGuild().addMember({ name: 'Ada' });
    const { session, next, expiresAt } = await signIn(front, person, '/servers/1/ki?tab=2');
    expect(session.person).toEqual({ kind: 'discord', id: person.id, name: 'Ada' });
    expect(next).toBe('/servers/1/ki?tab=2');
    expect(expiresAt.getTime()).toBe(front.app.clock.now + 7 * DAY);
    expect(session.expiresAt).toEqual(expiresAt);
  });

  test('begins another session each time', async () => {
    const person = front.discord.addGuild().addMember();
    const [one, two] = [await signIn(front, person), await signIn(front, person)];
    expect(one.session.id).not.toBe(two.session.id);
    expect(one.session.csrf).not.toBe(two.session.csrf);
    expect(one.secret).not.toBe(two.secret);
  });

  test('lasts no longer than what Discord granted', async () => {
    front.discord.signIn.tokenLifeSeconds = 3600;
    const { expiresAt } = await signIn(front, front.discord.addGuild().addMember());
    front.discord.signIn.tokenLifeSeconds = 604_800;
    expect(expiresAt.getTime()).toBe(front.app.clock.now + 3_600_000);
  });

  test('stops a name from breaking out of its line', async () => {
    const person = front.discord.addGuild().addMember();
    person.state.user.global_name = `<b>Ada\u202e\n\u0000${'x'.repeat(200)}`;
    const { session } = await signIn(front, person);
    expect(session.person.name).toMatch(/^b Ada .{90,100}$/);
    expect(session.person.name.length).toBeLessThanOrEqual(100);
  });

  test('works for one of two simultaneous returns with the same state', async () => {
    const { state, code, browserSecret } = await standAtDiscord();
    const back = () => completeSignIn(front.app.core, { state, code, browserSecret });
    const results = await Promise.allSettled([back(), back(), back()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('J81 · a return from Discord is refused, and Discord is not asked,', () => {
  type Return = Awaited<ReturnType<typeof standAtDiscord>>;
  const other = randomBytes(32).toString('base64url');
  test.each<[string, (given: Return) => Partial<{ state: string; browserSecret: string | null }>]>([
    ['with an unknown state', () => ({ state: other })],
    ['with no state', () => ({ state: '' })],
    ['with a state that is none', () => ({ state: "' OR 1=1 --\u0000" })],
    ['from another browser', () => ({ browserSecret: other })],
    ['from a browser that began nothing', () => ({ browserSecret: null })],
    ['with the state for the browser', ({ state }) => ({ browserSecret: state })],
  ])('%s', async (_, change) => {
    const given = await standAtDiscord();
    const [asked, before] = [requestsTo(front, '/api/oauth2/token'), await countSessions()];
    const input = { ...given, ...change(given) };
    await expect(completeSignIn(front.app.core, input)).rejects.toMatchObject({ code: 'forbidden' });
    expect(requestsTo(front, '/api/oauth2/token')).toBe(asked);
    expect(await countSessions()).toEqual(before);
  });

  test('a second time', async () => {
    const given = await standAtDiscord();
    await completeSignIn(front.app.core, given);
    const asked = requestsTo(front, '/api/oauth2/token');
    await expect(completeSignIn(front.app.core, given)).rejects.toMatchObject({ code: 'forbidden' });
    expect(requestsTo(front, '/api/oauth2/token')).toBe(asked);
  });

  test('after another browser has tried it', async () => {
    const given = await standAtDiscord();
    const thief = { ...given, browserSecret: other };
    await expect(completeSignIn(front.app.core, thief)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(completeSignIn(front.app.core, given)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('after ten minutes', async () => {
    const [late, inTime] = [await standAtDiscord(), await standAtDiscord()];
    front.app.clock.now += 10 * MINUTE - 1;
    await completeSignIn(front.app.core, inTime);
    front.app.clock.now += 1;
    const asked = requestsTo(front, '/api/oauth2/token');
    await expect(completeSignIn(front.app.core, late)).rejects.toMatchObject({ code: 'forbidden' });
    expect(requestsTo(front, '/api/oauth2/token')).toBe(asked);
  });
});

describe('a code is refused', () => {
  test.each<[string, (code: string) => string]>([
    ['that Discord never gave', () => 'made-up'],
    ['that is empty', () => ''],
    ['that is far too long', (code) => code.repeat(100)],
  ])('%s', async (_, change) => {
    const given = await standAtDiscord();
    const input = { ...given, code: change(given.code) };
    await expect(completeSignIn(front.app.core, input)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test("of another sign-in: an attacker's code does not sign the victim in as the attacker", async () => {
    const [victim, attacker] = [await standAtDiscord(), await standAtDiscord()];
    const mixed = { ...victim, code: attacker.code };
    await expect(completeSignIn(front.app.core, mixed)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('that was used before', async () => {
    const used = await standAtDiscord();
    await completeSignIn(front.app.core, used);
    const again = { ...(await standAtDiscord()), code: used.code };
    await expect(completeSignIn(front.app.core, again)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test.each([[['identify']], [['guilds']], [['email']]])('that grants only %s', async (scopes) => {
    const given = await standAtDiscord();
    front.discord.signIn.scopes = scopes;
    const done = completeSignIn(front.app.core, given);
    await expect(done).rejects.toMatchObject({ code: 'forbidden' });
    front.discord.signIn.scopes = null;
  });
});

describe('nobody is signed in when Discord has a fault:', () => {
  const paths = [/^\/api\/oauth2\/token$/, /^\/api\/users\/@me$/];
  const faults = [301, 404, 429, 500, 503].flatMap((status) => paths.map((path) => [status, path] as const));
  test.each(faults)('status %s of %s', async (status, path) => {
    const given = await standAtDiscord();
    const before = await countSessions();
    front.discord.failNext({ path, status });
    const done = completeSignIn(front.app.core, given);
    await expect(done).rejects.toMatchObject({ code: 'discord_unavailable' });
    expect(await countSessions()).toEqual(before);
  });

  test('an answer of another shape', async () => {
    const given = await standAtDiscord();
    front.discord.failNext({ path: /oauth2\/token/, status: 200 });
    const done = completeSignIn(front.app.core, given);
    await expect(done).rejects.toMatchObject({ code: 'discord_unavailable' });
  });

  test('an answer that would fill the memory', async () => {
    const person = front.discord.addGuild().addMember();
    person.state.user.global_name = 'x'.repeat(3_000_000);
    await expect(signIn(front, person)).rejects.toMatchObject({ code: 'discord_unavailable' });
  });

  test('no connection', async () => {
    const given = await standAtDiscord();
    front.discord.rest.refuse(true);
    const done = completeSignIn(front.app.core, given);
    await expect(done).rejects.toMatchObject({ code: 'discord_unavailable' });
    front.discord.rest.refuse(false);
  });

  test('silence, which is abandoned', { timeout: 20_000 }, async () => {
    const given = await standAtDiscord();
    front.discord.failNext({ path: /users/, status: 200, hang: true });
    const done = completeSignIn(front.app.core, given);
    await expect(done).rejects.toMatchObject({ code: 'discord_unavailable' });
  });

  test('a wrong client secret, which the log shows to the operator', async () => {
    const settings = { ...front.discord.signInSettings, DISCORD_CLIENT_SECRET: 'not-the-secret', PUBLIC_URL };
    const app = await startApp(settings);
    const { url, browserSecret } = await beginSignIn(app.core, { next: '/' });
    const back = await agree(front, front.discord.addGuild().addMember(), url);
    const done = completeSignIn(app.core, { ...back, browserSecret });
    await expect(done).rejects.toMatchObject({ code: 'discord_unavailable' });
    const [line] = app.logged.filter(({ level }) => level === 'warn');
    expect(line).toMatchObject({ fields: { path: '/oauth2/token', reason: 'status 401' } });
    await app.stop();
  });
});

test('neither tables nor log hold a secret of a sign-in in a readable form', async () => {
  const person = (await addGuildServer(front)).addMember({ isAdmin: true });
  const begun = await beginSignIn(front.app.core, { next: '/servers' });
  const waiting = new URL(begun.url).searchParams;
  const { secret, session, state, code, browserSecret } = await signIn(front, person);
  const dump = Object.values(await dumpTables(front.app.core)).flat();
  const secrets = [
    secret,
    session.csrf,
    state,
    code,
    browserSecret,
    begun.browserSecret,
    waiting.get('state') ?? '',
    front.discord.signIn.clientSecret,
    ...front.discord.signIn.tokens,
  ];
  expect(dump.some((row) => row.includes(session.id))).toBe(true);
  // A row shows bytes as hex.
  const forms = secrets.flatMap((one) => [
    one,
    Buffer.from(one).toString('hex'),
    Buffer.from(one, 'base64url').toString('hex'),
  ]);
  expect(forms.filter((form) => form === '' || dump.some((row) => row.includes(form)))).toEqual([]);
  const log = showLog(front.app);
  expect(secrets.filter((one) => log.includes(one))).toEqual([]);
});

test('a token from Discord is useless in another row of the table', async () => {
  const guild = await addGuildServer(front);
  const [admin, member] = [guild.addMember({ isAdmin: true }), guild.addMember()];
  const [theirs, own] = [await signIn(front, admin), await signIn(front, member)];
  const { kysely } = front.app.core.database;
  const digest = (id: string) => Buffer.from(id, 'hex');
  const { sealed_token } = await kysely
    .selectFrom('sessions')
    .select('sealed_token')
    .where('digest', '=', digest(theirs.session.id))
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable('sessions')
    .set({ sealed_token })
    .where('digest', '=', digest(own.session.id))
    .execute();
  const look = requireRight(front.app.core, own.session, guild.id);
  await expect(look).rejects.toMatchObject({ code: 'not_signed_in' });
});

describe('without an application of Discord', () => {
  test.each<Record<string, string>>([
    {},
    { DISCORD_CLIENT_ID: '1' },
    { DISCORD_CLIENT_SECRET: 'x' },
  ])('%j offers no sign-in with it', async (settings) => {
    const app = await startApp(settings);
    expect(signInMethods(app.core)).toEqual({ discord: false, local: app.core.database.isEmbedded });
    await expect(beginSignIn(app.core, { next: '/' })).rejects.toMatchObject({ code: 'forbidden' });
    const back = { state: 'x', code: 'y', browserSecret: null };
    await expect(completeSignIn(app.core, back)).rejects.toMatchObject({ code: 'forbidden' });
    await app.stop();
  });

  test('and with one the sign-in is offered', () => {
    const { core } = front.app;
    expect(signInMethods(core)).toEqual({ discord: true, local: core.database.isEmbedded });
  });
});
