import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keepDraft } from '../../src/core/answering/drafts.ts';
import { keepAnswers } from '../support/usage.ts';
import { fillPath, PAGE_PATHS } from './addresses.ts';
import { fillServer, LONG_NAME, type Samples } from './data.ts';
import { LANGUAGES, PHONE, type Stage, startStage } from './stage.ts';

const SIZES = [PHONE, { width: 768, height: 1024 }, { width: 1280, height: 800 }];
const ROWS = 5;

let stage: Stage;
let samples: Samples;
beforeAll(async () => {
  stage = await startStage({}, { server: LONG_NAME, owner: LONG_NAME.slice(0, 32) });
  samples = await fillServer(stage);
  const weeks = Array.from({ length: 8 }, (_, week) =>
    new Date(Date.now() - 7 * 86_400_000 * week).toISOString(),
  );
  const answers = weeks.flatMap((at) =>
    (['api', 'discord'] as const).flatMap((channel) =>
      Array.from({ length: 1_111 }, () => ({
        at,
        channel,
        reason: 'payment' as const,
        feedback: 'up' as const,
      })),
    ),
  );
  for (let from = 0; from < answers.length; from += 2_000)
    await keepAnswers(stage.app, stage.server.id, answers.slice(from, from + 2_000));
  const draft = { serverId: stage.server.id, answerId: samples.answers ?? '', cardChannelId: '44' };
  await keepDraft(stage.app.core, draft);
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

/** Cells of the first rows of each table that a phone does not show whole, and what they hold. */
function findHidden(page: Page): Promise<string[]> {
  return page.locator('main table').evaluateAll((tables, rows) => {
    const cells = tables.flatMap((table) =>
      [...table.querySelectorAll('tbody tr')].slice(0, rows).flatMap((row) => [...row.children]),
    );
    const width = 360;
    return cells
      .map((cell) => ({ box: cell.getBoundingClientRect(), text: cell.textContent?.trim().slice(0, 60) }))
      .filter(({ box }) => box.left < 0 || box.right > width)
      .map(({ box, text }) => `${box.left}–${box.right}: ${text}`);
  }, ROWS);
}

function findBrokenTimes(page: Page): Promise<string[]> {
  return page
    .locator('time')
    .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).map((one) => one.outerHTML));
}

describe.each(LANGUAGES)('In %s', (language) => {
  test.each(
    PAGE_PATHS.filter((path) => path.startsWith('/servers/:server')),
  )('every cell of %s is on a phone, and no time breaks', async (pattern) => {
    const page = await stage.open({ language });
    await page.goto(stage.url + fillPath(pattern, samples));
    await page.locator('details').evaluateAll((all: { open: boolean }[]) => {
      for (const one of all) one.open = true;
    });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect.soft(await findBrokenTimes(page), `${size.width}`).toEqual([]);
      if (size === PHONE) expect.soft(await findHidden(page)).toEqual([]);
    }
  });
});

test.each(LANGUAGES)('the figures of a busy server stay tables on a phone, in %s', async (language) => {
  const page = await stage.open({ language, viewport: PHONE });
  await page.goto(stage.address());
  const tables = page.locator('main table');
  expect(await tables.count()).toBeGreaterThan(4);
  for (const table of await tables.all()) {
    await table.evaluate((one) => one.closest('details')?.setAttribute('open', ''));
    const rows = await table.locator('tr').evaluateAll((all) =>
      all.map((row) => {
        const cells = [...row.children].map((cell) => cell.getBoundingClientRect());
        return cells.every(
          ({ top, left }, at) => top === cells[0]?.top && left >= (cells[at - 1]?.right ?? 0),
        );
      }),
    );
    expect(rows).not.toContain(false);
  }
  const height = await page.locator('html').evaluate((root) => root.scrollHeight);
  expect(height).toBeLessThan(7_000);
});

test('a reader’s own clock is told to the service by their browser', async () => {
  const page = await stage.open({ language: 'en', viewport: PHONE });
  await page.goto(stage.address('answers'));
  const { timeZone } = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions());
  await page.goto(stage.address('answers'));
  expect(await page.locator('[data-answer-row] time').first().getAttribute('title')).toContain(
    `(${timeZone})`,
  );
});
