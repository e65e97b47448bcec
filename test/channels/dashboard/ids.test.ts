import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../../src/channels/dashboard/app.ts';
import { findBrokenIds } from '../../support/markup.ts';
import { type Examples, fill, fillIn } from './examples.ts';
import { type Dashboard, startDashboard } from './setup.ts';

let dashboard: Dashboard;
let examples: Examples;
beforeAll(async () => {
  dashboard = await startDashboard();
  examples = await fill(dashboard, dashboard.server.id);
});
afterAll(() => dashboard.stop());

const PAGES = ROUTES.filter(({ method, access }) => method === 'get' && access === 'server');

test.each(PAGES)('on $path every id is there once, and every label and reference leads to one', async ({
  path,
}) => {
  const { document, status } = await dashboard.visitor.get(fillIn(path, examples));
  expect([status, findBrokenIds(document)]).toEqual([200, []]);
});

test('what the test looks for is found', () => {
  const { document } = parseHTML(
    '<html><body><section id="a"></section><label for="a">A</label><select id="a"></select><p aria-describedby="b"></p><a href="#c"></a></body></html>',
  );
  expect(findBrokenIds(document)).toEqual(['twice: a', 'no target: b', 'no target: c']);
  document.querySelector('select')?.remove();
  expect(findBrokenIds(document)).toContain('no field: a');
});
