import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { recordFeedback } from '../../../src/core/learning/feedback.ts';
import { listTraining } from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../src/core/learning/test-questions/test-questions.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { ask } from '../../support/app.ts';
import { addOwned } from './learning-setup.ts';
import { lastAction, useDashboard } from './setup.ts';

const GATE = 'Why is the harbour gate closed?';
const STORM = { question: GATE, answer: 'A storm is coming.' };

const dashboard = useDashboard();

/** A server with nothing open yet. */
async function addServer() {
  const { id, key, owner, visitor, path: pathOf } = await addOwned(dashboard);
  const path = (tail = '') => pathOf(`unanswered${tail}`);
  const askAll = async (...questions: string[]) => {
    for (const question of questions) {
      dashboard.app.clock.now += 61_000;
      expect(await dashboard.app.chat(key, ask(question))).toMatchObject({ status: 200 });
    }
  };
  const open = async () => {
    const seen = await visitor.get(path());
    return [...seen.document.querySelectorAll('[data-gap]')].map((card) => ({
      id: card.getAttribute('data-gap') ?? '',
      question: card.querySelector('h2')?.textContent ?? '',
      text: card.textContent ?? '',
    }));
  };
  const firstOf = async () => (await open())[0]?.id ?? '';
  return { id, owner, visitor, path, askAll, open, firstOf };
}

describe('Unanswered questions', () => {
  test('say that nothing is open when there are none, in German too', async () => {
    const { visitor, path } = await addServer();
    expect((await visitor.get(path())).text('[data-total]')).toContain('No questions are open');
    expect((await visitor.get(`${path()}?lang=de`)).text('[data-total]')).toContain('Es ist nichts offen');
  });

  test('are listed most frequent first, with how often, why, what the bot said and whether it would know now', async () => {
    const server = await addServer();
    await server.askAll('Who painted the *lighthouse*?', GATE, `${GATE} `, `Hello, ${GATE}`);
    const [first, second] = await server.open();
    expect(first?.question).toBe(`Hello, ${GATE}`);
    expect(first?.text).toContain('Asked 3 times · 3 not answered · last asked');
    expect(first?.text).toContain('The bot said:');
    expect(first?.text).toContain('The knowledge does not cover it.');
    expect(second?.question).toBe('Who painted the *lighthouse*?');
    await dashboard.app.addKnowledge(server.id, [{ id: 'gate', title: GATE, text: 'A storm is coming.' }]);
    const changed = await server.visitor.get(server.path());
    expect(changed.document.querySelector('[data-covered]')).toBeNull();
    const link = changed.attribute('#coverage a[hx-trigger=load]', 'href') ?? '';
    expect((await server.visitor.get(link)).text('[data-covered=true]')).toContain(
      'The bot now finds something',
    );
    expect((await server.open())[0]?.text).toContain('The bot now finds something for this question.');
  });

  test('show the newest comment of those who asked, as text and without personal data', async () => {
    const server = await addServer();
    await server.askAll(GATE, GATE);
    const answerId = (await server.firstOf()) || '';
    const comment = '<b onclick=alert(1)>Wrong</b>, says jo@mail.example';
    await recordFeedback(dashboard.app.core, { serverId: server.id, answerId, isHelpful: false, comment });
    const seen = await server.visitor.get(server.path());
    expect(seen.text('[data-comment]')).toBe('Newest comment: <b onclick=alert(1)>Wrong</b>, says …');
    expect(seen.document.querySelector('[data-comment] *')).toBeNull();
    expect((await server.open())[0]?.text).toContain('Asked 2 times · 2 not answered · 1 voted down');
  });

  test('are answered in place: the bot knows it, the gap is gone at once, the log names the suggestion', async () => {
    const server = await addServer();
    await server.askAll(GATE, 'Where do I rent a boat?');
    const id = (await server.open()).find(({ question }) => question === GATE)?.id;
    const seen = await server.visitor.submit(server.path(`/${id}`), STORM);
    expect(seen.text('.note.good')).toContain('Answered');
    expect((await server.open()).map(({ question }) => question)).toEqual(['Where do I rent a boat?']);
    expect(await listKnowledge(dashboard.app.core, server.id)).toMatchObject([{ title: GATE }]);
    const logged = await lastAction(dashboard.app, server.id);
    const [made] = await listTraining(dashboard.app.core, server.id, 'approved');
    expect(made?.question).toBe(GATE);
    expect(logged).toMatchObject({ action: 'gap.answered', subject: made?.id, memberId: server.owner.id });
  });

  test('that are hidden are gone at once, without their words in the log, and come back when asked again', async () => {
    const server = await addServer();
    await server.askAll(GATE, GATE);
    const seen = await server.visitor.submit(server.path(`/${await server.firstOf()}/close`));
    expect(seen.text('.note.good')).toContain('Dismissed');
    expect(await server.open()).toEqual([]);
    expect(await lastAction(dashboard.app, server.id)).toMatchObject({ action: 'gap.closed', subject: null });
    await server.askAll(GATE);
    expect(await server.open()).toMatchObject([{ question: GATE }]);
  });

  test('with an invalid text are refused beside the field, and what was typed stays', async () => {
    const server = await addServer();
    await server.askAll(GATE);
    const id = await server.firstOf();
    const seen = await server.visitor.post(server.path(`/${id}?lang=de`), { question: 'Mine?', answer: ' ' });
    expect(seen.status).toBe(422);
    expect(seen.document.getElementById(`${id}-answer-fault`)?.textContent).toContain('Die Antwort braucht');
    expect(seen.document.getElementById(`${id}-question`)?.getAttribute('value')).toBe('Mine?');
    expect(seen.document.querySelector('[data-gap] details')?.hasAttribute('open')).toBe(true);
  });

  test('that would break a test question say which, stay open, and are answered if forced', async () => {
    const server = await addServer();
    await dashboard.app.addKnowledge(server.id, [{ id: 'gate', title: GATE, text: 'It rusts.' }]);
    await addTest(dashboard.app.core, server.id, { question: 'Why is the gate closed?', expected: 'rusts' });
    await dashboard.app.core.database.kysely
      .insertInto('answers')
      .values({
        ...{ server_id: server.id, id: randomUUID(), channel: 'api', level: 'V1', engine: 'extractive' },
        ...{ question: GATE, answer: null, needs_team: true, reason: 'not_in_knowledge', used_ids: [] },
        ...{ confidence: 0, feedback: null, at: new Date(dashboard.app.clock.now) },
      })
      .execute();
    const given = {
      question: 'Why is the gate closed?',
      answer: 'A storm is coming, so the gate is closed.',
    };
    const id = await server.firstOf();
    const seen = await server.visitor.post(server.path(`/${id}`), given);
    expect(seen.status).toBe(422);
    expect(seen.text('[data-regression]')).toBe('“Why is the gate closed?”: “rusts” is missing');
    expect(seen.text('[data-gap] textarea')).toBe(given.answer);
    expect(seen.document.querySelector('button[name=force]')).not.toBeNull();
    expect(await server.open()).toHaveLength(1);
    await server.visitor.submit(server.path(`/${id}`), { ...given, force: 'yes' });
    expect(await server.open()).toEqual([]);
    expect(await listTraining(dashboard.app.core, server.id, 'approved')).toHaveLength(1);
  });

  test('of another server, unknown or made up change nothing', async () => {
    const [one, other] = [await addServer(), await addServer()];
    await one.askAll(GATE);
    const id = await one.firstOf();
    expect((await other.visitor.post(other.path(`/${id}/close`))).status).toBe(404);
    expect((await other.visitor.post(other.path('/nothing'), STORM)).status).toBe(404);
    const gone = await other.visitor.post(other.path(`/${id}`), STORM);
    expect(gone.status).toBe(404);
    expect(gone.text('[data-stray] textarea')).toContain('A storm is coming.');
    expect(await one.open()).toHaveLength(1);
  });

  test('answered by somebody who opted out name nobody', async () => {
    const server = await addServer();
    await server.askAll(GATE);
    const id = await server.firstOf();
    await optOut(dashboard.app.core, server.owner.id);
    const again = await dashboard.signIn(server.owner);
    await again.get(server.path());
    await again.submit(server.path(`/${id}`), STORM);
    const [approved] = await listTraining(dashboard.app.core, server.id, 'approved');
    expect(approved?.sources).toEqual([]);
  });

  test('beyond 25 are on a second page', async () => {
    const server = await addServer();
    const nouns = ['anchor', 'buoy', 'crane', 'dock', 'engine', 'ferry', 'galley', 'helm', 'island'];
    const verbs = ['paint', 'sell', 'lift'];
    const values = nouns.flatMap((noun, row) =>
      verbs.map((verb, column) => ({
        ...{ server_id: server.id, id: randomUUID(), channel: 'api' as const, level: 'V1' as const },
        ...{ engine: 'extractive', question: `Who may ${verb} the ${noun}?`, answer: null, needs_team: true },
        ...{ reason: 'not_in_knowledge' as const, used_ids: [], confidence: 0, feedback: null },
        at: new Date(dashboard.app.clock.now - row * 1000 - column),
      })),
    );
    await dashboard.app.core.database.kysely.insertInto('answers').values(values).execute();
    const first = await server.visitor.get(server.path());
    expect(first.document.querySelectorAll('[data-gap]')).toHaveLength(25);
    expect(first.text('[data-total]')).toBe('1 to 25 of 27 open topics.');
    const second = await server.visitor.get(`${server.path()}?page=2`);
    expect(second.document.querySelectorAll('[data-gap]')).toHaveLength(2);
  });

  test('whose answer is refused keep the typed text when the check of the knowledge follows later', async () => {
    const { id, visitor, path, askAll } = await addServer();
    await askAll(GATE);
    await dashboard.app.addKnowledge(id, [{ id: randomUUID(), title: 'Berths', text: 'There are forty.' }]);
    const page = await visitor.get(path());
    expect(page.document.querySelector('#coverage [hx-trigger=load]')).not.toBeNull();
    const gap = page.attribute('[data-gap]', 'data-gap') ?? '';
    const refused = await visitor.post(path(`/${gap}`), { question: 'Mine?', answer: ' ' });
    expect(refused.status).toBe(422);
    expect(refused.document.getElementById(`${gap}-question`)?.getAttribute('value')).toBe('Mine?');
    const loader = refused.document.querySelector('#coverage [hx-trigger=load]');
    expect(loader?.getAttribute('hx-select-oob')).toBe(`#covered-${gap}`);
    expect(loader?.getAttribute('hx-swap')).toBe('delete');
  });
});
