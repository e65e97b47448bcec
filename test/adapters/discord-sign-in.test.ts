import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDiscordSignIn,
  type DiscordSignIn,
  TokenRefusedError,
} from '../../src/adapters/discord-sign-in.ts';
import { createLog } from '../../src/adapters/log.ts';

/** What the next requests are answered with, whatever they ask; the last one stays. */
let answers: { status?: number; body: unknown }[] = [];
let server: Server;
let discord: DiscordSignIn;
beforeAll(async () => {
  server = createServer((_, response) => {
    const { status = 200, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: null };
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = { DISCORD_API_URL: `${origin}/api`, DISCORD_WEB_URL: origin, PUBLIC_URL: origin };
  const settings = { DISCORD_CLIENT_ID: 'id', DISCORD_CLIENT_SECRET: 'secret', ...urls };
  discord = createDiscordSignIn(settings, createLog('silent')) as DiscordSignIn;
});
afterAll(async () => {
  await discord.close();
  await new Promise((done) => server.close(done));
});

describe('a server may be managed', () => {
  test.each<[string, object, boolean]>([
    ['by its owner, whatever else is said', { owner: true, permissions: '0' }, true],
    ['by an administrator', { owner: false, permissions: '8' }, true],
    ['by who may manage it', { owner: false, permissions: '32' }, true],
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
    expect(await discord.listManageable('token')).toEqual(may ? ['1'] : []);
  });

  test.each([
    ['no list', {}],
    ['an id that is none', [{ id: "1' OR 1=1", permissions: '8' }]],
    ['rights that are none', [{ id: '1', permissions: '-1' }]],
    ['rights with a comma', [{ id: '1', permissions: 0.5 }]],
    ['an owner in words', [{ id: '1', owner: 'true', permissions: '8' }]],
    ['no JSON', '<html>'],
  ])('by nobody after an answer with %s', async (_, body) => {
    answers = [{ body }];
    await expect(discord.listManageable('token')).rejects.toMatchObject({ code: 'discord_unavailable' });
  });

  test('on a thousand servers; whoever repeats pages for ever is not read for ever', async () => {
    const page = Array.from({ length: 200 }, (_, n) => ({ id: String(n + 1), permissions: '8' }));
    answers = [{ body: page }];
    expect(await discord.listManageable('token')).toHaveLength(200);
  });
});

test('a refused token is told from a fault', async () => {
  answers = [{ status: 401, body: {} }];
  await expect(discord.readUser('token')).rejects.toThrow(TokenRefusedError);
  answers = [{ status: 403, body: {} }];
  await expect(discord.readUser('token')).rejects.toMatchObject({ code: 'discord_unavailable' });
});

describe('a token is taken', () => {
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

test('a picture that is no hash of Discord is none', async () => {
  answers = [{ body: { id: '1', username: 'ada', global_name: null, avatar: '../../evil"' } }];
  expect(await discord.readUser('token')).toEqual({ id: '1', name: 'ada', avatar: null });
});
