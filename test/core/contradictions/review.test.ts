import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { training } from '../../../commands/training/training.ts';
import { compareKnowledge } from '../../../src/core/contradictions/contradictions.ts';
import { addEntry } from '../../../src/core/knowledge/knowledge.ts';
import {
  approve,
  compareSuggestion,
  editSuggestion,
  getSuggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { deleteMember } from '../../../src/core/members/privacy.ts';
import { runOn } from '../../channels/cli-setup.ts';
import { type Dashboard, startDashboard } from '../../channels/dashboard/setup.ts';
import { invoke, textOf } from '../../commands/setup.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { NOON, type TestApp, UNABORTED } from '../../support/app.ts';
import { expectNothingCounted, readCharges, setUsed } from '../../support/books.ts';
import { findInTables } from '../../support/tables.ts';
import { freshId, source } from '../training/setup.ts';
import { answerHonestly, listCalls } from './setup.ts';

const QUOTA = 400_000;
const COST = 800;
const ENTRY = { id: 'pets', title: 'Haustiere', text: 'Tiere sind in der Halle nicht erlaubt.' };
const LESSON = { question: 'Darf mein Hund mit in die Halle?', answer: 'Klar, Hunde sind willkommen!' };
const WHY = 'One says "nicht erlaubt", the other "willkommen".';

let stub: AiStub;
let dashboard: Dashboard;
let app: TestApp;
let id: string;
beforeAll(async () => {
  stub = await startAiStub();
  dashboard = await startDashboard({
    ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', MODEL_V1: 'small' },
    PREMIUM_WEEKLY_UNITS: String(QUOTA),
  });
  ({ app } = dashboard);
});
afterAll(async () => {
  await dashboard.stop();
  await stub.close();
});
beforeEach(async () => {
  app.clock.now = NOON;
  stub.fault(null);
  stub.usage({ promptTokens: 400, completionTokens: 100 });
  stub.reply(answerHonestly([['nicht erlaubt', 'willkommen']]));
  ({ id } = await app.addServer());
  await app.addKnowledge(id, [ENTRY, { title: 'Parken', text: 'Parken kannst du vor der Halle.' }]);
});

const teach = (serverId = id, more: object = {}) =>
  suggest(app.core, { serverId, ...LESSON, source: 'menu', ...more });
const run = (...argv: string[]) => runOn(async () => app.core, argv);
const show = async (suggestionId: string) =>
  JSON.parse((await run('training', 'show', id, suggestionId, '--json')).out);
const cardOf = async (language: 'de' | 'en' = 'de') =>
  textOf(await training.run(app.core, invoke({ serverId: id, subcommand: 'list', language })));
const callsOf = async (work: () => Promise<unknown>) => {
  const before = listCalls(stub).length;
  await work();
  return listCalls(stub).slice(before);
};

describe('before it is approved', () => {
  test('a suggestion shows what it contradicts and why on the command line, in the chat and on the dashboard, for one call', async () => {
    id = dashboard.server.id;
    await app.addKnowledge(id, [ENTRY]);
    const made = await teach();
    const calls = await callsOf(async () => {
      const card = await cardOf();
      expect(card).toContain('⚠️ **Bisher bekannt**, mit anderen Angaben (Haustiere):');
      expect(card).toContain('"nicht erlaubt"');
      const { document } = await dashboard.visitor.get(dashboard.path('training?lang=de'));
      const side = document.querySelector('[data-sides=conflict]');
      expect(side?.querySelector('[data-why]')?.textContent).toBe(WHY);
      expect(side?.querySelector('a')?.textContent).toBe('Haustiere');
      const shown = await show(made.id);
      expect(shown.contradicts).toEqual([{ entry: 'pets', why: WHY, title: 'Haustiere' }]);
      expect(shown).not.toHaveProperty('not_compared');
      expect((await run('training', 'show', id, made.id)).out).toContain(
        `Contradicts the entry pets: ${WHY}`,
      );
    });
    expect(calls).toHaveLength(1);
    expect(await readCharges(app, id)).toMatchObject([{ channel: 'learning', units: COST, credit_units: 0 }]);
    const listed = JSON.parse((await run('training', 'list', id, '--json')).out);
    expect(listed[0].conflicts).toEqual([{ entry_id: 'pets', kind: 'contradicts' }]);
  });

  test('it is compared once however many look at once, and anew with what was added since or when it is edited', async () => {
    const made = await teach();
    const look = async () =>
      compareSuggestion(app.core, id, await getSuggestion(app.core, id, made.id), UNABORTED);
    expect(await callsOf(() => Promise.all([look(), look(), look()]))).toHaveLength(1);
    expect(await callsOf(look)).toEqual([]);
    await addEntry(app.core, {
      serverId: id,
      title: 'Hunde',
      text: 'Hunde sind in der Halle nicht erlaubt.',
    });
    const [again, ...more] = await callsOf(async () =>
      expect((await look()).conflicts.map(({ title }) => title).toSorted()).toEqual(['Haustiere', 'Hunde']),
    );
    expect([again, more]).toEqual([[LESSON.answer, 'Hunde sind in der Halle nicht erlaubt.'], []]);
    await editSuggestion(app.core, id, made.id, { ...LESSON, answer: 'Leider nein.' });
    expect(await callsOf(async () => expect((await look()).conflicts).toEqual([]))).toHaveLength(1);
  });

  test('what was asked about a suggestion is not asked again once it is an entry', async () => {
    const made = await teach();
    await show(made.id);
    await approve(app.core, id, made.id);
    expect((await show(made.id)).contradicts).toBeUndefined();
    const calls = await callsOf(async () => {
      const { found } = await compareKnowledge(app.core, id, UNABORTED);
      expect(found).toMatchObject([{ why: WHY }]);
    });
    expect(calls.flat().filter((text) => text === LESSON.answer)).toEqual([]);
  });

  test('a reason that is meant to become live in the chat stays text', async () => {
    stub.reply(() => ({
      contradictions: [{ a: '1', b: '2', why: '@everyone [x](https://evil.example) **b**' }],
    }));
    await teach(id, { question: 'Sind Katzen erlaubt?', answer: 'Katzen sind willkommen.' });
    expect(await cardOf()).toContain('\\[x\\](https://evil.example) \\*\\*b\\*\\*');
  });

  test('a member whose data is deleted is quoted in no reason either', async () => {
    const memberId = freshId();
    stub.reply(() => ({ contradictions: [{ a: '1', b: '2', why: 'Zirkon says so.' }] }));
    const made = await teach(id, {
      ...{ answer: 'Die Zirkon nimmt Hunde mit.', source: 'reply', channelId: '1', authorRole: '900' },
      sources: [source('question', freshId(), freshId()), source('answer', freshId(), memberId)],
    });
    expect((await show(made.id)).contradicts).toMatchObject([{ why: 'Zirkon says so.' }]);
    await deleteMember(app.core, memberId);
    expect(await findInTables(app.core, 'Zirkon')).toEqual([]);
  });
});

describe('a suggestion that the model has not compared', () => {
  test('because the model could not be reached says so, costs nothing, and can be approved', async () => {
    const [de, en] = ['das Sprachmodell war nicht zu erreichen', 'the model could not be reached'];
    const made = await teach();
    stub.fault('status:500');
    await expectNothingCounted(app, id, async () => {
      expect(await cardOf()).toContain(`Nicht mit dem Wissen verglichen: ${de}.`);
      expect(await cardOf('en')).toContain(`Not compared with the knowledge: ${en}.`);
      expect(await show(made.id)).toMatchObject({
        contradicts: [],
        not_compared: expect.stringContaining(en),
      });
    });
    expect(await approve(app.core, id, made.id)).toMatchObject({ state: 'approved' });
  });

  test('because its part of the week is used up says so, and figures tell', async () => {
    id = dashboard.server.id;
    await app.addKnowledge(id, [{ id: 'vip', title: 'Was kostet VIP?', text: 'VIP kostet 5 €.' }]);
    const made = await teach(id, { question: 'Was kostet VIP', answer: 'Das kostet 7 €.' });
    await setUsed(app, id, QUOTA / 2 - 100);
    const calls = await callsOf(async () => {
      expect(await show(made.id)).toMatchObject({
        contradicts: [{ entry: 'vip', why: '7 ≠ 5' }],
        not_compared: expect.stringContaining('used up'),
      });
      const { document } = await dashboard.visitor.get(dashboard.path(`training/${made.id}?lang=de`));
      expect(document.querySelector('[data-unchecked]')?.textContent).toContain('ist aufgebraucht');
    });
    expect(calls).toEqual([]);
    expect(await approve(app.core, id, made.id)).toMatchObject({ state: 'approved' });
  });

  test('because the model takes long says that it is being compared, and shows it later', async () => {
    await teach();
    const release = stub.hold();
    expect(await cardOf()).toContain('Wird gerade mit dem Wissen verglichen');
    release();
    await app.core.backlog.finish();
    expect(await callsOf(async () => expect(await cardOf()).toContain('mit anderen Angaben'))).toEqual([]);
  });
});
