import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createBot } from '../../../src/channels/discord/bot.ts';
import {
  hasLearned,
  learnedOn,
  learnsNothingElse,
  openSchool,
  refuseLessons,
  type School,
} from './school.ts';
import { QUESTION, readsMessages, useCommunity } from './setup.ts';
import { says } from './traces.ts';

const ANSWER = 'Open the launcher and press the green button.';
/** As the community has it. */
const BURST_MS = 20;
/** A first try and three more. */
const TRIES = 4;

const home = useCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' }, burstMs: BURST_MS });
let school: School;
beforeEach(async () => {
  says(home, 'Press Join.');
  school = await openSchool(home);
  home.app.logged.length = 0;
});

function teach(question = QUESTION, answer = ANSWER) {
  const asked = school.member.says(school.channel, question);
  return { asked, told: school.teacher.says(school.channel, answer, { replyTo: asked }) };
}

const linesOf = (message: string) =>
  home.app.logged.filter((line) => line.message === message).map(({ level }) => level);

/** What is learned is nowhere to be written, until the returned function is called. */
async function takeTableAway() {
  const { kysely } = home.app.core.database;
  await sql`ALTER TABLE training RENAME TO training_away`.execute(kysely);
  const bringBack = () => sql`ALTER TABLE IF EXISTS training_away RENAME TO training`.execute(kysely);
  onTestFinished(async () => void (await bringBack()));
  return bringBack;
}

describe('a lesson while the database is down', () => {
  test('is retried with growing pauses, and learned once and silently when the database is back', async () => {
    const lookedAt = refuseLessons(home.app, TRIES - 1);
    teach();
    expect(await hasLearned(home, school.guild, 1)).toMatchObject([{ question: QUESTION, answer: ANSWER }]);
    const pauses = lookedAt.slice(1).map((at, n) => at - (lookedAt[n] ?? 0));
    // Timers may fire a millisecond early.
    for (const [n, bursts] of [2, 4, 8].entries())
      expect(pauses[n]).toBeGreaterThanOrEqual(bursts * BURST_MS - 2);
    expect(linesOf('reply not learned from')).toEqual([]);
    expect(await learnsNothingElse(home, school)).toHaveLength(1);
  });

  test('is dropped after four tries with one log line, and the next one is learned', async () => {
    const bringBack = await takeTableAway();
    teach();
    await expect.poll(() => linesOf('reply not learned from'), { interval: 5 }).toEqual(['warn']);
    expect(linesOf('reply not learned from yet')).toHaveLength(TRIES - 1);
    await bringBack();
    expect(await learnsNothingElse(home, school)).toEqual([]);
  });

  test.each([
    ['the question is deleted', ({ asked }: Taught) => school.member.deletes(asked)],
    ['the answer is deleted', ({ told }: Taught) => school.teacher.deletes(told)],
  ])('is not learned if %s in the meantime', async (_, lose) => {
    const lookedAt = refuseLessons(home.app, 2, () => lose(taught));
    const taught = teach();
    await expect.poll(() => lookedAt.length, { interval: 5 }).toBeGreaterThan(0);
    expect(await learnsNothingElse(home, school)).toEqual([]);
  });
  type Taught = ReturnType<typeof teach>;
});

describe('the end of the process', () => {
  /** The bot alone, so that it can be stopped; its pauses are longer than any test. */
  async function openBot() {
    home.discord.gateway.closeAll(4004);
    const bot = createBot(home.app.core, { token: home.discord.token, burstMs: 10 * 60_000 });
    bot.start();
    await expect.poll(() => bot.state(), { timeout: 10_000, interval: 5 }).toBe('ready');
    await readsMessages(home.discord);
    return bot;
  }

  /** Longer than any test may take: whoever waits for a pause hangs. */
  const NEVER_MS = 60_000;

  /** So much at once that nothing more is waited for. */
  function teachMuch(): void {
    const asked = school.member.says(school.channel, QUESTION);
    for (let n = 0; n < 10; n += 1) school.teacher.says(school.channel, `${ANSWER} ${n}`, { replyTo: asked });
  }

  test('does not wait for a pause: pending lessons are tried at once, and dropped if the database is still down', async () => {
    const bot = await openBot();
    const bringBack = await takeTableAway();
    teachMuch();
    await expect.poll(() => linesOf('reply not learned from yet'), { interval: 5 }).toHaveLength(1);
    await bringBack();
    await bot.stop(NEVER_MS);
    expect(await learnedOn(home, school.guild)).toMatchObject([{ question: QUESTION }]);
    expect(linesOf('reply not learned from')).toEqual([]);

    const next = await openBot();
    await takeTableAway();
    teachMuch();
    await expect.poll(() => linesOf('reply not learned from yet'), { interval: 5 }).toHaveLength(2);
    await next.stop(NEVER_MS);
    expect(linesOf('reply not learned from')).toEqual(['warn']);
  });
});
