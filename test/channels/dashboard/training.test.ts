import { describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import {
  approve,
  getSuggestion,
  listTraining,
  type Suggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../src/core/learning/test-questions/test-questions.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { recordReplies } from '../../../src/core/members/message-claims.ts';
import { ask } from '../../support/app.ts';
import type { Seen } from '../../support/visitor.ts';
import { addOwned, type Owned } from './learning-setup.ts';
import { lastAction, useDashboard } from './setup.ts';

const dashboard = useDashboard();

const OSLO = { question: 'How long does delivery to Oslo take?', answer: 'Nine days by ship.' };
const IN_LIST = { place: 'list', state: 'pending' };
type Given = Partial<Parameters<typeof suggest>[1]>;

async function addServer(...given: Given[]) {
  const owned = await addOwned(dashboard);
  const made: Suggestion[] = [];
  for (const one of given) made.push(await teach(owned, one));
  await owned.visitor.get(owned.path('training'));
  return { ...owned, made, first: made[0]?.id ?? '' };
}

function teach({ id }: Pick<Owned, 'id'>, given: Given = {}): Promise<Suggestion> {
  dashboard.app.clock.now += 1000;
  return suggest(dashboard.app.core, { serverId: id, ...OSLO, source: 'menu', ...given });
}

const cardsOf = ({ document }: Seen) =>
  [...document.querySelectorAll('[data-suggestion]')].map((card) => card.getAttribute('data-suggestion'));
const stateOf = async (serverId: string, id: string) =>
  (await getSuggestion(dashboard.app.core, serverId, id)).state;

describe('The list of suggestions', () => {
  test('says, when it is empty, where suggestions come from, whether learning is on, and how to change that', async () => {
    const { id, visitor, path } = await addServer();
    const seen = await visitor.get(path('training'));
    expect(seen.text('[data-total]')).toContain('There is nothing to decide.');
    expect(seen.text('[data-learning=off]')).toContain('Learning is off');
    expect(seen.attribute('[data-learning] a', 'href')).toBe(`/servers/${id}/team`);
    expect((await visitor.get(`${path('training')}?lang=de`)).text('[data-total]')).toContain(
      'nichts zu entscheiden',
    );
  });

  test('shows the newest first, with origin and a link to its message; people’s texts stay text', async () => {
    const sources = [{ part: 'answer' as const, messageId: '77', memberId: null, isOriginal: true }];
    const { id, visitor, path, made } = await addServer(
      { question: 'Is <script>alert(1)</script> safe?', answer: '<img src=x onerror=alert(1)>' },
      { channelId: '55', sources, authorRole: '900' },
    );
    const seen = await visitor.get(path('training'));
    expect(cardsOf(seen)).toEqual([made[1]?.id, made[0]?.id]);
    expect(seen.html).not.toContain('<script>alert');
    expect(seen.html).not.toContain('<img src=x');
    const link = seen.document.querySelector('[data-source]');
    expect(link?.getAttribute('href')).toBe(
      `${dashboard.app.core.config.DISCORD_WEB_URL}/channels/${id}/55/77`,
    );
    expect(seen.text('[data-suggestion]')).toMatch(
      /From a message, by a member with the role 900 · suggested/,
    );
  });

  test('groups near-duplicates and merges those it shows into the newest', async () => {
    const { id, visitor, path, made } = await addServer(
      { answer: 'It is nine days.' },
      { question: 'Who paints ships?', answer: 'Ada does.' },
      { question: 'How long does the delivery to Oslo take?', answer: 'A ship brings it.' },
    );
    const seen = await visitor.get(path('training'));
    expect(cardsOf(seen)).toEqual([made[2]?.id, made[1]?.id]);
    expect(seen.text('[data-similar] summary')).toBe('1 similar suggestion is open');
    const other = seen.attribute('[data-similar] input[name=other]', 'value') ?? '';
    const done = await visitor.submit(path(`training/${made[2]?.id}/merge`), { ...IN_LIST, other });
    expect(done.text('.note.good')).toContain('Merged');
    const left = await listTraining(dashboard.app.core, id, 'pending');
    expect(done.text('[data-wordings] li')).toBe(seen.text('[data-similar] li a'));
    expect(left.map(({ answer }) => answer)).toEqual(['A ship brings it.\n\nIt is nine days.', 'Ada does.']);
    expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'training.merged' });
    const again = await visitor.post(path(`training/${made[2]?.id}/merge`), { ...IN_LIST, other });
    expect([again.status, again.text('[data-suggestion] .fault')]).toEqual([
      422,
      'None of the similar suggestions is still open.',
    ]);
  });

  test('can be searched in questions and answers, by state, with 25 per page', async () => {
    const nouns = ['anchor', 'buoy', 'crane', 'dock', 'engine', 'ferry', 'galley', 'helm', 'island'];
    const given = nouns.flatMap((noun) =>
      ['paint', 'sell', 'lift'].map((verb) => ({
        question: `Who may ${verb} the ${noun}?`,
        answer: `Team ${noun}.`,
      })),
    );
    const { visitor, path, first } = await addServer(...given);
    const seen = await visitor.get(path('training'));
    expect([cardsOf(seen).length, seen.text('[data-total]')]).toEqual([25, '1 to 25 of 27.']);
    expect(cardsOf(await visitor.get(`${path('training')}?page=2`))).toHaveLength(2);
    expect(cardsOf(await visitor.get(`${path('training')}?q=TEAM+helm`))).toHaveLength(3);
    expect((await visitor.get(`${path('training')}?q=nowhere`)).text('[data-total]')).toContain('“nowhere”');
    await visitor.submit(path(`training/${first}/reject`), IN_LIST);
    expect(cardsOf(await visitor.get(`${path('training')}?state=rejected`))).toEqual([first]);
    expect(cardsOf(await visitor.get(`${path('training')}?state=rejected&q=helm`))).toEqual([]);
  });
});

describe('A suggestion', () => {
  test('is approved in place: the bot knows it, and the list continues without it', async () => {
    const { id, visitor, path, first } = await addServer({});
    const done = await visitor.submit(path(`training/${first}/approve`), IN_LIST);
    expect(done.text('.note.good')).toContain('Approved');
    expect(cardsOf(done)).toEqual([]);
    expect(await listKnowledge(dashboard.app.core, id)).toMatchObject([
      { title: OSLO.question, text: OSLO.answer },
    ]);
    expect(await lastAction(dashboard.app, id)).toMatchObject({
      action: 'training.approved',
      subject: first,
    });
  });

  test('that would break test questions is approved only after a second confirmation', async () => {
    const { id, visitor, path } = await addServer();
    await addTest(dashboard.app.core, id, { question: OSLO.question, needsTeam: true });
    const { id: first } = await teach({ id });
    const seen = await visitor.post(path(`training/${first}/approve`), IN_LIST);
    expect(seen.status).toBe(422);
    expect(seen.text('[data-regression]')).toContain('the team is not called');
    expect(seen.document.querySelector('form[data-verb=approve] input[name=force]')).not.toBeNull();
    const proof = await visitor.get(path(`training/${first}?proof=1`));
    expect(proof.texts('[data-proof] p')[0]).toBe('No questions are stored.');
    const chosen = { state: 'pending', q: '', page: '1', verb: 'approve', chosen: first };
    const many = await visitor.post(path('training/decide'), chosen);
    expect(many.text('[data-left]')).toContain('would make one or more test questions fail. Open it');
    expect(await stateOf(id, first)).toBe('pending');
    await visitor.submit(path(`training/${first}/approve`), { ...IN_LIST, force: 'yes' });
    expect(await stateOf(id, first)).toBe('approved');
  });

  test('can be edited; an invalid text is refused beside its field and stays typed', async () => {
    const { id, visitor, path, first } = await addServer({});
    const refused = await visitor.post(path(`training/${first}/edit?lang=de`), {
      ...IN_LIST,
      question: 'How long now?',
      answer: '',
    });
    expect(refused.status).toBe(422);
    expect(refused.document.getElementById(`${first}-answer-fault`)?.textContent).toContain(
      'Die Antwort braucht',
    );
    expect(refused.document.getElementById(`${first}-question`)?.getAttribute('value')).toBe('How long now?');
    const given = { question: 'How long to Oslo?', answer: 'Ten days.' };
    await visitor.submit(path(`training/${first}/edit`), { ...IN_LIST, ...given });
    expect(await getSuggestion(dashboard.app.core, id, first)).toMatchObject({ ...given, state: 'pending' });
    expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'training.edited', subject: first });
  });

  test('can be rejected, reverted after an approval, and decided only once', async () => {
    const { id, visitor, path, made } = await addServer(
      {},
      { question: 'Who paints ships?', answer: 'Ada.' },
    );
    const [one, other] = made.map((suggestion) => suggestion.id);
    await visitor.submit(path(`training/${one}/reject`), IN_LIST);
    expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'training.rejected' });
    const late = await visitor.post(path(`training/${one}/approve`), IN_LIST);
    expect([late.status, late.text('[data-suggestion] .fault')]).toEqual([
      422,
      'Someone has already decided this.',
    ]);
    await visitor.submit(path(`training/${other}/approve`), IN_LIST);
    const approved = await visitor.get(`${path('training')}?state=approved`);
    expect(approved.document.querySelector('form[data-verb=revert]')).not.toBeNull();
    await visitor.submit(path(`training/${other}/revert`), { place: 'list', state: 'approved' });
    expect(await stateOf(id, other ?? '')).toBe('pending');
    expect(await listKnowledge(dashboard.app.core, id)).toEqual([]);
    expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'training.reverted' });
  });

  test('shows the current knowledge beside it, and what changes between the two', async () => {
    const { id, visitor, path } = await addServer();
    await dashboard.app.addKnowledge(id, [
      { id: 'oslo', title: OSLO.question, text: 'It takes 4 days by ship.' },
    ]);
    await teach({ id }, { answer: 'It takes 9 days by ship.' });
    const seen = await visitor.get(path('training'));
    expect(seen.text('[data-sides=conflict] h3')).toContain('Existing entry, with different facts');
    expect(seen.text('[data-sides=conflict] .columns')).toContain('It takes 4 days by ship.');
    expect(seen.text('[data-diff] del')).toBe('removed: 4');
    expect(seen.text('[data-diff] ins')).toBe('added: 9');
  });

  test('that corrects an answer shows what the bot had said', async () => {
    const { id, key, visitor, path } = await addServer();
    await dashboard.app.addKnowledge(id, [{ id: 'oslo', title: OSLO.question, text: 'It takes 4 days.' }]);
    await dashboard.app.chat(key, ask(OSLO.question));
    const { kysely } = dashboard.app.core.database;
    const said = await kysely
      .selectFrom('answers')
      .select('id')
      .where('server_id', '=', id)
      .executeTakeFirstOrThrow();
    const [channelId, messageId, replyId] = ['55', '66', '77'];
    await recordReplies(dashboard.app.core, {
      ...{
        serverId: id,
        messageIds: [messageId],
        channelId,
        memberId: null,
        answerId: said.id,
        replyIds: [replyId],
      },
    });
    const sources = [{ part: 'answer' as const, messageId: replyId, memberId: null, isOriginal: false }];
    await teach({ id }, { source: 'correction', channelId, sources, answer: 'It takes 5 days.' });
    const seen = await visitor.get(path('training'));
    expect(seen.text('[data-sides=corrected] .columns')).toContain('It takes 4 days.');
  });

  test('on its own page shows which questions it would change', async () => {
    const { id, key, visitor, path } = await addServer();
    await dashboard.app.chat(key, ask(OSLO.question));
    await addTest(dashboard.app.core, id, { question: OSLO.question, expected: 'nine days' });
    const { id: first } = await teach({ id });
    const address = path(`training/${first}?proof=1`);
    const offered = async (page: string) => {
      const link = (await visitor.get(path(page))).document.querySelector(`#proof-${first} a`);
      return [link?.getAttribute('href'), link?.getAttribute('hx-trigger')];
    };
    expect(await offered('training')).toEqual([address, null]);
    expect(await offered(`training/${first}`)).toEqual([address, 'load']);
    const seen = await visitor.get(address);
    expect(seen.text('[data-change=answered]')).toContain(`would be answered now: “${OSLO.question}”`);
    expect(seen.text('[data-test-change]')).toContain('Test question would pass');
  });

  test('whose author’s text was deleted cannot be approved before somebody writes it again', async () => {
    const { id, visitor, path, first } = await addServer({});
    const { kysely } = dashboard.app.core.database;
    await kysely.updateTable('training').set({ answer: '' }).where('server_id', '=', id).execute();
    const seen = await visitor.get(path('training'));
    expect(seen.text('[data-answer]')).toContain('There is no answer yet.');
    expect(seen.document.querySelector('form[data-verb=approve]')).toBeNull();
    const refused = await visitor.post(path(`training/${first}/approve`), IN_LIST);
    expect([refused.status, refused.text('[data-suggestion] .fault')]).toEqual([
      422,
      'This cannot be approved yet: both question and answer must be written. Edit it first.',
    ]);
  });

  test('of another server, or invented, gives 404', async () => {
    const [one, other] = [await addServer({}), await addServer()];
    await approve(dashboard.app.core, one.id, one.first);
    for (const id of [one.first, 'nothing', '0000000000']) {
      expect((await other.visitor.get(other.path(`training/${id}`))).status).toBe(404);
      expect((await other.visitor.post(other.path(`training/${id}/revert`))).status).toBe(404);
    }
    expect(await stateOf(one.id, one.first)).toBe('approved');
  });
});

describe('Several suggestions at once', () => {
  const CHOSEN = { state: 'pending', q: '', page: '1' };

  test('are approved or rejected with two buttons, each with its line in the audit log', async () => {
    const { id, visitor, path, made } = await addServer(
      { question: 'One?', answer: 'Yes, one.' },
      { question: 'Two?', answer: 'Yes, two.' },
      { question: 'Three?', answer: 'Yes, three.' },
    );
    const [one = '', two = '', three = ''] = made.map((each) => each.id);
    const seen = await visitor.get(path('training'));
    expect(seen.attributes('[name=chosen]', 'form')).toEqual(['many', 'many', 'many']);
    const after = await visitor.submit(path('training/decide'), {
      ...CHOSEN,
      verb: 'approve',
      chosen: [one, two],
    });
    expect(after.text('.note.good')).toContain('All selected suggestions are approved.');
    expect(await Promise.all([one, two, three].map((each) => stateOf(id, each)))).toEqual([
      ...['approved', 'approved', 'pending'],
    ]);
    const actions = await listActions(dashboard.app.core, id, { limit: 2 });
    expect(actions.map(({ action, subject }) => [action, subject])).toEqual([
      ['training.approved', two],
      ['training.approved', one],
    ]);
    await visitor.submit(path('training/decide'), { ...CHOSEN, verb: 'reject', chosen: three });
    expect(await stateOf(id, three)).toBe('rejected');
  });

  test('are decided as far as they can be: the others stay, each with the reason', async () => {
    const other = await addServer({ question: 'Foreign?', answer: 'Yes.' });
    const { id, visitor, path, made } = await addServer(
      { question: 'One?', answer: 'Yes, one.' },
      { question: 'Two?', answer: 'Yes, two.' },
    );
    const [one = '', two = ''] = made.map((each) => each.id);
    await approve(dashboard.app.core, id, two);
    const chosen = [two, other.first, 'no-id', one];
    const seen = await visitor.post(path('training/decide'), { ...CHOSEN, verb: 'approve', chosen });
    expect([seen.status, seen.attributes('[data-left]', 'data-left')]).toEqual([422, [two]]);
    expect(seen.text('[data-many]')).toContain('Decided: 1. Left as they are: 1');
    expect(seen.text('[data-many]')).toContain('Someone has already decided this.');
    expect(await stateOf(id, one)).toBe('approved');
    expect(await stateOf(other.id, other.first)).toBe('pending');
    expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'training.approved', subject: one });
    const none = await visitor.post(path('training/decide'), { ...CHOSEN, verb: 'approve' });
    expect([none.status, none.text('main [role=alert]')]).toEqual([
      422,
      'Select at least one suggestion first.',
    ]);
  });
});
