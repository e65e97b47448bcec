import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { beforeEach, expect, test } from 'vitest';
import { startChannelRehearsal } from '../../../../src/core/rehearsals/channel.ts';
import { readReport } from '../../../../src/core/rehearsals/report.ts';
import type { FakeMember } from '../../../support/discord.ts';
import { useCommunity } from '../setup.ts';
import { type History, importAll, openHistory, past, textsOf } from './setup.ts';

const home = useCommunity({ settings: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
let school: History;
beforeEach(async () => {
  school = await openHistory(home);
});

/** A private thread in which somebody asked and a teacher answered. */
function confide(what: string, options: { isBotIn?: boolean; isArchived?: boolean } = {}) {
  const { guild, channel, member, teacher } = school;
  const { isBotIn = false, isArchived = false } = options;
  const thread = guild.addThread(channel, {
    name: what,
    by: member,
    isHistory: true,
    isPrivate: true,
    isBotIn,
  });
  past(thread).answers(member, `Where is the ${what}?`, teacher, `The ${what} stands behind the third gate.`);
  if (isArchived) thread.archives();
  return thread;
}
const questions = async () => {
  const { run, suggestions } = await importAll(home, school);
  return {
    run,
    asked: textsOf(suggestions)
      .map(([question]) => question)
      .toSorted(),
  };
};

test('with the right to manage threads, open and archived private threads are read too', async () => {
  school.guild.updateRole(home.discord.roleOfBot(school.guild), {
    permissions: BigInt(home.discord.roleOfBot(school.guild).permissions) | Bits.ManageThreads,
  });
  confide('pier');
  confide('crane', { isArchived: true });
  const { run, asked } = await questions();
  expect(asked).toEqual(['Where is the crane?', 'Where is the pier?']);
  expect(run).toMatchObject({ endedFor: 'all', leftOut: {} });
});

test('without it those that the bot is in are read, and the result names the right that is missing', async () => {
  confide('pier', { isBotIn: true });
  confide('crane', { isBotIn: true, isArchived: true });
  confide('buoy');
  confide('anchor', { isArchived: true });
  const { run, asked } = await questions();
  expect(asked).toEqual(['Where is the crane?', 'Where is the pier?']);
  expect(run).toMatchObject({ endedFor: 'all', leftOut: { private: 1 } });
  const shown = await school.admin.runs(school.channel, 'learning stop').reply();
  expect(shown.content).toContain('Manage Threads');
});

/** What discord-html-transcripts writes: who wrote stands in a script by ids. */
function toHtml(lines: readonly [who: FakeMember, text: string][]): Buffer {
  const profiles = Object.fromEntries(lines.map(([{ id, name }]) => [id, { author: name, bot: false }]));
  const said = lines.map(
    ([{ id }, text]) =>
      `<discord-message timestamp="2026-03-10T09:00:00Z" profile="${id}">${text.replaceAll('<', '&lt;')}</discord-message>`,
  );
  return Buffer.from(
    `<!doctype html><html><head><script>window.$discordMessage={profiles:${JSON.stringify(profiles)}}</script></head><body><discord-messages>${said.join('')}</discord-messages></body></html>`,
  );
}

/** A ticket bot posts a closed ticket into the log. */
function logs(name: string, bytes: Buffer) {
  const bot = school.guild.addMember({ isBot: true });
  return bot.says(school.channel, 'Ticket closed', { isHistory: true, attachments: [{ name, bytes }] });
}

test('transcripts that a ticket bot posted become suggestions, from teachers alone', async () => {
  const { member, teacher, guild } = school;
  const stranger = guild.addMember();
  logs(
    'ticket-1.html',
    toHtml([
      [member, 'How do I repair the rudder?'],
      [teacher, 'Turn the blue wheel twice.'],
    ]),
  );
  logs(
    'ticket-2.html',
    toHtml([
      [member, 'How do I lower the sail?'],
      [stranger, 'Just cut the rope with a knife.'],
    ]),
  );
  const json = {
    messages: [
      {
        author: { id: member.id, name: 'Mia', isBot: false },
        content: 'How do I light the lantern?',
        timestamp: '2026-03-10T09:00:00Z',
      },
      {
        author: { id: teacher.id, name: 'Tea', isBot: false },
        content: 'Press the brass button below.',
        timestamp: '2026-03-10T09:01:00Z',
      },
    ],
  };
  logs('ticket-3.json', Buffer.from(JSON.stringify(json)));
  const { run, suggestions } = await importAll(home, school);
  expect(textsOf(suggestions).toSorted()).toEqual([
    ['How do I light the lantern?', 'Press the brass button below.'],
    ['How do I repair the rudder?', 'Turn the blue wheel twice.'],
  ]);
  expect(run).toMatchObject({ suggested: 2, leftOut: { private: 1 } });
});

test('one that is broken, too large, nameless or lies elsewhere is left out and counted', async () => {
  const { member, teacher } = school;
  logs('broken.html', Buffer.from('<html><p>nothing'));
  logs('large.html', Buffer.alloc(5 * 1024 * 1024, ' '));
  logs('nameless.txt', Buffer.from('[10.03.2026 09:00] Mia\nWhere is the pier?'));
  const elsewhere = logs(
    'far.html',
    toHtml([
      [member, 'Where is the net?'],
      [teacher, 'On the third boat.'],
    ]),
  );
  for (const file of elsewhere.attachments) file.url = 'http://169.254.169.254/far.html';
  const { run, suggestions } = await importAll(home, school);
  expect(suggestions).toEqual([]);
  expect(run.leftOut).toEqual({ private: 1, transcript: 4 });
});

test('words of a customer who opted out are not taken from a transcript', async () => {
  const { member, teacher } = school;
  await member.runs(school.channel, 'opt-out').reply();
  logs(
    'ticket.html',
    toHtml([
      [member, 'How do I repair the rudder?'],
      [teacher, 'Turn the blue wheel twice.'],
    ]),
  );
  const { run, suggestions } = await importAll(home, school);
  expect(suggestions).toEqual([]);
  expect(run.leftOut).toEqual({ private: 1, opted_out: 1 });
});

test('a rehearsal of a channel asks private threads and transcripts again too', async () => {
  const { member, teacher, guild, channel } = school;
  confide('pier', { isBotIn: true });
  logs(
    'ticket.html',
    toHtml([
      [member, 'How do I repair the rudder?'],
      [teacher, 'Turn the blue wheel twice.'],
    ]),
  );
  await startChannelRehearsal(home.app.core, guild.id, channel.id, 100);
  const read = async () => (await readReport(home.app.core, guild.id)).state;
  await expect.poll(read, { timeout: 30_000, interval: 50 }).not.toBe('reading');
  expect(await readReport(home.app.core, guild.id)).toMatchObject({ conversations: 2 });
});
