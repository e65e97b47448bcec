import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../src/domain/limits.ts';
import { findBarriers, findOverflow, takePicture } from './inspect.ts';
import { DESKTOP, LANGUAGES, PHONE, type Stage, startStage } from './stage.ts';

const JOIN = { title: 'How do I join the server?', text: 'Open the launcher and press **Join**.' };
const FAIR = { title: 'When is the harbour fair?', text: 'The harbour fair is in June.' };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await stage.app.addKnowledge(stage.server.id, [
    { id: 'join', ...JOIN },
    { id: 'fair', ...FAIR },
  ]);
});
afterAll(() => stage.stop());
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

/** Sends what is typed by keys alone and waits for the answer to it. */
async function send(page: Page, question: string, keys = 'Control+Enter'): Promise<string> {
  const turns = page.locator('[data-turn]');
  const before = await turns.count();
  await page.locator('#question').fill(question);
  await page.locator('#question').press(keys);
  await turns.nth(before + 1).waitFor();
  return (await page.locator('[data-answer]').textContent()) ?? '';
}

const isFocused = (page: Page) => page.locator('#question:focus').waitFor();
const typed = (page: Page) => page.locator('#question').inputValue();

describe.each(LANGUAGES)('In %s', (language) => {
  test('a conversation is held by keys alone: Ctrl+Enter or Cmd+Enter sends, and the field is empty and has the focus', async () => {
    const page = await stage.open({ language });
    await page.goto(stage.address('playground'));
    expect(await send(page, JOIN.title)).toContain('launcher');
    await isFocused(page);
    expect(await typed(page)).toBe('');
    await page.keyboard.type('The first line');
    await page.keyboard.press('Enter');
    expect(await typed(page)).toBe('The first line\n');
    // What is replaced as a whole is not read out.
    const live = await page.locator('#tried[aria-live=polite]').elementHandle();
    expect(await send(page, FAIR.title, 'Meta+Enter')).toContain('June');
    await isFocused(page);
    expect([await typed(page), await page.locator('[data-turn]').count()]).toEqual(['', 4]);
    expect(await live?.$$('[data-turn]')).toHaveLength(2);
    expect(await live?.evaluate((region: { isConnected: boolean }) => region.isConnected)).toBe(true);
    expect(await page.locator('#past').textContent()).toContain('launcher');
  });

  test('the button gives the focus back to the field, too', async () => {
    const page = await stage.open({ language });
    await page.goto(stage.address('playground'));
    await page.locator('#question').fill(JOIN.title);
    await page.locator('#ask button[type=submit]').click();
    await page.locator('[data-answer]').waitFor();
    await isFocused(page);
    await page.locator('#ask a[role=button]').click();
    await page.locator('[data-turn]').first().waitFor({ state: 'detached' });
    expect(await page.locator('#question').inputValue()).toBe('');
  });

  test('a message that is sent twice in a hurry is asked once', async () => {
    const page = await stage.open({ language });
    await page.goto(stage.address('playground'));
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.locator('#question').fill(FAIR.title);
    await page.locator('#question').evaluate((field: { form: { requestSubmit(): void } }) => {
      field.form.requestSubmit();
      field.form.requestSubmit();
    });
    await page.locator('[data-answer]').waitFor();
    await send(page, JOIN.title);
    expect([posts.length, await page.locator('[data-turn]').count()]).toEqual([2, 4]);
  });

  test('a conversation works as a plain form, line breaks and all', async () => {
    const page = await stage.open({ language, script: false });
    await page.goto(stage.address('playground'));
    for (const question of [JOIN.title, `Hello!\n\n${FAIR.title}`]) {
      await page.locator('#question').fill(question);
      await page.locator('#ask button[type=submit]').click();
    }
    expect(await page.locator('[data-turn]').count()).toBe(4);
    expect(await page.locator('[data-answer]').textContent()).toContain('June');
    expect(await page.locator('[data-turn=user] p.whole').last().textContent()).toBe(
      `Hello!\n\n${FAIR.title}`,
    );
    expect(await page.locator('[data-passage]').count()).toBeGreaterThan(0);
    await isFocused(page);
  });

  test('a refused message stays typed under the conversation, which stays, too', async () => {
    const page = await stage.open({ language, mayAnswer: [422, 429] });
    await page.goto(stage.address('playground'));
    await send(page, JOIN.title);
    const { core } = stage.app;
    const day = core.calendar.dayOf(core.clock()).key;
    const setCount = (n: number) =>
      core.database.kysely
        .updateTable('day_counts')
        .set({ n })
        .where('server_id', '=', stage.server.id)
        .where('day', '=', day)
        .where('kind', '=', 'playground')
        .execute();
    await setCount(PLAYGROUND_QUESTIONS_PER_DAY);
    await page.locator('#question').fill(FAIR.title);
    await page.locator('#question').press('Control+Enter');
    await page.locator('#tried [role=alert]').waitFor();
    await isFocused(page);
    expect([await typed(page), await page.locator('#past [data-turn]').count()]).toEqual([FAIR.title, 2]);
    expect(await findBarriers(page)).toEqual([]);
    await setCount(1);
    await page.locator('#question').press('Control+Enter');
    await page.locator('[data-answer]', { hasText: 'June' }).waitFor();
    expect(await page.locator('#tried [role=alert]').count()).toBe(0);
    expect(await page.locator('[data-turn]').count()).toBe(4);
  });

  test('everyone can read it, in light and dark, on a phone as well', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await stage.open({ language, colorScheme });
      await page.goto(stage.address('playground'));
      await send(page, JOIN.title);
      await send(page, 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz'.repeat(3));
      await send(page, 'I want my money back');
      await page.locator('[data-needs-team=true]').waitFor();
      await page.locator('details').evaluateAll((all: { open: boolean }[]) => {
        for (const one of all) one.open = true;
      });
      for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
        await page.setViewportSize(viewport);
        expect.soft(await findBarriers(page), `${colorScheme} ${name}`).toEqual([]);
        expect.soft(await findOverflow(page), `${colorScheme} ${name}`).toEqual([]);
        await takePicture(page, `conversation-${language}-${colorScheme}-${name}`);
      }
    }
  });
});
