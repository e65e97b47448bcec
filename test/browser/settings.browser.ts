import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { DESKTOP, PHONE, type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

test.each([
  ...[DESKTOP, PHONE].map((viewport) => ({ viewport, script: true })),
  { viewport: PHONE, script: false },
])('whoever saves a form far down a page stays there, with the message beside the button ($viewport.width px, script: $script)', async ({
  viewport,
  script,
}) => {
  const page = await stage.open({ language: 'en', viewport, script });
  await page.goto(stage.address('ki'));
  const button = page.locator('form[action$="/persona"] .save button').first();
  await page.locator('[name=level]').scrollIntoViewIfNeeded();
  const height = () => page.locator('html').evaluate((root) => root.scrollTop);
  const before = await height();
  await button.click();
  await page.waitForURL(/done=persona_saved/);
  if (script) await expect.poll(height).toBe(before);
  const [said, pressed] = [await page.locator('.said').boundingBox(), await button.boundingBox()];
  expect(said?.y).toBeGreaterThan(0);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(viewport.height);
  expect(Math.abs((said?.y ?? 0) - (pressed?.y ?? 0))).toBeLessThan(60);
});

test('a field at fault has the focus and is in sight, without script as well', async () => {
  for (const script of [true, false]) {
    const page = await stage.open({ language: 'en', viewport: PHONE, script, mayAnswer: [422] });
    await page.goto(stage.address('ki'));
    await page.locator('#set-drafts').waitFor();
    await page.locator('[name=draft_below]').fill('half');
    await page.locator('form[action$="/persona"] .save button').first().click();
    await page.locator('[name=draft_below]:focus').waitFor();
    const box = await page.locator('[name=draft_below]').boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(PHONE.height);
  }
});

test('the menu is folded on a phone and opens without script, and is in sight beside a page on a desktop', async () => {
  const phone = await stage.open({ language: 'en', viewport: PHONE, script: false });
  await phone.goto(stage.address('hours'));
  const link = phone.locator('.menu a[href$="/team"]');
  expect(await link.isVisible()).toBe(false);
  await phone.locator('.menu summary').click();
  await link.click();
  await phone.waitForURL(stage.address('team'));
  const desktop = await stage.open({ language: 'en' });
  await desktop.goto(stage.address('hours'));
  await desktop.locator('.menu a[href$="/team"]').click();
  await desktop.waitForURL(stage.address('team'));
});

test('Tuesday to Friday stand below Monday as soon as they are not as Monday', async () => {
  const page = await stage.open({ language: 'en', script: false });
  await page.goto(stage.address('hours'));
  const friday = page.locator('[name=friday_to]').first();
  expect(await friday.isVisible()).toBe(false);
  await page.locator('[name=as_monday]').uncheck();
  await friday.fill('12:00');
  await page.locator('form[action$="/hours"] button').click();
  await page.waitForURL(/done=hours_saved/);
  expect(await friday.inputValue()).toBe('12:00');
  expect(await page.locator('[name=monday_to]').first().inputValue()).toBe('17:00');
});

test('a decision taken with script is taken off the count in the menu', async () => {
  const { app, server } = stage;
  const given = { serverId: server.id, question: 'How do I join?', answer: 'Open the launcher.' };
  await suggest(app.core, { ...given, source: 'reply' });
  const page = await stage.open({ language: 'en' });
  await page.goto(stage.address('training'));
  expect(await page.locator('#count-training').textContent()).toContain('1');
  await page.locator('form[action$="/reject"] button').click();
  await expect.poll(() => page.locator('#count-training').textContent()).toBe('');
});

test('ten suggestions are approved with three clicks, from wherever the page was scrolled to', async () => {
  const { app, server } = stage;
  for (let pier = 1; pier <= 10; pier++) {
    const [question, answer] = [`Which ship lies at pier ${pier}?`, `The ship number ${100 + pier}.`];
    await suggest(app.core, { serverId: server.id, question, answer, source: 'menu' });
  }
  const page = await stage.open({ language: 'en' });
  await page.goto(stage.address('training'));
  await page.locator('[data-select-all]').check();
  await page.locator('[data-suggestion]').last().scrollIntoViewIfNeeded();
  const approve = page.locator('.many button[value=approve]');
  expect((await approve.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await approve.click();
  await page.locator('.note.good').waitFor();
  expect(await page.locator('[data-suggestion]').count()).toBe(0);
});

test('a webhook that is set and tried says so where its form is', async () => {
  const page = await stage.open({ language: 'en' });
  await page.goto(stage.address('api'));
  await page.locator('#webhook-url').fill('https://hooks.example.org/lotse');
  await page.locator('#webhook form[action$="/webhook"] button').click();
  await page.locator('[data-new-secret]').waitFor();
  const top = async (css: string) => (await page.locator(css).boundingBox())?.y ?? -1;
  expect(await top('[data-new-secret]')).toBeGreaterThan(0);
  expect(await top('[data-new-secret]')).toBeLessThan(DESKTOP.height);
  await page.locator('form[action$="/webhook/test"] button').click();
  await page.locator('#webhook [role=alert]').waitFor();
  expect(await top('#webhook [role=alert]')).toBeGreaterThan(0);
  expect(await top('#webhook [role=alert]')).toBeLessThan(DESKTOP.height);
});
