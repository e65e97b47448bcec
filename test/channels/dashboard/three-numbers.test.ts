import { expect, test } from 'vitest';
import { usage } from '../../../commands/usage.ts';
import { TABS } from '../../../src/channels/dashboard/i18n/frame.ts';
import { recordFeedback } from '../../../src/core/learning/feedback.ts';
import { invoke, textOf } from '../../commands/setup.ts';
import { ask, NOON } from '../../support/app.ts';
import { type Answered, keepAnswers } from '../../support/usage.ts';
import { runOn } from '../cli-setup.ts';
import { addOwned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();
const at = new Date(NOON - 3_600_000).toISOString();
const times = (count: number, answered: Omit<Answered, 'at'>) =>
  Array.from({ length: count }, () => ({ at, ...answered }));

/** What nobody may read anywhere: confirmed and silent in one number, or as one share of what was answered or asked. */
const FORBIDDEN = /(?<![\d.,])(?:378|89[.,]79|90 ?%|85[.,]5\d?|86 ?%)(?![\d])/;

async function addServer() {
  const { id, key, visitor } = await addOwned(dashboard);
  dashboard.app.clock.now = NOON;
  await keepAnswers(dashboard.app, id, [
    ...times(100, { outcome: 'resolved' }),
    ...times(37, { feedback: 'up' }),
    ...times(241, {}),
    ...times(22, { outcome: 'team_answered' }),
    ...times(11, { feedback: 'down:wrong', outcome: 'resolved' }),
    ...times(10, { outcome: 'reopened', feedback: 'up' }),
    ...times(21, { reason: 'payment', outcome: 'team_answered' }),
  ]);
  return { id, key, visitor };
}

test('confirmed, silent and reopened stand apart, each with what it means, in both languages', async () => {
  const { id, key, visitor } = await addServer();
  for (const [language, silent] of [
    ['en', 'nobody has said whether the answer helped'],
    ['de', 'niemand sagte, ob sie half'],
  ] as const) {
    const seen = await visitor.get(`/servers/${id}?lang=${language}`);
    const figures = ['confirmed', 'silent', 'reopened'].map((name) =>
      seen.text(`[data-figure=${name}] .figure`),
    );
    expect(figures).toEqual(['137', '241', '43']);
    expect(seen.text('[data-figure=silent]')).toContain(silent);
    expect(seen.document.querySelectorAll('[data-figure=confirmed] p')).toHaveLength(2);
  }
  const { out } = await runOn(async () => dashboard.app.core, ['statistics', id, '--json']);
  expect(JSON.parse(out)[0]).toMatchObject({ confirmed: 137, silent: 241, reopened: 43 });
  await dashboard.app.addKnowledge(id, [{ title: 'How do I join?', text: 'Press Join.' }]);
  const { body } = await dashboard.app.chat(key, ask('How do I join?'));
  const read = async () => (await visitor.get(`/servers/${id}/answers.csv`)).html.split('\r\n')[1];
  expect(await read()).toContain('"silent"');
  await recordFeedback(dashboard.app.core, {
    serverId: id,
    answerId: body.id,
    isHelpful: true,
    comment: null,
  });
  expect(await read()).toContain('"confirmed"');
});

test('no page, command or API answer adds silence to what was confirmed', async () => {
  const { id, key, visitor } = await addServer();
  const told = new Map<string, string>();
  for (const tab of TABS)
    for (const language of ['en', 'de']) {
      const seen = await visitor.get(`/servers/${id}/${tab}?lang=${language}`);
      expect(seen.status).toBe(200);
      told.set(`${tab} ${language}`, seen.document.body?.textContent ?? '');
    }
  told.set('csv', (await visitor.get(`/servers/${id}/answers.csv`)).html);
  for (const argv of ['statistics', 'usage', 'server show', 'answers marks', 'gap list', 'test list'])
    for (const more of [[], ['--json']]) {
      const run = await runOn(async () => dashboard.app.core, [...argv.split(' '), id, ...more]);
      expect(run).toMatchObject({ code: 0, err: '' });
      told.set(`${argv} ${more}`, run.out);
    }
  const headers = { authorization: `Bearer ${key}`, 'x-server-id': id };
  told.set('status', await (await fetch(`${dashboard.app.url}/api/v1/status`, { headers })).text());
  told.set('/usage', textOf(await usage.run(dashboard.app.core, invoke({ serverId: id }))));
  expect(told.get(' en')).toContain('241');
  for (const [place, text] of told) expect(text, place).not.toMatch(FORBIDDEN);
});
