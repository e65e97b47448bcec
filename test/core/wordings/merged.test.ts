import { describe, expect, test } from 'vitest';
import { addEntry, getEntry, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import {
  approve,
  editSuggestion,
  getSuggestion,
  merge,
  reject,
  revert,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../src/core/learning/test-questions/test-questions.ts';
import { leaveServers } from '../../../src/core/members/arrivals.ts';
import { deleteMember, exportMember, optOut } from '../../../src/core/members/privacy.ts';
import { forgetChannel, forgetMessages } from '../../../src/core/members/provenance.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { ask, FOR_GOOD } from '../../support/app.ts';
import { findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { freshId, source } from '../training/setup.ts';

const app = useApp();

const KEPT = 'Where is the map editor?';
const OTHER = 'Can I build levels of my own?';
const ANSWER = 'Press F8 in the main menu.';

/** Two suggestions from members and messages of their own, merged into the first. */
async function startMerged(given: { kept?: string; others?: string[] } = {}) {
  const { kept = KEPT, others = [OTHER] } = given;
  const { id: serverId, key } = await app.addServer();
  const teach = async (question: string) => {
    const [asked, told, asker, author] = [freshId(), freshId(), freshId(), freshId()];
    const sources = [source('question', asked, asker), source('answer', told, author)];
    const { id } = await suggest(app.core, {
      ...{ serverId, question, answer: ANSWER, source: 'reply', channelId: '1', sources },
    });
    return { id, asked, asker };
  };
  const first = await teach(kept);
  const merged = [];
  for (const question of others) merged.push(await teach(question));
  const [other] = merged;
  if (!other) throw new Error('Nothing to merge.');
  const { id } = await merge(
    app.core,
    serverId,
    first.id,
    merged.map((one) => one.id),
  );
  const wordings = async () => {
    const entries = await listKnowledge(app.core, serverId);
    return entries.flatMap(({ questions }) => questions);
  };
  const say = async (text: string) => String((await app.chat(key, ask(text))).body.answer);
  return { serverId, id, first, other, wordings, say };
}

describe('Suggestions that were merged', () => {
  test('become one entry that the questions of both find', async () => {
    const { serverId, id, say } = await startMerged();
    expect(await say(OTHER)).not.toContain(ANSWER);
    await approve(app.core, serverId, id);
    expect(await listKnowledge(app.core, serverId)).toMatchObject([
      { id: `training:${id}`, title: KEPT, text: ANSWER, questions: [OTHER], proposed: [] },
    ]);
    for (const question of [KEPT, OTHER]) expect(await say(question)).toContain(ANSWER);
  });

  test('take all their wordings back when the approval is, and bring them again with the next', async () => {
    const { serverId, id, say, wordings } = await startMerged();
    await approve(app.core, serverId, id);
    await revert(app.core, serverId, id);
    expect(await listKnowledge(app.core, serverId)).toEqual([]);
    expect(await say(OTHER)).not.toContain(ANSWER);
    await approve(app.core, serverId, id);
    expect(await wordings()).toEqual([OTHER]);
    await revert(app.core, serverId, id);
    await reject(app.core, serverId, id);
    expect(await wordings()).toEqual([]);
  });

  test('give an entry that an owner calls the same all their questions, and take back those alone', async () => {
    const { serverId, id } = await startMerged();
    const given = { title: 'Building', text: 'All about the tools.', questions: ['Where do I build?'] };
    const { id: entryId } = await addEntry(app.core, { serverId, ...given });
    await approve(app.core, serverId, id, { entryId });
    const { questions } = await getEntry(app.core, serverId, entryId);
    expect(questions).toEqual([...given.questions, KEPT, OTHER]);
    const { revision } = await getServer(app.core, serverId);
    await revert(app.core, serverId, id);
    expect(await getEntry(app.core, serverId, entryId)).toMatchObject(given);
    expect((await getServer(app.core, serverId)).revision).toBeGreaterThan(revision);
  });

  test('have no wording twice, and none that says what the title says', async () => {
    const others = [KEPT.toUpperCase(), OTHER, OTHER.toLowerCase(), 'Is there a tool for terrain?'];
    const { serverId, id, wordings } = await startMerged({ others });
    await approve(app.core, serverId, id);
    expect(await wordings()).toEqual([OTHER, 'Is there a tool for terrain?']);
    const edited = await startMerged();
    await editSuggestion(app.core, edited.serverId, edited.id, { question: OTHER, answer: ANSWER });
    await approve(app.core, edited.serverId, edited.id);
    expect(await edited.wordings()).toEqual([]);
  });

  test('have 20 wordings at most, those that were merged first', async () => {
    const others = Array.from({ length: 23 }, (_, n) => `Wording number ${n}?`);
    const { serverId, id, wordings } = await startMerged({ others });
    await approve(app.core, serverId, id);
    expect(await wordings()).toEqual(others.slice(0, 20));
  });

  test('keep the wordings of earlier mergers when they are merged again', async () => {
    const { serverId, id, wordings } = await startMerged();
    const more = {
      serverId,
      question: 'Is there a tool for terrain?',
      answer: ANSWER,
      source: 'menu' as const,
    };
    const last = await suggest(app.core, more);
    await merge(app.core, serverId, last.id, [id]);
    await approve(app.core, serverId, last.id);
    expect(await wordings()).toEqual([KEPT, OTHER]);
  });

  test('are held against the test questions with their wordings', async () => {
    const { serverId, id } = await startMerged();
    await addTest(app.core, serverId, { question: OTHER, needsTeam: true });
    await expect(approve(app.core, serverId, id)).rejects.toMatchObject({ context: { param: 'tests' } });
  });
});

describe('A wording that came with a merged suggestion', () => {
  const losses = [
    {
      way: 'its message is deleted',
      lose: ({ serverId, other }: Merged) =>
        forgetMessages(app.core, { serverId, messageIds: [other.asked], reason: 'source_deleted' }),
    },
    {
      way: 'its message is edited',
      lose: ({ serverId, other }: Merged) =>
        forgetMessages(app.core, { serverId, messageIds: [other.asked], reason: 'source_edited' }),
    },
    {
      way: 'its channel is deleted',
      lose: ({ serverId }: Merged) => forgetChannel(app.core, { serverId, channelId: '1' }),
    },
    {
      way: 'its member deletes their data',
      lose: ({ other }: Merged) => deleteMember(app.core, other.asker),
    },
    { way: 'its member opts out', lose: ({ other }: Merged) => optOut(app.core, other.asker) },
    {
      way: 'the bot leaves the server',
      lose: ({ serverId }: Merged) => leaveServers(app.core, [serverId], FOR_GOOD),
    },
  ];
  type Merged = Awaited<ReturnType<typeof startMerged>>;
  const SAME = 'an entry that says the same';

  test.each(
    losses.map((loss, n) => ({ ...loss, place: `in ${n % 2 ? 'the entry that it became' : SAME}` })),
  )('$place goes out of every table when $way', async ({ lose, place }) => {
    const word = `word${freshId()}`;
    const question = `Can I build a ${word} of my own?`;
    const merged = await startMerged({ others: [question] });
    const { serverId, id } = merged;
    const given = { title: 'Building', text: 'All about the tools.', questions: ['Where?'] };
    const { id: entryId } = await addEntry(app.core, { serverId, ...given });
    await approve(app.core, serverId, id, place.includes(SAME) ? { entryId } : {});
    expect(await findInTables(app.core, word)).not.toEqual([]);
    await lose(merged);
    expect(await findInTables(app.core, word)).toEqual([]);
    expect(await merged.wordings()).toEqual(['Where?']);
  });

  test('does not come back when what is left is approved again', async () => {
    const merged = await startMerged();
    const { serverId, id, other } = merged;
    await approve(app.core, serverId, id);
    await forgetMessages(app.core, { serverId, messageIds: [other.asked], reason: 'source_deleted' });
    expect(await getSuggestion(app.core, serverId, id)).toMatchObject({ state: 'suspended', wordings: [] });
    await approve(app.core, serverId, id);
    expect(await merged.wordings()).toEqual([]);
  });

  test('is in the export of who asked it', async () => {
    const { other } = await startMerged();
    expect((await exportMember(app.core, other.asker)).suggestions).toMatchObject([{ wordings: [OTHER] }]);
  });
});
