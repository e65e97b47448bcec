import { expect, test } from 'vitest';
import { listMarks } from '../../../src/core/learning/marks.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { ask } from '../../support/app.ts';
import { addOwned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const CHARGED = 'I was charged twice and I want my money back';

const dashboard = useDashboard();

async function addServer() {
  const owned = await addOwned(dashboard);
  const entry = { id: 'money', title: 'Charged twice: when do I get my money back?', text: 'In nine days.' };
  await dashboard.app.addKnowledge(owned.id, [entry]);
  const hear = async (text: string) => {
    dashboard.app.clock.now += 61_000;
    return (await dashboard.app.chat(owned.key, ask(text))).body;
  };
  return { ...owned, hear };
}

test('The page of an answer says why the team was called, with score and words, in both languages, and shows nothing that is masked', async () => {
  const { visitor, path, hear } = await addServer();
  const { id } = await hear(`${CHARGED}, my mail is moneyback@mail.example`);
  const seen = await visitor.get(path(`answers/${id}`));
  expect(seen.text('[data-why] li')).toMatch(
    /^It is about a payment\. The bot judges this from sample tickets built into it\. Score [01](\.\d+)?\. Words that weighed most: .*\bmoney\b/s,
  );
  const words = seen.texts('[data-why] mark');
  expect(words).not.toContain('moneyback');
  const german = await visitor.get(`${path(`answers/${id}`)}?lang=de`);
  expect(german.text('[data-why] li')).toMatch(
    /Das beurteilt der Bot nach den Beispiel-Tickets, die er mitbringt\. Wertung .*Am meisten wog:/s,
  );
  const alone = await hear('What does the moon weigh?');
  expect(
    (await visitor.get(`${path(`answers/${alone.id}`)}?lang=en`)).document.querySelector('[data-why]'),
  ).toBeNull();
});

test('Two buttons say whether the team was needed; it is listed, in the audit log, and can be taken back', async () => {
  const { id: serverId, visitor, path, hear } = await addServer();
  const { core } = dashboard.app;
  const answer = await hear(CHARGED);
  const page = path(`answers/${answer.id}`);
  const before = await visitor.get(page);
  const buttons = [...before.document.querySelectorAll('[data-mark] button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'The team was needed',
    'The team was not needed',
  ]);
  expect((await visitor.get(path('marks'))).text('[role=status]')).toContain('Nothing yet');

  const said = await visitor.follow(await visitor.post(`${page}/mark`, { verdict: 'not-needed' }));
  expect(said.text('[role=status]')).toContain('from the next question on');
  expect(said.text('[data-mark=not-needed] .note')).toBe('You said: The team was not needed');
  expect(said.document.querySelector('[data-why]')).toBeNull();
  expect((await hear(`${CHARGED}!`)).team_reason).not.toBe('payment');

  const [mark] = await listMarks(core, serverId);
  const listed = await visitor.get(path('marks'));
  expect(listed.text(`tr[data-mark="${mark?.id}"]`)).toMatch(
    new RegExp(`${CHARGED}.*The team was not needed`, 's'),
  );
  const gone = await visitor.follow(await visitor.post(path(`marks/${mark?.id}/delete`)));
  expect(gone.text('[role=status]')).toContain('Taken back');
  expect((await hear(`${CHARGED}!!`)).team_reason).toBe('payment');
  const actions = await listActions(core, serverId, { limit: 10 });
  expect(actions.map(({ action, subject, memberName }) => [action, subject, memberName])).toEqual([
    ['answer.unmarked', `not-needed ${answer.id}`, 'Grace'],
    ['answer.marked', `not-needed ${answer.id}`, 'Grace'],
  ]);
});

test('A verdict that is none, another server’s answer or mark and one that is gone change nothing', async () => {
  const [one, other] = [await addServer(), await addServer()];
  const { id } = await one.hear(CHARGED);
  await one.visitor.post(one.path(`answers/${id}/mark`), { verdict: 'maybe' });
  await other.visitor.get(other.path('answers'));
  const foreign = await other.visitor.post(other.path(`answers/${id}/mark`), { verdict: 'needed' });
  expect(foreign.status).toBe(404);
  expect(await listMarks(dashboard.app.core, one.id)).toEqual([]);
  for (const mark of ['0123456789', 'x'])
    expect((await one.visitor.post(one.path(`marks/${mark}/delete`))).status).toBe(404);
});
