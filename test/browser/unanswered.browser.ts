import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/app.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

test('the note on what the knowledge now covers arrives later, and leaves an unfinished answer alone', async () => {
  const question = 'When is lunch on friday?';
  expect(await stage.app.chat(stage.server.key, ask(question))).toMatchObject({ status: 200 });
  await stage.app.addKnowledge(stage.server.id, [
    { id: 'lunch', title: question, text: 'Lunch on friday is at noon.' },
  ]);
  const page = await stage.open({ language: 'en' });
  const held = Promise.withResolvers<void>();
  await page.route('**/unanswered?covered=1*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(stage.address('unanswered'));
  await page.locator('details.edit summary').click();
  await page.locator('details.edit textarea').fill('At noon, in the');
  held.resolve();
  await page.locator('[data-covered=true]', { hasText: 'The bot now finds something' }).waitFor();
  await page.locator('#coverage').waitFor({ state: 'detached' });
  expect(await page.locator('details.edit textarea').isVisible()).toBe(true);
  expect(await page.locator('details.edit textarea').inputValue()).toBe('At noon, in the');
});
