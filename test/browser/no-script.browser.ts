import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/app.ts';
import { fillPath, PAGE_PATHS } from './addresses.ts';
import { fillServer, type Samples } from './data.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
let samples: Samples;
beforeAll(async () => {
  stage = await startStage();
  samples = await fillServer(stage);
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

test('no page shows a control that works only with script', async () => {
  const page = await stage.open({ language: 'en', script: false });
  for (const path of PAGE_PATHS) {
    const address = stage.url + fillPath(path, samples);
    expect((await page.goto(address))?.status(), path).toBe(200);
    expect(await page.locator('h1').count(), path).toBe(1);
    // A button outside of a form does nothing by itself.
    for (const button of await page.locator('button:not(form button)').all())
      expect(await button.isVisible(), path).toBe(false);
  }
});

test('a picture of the bot can be uploaded, is shown, and can be removed without script', async () => {
  const page = await stage.open({ language: 'de', script: false });
  await page.goto(stage.address('ki'));
  await page.locator('#picture-file').setInputFiles('docs/pictures/discord-answer.png');
  await page.locator('#picture form[enctype] button').click();
  await page.waitForURL(/done=persona_saved/);
  const shown = page.locator('.card.bot img');
  expect(await shown.getAttribute('src')).toMatch(/^\/pictures\/.+\.png$/);
  expect(await shown.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(820);
  await page.locator('#picture form[action$="/remove"] button').click();
  await page.waitForURL(/done=persona_saved/);
  expect(await shown.getAttribute('src')).toBe('/avatar.svg');
});

test('a key can be created, shown and revoked without script', async () => {
  const { app } = stage;
  const page = await stage.open({ language: 'de', script: false });
  await page.goto(stage.address('ki'));
  await page.locator('#keys [name=name]').fill('Website');
  await page.locator('#keys form[action$="/keys"] button[type=submit]').click();
  const key = (await page.locator('[data-new-key]').textContent()) ?? '';
  expect((await app.chat(key, ask('How do I join the server?'))).status).toBe(200);
  await page
    .locator('#keys tr', { hasText: key.slice(-4) })
    .locator('button')
    .click();
  await page.waitForURL(/done=key_revoked/);
  expect((await app.chat(key, ask('How do I join the server?'))).status).toBe(401);
});
