import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importKnowledge, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { type EntryCandidate, findRegressions, prove } from '../../src/core/learning/proof.ts';
import { addTest, runTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { changeServer, getServer } from '../../src/core/owners/servers.ts';
import { tryQuestion } from '../../src/core/playground/playground.ts';
import { countRuns } from '../support/runs.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

const DAY = 24 * 3600 * 1000;
const OSLO = { title: 'Delivery to Oslo', text: 'Delivery to Oslo takes nine days.' };

async function addServer(entries: object[] = []): Promise<string> {
  const { id } = await app.addServer();
  if (entries.length > 0) await app.addKnowledge(id, entries);
  return id;
}

/** As if a question had been asked and answered; the last one given is the newest. */
async function record(serverId: string, questions: (string | null)[], channel: 'api' | 'discord' = 'api') {
  const rows = questions.map((question, index) => ({
    ...{
      server_id: serverId,
      id: randomUUID(),
      channel,
      level: 'V1' as const,
      engine: 'extractive',
      question,
    },
    ...{ answer: 'x', needs_team: true, reason: 'not_in_knowledge' as const, used_ids: [], confidence: 0 },
    at: new Date(app.clock.now + index),
  }));
  await app.core.database.kysely.insertInto('answers').values(rows).execute();
}

const candidate = (question: string, answer: string, entryId: string | null = null): EntryCandidate => ({
  ...{ entryId, question, answer },
});

/** What a customer is told now, by the whole way of a question. */
async function askNow(serverId: string, question: string) {
  const { passages, team_reason } = await tryQuestion(
    app.core,
    serverId,
    question,
    new AbortController().signal,
  );
  return {
    passages: passages.map(({ id, title }) => ({ id, title })),
    texts: passages.map(({ id, title, text }) => JSON.stringify([id, title, text])),
    teamReason: team_reason,
  };
}

describe('a proof', () => {
  const WORDS = [
    ...[
      'Lieferung',
      'Liefertag',
      'Oslo',
      'Bergen',
      'Konto',
      'Kontonummer',
      'Schlüssel',
      'Schluessel',
      'Rolle',
    ],
    ...['delivery', 'takes', 'nine', 'days', 'account', 'role', 'server', 'join', '15', '2026', 'der', 'wie'],
    ...['the', 'how', 'nach', 'to', 'dauert', 'refund', 'human', 'thanks', 'danke'],
  ];
  const IDS = ['a', 'B', 'b', 'Z9', '_u', 'm-1', 'm.1', 'training:A', 'training:b', 'training:B', 'z/1'];
  /** The best one is sure and in German, the next in the language of the question and unsure. */
  const WEAK_TWIN = [
    { id: 'm.1', title: 'Role', text: 'Konto Oslo' },
    {
      ...{ id: 'Z9', title: 'Role' },
      text: 'how Kontonummer Konto days Konto Kontonummer human server takes server Liefertag',
    },
    {
      ...{ id: 'training:A', title: 'Role' },
      text: 'Schluessel 2026 thanks Lieferung delivery Kontonummer danke Schlüssel Oslo human Schlüssel',
    },
    { id: 'm-1', title: 'Role', text: 'Schluessel delivery thanks nine Konto thanks Lieferung thanks 2026' },
    { id: 'a', title: 'Role', text: 'Konto Oslo' },
  ];
  const words = (most: number) =>
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((list) => list.join(' '));
  // Few texts make many ties, in which the order of the entries decides.
  const text = fc.oneof(fc.constantFrom('Oslo delivery', 'Konto Oslo'), words(12));
  const entry = fc.record({ id: fc.constantFrom(...IDS), title: fc.constantFrom('Oslo', 'Role'), text });

  test('shows exactly what is found once the candidate is an entry', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 10 }),
      entry,
      fc.uniqueArray(words(6), { minLength: 1, maxLength: 5 }),
      async (entries, added, asked) => {
        const questions = asked.map((text) => `What is ${text}?`);
        app.clock.now += DAY;
        const id = await addServer(entries);
        await record(id, questions);
        const before = new Map<string, Awaited<ReturnType<typeof askNow>>>();
        for (const question of questions) before.set(question, await askNow(id, question));
        const proof = await prove(app.core, id, candidate(added.title, added.text, added.id));
        const text = JSON.stringify(added);
        await importKnowledge(app.core, { serverId: id, text, format: 'jsonl' });
        expect(proof.looked).toBe(questions.length);
        for (const question of questions) {
          const [old, now] = [before.get(question), await askNow(id, question)];
          const change = proof.changes.find((one) => one.question === question);
          const isSame =
            old?.texts[0] === now.texts[0] &&
            new Set([...(old?.texts ?? []), ...now.texts]).size === old?.texts.length &&
            old.texts.length === now.texts.length &&
            (old.teamReason === null) === (now.teamReason === null);
          expect(change === undefined, `${question}: ${JSON.stringify(change)}`).toBe(isSame);
          if (!change) continue;
          const found = ({ passages, teamReason }: typeof now) => ({
            ...{ passages, teamReason, needsTeam: teamReason !== null },
          });
          expect([change.before, change.after]).toEqual([old && found(old), found(now)]);
        }
      },
    );
    await fc.assert(property, {
      ...{ numRuns: countRuns(60) + 1, endOnFailure: true },
      examples: [
        [WEAK_TWIN, { id: 'training:A', title: 'Role', text: 'Konto Oslo' }, ['the 15 2026 the Kontonummer']],
      ],
    });
  });

  test('names what would be answered, handed over and found differently, most important first', async () => {
    const others = Array.from({ length: 3 }, (_, n) => ({
      id: `role${n}`,
      title: `Role ${n}`,
      text: 'Roles.',
    }));
    const id = await addServer([OSLO, ...others, { title: 'Opening hours', text: 'Open on Monday.' }]);
    const asked = ['How long does delivery to Oslo take?', 'Warranty?', 'Opening hours?', 'Warranty?'];
    await record(id, [...asked, 'I want my money back, open a refund for the warranty']);
    const proof = await prove(app.core, id, candidate('Warranty', 'The warranty lasts two years.'));
    expect(proof.looked).toBe(5);
    expect(proof.changes[0]).toMatchObject({
      ...{ question: 'Warranty?', kind: 'answered', count: 2 },
      before: { passages: [], needsTeam: true, teamReason: 'not_in_knowledge' },
      after: { passages: [{ id: 'training:new', title: 'Warranty' }], needsTeam: false, teamReason: null },
    });
    // Who asks for money is handed over whatever is known.
    expect(proof.changes[1]).toMatchObject({ kind: 'other_passages', after: { teamReason: 'payment' } });
    expect(proof.changes).toHaveLength(2);
  });

  test('says which question the knowledge would no longer cover', async () => {
    const id = await addServer([{ id: 'w', title: 'Warranty', text: 'The warranty lasts two years.' }, OSLO]);
    await record(id, ['How long does the warranty last?', 'How long does delivery to Oslo take?']);
    const proof = await prove(app.core, id, candidate('Closed', 'We are closed.', 'w'));
    const before = { passages: [{ id: 'w', title: 'Warranty' }], needsTeam: false };
    expect(proof.changes).toMatchObject([{ kind: 'handed_over', before, after: { needsTeam: true } }]);
  });

  test('notices that an entry with the same id says something else', async () => {
    const id = await addServer([{ ...OSLO, id: 'o' }]);
    await record(id, ['Delivery to Oslo?']);
    const same = await prove(app.core, id, candidate(OSLO.title, OSLO.text, 'o'));
    const other = await prove(app.core, id, candidate(OSLO.title, 'Delivery to Oslo takes ten days.', 'o'));
    expect(same.changes).toEqual([]);
    expect(other.changes).toMatchObject([{ kind: 'other_passages' }]);
  });

  test('examines the last 50 questions of both channels whose words are kept', async () => {
    const id = await addServer();
    await record(id, ['Forgotten first?', ...Array.from({ length: 30 }, (_, n) => `Warranty ${n}?`)]);
    app.clock.now += 1000;
    await record(
      id,
      Array.from({ length: 20 }, (_, n) => `Warranty of ${n}?`),
      'discord',
    );
    app.clock.now += 1000;
    await record(id, [null, null]);
    const proof = await prove(app.core, id, candidate('Forgotten first?', 'Warranty.'));
    expect(proof.looked).toBe(50);
    expect(proof.changes.map(({ question }) => question)).not.toContain('Forgotten first?');
    expect(await prove(app.core, await addServer(), candidate('Q', 'A'))).toEqual({
      ...{ looked: 0, changes: [], tests: [] },
    });
  });

  test('depends on the level: more passages are compared, but never another server’s', async () => {
    const filler = (times: number) => 'Nothing else is said here. '.repeat(times);
    const entries = Array.from({ length: 9 }, (_, n) => ({
      ...{ id: `o${n}`, title: 'City', text: `Oslo. ${filler(n)}` },
    }));
    const [id, other] = [await addServer(entries), await addServer(entries)];
    await record(id, ['Oslo?']);
    const weak = candidate('Country', `Oslo. ${filler(30)}`);
    expect((await prove(app.core, id, weak)).changes).toEqual([]);
    await changeServer(app.core, id, { level: 'V2' });
    const [change] = (await prove(app.core, id, weak)).changes;
    expect([change?.before.passages.length, change?.after.passages.length]).toEqual([9, 10]);
    // A paid period ends without a write.
    const end = { premium_until: new Date(app.clock.now + DAY) };
    await app.core.database.kysely.updateTable('servers').set(end).where('id', '=', id).execute();
    app.clock.now += 2 * DAY;
    expect((await prove(app.core, id, weak)).changes).toEqual([]);
    expect(await prove(app.core, other, weak)).toMatchObject({ looked: 0 });
  });

  test('of a draft without an answer, of hostile and of the longest text changes nothing real', async () => {
    const id = await addServer([OSLO]);
    await record(id, [
      'Delivery to Oslo?',
      '?',

      'x'.repeat(16_000),
      '"); DROP TABLE knowledge; --',
    ]);
    const { revision } = await getServer(app.core, id);
    expect((await prove(app.core, id, candidate('Delivery to Oslo?', ''))).changes).toEqual([]);
    const knowledge = app.core.knowledgeIndexes.get(id);
    await prove(app.core, id, candidate('<script>', '```\n'.repeat(5_000)));
    await prove(app.core, id, candidate('Delivery to Oslo?', 'Oslo '.repeat(4_000)));
    expect((await getServer(app.core, id)).revision).toBe(revision);
    expect([knowledge, app.core.knowledgeIndexes.get(id)]).toEqual([expect.anything(), knowledge]);
    expect((await askNow(id, 'Delivery to Oslo?')).passages).toHaveLength(1);
    await expect(prove(app.core, 'nowhere', candidate('Q', 'A'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is right for many at once, even while the knowledge changes', async () => {
    const id = await addServer([OSLO]);
    await record(id, ['Warranty?']);
    const proofs = Array.from({ length: 6 }, (_, n) =>
      prove(app.core, id, candidate(n % 2 ? 'Warranty' : 'Parking', 'Two years.')),
    );
    await app.addKnowledge(id, [{ id: 'p', title: 'Parking', text: 'Behind the house.' }]);
    const kinds = (await Promise.all(proofs)).map(({ changes }) => changes.map(({ kind }) => kind));
    expect(kinds).toEqual([0, 1, 2, 3, 4, 5].map((n) => (n % 2 ? ['answered'] : [])));
    await removeKnowledge(app.core, id, 'p');
  });
});

describe('test questions in a proof', () => {
  test('are named if their result changes, and those that passed are regressions', async () => {
    const id = await addServer([{ ...OSLO, id: 'o' }]);
    const nine = await addTest(app.core, id, { question: 'Delivery to Oslo?', expected: 'NINE  Days' });
    app.clock.now += 1;
    const team = await addTest(app.core, id, { question: 'Warranty?', needsTeam: true });
    app.clock.now += 1;
    const answered = await addTest(app.core, id, { question: 'Warranty?', expected: 'two years' });
    const worse = candidate('Delivery to Oslo', 'Delivery to Oslo takes ten days. Warranty: two years.', 'o');
    const [passes, fails] = [
      { isPassed: true, faults: [] },
      (...faults: string[]) => ({ isPassed: false, faults }),
    ];
    expect((await prove(app.core, id, worse)).tests).toEqual([
      { id: nine.id, question: nine.question, before: passes, after: fails('expected') },
      { id: team.id, question: team.question, before: passes, after: fails('needs_team') },
      { id: answered.id, question: answered.question, before: fails('expected'), after: passes },
    ]);
    app.clock.now += 1;
    const both = { question: 'Warranty?', expected: 'three years', needsTeam: true };
    const failing = await addTest(app.core, id, both);
    const { revision } = await getServer(app.core, id);
    const found = await findRegressions(app.core, id, worse);
    expect(found.revision).toBe(revision);
    expect(found.regressions.map((one) => one.id)).toEqual([nine.id, team.id]);
    // Nothing of it was noted or became knowledge.
    expect(await runTests(app.core, id)).toMatchObject({
      ...{ passed: 2, failed: [{ id: answered.id }, { id: failing.id }] },
    });
  });

  test('cost one statement if there are none', async () => {
    const id = await addServer([OSLO]);
    const { revision } = await getServer(app.core, id);
    expect(await findRegressions(app.core, id, candidate('Q', 'A'))).toEqual({ regressions: [], revision });
    expect(app.core.knowledgeIndexes.has(id)).toBe(false);
    const nowhere = findRegressions(app.core, 'nowhere', candidate('Q', 'A'));
    await expect(nowhere).rejects.toMatchObject({ code: 'not_found' });
  });
});
