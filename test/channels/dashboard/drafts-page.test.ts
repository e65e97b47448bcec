import { expect, test } from 'vitest';
import { readDraftFigures } from '../../../src/core/answering/draft-verdicts.ts';
import { decideDraft, keepDraft, noteCard } from '../../../src/core/answering/drafts.ts';
import { recordOutcome } from '../../../src/core/learning/outcomes.ts';
import { recordReplies } from '../../../src/core/members/message-claims.ts';
import { MAX_COUNTED_WAITING } from '../../../src/core/operations/overview.ts';
import { changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { addOwned, type Owned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();

async function draft({ id: serverId, key }: Owned, question: string): Promise<string> {
  const { app } = dashboard;
  const { body } = await app.chat(key, ask(question));
  await keepDraft(app.core, { serverId, answerId: body.id, cardChannelId: '44' });
  app.clock.now += 60_000;
  return body.id;
}

test('Drafts that wait are listed with their card, and on the overview, until somebody decides them', async () => {
  const owned = await addOwned(dashboard);
  const { core } = dashboard.app;
  const { visitor, id: serverId, path } = owned;
  expect((await visitor.get(path('drafts'))).text('[role=status]')).toBe('No drafts are waiting.');
  const [first, second] = [
    await draft(owned, 'Is the gate open?'),
    await draft(owned, 'Mail jo@mail.example?'),
  ];
  const at = new Date(dashboard.app.clock.now);
  await noteCard(core, { serverId, answerId: first, createdAt: at } as Parameters<typeof noteCard>[1], [
    '55',
  ]);
  const seen = await visitor.get(path('drafts'));
  expect(seen.attributes('[data-draft]', 'data-draft')).toEqual([first, second]);
  expect(seen.attribute(`[data-draft="${first}"] [data-card]`, 'href')).toMatch(
    `/channels/${serverId}/44/55`,
  );
  expect(seen.attribute(`[data-draft="${first}"] a`, 'href')).toBe(path(`answers/${first}`));
  expect(seen.text(`[data-draft="${first}"] time`)).toBe('2 minutes ago');
  expect(seen.html).not.toContain('jo@mail.example');
  const overview = async () => (await visitor.get(`/servers/${serverId}`)).text('[data-waiting=drafts]');
  expect(await overview()).toBe('2 drafts to check');
  const waiting = [first, second];
  while (waiting.length < MAX_COUNTED_WAITING) waiting.push(await draft(owned, 'Is the gate open?'));
  expect(await overview()).toBe('100 or more drafts to check');
  for (const answerId of waiting)
    await decideDraft(core, { serverId, answerId, state: 'discarded', pressId: `1${answerId}` });
  expect((await visitor.get(path('drafts'))).attributes('[data-draft]', 'data-draft')).toEqual([]);
  expect(await overview()).toBeUndefined();
});

test('Drafts of another server are not there', async () => {
  const [one, other] = [await addOwned(dashboard), await addOwned(dashboard)];
  await draft(one, 'Is the gate open?');
  expect((await other.visitor.get(other.path('drafts'))).attributes('[data-draft]', 'data-draft')).toEqual(
    [],
  );
  expect((await other.visitor.get(one.path('drafts'))).status).toBe(404);
});

test('An answer leads to its message on Discord and names whoever asked by their id alone', async () => {
  const { key, id: serverId, visitor, path } = await addOwned(dashboard);
  const { app } = dashboard;
  const { body } = await app.chat(key, ask('Is the gate open?'));
  const said = { serverId, channelId: '70000', memberId: '90000', answerId: body.id };
  await recordReplies(app.core, { ...said, messageIds: ['80000'], replyIds: ['80001'] });
  const list = await visitor.get(path('answers'));
  expect(list.attribute('[data-message]', 'href')).toMatch(`/channels/${serverId}/70000/80000`);
  const page = await visitor.get(path(`answers/${body.id}`));
  expect(page.attribute('[data-fact=message] a', 'href')).toMatch(`/channels/${serverId}/70000/80000`);
  expect(page.text('[data-fact=asker]')).toBe('90000');
  const found = async (query: string) =>
    (await visitor.get(`${path('answers')}?${query}`)).attributes('[data-answer-row]', 'data-answer-row');
  expect(await found('place=70000')).toEqual([body.id]);
  expect(await found('place=70001')).toEqual([]);
});

test('What the team did with drafts is counted by confidence and entry, and one press takes the threshold', async () => {
  const owned = await addOwned(dashboard);
  const { app } = dashboard;
  const { visitor, id: serverId, path } = owned;
  const sections = async () => (await visitor.get(path('drafts'))).text('#verdicts');
  expect(await sections()).toContain('There are no decisions yet');
  await app.addKnowledge(serverId, [{ title: 'Is the gate open?', text: 'The gate is always open.' }]);
  await changeSettings(app.core, serverId, () => ({ observe: true, repeats: false, wrong_in_100: 50 }));
  for (let gate = 0; gate < 12; gate += 1) {
    const answerId = await draft(owned, 'Is the gate open?');
    const outcome = gate < 11 ? 'sent' : 'edited';
    await recordOutcome(app.core, { serverId, answerId, outcome, teamAnswer: null });
  }
  const page = await visitor.get(path('drafts'));
  expect(page.text('#verdicts')).toMatch(
    /At a confidence of [\d.]+ or more, at most 50 in 100 answers will be wrong/,
  );
  expect(page.text('#verdicts tbody tr td')).toBe('11');
  const threshold = (await readDraftFigures(app.core, serverId)).threshold.confidence;
  const taken = await visitor.submit(path('drafts/threshold'));
  expect(taken.text('[role=status]')).toContain('the rest are sent without a check');
  expect((await getServer(app.core, serverId)).settings).toMatchObject({
    ...{ observe: false, drafts: 'unsure', draft_below: threshold },
  });
});
