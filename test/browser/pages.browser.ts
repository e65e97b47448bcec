import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type StripeStub, startStripeStub } from '../support/stripe.ts';
import { fillPath, PAGE_PATHS } from './addresses.ts';
import { fillServer, LONG_NAME, type Samples } from './data.ts';
import { findBarriers, findOverflow, takePicture } from './inspect.ts';
import { DESKTOP, LANGUAGES, PHONE, type Stage, startStage } from './stage.ts';

const THEMES = ['light', 'dark'] as const;
const OPEN_PATHS = ['/login', '/login/link?token=one'];

let stage: Stage;
let stripe: StripeStub;
let samples: Samples;
let emptyId: string;
beforeAll(async () => {
  stripe = await startStripeStub();
  stage = await startStage(stripe.settings, { server: LONG_NAME, owner: LONG_NAME.slice(0, 32) });
  samples = await fillServer(stage);
  const empty = stage.discord.addGuild({ name: 'Empty' });
  empty.addMember({ person: stage.owner, isAdmin: true });
  emptyId = (await stage.app.addServer({ id: empty.id, name: 'Empty', plan: 'free' })).id;
});
afterAll(async () => {
  await stage.stop();
  await stripe.close();
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

/**
 * A page as it is for everyone: without barriers and without anything beside the screen, in light and dark. German
 * readers choose the appearance themselves, English ones leave it to their system.
 */
async function inspect(page: Page, path: string, language: 'de' | 'en', status: number): Promise<void> {
  for (const theme of THEMES) {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: language === 'en' ? theme : 'light' });
    const choice = language === 'de' ? `${path.includes('?') ? '&' : '?'}theme=${theme}` : '';
    await visit(page, path + choice, status);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await openDetails(page);
    expect.soft(await findBarriers(page), `${path} in ${language}, ${theme}`).toEqual([]);
    const name = `${path
      .replaceAll(samples.servers ?? '', 'server')
      .replace(/\W+/g, '-')
      .slice(1)}-${language}`;
    await takePicture(page, `${name}-${theme}-desktop`);
    await page.setViewportSize(PHONE);
    expect.soft(await findOverflow(page), `${path} in ${language}`).toEqual([]);
    await takePicture(page, `${name}-${theme}-phone`);
  }
}

/** Opens an address, which has to be the page itself: one that leads elsewhere shows something, too. */
async function visit(page: Page, path: string, status: number): Promise<void> {
  const response = await page.goto(stage.url + path);
  expect(response?.status(), path).toBe(status);
  expect(new URL(page.url()).pathname).toBe(new URL(stage.url + path).pathname);
}

/** What is folded counts, too. */
function openDetails(page: Page): Promise<void> {
  return page.locator('details').evaluateAll((all: { open: boolean }[]) => {
    for (const one of all) one.open = true;
  });
}

describe.each(LANGUAGES)('Everyone can read and use, in %s,', (language) => {
  test.each(PAGE_PATHS)('%s', async (pattern) => {
    const path = fillPath(pattern, samples);
    const page = await stage.open({ language, signedIn: !OPEN_PATHS.includes(pattern) });
    await inspect(page, path, language, 200);
  });

  test('an address that does not exist', async () => {
    const page = await stage.open({ language, mayAnswer: [404] });
    await inspect(page, '/servers/unknown', language, 404);
  });

  test('a sign-in that was refused', async () => {
    const page = await stage.open({ language, signedIn: false, mayAnswer: [403] });
    await inspect(page, '/login/discord/callback?state=unknown', language, 403);
  });

  test('the pages of a server with nothing on it', async () => {
    const page = await stage.open({ language, viewport: PHONE, colorScheme: 'dark' });
    for (const pattern of PAGE_PATHS) {
      const path = pattern.replace(':server', emptyId);
      if (path === pattern || path.includes(':')) continue;
      await visit(page, path, 200);
      expect.soft(await findBarriers(page), path).toEqual([]);
      expect.soft(await findOverflow(page), path).toEqual([]);
    }
  });

  test('an answer in the playground', async () => {
    for (const colorScheme of THEMES) {
      const page = await stage.open({ language, viewport: PHONE, colorScheme });
      await page.goto(stage.address('playground'));
      await page.locator('#question').fill(samples.question ?? '');
      await page.locator('main form button[type=submit]').click();
      await page.locator('[data-passage]').first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await findOverflow(page)).toEqual([]);
    }
  });
});
