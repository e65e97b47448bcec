import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/channels/dashboard/routes.ts';
import { changeServer } from '../../../src/core/servers.ts';
import { suggest } from '../../../src/core/training.ts';
import { fillForm, findLively } from '../../support/markup.ts';
import { type Examples, fill, fillIn } from './examples.ts';
import { type Dashboard, startDashboard } from './setup.ts';

/** Each would run a script, load something or change the page where it is not text. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '</textarea><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</option></select><img src=x onerror=alert(1)>',
  '" autofocus onfocus=alert(1) x="',
  "' onmouseover='alert(1)",
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">click</a>',
  '[click](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
  '<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>',
  '<form action="https://evil.example"><button>Go</button></form>',
  '<div hx-get="https://evil.example" hx-trigger="load">x</div>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what template engines would run
  '${alert(1)}{{constructor.constructor("alert(1)")()}}<!--<script>-->\u2028',
];

const PAGES = ROUTES.filter(({ method, access }) => method === 'get' && access === 'server');

describe('What people wrote is only ever text on a page', () => {
  let dashboard: Dashboard;
  let examples: Examples;
  beforeAll(async () => {
    dashboard = await startDashboard();
    examples = await fill(dashboard, dashboard.server.id);
  });
  afterAll(() => dashboard.stop());

  test.each(PAYLOADS)('J79 · %j through every text field', async (payload) => {
    await learn(dashboard, payload);
    let posted = 0;
    for (const { action, fields } of await listForms(dashboard, examples, payload)) {
      const seen = await dashboard.visitor.submit(action, fields);
      expect([action, findLively(seen.document)]).toEqual([action, []]);
      expect(seen.status).toBeLessThan(500);
      posted += 1;
    }
    expect(posted).toBeGreaterThan(8);
  });

  test('and so on every page when all of it is stored', async () => {
    for (const { path } of PAGES) {
      const { document } = await dashboard.visitor.get(fillIn(path, examples));
      expect([path, findLively(document)]).toEqual([path, []]);
    }
  });

  test('and is there to read as it was written', async () => {
    const { html } = await dashboard.visitor.get(`${dashboard.path('knowledge')}?q=alert`);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

/** Every form that takes text, on every page, with the payload in each field. */
async function listForms({ visitor }: Dashboard, examples: Examples, payload: string) {
  const forms = new Map<string, Record<string, string>>();
  for (const { path } of PAGES) {
    const { document } = await visitor.get(fillIn(path, examples));
    for (const form of document.querySelectorAll('main form[method=post]')) {
      const fields = fillForm(form, payload);
      if (fields) forms.set(form.getAttribute('action') ?? '', fields);
    }
  }
  return [...forms].map(([action, fields]) => ({ action, fields }));
}

/** Other people's words, and the name that the server has on Discord, reach pages without any form. */
async function learn({ app, server }: Dashboard, payload: string): Promise<void> {
  await changeServer(app.core, server.id, { name: `${payload.slice(0, 90)} harbour` });
  await suggest(app.core, {
    ...{
      serverId: server.id,
      question: `What is ${payload}?`,
      answer: `It is ${payload}.`,
      authorRole: null,
    },
    ...{ source: 'import', channelId: null, sources: [] },
  });
  await app.chat(server.key, { messages: [{ role: 'user', content: `Unheard of: ${payload}` }] });
}
