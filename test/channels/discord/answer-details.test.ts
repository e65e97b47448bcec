import { beforeEach, expect, test } from 'vitest';
import { deleteMember, exportMember } from '../../../src/core/members/privacy.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { findInTables } from '../../support/tables.ts';
import { useCommunity } from './setup.ts';
import { openServer, says, tablesWith } from './traces.ts';
import { watch } from './watch.ts';

const home = useCommunity();
beforeEach(() => says(home, 'About TopazAnswer.'));

const { becomes } = watch(() => home);

/** A thread in which its author asks, and asks again. */
async function openThread(between: (thread: FakeChannel) => void = () => undefined) {
  const server = await openServer(home);
  const member = server.guild.addMember({ name: 'Mia' });
  const thread = server.guild.addThread(server.channel, {
    name: 'Help',
    by: member,
    text: 'It is about TopazOpening',
  });
  const ask = async (text: string) => {
    const asked = member.says(thread, `${home.mention} ${text}`);
    await home.discord.nextMessage(thread);
    await becomes(asked.id, 'answered');
  };
  await ask('Where is TopazFirst?');
  between(thread);
  await ask('And where is TopazSecond?');
  const details = await home.app.core.database.kysely
    .selectFrom('answer_details')
    .select(['turns', 'history'])
    .where('server_id', '=', server.guild.id)
    .execute();
  const [newest] = details.toSorted((one, other) => other.turns - one.turns);
  return { ...server, member, newest };
}

test('Messages before a question are kept with its answer while one member and the bot write them', async () => {
  const { newest } = await openThread();
  expect(newest?.history).toEqual([
    { by: 'customer', text: 'It is about TopazOpening' },
    { by: 'customer', text: 'Where is TopazFirst?' },
    { by: 'bot', text: 'About TopazAnswer.' },
  ]);
});

test('What others wrote before a question is not kept with its answer: it could not go when they want it', async () => {
  const { newest } = await openThread((thread) => {
    home.guild.addMember({ name: 'Other' }).says(thread, 'I think OnyxStranger');
  });
  expect(newest?.turns).toBe(4);
  expect(newest?.history).toEqual([{ by: 'bot', text: 'About TopazAnswer.' }]);
  expect(await tablesWith(home, 'OnyxStranger')).toEqual([]);
});

test('The export of a member holds the messages before their questions, and a deletion leaves none of them', async () => {
  const { member, guild } = await openThread();
  const exported = await exportMember(home.app.core, member.id);
  expect(JSON.stringify(exported)).toContain('It is about TopazOpening');
  await deleteMember(home.app.core, member.id);
  const left = await findInTables(home.app.core, 'Topaz');
  expect(left.filter((row) => row.includes(guild.id))).toEqual([]);
  expect(left.filter((row) => row.startsWith('answer_details') && row.includes(member.id))).toEqual([]);
});

test('Nothing is kept beside an answer to somebody who opted out', async () => {
  const { guild, channel } = await openServer(home);
  const member = guild.addMember();
  await member.runs(channel, 'opt-out').reply();
  const asked = member.says(channel, `${home.mention} Where is TopazQuiet?`);
  await home.discord.nextMessage(channel);
  await becomes(asked.id, 'answered');
  const rows = await home.app.core.database.kysely
    .selectFrom('answer_details')
    .select('answer_id')
    .where('server_id', '=', guild.id)
    .execute();
  expect(rows).toEqual([]);
});
