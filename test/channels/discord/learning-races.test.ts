import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBot } from '../../../src/channels/discord/bot.ts';
import { deleteMember, optOut } from '../../../src/core/members/privacy.ts';
import { findInTables } from '../../support/tables.ts';
import { countLookups, hasLearned, learnedOn, learnsNothingElse, openSchool, type School } from './school.ts';
import { QUESTION, readsMessages, useCommunity } from './setup.ts';
import { says } from './traces.ts';

const ANSWER = 'Open the launcher and press the green button.';

const home = useCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' } });
let school: School;
beforeEach(async () => {
  says(home, 'Press Join.');
  school = await openSchool(home);
});

const learned = (count: number) => hasLearned(home, school.guild, count);
const nothingElse = () => learnsNothingElse(home, school);

function teach(question = QUESTION, answer = ANSWER, options: { ping?: boolean } = {}) {
  const asked = school.member.says(school.channel, question);
  return { asked, told: school.teacher.says(school.channel, answer, { replyTo: asked, ...options }) };
}
type Lesson = ReturnType<typeof teach>;

/** The backend is asked and does not answer until the returned function is called. */
async function teachHeld() {
  const calls = home.ai.requests.length;
  const release = home.ai.hold();
  const lesson = teach();
  await home.ai.received(calls + 1);
  return { ...lesson, release };
}

const LOSSES: [string, (lesson: Lesson) => unknown][] = [
  ['the question is deleted', ({ asked }) => school.member.deletes(asked)],
  ['the answer is deleted', ({ told }) => school.teacher.deletes(told)],
  ['the question is edited', ({ asked }) => school.member.edits(asked, 'Never mind.')],
  ['the answer is edited', ({ told }) => school.teacher.edits(told, 'No.')],
  ['the channel is deleted', () => school.channel.remove()],
  ['who asked opts out', () => optOut(home.app.core, school.member.id)],
  ['who answered opts out', () => optOut(home.app.core, school.teacher.id)],
  ['who asked deletes their data', () => deleteMember(home.app.core, school.member.id)],
];

/** The database takes its time when something is about to be learned; asked again it has been written down. */
function holdWriting() {
  const { database } = home.app.core;
  const { query } = database;
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = Promise.withResolvers<void>();
  let asked = 0;
  database.query = async (name, ...rest) => {
    if (name !== 'wishes') return query(name, ...rest);
    asked += 1;
    if (asked === 1) {
      reached.resolve();
      await released.promise;
    } else {
      database.query = query;
      written.resolve();
    }
    return query(name, ...rest);
  };
  return { isReached: reached.promise, release: () => released.resolve(), isWritten: written.promise };
}

describe('nothing stays when', () => {
  test.each(LOSSES.slice(0, 1))('%s before it is learned', async (_, lose) => {
    // Who asked is looked up, which takes long enough for what follows.
    home.discord.rateLimitNext({ route: /GET .*members/, retryAfterSeconds: 0.3 });
    const calls = home.ai.requests.length;
    lose(teach(QUESTION, ANSWER, { ping: false }));
    await home.discord.settled();
    const { guild, member, teacher } = school;
    const channel = guild.addChannel();
    teacher.says(channel, 'Press M for the map.', { replyTo: member.says(channel, 'Where is the map?') });
    expect(await learned(1)).toMatchObject([{ question: 'Where is the map?' }]);
    // A suggestion is written down first and put into words then.
    await home.ai.received(calls + 1);
    await home.discord.settled();
    await learned(1);
    expect(home.ai.requests.length).toBe(calls + 1);
  });

  test.each([
    ...LOSSES.slice(1, 3),
    ...LOSSES.slice(4, 5),
  ])('%s at the moment when it is stored', async (_, lose) => {
    const { isReached, release, isWritten } = holdWriting();
    const lesson = teach();
    await isReached;
    const lookups = countLookups(home.app);
    lose(lesson);
    // What was lost is looked for and not found, for it is not there yet.
    await expect.poll(lookups, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0);
    release();
    await isWritten;
    await expect.poll(() => findInTables(home.app.core, 'green button')).toEqual([]);
    const channel = school.guild.addChannel();
    const asked = school.member.says(channel, 'Where is the map?');
    school.teacher.says(channel, 'Press M for the map.', { replyTo: asked });
    const read = () => learnedOn(home, school.guild);
    await expect
      .poll(read, { timeout: 10_000, interval: 10 })
      .toMatchObject([{ question: 'Where is the map?' }]);
    expect(await findInTables(home.app.core, 'green button')).toEqual([]);
  });

  test.each([...LOSSES.slice(0, 1), ...LOSSES.slice(3)])('%s while it is put into words', async (_, lose) => {
    const { release, ...lesson } = await teachHeld();
    await learned(1);
    await lose(lesson);
    await learned(0);
    release();
    await home.discord.settled();
    const other = await openSchool(home);
    await learnsNothingElse(home, other);
    expect(await learnedOn(home, school.guild)).toEqual([]);
    expect(await findInTables(home.app.core, 'green button')).toEqual([]);
  });

  test('it is deleted at any other moment', async () => {
    const { member, teacher, channel } = school;
    for (let round = 0; round < 10; round += 1) {
      const { asked, told } = teach(`${QUESTION} ${round}`, `${ANSWER} ${round}`);
      // Every round a little later than the one before.
      for (let turn = 0; turn < round * 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (round % 2 === 0) member.deletes(asked);
      else teacher.deletes(told);
    }
    teacher.says(channel, 'Press M for the map.', { replyTo: member.says(channel, 'Where is the map?') });
    const read = () => learnedOn(home, school.guild);
    const wanted = [{ question: 'Where is the map?' }];
    await expect.poll(read, { timeout: 10_000, interval: 10 }).toMatchObject(wanted);
    expect(await nothingElse()).toMatchObject(wanted);
  });
});

describe('a lesson that is delivered again', () => {
  test('at once, after a RESUME or as one of several messages makes one suggestion', async () => {
    const { channel, member, teacher, guild } = school;
    const asked = member.says(channel, QUESTION);
    const first = teacher.says(channel, 'Open the launcher.', { replyTo: asked });
    const second = teacher.says(channel, 'Press the green button.');
    home.discord.gateway.redeliver(first);
    await learned(1);
    for (const message of [first, second, asked]) home.discord.gateway.redeliver(message);
    home.discord.gateway.replayFrom(6);
    const { resumes } = home.discord.sessions.at(-1) ?? { resumes: 0 };
    home.discord.gateway.closeAll(4000);
    await home.discord.until(
      () => (home.discord.sessions.at(-1)?.resumes ?? 0) > resumes || undefined,
      'RESUME',
    );
    await home.discord.ready();
    expect(await nothingElse()).toHaveLength(1);
    expect((await learnedOn(home, guild))[0]?.answer).toBe('Open the launcher.\nPress the green button.');
  });
});

describe('while the database is down', () => {
  test('deleted messages are forgotten when the database is back, and logged once', async () => {
    const { asked } = teach();
    await learned(1);
    const warnings = () => home.app.logged.filter(({ message }) => /not removed yet/.test(message));
    const { kysely } = home.app.core.database;
    await sql`ALTER TABLE training_sources RENAME TO training_sources_away`.execute(kysely);
    school.member.deletes(asked);
    await expect.poll(() => warnings().length, { interval: 10 }).toBeGreaterThan(0);
    await sql`ALTER TABLE training_sources_away RENAME TO training_sources`.execute(kysely);
    await learned(0);
    expect(warnings().filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});

test('of lessons that come at once two are distilled, a hundred wait, and the rest is dropped with one log line', async () => {
  const { admin, channel, member, teacher } = school;
  const calls = home.ai.requests.length;
  const release = home.ai.hold();
  const teachMany = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const asked = member.says(channel, `What is number ${n}?`);
      teacher.says(channel, `It is the number that follows on ${n - 1}.`, { replyTo: asked });
    }
  };
  const lines = () =>
    home.app.logged.filter(({ message }) => /too many replies to learn from/.test(message)).length;
  teachMany(102);
  await home.ai.received(calls + 2);
  await home.discord.settled();
  expect(lines()).toBe(0);
  teachMany(3);
  await expect.poll(lines, { interval: 10 }).toBe(1);
  await home.discord.settled();
  expect([home.ai.requests.length, lines()]).toEqual([calls + 2, 1]);
  // Those that wait fall away where nothing is learned any more.
  await admin.runs(channel, 'learning state', { state: 'off' }).reply();
  release();
});

describe('the end of the process', () => {
  /** The bot alone, so that it can be stopped; the other one of this file is put out of action first. */
  async function openBot(burstMs: number) {
    const bot = createBot(home.app.core, { token: home.discord.token, burstMs });
    bot.start();
    await expect.poll(() => bot.state(), { timeout: 10_000, interval: 5 }).toBe('ready');
    await readsMessages(home.discord);
    return bot;
  }
  async function isOut(): Promise<void> {
    home.discord.gateway.closeAll(4004);
    const state = async () =>
      ((await (await fetch(`${home.app.url}/readyz`)).json()) as { discord: string }).discord;
    await expect.poll(state, { interval: 5 }).toBe('invalid_token');
  }

  test('learns what was still being collected, and keeps what could not be distilled in time', async () => {
    await isOut();
    const bot = await openBot(60_000);
    const { asked } = teach();
    await home.discord.settled();
    await bot.stop(5_000);
    expect(await learnedOn(home, school.guild)).toMatchObject([{ answer: ANSWER }]);

    const next = await openBot(20);
    const release = home.ai.hold();
    const calls = home.ai.requests.length;
    teach('Where is the map?', 'Press M for the map.');
    await home.ai.received(calls + 1);
    // Would never end if it waited for the backend.
    await next.stop(50);
    release();
    expect((await learned(2)).at(-1)).toMatchObject({ answer: 'Press M for the map.', state: 'pending' });

    const last = await openBot(20);
    school.member.deletes(asked);
    await home.discord.settled();
    await last.stop(5_000);
    expect(await learnedOn(home, school.guild)).toMatchObject([{ answer: 'Press M for the map.' }]);
  });
});
