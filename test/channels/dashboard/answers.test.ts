import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { checkAnswers } from '../../../src/core/answering/outdated/outdated.ts';
import { recordFeedback } from '../../../src/core/learning/feedback.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { TEAM_REASONS } from '../../../src/domain/types.ts';
import { ask, UNABORTED } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import { addOwned } from './learning-setup.ts';
import { useDashboard } from './setup.ts';

const DAY_MS = 86_400_000;

const dashboard = useDashboard();

/** A row as the tests make it; what they leave out is as of a plain answer. */
interface Made {
  id: string;
  at: Date;
  channel: 'api' | 'discord' | 'test';
  reason: string | null;
  feedback: string | null;
  isDraft: boolean;
}

const PLAIN = { channel: 'api', reason: null, feedback: null, isDraft: false } as const;

async function insert(serverId: string, rows: readonly Partial<Made>[]): Promise<Made[]> {
  const { core, clock } = dashboard.app;
  const made = rows.map((row) => ({ ...PLAIN, id: randomUUID(), at: new Date(clock.now), ...row }));
  for (const { id, at, channel, reason, feedback, isDraft } of made)
    await sql`INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, reason,
        confidence, feedback, is_draft, at)
      VALUES (${serverId}, ${id}, ${channel}, 'V1', 'x', ${`Question ${id}?`}, 'So.', ${reason !== null}, ${reason},
        0.5, ${feedback}, ${isDraft}, ${at})`.execute(core.database.kysely);
  return made;
}

/** Newest first, and of one moment in the order of ids. */
function inOrder(rows: readonly Made[]): string[] {
  const sorted = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  return sorted.map(({ id }) => id);
}

async function addServer() {
  const owned = await addOwned(dashboard);
  const open = async (query = '') => {
    const seen = await owned.visitor.get(`${owned.path('answers')}${query}`);
    const rows = [...seen.document.querySelectorAll('[data-answer-row]')];
    return {
      seen,
      ids: rows.map((row) => row.getAttribute('data-answer-row') ?? ''),
      texts: rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | ')),
      next: seen.attribute('a[rel=next]', 'href') ?? null,
    };
  };
  /** From page to page until there is none. */
  const readAll = async (query = '', between = async () => undefined as unknown) => {
    const ids: string[] = [];
    for (let page = await open(query); ; page = await open(`?${page.next?.split('?')[1]}`)) {
      ids.push(...page.ids);
      if (page.next === null) return ids;
      await between();
    }
  };
  return { ...owned, open, readAll };
}

describe('The list of answers', () => {
  test('says that there are none yet, and where it stands in the menu, in both languages', async () => {
    const { open, visitor, path } = await addServer();
    const { seen } = await open();
    expect(seen.text('[role=status]')).toContain('There are no answers yet');
    expect(seen.text('.menu [aria-current]')).toBe('Answers');
    expect((await visitor.get(`${path('answers')}?lang=de`)).text('.menu [aria-current]')).toBe('Antworten');
  });

  test('tells of each answer when, what, from where, with what result, vote, confidence and level', async () => {
    const { id, key, open } = await addServer();
    const { app } = dashboard;
    await app.addKnowledge(id, [
      { id: 'gate', title: 'Why is the gate closed?', text: 'A storm is coming.' },
    ]);
    const { body } = await app.chat(key, ask('Why is the gate closed?'));
    app.clock.now += 61_000;
    await app.chat(key, ask('I want my money back for order 5, write to jo@mail.example'));
    const answerId = body.id;
    await recordFeedback(app.core, { serverId: id, answerId, isHelpful: false, comment: 'No.' });
    const { texts } = await open();
    expect(texts[0]).toMatch(
      /^I want my money back for order 5, write to …\s+It is about a payment\. · API · V1 \| Handed over \| 0% \| – \| now$/,
    );
    expect(texts[1]).toMatch(
      /^Why is the gate closed\?\s+API · V1 \| Answered \| \d+% \| Not helpful with a comment \| 1 minute ago$/,
    );
  });

  test('of another server is not there', async () => {
    const [one, other] = [await addServer(), await addServer()];
    await insert(one.id, [{}]);
    expect((await other.open()).ids).toEqual([]);
    expect((await other.visitor.get(one.path('answers'))).status).toBe(404);
  });

  test('holds nothing beyond RETENTION_DAYS, also before housekeeping comes, nor what nobody wants kept', async () => {
    const { id, open } = await addServer();
    const { core, clock } = dashboard.app;
    const [old, gone, young] = await insert(id, [
      { at: new Date(clock.now - 31 * DAY_MS) },
      { at: new Date(clock.now - 2 * DAY_MS) },
      { at: new Date(clock.now - DAY_MS) },
    ]);
    await sql`UPDATE answers SET question = NULL, answer = NULL WHERE id = ${gone?.id}`.execute(
      core.database.kysely,
    );
    expect((await open()).ids).toEqual([young?.id]);
    expect((await open(`?before=${young?.id}`)).ids).toEqual([]);
    await keepHouse(core, UNABORTED);
    expect((await open()).ids).toEqual([young?.id]);
    expect(old?.id).not.toBe(young?.id);
  });

  test.each([
    ...[
      'channel=x',
      'reason=',
      'vote=UP',
      'draft=true',
      'before=1',
      'before=%00',
      'channel=api&channel=x&vote[]=up',
    ],
    ...[`before=${randomUUID()}`, `reason=${'x'.repeat(500)}`, "vote=up'--", 'draft=%F0%9F%92%A3'],
  ])('takes a filter that there is not for none: %s', async (query) => {
    const { id, open } = await addServer();
    const [made] = await insert(id, [{}]);
    expect(await open(`?${query}`)).toMatchObject({ seen: { status: 200 }, ids: [made?.id] });
  });

  test('says so where nothing fits the filters, and keeps them chosen', async () => {
    const { id, open } = await addServer();
    await insert(id, [{}]);
    const { seen } = await open('?reason=legal&vote=down');
    expect(seen.text('[role=status]')).toContain('No answer matches these filters');
    expect(seen.attribute('#reason option[selected]', 'value')).toBe('legal');
    expect(seen.attribute('#vote option[selected]', 'value')).toBe('down');
  });
});

describe('Pages of the list', () => {
  test('leave out nothing and show nothing twice, whatever is answered meanwhile and however many are of one moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 90, maxLength: 170 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 }),
        async (seconds, arrivals) => {
          const { id, readAll } = await addServer();
          const { clock } = dashboard.app;
          const at = (second: number) => new Date(clock.now - second * 1000);
          const made = await insert(
            id,
            seconds.map((second) => ({ at: at(second) })),
          );
          const more = [...arrivals];
          const seen = await readAll('', () =>
            insert(
              id,
              Array.from({ length: more.shift() ?? 0 }, () => ({ at: at(-1) })),
            ),
          );
          expect(seen).toEqual(inOrder(made));
        },
      ),
      { numRuns: countRuns(30) },
    );
  }, 120_000);

  test('by any filters hold exactly what a reader of all rows would pick', async () => {
    const row = fc.record({
      channel: fc.constantFrom<Made['channel']>('api', 'discord', 'test'),
      reason: fc.option(fc.constantFrom(...TEAM_REASONS), { freq: 2 }),
      feedback: fc.constantFrom(null, null, 'up', 'down', 'down:wrong', 'up:wrong'),
      isDraft: fc.boolean(),
      second: fc.integer({ min: 0, max: 50 }),
    });
    const query = fc.record(
      {
        channel: fc.constantFrom('api', 'discord', 'test'),
        reason: fc.constantFrom('answered', 'handed_over', ...TEAM_REASONS),
        vote: fc.constantFrom('up', 'down', 'none'),
        draft: fc.constantFrom('yes', 'no'),
      },
      { requiredKeys: [] },
    );
    const fits = (made: Made, wanted: Partial<Record<'channel' | 'reason' | 'vote' | 'draft', string>>) => {
      const vote = made.feedback?.split(':')[0] ?? 'none';
      const reasons = made.reason === null ? ['answered'] : ['handed_over', made.reason];
      return (
        (wanted.channel ?? made.channel) === made.channel &&
        (wanted.reason === undefined || reasons.includes(wanted.reason)) &&
        (wanted.vote ?? vote) === vote &&
        (wanted.draft === undefined || (wanted.draft === 'yes') === made.isDraft)
      );
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 60, maxLength: 140 }),
        fc.array(query, { minLength: 3, maxLength: 6 }),
        async (rows, queries) => {
          const { id, readAll } = await addServer();
          const { clock } = dashboard.app;
          const made = await insert(
            id,
            rows.map(({ second, ...rest }) => ({ ...rest, at: new Date(clock.now - second * 1000) })),
          );
          for (const wanted of queries) {
            const found = await readAll(`?${new URLSearchParams(wanted as Record<string, string>)}`);
            expect([wanted, found]).toEqual([wanted, inOrder(made.filter((one) => fits(one, wanted)))]);
          }
        },
      ),
      { numRuns: countRuns(30) },
    );
  }, 120_000);
});

describe('A search', () => {
  test('finds answers by every word of it, in question and answer, however they are written', async () => {
    const { id, open } = await addServer();
    const [one, two] = await insert(id, [{}, {}]);
    const by = async (q: string) => (await open(`?${new URLSearchParams({ q })}`)).ids;
    expect(await by(`QUESTION ${one?.id}`)).toEqual([one?.id]);
    expect(await by(`so ${two?.id}`)).toEqual([two?.id]);
    expect(await by(`${one?.id} ${two?.id}`)).toEqual([]);
    for (const wild of ['%', '_uestion', '\\', "'; --"]) expect(await by(wild)).toEqual([]);
  });

  test('between two days takes days by the reader’s clock', async () => {
    const { id, open, visitor } = await addServer();
    const [late] = await insert(id, [{ at: new Date('2026-03-16T23:30:00Z') }]);
    const on = async (day: string) => (await open(`?from=${day}&to=${day}`)).ids;
    expect([await on('2026-03-16'), await on('2026-03-17')]).toEqual([[late?.id], []]);
    visitor.cookies.set('lotse_zone', 'Europe/Berlin');
    expect([await on('2026-03-16'), await on('2026-03-17')]).toEqual([[], [late?.id]]);
    visitor.cookies.set('lotse_zone', "UTC+2'; DROP");
    expect(await on('2026-03-16')).toEqual([late?.id]);
  });
});

describe('The list as CSV', () => {
  test('holds all that the filters show, newest first, and nothing that a program takes for a formula', async () => {
    const { id, visitor, path } = await addServer();
    const { core, clock } = dashboard.app;
    const made = await insert(
      id,
      Array.from({ length: 450 }, (_, n) => ({
        at: new Date(clock.now - n * 1000),
        reason: n % 3 ? null : 'legal',
      })),
    );
    await sql`UPDATE answers SET question = ${'=HYPERLINK("x") jo@mail.example'}, answer = ${'@SUM(1)'}
      WHERE id = ${made[0]?.id}`.execute(core.database.kysely);
    const seen = await visitor.get(`${path('answers.csv')}?reason=legal`);
    expect(seen.headers.get('content-type')).toContain('text/csv');
    expect(seen.headers.get('content-disposition')).toContain('attachment');
    const lines = seen.html.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '"at","question","answer","result","reason","confidence","vote","standing","channel","level","id","message"',
    );
    const legal = made.filter(({ reason }) => reason === 'legal');
    expect(lines.slice(1).map((line) => line.split('","').at(-2))).toEqual(inOrder(legal));
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"") …","'@SUM(1)","handed_over","legal"`);
  });

  test('of another server is not there', async () => {
    const [one, other] = [await addServer(), await addServer()];
    expect((await other.visitor.get(one.path('answers.csv'))).status).toBe(404);
  });
});

test('what an entry makes wrong stands above the list, with what holds now and who asked', async () => {
  const { app } = dashboard;
  const server = await addServer();
  expect(JSON.stringify((await server.open()).seen.text('main'))).not.toContain('Answers that are wrong now');
  const title = 'How much is the harbour pass?';
  await app.addKnowledge(server.id, [{ id: 'pass', title, text: 'The harbour pass costs 12 euros.' }]);
  const { body } = await app.chat(server.key, ask(title));
  await app.addKnowledge(server.id, [{ id: 'pass', title, text: 'The harbour pass costs 15 euros.' }]);
  await checkAnswers(app.core, UNABORTED);
  const { seen } = await server.open();
  for (const part of ['12 euros', '15 euros', title])
    expect(seen.text(`[data-outdated="${body.id}"]`)).toContain(part);
  expect((await server.open('?channel=api')).seen.document.querySelector('#outdated')).toBeNull();
});
