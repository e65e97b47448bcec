import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { beforeEach, expect, test } from 'vitest';
import { startChannelRehearsal } from '../../../../src/core/rehearsals/channel.ts';
import { rehearse } from '../../../../src/core/rehearsals/rehearsals.ts';
import { readReport, toReportShape } from '../../../../src/core/rehearsals/report.ts';
import { UNABORTED } from '../../../support/app.ts';
import type { FakeChannel } from '../../../support/discord.ts';
import { findInTables } from '../../../support/tables.ts';
import { runOn } from '../../cli-setup.ts';
import { useCommunity } from '../setup.ts';
import { fill, type History, openHistory } from './setup.ts';

const home = useCommunity({ settings: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
/** The job looks every five seconds. */
const PATIENT = { timeout: 30_000, interval: 50 };
let school: History;
beforeEach(async () => {
  school = await openHistory(home);
});

const start = (channel: FakeChannel = school.channel) =>
  startChannelRehearsal(home.app.core, school.guild.id, channel.id, 100);
const report = async () => toReportShape(await readReport(home.app.core, school.guild.id));
const stateAfter = (state: string) =>
  expect.poll(async () => (await report()).state, PATIENT).not.toBe(state);

test('the answered questions of a channel are asked again, and nothing of it becomes a suggestion', async () => {
  await home.app.addKnowledge(school.guild.id, [
    { id: 'pier', title: 'Where is the pier?', text: 'The pier stands behind the first gate.' },
  ]);
  fill(school, 3);
  school.past.says(school.member, 'Has anybody seen the seals?');
  await start();
  expect(await report()).toMatchObject({ state: 'reading', conversations: 0, format: 'channel' });
  await stateAfter('reading');
  await rehearse(home.app.core, { signal: UNABORTED });
  const told = await report();
  expect(told).toMatchObject({ state: 'done', conversations: 3, answered: 1 });
  expect(told.examples.handed_over.map(({ team }) => team)).toContain(
    'The crane stands behind the third gate.',
  );
  expect(await findInTables(home.app.core, school.member.id)).not.toContainEqual(
    expect.stringContaining('rehears'),
  );
});

test('a channel that the bot may not read is told, on the command line with what the bot lacks', async () => {
  const forbidden = school.guild.addChannel();
  forbidden.setOverwrite(school.guild.everyone, { deny: Bits.ReadMessageHistory });
  forbidden.setOverwrite(home.discord.roleOfBot(school.guild), { deny: Bits.ReadMessageHistory });
  await home.discord.settled();
  await start(forbidden);
  await stateAfter('reading');
  expect(await readReport(home.app.core, school.guild.id)).toMatchObject({
    ...{ state: 'unread', fault: 'right_missing' },
  });
  const shown = await runOn(async () => home.app.core, ['rehearse', 'show', school.guild.id]);
  expect(shown.out).toContain('could not be read: the bot needs the permissions View Channel and');
});

test('words of a member who opted out are not asked again', async () => {
  await school.member.runs(school.channel, 'opt-out').reply();
  fill(school, 2);
  await start();
  await stateAfter('reading');
  expect(await report()).toMatchObject({ conversations: 0 });
});
