import { env } from 'node:process';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLocalLink } from '../../src/core/owners/sign-in.ts';
import { LANGUAGES, type Stage, startStage } from './stage.ts';

const DAY_MS = 24 * 3600 * 1000;
const WEEK_MS = 7 * DAY_MS;
// biome-ignore lint/style/noProcessEnv: the local link belongs to the embedded database alone
const isEmbedded = !env.TEST_DATABASE_URL;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

async function signIn(page: Page): Promise<void> {
  stage.discord.signIn.as(stage.owner);
  await page.locator('a[href^="/login/discord"]').click();
}

describe.each(LANGUAGES)('In %s', (language) => {
  test('a person who is not signed in returns to the requested page', async () => {
    const page = await stage.open({ language, signedIn: false });
    await page.goto(stage.address('playground'));
    expect(new URL(page.url()).pathname).toBe('/login');
    await signIn(page);
    await page.waitForURL(stage.address('playground'));
  });

  test('a person whose session ended while filling in a form finds it again after signing in, with and without script', async () => {
    for (const script of [true, false]) {
      const page = await stage.open({ language, signedIn: false, script });
      await page.goto(stage.address('playground'));
      await signIn(page);
      await page.locator('#question').fill('How do I join?');
      // The cookie is still there; the service's clock has gone on.
      stage.app.clock.now += WEEK_MS;
      await page.locator('main button[type=submit]').click();
      await page.waitForURL(`${stage.url}/login?*`);
      stage.app.clock.now -= WEEK_MS;
      await signIn(page);
      await page.waitForURL(`${stage.url}/kept-forms/*`);
      expect(await page.locator('[data-kept]').allTextContents()).toContain('How do I join?');
    }
  });

  test('signing out everywhere also signs out the other browser', async () => {
    const [here, there] = [
      await stage.open({ language, signedIn: false }),
      await stage.open({ language, signedIn: false }),
    ];
    for (const page of [here, there]) {
      await page.goto(`${stage.url}/servers`);
      await signIn(page);
      await page.waitForURL(`${stage.url}/servers`);
    }
    await here.locator('button[name=everywhere]').click();
    await here.waitForURL(`${stage.url}/login?done=signed_out_everywhere`);
    expect(await here.locator('[role=status]').count()).toBe(1);
    await there.reload();
    expect(new URL(there.url()).pathname).toBe('/login');
  });

  test.runIf(isEmbedded)('the link of the machine signs in once and never again', async () => {
    const link = await createLocalLink(stage.app.core);
    const first = await stage.open({ language, signedIn: false });
    await first.goto(link);
    expect(first.url()).toBe(`${stage.url}/servers`);
    expect(await first.locator('.cards a').count()).toBe(1);
    const second = await stage.open({ language, signedIn: false, mayAnswer: [403] });
    expect((await second.goto(link))?.status()).toBe(403);
    expect(await second.locator('[role=alert]').count()).toBe(1);
    await second.goto(`${stage.url}/servers`);
    expect(new URL(second.url()).pathname).toBe('/login');
  });
});
