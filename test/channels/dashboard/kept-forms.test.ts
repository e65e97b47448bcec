import { describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { dumpTables } from '../../support/tables.ts';
import { Visitor } from '../../support/visitor.ts';
import { signInWithDiscord, useDashboard } from './setup.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const ENTRY = { title: 'Opening hours', text: 'From nine\nto <b>five</b>.', link: '', language: 'en' };

const dashboard = useDashboard();

/** Posts the entry after something has ended the session on whose page it was typed. */
async function sendAfter(end: (visitor: Visitor) => unknown, title = ENTRY.title) {
  const visitor = await dashboard.signIn(dashboard.owner);
  await visitor.get(dashboard.path('knowledge'));
  await end(visitor);
  return { visitor, seen: await visitor.post(dashboard.path('knowledge'), { ...ENTRY, title }) };
}

function nextOf(location: string | null): string {
  return new URL(location ?? '', dashboard.app.url).searchParams.get('next') ?? '';
}

describe('A form that was sent after its session had ended', () => {
  test.each<[string, (visitor: Visitor) => unknown]>([
    [
      'because its time was over',
      (visitor) => {
        dashboard.app.clock.now += WEEK_MS;
        // The browser drops the cookie at that time.
        visitor.cookies.delete('lotse_session');
      },
    ],
    [
      'because it was signed out in another tab',
      (visitor) => visitor.get('/').then(() => visitor.post('/logout')),
    ],
  ])('%s, is found again after signing in, and sent', async (why, end) => {
    const { visitor, seen } = await sendAfter(end, why);
    expect(seen.status).toBe(303);
    const next = nextOf(seen.location);
    expect(next).toMatch(/^\/kept-forms\/[\w-]{43}$/);
    expect(await signInWithDiscord(visitor, dashboard.discord, dashboard.owner, next)).toBe(next);

    const page = await visitor.get(next);
    expect(page.text('main')).toContain('From nine\nto <b>five</b>.');
    const form = page.document.querySelector('main form');
    expect(form?.getAttribute('action')).toBe(dashboard.path('knowledge'));
    const fields = [...(form?.querySelectorAll('input') ?? [])].map((field) => [
      field.getAttribute('name') ?? '',
      field.getAttribute('value') ?? '',
    ]);
    expect((await visitor.post(dashboard.path('knowledge'), Object.fromEntries(fields))).status).toBe(303);
    const entries = await listKnowledge(dashboard.app.core, dashboard.server.id);
    expect(entries.filter(({ title }) => title === why)).toHaveLength(1);
  });

  test('is shown at once where this browser has signed in again meanwhile', async () => {
    const { visitor, seen } = await sendAfter(async (visitor) => {
      await visitor.post('/logout');
      const token = visitor.csrf;
      await signInWithDiscord(visitor, dashboard.discord, dashboard.owner);
      await visitor.get('/login');
      expect(visitor.csrf).not.toBe(token);
      Object.defineProperty(visitor, 'post', {
        value: (path: string, fields: Record<string, string>) =>
          Visitor.prototype.post.call(visitor, path, fields, { csrf: token }),
      });
    });
    expect(seen.location).toMatch(/^\/kept-forms\//);
    expect((await visitor.follow(seen)).text('main')).toContain(ENTRY.title);
  });

  test('is a page to go to for a script that swaps parts', async () => {
    const visitor = await dashboard.signIn(dashboard.owner);
    await visitor.get(dashboard.path('knowledge'));
    visitor.cookies.delete('lotse_session');
    dashboard.app.clock.now += WEEK_MS;
    const seen = await visitor.post(dashboard.path('knowledge'), ENTRY, {
      headers: { 'HX-Request': 'true' },
    });
    expect([seen.status, nextOf(seen.headers.get('HX-Redirect'))]).toEqual([
      204,
      expect.stringMatching(/^\/kept-forms\//),
    ]);
  });

  test.each<[string, string | false]>([
    ['no token', false],
    ['a token that is none', 'x'.repeat(43)],
    ['a token of a session that never was', `${'ab'.repeat(32)}.${'A'.repeat(43)}`],
  ])('is kept only where a page of ours sent it: with %s, nothing is', async (_, csrf) => {
    const seen = await new Visitor(dashboard.app.url).post(dashboard.path('knowledge'), ENTRY, { csrf });
    expect(nextOf(seen.location)).toBe(dashboard.path('knowledge'));
  });

  test('stands in no table as it was typed, and ends after an hour', async () => {
    const { visitor, seen } = await sendAfter((visitor) => {
      visitor.cookies.delete('lotse_session');
      dashboard.app.clock.now += WEEK_MS;
    });
    const secret = nextOf(seen.location).split('/').at(-1) ?? '';
    expect(JSON.stringify(await dumpTables(dashboard.app.core))).not.toContain(secret);
    await signInWithDiscord(visitor, dashboard.discord, dashboard.owner);
    const unknown = secret.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect((await visitor.get(`/kept-forms/${unknown}`)).status).toBe(404);
    expect((await new Visitor(dashboard.app.url).get(`/kept-forms/${secret}`)).status).toBe(303);
  });
});
