import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { type StripeStub, startStripeStub } from '../support/stripe.ts';
import { LANGUAGES, type Stage, startStage } from './stage.ts';

let stage: Stage;
let stripe: StripeStub;
beforeAll(async () => {
  stripe = await startStripeStub(() => stage.app.clock.now);
  stage = await startStage(stripe.settings);
  stripe.deliverTo(`${stage.url}/stripe/webhook`);
});
afterAll(async () => {
  await stage.stop();
  await stripe.close();
});
let key: string;
beforeEach(async () => {
  const { app, guild } = stage;
  // Buying the same again within the hour is the same purchase.
  app.clock.now += 3_600_000;
  await deleteServer(app.core, guild.id);
  key = (await app.addServer({ id: guild.id, name: 'Harbour', plan: 'free' })).key;
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

describe.each(LANGUAGES)('In %s', (language) => {
  test('a top-up is paid on the provider’s page and shows on our page and in the API at once', async () => {
    const { app } = stage;
    const before = (await app.status(key)).body.usage.credit_percent;
    const page = await stage.open({ language });
    await page.goto(stage.address('payments'));
    await page.locator('form[action$="/top-ups"] button').first().click();
    await page.waitForURL(`${stripe.url}/c/pay/*`);
    await page.locator('button').click();
    await page.waitForURL(`${stage.address('payments')}?*`);
    expect(await page.locator('[role=status]').count()).toBe(1);
    expect(await page.locator('#purchases tbody tr').first().textContent()).toContain('25');
    const after = (await app.status(key)).body.usage.credit_percent;
    expect(after - before).toBe(25);
    await page.reload();
    expect((await app.status(key)).body.usage.credit_percent).toBe(after);
  });

  test('premium is paid on the provider’s page, shows on our page and in the API, and can be cancelled for its end', async () => {
    const { app } = stage;
    expect((await app.status(key)).body.usage.premium).toBe(false);
    const page = await stage.open({ language });
    page.on('dialog', (dialog) => dialog.accept());
    await page.goto(stage.address('payments'));
    await page.locator('form[action$="/premium"] button').click();
    await page.waitForURL(`${stripe.url}/c/pay/*`);
    await page.locator('button').click();
    await page.waitForURL(`${stage.address('payments')}?*`);
    expect(await page.locator('[data-premium=active]').count()).toBe(1);
    expect((await app.status(key)).body.usage.premium).toBe(true);
    await page.locator('form[action$="/premium/cancel"] button').click();
    await page.waitForURL(/premium_cancelled/);
    expect(await page.locator('[data-premium=ending]').count()).toBe(1);
    expect((await app.status(key)).body.usage.premium).toBe(true);
  });
});

test('a person who leaves the provider’s page has paid nothing', async () => {
  const { app } = stage;
  const before = (await app.status(key)).body.usage.credit_percent;
  const page = await stage.open({ language: 'en' });
  await page.goto(stage.address('payments'));
  await page.locator('form[action$="/top-ups"] button').first().click();
  await page.waitForURL(`${stripe.url}/c/pay/*`);
  await page.locator('a').click();
  await page.waitForURL(`${stage.address('payments')}*`);
  expect((await app.status(key)).body.usage.credit_percent).toBe(before);
});
