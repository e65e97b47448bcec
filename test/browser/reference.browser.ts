import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../src/channels/http/openapi.ts';
import { type Stage, startStage } from './stage.ts';

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
  const { paths = {} } = buildOpenApiDocument(stage.url);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { summary: string; responses: object }>).map(
      ([method, { summary, responses }]) => ({ method, path, summary, statuses: Object.keys(responses) }),
    ),
  );
  const blocks = page.locator('.opblock');
  await expect.poll(() => blocks.count()).toBe(operations.length);
  for (const { method, path, summary, statuses } of operations) {
    const block = page.locator(`.opblock-${method}`).filter({ has: page.locator(`[data-path="${path}"]`) });
    expect(await block.locator('.opblock-summary-description').innerText()).toBe(summary);
    await block.locator('.opblock-summary-control').click();
    const shown = block.locator('tr.response > td.response-col_status');
    await expect.poll(() => shown.count()).toBe(statuses.length);
    expect((await shown.allInnerTexts()).map((text) => text.slice(0, 3))).toEqual(statuses);
  }
});
