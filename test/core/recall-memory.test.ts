import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recall, recallByWords } from '../../src/core/answering/recall.ts';
import { addEntry, changeEntry, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { approve, revert, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { planLimitsOf } from '../../src/core/quota/plan-limits.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import { queriesOf, search } from '../../src/core/search/search.ts';
import type { ChatMessage } from '../../src/domain/types.ts';
import { countRuns } from '../support/runs.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

const QUESTION = 'When does the ferry leave?';
const never = new AbortController().signal;

const say = (content: string): ChatMessage => ({ role: 'user', content });
const tell = (content: string): ChatMessage => ({ role: 'assistant', content });

const ENTRIES = [
  { id: 'ferry', title: 'Ferry times', text: 'The ferry leaves at 8 from pier 2.' },
  { id: 'night', title: 'Night ferry', text: 'The night ferry has cabins and leaves at 23.' },
  { id: 'bikes', title: 'Bicycles', text: 'A bicycle on the ferry costs 4 euros.' },
  { id: 'pier', title: 'The pier', text: 'Pier 2 is behind the station. The shop there opens at 7.' },
  { id: 'shop', title: 'Opening hours of the shop', text: 'The shop opens at 7 and sells tickets.' },
  { id: 'tickets', title: 'Tickets', text: 'Tickets cost 9 euros in the shop and 8 euros online.' },
];

/** What a question finds on a server now. */
async function find(serverId: string, messages: readonly ChatMessage[], rewritten: string | null = null) {
  const server = await getServer(app.core, serverId);
  const planLimits = planLimitsOf(app.core, server);
  return recall(app.core, {
    ...{ server, planLimits, messages, shown: messages, rewritten, signal: never },
    ...{ language: 'en', session: null },
  });
}

/** The texts that it finds, best first. */
async function findTexts(serverId: string, question = QUESTION): Promise<string[]> {
  return (await find(serverId, [say(question)])).passages.map(({ text }) => text);
}

async function startWith(entries: object[]): Promise<string> {
  const { id } = await app.addServer({ level: 'V1' });
  if (entries.length > 0) await app.addKnowledge(id, entries);
  return id;
}

describe('the same question on the same knowledge', () => {
  test('gives the result of a fresh search, however often and in whatever order it is asked', async () => {
    const knowledge = await getKnowledgeIndex(app.core, await getServer(app.core, await startWith(ENTRIES)));
    const asked = fc
      .tuple(fc.constantFrom(say, tell), fc.constantFrom(QUESTION, 'And bicycles?', 'tickets', 'pier 2', ''))
      .map(([speak, text]) => speak(text));
    const question = fc.tuple(fc.array(asked, { maxLength: 4 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(fc.array(question, { maxLength: 6 }), (questions) => {
        for (const [messages, limit] of [...questions, ...questions]) {
          const { hits } = search(knowledge.index, queriesOf(messages), limit);
          const found = recallByWords(knowledge, messages, limit);
          const expected = hits.map(({ id, score, confidence }) => ({ id, score, confidence }));
          expect(found.map(({ id, score, confidence }) => ({ id, score, confidence }))).toEqual(expected);
        }
      }),
      { numRuns: countRuns(100) },
    );
  });

  test('finds equal passages, whatever happened to those found before', async () => {
    const id = await startWith(ENTRIES);
    const knowledge = await getKnowledgeIndex(app.core, await getServer(app.core, id));
    const findBoth = async () => [
      (await find(id, [say(QUESTION)])).passages,
      recallByWords(knowledge, [say(QUESTION)], 4),
    ];
    const first = await findBoth();
    const kept = structuredClone(first);
    expect(await findBoth()).toEqual(kept);
    for (const passages of first) {
      expect(passages.length).toBeGreaterThan(1);
      for (const passage of passages) Object.assign(passage, { text: 'gone', score: 0 });
      passages.length = 0;
    }
    expect(await findBoth()).toEqual(kept);
  });

  test('finds something else if the entry was reworded in the meantime', async () => {
    const id = await startWith(ENTRIES);
    const best = async (rewritten: string | null) =>
      (await find(id, [say('Zucchini?')], rewritten)).passages[0]?.entryId;
    for (let time = 1; time <= 2; time += 1) {
      expect(await best('How much is a bicycle on the ferry?')).toBe('bikes');
      expect(await best('How much are tickets online?')).toBe('tickets');
      expect(await best(null)).toBeUndefined();
    }
  });
});

describe('a question that was asked before', () => {
  const eight = { id: 'ferry', title: 'Ferry times', text: 'The ferry leaves at 8.' };

  test('reflects an added, imported, changed or removed entry at once', async () => {
    const id = await startWith([eight]);
    expect(await findTexts(id)).toEqual(['The ferry leaves at 8.']);
    const change = { title: 'Ferry times', text: 'The ferry leaves at 9.' };
    await changeEntry(app.core, { serverId: id, entryId: 'ferry', ...change });
    expect(await findTexts(id)).toEqual(['The ferry leaves at 9.']);
    const added = await addEntry(app.core, { serverId: id, title: 'Night ferry', text: 'It leaves at 23.' });
    expect((await findTexts(id)).toSorted()).toEqual(['It leaves at 23.', 'The ferry leaves at 9.']);
    await removeKnowledge(app.core, id, 'ferry');
    expect(await findTexts(id)).toEqual(['It leaves at 23.']);
    await removeKnowledge(app.core, id, added.id);
    expect(await findTexts(id)).toEqual([]);
    await app.addKnowledge(id, [eight]);
    expect(await findTexts(id)).toEqual(['The ferry leaves at 8.']);
  });

  test('reflects approvals and reverts of the team at once', async () => {
    const id = await startWith([]);
    expect(await findTexts(id)).toEqual([]);
    const taught = { question: QUESTION, answer: 'The ferry leaves at 10.', source: 'menu' as const };
    const suggestion = await suggest(app.core, { serverId: id, ...taught });
    expect(await findTexts(id)).toEqual([]);
    await approve(app.core, id, suggestion.id);
    expect(await findTexts(id)).toEqual(['The ferry leaves at 10.']);
    await revert(app.core, id, suggestion.id);
    expect(await findTexts(id)).toEqual([]);
  });

  test('no longer finds an entry that has expired', async () => {
    const valid_until = new Date(app.clock.now + 60_000).toISOString();
    const id = await startWith([{ ...eight, valid_until }]);
    expect(await findTexts(id)).toEqual(['The ferry leaves at 8.']);
    app.clock.now += 61_000;
    expect(await findTexts(id)).toEqual([]);
  });

  test('never finds the entries of another server, though they have the same ids', async () => {
    const lunch = { id: 'lunch', title: 'Lunch', text: 'There is soup at noon.' };
    const [asLunch, asFerry] = [
      { ...lunch, id: 'ferry' },
      { ...eight, id: 'lunch' },
    ];
    const twelve = { ...asFerry, text: 'The ferry leaves at 12.' };
    const ids = await Promise.all([[eight, lunch], [asLunch, twelve], [lunch]].map(startWith));
    const findAll = () => Promise.all(ids.map((id) => findTexts(id)));
    const texts = [[eight.text], [twelve.text], []];
    expect([await findAll(), await findAll()]).toEqual([texts, texts]);
    const change = { serverId: ids[1] ?? '', entryId: 'lunch', title: 'Ferry times', text: 'Cancelled.' };
    await changeEntry(app.core, change);
    expect(await findAll()).toEqual([[eight.text], ['Cancelled.'], []]);
  });
});
