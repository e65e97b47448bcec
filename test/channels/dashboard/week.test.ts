import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/channels/dashboard/pages/overview/figures.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { welcomeServers } from '../../../src/core/members/arrivals.ts';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import { ask, NOON } from '../../support/app.ts';
import { findLively } from '../../support/markup.ts';
import { type Answered, keepAnswers } from '../../support/usage.ts';
import type { Seen } from '../../support/visitor.ts';
import { addOwned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const DAY = 24 * 3_600_000;
const THIS_WEEK = new Date(NOON - DAY).toISOString();
const LAST_WEEK = new Date(NOON - 8 * DAY).toISOString();

const dashboard = useDashboard({ QUOTA_TIME_ZONE: 'Europe/Berlin', DISCORD_TOKEN: 'not.a.token' });

async function addServer() {
  const { id, key, visitor } = await addOwned(dashboard);
  dashboard.app.clock.now = NOON;
  return { id, key, visitor, open: (search = '') => visitor.get(`/servers/${id}${search}`) };
}

const times = (count: number, answered: Answered) => Array.from({ length: count }, () => answered);
const figure = (seen: Seen, name: string) => seen.text(`[data-figure=${name}] .figure`);
const lines = (seen: Seen, selector: string) =>
  [...seen.document.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, ' ').trim());
const below = (seen: Seen, name: string) => lines(seen, `[data-figure=${name}] .figure ~ p`);
const measures = (seen: Seen) =>
  Object.fromEntries(
    [...seen.document.querySelectorAll('tr[data-measure]')].map((row) => [
      row.getAttribute('data-measure'),
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    ]),
  );
const hint = (seen: Seen, name: string) => ({
  text: seen.text(`[data-hint=${name}]`),
  to: seen.attribute(`[data-hint=${name}] a`, 'href'),
});

describe('This week', () => {
  test('is told in figures beside as much of last week, with sign and words and in whole percent', async () => {
    const { id, open } = await addServer();
    await keepAnswers(dashboard.app, id, [
      ...times(40, { at: THIS_WEEK, feedback: 'up' }),
      ...times(10, { at: THIS_WEEK, reason: 'payment', feedback: 'down' }),
      ...times(30, { at: LAST_WEEK, feedback: 'up' }),
      ...times(20, { at: LAST_WEEK, reason: 'payment', feedback: 'down' }),
      // On Sunday of last week: later than now.
      ...times(7, { at: '2026-03-15T12:00:00Z' }),
    ]);
    const seen = await open();
    expect(seen.text('.period')).toBe(
      'Since Monday 16 Mar, compared with the same part of last week: Monday 9 Mar to Wednesday 11 Mar, 13:00 (Europe/Berlin).',
    );
    expect(figure(seen, 'answered')).toBe('40');
    expect(below(seen, 'answered')).toEqual([
      '80% of 50 questions (last week 60%)',
      '▲ 33% more than by this time last week (30)',
    ]);
    expect(below(seen, 'handedOver')).toEqual([
      '20% of 50 questions (last week 40%)',
      '▼ 50% fewer than by this time last week (20)',
    ]);
    expect(figure(seen, 'helpful')).toBe('80%');
    expect(below(seen, 'helpful')).toEqual(['of 50 votes', '▲ 20 points up on this time last week (60%)']);
    const german = await open('?lang=de');
    expect(below(german, 'answered')).toEqual([
      '80 % von 50 Fragen (letzte Woche 60 %)',
      '▲ 33 % mehr als letzte Woche bis dahin (30)',
    ]);
    expect(german.text('.period')).toContain('Montag, 9. März bis Mittwoch, 11. März');
  });

  test('says numbers and no percent where there are fewer than ten', async () => {
    const { id, open } = await addServer();
    await keepAnswers(dashboard.app, id, [
      ...times(3, { at: THIS_WEEK, feedback: 'up' }),
      { at: THIS_WEEK, reason: 'ban', feedback: 'down' },
      { at: LAST_WEEK, reason: 'ban', feedback: 'up' },
    ]);
    const seen = await open();
    expect(below(seen, 'answered')).toEqual(['of 4 questions', '▲ None by this time last week']);
    expect(below(seen, 'handedOver')).toEqual(['of 4 questions', '= Same as at this time last week (1)']);
    expect(figure(seen, 'helpful')).toBe('3 of 4');
    expect(below(seen, 'helpful')).toEqual(['votes', 'By this time last week: 1 of 1']);
    const rated = await addServer();
    await keepAnswers(dashboard.app, rated.id, [{ at: THIS_WEEK, feedback: 'up' }]);
    expect(below(await rated.open(), 'helpful')[0]).toBe('vote');
    for (const name of ['answered', 'handedOver', 'helpful', 'taught'])
      expect(seen.text(`[data-figure=${name}]`)).not.toContain('%');
  });

  test('is one drawing with a text for those who cannot see it, and every bar with its number', async () => {
    const { id, open } = await addServer();
    await keepAnswers(dashboard.app, id, [
      ...times(3, { at: '2026-03-16T12:00:00Z' }),
      { at: '2026-03-18T11:00:00Z', reason: 'payment' },
      ...times(2, { at: '2026-03-11T11:00:00Z' }),
      ...times(4, { at: '2026-03-11T13:00:00Z' }),
      { at: '2026-03-15T13:00:00Z' },
    ]);
    const seen = await open();
    const drawing = seen.document.querySelector('[data-this-week] svg[role=img]');
    expect(drawing?.getAttribute('aria-label')).toContain('The tables below have the numbers.');
    const bars = [...(drawing?.querySelectorAll('rect[class]:not(pattern rect)') ?? [])].map((bar) => [
      bar.getAttribute('class'),
      bar.textContent,
    ]);
    expect(bars).toEqual([
      ['answered', 'Mon 16 Mar: 3 answered'],
      ['before', 'Questions on Wed 11 Mar, last week: 6'],
      ['later', 'Questions on Wed 11 Mar, last week: 6'],
      ['handedOver', 'Wed 18 Mar: 1 handed over'],
      ['later', 'Questions on Sun 15 Mar, last week: 1'],
    ]);
    const days = [...seen.document.querySelectorAll('tr[data-week-day]')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(days[0]).toEqual(['3', '0', '0', '0']);
    expect(days[2]).toEqual(['0', '1', '6', '0']);
    expect(days[6]).toEqual(['–', '–', '1', '0']);
  });

  test('has every number in a table: reasons, votes, outcomes, drafts, repeats and what was taught', async () => {
    const { id, open } = await addServer();
    const { core } = dashboard.app;
    await keepAnswers(dashboard.app, id, [
      ...times(2, { at: THIS_WEEK, reason: 'payment', outcome: 'team_answered' }),
      { at: THIS_WEEK, feedback: 'down', outcome: 'reopened' },
      { at: LAST_WEEK, reason: 'ban', outcome: 'resolved' },
    ]);
    const all = core.database.kysely.updateTable('answers').where('server_id', '=', id);
    await all.set({ is_draft: true }).where('reason', '=', 'payment').execute();
    await all.set({ is_repeated: true }).where('reason', '=', 'ban').execute();
    const { id: taught } = await suggest(core, {
      serverId: id,
      question: 'How?',
      answer: 'So.',
      source: 'reply',
    });
    await core.database.kysely
      .updateTable('training')
      .set({ state: 'approved', decided_at: new Date(NOON) })
      .where('id', '=', taught)
      .execute();
    const seen = await open();
    expect(measures(seen)).toEqual({
      ...{ questions: ['3', '1', '+2'], answered: ['1', '0', '+1'], handedOver: ['2', '1', '+1'] },
      ...{ 'reason:payment': ['2', '0', '+2'], 'reason:ban': ['0', '1', '-1'] },
      ...{ helpful: ['0', '0', '0'], unhelpful: ['1', '0', '+1'] },
      ...{ confirmed: ['0', '0', '0'], silent: ['0', '0', '0'], reopened: ['1', '0', '+1'] },
      givenBack: ['0', '0', '0'],
      ...{ drafts: ['2', '0', '+2'], repeated: ['0', '1', '-1'] },
      ...{ approved: ['1', '0', '+1'], added: ['0', '0', '0'], changed: ['0', '0', '0'] },
      ...{ imported: ['0', '0', '0'], used: ['0', '–', '–'] },
    });
    expect(figure(seen, 'taught')).toBe('1');
    expect(below(seen, 'taught')[0]).toBe('1 suggestion approved.');
  });

  test('counts entries that were added and corrected on a page, and answers that use them', async () => {
    const { id, key, visitor, open } = await addServer();
    await keepAnswers(dashboard.app, id, [{ at: THIS_WEEK }]);
    const entry = { title: 'How do I join?', text: 'Press Join.', link: '', language: '' };
    await visitor.post(`/servers/${id}/knowledge`, entry);
    const { kysely } = dashboard.app.core.database;
    await kysely
      .updateTable('knowledge')
      .set({ updated_at: new Date(NOON) })
      .where('server_id', '=', id)
      .execute();
    expect((await dashboard.app.chat(key, ask('How do I join?'))).body.needs_team).toBe(false);
    expect(below(await open(), 'taught')[0]).toBe('1 entry added. 1 answer used this new knowledge.');
  });

  test('ranks the reasons of hand-overs, five of them, and says what became of each', async () => {
    const { id, open } = await addServer();
    const reasons = ['payment', 'ban', 'account', 'legal', 'model', 'safety', 'owner_topic'] as const;
    await keepAnswers(dashboard.app, id, [
      ...reasons.flatMap((reason, place) => times(9 - place, { at: THIS_WEEK, reason })),
      ...times(2, { at: LAST_WEEK, reason: 'payment' }),
    ]);
    const seen = await open();
    const ranked = [...seen.document.querySelectorAll('[data-week-reason]')];
    expect(ranked.map((one) => one.getAttribute('data-week-reason'))).toEqual(reasons.slice(0, 5));
    expect(lines(seen, '[data-week-reason]')[0]).toBe('It is about a payment. 9 ▲ 7 more (2 before)');
    expect(seen.text('[data-week-reasons]')).toContain('7 more for other reasons');
    const links = seen.attributes('[data-week-reason] a', 'href');
    expect(links).toEqual(reasons.slice(0, 5).map((reason) => `/servers/${id}/answers?reason=${reason}`));
  });
});

describe('Questions of this week without a good answer', () => {
  test('are the three that were asked most often, as text whatever they say, and nobody else’s', async () => {
    const { id, key, open } = await addServer();
    const other = await addServer();
    await dashboard.app.chat(other.key, ask('Where is the foreign lighthouse?'));
    const questions = ['Is there a <img src=x onerror=alert(1)> map editor?', 'Which colours has the ferry?'];
    for (const question of [
      ...questions,
      'When does the tide turn?',
      'Who owns the old crane?',
      questions[0] ?? '',
    ])
      await dashboard.app.chat(key, ask(question));
    const seen = await open();
    const shown = lines(seen, '[data-week-gap]');
    expect(shown).toHaveLength(3);
    expect(shown[0]).toBe('Is there a <img src=x onerror=alert(1)> map editor? 2 asked 2 times this week');
    expect(seen.text('[data-week-gaps]')).toContain('Answer this week’s 4 topics');
    expect(seen.attribute('[data-week-gap] a', 'href')).toBe(`/servers/${id}/unanswered`);
    expect(findLively(seen.document)).toEqual([]);
    expect(seen.html).not.toContain('lighthouse');
  });

  test('are gone once they are answered, and older ones are pointed to', async () => {
    const { id, key, open } = await addServer();
    await dashboard.app.chat(key, ask('Is there a map editor?'));
    const { kysely } = dashboard.app.core.database;
    await kysely
      .updateTable('answers')
      .set({ at: new Date(NOON - 8 * DAY) })
      .where('server_id', '=', id)
      .execute();
    const older = await open();
    expect(hint(older, 'gaps').text).toContain('Older ones are still waiting');
    expect(hint(older, 'gaps').to).toBe(`/servers/${id}/unanswered`);
    await kysely
      .updateTable('answers')
      .set({ gap_closed_at: new Date(NOON) })
      .where('server_id', '=', id)
      .execute();
    expect(hint(await open(), 'gaps').to).toBe(`/servers/${id}/tests`);
  });
});

describe('Where something is missing the page says what to do next', () => {
  test('without knowledge and without a question', async () => {
    const { id, open } = await addServer();
    const seen = await open();
    expect(hint(seen, 'knowledge').to).toBe(`/servers/${id}/knowledge`);
    expect(seen.text('[data-hint=answers]')).toContain('Nobody has asked anything');
    expect(seen.document.querySelector('[data-this-week] svg')).toBeNull();
    await dashboard.app.addKnowledge(id, [{ id: 'join', title: 'How do I join?', text: 'Press Join.' }]);
    expect(hint(await open(), 'knowledge').text).toBeUndefined();
  });

  test('without a vote, learning, a role that teaches and anything taught', async () => {
    const { id, open } = await addServer();
    const { core } = dashboard.app;
    await keepAnswers(dashboard.app, id, [{ at: THIS_WEEK }]);
    const seen = await open();
    expect(seen.text('[data-figure=helpful]')).toContain('No answer of the last eight weeks has been rated.');
    expect(seen.attribute('[data-figure=helpful] a', 'href')).toBe(`/servers/${id}/api`);
    expect(hint(seen, 'learning').to).toBe(`/servers/${id}/team`);
    await changeSettings(core, id, () => ({ learning: true }));
    expect(hint(await open(), 'teach').text).toContain('no role may teach');
    await changeSettings(core, id, () => ({ teach_roles: ['44'] }));
    expect(hint(await open(), 'taught')).toEqual({
      ...{ text: 'Nothing new this week. Add an entry', to: `/servers/${id}/knowledge` },
    });
    const rated = await addServer();
    await keepAnswers(dashboard.app, rated.id, [{ at: LAST_WEEK, feedback: 'up' }, { at: THIS_WEEK }]);
    const without = below(await rated.open(), 'helpful');
    expect(without).toEqual(['No votes this week.', 'By this time last week: 1 of 1']);
  });

  test('without a role that is called on Discord', async () => {
    const { id, open } = await addServer();
    const { core } = dashboard.app;
    await keepAnswers(dashboard.app, id, [{ at: THIS_WEEK, reason: 'payment' }]);
    expect(hint(await open(), 'team').text).toBeUndefined();
    await welcomeServers(core, [
      { id, name: 'Pier', icon: null, members: 5, joinedAt: null, language: 'en' },
    ]);
    expect(hint(await open(), 'team').to).toBe(`/servers/${id}/team`);
    await changeSettings(core, id, () => ({ handover_roles: { payment: '45' } }));
    expect(hint(await open(), 'team').text).toContain('except for the places, topics and reasons');
    await changeSettings(core, id, () => ({ handover_role: '44' }));
    expect(hint(await open(), 'team').text).toBeUndefined();
  });
});

test('a change is told by sign and word alike, and in percent only where both numbers are ten or more', () => {
  const counts = fc.oneof(fc.nat({ max: 25 }), fc.nat({ max: 2_000_000 }));
  const words = { up: /▲.* (?:more|mehr) /, down: /▼.* (?:fewer|weniger) /, same: /=.* (?:Same|Wie) / };
  fc.assert(
    fc.property(counts, counts, fc.constantFrom('en' as const, 'de' as const), (now, before, language) => {
      const told = compare(now, before, language).toString();
      const direction = now > before ? 'up' : 'down';
      expect(told).toContain(`data-trend="${now === before ? 'same' : direction}"`);
      expect(told).toMatch(before === 0 ? /None|nichts/ : words[now === before ? 'same' : direction]);
      expect(told).toContain(
        before === 0 ? '' : before.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB'),
      );
      expect(told.includes('%') && Math.min(now, before) < 10).toBe(false);
    }),
  );
});
