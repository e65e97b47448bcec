import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { DESKTOP, LANGUAGES, PHONE, type Stage, startStage } from './stage.ts';

const FIRST = { question: 'When is the harbour fair?', answer: 'The harbour fair is in June.' };
const SECOND = {
  question: 'Where is the lighthouse?',
  answer: 'The lighthouse stands on the northern pier.',
};

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  const { app, guild } = stage;
  await deleteServer(app.core, guild.id);
  await app.addServer({ id: guild.id, name: 'Harbour' });
  for (const text of [SECOND, FIRST]) {
    stage.app.clock.now += 1_000;
    await suggest(app.core, { serverId: guild.id, ...text, source: 'menu' });
  }
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

async function ask(page: Page, question: string): Promise<string> {
  await page.goto(stage.address('playground'));
  await page.locator('#question').fill(question);
  await page.locator('main form button[type=submit]').click();
  return (await page.locator('[data-answer]').textContent()) ?? '';
}

const card = (page: Page, { question }: { question: string }) =>
  page.locator('[data-suggestion]', { has: page.locator('h2', { hasText: question }) });

describe.each(LANGUAGES)('In %s', (language) => {
  test.each([true, false])('the bot answers with an approved suggestion (script: %s)', async (script) => {
    const page = await stage.open({ language, script });
    expect(await ask(page, FIRST.question)).not.toContain('June');
    await page.goto(stage.address('training'));
    await card(page, FIRST).locator('[data-verb=approve] button').click();
    await card(page, FIRST).waitFor({ state: 'detached' });
    expect(await page.locator('[data-suggestion]').count()).toBe(1);
    expect(await ask(page, FIRST.question)).toContain('June');
  });

  test('suggestions are walked through, edited, approved and rejected by keys alone', async () => {
    const page = await stage.open({ language });
    await page.goto(stage.address('training'));
    await page.keyboard.press('j');
    await page.locator('[data-suggestion]:focus', { hasText: FIRST.question }).waitFor();
    await page.keyboard.press('j');
    await page.locator('[data-suggestion]:focus', { hasText: SECOND.question }).waitFor();
    await page.keyboard.press('r');
    await card(page, SECOND).waitFor({ state: 'detached' });
    await page.locator('[data-suggestion]:focus', { hasText: FIRST.question }).waitFor();
    await page.keyboard.press('e');
    await page.locator('details.edit[open] input:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('The harbour fair is in August.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[data-suggestion] [data-answer]', { hasText: 'August' }).waitFor();
    await page.keyboard.press('j');
    await page.locator('[data-suggestion]:focus').waitFor();
    await page.keyboard.press('a');
    await page.locator('[data-suggestion]').waitFor({ state: 'detached' });
    expect(await ask(page, FIRST.question)).toContain('August');
    expect(await ask(page, SECOND.question)).not.toContain('pier');
  });

  test.each([
    DESKTOP,
    PHONE,
  ])('whoever decides far down the list reads there what was done ($width px)', async (viewport) => {
    for (const ship of ['Avocet', 'Bittern', 'Curlew', 'Dunlin', 'Eider', 'Fulmar']) {
      const [question, answer] = [`Where does the ${ship} lie?`, `The ${ship} lies beside the ${ship} mast.`];
      await suggest(stage.app.core, { serverId: stage.guild.id, question, answer, source: 'menu' });
    }
    const page = await stage.open({ language, viewport });
    await page.goto(stage.address('training'));
    const [fifth, sixth] = [4, 5].map((place) => page.locator('[data-suggestion] h2').nth(place));
    const next = (await sixth?.textContent()) ?? '';
    await fifth?.locator('..').locator('[data-verb=reject] button').click();
    await page.locator('[data-suggestion]:focus', { hasText: next }).waitFor();
    const note = await page.locator('.note.good').boundingBox();
    const bar = await page.locator('.many').boundingBox();
    expect(note?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThan(viewport.height);
  });
});
