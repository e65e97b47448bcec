import { describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import {
  approve,
  getSuggestion,
  listTraining,
  reject,
  type Suggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import {
  forgetChannel,
  forgetMessages,
  listStaleSources,
  noteSourceChecked,
} from '../../../src/core/members/provenance.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import type { TrainingState } from '../../../src/domain/types.ts';
import { ask, NOON, UNABORTED } from '../../support/app.ts';
import { findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { bringTo, freshId, STATES, source, teachWord } from './setup.ts';

const DAY_MS = 86_400_000;

const app = useApp({ RETENTION_DAYS: '14' });

const revisionOf = async (id: string) => (await getServer(app.core, id)).revision;

const teach = (serverId: string, word: string) =>
  teachWord(app.core, { serverId, asker: freshId(), author: freshId(), word });
const bring = (serverId: string, suggestion: Suggestion, state: TrainingState) =>
  bringTo(app.core, serverId, suggestion, state);

describe('a source message that is deleted or edited', () => {
  test.each([
    'source_deleted',
    'source_edited',
  ] as const)('(%s) drops open and rejected suggestions, and suspends approved ones', async (reason) => {
    const { id, key } = await app.addServer();
    const question = 'When does the harbour open?';
    const message = freshId();
    for (const state of STATES) {
      const sources = [source('answer', message, freshId()), source('question', freshId(), freshId())];
      const answer = `At nine, ${state}.`;
      const made = await suggest(app.core, {
        serverId: id,
        question,
        answer,
        source: 'menu',
        channelId: '1',
        sources,
      });
      if (state !== 'suspended') await bring(id, made, state);
      else await bring(id, made, 'pending');
    }
    const kept = await suggest(app.core, {
      serverId: id,
      question: 'Why?',
      answer: 'It is so.',
      source: 'menu',
    });
    expect((await app.chat(key, ask(question))).body.answer).toContain('At nine, approved.');
    const before = await revisionOf(id);
    app.clock.now += 1_000;
    const lost = await forgetMessages(app.core, { serverId: id, messageIds: ['1', message], reason });
    expect(lost).toEqual({ dropped: 3, suspended: 1 });
    expect([await listKnowledge(app.core, id), await revisionOf(id)]).toEqual([[], before + 1]);
    expect((await app.chat(key, ask(question))).body.answer).not.toContain('At nine');
    expect(await listTraining(app.core, id, 'suspended')).toMatchObject([
      {
        answer: 'At nine, approved.',
        suspendedFor: reason,
        entryId: null,
        decidedAt: new Date(app.clock.now),
      },
    ]);
    expect(await getSuggestion(app.core, id, kept.id)).toEqual(kept);
    // A second delivery finds nothing to do; who looks at it may bring it back.
    expect(await forgetMessages(app.core, { serverId: id, messageIds: [message], reason })).toEqual({
      dropped: 0,
      suspended: 0,
    });
    const [suspended] = await listTraining(app.core, id, 'suspended');
    expect(await approve(app.core, id, suspended?.id ?? '')).toMatchObject({
      state: 'approved',
      suspendedFor: null,
    });
    expect((await app.chat(key, ask(question))).body.answer).toContain('At nine, approved.');
  });

  test('matters only if it contained the words, and on its own server', async () => {
    const [{ id }, other] = [await app.addServer(), await app.addServer()];
    const message = freshId();
    const given = { question: 'Why?', answer: 'It is so.', source: 'correction' as const, channelId: '5' };
    const typed = await suggest(app.core, {
      serverId: id,
      ...given,
      sources: [source('answer', message, '1', false)],
    });
    const elsewhere = await suggest(app.core, {
      serverId: other.id,
      ...given,
      sources: [source('answer', message, '1')],
    });
    const gone = { messageIds: [message], reason: 'source_deleted' as const };
    expect(await forgetMessages(app.core, { serverId: id, ...gone })).toEqual({ dropped: 0, suspended: 0 });
    expect(await forgetChannel(app.core, { serverId: id, channelId: '5' })).toEqual({
      dropped: 0,
      suspended: 0,
    });
    expect(await getSuggestion(app.core, id, typed.id)).toEqual(typed);
    expect(await getSuggestion(app.core, other.id, elsewhere.id)).toEqual(elsewhere);
    expect(await forgetChannel(app.core, { serverId: other.id, channelId: '5' })).toEqual({
      dropped: 1,
      suspended: 0,
    });
  });

  test('is searched among those not checked for longest', async () => {
    app.clock.now = NOON;
    const { id } = await app.addServer();
    const made: Suggestion[] = [];
    for (const word of ['A', 'B']) {
      made.push(await teach(id, word));
      app.clock.now += 1_000;
    }
    const messages = (suggestion?: Suggestion) =>
      suggestion?.sources.map(({ messageId }) => messageId).toSorted();
    const list = (limit = 10) => listStaleSources(app.core, [id], limit);
    expect(await list()).toEqual([]);
    app.clock.now += DAY_MS;
    const all = await list();
    const known = all.map(({ messageId }) => messageId);
    expect([known.slice(0, 2).toSorted(), known.slice(2).toSorted()]).toEqual(made.map(messages));
    expect(all[0]).toEqual({ serverId: id, channelId: '1', messageId: known[0], learnedAt: new Date(NOON) });
    await noteSourceChecked(app.core, { serverId: id, messageId: known[0] ?? '' });
    expect((await list()).map(({ messageId }) => messageId)).toEqual(known.slice(1));
    expect(await list(1)).toHaveLength(1);
    expect(await listStaleSources(app.core, [], 10)).toEqual([]);
  });
});

// Last: from here on the clock stands in another month.
test('a suggestion without approval is deleted after RETENTION_DAYS, counted from the last decision', async () => {
  app.clock.now = NOON;
  const { id } = await app.addServer();
  const texts = async (state?: TrainingState) =>
    (await listTraining(app.core, id, state)).map(({ answer }) => answer);
  for (const state of STATES) await bring(id, await teach(id, `Old${state}`), state);
  const late = await teach(id, 'Late');
  app.clock.now += 13 * DAY_MS;
  await reject(app.core, id, late.id);
  await keepHouse(app.core, UNABORTED);
  expect(await texts()).toHaveLength(5);
  app.clock.now += 2 * DAY_MS;
  await keepHouse(app.core, UNABORTED);
  expect(await texts()).toEqual(
    expect.arrayContaining(['The LateTold opens at nine.', 'The OldapprovedTold opens at nine.']),
  );
  expect(await texts()).toHaveLength(2);
  expect(await findInTables(app.core, 'OldpendingTold')).toEqual([]);
  app.clock.now += 14 * DAY_MS;
  await keepHouse(app.core, UNABORTED);
  expect(await texts()).toEqual(['The OldapprovedTold opens at nine.']);
  expect(await listKnowledge(app.core, id)).toHaveLength(1);
});

test('an undecided suggestion that an operator typed does not expire', async () => {
  app.clock.now += DAY_MS;
  const { id } = await app.addServer();
  const typed = { serverId: id, question: 'When is the fair?', answer: 'In June, at the pier.' };
  await suggest(app.core, { ...typed, source: 'import' });
  const aside = await suggest(app.core, { ...typed, answer: 'In May.', source: 'import' });
  await reject(app.core, id, aside.id);
  app.clock.now += 15 * DAY_MS;
  await keepHouse(app.core, UNABORTED);
  expect(await listTraining(app.core, id)).toMatchObject([{ answer: 'In June, at the pier.' }]);
});
