import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/channels/dashboard/app.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { listKeys, revokeKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { fillForm, findBrokenIds, findLively } from '../../support/markup.ts';
import { isFullRun } from '../../support/runs.ts';
import { dumpTables } from '../../support/tables.ts';
import { type Examples, fill, fillIn, openGap, parametersOf } from './examples.ts';
import { type Dashboard, useDashboard } from './setup.ts';

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

/** Locally a form gets every fourth payload, and a round tries four at once; `.ci/run` tries each in each. */
const EACH = isFullRun ? 1 : 4;
const ROUNDS = Array.from({ length: PAYLOADS.length / EACH }, (_, n) =>
  PAYLOADS.slice(EACH * n, EACH * (n + 1)),
);

const PAGES = ROUTES.filter(
  ({ method, access, path }) => method === 'get' && access === 'server' && !path.endsWith('.csv'),
);

describe('What people wrote is only ever text on a page', () => {
  const dashboard = useDashboard();
  let examples: Examples;
  beforeAll(async () => {
    examples = await fill(dashboard, dashboard.server.id);
  });

  /** The form that answers one leaves no page of it behind. */
  async function openAnotherGap(): Promise<void> {
    const { app, server } = dashboard;
    app.clock.now += 60_000;
    const question = `Which zebra ${app.clock.now} has stripes?`;
    examples.answer = await openGap(app, { serverId: server.id, key: examples.secret ?? '', question });
  }

  test.each(ROUNDS.map((payloads) => ({ payloads })))('J79 · $payloads through every text field', async ({
    payloads,
  }) => {
    for (const payload of payloads) await learn(dashboard, payload);
    await openAnotherGap();
    const forms = await listForms(dashboard, examples, payloads);
    for (const { action, fields } of forms) {
      const seen = await dashboard.visitor.submit(action, fields);
      expect([action, findLively(seen.document), findBrokenIds(seen.document), seen.status]).toEqual([
        ...[action, [], [], endOf(action).status],
      ]);
    }
    const stored = Object.values(await dumpTables(dashboard.app.core)).join('\n');
    const ends = forms.map(({ action, mark }) => [action, stored.includes(mark)]);
    expect(ends).toEqual(forms.map(({ action }) => [action, endOf(action).isStored]));
    expect(ends.filter(([, isStored]) => isStored).length).toBeGreaterThan(7);
  });

  test('and on every page when all of it is stored', async () => {
    await openAnotherGap();
    for (const { path } of PAGES) {
      const { document, status } = await dashboard.visitor.get(fillIn(path, examples));
      expect([path, status, findLively(document)]).toEqual([path, 200, []]);
    }
  });

  test('and can be read as it was written', async () => {
    const { visitor, path } = dashboard;
    const entry = {
      title: 'Read as written: <script>alert(1)</script>',
      text: 'x',
      link: '',
      language: 'en',
    };
    await visitor.post(path('knowledge'), entry);
    const { html } = await visitor.get(`${path('knowledge')}?q=written`);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

/**
 * Every form that takes text, on every page, with a payload in each field and a word by which it is found again;
 * of the same forms for many entries the first, for each payload leaves one more of them behind.
 */
async function listForms({ visitor }: Dashboard, examples: Examples, payloads: readonly string[]) {
  const forms = new Map<string, { action: string; mark: string; fields: Record<string, string> }>();
  let count = 0;
  for (const { path } of PAGES) {
    const { document, status } = await visitor.get(fillIn(path, examples));
    expect([path, status]).toEqual([path, 200]);
    for (const form of document.querySelectorAll('main form[method=post]')) {
      const payload = payloads[forms.size % payloads.length] ?? '';
      const mark = `mark${PAYLOADS.indexOf(payload)}x${count++}end`;
      const action = form.getAttribute('action') ?? '';
      const fields = fillForm(form, `${payload} ${mark}`);
      const path = pathOf(action);
      if (!fields || forms.has(path)) continue;
      forms.set(path, { action, mark, fields: { ...fields, ...fitIn(action, payload, mark) } });
    }
  }
  return [...forms.values()];
}

/** The path of the route table that a form's address is of: one that is written out goes before one with ids. */
function pathOf(action: string): string {
  const paths = ROUTES.filter(({ method }) => method === 'post').map(({ path }) => path);
  const fitting = paths.filter((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(action));
  const [best] = fitting.sort((a, b) => parametersOf(a).length - parametersOf(b).length);
  if (best === undefined) throw new Error(`no route takes ${action}`);
  return best;
}

/** The same words as some forms take them: lines of 60 characters, an address, lines of JSON. */
function fitIn(action: string, payload: string, mark: string): Record<string, string> {
  const text = `${payload} ${mark}`;
  const linesOf = (length: number) => [...(payload.match(new RegExp(`.{1,${length}}`, 'gs')) ?? []), mark];
  if (action.endsWith('/team')) {
    const lists = { topics: linesOf(60).join('\n'), team_names: linesOf(100).join('\n') };
    const handover_roles = linesOf(60)
      .map((line) => `${line} = 4242`)
      .join('\n');
    return { teach_roles: '', handover_role: '', handover_roles, remind_asker: 'on', ...lists };
  }
  // Without line breaks and blanks, which no address of a receiver has.
  const url = `https://hooks.example/${text.replaceAll(/\s/gu, '_')}`;
  if (/\/webhook(?:\/add)?$/.test(action)) return { url };
  if (action.endsWith('/lookup')) return { url, topics: linesOf(60).join(', ') };
  if (action.endsWith('/persona')) return { draft_below: '0.5', outdated_days: '30' };
  if (action.endsWith('/channels/instructions')) return { channel: '123456789' };
  if (action.endsWith('/links')) return { url: `https://docs.example/${text}` };
  return action.endsWith('/import') ? { text: JSON.stringify({ title: text, text }) } : {};
}

/** What has to come of a form: what takes ids, times, numbers or the server's name alone refuses it, and a try keeps nothing. */
function endOf(action: string): { status: number; isStored: boolean } {
  if (/\/(?:access|channels|hours|limits(?:\/\w+)?|rehearsals|wrong|delete)$/.test(action))
    return { status: 422, isStored: false };
  return { status: 200, isStored: !action.endsWith('/playground') };
}

/** Other people's words, and the name that the server has on Discord, reach pages without any form. */
async function learn({ app, server }: Dashboard, payload: string): Promise<void> {
  // With five there is no form for another one.
  for (const { id, revokedAt, name } of await listKeys(app.core, server.id))
    if (revokedAt === null && name?.includes('mark')) await revokeKey(app.core, server.id, id);
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
