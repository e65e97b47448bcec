import { describe, expect, test } from 'vitest';
import { NOON } from '../../support/app.ts';
import { keepAnswers } from '../../support/usage.ts';
import type { Seen } from '../../support/visitor.ts';
import { runOn } from '../cli-setup.ts';
import { addOwned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const WEEK = 7 * 24 * 3_600_000;
const at = (weeksAgo: number) => new Date(NOON - weeksAgo * WEEK).toISOString();

const dashboard = useDashboard();

async function addServer() {
  const { id, visitor } = await addOwned(dashboard);
  dashboard.app.clock.now = NOON;
  return { id, open: (search = '') => visitor.get(`/servers/${id}${search}`) };
}

/** A server with answers of this week, of the first and of one that is too long ago. */
async function addRated() {
  const server = await addServer();
  await keepAnswers(dashboard.app, server.id, [
    { at: at(0), feedback: 'up', outcome: 'resolved' },
    { at: at(0), feedback: 'up', outcome: 'resolved' },
    { at: at(0), feedback: 'down:wrong', reason: 'payment', outcome: 'team_answered' },
    { at: at(0), outcome: 'reopened' },
    ...[1, 2, 3].map(() => ({ at: at(0) })),
    { at: at(7), channel: 'discord', reason: 'not_in_knowledge', outcome: 'reopened' },
    { at: at(8), feedback: 'down', outcome: 'reopened' },
  ]);
  return server;
}

/** Each number of a channel over the weeks, the newest first. */
const rowsOf = (seen: Seen, channel: string) =>
  [...seen.document.querySelectorAll(`tr[data-outcome][data-channel=${channel}]`)].map((row) => [
    row.getAttribute('data-outcome'),
    ...[...row.querySelectorAll('td')].map((cell) => cell.textContent),
  ]);
const weeksOf = (seen: Seen) =>
  [...(seen.document.querySelector('table:has(tr[data-outcome])')?.querySelectorAll('thead th') ?? [])].map(
    (head) => head.textContent,
  );

describe('What became of the answers', () => {
  test('is told in a sentence, drawn without script and listed by week and channel', async () => {
    const { open } = await addRated();
    const seen = await open();
    const section = seen.document.querySelector('[data-statistics]');
    expect(section?.textContent).toContain(
      '3 votes, 66.67% helpful. Confirmed: 2. Reopened: 1. No feedback: 3.',
    );
    const drawing = section?.querySelector('svg[role=img]');
    expect(drawing?.getAttribute('aria-label')).toContain('last 8 weeks');
    const bars = [...(drawing?.querySelectorAll('rect[class]:not(pattern rect)') ?? [])];
    expect(bars.map((bar) => bar.textContent)).toEqual([
      ...['Helpful: 2', 'Not helpful: 1', 'Confirmed: 2', 'Reopened: 1', 'No feedback: 3'],
    ]);
    const [helpful, unhelpful] = bars.map((bar) => Number(bar.getAttribute('height')));
    expect((helpful ?? 0) / (unhelpful ?? 1)).toBeCloseTo(2, 1);
    expect(weeksOf(seen)).toEqual([
      ...['Week of', '16 Mar', '9 Mar', '2 Mar', '23 Feb', '16 Feb', '9 Feb', '2 Feb', '26 Jan'],
    ]);
    const none = ['0', '0', '0', '0', '0', '0', '0'];
    const now = (...counts: (readonly [string, string])[]) => counts.map((one) => [...one, ...none]);
    const api = rowsOf(seen, 'api');
    expect(api).toEqual([
      ...now(['answers', '7'], ['confirmed', '2'], ['silent', '3'], ['reopened', '1']),
      ...now(['helpful', '2'], ['unhelpful', '1']),
      ['helpfulPercent', '66.67%', ...none.map(() => '–')],
      ...now(['handedOver', '1'], ['drafts', '0'], ['repeated', '0'], ['givenBack', '0']),
    ]);
    const first = rowsOf(seen, 'discord').map((row) => [row[0], row.at(-1)]);
    expect(first.filter(([, count]) => count !== '0')).toEqual([
      ['answers', '1'],
      ['helpfulPercent', '–'],
      ['handedOver', '1'],
    ]);
    const reasons = seen.texts('tr[data-reason]');
    expect(reasons).toEqual(['It is about a payment.10000000', 'The knowledge has no answer to it.00000001']);
  });

  test('is told in German too', async () => {
    const { open } = await addRated();
    const seen = await open('?lang=de');
    expect(seen.text('[data-statistics]')).toContain('3 Bewertungen, 66,67 % hilfreich.');
    expect(rowsOf(seen, 'api')[6]?.slice(0, 2)).toEqual(['helpfulPercent', '66,67 %']);
  });

  test('says how to tell it while nobody has, and how to begin while there are no answers', async () => {
    const { id, open } = await addServer();
    const empty = await open();
    expect(empty.document.querySelector('[data-statistics]')).toBeNull();
    const ways = [...empty.document.querySelectorAll('[data-hint=answers] + p a')];
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(
      ['playground', 'channels', 'api'].map((tab) => `/servers/${id}/${tab}`),
    );
    await keepAnswers(dashboard.app, id, [{ at: at(0), reason: 'payment' }]);
    const seen = await open();
    expect(seen.text('[data-silent]')).toContain('POST /api/v1/answers/{id}/feedback');
    expect(seen.attribute('[data-silent] a', 'href')).toBe(`/servers/${id}/api`);
    expect(seen.document.querySelector('[data-statistics] svg')).toBeNull();
    expect(rowsOf(seen, 'api')[0]).toHaveLength(9);
    expect(rowsOf(seen, 'discord')).toEqual([]);
  });

  test('is the same on the command line, as a table and for machines', async () => {
    const { id } = await addRated();
    const run = (...argv: string[]) => runOn(async () => dashboard.app.core, argv);
    const weeks = JSON.parse((await run('statistics', id, '--json')).out);
    expect(weeks).toHaveLength(16);
    expect(weeks[0]).toEqual({
      ...{ week: '2026-03-16', channel: 'api', answers: 7, helpful: 2, unhelpful: 1, helpful_percent: 66.67 },
      ...{ confirmed: 2, silent: 3, reopened: 1, resolved: 2, team_answered: 1 },
      ...{ handed_over: 1, drafts: 0, repeated: 0, given_back_units: 0 },
      reasons: {
        ...{ safety: 0, legal: 0, payment: 1, ban: 0, account: 0, asked_for_human: 0, owner_topic: 0 },
        ...{ not_in_knowledge: 0, model: 0 },
      },
    });
    const { out } = await run('statistics', id);
    expect(out).toMatch(
      /^week +channel +answers +confirmed +silent +reopened +helpful +not helpful +helpful share/,
    );
    expect(out).toMatch(/^2026-03-16 +api +7 +2 +3 +1 +2 +1 +66\.67% +0 +0 +0$/m);
    expect(out).toMatch(/^2026-01-26 +discord +1(?: +0){5} +-(?: +0){3}$/m);
    const empty = await dashboard.app.addServer();
    expect((await run('statistics', empty.id)).out).toBe('No answers in the last eight weeks.\n');
    expect(await run('statistics', 'nowhere')).toMatchObject({ code: 3, out: '' });
  });
});
