import { afterEach, describe, expect, test } from 'vitest';
import { useDashboard } from './setup.ts';

/** As a script asks that puts a part of the page in. */
const BY_SCRIPT = { 'HX-Request': 'true' };

const dashboard = useDashboard();
afterEach(() => dashboard.discord.rest.refuse(false));

/** From now on nobody's rights can be read. */
function failFromNow() {
  dashboard.discord.rest.refuse(true);
  dashboard.app.clock.now += 60_001;
}

describe('An error page for a script that wants a part', () => {
  test('replaces nothing on the page: the content stays, with what was typed', async () => {
    const { visitor, path } = dashboard;
    await visitor.get(path('playground'));
    failFromNow();
    const read = await visitor.get(path('links'), BY_SCRIPT);
    const sent = await visitor.post(path('playground'), { question: 'Hello?' }, { headers: BY_SCRIPT });
    for (const seen of [read, sent]) {
      expect([seen.status, seen.headers.get('HX-Reswap')]).toEqual([503, 'none']);
      expect(seen.text('main [role=alert]')).toContain('Discord is not responding');
    }
    const unknown = await visitor.get('/servers/unknown/links', BY_SCRIPT);
    expect(unknown.headers.get('HX-Reswap')).toBe('none');
  });

  test('has no such header for a browser without script', async () => {
    const { visitor, path } = dashboard;
    failFromNow();
    const seen = await visitor.get(path('links'));
    expect([seen.status, seen.headers.get('HX-Reswap')]).toEqual([503, null]);
  });

  test('is not used when a page itself refuses: that response is inserted', async () => {
    const { visitor, path } = dashboard;
    const seen = await visitor.post(path('playground'), { question: ' ' }, { headers: BY_SCRIPT });
    expect([seen.status, seen.headers.get('HX-Reswap')]).toEqual([422, null]);
  });
});
