import { expect, test } from 'vitest';
import { NO_MARKS } from '../../src/core/handover/nearness.ts';
import { findSome } from '../../src/core/learning/findings.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { planLimitsOf } from '../../src/core/quota/plan-limits.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

test('no more questions are looked up than asked for, and each only once', async () => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [{ id: 'join', title: 'How do I join?', text: 'Press Join.' }]);
  const server = await getServer(app.core, id);
  const knowledge = await getKnowledgeIndex(app.core, server);
  const find = (questions: string[], most: number) =>
    runAtOnce(findSome(knowledge, planLimitsOf(app.core, server), questions, { most, marks: NO_MARKS }));
  const [join, lunch, again] = find(['How do I join?', 'Is lunch hot?', 'How do I join?'], 1);
  expect(join).toMatchObject({ teamReason: null, passages: [{ entryId: 'join' }] });
  expect(lunch).toBeNull();
  expect(again).toBe(join);
  expect(find(['Is lunch hot?', 'How do I join?'], 0)).toEqual([null, join]);
});

test('a question with a mail quoted below it is searched and judged by its own words only', async () => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [
    { id: 'join', title: 'How do I join?', text: 'Press Join.' },
    { id: 'ban', title: 'How do I appeal a ban and get a refund?', text: 'Write to us.' },
  ]);
  const server = await getServer(app.core, id);
  const knowledge = await getKnowledgeIndex(app.core, server);
  const find = (question: string) =>
    runAtOnce(
      findSome(knowledge, planLimitsOf(app.core, server), [question], { most: 1, marks: NO_MARKS }),
    )[0];
  const quoted = [
    'Hi,\n\nhow do I join?\n\nOn Mon, 7 Dec 2026 at 09:12, Help <help@harbour.example> wrote:\n> You were banned and get no refund.',
    'how do I join?\n\nKind regards\nKim Sample\nAttorney at law\nHarbour Bans & Refunds Ltd.',
  ];
  for (const question of quoted) {
    const found = find(question);
    expect(found).toMatchObject({ ruleReason: null, teamReason: null });
    expect(found?.passages[0]?.entryId).toBe('join');
  }
  expect(find('> How do I join?\nI was banned for nothing')).toMatchObject({ ruleReason: 'ban' });
});
