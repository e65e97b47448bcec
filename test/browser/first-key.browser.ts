import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../support/app.ts';
import { LANGUAGES, type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await stage.app.addKnowledge(stage.server.id, [
    { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press Join.' },
  ]);
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

describe.each(LANGUAGES)('In %s', (language) => {
  test('a first visitor has a working key in less than ten clicks, sees it once, and can revoke it', async () => {
    const { app, discord, owner } = stage;
    const page = await stage.open({ language, signedIn: false });
    let clicks = 0;
    const click = (selector: string) => {
      clicks += 1;
      return page.locator(selector).click();
    };
    discord.signIn.as(owner);
    await page.goto(stage.url);
    await click('a[href^="/login/discord"]');
    // The agreement at Discord, which this one gives by itself.
    clicks += 1;
    await page.waitForURL(`${stage.url}/servers`);
    await click('.cards a');
    await click('[data-step=key] a');
    await page.locator('#keys #name').fill('Website');
    await click('#keys form[action$="/keys"] button[type=submit]');
    const key = (await page.locator('[data-new-key]').textContent()) ?? '';
    expect(clicks).toBeLessThan(10);

    await page.locator('[data-copy="#new-key"]').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect(await app.chat(key, ask('How do I join the server?'))).toMatchObject({
      status: 200,
      body: { answer: expect.stringContaining('launcher') },
    });

    await page.reload();
    expect(await page.content()).not.toContain(key);
    expect(await page.locator('[data-new-key]').count()).toBe(0);

    page.on('dialog', (dialog) => dialog.accept());
    const row = page.locator('#keys tr', { hasText: key.slice(-4) }).first();
    await row.locator('button').click();
    await page.waitForURL(/done=key_revoked/);
    expect((await app.chat(key, ask('How do I join the server?'))).status).toBe(401);
  });
});
