import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDiscordSignIn,
  type DiscordSignIn,
  TokenRefusedError,
} from '../../src/adapters/discord-sign-in.ts';
import { createLog } from '../../src/adapters/log.ts';

/** What the next requests are answered with, whatever they ask; the last one stays. */
let answers: { status?: number; body: unknown }[] = [];
/** Path and query of every request since the test began. */
let asked: string[] = [];
let server: Server;
let discord: DiscordSignIn;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const { status = 200, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: null };
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = { DISCORD_API_URL: `${origin}/api`, DISCORD_WEB_URL: origin, PUBLIC_URL: origin };
  const settings = { DISCORD_CLIENT_ID: 'id', DISCORD_CLIENT_SECRET: 'secret', ...urls };
  discord = createDiscordSignIn(settings, createLog('silent')) as DiscordSignIn;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await discord.close();
  await new Promise((done) => server.close(done));
});

describe('a server may be managed', () => {
  test.each<[string, object, boolean]>([
    ['by its owner, whatever else is said', { owner: true, permissions: '0' }, true],
    ['by an administrator', { owner: false, permissions: '8' }, true],
    ['where rights are a number, as in the oldest version', { owner: false, permissions: 40 }, true],
    ['where there are more rights than a number can hold', { permissions: '1152921504606847016' }, true],
    [
      'by nobody with every other right',
      { owner: false, permissions: String(2n ** 52n - 1n - 0x28n) },
      false,
    ],
    ['by nobody of whom nothing is said', {}, false],
  ])('%s', async (_, guild, may) => {
    answers = [{ body: [{ id: '1', name: 'x', ...guild }] }];
    expect(await discord.listGuilds('token')).toEqual({
      managed: may ? ['1'] : [],
      others: may ? [] : ['1'],
    });
  });

  test.each([
    ['no list', {}],
    ['no JSON', '<html>'],
  ])('by nobody after an answer with %s', async (_, body) => {
    answers = [{ body }];
    await expect(discord.listGuilds('token')).rejects.toMatchObject({ code: 'discord_unavailable' });
  });

  test.each([
    ['an id that is none', { id: "1' OR 1=1", permissions: '8' }],
    ['rights that are none', { id: '1', permissions: '-1' }],
  ])('not with %s, which costs nobody the others', async (_, odd) => {
    answers = [{ body: [odd, { id: '2', permissions: '8' }] }];
    expect((await discord.listGuilds('token')).managed).toEqual(['2']);
  });

  const pageFrom = (first: number) =>
    Array.from({ length: 200 }, (_, n) => ({ id: String(first + n), permissions: '8' }));

  test('on a thousand servers, read in pages that each continue after the previous one', async () => {
    const firsts = [1, 201, 401, 601, 801];
    answers = firsts.map((first) => ({ body: pageFrom(first) }));
    const ids = Array.from({ length: 1_000 }, (_, n) => String(n + 1));
    expect((await discord.listGuilds('token')).managed).toEqual(ids);
    const guilds = '/api/users/@me/guilds';
    expect(asked).toEqual([guilds, ...[200, 400, 600, 800].map((last) => `${guilds}?after=${last}`)]);
  });

  test('and a Discord that repeats a page forever is asked five times', async () => {
    answers = [{ body: pageFrom(1) }];
    expect((await discord.listGuilds('token')).managed).toHaveLength(200);
    expect(asked).toHaveLength(5);
  });
});

test('a refused token is distinguished from a fault', async () => {
  answers = [{ status: 401, body: {} }];
  await expect(discord.readUser('token')).rejects.toThrow(TokenRefusedError);
  answers = [{ status: 403, body: {} }];
  await expect(discord.readUser('token')).rejects.toMatchObject({ code: 'discord_unavailable' });
});

describe('a token is accepted', () => {
  const token = { access_token: 'a', token_type: 'Bearer', expires_in: 60, scope: 'guilds identify' };
  test.each([
    [token],
    [{ ...token, token_type: 'bearer' }],
    [{ ...token, scope: undefined }],
  ])('%j', async (body) => {
    answers = [{ body }];
    expect(await discord.redeemCode('code', 'verifier')).toEqual({ accessToken: 'a', lifeSeconds: 60 });
  });

  test.each([
    [{ ...token, access_token: '' }],
    [{ ...token, token_type: 'mac' }],
    [{ ...token, expires_in: -1 }],
    [{ ...token, expires_in: 'soon' }],
  ])('but not %j', async (body) => {
    answers = [{ body }];
    await expect(discord.redeemCode('code', 'verifier')).rejects.toMatchObject({
      code: 'discord_unavailable',
    });
  });
});
