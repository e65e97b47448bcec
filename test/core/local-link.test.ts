import { randomBytes } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { digestOf, findSession } from '../../src/core/owners/sessions.ts';
import { createLocalLink, signInLocally } from '../../src/core/owners/sign-in.ts';
import { runOn } from '../channels/cli-setup.ts';
import { dumpTables } from '../support/tables.ts';
import { useApp } from '../support/use-app.ts';

const DAY = 24 * 3600 * 1000;

const app = useApp({ PUBLIC_URL: 'https://lotse.example' });

function countSessions(): Promise<unknown[]> {
  return app.core.database.kysely.selectFrom('sessions').select('digest').execute();
}

function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

describe.skipIf(inject('database').url)("the operator's link on the embedded database", () => {
  test('signs in once, for a week, as somebody without a name of Discord', async () => {
    const link = await createLocalLink(app.core);
    expect(link).toMatch(/^https:\/\/lotse\.example\/login\/local\?token=[\w-]{43}$/);
    const { secret, expiresAt } = await signInLocally(app.core, tokenOf(link));
    expect(expiresAt.getTime()).toBe(app.clock.now + 7 * DAY);
    const session = await findSession(app.core, secret);
    expect(session?.person).toEqual({ kind: 'local', id: null, name: 'operator' });
    const again = signInLocally(app.core, tokenOf(link));
    await expect(again).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('makes one session of several uses at once', async () => {
    const token = tokenOf(await createLocalLink(app.core));
    const before = await countSessions();
    const uses = await Promise.allSettled(Array.from({ length: 10 }, () => signInLocally(app.core, token)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countSessions()).toHaveLength(before.length + 1);
  });

  test('ends after a day, and with the next link', async () => {
    const late = tokenOf(await createLocalLink(app.core));
    app.clock.now += DAY;
    await expect(signInLocally(app.core, late)).rejects.toMatchObject({ code: 'forbidden' });
    const [older, newer] = [await createLocalLink(app.core), await createLocalLink(app.core)];
    await expect(signInLocally(app.core, tokenOf(older))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(signInLocally(app.core, tokenOf(newer))).resolves.toMatchObject({
      secret: expect.any(String),
    });
  });

  test.each(['', `${'a'.repeat(43)}\u0000`])('is not %j', async (token) => {
    await expect(signInLocally(app.core, token)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is in the tables only as a digest', async () => {
    const token = tokenOf(await createLocalLink(app.core));
    const { secret } = await signInLocally(app.core, tokenOf(await createLocalLink(app.core)));
    const dump = JSON.stringify(await dumpTables(app.core));
    const forms = [token, secret].flatMap((one) => [one, Buffer.from(one, 'base64url').toString('hex')]);
    expect(forms.filter((form) => dump.includes(form))).toEqual([]);
  });

  test('comes from the command line too', async () => {
    const open = async () => app.core;
    const plain = await runOn(open, ['dashboard', 'link']);
    expect(plain).toMatchObject({ code: 0, err: '' });
    expect(plain.out).toMatch(/^https:\/\/lotse\.example\/login\/local\?token=[\w-]{43}\n$/);
    const { out } = await runOn(open, ['dashboard', 'link', '--json']);
    await expect(signInLocally(app.core, tokenOf(JSON.parse(out).url))).resolves.toMatchObject({
      secret: expect.any(String),
    });
  });
});

describe.runIf(inject('database').url)('on PostgreSQL there is no link', () => {
  test('neither from the core nor from the command line, which says what to do instead', async () => {
    await expect(createLocalLink(app.core)).rejects.toMatchObject({ code: 'forbidden' });
    const run = await runOn(async () => app.core, ['dashboard', 'link']);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET');
  });

  test('and one that was written into the tables signs nobody in', async () => {
    const { database } = app.core;
    const at = new Date(app.clock.now + DAY);
    const secret = randomBytes(32).toString('base64url');
    await database.kysely
      .insertInto('sign_in_links')
      .values({ digest: digestOf(secret), expires_at: at })
      .execute();
    await expect(signInLocally(app.core, secret)).rejects.toMatchObject({ code: 'forbidden' });
    await database.kysely
      .insertInto('sessions')
      .values({
        digest: digestOf(secret),
        kind: 'local',
        name: 'x',
        member_id: null,
        sealed_token: null,
        guild_ids: [],
        guilds_read_at: null,
        created_at: at,
        expires_at: at,
      })
      .execute();
    expect(await findSession(app.core, secret)).toBeNull();
  });
});
