import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { startImport } from '../../../../src/core/learning/history/imports.ts';
import { approve, listTraining } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { setWebhook } from '../../../../src/core/webhooks/webhooks.ts';
import type { FakeChannel } from '../../../support/discord.ts';
import { learnedOn } from '../school.ts';
import { useCommunity } from '../setup.ts';
import { beginImport, ended, fill, type History, importAll, openHistory, PLACES } from './setup.ts';

const home = useCommunity({ settings: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
let school: History;
/** A channel that something happens to. */
let source: FakeChannel;
beforeEach(async () => {
  school = await openHistory(home);
});

/** Holds the answer to the next page of a place, or to the one behind it. */
function holdPage({ id }: FakeChannel = school.channel, isSecond = false) {
  const path = new RegExp(`^/channels/${id}/messages\\?${isSecond ? '.*before=' : ''}`);
  return home.discord.rest.holdAnswer({ method: 'GET', path });
}

/** The job looks every five seconds; after a command the bot looks at once. */
const looksAgain = ({ admin, channel }: History) => admin.runs(channel, 'usage').reply();

describe('what stands in the way of an import is a line that says what to do', () => {
  test('learning is off, nobody teaches, a category, or a channel that the bot may not read', async () => {
    const { admin, channel, guild, teacher } = school;
    const forbidden = guild.addChannel();
    forbidden.setOverwrite(guild.everyone, { deny: Bits.ReadMessageHistory });
    forbidden.setOverwrite(home.discord.roleOfBot(guild), { deny: Bits.ReadMessageHistory });
    await home.discord.settled();
    const refused = await beginImport(home, school, forbidden);
    expect(refused.content).toMatch(/Not started[\s\S]*ReadMessageHistory/);
    const category = guild.addChannel({ kind: 'category' });
    await home.discord.settled();
    expect((await beginImport(home, school, category)).content).toMatch(/no messages there/);
    const { content } = await beginImport(home, school, channel, { days: '400' });
    expect(content).toMatch(/number of days from 1 to 365/);
    await admin.runs(channel, 'learning state', { state: 'off' }).reply();
    expect((await beginImport(home, school)).content).toMatch(/learning is off[\s\S]*\/learning state/);
    await admin.runs(channel, 'learning state', { state: 'on' }).reply();
    const role = guild.state.roles.get(teacher.state.roles[0] ?? '');
    await admin.runs(channel, 'team remove', { role: { id: role?.id ?? '' } }).reply();
    expect((await beginImport(home, school)).content).toMatch(/there is no teaching role[\s\S]*\/team teach/);
  });
});

describe('a run', () => {
  test('shows in its command how it goes on until it has ended, and a second call shows the same', async () => {
    fill(school, 3);
    const page = holdPage();
    const shown = await beginImport(home, school);
    expect(shown.content).toMatch(/reading 90 days back/);
    expect(shown.ephemeral).toBe(true);
    await page.reached();
    expect((await beginImport(home, school)).content).toMatch(/being read[\s\S]*is read at a time/);
    page.release();
    const done = /Done: the whole period[\s\S]*read: \*\*6\*\*[\s\S]*suggestions: \*\*3\*\*/;
    await home.discord.until(() => done.test(shown.content) || undefined, 'The end in the reply');
  });

  test('makes suggestions that nothing uses before an approval, and tells no webhook of each', async () => {
    const { id } = school.guild;
    await setWebhook(home.app.core, id, 'https://hooks.example/in');
    fill(school, 3);
    const { suggestions } = await importAll(home, school);
    expect(suggestions.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    const { kysely } = home.app.core.database;
    const events = () =>
      kysely.selectFrom('webhook_deliveries').select('type').where('server_id', '=', id).execute();
    expect(await events()).toEqual([]);
  });

  test.each([
    ['stopped', /Stopped by hand/, () => school.admin.runs(school.channel, 'learning stop').reply()],
    [
      'learning_off',
      /learning was switched off/,
      () => school.admin.runs(school.channel, 'learning state', { state: 'off' }).reply(),
    ],
    ['channel_gone', /no longer exists/, async () => source.remove()],
    ['server_left', /removed from this server/, async () => school.guild.remove()],
    [
      'right_missing',
      /View Channel/,
      async () => {
        source.setOverwrite(home.discord.roleOfBot(school.guild), { deny: Bits.ViewChannel });
      },
    ],
  ] as const)('that is %s in the midst ends with a line, suggests nothing more, and loses nothing', async (reason, line, act) => {
    const { guild, admin, member } = school;
    source = guild.addChannel();
    fill(school, 3, source);
    const thread = guild.addThread(source, { name: 'more', by: member });
    fill(school, 6, thread);
    await home.discord.settled();
    const page = holdPage(thread);
    await beginImport(home, school, source);
    await page.reached();
    await act();
    await home.discord.gateway.delivered();
    page.release();
    const run = await ended(home, guild);
    expect(run.endedFor).toBe(reason);
    const made = await listTraining(home.app.core, guild.id);
    const isForgotten = reason === 'channel_gone' || reason === 'server_left';
    if (!isForgotten) expect(made).toHaveLength(run.suggested);
    if (reason === 'server_left') return;
    const shown = await admin.runs(school.channel, 'learning stop').reply();
    expect(shown.content).toMatch(/No history is being read[\s\S]*The last run/);
    expect(shown.content).toMatch(line);
  });

  test('goes on behind the last one, with nothing twice and nothing lost', async () => {
    const { guild, admin, channel } = school;
    const { past: before, member } = school;
    fill(school, 3);
    const lines = 'abcdefghij'.repeat(11);
    for (const line of lines) before.says(member, `Just talk about ${line}.`);
    for (const what of PLACES.slice(3, 6))
      before.answers(member, `Where is the ${what}?`, school.teacher, `The ${what} stands behind the gate.`);
    const page = holdPage(channel, true);
    await beginImport(home, school);
    await page.reached();
    await admin.runs(channel, 'learning stop').reply();
    page.release();
    const first = await ended(home, guild);
    expect(first).toMatchObject({ endedFor: 'stopped' });
    expect(first.suggested).toBeGreaterThan(0);
    expect((await beginImport(home, school)).content).toMatch(/where the last run ended/);
    const second = await ended(home, guild);
    expect(second).toMatchObject({ endedFor: 'all', leftOut: {} });
    expect(first.messages + second.messages).toBe(122);
    expect(first.suggested + second.suggested).toBe(6);
    expect(await learnedOn(home, guild)).toHaveLength(6);
  });

  test('leaves out what is deleted or edited while it is under way, and what is deleted later suspends what was approved', async () => {
    const { guild, member, teacher, channel } = school;
    const [first, second, third] = fill(school, 3);
    const page = holdPage();
    await beginImport(home, school);
    await page.reached();
    member.deletes(first?.asked ?? { id: '', channel_id: '' });
    teacher.edits(second?.told as never, 'It was taken away.');
    await home.discord.gateway.delivered();
    page.release();
    const run = await ended(home, guild);
    expect(run).toMatchObject({ suggested: 1, leftOut: { gone: 2 } });
    const [made] = await learnedOn(home, guild);
    await approve(home.app.core, guild.id, made?.id ?? '');
    teacher.deletes({ id: third?.told.id ?? '', channel_id: channel.id });
    const states = async () => (await learnedOn(home, guild)).map(({ state }) => state);
    await expect.poll(states, { timeout: 10_000, interval: 10 }).toEqual(['suspended']);
  });

  test('waits out an answer of 429 and an outage of Discord', async () => {
    fill(school, 2);
    home.discord.rateLimitNext({ route: /GET \/channels\/\d+\/messages/, retryAfterSeconds: 0.05, count: 2 });
    expect((await importAll(home, school)).run).toMatchObject({ suggested: 2 });
    const other = await openHistory(home);
    fill(other, 2);
    const path = new RegExp(`^/channels/${other.channel.id}/messages`);
    home.discord.failNext({ method: 'GET', path, status: 500, count: 3 });
    await beginImport(home, other);
    const pauses = () => home.app.logged.some(({ message }) => message === 'history import paused');
    await expect.poll(pauses, { timeout: 20_000, interval: 20 }).toBe(true);
    home.app.clock.now += 31_000;
    await looksAgain(other);
    expect(await ended(home, other.guild)).toMatchObject({ endedFor: 'all', suggested: 2 });
  });

  test('of two that are begun at once one runs', async () => {
    const { guild, channel } = school;
    const begin = () => startImport(home.app.core, guild.id, { channel: channel.id, days: 90 });
    const both = await Promise.allSettled([begin(), begin()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await looksAgain(school);
    await ended(home, guild);
  });
});
