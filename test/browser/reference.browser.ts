import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../src/channels/http/openapi.ts';
import { findBarriers, findOverflow, takePicture } from './inspect.ts';
import { DESKTOP, PHONE, type Stage, startStage } from './stage.ts';

/** What is evaluated in the page. */
declare function getComputedStyle(element: unknown): { backgroundColor: string };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});
afterAll(() => stage.stop());

test('the reference shows every operation with its summary, and each opens with its statuses', async () => {
  const page = await stage.open();
  await page.goto(`${stage.url}/docs`);
  const { paths = {}, webhooks = {} } = buildOpenApiDocument(stage.url);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { summary: string; responses: object }>).map(
      ([method, { summary, responses }]) => ({ method, path, summary, statuses: Object.keys(responses) }),
    ),
  );
  const blocks = page.locator('.opblock');
  await expect.poll(() => blocks.count()).toBe(operations.length + Object.keys(webhooks).length);
  for (const { method, path, summary, statuses } of operations) {
    const block = page.locator(`.opblock-${method}`).filter({ has: page.locator(`[data-path="${path}"]`) });
    expect(await block.locator('.opblock-summary-description').innerText()).toBe(summary);
    await block.locator('.opblock-summary-control').click();
    const shown = block.locator('tr.response > td.response-col_status');
    await expect.poll(() => shown.count()).toBe(statuses.length);
    expect((await shown.allInnerTexts()).map((text) => text.slice(0, 3))).toEqual(statuses);
  }
});

test.each([
  ['light', PHONE],
  ['dark', PHONE],
  ['light', DESKTOP],
  ['dark', DESKTOP],
] as const)('the reference is folded at first and has no barriers, nothing beside the screen: %s at %o', async (colorScheme, viewport) => {
  const page = await stage.open({ colorScheme, viewport });
  await page.goto(`${stage.url}/docs`);
  await expect.poll(() => page.locator('.opblock').count()).toBeGreaterThan(5);
  expect(await page.locator('.opblock.is-open').count()).toBe(0);
  const picture = `docs-${colorScheme}-${viewport.width}`;
  await takePicture(page, picture);
  expect([await findBarriers(page), await findOverflow(page)]).toEqual([[], []]);
  await page.locator('.opblock-post .opblock-summary-control').first().click();
  await page.locator('.models-control').click();
  await expect.poll(() => page.locator('.opblock.is-open .responses-table').count()).toBe(1);
  await takePicture(page, `${picture}-open`);
  expect([await findBarriers(page), await findOverflow(page)]).toEqual([[], []]);
});

test('the reference has the theme that was chosen in the dashboard, whatever the system says', async () => {
  const page = await stage.open({ colorScheme: 'light' });
  const paper = async () => {
    await page.goto(`${stage.url}/docs`);
    return page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  };
  const bySystem = await paper();
  await page.goto(`${stage.url}/servers?theme=dark`);
  const chosen = await paper();
  expect([bySystem, chosen]).toEqual(['rgb(255, 255, 255)', 'rgb(18, 22, 29)']);
});
