import { beforeEach, expect, test } from 'vitest';
import { crawlNow, listLinkPages } from '../../../../src/core/knowledge/links.ts';
import { UNABORTED } from '../../../support/app.ts';
import { openSecondBot } from '../second-bot.ts';
import { useCommunity } from '../setup.ts';
import { type Linked, openLinked, PAST, QUIETLY } from './setup.ts';

const home = useCommunity({ settings: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
let server: Linked;
beforeEach(async () => {
  server = await openLinked(home);
});

const pagesAsked = () =>
  home.discord.requests.filter(({ path }) => /^\/channels\/\d+\/messages\?/.test(path)).length;

test('of 100,000 messages the newest 5,000 are read, pinned ones of before too, and the link says so', async () => {
  const { channel, teacher, guild } = server;
  const member = guild.addMember();
  const first = teacher.says(channel, 'Posted first of all.', PAST);
  const pinned = teacher.says(channel, 'Pinned long ago.', PAST);
  pinned.pinned = true;
  for (let n = 0; n < 99_990; n += 1) member.says(channel, `Talk ${n}`, PAST);
  teacher.says(channel, 'Posted last of all.', PAST);
  const before = pagesAsked();
  expect(await server.link(channel)).toMatchObject({ state: 'crawled', pages: 2, limits: ['posts'] });
  expect(pagesAsked() - before).toBe(50);
  expect(await server.texts()).toEqual(['Pinned long ago.', 'Posted last of all.']);
  // Known from a live event, an old post goes although no page of messages reaches it.
  teacher.edits(first, 'Edited first of all.');
  await server.knows('Edited first of all.', 'Pinned long ago.', 'Posted last of all.');
  teacher.vanishes(first);
  await server.read(channel);
  expect(await server.texts()).toEqual(['Pinned long ago.', 'Posted last of all.']);
});

test('a reading whose process dies in the middle is done by another one, and nothing stands twice', async () => {
  const { channel, teacher } = server;
  for (let n = 0; n < 250; n += 1) teacher.says(channel, `Gate ${n} leads to pier ${n}.`, PAST);
  await server.add(channel);
  const second = home.discord.rest.holdAnswer({ method: 'GET', path: /messages\?limit=100&before=/ });
  const dying = new AbortController();
  const cut = crawlNow(home.app.core, server.id, `discord:${channel.id}`, {
    signal: dying.signal,
    onProgress: () => undefined,
  });
  await second.reached();
  expect((await listLinkPages(home.app.core, server.id, `discord:${channel.id}`)).length).toBe(100);
  dying.abort(new Error('the process dies'));
  await expect(cut).rejects.toThrow('the process dies');
  second.release();
  const other = await openSecondBot(home.app);
  try {
    const address = `discord:${channel.id}`;
    const options = { signal: UNABORTED, onProgress: () => undefined };
    expect(await crawlNow(other.core, server.id, address, options)).toMatchObject({ pages: 250, failed: 0 });
  } finally {
    await other.stop();
  }
  expect((await server.texts()).length).toBe(250);
});

test('a forum whose reading was cut off is read on behind the posts that were read', async () => {
  const { guild, teacher } = server;
  const forum = guild.addChannel({ kind: 'forum' });
  const threads = Array.from({ length: 4 }, (_, n) =>
    guild.addThread(forum, { name: `Gate ${n}`, by: teacher, text: `To pier ${n}.`, isHistory: true }),
  );
  const asked = () =>
    home.discord.requests.filter(({ path }) => /^\/channels\/(\d+)\/messages\/\1$/.test(path));
  await server.add(forum);
  const opening = home.discord.rest.holdAnswer({ method: 'GET', path: /threads\/active/ });
  const third = home.discord.rest.holdAnswer({
    method: 'GET',
    path: new RegExp(`/messages/${threads[2]?.id}$`),
  });
  const dying = new AbortController();
  const options = { signal: dying.signal, onProgress: () => undefined };
  const cut = crawlNow(home.app.core, server.id, `discord:${forum.id}`, options);
  await opening.reached();
  home.app.clock.now += 1_000;
  opening.release();
  await third.reached();
  dying.abort(new Error('the process dies'));
  await expect(cut).rejects.toThrow('the process dies');
  third.release();
  const before = asked().length;
  expect(await server.read(forum)).toMatchObject({ state: 'crawled', pages: 4 });
  expect(asked().length - before).toBe(2);
  expect(await server.texts()).toHaveLength(4);
  // Once it was read to its end, everything is looked at again.
  await server.read(forum);
  expect(asked().length - before).toBe(6);
});

test('one process reads a channel at a time, and what is posted meanwhile is not lost', async () => {
  const { channel, teacher } = server;
  const post = teacher.says(channel, 'The pier opens at eight.', PAST);
  await server.add(channel);
  const page = home.discord.rest.holdAnswer({ method: 'GET', path: /messages\?limit=100/ });
  const reading = server.read(channel);
  await page.reached();
  await expect(crawlNow(home.app.core, server.id, `discord:${channel.id}`, QUIETLY)).rejects.toThrow(
    /being crawled right now/,
  );
  // The page that was read holds neither of these.
  teacher.edits(post, 'The pier opens at nine.');
  const gone = teacher.says(channel, 'A slip of the pen.');
  teacher.deletes(gone);
  teacher.says(channel, 'The inn is up the hill.');
  page.release();
  await reading;
  await server.knows('The inn is up the hill.', 'The pier opens at nine.');
});

test('a post that goes while a reader has it in hand is not written down for good', async () => {
  const { channel, teacher, guild } = server;
  const other = guild.addChannel();
  await server.link(other);
  const post = teacher.says(channel, 'A slip of the pen.', PAST);
  await server.add(channel);
  const page = home.discord.rest.holdAnswer({ method: 'GET', path: /messages\?limit=100/ });
  const reading = server.read(channel);
  await page.reached();
  teacher.deletes(post);
  // Whoever knows this was told of the deletion before.
  teacher.says(other, 'The inn is up the hill.');
  await server.knows('The inn is up the hill.');
  page.release();
  await reading;
  expect(await server.texts()).toEqual(['The inn is up the hill.']);
});

test('what is told while the last post is looked at is read by the same reader', async () => {
  const { channel, teacher, guild } = server;
  const other = guild.addChannel();
  await server.link(other);
  await server.add(channel);
  const page = home.discord.rest.holdAnswer({ method: 'GET', path: /messages\?limit=100/ });
  const reading = server.read(channel);
  await page.reached();
  const first = teacher.says(channel, 'The pier opens at eight.');
  teacher.says(other, 'The inn is up the hill.');
  await server.knows('The inn is up the hill.');
  const look = home.discord.rest.holdAnswer({ method: 'GET', path: new RegExp(`/messages/${first.id}$`) });
  page.release();
  await look.reached();
  teacher.edits(first, 'The pier opens at nine.');
  teacher.says(other, 'The mole is closed.');
  await server.knows('The inn is up the hill.', 'The mole is closed.');
  look.release();
  await reading;
  const all = ['The inn is up the hill.', 'The mole is closed.', 'The pier opens at nine.'];
  expect(await server.texts()).toEqual(all);
});

test('two bots that hear of the same post make one entry of it', async () => {
  const { channel, teacher } = server;
  await server.link(channel);
  const other = await openSecondBot(home.app);
  try {
    const post = teacher.says(channel, 'The pier opens at eight.');
    await server.knows('The pier opens at eight.');
    teacher.edits(post, 'The pier opens at nine.');
    await server.knows('The pier opens at nine.');
    expect(await server.read(channel)).toMatchObject({ pages: 1, queued: 0 });
  } finally {
    await other.stop();
  }
});

test('the limits of the platform are waited out', async () => {
  const { channel, teacher } = server;
  for (let n = 0; n < 150; n += 1) teacher.says(channel, `Gate ${n} leads to pier ${n}.`, PAST);
  home.discord.rateLimitNext({ route: /^GET \/channels\/\d+\/messages/, retryAfterSeconds: 0.2 });
  expect(await server.link(channel)).toMatchObject({ state: 'crawled', pages: 150 });
  home.discord.failNext({ method: 'GET', path: /messages\?limit=100/, status: 500, count: 10 });
  expect(await server.read(channel)).toMatchObject({
    state: 'failed',
    fault: 'discord_unavailable',
    pages: 150,
  });
});
