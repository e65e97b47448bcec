import { describe, expect, test } from 'vitest';
import { addEntry, getEntry, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { answerGap, answerGapWithEntry, listGaps } from '../../../src/core/learning/gaps.ts';
import { getSuggestion, revert } from '../../../src/core/learning/suggestions/suggestions.ts';
import { deleteMember, optOut } from '../../../src/core/members/privacy.ts';
import { forgetChannel, forgetMessages } from '../../../src/core/members/provenance.ts';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { freshId } from '../training/setup.ts';

const app = useApp();

const NEWEST = 'Is there a map editor here?';
const TITLE = 'Where is the map editor?';
const ANSWER = 'Press F8.';

/** A gap of these questions, oldest first, and one of another wording that is the newest. */
async function startGap(...questions: string[]) {
  const { id: serverId, key } = await app.addServer({ learning: true });
  for (const question of [...questions, NEWEST]) {
    app.clock.now += 1_000;
    await app.chat(key, ask(question));
  }
  const gaps = await listGaps(app.core, serverId);
  expect(gaps).toMatchObject([{ question: NEWEST, count: questions.length + 1 }]);
  const given = { serverId, answerId: gaps[0]?.answerId ?? '', question: TITLE };
  const answer = () => answerGap(app.core, { ...given, answer: ANSWER, authorId: null, authorRole: null });
  const wordings = async () => (await listKnowledge(app.core, serverId)).flatMap((entry) => entry.questions);
  const say = async (text: string) => String((await app.chat(key, ask(text))).body.answer);
  return { ...given, answer, wordings, say };
}

/** As if a member had asked it in a chat. */
async function attribute(serverId: string, question: string) {
  const [member, message, channel] = [freshId(), freshId(), freshId()];
  const { kysely } = app.core.database;
  const { id } = await kysely
    .updateTable('answers')
    .set({ channel: 'discord' })
    .where(({ and }) => and({ server_id: serverId, question }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = new Date(app.clock.now);
  const asked = { server_id: serverId, message_id: message, channel_id: channel, member_id: member };
  const row = { ...asked, state: 'answered' as const, lease_until: now, answer_id: id, at: now };
  await kysely.insertInto('handled_messages').values(row).execute();
  return { serverId, member, message, channel };
}

describe('A gap that is answered', () => {
  test('gives the new entry how else it was asked, and those words find it', async () => {
    const { answer, wordings, say } = await startGap('any map editor', 'Do we have a map editor?');
    const { entryId, id } = await answer();
    expect(entryId).toBe(`training:${id}`);
    expect(await wordings()).toEqual(['any map editor', 'Do we have a map editor?']);
    expect(await say('Do we have a map editor?')).toContain(ANSWER);
  });

  test('gives an entry that an owner calls the same them too', async () => {
    const { answerId, question, serverId } = await startGap('any map editor');
    const own = { title: 'Building', text: 'All about the tools.', questions: ['Where do I build?'] };
    const { id: entryId } = await addEntry(app.core, { serverId, ...own });
    const { id } = await answerGapWithEntry(app.core, { serverId, answerId, question, entryId });
    const { questions } = await getEntry(app.core, serverId, entryId);
    expect(questions).toEqual([...own.questions, TITLE, 'any map editor']);
    await revert(app.core, serverId, id);
    expect(await getEntry(app.core, serverId, entryId)).toMatchObject(own);
  });

  test('gives no more than five, the shortest that differ in their words', async () => {
    const others = ['a', 'any', 'the', 'this', 'such a', 'some other'].map(
      (word) => `Is there ${word} map editor?`,
    );
    const { answer, wordings } = await startGap(
      ...others,
      'is there ANY map editor',
      `${TITLE.toUpperCase()}!`,
    );
    await answer();
    const found = await wordings();
    expect(found).toHaveLength(5);
    expect(found.map((one) => one.toLowerCase().replace('?', '')).toSorted()).toEqual(
      ['a', 'any', 'such a', 'the', 'this'].map((word) => `is there ${word} map editor`),
    );
  });

  test('gives neither what whoever answered put in other words, nor personal data, nor a long story', async () => {
    const { answer, wordings } = await startGap(
      NEWEST.toLowerCase(),
      'Is there a map editor? mia@example.org',
      `Is there a map editor? ${'A map editor! '.repeat(20)}`,
    );
    await answer();
    expect(await wordings()).toEqual([]);
  });

  test('gives nothing that was asked in a chat by nobody knows whom', async () => {
    const { answer, wordings, serverId } = await startGap('any map editor');
    await attribute(serverId, 'any map editor');
    await app.core.database.query(null, 'UPDATE handled_messages SET member_id = NULL', []);
    await answer();
    expect(await wordings()).toEqual([]);
  });

  test('gives nothing that was asked in a chat where learning is off', async () => {
    const { answer, wordings, serverId } = await startGap('any map editor', 'Do we have a map editor?');
    await attribute(serverId, 'any map editor');
    await changeSettings(app.core, serverId, () => ({ learning: false }));
    await answer();
    expect(await wordings()).toEqual(['Do we have a map editor?']);
  });
});

describe('A wording that came from a gap', () => {
  type Asked = Awaited<ReturnType<typeof attribute>>;
  test.each([
    {
      way: 'its message is deleted',
      lose: ({ serverId, message }: Asked) =>
        forgetMessages(app.core, { serverId, messageIds: [message], reason: 'source_deleted' }),
    },
    {
      way: 'its channel is deleted',
      lose: ({ serverId, channel }: Asked) => forgetChannel(app.core, { serverId, channelId: channel }),
    },
    { way: 'its member opts out', lose: ({ member }: Asked) => optOut(app.core, member) },
  ])('goes when $way, and the answer of the team stays', async ({ lose }) => {
    const { answer, wordings, say, serverId } = await startGap('any map editor');
    const asked = await attribute(serverId, 'any map editor');
    const { id, entryId } = await answer();
    expect(await wordings()).toEqual(['any map editor']);
    await lose(asked);
    expect(await wordings()).toEqual([]);
    expect(await getSuggestion(app.core, serverId, id)).toMatchObject({
      ...{ state: 'approved', entryId, wordings: [], sources: [] },
    });
    expect(await say(TITLE)).toContain(ANSWER);
  });

  test('leaves neither id nor words of its member in any table', async () => {
    const words = 'do we really have any map editor';
    const { answer, wordings, serverId } = await startGap(words);
    const { member } = await attribute(serverId, words);
    await answer();
    expect(await wordings()).toEqual([words]);
    await deleteMember(app.core, member);
    for (const wanted of [member, words]) expect(await findInTables(app.core, wanted)).toEqual([]);
  });
});
